import { caseKey } from '../model/benchmark.ts'
import { implementationOf } from '../model/implementation.ts'
import type { Comparison, Result } from '../model/result.ts'
import { noiseRule } from '../stats/noise.ts'
import type { LogIndex } from './log-index.ts'
import { agrees } from './outputs.ts'

type CrossArm = Result['cross_arm'][number]

/** Each other arm's candidate against the first arm's, by the noise rule: a second opinion across languages, no gate. */
export function compareArms(log: LogIndex, comparisons: readonly Comparison[]): CrossArm[] {
  const [first] = log.run.arms
  const references = new Map(
    comparisons
      .filter((one) => one.arm === first?.name)
      .map((one) => [caseKey(one.benchmark, one.dataset), one]),
  )
  return comparisons.flatMap((comparison) => {
    const reference = references.get(caseKey(comparison.benchmark, comparison.dataset))
    if (reference === undefined || reference === comparison) return []
    const { benchmark, dataset, arm } = comparison
    const row = { benchmark, dataset, arm, against: reference.arm }
    const reason = objection(log, comparison, reference)
    if (reason !== null) return [{ ...row, reason, noise: null }]
    const iterations = Math.min(
      comparison.resources.candidate.iterations ?? 1,
      reference.resources.candidate.iterations ?? 1,
    )
    const floor = log.run.noise_floor.ns / 1000
    const noise = noiseRule(comparison.samples.candidate_us, reference.samples.candidate_us, {
      floor,
      iterations,
    })
    return [{ ...row, reason: noise === null ? 'no ratio can be formed' : null, noise }]
  })
}

function objection(log: LogIndex, comparison: Comparison, reference: Comparison): string | null {
  for (const one of [comparison, reference]) {
    if (one.status !== 'measured') return `no samples: ${one.arm} is ${one.status}`
  }
  const { benchmark, dataset } = comparison
  const own = log.validation(implementationOf(comparison.arm, 'candidate'), benchmark, dataset)
  const other = log.validation(implementationOf(reference.arm, 'candidate'), benchmark, dataset)
  if (own === undefined || other === undefined) return 'not validated'
  if (own.fingerprint !== other.fingerprint) return 'the arms have different inputs'
  // Each was found right by its own reference: what the arms must agree on is then the references.
  const referenced = own.expected !== null && other.expected !== null
  const [ours, theirs] = referenced ? [own.expected, other.expected] : [own.output, other.output]
  if (agrees(ours ?? '', theirs ?? '', own.tolerance ?? other.tolerance)) return null
  return referenced ? 'the arms have different references' : 'the arms give different outputs'
}
