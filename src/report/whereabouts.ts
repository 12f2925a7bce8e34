import { quoted } from './shell-command.ts'

/** Where a run left what it found, and how to read on. */
export function whereabouts(out: string): string {
  const directory = quoted(out)
  return `events, results and reports: ${directory}\nwhy a row came to its verdict: pairgate explain ${directory} BENCHMARK\n`
}
