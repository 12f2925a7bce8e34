import { evidenceOf } from '../src/analysis/evidence.ts'
import { reduce } from '../src/analysis/reduce.ts'
import { artifactsOf } from '../src/gate.ts'
import { readJournal, startJournal } from '../src/host/journal.ts'
import type { Event } from '../src/model/event.ts'
import { renderTerminal } from '../src/report/terminal.ts'
import { checked, observation, ready, run, summary } from '../test/analysis/log.ts'
import { promise } from './promise.ts'
import { benchPage } from './report-page.ts'

const ROWS = 1000
const EXPLORATORY = 5
const BLOCKS = 25

/** How long a step took, and the most memory that the process had held by then. */
interface Measured {
  readonly name: string
  readonly ms: number
  readonly megabytes: number
}

/** The steps of a large run, and the page that came of it. */
interface LargeRun {
  readonly steps: readonly Measured[]
  readonly page: string
}

/** Writes a log of 1000 rows to `directory`, then reads, reduces and reports it, step by step. */
async function measureLargeRun(directory: string): Promise<LargeRun> {
  const journal = await startJournal(directory)
  for (const event of largeLog()) await journal.append(event)
  await journal.close()
  const steps: Measured[] = []
  const step = async <T>(name: string, act: () => T | Promise<T>): Promise<T> => {
    const start = performance.now()
    const value = await act()
    const megabytes = process.resourceUsage().maxRSS / 1024
    steps.push({ name, ms: performance.now() - start, megabytes })
    return value
  }
  const { events, sha256 } = await step('reading events.jsonl', () =>
    readJournal(`${directory}/events.jsonl`),
  )
  const result = await step('reducing', () => reduce(events, sha256))
  const artifacts = await step('results.json, HTML, Markdown twice', () =>
    artifactsOf(result, evidenceOf(events, result)),
  )
  await step('the terminal', () => renderTerminal(result, { width: 120, color: true }))
  const total = steps.reduce((sum, { ms }) => sum + ms, 0)
  return {
    steps: [...steps, { name: 'in all', ms: total, megabytes: steps.at(-1)?.megabytes ?? 0 }],
    page: artifacts['report.html'] ?? '',
  }
}

function* largeLog(): Generator<Event> {
  const names = Array.from({ length: ROWS }, (_, index) => `row${index}`)
  yield run()
  yield* ready('cpp', names)
  for (const name of names) yield* checked('cpp', name)
  for (let block = 0; block < BLOCKS; block += 1) {
    for (const name of names) {
      for (const [position, implementation] of (['cpp@baseline', 'cpp@candidate'] as const).entries()) {
        const us = 100 + ((block * 7919 + name.length * 104_729 + position * 1299) % 1000) / 100
        yield observation(implementation, name, block - EXPLORATORY, us, {
          phase: block < EXPLORATORY ? 'exploratory' : 'confirmatory',
          position,
        })
      }
    }
  }
  yield summary
}

/** Times what is done with the log of a large run, in `directory`. */
export async function benchLargeRun(directory: string): Promise<void> {
  console.log('1000 comparisons, 25 blocks, 2 revisions: 50 000 observations')
  const { steps, page } = await measureLargeRun(directory)
  for (const { name, ms, megabytes } of steps) {
    console.log(
      `  ${name.padEnd(34)} ${ms.toFixed(0).padStart(7)} ms   peak of the process so far ${megabytes.toFixed(0)} MB`,
    )
  }
  const all = steps.at(-1)
  promise('under 5 s and 400 MB', all !== undefined && all.ms < 5000 && all.megabytes < 400)
  await benchPage(page)
}
