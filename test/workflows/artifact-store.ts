import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'

const uploadSchema = z.strictObject({
  name: z.string().default('artifact'),
  path: z.string(),
  overwrite: z.enum(['true', 'false']).default('false'),
  'if-no-files-found': z.enum(['warn', 'error', 'ignore']).default('warn'),
  'include-hidden-files': z.enum(['true', 'false']).default('false'),
  'retention-days': z.string().optional(),
})

const downloadSchema = z.strictObject({
  name: z.string(),
  path: z.string().default(''),
  'run-id': z.string().optional(),
  'github-token': z.string().optional(),
})

/** The artifacts of all runs, each a directory under `directory`/run/name. */
export interface ArtifactStore {
  /** What `actions/upload-artifact` does; returns its log. */
  upload(inputs: Readonly<Record<string, string>>, run: number, workspace: string): string
  /** What `actions/download-artifact` does with a token that may read the artifacts of other runs or not. */
  download(
    inputs: Readonly<Record<string, string>>,
    run: number,
    workspace: string,
    mayReadOtherRuns: boolean,
  ): string
  /** The directory of each artifact of a run, by its name. */
  of(run: number): Readonly<Record<string, string>>
}

/** Keeps artifacts under `directory`. */
export function artifactStore(directory: string): ArtifactStore {
  const placeOf = (run: number | string, name: string) => join(directory, String(run), name)
  return {
    upload(inputs, run, workspace) {
      const asked = uploadSchema.parse(inputs)
      const paths = asked.path
        .split('\n')
        .map((path) => path.trim())
        .filter((path) => path !== '')
        .map((path) => resolve(workspace, path))
        .filter((path) => existsSync(path))
      if (!paths.some(holdsFiles)) return nothingFound(asked['if-no-files-found'], asked.path)
      const place = placeOf(run, asked.name)
      if (existsSync(place) && asked.overwrite === 'false') {
        throw new Error(`an artifact with the name ${asked.name} already exists on the workflow run`)
      }
      rmSync(place, { recursive: true, force: true })
      mkdirSync(place, { recursive: true })
      const root = rootOf(paths)
      const visible = (path: string) =>
        asked['include-hidden-files'] === 'true' || !relative(root, path).split(sep).some(isHidden)
      for (const path of paths) {
        const to = relative(root, path)
        cpSync(path, join(place, to), { recursive: true, filter: visible })
      }
      return `uploaded ${asked.name}\n`
    },
    download(inputs, run, workspace, mayReadOtherRuns) {
      const asked = downloadSchema.parse(inputs)
      if (asked['run-id'] !== undefined && (asked['github-token'] ?? '') === '') {
        throw new Error('the artifact of another run needs the input github-token')
      }
      if (asked['run-id'] !== undefined && !mayReadOtherRuns) {
        throw new Error('Resource not accessible by integration: the job needs actions: read')
      }
      const place = placeOf(asked['run-id'] ?? run, asked.name)
      if (!existsSync(place)) throw new Error(`Artifact not found for name: ${asked.name}`)
      cpSync(place, resolve(workspace, asked.path), { recursive: true })
      return `downloaded ${asked.name}\n`
    },
    of(run) {
      const place = join(directory, String(run))
      const names = existsSync(place) ? readdirSync(place) : []
      return Object.fromEntries(names.map((name) => [name, join(place, name)]))
    },
  }
}

function nothingFound(then: 'warn' | 'error' | 'ignore', path: string): string {
  const message = `No files were found with the provided path: ${path}. No artifacts will be uploaded.`
  switch (then) {
    case 'error':
      throw new Error(message)
    case 'warn':
      return `::warning::${message}\n`
    case 'ignore':
      return `${message}\n`
  }
}

/** A lone directory is the root itself; of several paths, their nearest common parent; of a file, its directory. */
function rootOf(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  if (others.length === 0) return statSync(first).isDirectory() ? first : resolve(first, '..')
  const parts = first.split(sep)
  const common = parts.findIndex((part, at) => others.some((other) => other.split(sep)[at] !== part))
  return parts.slice(0, common < 0 ? parts.length : common).join(sep)
}

function holdsFiles(path: string): boolean {
  if (!statSync(path).isDirectory()) return true
  return readdirSync(path).some((name) => !isHidden(name) && holdsFiles(join(path, name)))
}

function isHidden(part: string): boolean {
  return basename(part).startsWith('.')
}
