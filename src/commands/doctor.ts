import { examine } from '../examine.ts'
import { createHost } from '../host/host.ts'
import { interruption } from '../host/interruption.ts'
import { packageRoot } from '../host/package-root.ts'
import { makeTemporaryDirectory } from '../host/temporary.ts'
import type { Terminal } from '../host/terminal.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { renderCheckup } from '../report/checkup-terminal.ts'
import { visibleJson } from '../report/glyphs.ts'
import { progressOn } from './progress.ts'

const HEADER = 'harness/cpp/pairgate.hpp'

/** Half a minute: four workloads, each five times. */
const SHORT = { repetitions: 5, planted: { repetitions: 0, pct: 5 } }

/** Some minutes: enough for an interval of rates that says something. */
const LONG = { repetitions: 15, planted: { repetitions: 60, pct: 5 } }

/** `pairgate doctor`: what speaks for and against the machine, and the slowdown that it can see. */
export async function doctor(invocation: InvocationOf<'doctor'>, terminal: Terminal): Promise<ExitCode> {
  const home = await packageRoot(terminal.program, HEADER)
  using interrupted = interruption()
  await using temporary = await makeTemporaryDirectory(terminal.environment)
  const progress = progressOn(terminal)
  const host = createHost({
    environment: terminal.environment,
    signal: interrupted.signal,
    log: (line) => progress.log(line),
    echo: (line) => progress.echo(line),
  })
  const plan = {
    directory: temporary.path,
    headers: `${home}/harness/cpp`,
    ...(invocation.long ? LONG : SHORT),
  }
  const checkup = await examine(plan, host, (event) => progress.hear(event, host.clock.monotonicMs()))
  progress.end()
  terminal.print(
    invocation.format === 'json'
      ? `${visibleJson(JSON.stringify(checkup, null, 2))}\n`
      : renderCheckup(checkup, terminal),
  )
  return checkup.usable ? 0 : 2
}
