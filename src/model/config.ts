import { z } from 'zod'
import { harnessSettingsSchema } from './harness-settings.ts'
import { insidePath } from './inside-path.ts'
import { seedSchema } from './seed.ts'
import { isRefusedVariable, REFUSED_VARIABLES } from './variable.ts'

const DURATION = 'a duration such as 500ms, 60s, 30m or 2h'

/** The longest that a timer of Node can wait: one set for longer ends at once. */
const LONGEST_MS = 2 ** 31 - 1

/** A duration such as `500ms`, `60s`, `30m` or `2h`, decoded to milliseconds. */
const duration = z
  .string({ error: DURATION })
  .regex(/^[1-9]\d*(ms|s|m|h)$/, { error: DURATION, abort: true })
  .refine((text) => milliseconds(text) <= LONGEST_MS, 'a duration of at most 596h')
  .transform(milliseconds)

const WAIT = 'a duration such as 30s or 2m, or 0s for not waiting at all'

/** How long something is waited for; `0s` is not at all. */
const wait = z
  .string({ error: WAIT })
  .regex(/^(0|[1-9]\d*)(ms|s|m|h)$/, { error: WAIT, abort: true })
  .refine((text) => milliseconds(text) <= LONGEST_MS, 'a duration of at most 596h')
  .transform(milliseconds)

function milliseconds(text: string): number {
  const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[text.replace(/^\d+/, '')] ?? 1
  return Number.parseInt(text, 10) * unit
}

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
  options: z
    .record(z.string().min(1, 'a name that is not empty'), optionValue)
    .default({})
    .describe('cache variables, -DNAME=VALUE'),
})
export type CmakeSettings = z.infer<typeof cmakeSettingsSchema>

const cargoSettingsSchema = z
  .strictObject({
    driver: z.literal('cargo'),
    manifest: insidePath.describe('the Cargo.toml'),
    package: z.string().min(1).optional().describe('the package of a workspace'),
    bin: z.string().min(1).optional().describe('the binary to build: one of bin, bench, example'),
    bench: z.string().min(1).optional().describe('the benchmark target to build'),
    example: z.string().min(1).optional().describe('the example to build'),
    features: z.array(z.string().min(1)).default([]).describe('features to enable'),
    default_features: z.boolean().default(true).describe('whether the default features are on'),
  })
  .refine(
    (settings) =>
      [settings.bin, settings.bench, settings.example].filter((name) => name !== undefined).length === 1,
    {
      error: 'exactly one of bin, bench and example',
      // Beside other mistakes too: all of them are told at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  )
export type CargoSettings = z.infer<typeof cargoSettingsSchema>

const commandSettingsSchema = z.strictObject({
  driver: z.literal('command'),
  directory: insidePath.prefault('.').describe('where the commands run'),
  run: z
    .array(
      z
        .array(z.string())
        .min(1)
        .refine((argv) => argv[0] !== '', 'a program and its arguments'),
    )
    .min(1)
    .describe('the commands, each a list of arguments'),
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

const CPU = 'auto, none or the number of a CPU'
const cpuSchema = z.union([z.enum(['auto', 'none']), z.int({ error: CPU }).nonnegative(CPU)], { error: CPU })

const armSchema = z.strictObject({
  build: buildSettingsSchema,
  harness: harnessSettingsSchema.describe('how the program is asked to list and to measure'),
  labels: z
    .record(z.string().min(1, 'a name that is not empty'), z.string())
    .default({})
    .describe('free words; differing labels refuse a comparison'),
  lto: z
    .enum(['required', 'unverified'])
    .default('required')
    .describe('unverified builds without proof of link-time optimisation, and every row says so'),
  cpu: cpuSchema.optional().describe('placement of this arm: auto, none or the number of a CPU'),
})
/** One arm as configured. */
export type ArmSettings = z.infer<typeof armSchema>

const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable')
  .refine(
    (name) => !isRefusedVariable(name),
    `a variable that holds no secret: never any of ${REFUSED_VARIABLES}`,
  )

const DATA_SEED = 'a whole number from 0 to 18446744073709551615'

const DEFAULT_TIMEOUTS = { build: '30m', observation: '60s', run: '2h', lock: '30m', idle: '2m' }

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
        )
        // Looked up in a plain object, such a name would be found where no arm has it.
        .refine((name) => !(name in {}), "a name that JavaScript's objects do not have already"),
      armSchema,
    )
    .refine((arms) => Object.keys(arms).length > 0, 'at least one arm'),
  benchmarks: z
    .strictObject({
      include: z
        .array(pattern)
        .min(1)
        .default(['.*'])
        .describe('regular expressions looked for in benchmark and benchmark/scale'),
      exclude: z.array(pattern).default([]).describe('the same, for rows to leave out'),
    })
    .prefault({}),
  timeouts: z
    .strictObject({
      build: duration.prefault(DEFAULT_TIMEOUTS.build).describe('of each build step'),
      observation: duration
        .prefault(DEFAULT_TIMEOUTS.observation)
        .describe('of each run of a benchmark program'),
      run: duration.prefault(DEFAULT_TIMEOUTS.run).describe('of the whole run'),
      lock: wait
        .prefault(DEFAULT_TIMEOUTS.lock)
        .describe('how long to wait for another run on this machine; 0s does not wait'),
      idle: wait
        .prefault(DEFAULT_TIMEOUTS.idle)
        .describe('how long to wait for the machine to calm down; 0s does not look'),
    })
    .prefault({})
    .describe('durations such as 500ms, 60s, 30m or 2h'),
  environment: z
    .strictObject({
      pass: z
        .array(variableName)
        .default([])
        .describe('variables to hand to builds and benchmarks, beside the built-in list'),
    })
    .prefault({}),
  cpu: cpuSchema.default('auto').describe('where benchmarks are placed'),
  data_seed: z
    .union(
      [
        z.int({ error: DATA_SEED }).nonnegative(DATA_SEED).transform(String),
        seedSchema.transform((text) => BigInt(text).toString()),
      ],
      {
        error: DATA_SEED,
      },
    )
    .default('1')
    .describe('what fixtures are generated from'),
  noise_floor: z
    .strictObject({ us: z.number().nonnegative(), why: z.string() })
    .refine((floor) => floor.us === 25 || floor.why !== '', 'a reason in `why` for a floor other than 25 µs')
    .default({ us: 25, why: '' }),
})
export type Config = z.infer<typeof configSchema>
