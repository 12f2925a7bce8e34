import type { CmakeCommand } from './cmake-commands.ts'
import { certain, type Variables } from './cmake-variables.ts'

/** A condition that what stands below it needs to hold, or not to hold. */
export interface Condition {
  readonly words: readonly string[]
  readonly wanted: boolean
  /** Of the `if`. */
  readonly line: number
  readonly file: string
}

/** A block of commands that may run, once or more often, or not at all. */
export interface Frame {
  /** Such as `function(add_bench)` or `foreach(name)`; null for `if`, whose body is as it is written. */
  readonly label: string | null
  /** Where it is opened. */
  readonly line: number
  /** What was known before it. */
  readonly before: Variables
  /** Of the branch that is being read. */
  readonly conditions: readonly Condition[]
}

/** The frame that a command opens. */
export function frameOf(command: CmakeCommand, variables: Variables, file: string): Frame {
  const { line } = command
  const before = new Map(variables)
  if (command.name === 'if') return { label: null, line, before, conditions: [conditionOf(command, file)] }
  return { label: `${command.name}(${command.args[0]?.text ?? ''})`, line, before, conditions: [] }
}

/** The frame of the next branch: the conditions of those before it do not hold, and what they set is not known. */
export function nextBranch(frame: Frame, command: CmakeCommand, variables: Variables, file: string): Frame {
  const earlier = frame.conditions.map((condition) => ({ ...condition, wanted: false }))
  const own = command.name === 'elseif' ? [conditionOf(command, file)] : []
  return { ...frame, before: certain(frame.before, variables), conditions: [...earlier, ...own] }
}

/** The variables whose meaning inside the frame is not known from outside: parameters and what a loop runs over. */
export function boundBy(command: CmakeCommand): readonly string[] {
  switch (command.name) {
    case 'foreach':
      return command.args.slice(0, 1).map(({ text }) => text)
    case 'function':
    case 'macro':
      return [...command.args.slice(1).map(({ text }) => text), 'ARGN', 'ARGV']
    default:
      return []
  }
}

/** What is known after a frame; the variables of a function are its own. */
export function afterwards(frame: Frame, variables: Variables): Map<string, string> {
  return frame.label?.startsWith('function(') === true
    ? new Map(frame.before)
    : certain(frame.before, variables)
}

function conditionOf(command: CmakeCommand, file: string): Condition {
  return { words: command.args.map(({ text }) => text), wanted: true, line: command.line, file }
}
