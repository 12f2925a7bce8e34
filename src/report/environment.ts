import { EXTERNAL, type Facts, UNKNOWN } from '../model/environment.ts'
import type { Result } from '../model/result.ts'
import { formatBytes } from './quantity.ts'

/** A known fact, as text; those of an arm have its name. */
export interface Fact {
  readonly arm: string | null
  readonly name: string
  readonly value: string
}

/** One group of the environment, as names and values. */
export interface EnvironmentGroup {
  readonly name: 'semantic' | 'performance' | 'provenance'
  /** What its facts change. */
  readonly title: string
  readonly known: readonly Fact[]
  /** What is not there, such as a runner outside of a CI system. */
  readonly none: readonly string[]
  /** What no probe found. */
  readonly unknown: readonly string[]
  /** What only someone outside of the machine can know. */
  readonly external: readonly string[]
}

const TITLES = {
  semantic: 'Changes results',
  performance: 'Changes times',
  provenance: 'Provenance',
} as const

/** The three groups of the environment; a group without facts is left out. */
export function environmentGroups({ environment, arms }: Result): readonly EnvironmentGroup[] {
  const names = ['semantic', 'performance', 'provenance'] as const
  return names
    .map((name) => {
      const facts = Object.entries(environment[name]).filter(([, value]) => value !== '')
      const named = (word: string) =>
        facts.filter(([, value]) => (value ?? UNKNOWN) === word).map(([fact]) => wordsOf(fact))
      const known = facts.filter(([, value]) => !WORDS.includes(value ?? UNKNOWN))
      return {
        name,
        title: TITLES[name],
        known: known.map(([fact, value]) => factOf(fact, value, arms)),
        none: named(NONE),
        unknown: named(UNKNOWN),
        external: named(EXTERNAL),
      }
    })
    .filter(({ known, none, unknown, external }) => [known, none, unknown, external].flat().length > 0)
}

const NONE = 'none'
/** Values that are told once, with all the facts that have them. */
const WORDS: readonly Facts[string][] = [NONE, UNKNOWN, EXTERNAL]

function factOf(name: string, value: Facts[string], arms: Result['arms']): Fact {
  const arm = arms.find((one) => name.startsWith(`arm.${one.name}.`))?.name ?? null
  const words = wordsOf(name)
  return { arm, name: arm === null ? words : words.slice(arm.length + 1), value: formatFact(name, value) }
}

/** The name of a fact in words, without its unit: `memory` for `memory_bytes`. */
export function wordsOf(name: string): string {
  // What follows the name of an arm are names of tools, variables and labels, which are not ours.
  return name.startsWith('arm.')
    ? name.slice('arm.'.length).replaceAll('.', ' ')
    : name.replace(/_(bytes|mhz)$/, '').replaceAll('_', ' ')
}

/** The value of a fact with its unit. */
export function formatFact(name: string, value: Facts[string]): string {
  if (value === '') return NONE
  if (name.endsWith('_bytes') && typeof value === 'number') return formatBytes(value)
  return name.endsWith('_mhz') && value !== UNKNOWN ? `${value} MHz` : String(value ?? UNKNOWN)
}
