import type { z } from 'zod'
import { driverNames } from './config.ts'
import { keysAt } from './config-shape.ts'
import { excerpt } from './decoded.ts'
import { suggestion } from './nearest.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

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
    case 'invalid_type':
      return [{ path, message: wrong(value, kindOf(issue.expected)) }]
    case 'invalid_value': {
      const allowed = issue.values.map(String)
      const near = typeof value === 'string' ? suggestion(value, allowed) : ''
      return [{ path, message: `${wrong(value, choice(allowed))}${near}` }]
    }
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.map((inner) => ({
        path,
        message: `${excerptOf(path.at(-1))} is not allowed here: ${inner.message}`,
      }))
    case 'too_small':
      return [
        {
          path,
          message: wrong(value, `at least ${issue.minimum}${issue.origin === 'number' ? '' : ' of them'}`),
        },
      ]
    case 'too_big':
      return [{ path, message: wrong(value, `at most ${issue.maximum}`) }]
    case 'invalid_format':
    case 'not_multiple_of':
    case 'custom':
      return [{ path, message: wrong(value, issue.message) }]
  }
}

/** Of a union's members, the one that the value was meant to be speaks; all of them where that cannot be told. */
function unionFaults(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  value: unknown,
  data: unknown,
) {
  if (path.at(-1) === 'driver') {
    const near = typeof value === 'string' ? suggestion(value, driverNames) : ''
    return [{ path, message: `${wrong(value, choice(driverNames))}${near}` }]
  }
  const meant = issue.errors.filter((errors) => !errors.some((error) => isOfAnotherKind(error, value)))
  if (meant.length === 1)
    return meant.flatMap((errors) => errors.flatMap((error) => faultsOf(error, path, data)))
  const faults = issue.errors.flatMap((errors) => errors.flatMap((error) => faultsOf(error, path, data)))
  const allowed = [...new Set(faults.map((fault) => fault.message.replace(/^.*?: allowed is /, '')))]
  return [{ path, message: wrong(value, allowed.join(', or ')) }]
}

function isOfAnotherKind(issue: Issue, value: unknown): boolean {
  if (issue.path.length > 0) return false
  return issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof value !== 'string')
}

function unknownKey(key: string, path: Path, data: unknown): string {
  const { allowed, elsewhere } = keysAt(path, data)
  if (elsewhere.includes(key))
    return `this key belongs to another driver; allowed here is ${allowed.join(', ')}`
  return `unknown key${suggestion(key, allowed)}; allowed is ${allowed.join(', ')}`
}

function wrong(value: unknown, allowed: string): string {
  return value === undefined ? `missing: allowed is ${allowed}` : `${excerptOf(value)}: allowed is ${allowed}`
}

function excerptOf(value: unknown): string {
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
