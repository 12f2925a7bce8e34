/** The processors of /proc/cpuinfo, each as its keys and values; none for a text without any. */
export function processorsIn(cpuinfo: string | null): readonly Readonly<Record<string, string>>[] {
  return (cpuinfo ?? '')
    .split(/\n\s*\n/)
    .map((block) =>
      Object.fromEntries(
        block.split('\n').flatMap((line) => {
          const colon = line.indexOf(':')
          return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
        }),
      ),
    )
    .filter((processor) => 'processor' in processor)
}

/** The distinct values and how often each is there, in the order in which they come first. */
export function tallied(
  values: readonly string[],
): readonly { readonly value: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count }))
}

/** The distinct values of a key, in the order of the CPUs. */
export function valuesOf(cpuinfo: string | null, key: string): readonly string[] {
  return tallied(processorsIn(cpuinfo).flatMap((processor) => processor[key] ?? [])).map(({ value }) => value)
}
