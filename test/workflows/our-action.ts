import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Contexts, evaluatedText } from './expression.ts'

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().default('') })),
  runs: z.strictObject({
    using: z.string().regex(/^node\d+$/),
    main: z.string(),
    post: z.string().optional(),
    'post-if': z.string().default('always()'),
  }),
})

/** Our action as it is built: what runs, and when what runs at the end of the job. */
export interface OurAction {
  readonly main: string
  readonly post: string | null
  readonly postIf: string
  /** The environment that gives it `inputs`, with the defaults of action.yml, and a warning for each that it lacks. */
  prepare(inputs: Readonly<Record<string, string>>, contexts: Contexts): Prepared
}

interface Prepared {
  readonly environment: Readonly<Record<string, string>>
  readonly warnings: string
}

/** Reads the action.yml in `directory`. */
export function ourAction(directory: string): OurAction {
  const { inputs: declared, runs } = actionSchema.parse(
    parse(readFileSync(join(directory, 'action.yml'), 'utf8')),
  )
  return {
    main: join(directory, runs.main),
    post: runs.post === undefined ? null : join(directory, runs.post),
    postIf: runs['post-if'],
    prepare(inputs, contexts) {
      const defaults = Object.entries(declared).map(([name, input]) => [
        name,
        evaluatedText(input.default, contexts),
      ])
      const values = { ...Object.fromEntries(defaults), ...inputs }
      const unknown = Object.keys(inputs).filter((name) => !(name in declared))
      return {
        environment: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [inputVariable(name), String(value)]),
        ),
        warnings: unknown.length === 0 ? '' : `::warning::Unexpected input(s) '${unknown.join("', '")}'\n`,
      }
    },
  }
}

function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`
}
