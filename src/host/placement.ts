import { UserError } from '../model/failure.ts'
import type { Placement } from '../model/host.ts'

/** What decides where processes can be placed. */
export interface PlacementFacts {
  readonly platform: string
  /** The text of /proc/self/status; null where there is none. */
  readonly status: string | null
  /** Whether `taskset` is on PATH. */
  readonly taskset: boolean
}

/** Throws a UserError on a platform whose processes we cannot end as a group. */
export function requireSupported(platform: string): void {
  if (platform === 'win32') {
    throw new UserError('pairgate does not run on Windows: use Linux (WSL will do) or macOS')
  }
}

/** Where processes are placed when `wanted` is asked for. Throws a UserError for a CPU that we may not use. */
export function choosePlacement(wanted: 'auto' | 'none' | number, facts: PlacementFacts): Placement {
  if (wanted === 'none') return { explanation: 'not placed: cpu is none' }
  const allowed = allowedCpus(facts.status)
  if (typeof wanted === 'number' && allowed !== null && !allowed.includes(wanted)) {
    throw new UserError(
      `cpu ${wanted} is not among the CPUs that this process may use: choose one of ${allowed.join(', ')}, or auto, or none`,
    )
  }
  if (facts.platform !== 'linux')
    return { explanation: `not placed: ${facts.platform} cannot bind a process to a CPU` }
  if (allowed === null) return { explanation: 'not placed: the allowed CPUs are not known' }
  if (!facts.taskset) return { explanation: 'not placed: taskset is not on PATH (install util-linux)' }
  if (wanted !== 'auto') return { cpu: wanted, explanation: `placed on CPU ${wanted}, as asked` }
  const last = allowed.at(-1)
  if (last === undefined || allowed.length === 1)
    return { explanation: 'not placed: only one CPU is allowed' }
  return { cpu: last, explanation: `placed on CPU ${last}, the last of ${allowed.length} allowed ones` }
}

/** The CPUs of the line `Cpus_allowed_list`, such as `0-3,8`; null where there is none. */
function allowedCpus(status: string | null): readonly number[] | null {
  const list = /^Cpus_allowed_list:\s*([\d,-]+)$/m.exec(status ?? '')?.[1]
  if (list === undefined) return null
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
