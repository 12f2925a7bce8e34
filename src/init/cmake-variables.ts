import type { CmakeArgument } from './cmake-commands.ts'

/** What is known of variables; a list has semicolons between its items, as in CMake. */
export type Variables = ReadonlyMap<string, string>

/** A reference that is left where a variable is not known. */
const REFERENCE = /\$\{([^${}]+)\}/g

/** A value that grows beyond this is no name and no list of files. */
const LONGEST = 20_000

/** The items that an argument stands for; a reference to an unknown variable stays as it is written. */
export function expanded(argument: CmakeArgument, variables: Variables): readonly string[] {
  if (argument.kind === 'bracket') return [argument.text]
  const text = substituted(argument.text, variables)
  if (argument.kind === 'quoted') return [text]
  return text.split(';').filter((item) => item !== '')
}

/** The items of several arguments, one after the other. */
export function expandedAll(args: readonly CmakeArgument[], variables: Variables): readonly string[] {
  return args.flatMap((argument) => expanded(argument, variables))
}

/** Whether something in the text is made by a variable that is not known. */
export function isUnknown(text: string): boolean {
  return text.includes('${') || text.includes('$<') || text.includes('$ENV{')
}

function substituted(text: string, variables: Variables): string {
  let current = text
  // `${PREFIX_${NAME}}` needs a turn for each level; a value was expanded when it was set.
  for (let turn = 0; turn < 4 && current.length <= LONGEST; turn += 1) {
    const next = current.replaceAll(REFERENCE, (reference, name: string) => variables.get(name) ?? reference)
    if (next === current) break
    current = next
  }
  return current.length <= LONGEST ? current : text
}

/** `variables` without those that differ from `before`: what a branch that may not run has set is not known. */
export function certain(before: Variables, variables: Variables): Map<string, string> {
  return new Map([...before].filter(([name, value]) => variables.get(name) === value))
}
