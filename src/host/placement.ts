import { UserError } from '../model/failure.ts'
import type { Placement } from '../model/host.ts'
import { type Cpu, fastest } from './usable-cpus.ts'

/** What decides where processes can be placed. */
export interface PlacementFacts {
  readonly platform: string
  /** The CPUs that this process may use; null where that is not known. */
  readonly cpus: readonly Cpu[] | null
  /** The share of a moment, from 0 to 1, that CPUs were busy. */
  readonly busy: ReadonlyMap<number, number>
}

/** Throws a UserError on a platform whose processes we cannot end as a group. */
export function requireSupported(platform: string): void {
  if (platform === 'win32') {
    throw new UserError('pairgate does not run on Windows: use Linux (WSL will do) or macOS')
  }
}

/** Where processes are placed when `wanted` is asked for. Throws a UserError for a CPU that we may not use. */
export function choosePlacement(wanted: 'auto' | 'none' | number, facts: PlacementFacts): Placement {
  const { platform, cpus } = facts
  if (wanted === 'none') return { explanation: 'not placed: cpu is none' }
  const numbers = cpus?.map(({ number }) => number) ?? null
  if (typeof wanted === 'number' && numbers !== null && !numbers.includes(wanted)) {
    throw new UserError(
      `cpu ${wanted} is not among the CPUs that this process may use: choose one of ${numbers.join(', ')}, or auto, or none`,
    )
  }
  if (platform !== 'linux') return { explanation: `not placed: ${platform} cannot bind a process to a CPU` }
  if (cpus === null) return { explanation: 'not placed: the allowed CPUs are not known' }
  if (wanted !== 'auto') return { cpu: wanted, explanation: `placed on CPU ${wanted}, as asked` }
  if (cpus.length < 2) return { explanation: 'not placed: only one CPU is allowed' }
  return chooseOne(cpus, facts.busy)
}

/** A core that does more than this of a moment is at work. */
const AT_WORK = 0.2

/** One wish after the other thins out the CPUs, where it leaves any; of those that are left it is the last. */
function chooseOne(all: readonly Cpu[], busy: PlacementFacts['busy']): Placement {
  const isIdle = (cpu: number) => (busy.get(cpu) ?? 0) <= AT_WORK
  const reasons: string[] = []
  let left = all
  const prefer = (kept: readonly Cpu[], reason: string | null): void => {
    if (kept.length === 0 || kept.length === left.length) return
    left = kept
    if (reason !== null) reasons.push(reason)
  }
  prefer(
    left.filter((cpu) => cpu.isIsolated),
    'isolated',
  )
  prefer(fastest(left), 'of the fastest kind')
  // Interrupts and the system's own work go there first.
  prefer(
    left.filter(({ number }) => number !== 0),
    'not CPU 0',
  )
  prefer(
    left.filter(({ number }) => isIdle(number)),
    'idle',
  )
  prefer(
    left.filter(({ siblings }) => siblings.every(isIdle)),
    'with no busy sibling on its core',
  )
  prefer(
    left.filter(({ siblings }) => !siblings.includes(0)),
    'no sibling of CPU 0',
  )
  const chosen = left.at(-1)
  if (chosen === undefined) throw new Error('no CPU was left')
  const which = left.length === 1 ? '' : `, the last of ${left.length}${reasons.length === 0 ? '' : ' such'}`
  const why = reasons.length === 0 ? '' : `: ${reasons.join(', ')}`
  const caveat = [chosen.number, ...chosen.siblings].every(isIdle) ? '' : ', though its core was busy'
  return {
    cpu: chosen.number,
    explanation: `placed on CPU ${chosen.number} of ${all.length} allowed ones${why}${which}${caveat}`,
  }
}
