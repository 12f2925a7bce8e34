import type { z } from 'zod'
import { driverNames } from './config.ts'
import { keysAt } from './config-shape.ts'
import { excerpt } from './decoded.ts'
import { gateConstant } from './gate-constants.ts'
import { harnessNames } from './harness-settings.ts'
import { suggestion } from './nearest.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** How the schema library begins the messages that are its own, not the schema's. */
const LIBRARY_WORDS = /^(Invalid|Too|Unrecognized)/

/** A mistake in decoded data, by path. */
export interface Fault {
  readonly path: Path
  readonly message: string
}

/** All faults that the schema library found in `data`, in words: the value and what is allowed. */
export function issuesToFaults(issues: readonly Issue[], data: unknown): readonly Fault[] {
  return issues.flatMap((issue) => faultsOf(issue, [], data))
}

function faultsOf(issue: Issue, above: Path, data: unknown): readonly Fault[] {
  const path = [...above, ...issue.path]
  const value = valueAt(data, path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, path, data) }))
    case 'invalid_union':
      return unionFaults(issue, path, value, data)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.map((inner) => ({
        path,
        message: `${excerptOf(path.at(-1))} cannot be a key here: allowed is ${allowedBy(inner)}`,
      }))
    case 'invalid_value':
      return [{ path, message: `${wrong(value, allowedBy(issue))}${suggestionFor(value, issue.values)}` }]
    case 'invalid_type':
    case 'too_small':
    case 'too_big':
    case 'invalid_format':
    case 'not_multiple_of':
    case 'custom':
      return [{ path, message: wrong(value, allowedBy(issue)) }]
  }
}

/** What an issue allows: the words of the schema where it has its own, else ours for the library's. */
function allowedBy(issue: Issue): string {
  if (!LIBRARY_WORDS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return kindOf(issue.expected)
    case 'invalid_value':
      return choice(issue.values.map(String))
    case 'too_small':
      if (issue.origin === 'string') return 'text that is not empty'
      return `${issue.origin === 'array' ? 'a list of ' : ''}at least ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'custom':
      return issue.message
  }
}

function suggestionFor(value: unknown, allowed: readonly unknown[]): string {
  const names = allowed.filter((one) => typeof one === 'string')
  return typeof value === 'string' ? suggestion(value, names) : ''
}

/** Of a union's members, the one that the value was meant to be speaks; all of them where that cannot be told. */
function unionFaults(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  value: unknown,
  data: unknown,
) {
  const kinds = kindsAt(path)
  if (kinds !== null)
    return [{ path, message: `${wrong(value, choice(kinds))}${suggestionFor(value, kinds)}` }]
  if (!LIBRARY_WORDS.test(issue.message)) {
    const names = issue.errors.flat().flatMap((error) => (error.code === 'invalid_value' ? error.values : []))
    return [{ path, message: `${wrong(value, issue.message)}${suggestionFor(value, names)}` }]
  }
  const meant = issue.errors.filter((errors) => !errors.some((error) => isOfAnotherKind(error, value)))
  if (meant.length === 1)
    return meant.flatMap((errors) => errors.flatMap((error) => faultsOf(error, path, data)))
  const faults = issue.errors.flatMap((errors) => errors.flatMap((error) => faultsOf(error, path, data)))
  const allowed = [...new Set(faults.map((fault) => fault.message.replace(/^.*?: allowed is /, '')))]
  return [{ path, message: wrong(value, allowed.join(', or ')) }]
}

/** The values of a key that tells which other keys there are; null for any other key. */
function kindsAt(path: Path): readonly string[] | null {
  if (path.at(-1) === 'driver') return driverNames
  return path.at(-1) === 'name' && path.at(-2) === 'harness' ? harnessNames : null
}

function isOfAnotherKind(issue: Issue, value: unknown): boolean {
  if (issue.path.length > 0) return false
  return issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof value !== 'string')
}

function unknownKey(key: string, path: Path, data: unknown): string {
  const constant = gateConstant(key)
  if (constant !== null) return constant
  const { allowed, elsewhere } = keysAt(path, data)
  if (elsewhere.includes(key))
    return `this key belongs to another ${path.at(-1) === 'build' ? 'driver' : 'harness'}; allowed here is ${allowed.join(', ')}`
  return `unknown key${suggestion(key, allowed)}; allowed is ${allowed.join(', ')}`
}

function wrong(value: unknown, allowed: string): string {
  return value === undefined ? `missing: allowed is ${allowed}` : `${excerptOf(value)}: allowed is ${allowed}`
}

function excerptOf(value: unknown): string {
  // JSON has no word for these.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? excerpt(value) : (JSON.stringify(value) ?? 'undefined').slice(0, 120)
}

function choice(allowed: readonly string[]): string {
  return allowed.length === 1 ? String(allowed[0]) : `one of ${allowed.join(', ')}`
}

function kindOf(expected: string): string {
  switch (expected) {
    case 'string':
      return 'text'
    case 'object':
    case 'record':
      return 'a mapping'
    case 'array':
      return 'a list'
    case 'int':
      return 'a whole number'
    case 'number':
      return 'a number'
    case 'boolean':
      return 'true or false'
    default:
      return expected
  }
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    data,
  )
}
