import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['ENV', 'OUTPUT', 'PATH', 'STATE', 'STEP_SUMMARY'] as const

/** What a step wrote into the files that the runner gives it. */
export interface Written {
  readonly env: Readonly<Record<string, string>>
  readonly outputs: Readonly<Record<string, string>>
  readonly path: readonly string[]
  readonly state: Readonly<Record<string, string>>
  readonly summary: string
}

/** The files GITHUB_ENV, GITHUB_OUTPUT and so on of one step. */
export interface CommandFiles {
  readonly environment: Readonly<Record<string, string>>
  read(): Written
}

/** Makes the empty files of a step in `directory`. */
export function commandFiles(directory: string): CommandFiles {
  mkdirSync(directory, { recursive: true })
  const fileOf = (name: (typeof NAMES)[number]) => join(directory, name.toLowerCase())
  for (const name of NAMES) writeFileSync(fileOf(name), '')
  const textOf = (name: (typeof NAMES)[number]) => readFileSync(fileOf(name), 'utf8')
  return {
    environment: Object.fromEntries(NAMES.map((name) => [`GITHUB_${name}`, fileOf(name)])),
    read: () => ({
      env: pairsIn(textOf('ENV')),
      outputs: pairsIn(textOf('OUTPUT')),
      path: textOf('PATH')
        .split('\n')
        .filter((line) => line !== ''),
      state: pairsIn(textOf('STATE')),
      summary: textOf('STEP_SUMMARY'),
    }),
  }
}

/** The pairs of `name=value` and of `name<<END`, lines, `END`. */
function pairsIn(text: string): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {}
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const [, name = '', sign, rest = ''] = /^(.*?)(=|<<)(.*)$/.exec(line) ?? []
    if (sign === undefined || name === '') throw new Error(`not a line of a command file: ${line}`)
    if (sign === '=') {
      pairs[name] = rest
      continue
    }
    const end = lines.indexOf(rest, at + 1)
    if (end < 0) throw new Error(`no end ${rest} for ${name}`)
    pairs[name] = lines.slice(at + 1, end).join('\n')
    at = end
  }
  return pairs
}
