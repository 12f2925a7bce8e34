import { dirname, join, resolve } from 'node:path'
import { createFiles } from '../host/files.ts'
import type { Terminal } from '../host/terminal.ts'
import { openWorkingTree } from '../host/working-tree.ts'
import { nameArms } from '../init/arm-names.ts'
import { configurationText } from '../init/configuration.ts'
import { detectPrograms } from '../init/detect.ts'
import { explainArms, explainNext, explainNothing } from '../init/explanation.ts'
import { workflowText } from '../init/workflow.ts'
import { UserError } from '../model/failure.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { visibleLines } from '../report/glyphs.ts'

const CONFIGURATION = 'pairgate.yml'
const WORKFLOW = '.github/workflows/pairgate.yml'

/** `pairgate init`: writes the configuration and the workflow of a repository, with the reason for each choice. */
export async function initCommand(invocation: InvocationOf<'init'>, terminal: Terminal): Promise<ExitCode> {
  const directory = resolve(terminal.directory, invocation.directory)
  const context = { environment: terminal.environment, signal: new AbortController().signal }
  const tree = await openWorkingTree(directory, context)
  if (!invocation.force) await refuseToOverwrite(tree.root)
  const { programs, notUnderstood } = await detectPrograms(tree)
  if (programs.length === 0) throw new UserError(explainNothing(tree, notUnderstood))
  const arms = nameArms(programs)
  terminal.print(visibleLines(explainArms(arms, notUnderstood)))
  // The one that needs directories comes first: where it cannot be written, neither is.
  await write(tree.root, WORKFLOW, workflowText())
  await write(tree.root, CONFIGURATION, configurationText(arms, notUnderstood))
  terminal.print(explainNext([CONFIGURATION, WORKFLOW]))
  return 0
}

async function refuseToOverwrite(root: string): Promise<void> {
  const files = createFiles()
  const there: string[] = []
  for (const path of [CONFIGURATION, WORKFLOW]) if (await files.exists(join(root, path))) there.push(path)
  if (there.length === 0) return
  throw new UserError(
    `${there.join(' and ')} ${there.length === 1 ? 'exists' : 'exist'} already in ${root}, so nothing was written: give --force to write both files anew`,
  )
}

async function write(root: string, path: string, text: string): Promise<void> {
  const files = createFiles()
  try {
    await files.makeDirectory(dirname(join(root, path)))
    await files.writeText(join(root, path), text)
  } catch (error) {
    throw new UserError(`${path} could not be written: may ${root} be written to?`, { cause: error })
  }
}
