import { foregone, type Part, waysOf } from './cmake-conditions.ts'
import type { Condition } from './cmake-frames.ts'
import type { CmakeOption } from './cmake-options.ts'

/** What has to be set for conditions to hold, as far as that can be told. */
export interface Requirements {
  /** `ON` or `OFF`, by the name of the option. */
  readonly options: Readonly<Record<string, string>>
  readonly reasons: readonly string[]
}

type Options = ReadonlyMap<string, CmakeOption>
type Settings = ReadonlyMap<string, boolean>

/** What must be set for `conditions` to hold; what is no option is told, not guessed. */
export function requirementsOf(conditions: readonly Condition[], options: Options): Requirements {
  const settings = new Map<string, boolean>()
  const reasons = new Set<string>()
  // Those that leave no choice come first: they may settle the others.
  const open = conditions.toSorted((a, b) => waysOf(a).length - waysOf(b).length)
  for (const condition of open) {
    const way = bestWay(waysOf(condition), settings, options)
    for (const part of way) {
      if (holds(part, settings, options)) continue
      const option = part.variable === null ? undefined : options.get(part.variable)
      if (option === undefined || part.variable === null) reasons.add(openReason(part, condition))
      else {
        settings.set(part.variable, part.wanted)
        reasons.add(optionReason(part, option, condition))
      }
    }
  }
  const words = [...settings].map(([name, value]) => [name, word(value)] as const)
  return { options: Object.fromEntries(words), reasons: [...reasons] }
}

/** One that holds already, else one that options can make hold, else the first. */
function bestWay(ways: readonly (readonly Part[])[], settings: Settings, options: Options): readonly Part[] {
  return (
    ways.find((way) => way.every((part) => holds(part, settings, options))) ??
    ways.find((way) => way.every((part) => holds(part, settings, options) || isOption(part, options))) ??
    ways[0] ??
    []
  )
}

function isOption({ variable }: Part, options: Options): boolean {
  return variable !== null && options.has(variable)
}

function holds(part: Part, settings: Settings, options: Options): boolean {
  if (foregone(part) === true) return true
  if (part.variable === null) return false
  const value = settings.get(part.variable) ?? options.get(part.variable)?.fallback ?? null
  return value === part.wanted
}

function optionReason({ variable, wanted }: Part, option: CmakeOption, condition: Condition): string {
  const usual = option.fallback === null ? 'depends on other settings' : `is ${word(option.fallback)}`
  return `${variable} is set to ${word(wanted)}: the target needs that (${place(condition)}), and unless set it ${usual} (${place(option)})`
}

function openReason({ text, wanted }: Part, condition: Condition): string {
  return `it is built only where if(${wanted ? '' : 'NOT '}${text}) holds (${place(condition)}): see that it does`
}

function word(value: boolean): string {
  return value ? 'ON' : 'OFF'
}

function place({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`
}
