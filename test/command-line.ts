import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** The built command line. */
export const CLI = resolve(ROOT, 'dist/cli/index.js')

/** Every Node that the bundles are tested on: the one at hand, and 24 where it was installed. */
export const nodes: readonly string[] = [
  process.execPath,
  ...['x64', 'arm64']
    .map((arch) => resolve(ROOT, `.cache/node24/node_modules/node-linux-${arch}/bin/node`))
    .filter((path) => existsSync(path)),
]

/** How a program ended and what it wrote. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Tests run side by side on machines that are busy with them: none waits for another, or for calm. */
export const ALONE: Record<string, string> = { PAIRGATE_LOCK: 'none', PAIRGATE_IDLE: 'none' }

/** Starts the built command line in `cwd`. */
export function start(args: readonly string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...process.env, ...ALONE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Waits until `child` has ended. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const code = await new Promise<number | null>((done) => child.once('close', (status) => done(status)))
  return { code, stdout, stderr }
}

/** Runs the built command line in `cwd` to its end, with `input` on standard input. */
export async function pairgate(args: readonly string[], cwd: string, input = ''): Promise<Ended> {
  const child = start(args, cwd)
  child.stdin?.end(input)
  return ended(child)
}
