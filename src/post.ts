import './host/guard-action.ts'

import { cleanUp } from './commands/clean-up.ts'

await cleanUp(process.env)
