import { resolve } from 'node:path'
import { exitCodeOf } from '../analysis/exit.ts'
import { gate } from '../gate.ts'
import { createHost } from '../host/host.ts'
import { interruption } from '../host/interruption.ts'
import type { Terminal } from '../host/terminal.ts'
import type { RunRequest } from '../model/request.ts'
import type { Result } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { whereabouts } from '../report/whereabouts.ts'
import { complain } from './complain.ts'
import { progressOn } from './progress.ts'
import { present } from './report.ts'

/** `pairgate run`: the gate on the repository that the command was started in. */
export async function runCommand(invocation: InvocationOf<'run'>, terminal: Terminal): Promise<ExitCode> {
  const request = { ...invocation.request, repository: terminal.directory }
  using interrupted = interruption()
  const out = resolve(terminal.directory, invocation.out)
  const result = await runGate(request, out, terminal, interrupted.signal)
  if (result === null) return 2
  terminal.print(present(result, invocation.format, terminal))
  if (invocation.format === 'terminal') terminal.print(`\n${whereabouts(invocation.out)}`)
  return exitCodeOf(result)
}

/** Runs the gate with progress on the terminal; null when it failed before anything was recorded. */
export async function runGate(
  request: RunRequest,
  out: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Result | null> {
  const progress = progressOn(terminal)
  const host = createHost({
    environment: terminal.environment,
    signal,
    log: (line) => progress.log(line),
    echo: (line) => progress.echo(line),
  })
  const { result, failure } = await gate(request, out, host, (event) =>
    progress.hear(event, host.clock.monotonicMs()),
  )
  progress.end()
  if (failure !== null) complain(failure, terminal)
  return result
}
