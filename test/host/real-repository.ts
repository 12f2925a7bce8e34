import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A git repository in a directory that is removed at the end; `temporary` beside it stands for the machine's. */
export interface RealRepository extends Disposable {
  readonly directory: string
  readonly temporary: string
  git(...args: string[]): string
  write(files: Readonly<Record<string, string>>): void
  commit(files: Readonly<Record<string, string>>): string
}

/** Makes an empty repository; `name` is that of its directory. */
export function realRepository(name = 'user'): RealRepository {
  const root = mkdtempSync(join(tmpdir(), 'revisions-test-'))
  const directory = join(root, name)
  const temporary = join(root, 'temporary')
  mkdirSync(directory)
  mkdirSync(temporary)
  const run = (...args: string[]) => gitIn(directory, ...args)
  run('init', '--quiet', '--initial-branch=main')
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
  }
  return {
    directory,
    temporary,
    git: run,
    write,
    commit: (files) => {
      write(files)
      run('add', '--all')
      run('commit', '--quiet', '--allow-empty', '--message', 'A commit')
      return run('rev-parse', 'HEAD')
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Runs git as a user would and returns its output without the last newline. */
export function gitIn(directory: string, ...args: string[]): string {
  const settings = [
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.invalid',
    '-c',
    'protocol.file.allow=always',
  ]
  return execFileSync('git', [...settings, ...args], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd()
}

/** Every path below `directory` with the digest of its bytes or the target of its link. */
export function fingerprint(directory: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) found[path] = readlinkSync(path)
    else if (entry.isFile()) found[path] = createHash('sha256').update(readFileSync(path)).digest('hex')
    else found[path] = 'directory'
  }
  return found
}
