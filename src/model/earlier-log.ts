import { partsOf } from './implementation.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * A reader of one log, line by line, that adds to an event what an earlier pairgate of the same schema did not write,
 * as it was then: nothing was measured again (`confirmation_rounds` 0), no LFS pointers were looked for
 * (`lfs_pointers` null), how iterations are set stood with the arm and not with the list, and whether the input was
 * looked at after a batch was not told (`input_checked` null). What is there stays as it is; what is no event is left
 * for the schema to refuse.
 */
export function earlierLog(): (line: unknown) => unknown {
  const iterations = new Map<unknown, unknown>()
  return (line) => {
    if (!isObject(line)) return line
    switch (line.type) {
      case 'run':
        for (const arm of armsOf(line)) iterations.set(arm.name, arm.iterations)
        return { lfs_pointers: null, ...line, ...protocolOf(line) }
      case 'listing':
        return { ...iterationsOf(line, iterations), ...line }
      case 'observation':
        return { input_checked: null, ...line }
      default:
        return line
    }
  }
}

function armsOf({ arms }: Fields): readonly Fields[] {
  return Array.isArray(arms) ? arms.filter(isObject).filter(({ iterations }) => iterations !== undefined) : []
}

function protocolOf({ protocol }: Fields): Fields {
  return isObject(protocol) ? { protocol: { confirmation_rounds: 0, ...protocol } } : {}
}

function iterationsOf({ implementation, status }: Fields, ofArms: ReadonlyMap<unknown, unknown>): Fields {
  if (typeof implementation !== 'string') return {}
  const iterations = ofArms.get(partsOf(implementation).arm)
  if (iterations === undefined) return {}
  return { iterations: status === 'ok' ? iterations : null }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
