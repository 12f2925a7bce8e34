import type { Terminal } from '../host/terminal.ts'
import { UserError } from '../model/failure.ts'
import type { ExitCode } from '../model/verdict.ts'
import { version } from '../model/version.ts'
import { parseArguments } from '../options/arguments.ts'
import type { Invocation } from '../options/invocation.ts'
import { analyze } from './analyze.ts'
import { complain } from './complain.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { explainCommand } from './explain.ts'
import { hotspotCommand } from './hotspot.ts'
import { initCommand } from './init.ts'
import { report } from './report.ts'
import { runCommand } from './run.ts'
import { tuneCommand } from './tune.ts'
import { verify } from './verify.ts'

/** Runs the command that `argv` asks for and returns its exit code; nothing is thrown. */
export async function execute(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    requireNode(terminal.node)
    return await perform(parseArguments(argv), terminal)
  } catch (error) {
    complain(error, terminal)
    return 2
  }
}

function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 12)) return
  throw new UserError(
    `pairgate needs Node 20.12 or newer, this is ${version}: install a newer one, for example from nodejs.org`,
  )
}

async function perform(invocation: Invocation, terminal: Terminal): Promise<ExitCode> {
  switch (invocation.command) {
    case 'help':
      terminal.print(invocation.text)
      return 0
    case 'version':
      terminal.print(`pairgate ${version}\n`)
      return 0
    case 'run':
      return runCommand(invocation, terminal)
    case 'analyze':
      return analyze(invocation, terminal)
    case 'report':
      return report(invocation, terminal)
    case 'explain':
      return explainCommand(invocation, terminal)
    case 'verify':
      return verify(invocation, terminal)
    case 'tune':
      return tuneCommand(invocation, terminal)
    case 'hotspot':
      return hotspotCommand(invocation, terminal)
    case 'doctor':
      return doctor(invocation, terminal)
    case 'init':
      return initCommand(invocation, terminal)
    case 'demo':
      return demo(invocation, terminal)
  }
}
