import { type Implementation, partsOf } from '../model/implementation.ts'
import type { LogIndex } from './log-index.ts'
import { agrees } from './outputs.ts'

/** Why the times of two implementations of a row are not to be compared; null where they did the same work. */
export function disagreement(
  log: LogIndex,
  one: Implementation,
  other: Implementation,
  benchmark: string,
  dataset: string,
): string | null {
  const own = log.validation(one, benchmark, dataset)
  const theirs = log.validation(other, benchmark, dataset)
  if (own?.status !== 'ok' || theirs?.status !== 'ok') return 'not validated'
  const who = partsOf(one).arm === partsOf(other).arm ? 'revisions' : 'arms'
  if (own.fingerprint !== theirs.fingerprint) return `the ${who} have different inputs`
  // Each was found right by its own reference: what they must agree on is then the references.
  const referenced = own.expected !== null && theirs.expected !== null
  const [ours, others] = referenced ? [own.expected, theirs.expected] : [own.output, theirs.output]
  if (agrees(ours ?? '', others ?? '', own.tolerance ?? theirs.tolerance)) return null
  return referenced ? `the ${who} have different references` : `the ${who} give different outputs`
}
