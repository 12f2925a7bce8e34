import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The project's repository at its server. */
export interface Origin extends Disposable {
  readonly directory: string
  readonly url: string
  /** Commits the files on top of what is checked out; returns the commit. */
  commit(files?: Readonly<Record<string, string>>): string
  /** Checks out `branch`, made from `start` where that is given. */
  switchTo(branch: string, start?: string): void
  /** The merge of `head` into `base`, made aside as GitHub makes it. */
  merge(base: string, head: string): string
  git(...args: string[]): string
}

/** An empty repository at its server, on the branch main. */
export function originRepository(): Origin {
  const directory = mkdtempSync(join(tmpdir(), 'origin-'))
  const git = gitIn(directory)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  return {
    directory,
    url: pathToFileURL(join(directory, '.git')).href,
    git,
    commit(files = {}) {
      writeFiles(directory, files)
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message', 'change')
      return git('rev-parse', 'HEAD')
    },
    switchTo(branch, start) {
      git('checkout', '--quiet', ...(start === undefined ? [branch] : ['-B', branch, start]))
    },
    merge(base, head) {
      const tree = git('merge-tree', '--write-tree', base, head)
      return git('commit-tree', tree, '-p', base, '-p', head, '-m', `Merge ${head} into ${base}`)
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** A clone as actions/checkout leaves it. */
export interface Clone extends Disposable {
  readonly directory: string
  /** All that tells whether something was fetched into it. */
  state(): unknown
}

/** Fetches one commit as actions/checkout does; a depth of 0 is the whole history. */
export function checkOut(origin: Origin, sha: string, depth = 1): Clone {
  const directory = mkdtempSync(join(tmpdir(), 'workspace-'))
  const git = gitIn(directory)
  git('init', '--quiet', '--initial-branch=main')
  git('remote', 'add', 'origin', origin.url)
  const all = '+refs/heads/*:refs/remotes/origin/*'
  const wanted =
    depth === 0 ? [all, sha] : [`--depth=${depth}`, 'origin', `+${sha}:refs/remotes/pull/7/merge`]
  git('fetch', '--quiet', '--no-tags', ...(depth === 0 ? ['origin'] : []), ...wanted)
  git('checkout', '--quiet', '--force', '--detach', sha)
  return {
    directory,
    state: () => ({
      shallow: depth === 0 ? null : readFileSync(join(directory, '.git/shallow'), 'utf8'),
      isShallow: git('rev-parse', '--is-shallow-repository'),
      objects: git('count-objects', '--verbose'),
      refs: git('for-each-ref'),
      head: git('rev-parse', 'HEAD'),
      config: readFileSync(join(directory, '.git/config'), 'utf8'),
    }),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function gitIn(directory: string): (...args: string[]) => string {
  const identity = ['-c', 'user.name=toy', '-c', 'user.email=toy@example.invalid']
  return (...args) => execFileSync('git', [...identity, ...args], { cwd: directory, encoding: 'utf8' }).trim()
}

function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
}
