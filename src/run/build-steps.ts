import { dirname } from 'node:path'
import { maskPaths } from '../build/compiler.ts'
import type { Build } from '../build/drivers.ts'
import type { BuildSite, StepResult } from '../model/build.ts'
import type { Host } from '../model/host.ts'
import type { ProcessOutcome } from '../model/process.ts'

/** A build writes as much as it likes; this much is kept of it. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024

/** What is shown of a failed build. */
const MOST_LINES = 50

/** What came of the steps of a build; `failure` has the end of what a failed step said, after which none was run. */
export interface Performed {
  readonly results: readonly StepResult[]
  readonly failure: string | null
}

/** Runs a build's steps in order, its output streamed to the log. */
export async function perform(
  host: Host,
  build: Build,
  site: BuildSite,
  timeoutMs: number,
  name: string,
): Promise<Performed> {
  const results: StepResult[] = []
  for (const step of await build.steps(site, host.files)) {
    host.log(`${name}: ${step.label}`)
    for (const file of step.files) {
      await host.files.makeDirectory(dirname(file.path))
      await host.files.writeText(file.path, file.text)
    }
    const lines = byLine((line) => host.echo(line))
    const outcome = await host.processes.run(step.command, {
      timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      onOutput: lines.hear,
    })
    lines.end()
    results.push({ step, outcome })
    const failure = failureOf(outcome)
    if (failure !== null) return { results, failure: `${step.label} ${failure}` }
  }
  return { results, failure: null }
}

/** Cargo's messages stand on standard output for programs like this one. */
function isForPrograms(line: string): boolean {
  return line.startsWith('{"reason":')
}

/** Hands on whole lines of what comes in pieces, and what is left at the end. */
function byLine(echo: (line: string) => void): { hear(text: string): void; end(): void } {
  let rest = ''
  const hear = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (!isForPrograms(line)) echo(line)
  }
  return { hear, end: () => (rest === '' ? undefined : hear('\n')) }
}

function failureOf(outcome: ProcessOutcome): string | null {
  switch (outcome.kind) {
    case 'exited':
      return outcome.code === 0 ? null : `exited with code ${outcome.code}\n${whatItSaid(outcome)}`
    case 'signalled':
      return `was ended by ${outcome.signal}\n${whatItSaid(outcome)}`
    case 'timed-out':
      return `took longer than timeouts.build allows (${outcome.limitMs} ms)\n${whatItSaid(outcome)}`
    case 'too-much-output':
      return `wrote more than ${outcome.limitBytes} bytes\n${whatItSaid(outcome)}`
    case 'not-started':
      return `could not be started: ${outcome.reason}`
  }
}

/** Where compilers and cargo begin to tell of an error. */
const ERROR = /(^|[\s:])(fatal )?error(\[\w+\])?:/i

/**
 * What a build said from its first error on, or the end of it, with how much was left out; compilers speak on standard
 * error, ninja on standard output.
 */
function whatItSaid({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  const lines = `${stdout.trimEnd()}\n${stderr.trimEnd()}`
    .trim()
    .split('\n')
    .filter((line) => !isForPrograms(line))
  const firstError = lines.findIndex((line) => ERROR.test(line))
  const start = firstError >= 0 ? firstError : Math.max(0, lines.length - MOST_LINES)
  const shown = lines.slice(start, start + MOST_LINES)
  const behind = lines.length - start - shown.length
  return [
    ...(start > 0 ? [`… ${formatLines(start)} before this`] : []),
    ...shown,
    ...(behind > 0 ? [`… ${formatLines(behind)} more`] : []),
  ].join('\n')
}

function formatLines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

const FLAG_VARIABLES = /^(C|CXX|LD|RUST|CARGO_BUILD_RUST)FLAGS$|^(AR|NM|RANLIB|CC|CXX)$|^CARGO_PROFILE_/

/** What pairgate passed to the build tools, with the revision's own paths masked so that both revisions' are equal. */
export function flagsOf(results: readonly StepResult[], site: BuildSite): Record<string, string> {
  const flags: Record<string, string> = {}
  for (const { step } of results) {
    for (const [name, value] of Object.entries(step.command.env)) {
      if (FLAG_VARIABLES.test(name)) flags[name] = maskPaths(value, site)
    }
  }
  return flags
}
