import type { CmakeCommand } from './cmake-commands.ts'

/** A switch that the user of a CMake project has, and what it is unless set. */
export interface CmakeOption {
  /** Null where a variable or another option decides. */
  readonly fallback: boolean | null
  readonly file: string
  readonly line: number
}

/** The switches that CMake files below a directory declare, by name; the first declaration counts. */
export function optionsIn(
  commands: ReadonlyMap<string, readonly CmakeCommand[]>,
  source: string,
): ReadonlyMap<string, CmakeOption> {
  const options = new Map<string, CmakeOption>()
  for (const [file, list] of commands) {
    if (source !== '.' && !file.startsWith(`${source}/`)) continue
    for (const command of list) {
      const declared = declaration(command)
      if (declared === null || options.has(declared.name)) continue
      options.set(declared.name, { fallback: truth(declared.value), file, line: command.line })
    }
  }
  return options
}

function declaration({ name, args }: CmakeCommand): { name: string; value: string } | null {
  const [option = '', second = 'OFF', third = 'OFF'] = args.map(({ text }) => text)
  if (name === 'option' || name === 'cmake_dependent_option') return { name: option, value: third }
  // The module declares it.
  if (name === 'include' && option === 'CTest') return { name: 'BUILD_TESTING', value: 'ON' }
  const isSwitch = name === 'set' && args[2]?.text === 'CACHE' && args[3]?.text === 'BOOL'
  return isSwitch ? { name: option, value: second } : null
}

function truth(value: string): boolean | null {
  if (/^(ON|TRUE|YES|Y|1)$/i.test(value)) return true
  if (/^(OFF|FALSE|NO|N|0|)$/i.test(value)) return false
  return null
}
