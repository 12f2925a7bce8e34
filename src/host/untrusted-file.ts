import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { UserError } from '../model/failure.ts'

/**
 * The text of a file that a stranger may have made: a regular file of at most `largestBytes`, reached by no symbolic
 * link of its own. Throws a UserError for any other.
 */
export async function readUntrusted(path: string, largestBytes: number): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    const stat = await file.stat()
    if (!stat.isFile()) throw new Error('it is no regular file')
    if (stat.size > largestBytes) throw new Error(`it has ${stat.size} bytes, more than ${largestBytes}`)
    return await file.readFile('utf8')
  } catch (error) {
    throw new UserError(
      `${path} cannot be read: give the directory of the downloaded artifact as the input \`out\``,
      {
        cause: error,
      },
    )
  }
}
