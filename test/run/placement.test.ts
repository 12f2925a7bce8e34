import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/model/event.ts'
import type { Implementation } from '../../src/model/implementation.ts'
import type { Launching } from '../../src/model/process.ts'
import { calibrateRows } from '../../src/run/calibrate.ts'
import { describeRun } from '../../src/run/describe.ts'
import type { Setting } from '../../src/run/prepare.ts'
import { validateRows } from '../../src/run/validate.ts'
import { identity, listing, ready, run } from '../analysis/log.ts'
import { collect, exited, fakeHost, launched, measurement, type Program, setting } from './fakes.ts'

const BOTH: Implementation[] = ['cpp@baseline', 'cpp@candidate']
const programs = new Map(
  BOTH.map((path) => [
    path,
    { path, checkout: '/', cwd: '/', scratch: '/s', sha256: 'x', sharedObjects: new Map() },
  ]),
)
const LAUNCHER = { path: '/launcher', sha256: 'x' }

/** A host of which CPU 3 is the best. */
function hostOf(program: Program) {
  return {
    ...fakeHost(program),
    placement: async (cpu: 'auto' | 'none' | number) => {
      if (cpu === 'none') return { explanation: 'not placed: cpu is none' }
      return { cpu: cpu === 'auto' ? 3 : cpu, explanation: `placed on CPU ${cpu}` }
    },
  }
}

/** How each process was started, in a run of `sort` whose programs have so many threads. */
async function launchings(
  more: string,
  threads: Partial<Record<Implementation, number>>,
  own: Partial<Setting> = {},
) {
  const chosen = { ...setting(more), launcher: LAUNCHER, ...own }
  const seen: { readonly what: string; readonly launcher: Launching | undefined }[] = []
  const host = hostOf((implementation, args, { launcher }) => {
    seen.push({ what: args[0] ?? '', launcher })
    const counted = launcher?.countsThreads === true ? (threads[implementation] ?? 1) : null
    if (args[0] === 'validate') {
      const answer = exited({ status: 'ok', fingerprint: 'f', output: '42' })
      return launched(answer, { threads: counted })
    }
    return launched(measurement(2_000_000, { iterations: Number(args[args.indexOf('--iterations') + 1]) }))
  })
  const listed = [
    run(),
    ...ready('cpp', []),
    identity('cpp', false),
    ...BOTH.map((one) => listing(one, ['sort'])),
  ]
  const validations = await collect(validateRows(chosen, programs, listed, host))
  const log: Event[] = [...listed, ...validations]
  await collect(calibrateRows(chosen, programs, log, host))
  const of = (what: string) => seen.filter((one) => one.what === what).map(({ launcher }) => launcher)
  return { validated: of('validate'), measured: of('measure'), validations }
}

const PLACED = { path: '/launcher', cpu: 3 }

describe('auto', () => {
  test('counts threads where the system places a process, and then places what has one', async () => {
    const { validated, measured, validations } = await launchings('', {})
    expect(validated).toEqual(Array(2).fill({ path: '/launcher', countsThreads: true }))
    expect(validations).toMatchObject([{ threads: 1 }, { threads: 1 }])
    expect(measured.length).toBeGreaterThanOrEqual(2)
    expect(measured).toEqual(measured.map(() => PLACED))
  })

  test.each(BOTH)('leaves both revisions to the system where %s has several threads', async (threaded) => {
    const { measured } = await launchings('', { [threaded]: 4 })
    expect(measured).toEqual(measured.map(() => ({ path: '/launcher' })))
  })
})

test('a CPU that was asked for is taken from the beginning, whatever the threads', async () => {
  const { validated, measured } = await launchings('cpu: 1\n', { 'cpp@baseline': 4 })
  expect(validated).toEqual(Array(2).fill({ path: '/launcher', cpu: 1 }))
  expect(measured).toEqual(measured.map(() => ({ path: '/launcher', cpu: 1 })))
})

test('none places nothing and counts nothing', async () => {
  const { validated, measured } = await launchings('cpu: none\n', {})
  expect([...validated, ...measured]).toEqual([...validated, ...measured].map(() => ({ path: '/launcher' })))
})

test('without a launcher nothing is placed', async () => {
  const { validated, measured } = await launchings('', {}, { launcher: null })
  expect([...validated, ...measured].every((launcher) => launcher === undefined)).toBe(true)
})

describe('the first event', () => {
  const described = async (chosen: Setting) =>
    (
      await collect(
        describeRun(
          chosen,
          hostOf(() => exited({})),
        ),
      )
    ).find((event) => event.type === 'run')

  test('says where processes go', async () => {
    expect((await described({ ...setting(), launcher: LAUNCHER }))?.placement).toBe('placed on CPU auto')
  })

  test('says so where there is no launcher', async () => {
    expect((await described(setting()))?.placement).toBe(
      'not placed: no C compiler (cc, gcc or clang) made the launcher',
    )
    expect((await described(setting('cpu: none\n')))?.placement).toBe('not placed: cpu is none')
  })

  test('says it of an arm with a setting of its own, unless the command line outranks it', async () => {
    const base = setting()
    const arm = base.config.arms.rust
    if (arm === undefined) throw new Error('no arm rust')
    const config = { ...base.config, arms: { ...base.config.arms, rust: { ...arm, cpu: 1 } } }
    const own = { ...base, config, launcher: LAUNCHER }
    expect((await described(own))?.arms.map(({ placement }) => placement)).toEqual([
      undefined,
      'placed on CPU 1',
    ])
    const outranked = { ...own, request: { ...own.request, cpu: 'none' as const } }
    expect((await described(outranked))?.arms.map(({ placement }) => placement)).toEqual([
      undefined,
      undefined,
    ])
  })
})
