import './host/guard-action.ts'

import { act } from './commands/act.ts'
import { currentWorkflow } from './host/github.ts'

process.exitCode = await act(currentWorkflow(), process.env)
