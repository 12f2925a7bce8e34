import { execFile } from 'node:child_process'
import type { Ended, Step } from './tool.ts'

/** Far above what any of the tools takes; a comparison that hangs is one without a verdict. */
const LIMIT_MS = 15 * 60_000

/** Runs a step and waits for its end, whatever its exit code. */
export function perform({ program, args, cwd, env }: Step): Promise<Ended> {
  return new Promise((fulfil) => {
    const options = {
      cwd,
      env: { ...process.env, ...env },
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 1 << 28,
    } as const
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      fulfil({ code: error === null ? 0 : child.exitCode, stdout, stderr })
    })
  })
}

/** The standard output of a step that has to succeed. */
export async function output(step: Step): Promise<string> {
  const { code, stdout, stderr } = await perform(step)
  if (code !== 0)
    throw new Error(`${step.program} ${step.args.join(' ')} ended with ${code}: ${stderr.slice(-2000)}`)
  return stdout
}
