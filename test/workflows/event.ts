import { z } from 'zod'
import { inputsOf, type WorkflowFile } from './workflow-file.ts'

/** What starts a run, as GitHub would tell it. */
export interface Event {
  readonly name: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly sha: string
  readonly ref: string
  /** What was typed in for a start by hand. */
  readonly inputs?: Readonly<Record<string, string | boolean>>
}

/** What else an event tells, read from its payload. */
export interface Happening {
  readonly isOfFork: boolean
  readonly headRef: string
  readonly baseRef: string
}

const side = z.looseObject({ ref: z.string(), repo: z.looseObject({ full_name: z.string() }) })
const payloadSchema = z.looseObject({
  pull_request: z.looseObject({ head: side, base: side }).optional(),
})

/** Reads the payload of an event. */
export function happeningOf({ name, payload }: Event): Happening {
  const { pull_request: pullRequest } = payloadSchema.parse(payload)
  if (pullRequest === undefined) return { isOfFork: false, headRef: '', baseRef: '' }
  const { head, base } = pullRequest
  return {
    isOfFork: name === 'pull_request' && head.repo.full_name !== base.repo.full_name,
    headRef: head.ref,
    baseRef: base.ref,
  }
}

/** The inputs of a start by hand, held to what the workflow declares; other events have none. */
export function inputsGiven(workflow: WorkflowFile, event: Event): Readonly<Record<string, unknown>> {
  if (!(event.name in workflow.on)) throw new Error(`the event ${event.name} does not start this workflow`)
  const given = event.inputs ?? {}
  if (event.name !== 'workflow_dispatch') return {}
  const declared = inputsOf(workflow)
  for (const name of Object.keys(given)) {
    if (!(name in declared)) throw new Error(`the workflow has no input ${name}`)
  }
  return Object.fromEntries(
    Object.entries(declared).map(([name, { required, options, default: fallback = '' }]) => {
      const value = given[name] ?? fallback
      if (required && value === '') throw new Error(`the input ${name} is required`)
      if (options !== undefined && !options.includes(String(value))) {
        throw new Error(`${value} is no option of the input ${name}`)
      }
      return [name, value]
    }),
  )
}
