import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The root of this repository. */
export const root = join(import.meta.dirname, '..', '..')

/** How a program ended and what it said. */
interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, whatever its exit code. */
export function run(program: string, args: readonly string[], cwd: string = root): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, CARGO_TERM_COLOR: 'never' }
    execFile(program, args, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr })
      else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr })
      else reject(error)
    })
  })
}

async function runOrThrow(program: string, args: readonly string[], cwd?: string): Promise<void> {
  const ended = await run(program, args, cwd)
  if (ended.code !== 0) throw new Error(`${program} ${args.join(' ')}\n${ended.stdout}${ended.stderr}`)
}

/** A directory for what a test builds; disposing removes it. */
export async function scratch(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'pairgate-harness-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const warnings = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wshadow', '-Werror']
const compilers = {
  'g++': ['-flto=auto'],
  'clang++': ['-flto', '-fuse-ld=lld'],
}

/** The C++ compilers that the library is held to. */
type Compiler = keyof typeof compilers

/** Compiles one C++ source with link-time optimisation and every warning an error; gives the program's path. */
export async function compileCpp(compiler: Compiler, source: string, directory: string): Promise<string> {
  const program = join(directory, compiler)
  const file = `${program}.cpp`
  await writeFile(file, source)
  const include = ['-I', join(root, 'harness', 'cpp')]
  await runOrThrow(compiler, [
    '-std=c++17',
    '-O3',
    ...warnings,
    ...compilers[compiler],
    ...include,
    file,
    '-o',
    program,
  ])
  return program
}

/** Compiles one Rust source with fat link-time optimisation; gives the program's path. */
export async function compileRust(source: string, directory: string): Promise<string> {
  const crate = join(directory, 'crate')
  await mkdir(join(crate, 'src'), { recursive: true })
  await writeFile(join(crate, 'src', 'main.rs'), source)
  await writeFile(
    join(crate, 'Cargo.toml'),
    `[package]
name = "suite"
version = "0.1.0"
edition = "2021"
[dependencies]
pairgate = { path = ${JSON.stringify(join(root, 'harness', 'rust'))} }
[profile.release]
lto = "fat"
codegen-units = 1
[workspace]
`,
  )
  await runOrThrow('cargo', ['build', '--release', '--offline', '--quiet'], crate)
  return join(crate, 'target', 'release', 'suite')
}

/** The first block of `language` in a Markdown file of this repository. */
export async function firstBlock(path: string, language: string): Promise<string> {
  const markdown = await readFile(join(root, path), 'utf8')
  const block = markdown.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0]
  if (block === undefined) throw new Error(`${path} has no block of ${language}`)
  return `${block}\n`
}
