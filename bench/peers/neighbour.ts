import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a change of the neighbour is let settle. */
const SETTLE_MS = 2000

/** Starts the neighbour, which lives until it is disposed of, or until this process ends. */
export async function startNeighbour(program: string, seed: number): Promise<AsyncDisposable> {
  const child = spawn(program, [String(seed)], { stdio: ['pipe', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  await sleep(SETTLE_MS)
  return {
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await once(child, 'exit')
      await sleep(SETTLE_MS)
    },
  }
}
