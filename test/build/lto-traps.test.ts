import { afterAll, expect, test } from 'vitest'
import { buildBoth, removeAll, type Tree } from './two-revisions.ts'

afterAll(removeAll)
const CM = 'driver: cmake, source: bench, target: suite'
const cm = (more: string): Tree => ({
  'bench/CMakeLists.txt': `cmake_minimum_required(VERSION 3.5)
project(suite C CXX)
add_library(part STATIC part.cpp)
add_executable(suite main.cpp)
target_link_libraries(suite PRIVATE part)
${more}
`,
  'bench/part.cpp': 'int part(int x) { return x * 3; }\n',
  'bench/gone.cpp': 'int gone(int x) { return x * 7; }\n',
  'bench/main.cpp': 'int part(int x);\nint main(int argc, char**) { return part(argc); }\n',
})
const FAT =
  'target_compile_options(suite PRIVATE -ffat-lto-objects)\ntarget_compile_options(part PRIVATE -ffat-lto-objects)\n'
const CMD = 'driver: command, directory: bench, run: [[sh, build.sh]], output: bench/tool'
const cmd = (script: string): Tree => ({ ...cm(''), 'bench/build.sh': `set -e\n${script}` })
const CARGO = 'driver: cargo, manifest: bench/Cargo.toml, bin: suite'
const native = (flags: string, profile: string): Tree => ({
  'bench/Cargo.toml': `[package]\nname = "suite"\nversion = "0.1.0"\nedition = "2021"\n${profile}`,
  'bench/build.rs': `use std::process::Command;
fn run(command: &mut Command) { assert!(command.status().unwrap().success()) }
fn main() {
    let out = std::env::var("OUT_DIR").unwrap();
    let object = format!("{out}/native.o");
    run(Command::new("gcc").args("${flags} -c native.c -o".split(' ')).arg(&object));
    run(Command::new("ar").args(["rcs", &format!("{out}/libnative.a"), &object]));
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=native");
}
`,
  'bench/native.c': 'unsigned long native(unsigned long x) { return x * 7; }\n',
  'bench/src/main.rs':
    'extern "C" { fn native(x: usize) -> usize; }\nfn main() { println!("{}", unsafe { native(std::env::args().count()) }); }\n',
})
/** Ways past the checks of single objects and flags. */
test.each<[string, string, RegExp, Tree]>([
  [
    'fat objects, linked with -fno-lto among the libraries',
    CM,
    /-fno-lto/,
    cm(`${FAT}target_link_libraries(suite PRIVATE -fno-lto)`),
  ],
  [
    'fat objects, linked with -fno-lto among the flags of all programs',
    CM,
    /-fno-lto/,
    cm(
      `${FAT}set(CMAKE_EXE_LINKER_FLAGS -fno-lto)\nset_target_properties(suite PROPERTIES LINK_FLAGS -fno-lto)`,
    ),
  ],
  [
    '-fno-lto among the options of a target',
    CM,
    /part\.cpp\.o/,
    cm('target_compile_options(part PRIVATE -fno-lto)'),
  ],
  [
    'an object of a custom command, deleted after the link',
    CM,
    /gone\.cpp/,
    cm(`add_custom_command(OUTPUT gone.o COMMAND \${CMAKE_CXX_COMPILER} -O2 -c \${CMAKE_SOURCE_DIR}/gone.cpp -o gone.o DEPENDS gone.cpp)
target_sources(suite PRIVATE gone.o)
add_custom_command(TARGET suite POST_BUILD COMMAND rm -f gone.o)`),
  ],
  [
    'an object of a custom command by another name',
    CM,
    /gone\.cpp/,
    cm(`add_custom_command(OUTPUT gone.plain COMMAND \${CMAKE_CXX_COMPILER} -O2 -c \${CMAKE_SOURCE_DIR}/gone.cpp -o gone.plain DEPENDS gone.cpp)
add_custom_target(makegone DEPENDS gone.plain)
add_dependencies(suite makegone)
target_link_libraries(suite PRIVATE \${CMAKE_BINARY_DIR}/gone.plain)`),
  ],
  [
    'a generated source, whose object was deleted',
    CMD,
    /gen\.cpp/,
    cmd(
      'echo "int part(int x) { return x * 9; }" > gen.cpp\ng++ -O2 -c gen.cpp -o gen.o\ng++ -O2 $CXXFLAGS main.cpp gen.o $LDFLAGS -o tool\nrm gen.o\n',
    ),
  ],
  [
    'a source from standard input, whose object was deleted',
    CMD,
    /<stdin>/,
    cmd(
      'echo "int part(int x) { return x * 9; }" | g++ -O2 -x c++ -c - -o gen.o\ng++ -O2 $CXXFLAGS main.cpp gen.o $LDFLAGS -o tool\nrm gen.o\n',
    ),
  ],
  [
    'fat objects of a build script in a stripped program',
    CARGO,
    /native\.c/,
    native('-O2 -flto -ffat-lto-objects', '[profile.release]\nstrip = true\n'),
  ],
  [
    'a shared library of the repository’s own, beside a program with it',
    CMD,
    /part\.cpp/,
    cmd(
      'g++ -O2 -fPIC -shared part.cpp -o libpart.so\ng++ -O2 $CXXFLAGS main.cpp $LDFLAGS -L. -lpart -Wl,-rpath,. -o tool\n',
    ),
  ],
  [
    'a dynamic library of Rust',
    CARGO,
    /part is a dynamic library/,
    {
      'bench/Cargo.toml':
        '[package]\nname = "suite"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\npart = {path = "part"}\n',
      'bench/src/main.rs': 'fn main() { part::part() }\n',
      'bench/part/Cargo.toml':
        '[package]\nname = "part"\nversion = "0.1.0"\nedition = "2021"\n[lib]\ncrate-type = ["dylib"]\n',
      'bench/part/src/lib.rs': 'pub fn part() {}\n',
    },
  ],
])('link-time optimisation is missed: %s', async (_, build, named, baseline) => {
  const built = await buildBoth({ build, baseline })
  expect(built.candidate.status).toBe('failed')
  expect(built.candidate.reason).toContain('link-time optimisation is missing')
  expect(built.candidate.reason).toMatch(named)
})

test('a stripped program is refused with advice', async () => {
  const built = await buildBoth({ build: CM, baseline: cm('target_link_options(suite PRIVATE -s)') })
  expect(built.candidate).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/stripped.*strip nothing/),
  })
})

test('a stripped package keeps its symbols, and is not refused', async () => {
  const built = await buildBoth({
    build: CARGO,
    baseline: {
      'bench/Cargo.toml':
        '[package]\nname = "suite"\nversion = "0.1.0"\nedition = "2021"\n[profile.release]\nstrip = true\n',
      'bench/src/main.rs': 'fn main() {}\n',
    },
  })
  expect(built.candidate).toMatchObject({ status: 'built', reason: null, lto: { kind: 'verified' } })
})

test('a source that is nowhere in the checkout, as of a system’s static library, is listed', async () => {
  const built = await buildBoth({
    build: CMD,
    baseline: cmd(
      'echo "int part(int x) { return x; }" > other.cpp\ng++ -O2 -c other.cpp -o /tmp/pairgate-other-$$.o\nrm other.cpp\ng++ -O2 $CXXFLAGS main.cpp /tmp/pairgate-other-$$.o $LDFLAGS -o tool\nrm /tmp/pairgate-other-$$.o\n',
    ),
  })
  expect(built.candidate).toMatchObject({
    status: 'built',
    lto: { kind: 'verified', without: ['other.cpp'] },
  })
})

test('a shared library that was built with it is no hindrance', async () => {
  const built = await buildBoth({
    build: CMD,
    baseline: cmd(
      'g++ -O2 $CXXFLAGS -fPIC -shared part.cpp $LDFLAGS -o libpart.so\ng++ -O2 $CXXFLAGS main.cpp $LDFLAGS -L. -lpart -Wl,-rpath,. -o tool\n',
    ),
  })
  expect(built.candidate).toMatchObject({ status: 'built', reason: null, lto: { kind: 'verified' } })
  expect(built.identity).toMatchObject({ identical: true })
})
