import { UserError } from '../model/failure.ts'
import { nearest } from '../model/nearest.ts'
import { tryGit } from './git.ts'
import { type GitContext, gitFor, type Source, stopIfInterrupted } from './repository.ts'

/** The full commit that `ref` names in the user's repository. Throws a UserError that says what to give instead. */
export async function resolveRef(ref: string, source: Source, context: GitContext): Promise<string> {
  stopIfInterrupted(context.signal)
  if (ref === '') throw new UserError('an empty revision: give a branch, a tag or a commit')
  if (ref.startsWith('-')) throw new UserError(`${ref} is not a revision: give a branch, a tag or a commit`)
  const args = [
    '-c',
    'core.warnAmbiguousRefs=true',
    'rev-parse',
    '--verify',
    '--end-of-options',
    `${ref}^{commit}`,
  ]
  const found = await tryGit(source.directory, args, { source: context.environment })
  if (/ is ambiguous/.test(found.stderr)) throw await ambiguous(ref, source, context)
  if (found.code !== 0) throw await unknown(ref, source, context)
  return found.stdout.trim()
}

async function ambiguous(ref: string, source: Source, context: GitContext): Promise<UserError> {
  const names = (await refNames(source, context)).filter((name) => name.endsWith(`/${ref}`))
  const advice = names.length > 1 ? `give one of ${names.join(', ')}` : 'give more digits of the commit'
  return new UserError(`the revision ${ref} is ambiguous: ${advice}`)
}

async function unknown(ref: string, source: Source, context: GitContext): Promise<UserError> {
  const names = (await refNames(source, context)).map((name) =>
    name.replace(/^refs\/(heads|tags|remotes)\//, ''),
  )
  const remote = names.find((name) => name.endsWith(`/${ref}`))
  const near = remote ?? nearest(ref, names)
  const meant = near === null ? '' : ` (did you mean ${near}?)`
  const shallow = (await gitFor(context, source.directory, ['rev-parse', '--is-shallow-repository'])).trim()
  const advice =
    shallow === 'true'
      ? 'the clone is shallow: fetch more of its history (git fetch --unshallow, or fetch-depth: 0 of actions/checkout)'
      : 'give a branch, a tag or a commit that is in this repository, or fetch it first'
  return new UserError(`no commit is named ${ref}${meant}: ${advice}`)
}

async function refNames(source: Source, context: GitContext): Promise<readonly string[]> {
  const args = ['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags', 'refs/remotes']
  return (await gitFor(context, source.directory, args)).split('\n').filter((name) => name !== '')
}
