import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { Command } from '../model/process.ts'

/** The first executable file named `program` on `path`; null when there is none. */
export function findProgram(program: string, path: string | undefined): string | null {
  for (const directory of (path ?? '').split(delimiter)) {
    const candidate = join(directory, program)
    if (directory !== '' && isFile(candidate) && isExecutable(candidate)) return candidate
  }
  return null
}

/** Why `command` cannot be started, as far as the file system tells; null when nothing speaks against it. */
export function objectionToStart(command: Command): string | null {
  const { program, cwd } = command
  if (!isDirectory(cwd)) return `the working directory ${cwd} does not exist`
  if (command.stdin !== undefined && !isFile(command.stdin))
    return `its standard input ${command.stdin} does not exist`
  if (!program.includes('/')) {
    return findProgram(program, command.env.PATH) === null ? `${program} is not on PATH` : null
  }
  const path = resolve(cwd, program)
  if (isDirectory(path)) return `${program} is a directory`
  if (!isFile(path)) return `${program} does not exist`
  return isExecutable(path) ? null : `${program} is not executable`
}

/** What the system's refusal to start `command` means. */
export function explainRefusal(command: Command, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'ENOENT':
      return `${command.program} is there, but the interpreter or loader that it names is not`
    case 'EACCES':
      return `${command.program} is not executable for this user`
    case 'ENOEXEC':
      return `${command.program} is not a program for this machine`
    case 'E2BIG':
      return `the arguments and environment of ${command.program} are longer than the system allows`
    default:
      return error instanceof Error ? error.message : String(error)
  }
}

/** What it means that a process may not run on a CPU. */
export function explainNoPlace(cpu: number | undefined, code: string): string {
  return code === 'EINVAL'
    ? `CPU ${cpu} is not there, or not among the CPUs that this process may use`
    : `the process could not be placed on CPU ${cpu} (${code})`
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
