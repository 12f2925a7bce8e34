import { parse } from 'yaml'
import { z } from 'zod'

/** A value that may be written as an expression, which is told when it is evaluated. */
const value = z.union([z.string(), z.number(), z.boolean()])
const values = z.record(z.string(), value.nullable())
const access = z.enum(['read', 'write', 'none'])
const permissionsSchema = z.union([z.enum(['read-all', 'write-all']), z.record(z.string(), access)])

const stepSchema = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.union([z.string(), z.boolean()]).optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.enum(['bash', 'sh']).optional(),
  'working-directory': z.string().optional(),
  with: values.default({}),
  env: values.default({}),
  'continue-on-error': z.union([z.boolean(), z.string()]).default(false),
  'timeout-minutes': value.optional(),
})

const strategySchema = z.strictObject({
  'fail-fast': z.boolean().default(true),
  'max-parallel': value.optional(),
  matrix: z.union([z.string(), z.record(z.string(), z.unknown())]).default({}),
})

const concurrencySchema = z.union([
  z.string(),
  z.strictObject({ group: z.string(), 'cancel-in-progress': z.union([z.boolean(), z.string()]).optional() }),
])

const jobSchema = z.strictObject({
  name: z.string().optional(),
  needs: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  if: z.union([z.string(), z.boolean()]).optional(),
  'runs-on': z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  environment: z.string().optional(),
  permissions: permissionsSchema.optional(),
  concurrency: concurrencySchema.optional(),
  env: values.default({}),
  outputs: z.record(z.string(), z.string()).default({}),
  strategy: strategySchema.optional(),
  'timeout-minutes': value.optional(),
  'continue-on-error': z.union([z.boolean(), z.string()]).default(false),
  steps: z.array(stepSchema),
})

const inputSchema = z.strictObject({
  description: z.string().optional(),
  required: z.boolean().default(false),
  type: z.enum(['string', 'choice', 'boolean', 'number']).default('string'),
  options: z.array(z.string()).optional(),
  default: value.optional(),
})

const dispatchSchema = z.object({
  workflow_dispatch: z.object({ inputs: z.record(z.string(), inputSchema).default({}) }).nullable(),
})

/** The events that start a workflow, each with what it says of it. */
const onSchema = z.union([
  z.string().transform((name): Readonly<Record<string, unknown>> => ({ [name]: null })),
  z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, null]))),
  z.record(z.string(), z.unknown()),
])

const workflowSchema = z.strictObject({
  name: z.string().optional(),
  'run-name': z.string().optional(),
  on: onSchema,
  permissions: permissionsSchema.optional(),
  concurrency: concurrencySchema.optional(),
  env: values.default({}),
  jobs: z.record(z.string(), jobSchema),
})

/** A workflow file; what the driver does not know is an error and never passed over. */
export type WorkflowFile = z.infer<typeof workflowSchema>
export type JobOfFile = z.infer<typeof jobSchema>
export type StepOfFile = z.infer<typeof stepSchema>
export type PermissionsOfFile = z.infer<typeof permissionsSchema>
type InputOfFile = z.infer<typeof inputSchema>

/** Decodes a workflow file's text. */
export function decodeWorkflow(text: string): WorkflowFile {
  return workflowSchema.parse(parse(text))
}

/** The inputs that a workflow declares for starts by hand. */
export function inputsOf({ on }: WorkflowFile): Readonly<Record<string, InputOfFile>> {
  const dispatch = dispatchSchema.safeParse(on)
  return dispatch.success ? (dispatch.data.workflow_dispatch?.inputs ?? {}) : {}
}
