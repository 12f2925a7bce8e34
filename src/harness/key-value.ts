import { caseName } from '../model/benchmark.ts'
import { type Decoded, excerpt } from '../model/decoded.ts'
import type { Conversation, Harness, Query } from '../model/harness.ts'
import type { KeyValueSettings } from '../model/harness-settings.ts'
import { splitName } from './case-name.ts'

/** What one process printed. */
interface Answer {
  readonly result: string
  readonly elapsedNs: number
}

/** Programs that run one workload in a process and print `result: N` and `elapsed_ns: N`. */
export function keyValue(settings: KeyValueSettings): Harness {
  const queryOf = (name: string): Query => ({
    args: settings.arguments.map((argument) => argument.replaceAll('{benchmark}', () => name)),
  })
  return {
    name: 'key-value',

    *list() {
      const names = Array.isArray(settings.benchmarks)
        ? settings.benchmarks
        : linesOf((yield { args: settings.benchmarks.list }).stdout)
      const rows = names.map((name) => {
        const { benchmark, dataset } = splitName(name)
        return { benchmark, dataset, scale: dataset, category: '' }
      })
      return { kind: 'ok', value: { iterations: 'one', rows } }
    },

    *validate(call) {
      const answer = readAnswer((yield { ...queryOf(caseName(call)), countsThreads: true }).stdout)
      if (answer.kind === 'malformed') return answer
      return { kind: 'ok', value: { status: 'ok', fingerprint: null, output: answer.value.result } }
    },

    *measure(call) {
      const answers = yield* repeat(queryOf(caseName(call)), call.iterations)
      if (answers.kind === 'malformed') return answers
      const results = answers.value.map((one) => one.result)
      return {
        kind: 'ok',
        value: {
          iterations: call.iterations,
          elapsedNs: answers.value.reduce((sum, one) => sum + one.elapsedNs, 0),
          // One process that gives another result stands for all of them.
          output: results.find((one) => one !== results[0]) ?? results[0] ?? '',
          peakRssBytes: null,
        },
      }
    },
  }
}

function* repeat(query: Query, times: number): Conversation<readonly Answer[]> {
  const answers: Answer[] = []
  for (let time = 0; time < times; time += 1) {
    const answer = readAnswer((yield query).stdout)
    if (answer.kind === 'malformed') return answer
    answers.push(answer.value)
  }
  return { kind: 'ok', value: answers }
}

function linesOf(stdout: string): readonly string[] {
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Both lines, each exactly once, among whatever else the program prints. */
function readAnswer(stdout: string): Decoded<Answer> {
  const results = valuesOf('result', stdout)
  const times = valuesOf('elapsed_ns', stdout)
  const [result] = results
  const elapsedNs = Number(times[0])
  if (results.length !== 1 || times.length !== 1 || result === undefined) {
    const reason = `one line \`result: N\` and one \`elapsed_ns: N\` are needed, and ${results.length} and ${times.length} came: ${excerpt(stdout)}`
    return { kind: 'malformed', reason }
  }
  if (!(elapsedNs > 0 && Number.isFinite(elapsedNs))) {
    return { kind: 'malformed', reason: `elapsed_ns is a positive number, not ${excerpt(times[0] ?? '')}` }
  }
  return { kind: 'ok', value: { result, elapsedNs } }
}

function valuesOf(key: string, stdout: string): readonly string[] {
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(line)
    return match?.[1] === key && match[2] !== undefined && match[2] !== '' ? [match[2]] : []
  })
}
