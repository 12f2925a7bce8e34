import { findProgram } from './process-start.ts'

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
  return tools.filter(
    (tool) => !tool.anyOf.some((program) => findProgram(program, environment.PATH) !== null),
  )
}
