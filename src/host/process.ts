import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Interrupted } from '../model/failure.ts'
import type { Processes } from '../model/host.ts'
import type { Command, Limits, ProcessOutcome, Usage } from '../model/process.ts'
import { type Exit, LaunchService, type Started } from './launch-service.ts'
import { type Capture, capture } from './process-output.ts'
import { closePipe, createPipes, type Pipe, readFrom } from './process-pipes.ts'
import { explainNoPlace, explainRefusal, objectionToStart } from './process-start.ts'
import { endGroup, endTree, MARK, newMark } from './process-tree.ts'
import { launched, readUsage } from './usage.ts'

/** How long output may still come after the process has ended, before its pipes are closed on whoever holds them. */
const GRACE_MS = 200

/** A launcher keeps the limit itself; after this much more it is taken to be stuck. */
const BACKSTOP_MS = 6000

/** Whoever was killed and is not told to have ended by then is waited for no longer. */
const STUCK_MS = 5000

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Ending = { readonly kind: 'timed-out' } | { readonly kind: 'too-much-output' }

/** The one process starter; an abort of `signal` ends every process that is running. */
export function createProcesses({ signal }: { readonly signal: AbortSignal }): Processes {
  const live = new Set<() => void>()
  const nextPipe = createPipes()
  const services = new Map<string, LaunchService>()
  /** The service of a launcher, started when it is first needed. */
  const serviceOf = (launcher: string): LaunchService => {
    const service = services.get(launcher) ?? new LaunchService(launcher)
    services.set(launcher, service)
    return service
  }
  signal.addEventListener('abort', () => {
    for (const end of live) end()
    for (const service of services.values()) service.interrupt()
  })
  return {
    async run(command, limits) {
      if (signal.aborted) throw interruptedBy(signal)
      const objection = objectionToStart(command)
      if (objection !== null) return { kind: 'not-started', reason: objection }
      const pipes = { stdout: nextPipe(), stderr: nextPipe() }
      const outcome = await runOne(command, limits, pipes, { live, signal, serviceOf })
      if (signal.aborted) throw interruptedBy(signal)
      return outcome
    },
  }
}

function interruptedBy(signal: AbortSignal): Interrupted {
  return signal.reason instanceof Interrupted ? signal.reason : new Interrupted()
}

interface Pipes {
  readonly stdout: Pipe
  readonly stderr: Pipe
}

interface Surroundings {
  /** What ends the processes that run. */
  readonly live: Set<() => void>
  readonly signal: AbortSignal
  readonly serviceOf: (launcher: string) => LaunchService
}

async function runOne(
  command: Command,
  limits: Limits,
  pipes: Pipes,
  { live, signal: abort, serviceOf }: Surroundings,
): Promise<ProcessOutcome> {
  const mark = newMark()
  const startedMs = performance.now()
  const started = await start(command, limits, mark, pipes, serviceOf)
  if (started.kind === 'refused') {
    closePipe(pipes.stdout)
    closePipe(pipes.stderr)
    return { kind: 'not-started', reason: explainRefusal(command, started.error) }
  }
  const { pid, exit, abandon } = started.process
  let ending: Ending | null = null
  let stuck: NodeJS.Timeout | undefined
  const end = (why: Ending | null): void => {
    ending ??= why
    endTree(pid, mark)
    stuck ??= setTimeout(abandon, STUCK_MS)
  }
  const endForAbort = (): void => end(null)
  live.add(endForAbort)
  if (abort.aborted) endForAbort()
  const patienceMs = limits.timeoutMs + (limits.launcher === undefined ? 0 : BACKSTOP_MS)
  const timer = setTimeout(() => end({ kind: 'timed-out' }), Math.min(patienceMs, LONGEST_TIMER_MS))
  const streams = { stdout: readFrom(pipes.stdout), stderr: readFrom(pipes.stderr) }
  const output = capture(streams, limits, () => end({ kind: 'too-much-output' }))
  const { code, signal, endedMs, report } = await exit
  clearTimeout(timer)
  clearTimeout(stuck)
  await drain(output, pid, mark)
  live.delete(endForAbort)
  const usage = readUsage(report)
  switch (usage.kind) {
    case 'refused':
      return { kind: 'not-started', reason: explainRefusal(command, usage.error) }
    case 'not-placed':
      return { kind: 'not-started', reason: explainNoPlace(limits.launcher?.cpu, usage.code) }
    case 'timed-out':
      // What it could not end, as another user's process, is tried once more from here.
      end({ kind: 'timed-out' })
      break
    case 'nothing':
      if (limits.launcher === undefined || ending !== null || code === null) break
      return { kind: 'not-started', reason: 'its launcher ended without telling what it took' }
    case 'told':
      break
  }
  return outcomeOf({
    ...(usage.kind === 'told' ? { usage: usage.usage } : {}),
    ending,
    code,
    signal,
    limits,
    wallMs: endedMs - startedMs,
    ...output.texts(),
  })
}

type Start =
  | { readonly kind: 'started'; readonly process: Started }
  | { readonly kind: 'refused'; readonly error: unknown }

/** Starts the command by the service of its launcher, where there is one, and otherwise from here. */
async function start(
  command: Command,
  limits: Limits,
  mark: string,
  { stdout, stderr }: Pipes,
  serviceOf: Surroundings['serviceOf'],
): Promise<Start> {
  const { program, args } = launched(command, limits)
  const env = { ...command.env, [MARK]: mark }
  const ends = { stdout: stdout.writeEnd, stderr: stderr.writeEnd }
  if (limits.launcher !== undefined && process.platform === 'linux') {
    const served = await serviceOf(limits.launcher.path).start({ ...command, env, args, ...ends })
    if (served !== null) return { kind: 'started', process: served }
  }
  return startFromHere({ ...command, program, args, env }, ends, limits.launcher !== undefined)
}

/** The program's refusal may be known at once or a moment later. */
function startFromHere(
  { program, args, cwd, env, stdin }: Command,
  ends: { readonly stdout: number; readonly stderr: number },
  reports: boolean,
): Start | Promise<Start> {
  let input: number | null = null
  try {
    if (stdin !== undefined) input = openSync(stdin, 'r')
    const stdio = [input ?? 'ignore', ends.stdout, ends.stderr, reports ? 'pipe' : 'ignore'] as const
    const child = spawn(program, args, { cwd, env, detached: true, stdio: [...stdio] })
    const { pid } = child
    if (pid !== undefined) {
      return { kind: 'started', process: { pid, exit: exitOf(child), abandon: () => {} } }
    }
    return new Promise((resolve) => child.once('error', (error) => resolve({ kind: 'refused', error })))
  } catch (error) {
    return { kind: 'refused', error }
  } finally {
    if (input !== null) closeSync(input)
  }
}

async function exitOf(child: ChildProcess): Promise<Exit> {
  const report = reportOf(child)
  const exit = await new Promise<Omit<Exit, 'report'>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal, endedMs: performance.now() }))
  })
  return { ...exit, report: await report }
}

/** What comes on descriptor 3, which only a launcher has. */
async function reportOf(child: ChildProcess): Promise<string> {
  const stream = child.stdio[3]
  return stream instanceof Readable ? text(stream) : ''
}

/** Waits until all output has come; whoever outlived the leader and holds the pipes is ended. */
async function drain(output: Capture, pid: number, mark: string): Promise<void> {
  endGroup(pid)
  if (await output.closedWithin(GRACE_MS)) return
  endTree(pid, mark)
  if (await output.closedWithin(GRACE_MS)) return
  output.abandon()
}

function outcomeOf(end: {
  readonly ending: Ending | null
  readonly code: number | null
  readonly signal: string | null
  readonly limits: Limits
  readonly wallMs: number
  readonly stdout: string
  readonly stderr: string
  readonly stdoutSha256?: string
  readonly usage?: Usage
}): ProcessOutcome {
  const { ending, code, signal, limits, ...ended } = end
  switch (ending?.kind) {
    case 'timed-out':
      return { kind: 'timed-out', limitMs: limits.timeoutMs, ...ended }
    case 'too-much-output':
      return { kind: 'too-much-output', limitBytes: limits.maxOutputBytes, ...ended }
    case undefined:
      break
  }
  if (code === null) return { kind: 'signalled', signal: signal ?? 'an unknown signal', ...ended }
  return { kind: 'exited', code, ...ended }
}
