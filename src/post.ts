import { cleanUp } from './commands/clean-up.ts'

await cleanUp(process.env)
