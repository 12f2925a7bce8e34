#!/usr/bin/env node
import { complain } from './commands/complain.ts'
import { execute } from './commands/execute.ts'
import { holdExitCode } from './host/last-resort.ts'
import { terminalOf } from './host/terminal.ts'

const terminal = terminalOf(process)
holdExitCode(process, (error) => complain(error, terminal))
process.exitCode = await execute(process.argv.slice(2), terminal)
