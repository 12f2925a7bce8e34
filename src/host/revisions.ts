import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../model/failure.ts'
import type { Checkout, Checkouts, RevisionRequest } from '../model/host.ts'
import { GitError } from './git.ts'
import { borrowRepository, findRepository, type GitContext, gitFor, type Source } from './repository.ts'
import { resolveRef } from './resolve-ref.ts'
import { checkOutSubmodules } from './submodules.ts'
import { makeTemporaryDirectory } from './temporary.ts'
import { differing, lfsPathsIn, trackedIn } from './tracked.ts'
import { takeSnapshot } from './worktree-snapshot.ts'

/** A revision as a commit, and how it is recorded. */
interface Resolved {
  readonly ref: string
  readonly commit: string
  readonly version: string
}

/**
 * Checks both revisions out in a temporary directory, at paths of equal length. The checkouts borrow the user's
 * objects and nothing else: the user's git directory is not written, and no credential of it is read.
 */
export async function openRevisions(request: RevisionRequest, context: GitContext): Promise<Checkouts> {
  const source = await findRepository(request.repository, context)
  const objects = request.history === undefined ? source : await findRepository(request.history, context)
  const baselineCommit = await resolveRef(request.baseline, objects, context)
  const candidateCommit =
    request.candidate === 'worktree' ? null : await resolveRef(request.candidate, objects, context)
  const directory = await makeTemporaryDirectory(context.environment)
  const dispose = () => directory[Symbol.asyncDispose]()
  try {
    // One letter each: how long a path is moves timings.
    const [b, c] = [join(directory.path, 'b'), join(directory.path, 'c')]
    await borrowRepository(objects, join(b, 'src'), context)
    await borrowRepository(objects, join(c, 'src'), context)
    const baseline = { ref: request.baseline, commit: baselineCommit, version: baselineCommit }
    const candidate =
      candidateCommit === null
        ? await resolveWorktree(source, join(c, 'src'), context)
        : { ref: request.candidate, commit: candidateCommit, version: candidateCommit }
    await checkOut(baseline, b, source, context)
    await checkOut(candidate, c, source, context)
    const before = await trackedIn(join(b, 'src'), context)
    const after = await trackedIn(join(c, 'src'), context)
    return {
      baseline: checkoutOf('baseline', baseline, b),
      candidate: checkoutOf('candidate', candidate, c),
      changedPaths: differing(before, after),
      lfsPaths: await lfsPathsIn(join(c, 'src'), context),
      trackedPaths: [...after.keys()],
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function resolveWorktree(source: Source, into: string, context: GitContext): Promise<Resolved> {
  const { tree, commit } = await takeSnapshot(source, into, context)
  return { ref: 'worktree', commit, version: `worktree:${tree}` }
}

async function checkOut(
  revision: Resolved,
  place: string,
  source: Source,
  context: GitContext,
): Promise<void> {
  const directory = join(place, 'src')
  try {
    await gitFor(context, directory, ['checkout', '--quiet', '--detach', '--force', revision.commit])
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw new UserError(
      `${revision.ref} could not be checked out: see that the disk has room, and that the repository is whole and no partial clone`,
      { cause: error },
    )
  }
  await checkOutSubmodules(directory, source, context)
  await mkdir(join(place, 'out'))
}

function checkoutOf(revision: Checkout['revision'], { ref, version }: Resolved, place: string): Checkout {
  return { revision, ref, version, directory: join(place, 'src'), buildRoot: join(place, 'out') }
}
