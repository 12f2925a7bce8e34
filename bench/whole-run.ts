import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gate } from '../src/gate.ts'
import { createHost } from '../src/host/host.ts'
import type { Event } from '../src/model/event.ts'
import type { ProtocolName } from '../src/model/protocol.ts'
import { presets } from '../src/protocol/preset.ts'
import { makeSuiteRepository, type SuiteArm } from './suite-repository.ts'

/** A generated suite, compared with itself by the gate. */
export interface WholeRun {
  readonly benchmarks: number
  readonly arms: readonly SuiteArm[]
  readonly protocol: ProtocolName
}

/** What a whole run took. */
export interface WholeRunCost {
  readonly conclusion: string
  readonly rows: number
  readonly observations: number
  /** From the command to its artifacts, builds and all, in seconds. */
  readonly wholeSeconds: number
  /** From the first block to the last one, in seconds. */
  readonly blockSeconds: number
  /** Of the time between them: in timed batches, and in the warm-up that the protocol asks for. */
  readonly timedSeconds: number
  readonly warmupSeconds: number
  /** The most memory that pairgate's own process held. */
  readonly megabytes: number
}

/** Runs the gate on a generated suite in a process of its own, so that its peak of memory is the run's. */
export function measureWholeRun(run: WholeRun): WholeRunCost {
  const stdout = execFileSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(run)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(stdout) as WholeRunCost
}

/** The share of the time between the first and the last block that is neither warm-up nor timed, in per cent. */
export function overheadPct({ blockSeconds, timedSeconds, warmupSeconds }: WholeRunCost): number {
  return (1 - (timedSeconds + warmupSeconds) / blockSeconds) * 100
}

async function performed({ benchmarks, arms, protocol }: WholeRun): Promise<WholeRunCost> {
  const directory = mkdtempSync(join(tmpdir(), 'pairgate-suite-'))
  try {
    const repository = join(directory, 'repository')
    makeSuiteRepository(repository, resolve('.'), benchmarks, arms)
    const started = performance.now()
    const watch = stopwatch(presets[protocol].warmup_us)
    const host = createHost({
      environment: process.env,
      signal: new AbortController().signal,
      log: (line) => process.stderr.write(`${line}\n`),
      echo: () => {},
    })
    const request = {
      ...{ repository, baseline: 'HEAD~1', candidate: 'HEAD', config: 'pairgate.yml', arms: [], filter: [] },
      ...{ protocol, seed: '1', measureIdentical: true },
    }
    const { result, failure } = await gate(request, join(directory, 'out'), host, watch.hear)
    if (failure !== null) throw failure
    return {
      conclusion: result?.conclusion ?? 'none',
      rows: result?.comparisons.length ?? 0,
      ...watch.told(),
      wholeSeconds: (performance.now() - started) / 1000,
      megabytes: process.resourceUsage().maxRSS / 1024,
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Times the blocks of a run by when their events came. */
function stopwatch(warmupUs: number) {
  let [first, last, timedUs, observations] = [0, 0, 0, 0]
  return {
    hear: (event: Event): void => {
      // The schedule is told right before the first block.
      if (event.type === 'schedule' && observations === 0) first = performance.now()
      if (event.type !== 'observation') return
      last = performance.now()
      observations += 1
      timedUs += (event.elapsed_us ?? 0) * event.iterations
    },
    told: () => ({
      observations,
      blockSeconds: (last - first) / 1000,
      timedSeconds: timedUs / 1e6,
      warmupSeconds: (observations * warmupUs) / 1e6,
    }),
  }
}

const [, program, asked] = process.argv
if (program === fileURLToPath(import.meta.url) && asked !== undefined) {
  process.stdout.write(JSON.stringify(await performed(JSON.parse(asked) as WholeRun)))
}
