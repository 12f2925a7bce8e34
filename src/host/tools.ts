import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A need that any one of some programs meets, and how to get one. */
export interface Tool {
  readonly anyOf: readonly string[]
  readonly install: string
}

/** The tools of which no program stands on the environment's PATH. */
export function missingTools(
  tools: readonly Tool[],
  environment: Readonly<Record<string, string | undefined>>,
): Tool[] {
  const directories = (environment.PATH ?? '').split(delimiter).filter((directory) => directory !== '')
  return tools.filter(
    (tool) => !tool.anyOf.some((program) => directories.some((at) => isExecutable(join(at, program)))),
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
