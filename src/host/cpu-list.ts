/** The CPUs of a list as the kernel writes it, such as `0-3,8`. */
export function cpusIn(list: string): readonly number[] {
  return list
    .split(',')
    .filter((range) => /^\d+(-\d+)?$/.test(range))
    .flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
}

/** The CPUs that a process may use, by the text of its /proc/PID/status; null where there is none. */
export function allowedCpusIn(status: string | null): readonly number[] | null {
  const list = /^Cpus_allowed_list:\s*([\d,-]+)$/m.exec(status ?? '')?.[1]
  return list === undefined ? null : cpusIn(list)
}
