import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { git } from './git.ts'

/** What of the package makes up the demo's repository. */
const PARTS = ['pairgate.yml', 'Cargo.toml', 'Cargo.lock', '.cargo', 'harness', 'examples/suite']

/** Leftovers of builds that a checkout may hold. */
const BUILT = new Set(['target', 'build'])

/** Makes a repository in `directory` whose first commit is the suite and whose second one applies `patches`. */
export async function plantRepository(
  directory: string,
  home: string,
  patches: readonly string[],
): Promise<void> {
  for (const part of PARTS) {
    await cp(join(home, part), join(directory, part), {
      recursive: true,
      filter: (source) => !BUILT.has(basename(source)),
    })
  }
  await git(directory, ['init', '--quiet'])
  await commitAll(directory, 'The suite')
  for (const patch of patches) await git(directory, ['apply', join(home, 'examples/suite/plants', patch)])
  await commitAll(directory, 'Planted changes')
}

async function commitAll(directory: string, message: string): Promise<void> {
  await git(directory, ['add', '--all'])
  const identity = ['-c', 'user.name=pairgate demo', '-c', 'user.email=demo@pairgate.invalid']
  await git(directory, [...identity, 'commit', '--quiet', '--no-gpg-sign', '--message', message])
}
