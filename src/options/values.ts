import { UserError } from '../model/failure.ts'
import { suggestion } from '../model/nearest.ts'
import { type ProtocolName, protocolNameSchema } from '../model/protocol.ts'
import { seedSchema } from '../model/seed.ts'

/** The raw texts of options, by name; a repeatable one may have several. */
export type Texts = ReadonlyMap<string, readonly string[]>

/** The text of an option; empty where it was not given. */
export function textOf(texts: Texts, name: string): string {
  return texts.get(name)?.at(-1) ?? ''
}

/** A git revision: never something that git would take for an option. */
export function revisionOf(texts: Texts, name: string): string {
  const text = textOf(texts, name)
  if (text.startsWith('-')) throw new UserError(`${name} is ${text}: a revision cannot start with "-"`)
  return text
}

/** The configuration's path in each checkout: one outside it would be the same file for both revisions. */
export function configOf(texts: Texts): string {
  const text = textOf(texts, 'config')
  if (text.startsWith('/') || text.split('/').includes('..')) {
    throw new UserError(`config is ${text}: give a path relative to the root of the repository, without ".."`)
  }
  return text
}

export function protocolOf(texts: Texts): ProtocolName {
  return oneOf(texts, 'protocol', protocolNameSchema.options)
}

export function seedOf(texts: Texts): string {
  const text = textOf(texts, 'seed')
  if (!seedSchema.safeParse(text).success) {
    throw new UserError(`seed is ${text}: give a whole number from 0 to 18446744073709551615`)
  }
  return BigInt(text).toString()
}

export function blocksOf(texts: Texts): number | undefined {
  const text = textOf(texts, 'blocks')
  if (text === '') return undefined
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UserError(`blocks is ${text}: give a whole number from 1 to 999999`)
  return Number(text)
}

/** A percentage that explores; the gate's own cannot be set. */
export function thresholdOf(texts: Texts): number {
  const text = textOf(texts, 'threshold')
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= 1000) return value
  throw new UserError(`threshold is ${text}: give a percentage above 0, such as 5`)
}

export function confirmOf(texts: Texts): number | undefined {
  const text = textOf(texts, 'confirm')
  if (text === '') return undefined
  if (!/^[0-2]$/.test(text)) throw new UserError(`confirm is ${text}: give 0, 1 or 2`)
  return Number(text)
}

export function cpuOf(texts: Texts): 'auto' | 'none' | number | undefined {
  const text = textOf(texts, 'cpu')
  if (text === '') return undefined
  if (text === 'auto' || text === 'none') return text
  if (!/^\d{1,5}$/.test(text)) throw new UserError(`cpu is ${text}: give auto, none or the number of a CPU`)
  return Number(text)
}

export function filtersOf(texts: Texts): readonly string[] {
  const filters = texts.get('filter') ?? []
  for (const filter of filters) {
    try {
      new RegExp(filter, 'u')
    } catch (error) {
      throw new UserError(`filter is ${filter}: give a regular expression`, { cause: error })
    }
  }
  return filters
}

/** Whether a switch is on; as an input it is `true` or `false`. */
export function switchOf(texts: Texts, name: string): boolean {
  return texts.has(name) && oneOf(texts, name, ['true', 'false']) === 'true'
}

/** The option's text, which must be one of `allowed`. */
export function oneOf<Name extends string>(texts: Texts, option: string, allowed: readonly Name[]): Name {
  const text = textOf(texts, option)
  const found = allowed.find((name) => name === text)
  if (found === undefined) {
    throw new UserError(`${option} is ${text}: give one of ${allowed.join(', ')}${suggestion(text, allowed)}`)
  }
  return found
}
