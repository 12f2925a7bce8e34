import { Readable } from 'node:stream'
import type { Terminal } from '../../src/host/terminal.ts'

/** A terminal in `directory` that keeps what is written to it. */
export function recordedTerminal(
  directory: string,
  over: Partial<Terminal> = {},
): Terminal & { printed: string; logged: string } {
  return {
    environment: {},
    directory,
    node: '20.12.0',
    program: '/nowhere/cli.js',
    input: Readable.from(['']),
    width: 80,
    color: false,
    ascii: false,
    live: false,
    liveWidth: 80,
    ...over,
    printed: '',
    logged: '',
    print(text) {
      this.printed += text
    },
    log(text) {
      this.logged += text
    },
  }
}
