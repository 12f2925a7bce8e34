/** The CPUs of a list as Linux writes it, such as `0-3,8`; null for anything else. */
export function cpusIn(list: string | null): readonly number[] | null {
  if (list === null || !/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(list)) return null
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  })
}

/** The CPUs that a process may use, by the text of its /proc/PID/status; null where there is none. */
export function allowedCpusIn(status: string | null): readonly number[] | null {
  return cpusIn(/^Cpus_allowed_list:\s*(.*)$/m.exec(status ?? '')?.[1] ?? null)
}
