import { runningEstimates } from '../analysis/running.ts'
import type { Terminal } from '../host/terminal.ts'
import type { Event } from '../model/event.ts'
import { asciiOnly, visibleLines } from '../report/glyphs.ts'
import { advanceProgress, initialProgress } from '../report/progress.ts'
import { plainLine, progressLine } from '../report/progress-line.ts'

/** Progress on standard error: one line that is overwritten on a terminal, plain lines in a log. */
export interface Progress {
  hear(event: Event, nowMs: number): void
  log(line: string): void
  /** What a build tool prints: kept in a log, and passing by on a terminal. */
  echo(line: string): void
  end(): void
}

/** Clears the line and returns to its start. */
const CLEAR = '\r\u001b[2K'

/** Shows the events that it hears on `terminal`. */
export function progressOn(terminal: Terminal): Progress {
  let state = initialProgress
  let shown = initialProgress
  const estimates = runningEstimates()
  const say = (text: string) => terminal.log(terminal.ascii ? asciiOnly(text) : text)
  return {
    hear(event, nowMs) {
      state = advanceProgress(state, event, nowMs)
      const estimate = estimates(event)
      if (terminal.live) {
        say(`${CLEAR}${progressLine(state, nowMs, terminal.liveWidth, estimate)}`)
        return
      }
      const line = plainLine(state, shown, estimate)
      if (line === null) return
      shown = state
      say(`${line}\n`)
    },
    log(line) {
      const text = visibleLines(line)
      terminal.log(terminal.live ? `${CLEAR}${text}\n` : `${text}\n`)
    },
    echo(line) {
      if (terminal.live) terminal.log(`${CLEAR}${passing(line, terminal.liveWidth)}`)
      else terminal.log(`${visibleLines(line)}\n`)
    },
    end() {
      if (terminal.live) terminal.log(CLEAR)
    },
  }
}

/** One line of somebody else's output that fits on a line and moves no cursor. */
function passing(line: string, width: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return line.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, Math.max(0, width - 1))
}
