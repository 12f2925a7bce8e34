import { type Dirent, rmSync } from 'node:fs'
import { chmod, lstat, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../model/failure.ts'
import { endLeftovers, isAlive, pidNamespace } from './process-tree.ts'

const PREFIX = 'pairgate-'

/** A directory of this process's own; disposing removes it. */
export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string
}

/** Makes a fresh directory under `TMPDIR`, after removing those that dead processes of ours left there. */
export async function makeTemporaryDirectory(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<TemporaryDirectory> {
  const parent = temporaryParent(environment)
  endLeftovers()
  await removeLeftovers(parent)
  const path = await make(parent)
  await writeFile(join(path, 'pid'), `${process.pid} ${pidNamespace()}\n`)
  // A second signal leaves at once, without unwinding: the directory goes all the same.
  const removeAtExit = (): void => rmSync(path, { recursive: true, force: true })
  process.once('exit', removeAtExit)
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await removeTree(path)
      process.off('exit', removeAtExit)
    },
  }
}

/** Where temporary directories are made. */
export function temporaryParent(environment: Readonly<Record<string, string | undefined>>): string {
  return environment.TMPDIR || tmpdir()
}

async function make(parent: string): Promise<string> {
  try {
    return await mkdtemp(join(await realpath(parent), PREFIX))
  } catch (error) {
    throw new UserError(
      `no temporary directory can be made in ${parent}: set TMPDIR to one that may be written`,
      {
        cause: error,
      },
    )
  }
}

/** Removes a directory with everything in it, also what its owner may not write. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    await makeWritable(path)
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function makeWritable(directory: string): Promise<void> {
  await chmod(directory, 0o700).catch(() => undefined)
  for (const entry of await entriesOf(directory)) {
    if (entry.isDirectory()) await makeWritable(join(directory, entry.name))
  }
}

/** Removes what runs that are over left in `parent`: directories that name a process which is gone. */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const entry of await entriesOf(parent)) {
    if (!entry.isDirectory() || !entry.name.startsWith(PREFIX)) continue
    const path = join(parent, entry.name)
    if (await isLeftover(path)) await removeTree(path).catch(() => undefined)
  }
}

/** Whether a directory is this user's and names a process that could be seen from here and is gone. */
async function isLeftover(directory: string): Promise<boolean> {
  try {
    if ((await lstat(directory)).uid !== process.getuid?.()) return false
    const [pid = '', namespace = ''] = (await readFile(join(directory, 'pid'), 'utf8')).trim().split(' ')
    return /^[1-9]\d*$/.test(pid) && namespace === pidNamespace() && !isAlive(Number(pid))
  } catch {
    return false
  }
}

async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  return readdir(directory, { withFileTypes: true }).catch(() => [])
}
