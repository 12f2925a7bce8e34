/** One combination of a matrix. */
export type Combination = Readonly<Record<string, unknown>>

/** Every combination of a matrix, with `include` and `exclude` as GitHub applies them; one empty one without a matrix. */
export function combinationsOf(matrix: Readonly<Record<string, unknown>>): readonly Combination[] {
  const { include = [], exclude = [], ...axes } = matrix
  const excluded = entriesOf(exclude)
  const products = Object.entries(axes)
    .reduce<Combination[]>(
      (sofar, [name, axis]) =>
        sofar.flatMap((one) => listOf(axis).map((value) => ({ ...one, [name]: value }))),
      [{}],
    )
    .filter((one) => !excluded.some((entry) => agrees(one, entry)))
  const hasAxes = Object.keys(axes).length > 0
  return entriesOf(include).reduce<readonly Combination[]>(
    (sofar, entry) => included(sofar, entry, Object.keys(axes)),
    hasAxes || entriesOf(include).length === 0 ? products : [],
  )
}

/** Adds an entry of `include` to each combination whose own values it does not change, else as a new one. */
function included(sofar: readonly Combination[], entry: Combination, axes: string[]): readonly Combination[] {
  const own = Object.fromEntries(Object.entries(entry).filter(([name]) => axes.includes(name)))
  const fits = (one: Combination) => axes.some((name) => name in one) && agrees(one, own)
  if (!sofar.some(fits)) return [...sofar, entry]
  return sofar.map((one) => (fits(one) ? { ...one, ...entry } : one))
}

function agrees(one: Combination, entry: Combination): boolean {
  return Object.entries(entry).every(([name, value]) => JSON.stringify(one[name]) === JSON.stringify(value))
}

function listOf(axis: unknown): readonly unknown[] {
  if (!Array.isArray(axis)) throw new Error(`an axis of the matrix is not a list: ${JSON.stringify(axis)}`)
  return axis
}

function entriesOf(list: unknown): readonly Combination[] {
  return listOf(list).map((entry) => {
    if (typeof entry !== 'object' || entry === null) throw new Error('an entry of the matrix is no mapping')
    return { ...entry }
  })
}
