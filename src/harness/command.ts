import { caseName } from '../model/benchmark.ts'
import type { Harness, Measurement, Query, Reply } from '../model/harness.ts'
import type { CommandHarnessSettings } from '../model/harness-settings.ts'
import { splitName } from './case-name.ts'

type Workload = CommandHarnessSettings['benchmarks'][string]

/** Whole programs, timed from outside: an iteration is a process, from its start to its end. */
export function command(settings: CommandHarnessSettings): Harness {
  const workloadOf = (name: string): Workload => {
    const workload = settings.benchmarks[name]
    if (workload === undefined) throw new Error(`no workload ${name}`)
    return workload
  }
  return {
    name: 'command',

    *list() {
      const rows = Object.keys(settings.benchmarks).map((name) => {
        const { benchmark, dataset } = splitName(name)
        return { benchmark, dataset, scale: dataset, category: '' }
      })
      return { kind: 'ok', value: { iterations: 'one', rows } }
    },

    *validate(call) {
      const workload = workloadOf(caseName(call))
      const reply = yield* runOnce(workload, { countsThreads: true })
      const output = outputOf(workload, reply)
      const expected = workload.output.startsWith('sha256:') ? { expected: workload.output } : {}
      return { kind: 'ok', value: { status: 'ok', fingerprint: null, output, ...expected } }
    },

    *measure(call) {
      const workload = workloadOf(caseName(call))
      const replies: Reply[] = []
      for (let time = 0; time < call.iterations; time += 1) {
        replies.push(yield* runOnce(workload))
      }
      const outputs = replies.map((reply) => outputOf(workload, reply))
      return {
        kind: 'ok',
        value: {
          iterations: call.iterations,
          elapsedNs: replies.reduce((sum, { usage, wallMs }) => sum + (usage?.wallNs ?? wallMs * 1e6), 0),
          // One process that gives another output stands for all of them.
          output: outputs.find((one) => one !== outputs[0]) ?? outputs[0] ?? null,
          ...usageOf(replies.map(({ usage }) => usage)),
        },
      }
    },
  }
}

/** CPU time of all processes, and the highest peak of any; unknown where one of them is. */
function usageOf(
  usages: readonly Reply['usage'][],
): Pick<Measurement, 'peakRssBytes' | 'cpuNs' | 'counters'> {
  const known = usages.filter((usage) => usage !== null)
  if (known.length < usages.length) return { peakRssBytes: null }
  const sum = (of: (usage: (typeof known)[number]) => number) =>
    known.reduce((total, one) => total + of(one), 0)
  const [userNs, systemNs] = [sum((one) => one.userNs), sum((one) => one.systemNs)]
  return {
    peakRssBytes: Math.max(...known.map((one) => one.peakRssBytes)),
    cpuNs: userNs + systemNs,
    counters: { user_ns: userNs / known.length, system_ns: systemNs / known.length },
  }
}

/** The steps before a workload, which are not timed, and its process. */
function* runOnce(
  workload: Workload,
  more: Pick<Query, 'countsThreads'> = {},
): Generator<Query, Reply, Reply> {
  const { directory, stdin, exit_code } = workload
  for (const [program, ...args] of workload.prepare) yield { program: program ?? '', args, directory }
  return yield {
    args: workload.arguments,
    directory,
    exitCode: exit_code,
    hashesOutput: workload.output !== 'ignore',
    ...(stdin === undefined ? {} : { stdin }),
    ...more,
  }
}

function outputOf({ output }: Workload, { stdoutSha256 }: Reply): string | null {
  return output === 'ignore' ? null : `sha256:${stdoutSha256}`
}
