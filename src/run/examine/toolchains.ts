import { wasLinkedWithLto } from '../../build/lto-object.ts'
import type { Toolchain } from '../../model/checkup.ts'
import { excerpt } from '../../model/decoded.ts'
import type { Host } from '../../model/host.ts'
import { lastWords } from '../../model/last-words.ts'
import type { ProcessOutcome } from '../../model/process.ts'

const LIMITS = { timeoutMs: 120_000, maxOutputBytes: 1024 * 1024 }

/** A compiler, how it is asked for link-time optimisation, and where it comes from. */
interface Recipe {
  readonly name: string
  readonly program: string
  readonly files: Readonly<Record<string, string>>
  /** Commands that make `program`, each a list of arguments. */
  readonly commands: readonly (readonly string[])[]
  readonly install: string
}

const CPP = {
  'part.cpp': 'int part(int value) { return value + 1; }\n',
  'main.cpp': 'int part(int value);\nint main(int argc, char**) { return part(argc) == 2 ? 0 : 1; }\n',
}

const RUST = {
  'part.rs': 'pub fn part(value: usize) -> usize { value + 1 }\n',
  'main.rs':
    'fn main() { std::process::exit(if part::part(std::env::args().count()) == 2 { 0 } else { 1 }) }\n',
}

const RUST_FLAGS = ['--edition=2021', '-Copt-level=3', '-Ccodegen-units=1']

function cpp(program: string, flags: readonly string[], install: string): Recipe {
  const compile = (name: string) => [program, '-O2', ...flags, '-c', `${name}.cpp`, '-o', `${name}.o`]
  const commands = [
    compile('part'),
    compile('main'),
    [program, '-O2', ...flags, 'main.o', 'part.o', '-o', 'linked'],
  ]
  return { name: `${program} ${flags[0]}`, program, files: CPP, commands, install }
}

const recipes: readonly Recipe[] = [
  // The switches are the proof.
  cpp('g++', ['-flto', '-frecord-gcc-switches'], 'apt-get install g++'),
  cpp('clang++', ['-flto', '-fuse-ld=lld'], 'apt-get install clang lld'),
  {
    name: 'rustc -Clto=fat',
    program: 'rustc',
    files: RUST,
    commands: [
      ['rustc', ...RUST_FLAGS, '--crate-type=rlib', '--crate-name=part', 'part.rs'],
      ['rustc', ...RUST_FLAGS, '-Clto=fat', '--extern=part=libpart.rlib', '-o', 'linked', 'main.rs'],
    ],
    install: 'https://rustup.rs, or apt-get install rustc',
  },
  {
    name: 'cargo, lto = "fat"',
    program: 'cargo',
    files: {
      'Cargo.toml':
        '[package]\nname = "linked"\nversion = "0.1.0"\nedition = "2021"\n[[bin]]\nname = "linked"\npath = "main.rs"\n[dependencies]\npart = { path = "part" }\n[profile.release]\nlto = "fat"\ncodegen-units = 1\n[workspace]\n',
      'main.rs': RUST['main.rs'],
      'part/Cargo.toml':
        '[package]\nname = "part"\nversion = "0.1.0"\nedition = "2021"\n[lib]\npath = "part.rs"\n',
      'part/part.rs': RUST['part.rs'],
    },
    commands: [
      ['cargo', 'build', '--release', '--offline', '--quiet', '--target-dir', 'target'],
      ['cp', 'target/release/linked', 'linked'],
    ],
    install: 'https://rustup.rs, or apt-get install cargo',
  },
]

/** What link-time optimisation comes to with each compiler of the machine: two files, compiled, linked and run. */
export async function examineToolchains(directory: string, host: Host): Promise<readonly Toolchain[]> {
  const found: Toolchain[] = []
  for (const [index, recipe] of recipes.entries()) {
    found.push(await follow(recipe, `${directory}/${index}`, host))
  }
  return found
}

async function follow(recipe: Recipe, directory: string, host: Host): Promise<Toolchain> {
  const env = host.childEnvironment([])
  const run = (program: string, args: readonly string[]) =>
    host.processes.run({ program, args, cwd: directory, env }, LIMITS)
  for (const [path, text] of Object.entries(recipe.files)) {
    await host.files.makeDirectory(`${directory}/${path}`.replace(/\/[^/]+$/, ''))
    await host.files.writeText(`${directory}/${path}`, text)
  }
  const { name, program, install } = recipe
  const told = await run(program, ['--version'])
  if (told.kind === 'not-started')
    return { name, version: null, lto: 'absent', detail: `not on PATH: ${install}` }
  const version = ('stdout' in told ? told.stdout : '').split('\n')[0]?.trim() || null
  for (const [first = '', ...args] of [...recipe.commands, ['./linked']]) {
    const outcome = await run(first, args)
    if (outcome.kind === 'exited' && outcome.code === 0) continue
    return { name, version, lto: 'fails', detail: `${first} ${complaint(outcome)}: ${install}` }
  }
  const proof = wasLinkedWithLto(await host.files.readBytes(`${directory}/linked`))
  return proof === null
    ? { name, version, lto: 'fails', detail: 'it links, and nothing in the program proves it was optimised' }
    : { name, version, lto: 'works', detail: proof }
}

function complaint(outcome: ProcessOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `exited with code ${outcome.code} (${excerpt(lastWords(outcome.stderr))})`
    case 'signalled':
      return `was ended by ${outcome.signal}`
    case 'timed-out':
      return `took longer than ${outcome.limitMs} ms`
    case 'too-much-output':
      return 'printed too much'
    case 'not-started':
      return `could not be started (${outcome.reason})`
  }
}
