import { getExecOutput } from '@actions/exec'
import { UserError } from '../model/failure.ts'

/** What git needs of the user's environment; credentials, hooks' variables and the runner's own words stay out. */
const PASSED =
  /^(PATH|HOME|TMPDIR|XDG_CONFIG_HOME|SSL_CERT_FILE|SSL_CERT_DIR|GIT_SSL_CAINFO|(https?|no|all)_proxy|(HTTPS?|NO|ALL)_PROXY)$/

/** Nobody can answer a prompt, no index is refreshed in passing, and whose configuration is read is said by each call. */
const FIXED = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
  LC_ALL: 'C.UTF-8',
}

const OWN_CONFIGURATION = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }

/** The repository may belong to the user above a container; its hooks and helpers are never run. */
const SETTINGS = [
  'safe.directory=*',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.splitIndex=false',
  'protocol.file.allow=user',
  'init.defaultBranch=main',
  'advice.detachedHead=false',
  'maintenance.auto=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

/** How a call of git differs from the usual one. */
export interface GitOptions {
  /** What the child's environment is picked from; left out, this process's own. */
  readonly source?: Readonly<Record<string, string | undefined>>
  /** Added to the child's environment, such as `GIT_INDEX_FILE`. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether the user's own configuration is read; left out, it is not. */
  readonly userConfiguration?: boolean
}

/** What a call of git left, whatever its exit code. */
export interface GitOutput {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A call of git that failed, with what git said. */
export class GitError extends Error {
  override readonly name = 'GitError'
  readonly stderr: string

  constructor(args: readonly string[], output: GitOutput) {
    const said = output.stderr.trim()
    super(`git ${args.join(' ')} failed with code ${output.code}${said === '' ? '' : `: ${said}`}`)
    this.stderr = said
  }
}

/** Runs git in `directory` and returns its standard output; throws a GitError when it fails. */
export async function git(
  directory: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const output = await tryGit(directory, args, options)
  if (output.code !== 0) throw new GitError(args, output)
  return output.stdout
}

/** Runs git in `directory` where failing is an answer too. */
export async function tryGit(
  directory: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitOutput> {
  const env = {
    ...pick(options.source ?? process.env),
    ...FIXED,
    ...(options.userConfiguration === true ? {} : OWN_CONFIGURATION),
    ...options.env,
  }
  try {
    const { exitCode, stdout, stderr } = await getExecOutput('git', [...SETTINGS, ...args], {
      cwd: directory,
      env,
      silent: true,
      ignoreReturnCode: true,
    })
    return { code: exitCode, stdout, stderr }
  } catch (error) {
    throw new UserError(
      `git could not be started in ${directory}: is it installed, and the directory there?`,
      {
        cause: error,
      },
    )
  }
}

function pick(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && PASSED.test(name)) picked[name] = value
  }
  return picked
}
