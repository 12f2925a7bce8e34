import { cargoPrograms } from './cargo-programs.ts'
import { cmakePrograms } from './cmake-programs.ts'
import type { Findings } from './program.ts'
import { ownTree, type Tree } from './tree.ts'

/** The benchmark programs that the build files of a repository describe, C++ before Rust. */
export async function detectPrograms(tree: Tree): Promise<Findings> {
  const own = ownTree(tree)
  const [cpp, rust] = [await cmakePrograms(own), await cargoPrograms(own)]
  return {
    programs: [...cpp.programs, ...rust.programs],
    notUnderstood: [...cpp.notUnderstood, ...rust.notUnderstood],
  }
}
