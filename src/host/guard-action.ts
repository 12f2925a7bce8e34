import * as core from '@actions/core'
import { holdExitCode } from './last-resort.ts'

// Imported before anything else: GitHub's library reads the event's payload as soon as it is loaded.
holdExitCode(process, (error) => {
  core.error(error instanceof Error ? (error.stack ?? error.message) : String(error), { title: 'pairgate' })
})
