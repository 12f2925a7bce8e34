import './host/guard-action.ts'

import { act } from './commands/act.ts'
import { createGithub } from './host/github.ts'
import { currentWorkflow } from './host/workflow.ts'

const workflow = currentWorkflow()
const github = createGithub(() => ({ token: workflow.input('token'), log: (line) => workflow.log(line) }))

process.exitCode = await act(workflow, github, process.env)
