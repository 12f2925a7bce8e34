import { z } from 'zod'
import { seedSchema } from './seed.ts'

/** A duration such as `500ms`, `60s`, `30m` or `2h`, decoded to milliseconds. */
const duration = z
  .string()
  .regex(/^[1-9]\d*(ms|s|m|h)$/, 'a duration such as 500ms, 60s, 30m or 2h')
  .transform((text) => {
    const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[text.replace(/^\d+/, '')] ?? 1
    return Number.parseInt(text, 10) * unit
  })

/** A path inside the checkout: relative, and never out of it. */
const insidePath = z
  .string()
  .min(1)
  .refine(
    (path) => !path.startsWith('/') && !path.split('/').includes('..'),
    'a path relative to the root of the repository, without ".."',
  )

const pattern = z.string().refine((source) => {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}, 'a regular expression')

const optionValue = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => (typeof value === 'boolean' ? (value ? 'ON' : 'OFF') : String(value)))

const cmakeSettingsSchema = z.strictObject({
  driver: z.literal('cmake'),
  source: insidePath.describe('directory of the CMakeLists.txt'),
  target: z.string().min(1).describe('the executable target'),
  options: z.record(z.string().min(1), optionValue).default({}).describe('cache variables, -DNAME=VALUE'),
})
export type CmakeSettings = z.infer<typeof cmakeSettingsSchema>

const cargoSettingsSchema = z
  .strictObject({
    driver: z.literal('cargo'),
    manifest: insidePath.describe('the Cargo.toml'),
    package: z.string().min(1).optional().describe('the package of a workspace'),
    bin: z.string().min(1).optional(),
    bench: z.string().min(1).optional(),
    example: z.string().min(1).optional(),
    features: z.array(z.string().min(1)).default([]),
    default_features: z.boolean().default(true),
  })
  .refine(
    (settings) =>
      [settings.bin, settings.bench, settings.example].filter((name) => name !== undefined).length === 1,
    'exactly one of bin, bench and example',
  )
export type CargoSettings = z.infer<typeof cargoSettingsSchema>

const commandSettingsSchema = z.strictObject({
  driver: z.literal('command'),
  directory: insidePath.default('.').describe('where the commands run'),
  run: z.array(z.array(z.string()).min(1)).min(1).describe('the commands, each a list of arguments'),
  output: insidePath.describe('the program that they make, relative to the root of the repository'),
})
export type CommandSettings = z.infer<typeof commandSettingsSchema>

const buildSettingsSchema = z.discriminatedUnion('driver', [
  cmakeSettingsSchema,
  cargoSettingsSchema,
  commandSettingsSchema,
])
export type BuildSettings = z.infer<typeof buildSettingsSchema>

/** How an arm may be built. */
export const driverNames = ['cmake', 'cargo', 'command'] as const satisfies readonly BuildSettings['driver'][]

/** The harnesses that there are; each has a file in `src/harness/`. */
const harnessNames = ['pairgate'] as const
export type HarnessName = (typeof harnessNames)[number]

const harnessSettingsSchema = z
  .union([z.enum(harnessNames), z.strictObject({ name: z.enum(harnessNames) })])
  .transform((harness) => (typeof harness === 'string' ? { name: harness } : harness))

const cpuSchema = z.union([z.enum(['auto', 'none']), z.int().nonnegative()])

const armSchema = z.strictObject({
  build: buildSettingsSchema,
  harness: harnessSettingsSchema,
  labels: z
    .record(z.string().min(1), z.string())
    .default({})
    .describe('free words; differing labels refuse a comparison'),
  lto: z.enum(['required', 'unverified']).default('required'),
  cpu: cpuSchema.optional(),
})
/** One arm as configured. */
export type ArmSettings = z.infer<typeof armSchema>

const secretName = /TOKEN|SECRET|KEY|PASSWORD/i
const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable')
  .refine(
    (name) => !/^(GITHUB_|ACTIONS_|INPUT_)/i.test(name) && !secretName.test(name),
    'a variable that holds no secret: never GITHUB_*, ACTIONS_*, INPUT_*, *TOKEN*, *SECRET*, *KEY* or *PASSWORD*',
  )

const DEFAULT_TIMEOUTS = { build: '30m', observation: '60s', run: '2h' }

/** `pairgate.yml`. Nothing in it reaches the gate's three constants. */
export const configSchema = z.strictObject({
  version: z.literal(1),
  arms: z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z][A-Za-z0-9_-]{0,31}$/,
          'a name of letters, digits, - and _, that starts with a letter; at most 32',
        ),
      armSchema,
    )
    .refine((arms) => Object.keys(arms).length > 0, 'at least one arm'),
  benchmarks: z
    .strictObject({
      include: z.array(pattern).default(['.*']),
      exclude: z.array(pattern).default([]),
    })
    .prefault({}),
  timeouts: z
    .strictObject({
      build: duration.prefault(DEFAULT_TIMEOUTS.build),
      observation: duration.prefault(DEFAULT_TIMEOUTS.observation),
      run: duration.prefault(DEFAULT_TIMEOUTS.run),
    })
    .prefault({})
    .describe('milliseconds once decoded'),
  environment: z.strictObject({ pass: z.array(variableName).default([]) }).prefault({}),
  cpu: cpuSchema.default('auto'),
  data_seed: z
    .union([z.int().nonnegative().transform(String), seedSchema])
    .default('1')
    .describe('what fixtures are generated from'),
  noise_floor: z
    .strictObject({ us: z.number().nonnegative(), why: z.string() })
    .refine((floor) => floor.us === 25 || floor.why !== '', 'a reason in `why` for a floor other than 25 µs')
    .default({ us: 25, why: '' }),
})
export type Config = z.infer<typeof configSchema>
