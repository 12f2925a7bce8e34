import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ended } from '../command-line.ts'
import { githubServer } from '../github/server.ts'
import { push } from './events.ts'
import { bundle, prepareJob, runStep } from './job.ts'
import { checkOut, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

/** Processes that carry the mark of a run of `pid`. */
function markedBy(pid: number | undefined): readonly string[] {
  const mark = `PAIRGATE_PROCESS=${String(pid).padStart(10, '0')}-`
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
}

/** A measuring run, in its own directory for temporary files; `cancel` ends it as a runner that waits no longer. */
async function measuring() {
  using origin = originRepository()
  const before = origin.commit(toldTime(20))
  const after = origin.commit({
    ...toldTime(20),
    'bench/build.sh': `sleep 600\n${toldTime(20)['bench/build.sh']}`,
  })
  const clone = checkOut(origin, after, 2)
  const server = await githubServer()
  const plan = { workspace: clone.directory, server, event: push(before, after) }
  const job = prepareJob(plan)
  const child = spawn(process.execPath, [bundle('main')], { cwd: clone.directory, env: job.env })
  const end = ended(child)
  // The candidate sleeps while it is built: what is measured would end by itself with what started it.
  while (!markedBy(child.pid).some((pid) => commandOf(pid).includes('sleep'))) await sleep(20)
  return {
    plan,
    job,
    pid: child.pid,
    cancel: async () => {
      child.kill('SIGKILL')
      await end
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await end
      await runStep('post', job, plan)
      job[Symbol.dispose]()
      clone[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

function commandOf(pid: string): string {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('after a job that was killed, its processes and checkouts go, and those of a living run stay', async () => {
  await using living = await measuring()
  await using killed = await measuring()
  await killed.cancel()
  expect(readdirSync(killed.job.temporary)).not.toEqual([])
  expect(markedBy(killed.pid)).not.toEqual([])

  expect(await runStep('post', killed.job, killed.plan)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(killed.job.temporary)).toEqual([])
  expect(markedBy(killed.pid)).toEqual([])
  expect(markedBy(living.pid)).not.toEqual([])

  await runStep('post', living.job, living.plan)
  expect(readdirSync(living.job.temporary)).not.toEqual([])
})
