import type { StepResult } from '../model/build.ts'
import { linesOf } from './output.ts'

/** One call of rustc, as cargo shows it. */
export interface RustcCommand {
  readonly crate: string
  readonly args: readonly string[]
}

/** The calls of rustc that `cargo --verbose` showed, in order. */
export function rustcCommands(results: readonly StepResult[]): readonly RustcCommand[] {
  return linesOf(results, 'stderr').flatMap((line) => {
    const shown = /^\s*Running `.*?(--crate-name .*)`$/.exec(line.replaceAll(COLOUR, ''))?.[1]
    if (shown === undefined) return []
    const args = (shown.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))
    return [{ crate: args[1] ?? '', args }]
  })
}

/** Whether the call links a program: a binary, an example or a benchmark, which has no crate type of its own. */
export function linksProgram({ args }: RustcCommand): boolean {
  const type = args.indexOf('--crate-type')
  return type < 0 || args[type + 1] === 'bin'
}

/** Whether the call makes a dynamic library for other crates, which rustc links without link-time optimisation. */
export function makesDynamicLibrary({ args }: RustcCommand): boolean {
  const types = args.filter((_, index) => args[index - 1] === '--crate-type')
  // Beside an rlib it is made for others: the program takes the rlib.
  return types.length > 0 && types.every((type) => type === 'dylib')
}

/** The value of the last `-C NAME[=VALUE]`, which is the one that counts; null without one, '' without a value. */
export function codegen({ args }: RustcCommand, name: string): string | null {
  const values = args.flatMap((word, index) => {
    const option = OPTION.exec(word)?.[1]
    const text = option === undefined ? undefined : option === '' ? args[index + 1] : option
    const [key, value = ''] = text?.split('=') ?? []
    return key?.replaceAll('_', '-') === name ? [value] : []
  })
  return values.at(-1) ?? null
}

/** What decides how the code is made: all but names of files, which differ from build to build. */
export function flagsOf({ args }: RustcCommand): readonly string[] {
  const flags: string[] = []
  for (let at = 2; at < args.length; at += 1) {
    const [word = '', next = ''] = [args[at], args[at + 1]]
    const takesValue = TAKES_VALUE.includes(word)
    const flag = takesValue ? `${word} ${next}` : word
    if (takesValue) at += 1
    if (!PLACES.test(flag) && word.startsWith('-')) flags.push(flag)
  }
  return flags
}

/** `-C VALUE`, `-CVALUE`, `--codegen VALUE` and `--codegen=VALUE`. */
const OPTION = /^(?:-C|--codegen(?:=|$))(.*)$/
const TAKES_VALUE = [
  '-C',
  '-L',
  '-Z',
  '-A',
  '-W',
  '-D',
  '--cfg',
  '--check-cfg',
  '--codegen',
  '--crate-type',
  '--extern',
  '--out-dir',
  '--remap-path-prefix',
  '--target',
]
const PLACES =
  /^(-L|--extern|--out-dir|--check-cfg|--error-format|--json|--emit|-C (metadata|extra-filename)=)/
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours start with an escape
const COLOUR = /\u001b\[[0-9;]*m/g
