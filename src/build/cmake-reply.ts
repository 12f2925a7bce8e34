import { z } from 'zod'
import type { BuildSite } from '../model/build.ts'
import { decodeJson } from '../model/decoded.ts'
import { UserError } from '../model/failure.ts'
import type { Files } from '../model/host.ts'

const codemodelSchema = z.object({
  configurations: z.array(
    z.object({ targets: z.array(z.object({ name: z.string(), jsonFile: z.string() })) }),
  ),
})

const targetSchema = z.object({
  name: z.string(),
  type: z.string(),
  artifacts: z.array(z.object({ path: z.string() })).default([]),
  link: z.object({ lto: z.boolean().optional() }).optional(),
  compileGroups: z
    .array(
      z.object({
        language: z.string(),
        compileCommandFragments: z.array(z.object({ fragment: z.string() })).default([]),
      }),
    )
    .default([]),
})

/** A target as CMake's File API describes it. */
export type CmakeTarget = z.infer<typeof targetSchema>

/** Reads what CMake replied about one target. Throws a UserError naming the targets that there are. */
export async function readTarget(name: string, site: BuildSite, files: Files): Promise<CmakeTarget> {
  const reply = `${site.buildDirectory}/.cmake/api/v1/reply`
  const codemodel = (await files.listRecursively(reply)).find((path) =>
    /\/codemodel-v2-[^/]*\.json$/.test(path),
  )
  if (codemodel === undefined) throw new UserError('CMake gave no codemodel: version 3.14 or newer is needed')
  const targets = (await read(codemodelSchema, codemodel, files)).configurations.flatMap((one) => one.targets)
  const found = targets.find((target) => target.name === name)
  if (found === undefined) {
    throw new UserError(
      `no CMake target ${name}: the project has ${targets.map((target) => target.name).join(', ')}`,
    )
  }
  return read(targetSchema, `${reply}/${found.jsonFile}`, files)
}

/** The compiler flags of a target, by language, with the revision's own paths as they are mapped. */
export function flagsOf(target: CmakeTarget, site: BuildSite): Readonly<Record<string, string>> {
  return Object.fromEntries(
    target.compileGroups.map((group) => [
      group.language,
      group.compileCommandFragments
        .map(({ fragment }) => fragment)
        .join(' ')
        .replaceAll(site.checkout, site.mappedCheckout)
        .replaceAll(site.buildDirectory, site.mappedBuildDirectory),
    ]),
  )
}

async function read<T>(schema: z.ZodType<T>, path: string, files: Files): Promise<T> {
  const decoded = decodeJson(schema, await files.readText(path))
  if (decoded.kind === 'ok') return decoded.value
  throw new Error(`${path}: ${decoded.reason}`)
}
