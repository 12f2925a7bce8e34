/**
 * Splits a full name such as `BM_Sort<int>/1024/threads:2`: the segments at its end that are numbers or `key:value`
 * are the dataset. `caseName` gives the full name back.
 */
export function splitName(name: string): { readonly benchmark: string; readonly dataset: string } {
  const segments = name.split('/')
  let first = segments.length
  while (first > 1 && isArgument(segments[first - 1] ?? '')) first -= 1
  const benchmark = segments.slice(0, first).join('/')
  return first === segments.length || benchmark === ''
    ? { benchmark: name, dataset: '' }
    : { benchmark, dataset: segments.slice(first).join('/') }
}

/** What Google Benchmark appends, beside numbers, to tell how a benchmark is run. */
const MODIFIERS = ['real_time', 'process_time', 'manual_time']

function isArgument(segment: string): boolean {
  return (
    /^-?\d+(\.\d+)?$/.test(segment) || /^[A-Za-z_]\w*:[^/]+$/.test(segment) || MODIFIERS.includes(segment)
  )
}
