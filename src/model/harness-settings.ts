import { z } from 'zod'
import { insidePath } from './inside-path.ts'

/** The harnesses that need no settings; each has a file in `src/harness/`. */
const plainHarnessNames = ['pairgate', 'google-benchmark', 'criterion'] as const

const workloadName = z.string().min(1, 'a name that is not empty')

const plainHarnessSchema = z.strictObject({ name: z.enum(plainHarnessNames) })

const keyValueSchema = z.strictObject({
  name: z.literal('key-value'),
  benchmarks: z
    .union([
      z.array(workloadName).min(1),
      z.strictObject({
        list: z
          .array(z.string())
          .describe('arguments with which the program prints its workloads, one a line'),
      }),
    ])
    .describe('the workloads, or how the program lists them'),
  arguments: z
    .array(z.string())
    .default(['{benchmark}'])
    .describe('what the program is given to run one; {benchmark} stands for its name'),
})
export type KeyValueSettings = z.infer<typeof keyValueSchema>

const workloadSchema = z.strictObject({
  arguments: z.array(z.string()).default([]).describe('of the program that the arm builds'),
  directory: insidePath.prefault('.').describe('where it runs, relative to the root of the repository'),
  stdin: insidePath.optional().describe('a file on its standard input'),
  prepare: z
    .array(z.array(z.string()).min(1))
    .default([])
    .describe('commands before each process, each a list of arguments; they are not timed'),
  exit_code: z.int().min(0).max(255).default(0).describe('of success'),
  output: z
    .string()
    .regex(/^(ignore|same|sha256:[0-9a-f]{64})$/, 'ignore, same or sha256: and 64 hexadecimal digits')
    .default('ignore')
    .describe('what standard output must be: the same at both revisions, or of this hash'),
})

const commandHarnessSchema = z.strictObject({
  name: z.literal('command'),
  benchmarks: z
    .record(workloadName, workloadSchema)
    .refine((workloads) => Object.keys(workloads).length > 0, 'at least one workload')
    .describe('the workloads by name'),
})
export type CommandHarnessSettings = z.infer<typeof commandHarnessSchema>

/** How an arm's program may be asked. */
export const harnessNames = [...plainHarnessNames, 'key-value', 'command'] as const

export const harnessSettingsSchema = z
  .union([
    z.enum(plainHarnessNames, {
      error: ({ input }) =>
        input === 'key-value' || input === 'command'
          ? `a mapping with \`name: ${input}\` and its \`benchmarks\``
          : undefined,
    }),
    z.discriminatedUnion('name', [plainHarnessSchema, keyValueSchema, commandHarnessSchema]),
  ])
  .transform((harness) => (typeof harness === 'string' ? { name: harness } : harness))
export type HarnessSettings = z.infer<typeof harnessSettingsSchema>
