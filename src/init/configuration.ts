import { stringify } from 'yaml'
import type { Arm } from './arm-names.ts'
import type { NotUnderstood, Program } from './program.ts'

const HEAD = `# Written by pairgate init: which benchmark programs are built, how, and how each is asked to measure.
# Every key: https://github.com/pairgate/pairgate/blob/main/docs/configuration.md
version: 1
arms:
`

/** The text of a `pairgate.yml` with the arms, and what was left out as comments. */
export function configurationText(arms: readonly Arm[], notUnderstood: readonly NotUnderstood[]): string {
  const left = notUnderstood.map(({ place, reason }) => comment(`${place}: ${reason}`))
  const omitted = left.length === 0 ? '' : ['', '# Not understood, and so left out:', ...left, ''].join('\n')
  return `${HEAD}${arms.map(armText).join('')}${omitted}`
}

function armText({ name, program }: Arm): string {
  // Words that YAML 1.1 takes for booleans, such as ON, are quoted for its readers.
  const settings = stringify({ [name]: settingsOf(program) }, { lineWidth: 0, compat: 'yaml-1.1' })
  return [...program.reasons.map(comment), ...settings.trimEnd().split('\n')]
    .map((line) => `  ${line}\n`)
    .join('')
}

function settingsOf({ build, harness }: Program): object {
  return { build, harness }
}

/** A comment on one line, whatever stands in a path. */
function comment(text: string): string {
  return `# ${text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\ufeff]+/gu, ' ')}`
}
