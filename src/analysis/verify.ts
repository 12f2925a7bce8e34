import { UserError } from '../model/failure.ts'
import type { Result } from '../model/result.ts'

/** One place at which a recorded result is not what its events give. */
export interface Difference {
  /** Such as `comparisons[0].delta_pct`. */
  readonly path: string
  readonly recorded: unknown
  readonly recomputed: unknown
}

/**
 * Where `recorded`, the content of a `results.json`, differs from the result that its events give. Throws a UserError
 * for a schema version whose rules are not these.
 */
export function differences(recorded: unknown, recomputed: Result): readonly Difference[] {
  const version = isObject(recorded) ? recorded.schema_version : undefined
  if (version !== recomputed.schema_version) {
    throw new UserError(
      `results.json has schema_version ${JSON.stringify(version)}; this pairgate verifies version ${recomputed.schema_version}: use the pairgate that wrote it`,
    )
  }
  const found = differ('', recorded, JSON.parse(JSON.stringify(recomputed)))
  return isObject(recorded) && !('resource_rule' in recorded) ? found.filter(isOfItsTime) : found
}

/** Fields that a result has since it names its `resource_rule`; what an older one has of the others must still agree. */
const ADDED =
  /^(resource_rule$|environment\.|summary\.growths$|comparisons\[\d+\]\.resources\.(peak_rss|size|build_ms)_ratio$)/
/** Until then it was the largest of all observations. */
const OTHERWISE = /^comparisons\[\d+\]\.resources\.(baseline|candidate)\.peak_rss_bytes$/

function isOfItsTime({ path, recorded }: Difference): boolean {
  return !(ADDED.test(path) && recorded === undefined) && !OTHERWISE.test(path)
}

function differ(path: string, recorded: unknown, recomputed: unknown): readonly Difference[] {
  if (Array.isArray(recorded) && Array.isArray(recomputed)) {
    const length = Math.max(recorded.length, recomputed.length)
    return Array.from({ length }, (_, index) =>
      differ(`${path}[${index}]`, recorded[index], recomputed[index]),
    ).flat()
  }
  if (isObject(recorded) && isObject(recomputed)) {
    const names = new Set([...Object.keys(recomputed), ...Object.keys(recorded)])
    return [...names].flatMap((name) =>
      differ(path === '' ? name : `${path}.${name}`, recorded[name], recomputed[name]),
    )
  }
  return Object.is(recorded, recomputed) ? [] : [{ path, recorded, recomputed }]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
