import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchBootstrap } from './bootstrap.ts'
import { benchCost, benchSuites } from './cost.ts'
import { benchLargeRun } from './large-run.ts'

/** What `npm run bench` measures, or after `--` those that are named; `suites` takes half an hour and has to be. */
const BENCHES: Readonly<Record<string, (directory: string) => void | Promise<void>>> = {
  'large-run': benchLargeRun,
  bootstrap: benchBootstrap,
  cost: benchCost,
  suites: benchSuites,
}

const named = process.argv.slice(2)
const asked = named.length === 0 ? Object.keys(BENCHES).filter((name) => name !== 'suites') : named
const directory = mkdtempSync(join(tmpdir(), 'pairgate-bench-'))
try {
  for (const name of asked) {
    const bench = BENCHES[name]
    if (bench === undefined) throw new Error(`no bench ${name}: take ${Object.keys(BENCHES).join(', ')}`)
    await bench(directory)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
