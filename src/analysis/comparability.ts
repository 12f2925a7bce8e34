import type { Comparability, DifferingField } from '../model/comparability.ts'
import { type Environment, EXTERNAL, type Facts, UNKNOWN } from '../model/environment.ts'
import type { Event } from '../model/event.ts'
import { environmentOf } from './environment.ts'
import { indexLog } from './log-index.ts'

/** What a run tells of where and how it measured. */
export interface Surroundings {
  readonly environment: Environment
  readonly arms: readonly string[]
  readonly started_at: string
  /** The candidate's commit. */
  readonly candidate: string
}

/** Where and how the run of a log measured, without judging its rows. Throws a UserError for a log without the event `run`. */
export function surroundingsIn(events: readonly Event[]): Surroundings {
  const log = indexLog(events)
  const { arms, started_at, revisions } = log.run
  return {
    environment: environmentOf(log),
    arms: arms.map(({ name }) => name),
    started_at,
    candidate: revisions.candidate.version,
  }
}

/** Readings of one moment: recorded, never compared. */
const READINGS: ReadonlySet<string> = new Set(['frequency_mhz'])

/** The kernel keeps a part of the memory for itself, which differs from start to start. */
const MEMORY_TOLERANCE = 0.02

/**
 * Whether `here` may be compared with `there`: not, where a semantic or a performance field differs. Provenance may
 * differ. A field that either does not know, or does not have, is told as `untold` and refuses nothing. Of the fields of
 * arms, only those of arms that both have are looked at.
 */
export function comparabilityOf(here: Surroundings, there: Surroundings): Comparability {
  const differing: DifferingField[] = []
  const untold: string[] = []
  let agreeing = 0
  for (const group of ['semantic', 'performance'] as const) {
    const [own, other] = [here.environment[group], there.environment[group]]
    const fields = new Set([...Object.keys(own), ...Object.keys(other)])
    for (const field of [...fields].filter((one) => isCompared(one, here, there))) {
      const [a, b] = [knownIn(own, field), knownIn(other, field)]
      if (a === null || b === null) untold.push(field)
      else if (agrees(field, a, b)) agreeing += 1
      else differing.push({ group, field, here: a, there: b })
    }
  }
  return {
    kind: differing.length === 0 ? 'comparable' : 'not-comparable',
    against: { started_at: there.started_at, candidate: there.candidate },
    differing,
    agreeing,
    untold,
  }
}

function isCompared(field: string, here: Surroundings, there: Surroundings): boolean {
  if (READINGS.has(field)) return false
  if (!field.startsWith('arm.')) return true
  return here.arms.some((arm) => field.startsWith(`arm.${arm}.`) && there.arms.includes(arm))
}

/** A known value, or null. A variable of flags that a build did not set is known to be empty. */
function knownIn(facts: Facts, field: string): Known | null {
  const value = facts[field]
  const [arm, variable] = field.split('.flags.')
  if (value === undefined && variable !== undefined && `${arm}.abi` in facts) return ''
  return value === undefined || value === UNKNOWN || value === EXTERNAL ? null : value
}

type Known = Exclude<Facts[string], null>

function agrees(field: string, a: Known, b: Known): boolean {
  if (field === 'memory_bytes' && typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= MEMORY_TOLERANCE * Math.max(a, b)
  }
  return a === b
}
