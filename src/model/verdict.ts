import { z } from 'zod'

/** Δ % against the threshold, without regard to its interval. */
export const decisionSchema = z.enum(['faster', 'slower', 'equivalent'])

/** Decision and interval together; only `regression` fails the gate. */
export const verdictSchema = z.enum(['regression', 'improvement', 'equivalent', 'inconclusive'])
export type Verdict = z.infer<typeof verdictSchema>

/** The noise rule's word: medians and best runs agree, or it is parity. */
export const outcomeSchema = z.enum(['win', 'parity', 'loss'])
export type Outcome = z.infer<typeof outcomeSchema>

/** Of the whole run. */
export const conclusionSchema = z.enum(['pass', 'regression', 'wrong-result', 'invalid', 'incomplete'])
export type Conclusion = z.infer<typeof conclusionSchema>

/** How a row came out: `measured` rows have a verdict, the others say why they have none. */
export const rowStatusSchema = z.enum([
  'measured',
  'identical',
  'new',
  'removed',
  'skipped',
  'eliminated',
  'not-comparable',
  'wrong-result',
  'invalid',
])
export type RowStatus = z.infer<typeof rowStatusSchema>

/** 0: no confirmed regression; 1: a confirmed regression; 2: trouble. */
export type ExitCode = 0 | 1 | 2
