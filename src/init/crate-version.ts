import { parse } from 'smol-toml'
import { z } from 'zod'

/** A version of a crate, less what stands behind its three numbers. */
export interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
}

export function isOlder(one: Version, other: Version): boolean {
  const [a, b] = [one, other].map(({ major, minor, patch }) => [major, minor, patch])
  const at = a?.findIndex((number, index) => number !== b?.[index]) ?? -1
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0)
}

/** Whether a version requirement of cargo lets `oldest` or anything newer through; one that cannot be read does. */
export function allows(requirement: string, oldest: Version): boolean {
  return requirement.split(',').every((one) => comparatorAllows(one.trim(), oldest))
}

const COMPARATOR = /^(\^|~|=|>=|>|<=|<)?\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?/

function comparatorAllows(comparator: string, oldest: Version): boolean {
  const match = COMPARATOR.exec(comparator)
  if (match === null) return true
  const [operator = '^', ...numbers] = match.slice(1)
  const [major = 0, minor = null, patch = null] = numbers.map((one) =>
    one === undefined ? null : Number(one),
  )
  if (major === null) return true
  const end = firstAbove(operator, major, minor, patch)
  return end === null || isOlder(oldest, end)
}

/** The first version above all that a comparator lets through; null where there is none. */
function firstAbove(
  operator: string,
  major: number,
  minor: number | null,
  patch: number | null,
): Version | null {
  const within = { major, minor: minor ?? 0, patch: patch ?? 0 }
  const nextMajor = { major: major + 1, minor: 0, patch: 0 }
  const nextMinor = { major, minor: within.minor + 1, patch: 0 }
  const nextPatch = { ...within, patch: within.patch + 1 }
  switch (operator) {
    case '>=':
    case '>':
      return null
    case '<':
      return within
    case '=':
    case '<=':
      if (minor === null) return nextMajor
      return patch === null ? nextMinor : nextPatch
    case '~':
      return minor === null ? nextMajor : nextMinor
    default:
      if (major > 0 || minor === null) return nextMajor
      return minor > 0 || patch === null ? nextMinor : nextPatch
  }
}

const lockSchema = z.object({
  package: z
    .array(z.object({ name: z.string(), version: z.string(), dependencies: z.array(z.string()).default([]) }))
    .default([]),
})

/** The version of a crate that a package uses by the text of a Cargo.lock; null where it does not tell one. */
export function versionIn(lock: string, owner: string, crate: string): Version | null {
  const packages = lockedPackages(lock)
  const used = packages
    .filter(({ name }) => name === owner)
    .flatMap(({ dependencies }) => dependencies)
    .map((one) => one.split(' '))
    .filter(([name]) => name === crate)
  const [only, second] = used
  if (only === undefined || second !== undefined) return null
  // The version stands there only where the lock has several.
  return versionOf(only[1] ?? packages.find(({ name }) => name === crate)?.version ?? '')
}

function lockedPackages(lock: string) {
  try {
    return lockSchema.safeParse(parse(lock)).data?.package ?? []
  } catch {
    // A lock that cannot be read tells nothing: cargo will say so.
    return []
  }
}

function versionOf(text: string): Version | null {
  const [major, minor, patch] = (/^(\d+)\.(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number)
  if (major === undefined || minor === undefined || patch === undefined) return null
  return { major, minor, patch }
}
