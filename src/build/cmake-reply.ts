import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { BuildSite } from '../model/build.ts'
import { decodeJson } from '../model/decoded.ts'
import { UserError } from '../model/failure.ts'
import type { Files } from '../model/host.ts'
import { maskPaths } from './compiler.ts'

const codemodelSchema = z.object({
  configurations: z.array(
    z.object({ targets: z.array(z.object({ name: z.string(), id: z.string(), jsonFile: z.string() })) }),
  ),
})

const targetSchema = z.object({
  name: z.string(),
  type: z.string(),
  artifacts: z.array(z.object({ path: z.string() })).default([]),
  dependencies: z.array(z.object({ id: z.string() })).default([]),
  link: z
    .object({
      lto: z.boolean().default(false),
      commandFragments: z.array(z.object({ fragment: z.string(), role: z.string() })).default([]),
    })
    .optional(),
  compileGroups: z
    .array(
      z.object({
        language: z.string(),
        compileCommandFragments: z.array(z.object({ fragment: z.string() })).default([]),
        defines: z.array(z.object({ define: z.string() })).default([]),
      }),
    )
    .default([]),
})

/** A target as CMake's File API describes it. */
export type CmakeTarget = z.infer<typeof targetSchema>

/** What the File API is asked for, as the names of the query files. */
export const queries = ['codemodel-v2', 'toolchains-v1']

/** A target, and everything of the project that it is made of. */
export interface CmakeTargets {
  readonly target: CmakeTarget
  readonly dependencies: readonly CmakeTarget[]
}

/** Reads what CMake replied about a target and its dependencies. Throws a UserError naming the targets that there are. */
export async function readTargets(name: string, site: BuildSite, files: Files): Promise<CmakeTargets> {
  const codemodel = await replyTo('codemodel-v2', site, files)
  if (codemodel === undefined) throw new UserError('CMake gave no codemodel: version 3.14 or newer is needed')
  const all = (await read(codemodelSchema, codemodel, files)).configurations.flatMap((one) => one.targets)
  const root = all.find((one) => one.name === name)
  if (root === undefined) {
    throw new UserError(`no CMake target ${name}: the project has ${all.map((one) => one.name).join(', ')}`)
  }
  const load = (jsonFile: string) => read(targetSchema, `${replyDirectory(site)}/${jsonFile}`, files)
  const target = await load(root.jsonFile)
  const dependencies = new Map<string, CmakeTarget>()
  const pending = [...target.dependencies]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { id } = next
    const found = all.find((one) => one.id === id)
    if (found === undefined || dependencies.has(id) || id === root.id) continue
    const dependency = await load(found.jsonFile)
    dependencies.set(id, dependency)
    pending.push(...dependency.dependencies)
  }
  return { target, dependencies: [...dependencies.values()] }
}

/** The file that a target makes, as an absolute path; null for one that makes none. */
export function artifactOf({ artifacts }: CmakeTarget, site: BuildSite): string | null {
  const path = artifacts[0]?.path
  if (path === undefined) return null
  return isAbsolute(path) ? path : `${site.buildDirectory}/${path}`
}

/** The compiler flags of targets, by target and language, with the revision's own paths masked. */
export function flagsOf(targets: readonly CmakeTarget[], site: BuildSite): Readonly<Record<string, string>> {
  const flags = new Map<string, Set<string>>()
  for (const { name, compileGroups } of targets) {
    for (const { language, compileCommandFragments, defines } of compileGroups) {
      const words = [
        ...compileCommandFragments.map(({ fragment }) => fragment),
        ...defines.map(({ define }) => `-D${define}`),
      ]
      const key = `${name} (${language})`
      const text = maskPaths(words.join(' ').trim(), site)
      flags.set(key, (flags.get(key) ?? new Set()).add(text))
    }
  }
  return Object.fromEntries([...flags].map(([key, texts]) => [key, [...texts].sort().join(' and ')]))
}

const toolchainsSchema = z.object({
  toolchains: z.array(
    z.object({
      language: z.string(),
      compiler: z.object({
        id: z.string().optional(),
        version: z.string().optional(),
        path: z.string().optional(),
      }),
    }),
  ),
})

/** A compiler that CMake found. */
export interface CmakeCompiler {
  readonly language: string
  /** Such as `GNU 12.2.0 /usr/bin/c++`. */
  readonly name: string
  readonly path?: string | undefined
}

/** The compilers that CMake found; none before CMake 3.20. */
export async function compilersOf(site: BuildSite, files: Files): Promise<readonly CmakeCompiler[]> {
  const reply = await replyTo('toolchains-v1', site, files)
  if (reply === undefined) return []
  const { toolchains } = await read(toolchainsSchema, reply, files)
  return toolchains.map(({ language, compiler: { id, version, path } }) => ({
    language,
    name: [id, version, path].filter((text) => text !== undefined).join(' '),
    path,
  }))
}

function replyDirectory(site: BuildSite): string {
  return `${site.buildDirectory}/.cmake/api/v1/reply`
}

async function replyTo(query: string, site: BuildSite, files: Files): Promise<string | undefined> {
  const directory = replyDirectory(site)
  if (!(await files.exists(directory))) return undefined
  return (await files.listRecursively(directory)).find((path) =>
    path.slice(directory.length + 1).startsWith(`${query}-`),
  )
}

async function read<T>(schema: z.ZodType<T>, path: string, files: Files): Promise<T> {
  const decoded = decodeJson(schema, await files.readText(path))
  if (decoded.kind === 'ok') return decoded.value
  throw new Error(`${path}: ${decoded.reason}`)
}
