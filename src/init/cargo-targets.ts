import { posix } from 'node:path'
import type { CargoManifest, CargoTarget } from './cargo-manifest.ts'
import { directoryOf, fileIn } from './tree.ts'

/** A benchmark or a binary that cargo would find in a package. */
export interface FoundTarget {
  readonly kind: 'bench' | 'bin'
  readonly name: string
  /** Its first source; null where it is not there. */
  readonly source: string | null
  /** Whether the test harness of the compiler runs it. */
  readonly usesLibtest: boolean
  readonly features: readonly string[]
}

/** The benchmarks and binaries of the package whose manifest stands at `path`: named ones, then those that cargo finds. */
export function targetsOf(
  manifest: CargoManifest,
  path: string,
  paths: ReadonlySet<string>,
): readonly FoundTarget[] {
  const directory = directoryOf(path)
  const benches = targets('bench', manifest.bench, found(fileIn(directory, 'benches'), paths), {
    directory,
    paths,
    automatic: manifest.package?.autobenches !== false,
  })
  const bins = targets('bin', manifest.bin, binaries(manifest, directory, paths), {
    directory,
    paths,
    automatic: manifest.package?.autobins !== false,
  })
  return [...benches, ...bins]
}

type Sources = ReadonlyMap<string, string>

function targets(
  kind: FoundTarget['kind'],
  named: readonly CargoTarget[],
  sources: Sources,
  { directory, paths, automatic }: { directory: string; paths: ReadonlySet<string>; automatic: boolean },
): readonly FoundTarget[] {
  const own = named.flatMap((target) => {
    if (target.name === undefined) return []
    const path = target.path === undefined ? sources.get(target.name) : posix.join(directory, target.path)
    const source = path !== undefined && paths.has(path) ? path : null
    const usesLibtest = kind === 'bench' && target.harness
    return [{ kind, name: target.name, source, usesLibtest, features: target['required-features'] }]
  })
  if (!automatic) return own
  const taken = new Set(own.flatMap(({ name, source }) => [name, source]))
  const others = [...sources].filter(([name, source]) => !taken.has(name) && !taken.has(source))
  return [
    ...own,
    ...others.map(([name, source]) => ({ kind, name, source, usesLibtest: kind === 'bench', features: [] })),
  ]
}

/** `NAME.rs` and `NAME/main.rs` in a directory. */
function found(directory: string, paths: ReadonlySet<string>): Sources {
  const sources = new Map<string, string>()
  for (const path of paths) {
    if (!path.startsWith(`${directory}/`)) continue
    const name = /^([^/]+?)(?:\.rs|\/main\.rs)$/.exec(path.slice(directory.length + 1))?.[1]
    if (name !== undefined) sources.set(name, path)
  }
  return sources
}

function binaries(manifest: CargoManifest, directory: string, paths: ReadonlySet<string>): Sources {
  const main = fileIn(directory, 'src/main.rs')
  const name = manifest.package?.name
  const own: Sources = name !== undefined && paths.has(main) ? new Map([[name, main]]) : new Map()
  return new Map([...own, ...found(fileIn(directory, 'src/bin'), paths)])
}
