import type { Finding } from './checkup.ts'
import type { Load } from './load.ts'

/** The lock of the machine, held or not; disposing gives it up, and so does the end of the process, however it ends. */
export type MachineLock =
  /** Ours; where nothing can be locked, the explanation says why, and nothing is. */
  | ({ readonly kind: 'held'; readonly explanation: string; readonly waitedMs: number } & Disposable)
  /** Somebody else's, past the limit. */
  | { readonly kind: 'taken'; readonly path: string; readonly holder: string; readonly waitedMs: number }

/** The machine as something shared with others. */
export interface Machine {
  /** Takes the lock that all runs on this machine share, and waits for it up to the limit; 0 does not wait. */
  lock(limitMs: number): Promise<MachineLock>
  /** Begins to watch what others do on the CPUs that we may use; the call of what is returned tells it, null where the system does not. */
  watch(): () => Load | null
  /** Does nothing for a while. Throws Interrupted when the run is interrupted. */
  pause(ms: number): Promise<void>
  /** What about power and frequency speaks against measuring now. */
  powerNotes(): readonly string[]
  /** What the machine is, property by property, and what to change. */
  findings(): readonly Finding[]
}
