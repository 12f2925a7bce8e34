import { endLeftovers } from '../host/process-tree.ts'
import { removeLeftovers, temporaryParent } from '../host/temporary.ts'

/** After a job, however it ended: no process and no checkout of a run that was cancelled stays on the machine. */
export async function cleanUp(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  endLeftovers()
  await removeLeftovers(temporaryParent(environment))
}
