import { calmnessOf, describeLoad, type Load } from '../model/load.ts'
import type { Comparison, Result } from '../model/result.ts'
import type { Warning } from '../model/warning.ts'
import type { LogIndex } from './log-index.ts'

/** What was recorded of the machine as something shared with others. */
export function machineOf({ machine, load }: LogIndex): Result['machine'] {
  if (machine === null) return null
  const { lock, lock_waited_ms, idle_waited_ms, load: before, notes } = machine
  return { lock, lock_waited_ms, idle_waited_ms, before, during: load?.load ?? null, notes }
}

/** More blocks than this, of all rows, and the others' load is what was measured. */
const MOSTLY = 0.5

/**
 * Why a run says nothing of the code: two of three signs were there, that the machine was busy before anything was timed,
 * that it was while the blocks were, and that most of these were disturbed. Null otherwise: any alone is a doubt.
 */
export function busyThroughout(
  { machine, load }: LogIndex,
  comparisons: readonly Comparison[],
): string | null {
  const [before, during] = [busyOrNull(machine?.load), busyOrNull(load?.load)]
  const signs = [
    before === null ? [] : [`before anything was timed ${describeLoad(before)}`],
    during === null ? [] : [`while the blocks were measured ${describeLoad(during)}`],
    isMostlyDisturbed(comparisons) ? ['most blocks were disturbed'] : [],
  ].flat()
  if (signs.length < 2) return null
  return `the machine was busy with something else all through: ${signs.join(', and ')}: keep it to this job and measure again`
}

function busyOrNull(load: Load | null | undefined): Load | null {
  return load != null && calmnessOf(load) === 'busy' ? load : null
}

function isMostlyDisturbed(comparisons: readonly Comparison[]): boolean {
  const blocks = comparisons.reduce((sum, { samples }) => sum + samples.block_ids.length, 0)
  const disturbed = comparisons
    .flatMap(({ warnings }) => warnings)
    .reduce((sum, warning) => sum + (warning.kind === 'disturbed-blocks' ? warning.blocks : 0), 0)
  return disturbed > MOSTLY * blocks
}

/** What the machine says against the run. */
export function machineDoubts({ machine, load }: LogIndex): Warning[] {
  const before = machine?.load ?? null
  const during = load?.load ?? null
  return [
    ...(before !== null && calmnessOf(before) !== 'calm'
      ? [{ kind: 'busy-machine', when: 'before', load: before } as const]
      : []),
    ...(during !== null && calmnessOf(during) === 'busy'
      ? [{ kind: 'busy-machine', when: 'during', load: during } as const]
      : []),
    ...(during?.throttled
      ? [{ kind: 'throttled', times: during.throttled, temperature_c: during.temperature_c } as const]
      : []),
    ...(during?.quota_stops ? [{ kind: 'quota-stops', times: during.quota_stops } as const] : []),
  ]
}
