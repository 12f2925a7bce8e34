import { parse, TomlError } from 'smol-toml'
import { z } from 'zod'
import { type Decoded, decode } from '../model/decoded.ts'

const dependencySchema = z.union([
  z.string(),
  z.object({
    package: z.string().optional(),
    version: z.string().optional(),
    path: z.string().optional(),
    workspace: z.boolean().optional(),
  }),
])

const dependenciesSchema = z.record(z.string(), dependencySchema).default({})
/** Dependencies by the name that the package's code has for them. */
export type Dependencies = z.infer<typeof dependenciesSchema>

const sectionsSchema = {
  dependencies: dependenciesSchema,
  'dev-dependencies': dependenciesSchema,
}

const targetSchema = z.object({
  name: z.string().optional(),
  path: z.string().optional(),
  harness: z.boolean().default(true),
  'required-features': z.array(z.string()).default([]),
})
/** A `[[bench]]` or `[[bin]]`. */
export type CargoTarget = z.infer<typeof targetSchema>

const manifestSchema = z.object({
  package: z
    .object({
      name: z.string(),
      autobenches: z.boolean().default(true),
      autobins: z.boolean().default(true),
      workspace: z.string().optional(),
    })
    .optional(),
  workspace: z
    .object({
      members: z.array(z.string()).default([]),
      exclude: z.array(z.string()).default([]),
      dependencies: dependenciesSchema,
    })
    .optional(),
  ...sectionsSchema,
  target: z.record(z.string(), z.object(sectionsSchema)).default({}),
  bench: z.array(targetSchema).default([]),
  bin: z.array(targetSchema).default([]),
})
/** What a Cargo.toml says of packages, dependencies and targets. */
export type CargoManifest = z.infer<typeof manifestSchema>

/** Reads the text of a Cargo.toml. */
export function readManifest(text: string): Decoded<CargoManifest> {
  let data: unknown
  try {
    data = parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [summary = ''] = error.message.split('\n')
    return { kind: 'malformed', reason: `line ${error.line}: ${summary}` }
  }
  return decode(manifestSchema, data)
}

/** Everything that a kind of the package's targets may use, whatever the platform; binaries see no dev-dependencies. */
export function dependenciesOf(manifest: CargoManifest, kind: 'bench' | 'bin'): Dependencies {
  const sections = [manifest, ...Object.values(manifest.target)]
  const used = sections.flatMap((one) =>
    kind === 'bin' ? [one.dependencies] : [one.dependencies, one['dev-dependencies']],
  )
  return Object.assign({}, ...used)
}
