import type { Readable } from 'node:stream'

/** Where a command is started: its streams, its environment, its directory. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly directory: string
  /** The version of Node that runs the program, such as `20.12.0`. */
  readonly node: string
  /** The program's own file; what ships beside it is found from here. */
  readonly program: string
  readonly input: Readable
  /** Columns of standard output; 80 where it is no terminal. */
  readonly width: number
  /** Whether standard output may be coloured. */
  readonly color: boolean
  /** Whether the locale names a character set that has no more than ASCII for sure. */
  readonly ascii: boolean
  /** Whether standard error is a terminal, which a progress line may overwrite. */
  readonly live: boolean
  /** Columns of standard error. */
  readonly liveWidth: number
  /** Results: to standard output. */
  print(text: string): void
  /** Progress and logs: to standard error. */
  log(text: string): void
}

/** The terminal of the running process; NO_COLOR and FORCE_COLOR are respected. */
export function terminalOf(process: NodeJS.Process): Terminal {
  const { stdout, stderr, stdin, env } = process
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0'
  const refused = env.NO_COLOR !== undefined && env.NO_COLOR !== ''
  return {
    environment: env,
    directory: process.cwd(),
    node: process.versions.node,
    program: process.argv[1] ?? '',
    input: stdin,
    // A window may be resized while a run goes on.
    get width() {
      return stdout.columns ?? 80
    },
    color: !refused && env.TERM !== 'dumb' && (forced || stdout.isTTY === true),
    ascii: isAscii(env),
    live: stderr.isTTY === true && env.TERM !== 'dumb' && env.CI === undefined,
    get liveWidth() {
      return stderr.columns ?? 80
    },
    print: (text) => stdout.write(text),
    log: (text) => stderr.write(text),
  }
}

/** A locale that is not set says nothing: most terminals without one show UTF-8 all the same. */
function isAscii({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((name) => name !== undefined && name !== '')
  return locale !== undefined && !/utf-?8/i.test(locale)
}
