import { stripVTControlCharacters } from 'node:util'
import { expect } from 'vitest'
import type { JobEnd } from './job.ts'

/** What a job is to have compared, and by which rule. */
interface Compared {
  readonly baseline: string
  readonly candidate: string
  readonly policy: RegExp
}

/** Holds a job to have compared two commits, and to have said so in its log, its outputs and its summary. */
export function expectCompared(job: JobEnd, { baseline, candidate, policy }: Compared): void {
  expect(job.stderr).toBe('')
  expect(job.outputs).toMatchObject({ 'baseline-sha': baseline, 'candidate-sha': candidate })
  const [log = '', rule = ''] = /^candidate .*\nbaseline .*\n +(.*)$/m.exec(job.stdout) ?? []
  expect(log).toContain(`candidate ${candidate}\nbaseline  ${baseline}\n`)
  expect(rule).toMatch(policy)
  expect(stripVTControlCharacters(job.stdout)).toContain(`\npolicy     ${rule.slice(0, 60)}`)
  expect(job.summary).toContain(`baseline \`${baseline}\` · candidate \`${candidate}\``)
  expect(job.summary).toContain(rule.slice(0, 20))
  expect(job.left).toEqual([])
}

/** Holds a job to have ended without a verdict, with one error that says `why`, and to have built nothing. */
export function expectRefused(job: JobEnd, why: RegExp): void {
  expect(job.stderr).toBe('')
  expect(job.code).toBe(2)
  const errors = job.stdout.match(/^::error .*$/gm) ?? []
  expect(errors).toEqual([expect.stringMatching(why)])
  expect(job.outputs.conclusion).toBe('invalid')
  expect(job.summary).toMatch(/pairgate: invalid/)
  expect(job.stdout).not.toContain('::group::Build')
  expect(job.left).toEqual([])
}
