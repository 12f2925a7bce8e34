import { UNKNOWN } from '../model/environment.ts'
import type { Result } from '../model/result.ts'
import { type RowStatus, rowStatusSchema, type Verdict, verdictSchema } from '../model/verdict.ts'
import { adviceOf } from '../model/warning.ts'
import { formatFact, wordsOf } from './environment.ts'
import { formatCount, formatElapsed, formatPercent } from './quantity.ts'
import { growthParts } from './resources.ts'
import { nameOf } from './table.ts'

/** Counts of everything that came out, mean and worst row: the closing line, in parts. */
export function closingParts(result: Result): readonly string[] {
  return [countsOf(result), ...meansOf(result)]
}

/** What all rows come to together, beside their counts. */
export function meansOf(result: Result): readonly string[] {
  const { geometric_mean: mean, worst } = result.summary
  const row = worst === null ? undefined : result.comparisons.find(({ id }) => id === worst.id)
  return [
    ...expectedOf(result),
    ...(mean === null
      ? []
      : [`geometric mean ×${mean.ratio.toFixed(4)} over ${formatCount(mean.rows, 'common row')}`]),
    ...(worst === null
      ? []
      : [
          `worst ${row === undefined ? worst.id : `${nameOf(row)} (${row.arm})`} ${formatPercent(worst.delta_pct)}`,
        ]),
    ...growthParts(result),
  ]
}

/** How many of the comparisons would be red though nothing changed, at the noise that was seen. */
function expectedOf({ comparisons, protocol, summary }: Result): readonly string[] {
  const judged = comparisons.filter(({ verdict }) => verdict !== null).length
  if (judged === 0 || !protocol.gates) return []
  const expected = summary.expected_false_alarms
  return [
    `${expected < 0.01 ? 'fewer than 0.01' : `about ${expected.toFixed(2)}`} false alarms expected without a change`,
  ]
}

/** Rows by verdict and by status: `9 rows: 1 regression, 6 equivalent, 2 new`. */
function countsOf(result: Result): string {
  const words = countedWords(result).map(({ count, word }) => countOf(count, word))
  const rows = formatCount(result.comparisons.length, 'row')
  return words.length === 0 ? rows : `${rows}: ${words.join(', ')}`
}

/** The verdicts and statuses that rows have, with how many have each. */
export function countedWords({
  summary: { verdicts, statuses },
}: Result): readonly { readonly word: Verdict | Exclude<RowStatus, 'measured'>; readonly count: number }[] {
  return [
    ...verdictSchema.options.map((word) => ({ word, count: verdicts[word] })),
    ...rowStatusSchema.options.flatMap((word) =>
      word === 'measured' ? [] : [{ word, count: statuses[word] }],
    ),
  ].filter(({ count }) => count > 0)
}

function countOf(count: number, word: string): string {
  const counted = word === 'regression' || word === 'improvement' || word === 'wrong-result'
  return counted ? formatCount(count, word) : `${count} ${word}`
}

/** Facts about the run that every report shows, as names and values. */
export function factsOf(result: Result): readonly (readonly [name: string, value: string])[] {
  const { baseline, candidate } = result.revisions
  const machine = machineOf(result)
  return [
    ['baseline', revision(baseline)],
    ['candidate', revision(candidate)],
    ...(result.revisions.policy === undefined ? [] : [['policy', result.revisions.policy] as const]),
    ['protocol', protocolOf(result)],
    ...(machine === '' ? [] : [['machine', machine] as const]),
    ...(result.placement === '' ? [] : [['placement', result.placement] as const]),
    ...sharedOf(result.machine),
    ...(result.filter.length === 0 ? [] : [['filter', result.filter.join(', ')] as const]),
  ]
}

/** What the candidate changed in how it is judged or built, each as a sentence. */
export function changesOf(result: Result): readonly string[] {
  return [
    ...result.config_changes.map(
      ({ path, baseline, candidate }) => `the candidate changes ${path} from ${baseline} to ${candidate}`,
    ),
    ...result.arms.flatMap((arm) => arm.project_changes.map((change) => `${arm.name}: ${change}`)),
  ]
}

/** Doubts about the whole run, each as a sentence. */
export function doubtsOf(result: Result): readonly string[] {
  return [
    ...result.warnings.map(adviceOf),
    ...(result.machine?.notes ?? []),
    ...result.arms.flatMap((arm) => arm.notes.map((note) => `${arm.name}: ${note}`)),
  ]
}

/** Reasons of the whole run or of an arm, each as a sentence. */
export function troublesOf(result: Result): readonly string[] {
  return result.troubles.map(({ arm, reason }) => (arm === null ? reason : `${arm}: ${reason}`))
}

/** The legend that makes a row readable by someone who has never seen one. */
export function legendOf(result: Result): string {
  const { threshold_pct: threshold, confidence_pct: confidence } = result.gate
  const rule = `A regression is a median slowdown of ${threshold} % or more whose ${confidence} % interval lies wholly above zero.`
  return result.protocol.gates ? rule : `${rule} ${result.protocol.name} never fails a check for slowness.`
}

function revision({ ref, version }: { readonly ref: string; readonly version: string }): string {
  return ref === version ? version : `${version} (${ref})`
}

function protocolOf(result: Result): string {
  const { protocol, seed, data_seed, elapsed_ms } = result
  const took = elapsed_ms === null ? [] : [`took ${formatElapsed(elapsed_ms)}`]
  const blocks = `${protocol.exploratory_blocks} + ${protocol.confirmatory_blocks} blocks`
  return [protocol.name, blocks, `seed ${seed}`, `data seed ${data_seed}`, ...took].join(', ')
}

/** The facts that say most of a machine in a line. */
const MACHINE = [
  'cpu',
  'cpus',
  'cpu_quota',
  'smt',
  'governor',
  'boost',
  'clock_source',
  'memory_bytes',
  'virtualisation',
  'container',
] as const

function machineOf({ environment: { performance } }: Result): string {
  return MACHINE.filter((name) => (performance[name] ?? UNKNOWN) !== UNKNOWN)
    .slice(0, 6)
    .map((name) => `${wordsOf(name)} ${formatFact(name, performance[name] ?? null)}`)
    .join(', ')
}

/** How alone the run was, and what it waited for. */
function sharedOf(machine: Result['machine']): readonly (readonly [name: string, value: string])[] {
  if (machine === null) return []
  const { lock, lock_waited_ms, idle_waited_ms, before, during } = machine
  const loads = [
    ...(before === null ? [] : [`${before.others_pct.toFixed(0)} % before`]),
    ...(during === null ? [] : [`${during.others_pct.toFixed(0)} % during the blocks`]),
  ]
  const cpus = (during ?? before)?.cpus ?? 0
  const parts = [
    ...(loads.length === 0
      ? []
      : [`other processes took ${loads.join(', ')} of ${formatCount(cpus, 'CPU')}`]),
    lock,
    ...waited(lock_waited_ms, 'another run'),
    ...waited(idle_waited_ms, 'calm'),
  ]
  return [['others', parts.join('; ')]]
}

/** A wait that somebody might ask about. */
const NOTED_WAIT_MS = 5000

function waited(ms: number, what: string): readonly string[] {
  return ms < NOTED_WAIT_MS ? [] : [`waited ${formatElapsed(ms)} for ${what}`]
}
