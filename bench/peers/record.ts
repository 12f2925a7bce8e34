import { z } from 'zod'

/** What one rule said of one comparison; `none` where the tool came to no verdict. */
export const verdicts = ['slower', 'faster', 'same', 'none'] as const
export type Verdict = (typeof verdicts)[number]

/** The same work, and 3, 5 and 10 % more of it. */
export const plants = [0, 3, 5, 10] as const
export type Plant = (typeof plants)[number]

/** Who else uses the machine. */
export const conditions = ['quiet', 'neighbour'] as const
export type Condition = (typeof conditions)[number]

const comparison = z.strictObject({
  kind: z.literal('comparison'),
  tool: z.string(),
  plant: z.literal(plants),
  condition: z.literal(conditions),
  repetition: z.int().nonnegative(),
  /** The place in the run, from 0. */
  order: z.int().nonnegative(),
  verdicts: z.record(z.string(), z.literal(verdicts)),
  /** The change that the tool told, in per cent of the baseline; positive is slower. */
  change_pct: z.number().nullable(),
  /** From the start of the first command to the end of the last; nothing is built in between. */
  seconds: z.number().nonnegative(),
  reason: z.string().optional(),
})

const workload = z.strictObject({ program: z.string(), plant: z.literal(plants), ratio: z.number() })

const setup = z.strictObject({
  kind: z.literal('setup'),
  started: z.string(),
  seed: z.string(),
  /** What a reader of the tables has to know beside. */
  note: z.string().optional(),
  machine: z.string(),
  versions: z.record(z.string(), z.string()),
  /** The variables of pairgate that were set. */
  environment: z.record(z.string(), z.string()),
  /** How much longer the best run of each plant took than that of the baseline. */
  workload: z.array(workload),
})

const line = z.discriminatedUnion('kind', [setup, comparison])

export type Comparison = z.infer<typeof comparison>
export type Setup = z.infer<typeof setup>
export type Line = z.infer<typeof line>

/** The lines of a data file. A last line that a killed run left unfinished is dropped; any other wrong line is an error. */
export function parseLines(text: string): readonly Line[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => line.parse(JSON.parse(one)))
}

/** What tells one comparison of a run from all others. */
export function keyOf(one: Pick<Comparison, 'tool' | 'plant' | 'condition' | 'repetition'>): string {
  return `${one.tool} ${one.plant} ${one.condition} ${one.repetition}`
}
