import { Interrupted } from '../model/failure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A terminal and the npm above us both pass one Ctrl-C on: what follows so soon is the same wish. */
const SAME_WISH_MS = 500

/** Where signals come from and how the process is left; the running process has it all. */
export interface SignalSource {
  on(signal: string, listener: (signal: string) => void): unknown
  off(signal: string, listener: (signal: string) => void): unknown
  exit(code: number): void
}

/**
 * Listens for the signals that ask a process to end. The first one aborts, and everything unwinds: processes are
 * ended, checkouts removed, and what was recorded is kept. A second one leaves at once with code 2.
 */
export function interruption(
  source: SignalSource = process,
  nowMs: () => number = () => performance.now(),
): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController()
  let firstMs = 0
  const hear = (signal: string): void => {
    if (!controller.signal.aborted) {
      firstMs = nowMs()
      controller.abort(new Interrupted(signal))
    } else if (nowMs() - firstMs >= SAME_WISH_MS) {
      source.exit(2)
    }
  }
  for (const signal of SIGNALS) source.on(signal, hear)
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const signal of SIGNALS) source.off(signal, hear)
    },
  }
}
