import { spawn } from 'node:child_process'

/** A process of a step: never a shell string, but for the script of `run`, which is a file. */
export interface StepCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Runs the process of a step to its end; its log is both streams as they came. */
export async function runCommand(command: StepCommand): Promise<{ code: number | null; log: string }> {
  const { program, args, cwd, env } = command
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  const hear = (text: string) => {
    log += text
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('close', done)
  })
  return { code, log }
}
