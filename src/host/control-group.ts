import type { MachineReader } from './machine-reader.ts'

/**
 * Where a file of this process's control groups may be, the innermost group first: in the tree of `controller` (version
 * 1), or with null in the unified one (version 2).
 */
export function groupFiles(
  { text }: Pick<MachineReader, 'text'>,
  controller: string | null,
  file: string,
): readonly string[] {
  const lines = (text('/proc/self/cgroup') ?? '').split('\n').map((line) => line.split(':'))
  const line = lines.find(([number, controllers = '']) =>
    controller === null ? number === '0' && controllers === '' : controllers.split(',').includes(controller),
  )
  const root = controller === null ? '/sys/fs/cgroup' : `/sys/fs/cgroup/${controller}`
  return upwards(line?.slice(2).join(':') ?? '/').map((path) => `${root}${path}/${file}`)
}

/** The path of a group and of those that it lies in, the innermost first. */
function upwards(path: string): readonly string[] {
  const names = path.split('/').filter((name) => name !== '')
  return Array.from({ length: names.length + 1 }, (_, cut) =>
    names.slice(0, names.length - cut).reduce((whole, name) => `${whole}/${name}`, ''),
  )
}
