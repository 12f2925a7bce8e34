import { pairgate } from '../../src/harness/pairgate.ts'
import type { Decoded } from '../../src/model/decoded.ts'
import type { Conversation, MeasureCall, Query, Reply } from '../../src/model/harness.ts'

/** A reply in which nothing is but what is given. */
export function replyOf(over: Partial<Reply> = {}): Reply {
  return {
    failure: null,
    stdout: '',
    stderr: '',
    stdoutSha256: null,
    usage: null,
    wallMs: 1,
    files: new Map(),
    ...over,
  }
}

/** Speaks a conversation to its end, every query answered by `answer`. */
export function talk<T>(
  conversation: Conversation<T>,
  answer: (query: Query, index: number) => Partial<Reply>,
): { readonly queries: readonly Query[]; readonly decoded: Decoded<T> } {
  const queries: Query[] = []
  let step = conversation.next()
  while (step.done !== true) {
    queries.push(step.value)
    step = conversation.next(replyOf(answer(step.value, queries.length - 1)))
  }
  return { queries, decoded: step.value }
}

const CASE = { benchmark: 'b', dataset: '1', dataSeed: '2', iterationMode: 'exact', scratch: '' } as const
const CALL = { ...CASE, iterations: 5, targetUs: 0, warmupIterations: 0, warmupUs: 0 } as const

/** The arguments of our own harness and what it reads, one query each. */
export const spoken = {
  listArguments: () =>
    talk(
      pairgate.list('', () => true),
      () => ({}),
    ).queries[0]?.args ?? [],
  readList(stdout: string) {
    const { decoded } = talk(
      pairgate.list('', () => true),
      () => ({ stdout }),
    )
    return decoded.kind === 'ok' ? ({ kind: 'ok', value: decoded.value.rows } as const) : decoded
  },
  validateArguments: (benchmark: string, dataset: string, dataSeed: string) =>
    talk(pairgate.validate({ ...CASE, benchmark, dataset, dataSeed }), () => ({})).queries[0]?.args ?? [],
  readValidation: (stdout: string) => talk(pairgate.validate(CASE), () => ({ stdout })).decoded,
  measureArguments: (call: Partial<MeasureCall>) =>
    talk(pairgate.measure({ ...CALL, ...call }), () => ({})).queries[0]?.args ?? [],
  readMeasurement: (stdout: string, iterations?: number) =>
    talk(pairgate.measure({ ...CALL, ...(iterations === undefined ? {} : { iterations }) }), () => ({
      stdout,
    })).decoded,
}
