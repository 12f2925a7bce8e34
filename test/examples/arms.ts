import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const root = join(import.meta.dirname, '..', '..')

/** The sources of the C++ arm. */
export const cppSource = join(root, 'examples/suite/cpp')

/** Standard output of a program that must end well. */
export async function output(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, CARGO_TERM_COLOR: 'never', ...variables }
  const { stdout } = await execute(program, args, { cwd: root, env, maxBuffer: 1 << 26 })
  return stdout
}

/** Builds the C++ arm with link-time optimisation; gives the program's path. */
export async function buildCpp(directory: string): Promise<string> {
  await output('cmake', [
    ...['-S', cppSource, '-B', directory, '-G', 'Ninja'],
    '-DCMAKE_BUILD_TYPE=Release',
    '-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON',
    '-DCMAKE_CXX_FLAGS=-Werror',
  ])
  await output('cmake', ['--build', directory, '--target', 'suite'])
  return join(directory, 'suite')
}

const fat = { CARGO_PROFILE_RELEASE_LTO: 'fat', CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '1' }

/** Builds the Rust arm; gives the program's path. */
export async function buildRust(directory: string, lto: 'fat' | 'none'): Promise<string> {
  const args = ['build', '--release', '--locked', '--package', 'suite', '--target-dir', directory]
  await output('cargo', args, { RUSTFLAGS: '-D warnings', ...(lto === 'fat' ? fat : {}) })
  return join(directory, 'release/suite')
}
