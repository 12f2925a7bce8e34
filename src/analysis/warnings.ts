import { implementationOf, revisionNames } from '../model/implementation.ts'
import type { Comparison } from '../model/result.ts'
import { commandParts, type Warning } from '../model/warning.ts'
import { median, sortSamples } from '../stats/quantile.ts'
import { bestRunsDoubt, doubtsOf } from './doubts.ts'
import { sharedMode } from './iteration-mode.ts'
import type { LogIndex } from './log-index.ts'
import type { Pair, Pairing } from './pairing.ts'
import type { StandingRow } from './rows.ts'

/** All that speaks against a row, by how it was built and checked and by its samples; never part of its verdict. */
export function warningsOf(
  log: LogIndex,
  row: StandingRow,
  { pairs, repeated }: Pairing,
  findings: Partial<Comparison>,
): Warning[] {
  const unproved = revisionNames.some((revision) => log.build(row.arm, revision)?.lto?.kind === 'unverified')
  return [
    ...(row.sourcesChanged ? [{ kind: 'sources-changed' } as const] : []),
    ...(unproved ? [{ kind: 'lto-unverified' } as const] : []),
    ...toleranceChange(log, row),
    ...inputDoubt(log, row, pairs),
    ...iterationsDoubt(pairs),
    ...commandDoubt(pairs),
    ...lengthDoubt(log, row, pairs),
    ...(repeated.length > 0 ? [{ kind: 'repeated-blocks', blocks: repeated.length } as const] : []),
    ...(findings.status === 'measured' ? doubtsOf(pairs, log.run.noise_floor.ns / 1000) : []),
    ...bestRunsDoubt(findings),
    ...confirmationCutShort(log, row, findings),
  ]
}

function confirmationCutShort(
  log: LogIndex,
  { arm, benchmark, dataset }: StandingRow,
  { verdict }: Partial<Comparison>,
): Warning[] {
  const of = log.run.protocol.confirmation_rounds
  const rounds = log.schedules(arm, benchmark, dataset).length - 1
  const claims = verdict === 'regression' || verdict === 'improvement'
  return claims && rounds >= 0 && rounds < of && log.summary !== null
    ? [{ kind: 'unconfirmed', rounds, of }]
    : []
}

/** Input that was told before anything was timed, and not after every batch. */
function inputDoubt(
  log: LogIndex,
  { arm, benchmark, dataset }: StandingRow,
  pairs: readonly Pair[],
): Warning[] {
  if (pairs.length === 0) return []
  const tellsInput = revisionNames.some(
    (revision) => log.validation(implementationOf(arm, revision), benchmark, dataset)?.fingerprint != null,
  )
  return tellsInput && pairs.some(isUnchecked) ? [{ kind: 'input-unchecked' }] : []
}

/** The project itself may name its program, or the directory that it runs in, otherwise at the candidate. */
function commandDoubt(pairs: readonly Pair[]): Warning[] {
  const parts = commandParts.filter((part) =>
    pairs.some(
      ({ baseline, candidate }) => baseline.command_bytes?.[part] !== candidate.command_bytes?.[part],
    ),
  )
  return parts.length === 0 ? [] : [{ kind: 'lengths-differ', parts }]
}

/** A difference of iterations that is more than this share of the larger number. */
const MANY_MORE = 0.2

function iterationsDoubt(pairs: readonly Pair[]): Warning[] {
  if (pairs.length === 0) return []
  const [baseline = 0, candidate = 0] = revisionNames.map((revision) =>
    median(sortSamples(pairs.map((one) => one[revision].iterations))),
  )
  return Math.abs(baseline - candidate) > MANY_MORE * Math.max(baseline, candidate)
    ? [{ kind: 'iterations-differ', baseline, candidate }]
    : []
}

/** Whether batches that are set by time took the time that was asked for. */
function lengthDoubt(
  log: LogIndex,
  { arm, benchmark, dataset }: StandingRow,
  pairs: readonly Pair[],
): Warning[] {
  const modes = revisionNames.map((revision) => log.listing(implementationOf(arm, revision))?.iterations)
  const asked_us = log.calibration(implementationOf(arm, 'candidate'), benchmark, dataset)?.target_elapsed_us
  if (sharedMode(modes) !== 'by-time' || asked_us === undefined || pairs.length === 0) return []
  const lengths = pairs.flatMap((pair) =>
    revisionNames.map((revision) => (pair[revision].elapsed_us ?? 0) * pair[revision].iterations),
  )
  const batch_us = median(sortSamples(lengths))
  return batch_us < asked_us / 2 ? [{ kind: 'short-batches', batch_us, asked_us }] : []
}

function isUnchecked({ baseline, candidate }: Pair): boolean {
  // Null where an earlier pairgate did not record it.
  return baseline.input_checked === false || candidate.input_checked === false
}

/** A candidate that loosens what its own outputs are held to. */
function toleranceChange(log: LogIndex, { arm, benchmark, dataset }: StandingRow): Warning[] {
  const [before, after] = revisionNames.map((revision) =>
    log.validation(implementationOf(arm, revision), benchmark, dataset),
  )
  if (before?.status !== 'ok' || after?.status !== 'ok' || before.tolerance === after.tolerance) return []
  return [{ kind: 'tolerance-changed', baseline: before.tolerance, candidate: after.tolerance }]
}
