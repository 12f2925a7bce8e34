import { dirname } from 'node:path'
import { UserError } from '../model/failure.ts'
import { createFiles } from './files.ts'

/** The directory that `program` ships in: the nearest one above it that has `file`. */
export async function packageRoot(program: string, file: string): Promise<string> {
  const files = createFiles()
  for (let directory = dirname(await files.realPath(program)); ; directory = dirname(directory)) {
    if (await files.exists(`${directory}/${file}`)) return directory
    if (dirname(directory) === directory) {
      throw new UserError(`no ${file} beside ${program}: run pairgate from a checkout or the npm package`)
    }
  }
}
