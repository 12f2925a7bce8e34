import { pairgate } from '../../src/harness/pairgate.ts'
import { decodeConfig } from '../../src/model/config-text.ts'
import type { Event } from '../../src/model/event.ts'
import type { Checkout, Host } from '../../src/model/host.ts'
import { type Implementation, partsOf, type RevisionName } from '../../src/model/implementation.ts'
import type { Machine } from '../../src/model/machine.ts'
import type { Limits, ProcessOutcome, Usage } from '../../src/model/process.ts'
import { presets } from '../../src/protocol/preset.ts'
import type { Contestant, MeasuredRow } from '../../src/run/calibrate.ts'
import type { Setting } from '../../src/run/prepare.ts'

/** What a fake program answers, told by its implementation and arguments. */
export type Program = (
  implementation: Implementation,
  args: readonly string[],
  limits: Limits,
) => ProcessOutcome

/** A machine that nobody shares and that tells no load. */
export const quietMachine: Machine = {
  lock: async () => ({ kind: 'held', explanation: 'locked', waitedMs: 0, [Symbol.dispose]: () => {} }),
  watch: () => () => null,
  pause: async () => {},
  powerNotes: () => [],
  findings: () => [],
}

/** A host whose programs answer as `program` says and whose clock moves a millisecond a process. */
export function fakeHost(program: Program): Host & { readonly lines: string[] } {
  let now = 0
  const lines: string[] = []
  const no = () => Promise.reject(new Error('not in this test'))
  return {
    lines,
    clock: { monotonicMs: () => now, now: () => '2026-01-01T00:00:00.000Z' },
    processes: {
      run: async (command, limits) => {
        now += 1
        return program(command.program as Implementation, command.args, limits)
      },
    },
    files: {
      exists: no,
      readBytes: no,
      readText: no,
      writeText: no,
      makeDirectory: no,
      listRecursively: no,
      remove: no,
      size: no,
      realPath: no,
      sha256: no,
    } as Host['files'],
    machine: quietMachine,
    processors: 2,
    openRevisions: no,
    describeMachine: async () => ({ semantic: {}, performance: {}, provenance: {} }),
    childEnvironment: () => ({}),
    placement: async () => ({ explanation: 'not placed' }),
    log: (line) => lines.push(line),
    echo: (line) => lines.push(line),
  }
}

/** A process that ended well with this on standard output. */
export function exited(data: object, code = 0, stderr = ''): ProcessOutcome {
  return { kind: 'exited', code, stdout: `${JSON.stringify(data)}\n`, stderr, wallMs: 1 }
}

/** What a quiet process of one thread took. */
export const USAGE: Usage = {
  wallNs: 12_000_000,
  userNs: 10_000_000,
  systemNs: 1_000_000,
  peakRssBytes: 3_000_000,
  minorFaults: 100,
  majorFaults: 0,
  voluntarySwitches: 1,
  involuntarySwitches: 2,
  threads: null,
}

/** The same end, as a launcher saw it. */
export function launched(outcome: ProcessOutcome, usage: Partial<Usage> = {}): ProcessOutcome {
  return outcome.kind === 'exited' ? { ...outcome, usage: { ...USAGE, ...usage } } : outcome
}

/** A measurement as a program of the pairgate harness prints it. */
export function measurement(elapsedNs: number, more: object = {}): ProcessOutcome {
  return exited({
    iterations: 10,
    elapsed_ns: elapsedNs,
    output: '42',
    peak_rss_bytes: 1_000_000,
    fingerprint: 'f',
    ...more,
  })
}

const CONFIG = `version: 1
arms:
  cpp:
    build: {driver: command, run: [[make]], output: cpp}
    harness: pairgate
  rust:
    build: {driver: command, run: [[make]], output: rust}
    harness: pairgate
`

/** A setting with the arms cpp and rust; `more` is appended to its configuration. */
export function setting(more = '', request: Partial<Setting['request']> = {}): Setting {
  const decoded = decodeConfig(CONFIG + more, 'pairgate.yml')
  if (decoded.kind === 'mistakes') throw new Error(JSON.stringify(decoded.mistakes))
  const checkout = (revision: RevisionName): Checkout => ({
    revision,
    ref: revision,
    version: `${revision}-commit`,
    directory: `/${revision}`,
    buildRoot: `/${revision}-out`,
  })
  return {
    request: {
      repository: '/repository',
      baseline: 'baseline',
      candidate: 'candidate',
      config: 'pairgate.yml',
      arms: [],
      filter: [],
      protocol: 'quick-check',
      seed: '1',
      measureIdentical: false,
      ...request,
    },
    checkouts: {
      baseline: checkout('baseline'),
      candidate: checkout('candidate'),
      changedPaths: [],
      lfsPaths: [],
      trackedPaths: [],
      [Symbol.asyncDispose]: async () => {},
    },
    config: decoded.config,
    baselineConfig: decoded.config,
    isIntroduced: false,
    configChanges: [],
    arms: ['cpp', 'rust'],
    protocol: presets[request.protocol ?? 'quick-check'],
    launcher: null,
  }
}

/** A row of these implementations, ready to be measured. */
export function row(implementations: readonly Implementation[], benchmark = 'sort'): MeasuredRow {
  const contestants = implementations.map(
    (implementation): Contestant => ({
      implementation,
      subject: {
        program: {
          path: implementation,
          checkout: `/${partsOf(implementation).revision}`,
          cwd: `/${partsOf(implementation).revision}`,
          sha256: 'x',
          scratch: '/scratch',
          sharedObjects: new Map(),
        },
        harness: pairgate,
        env: {},
        timeoutMs: 1000,
        launcher: null,
      },
      expectation: { output: '42', fingerprint: 'f', tolerance: null },
      iterationMode: 'exact',
      iterations: 10,
      targetUs: 0,
      warmupIterations: 1,
      warmupUs: 0,
      calm: { wallPerCpu: null },
      expectedMs: 5,
    }),
  )
  return { benchmark, dataset: '1000', contestants }
}

/** All events of a stage. */
export async function collect(stage: AsyncGenerator<Event, unknown>): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of stage) events.push(event)
  return events
}
