import type { Program } from './program.ts'

/** An arm to be written: a program and the name that it gets. */
export interface Arm {
  readonly name: string
  readonly program: Program
}

const LONGEST = 32

/** Gives each program a name: its language where it is alone in it, else its target, told apart where two are equal. */
export function nameArms(programs: readonly Program[]): readonly Arm[] {
  const names = new Map<Program, string>()
  const taken = () => new Set(names.values())
  for (const choose of [firstChoice, withLanguage, withOwner]) {
    const open = programs.filter((program) => !names.has(program))
    const chosen = open.map((program) => armName(choose(program, programs)))
    const before = taken()
    open.forEach((program, index) => {
      const name = chosen[index] ?? ''
      if (!before.has(name) && chosen.filter((one) => one === name).length === 1) names.set(program, name)
    })
  }
  for (const program of programs) {
    if (!names.has(program)) names.set(program, numbered(armName(program.name), taken()))
  }
  return programs.map((program) => ({ name: names.get(program) ?? program.language, program }))
}

function firstChoice({ language, name }: Program, all: readonly Program[]): string {
  return all.filter((one) => one.language === language).length === 1 ? language : name
}

function withLanguage({ language, name }: Program): string {
  return `${name}-${language}`
}

function withOwner({ owner, name }: Program): string {
  return `${owner}-${name}`
}

/** A valid name of an arm that is as near to `text` as can be. */
function armName(text: string): string {
  const clean = text.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  const named = /^[A-Za-z]/.test(clean) && !(clean in {}) ? clean : `bench-${clean}`
  return named.slice(0, LONGEST).replace(/-+$/, '')
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`
    const candidate = `${name.slice(0, LONGEST - suffix.length)}${suffix}`
    if (!taken.has(candidate)) return candidate
  }
}
