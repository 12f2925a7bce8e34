#!/usr/bin/env node
import { execute } from './commands/execute.ts'
import { terminalOf } from './host/terminal.ts'

process.exitCode = await execute(process.argv.slice(2), terminalOf(process))
