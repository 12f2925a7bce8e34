import { describe, expect, test } from 'vitest'
import { createHost } from '../../src/host/host.ts'
import { Interrupted, UserError } from '../../src/model/failure.ts'

const LIMITS = { timeoutMs: 3_600_000, maxOutputBytes: 1 << 20 }

function hostOf(environment: Readonly<Record<string, string | undefined>> = process.env) {
  const controller = new AbortController()
  const lines: string[] = []
  const host = createHost({
    environment,
    signal: controller.signal,
    log: (line) => lines.push(line),
    echo: () => {},
  })
  return { host, controller, lines }
}

describe('the host', () => {
  test('starts children that see no secret of the runner', async () => {
    const { host } = hostOf({
      PATH: process.env.PATH,
      GITHUB_TOKEN: 'hush',
      ACTIONS_RUNTIME_TOKEN: 'hush',
      INPUT_TOKEN: 'hush',
      CXX: 'clang++',
    })
    const env = host.childEnvironment(['CXX', 'GITHUB_TOKEN'])
    const outcome = await host.processes.run({ program: 'env', args: [], cwd: '/', env }, LIMITS)
    const printed = 'stdout' in outcome ? outcome.stdout : ''
    expect(printed).not.toContain('hush')
    expect(printed.split('\n').filter((line) => /^(CXX|LC_ALL)=/.test(line))).toEqual([
      'CXX=clang++',
      'LC_ALL=C.UTF-8',
    ])
  })

  test('ends what runs when its signal aborts', async () => {
    const { host, controller } = hostOf()
    const env = host.childEnvironment([])
    const limits = { ...LIMITS, onOutput: () => controller.abort(new Interrupted('SIGINT')) }
    const run = host.processes.run(
      { program: 'sh', args: ['-c', 'echo up; sleep 1000'], cwd: '/', env },
      limits,
    )
    await expect(run).rejects.toThrow('interrupted by SIGINT')
  })

  test('decides on a placement once', async () => {
    const { host } = hostOf()
    expect(await host.placement('auto')).toBe(await host.placement('auto'))
    expect(await host.placement('none')).toEqual({ explanation: 'not placed: cpu is none' })
  })

  test.runIf(process.platform === 'linux')('refuses a CPU that is not there', async () => {
    await expect(hostOf().host.placement(100_000)).rejects.toThrow(UserError)
  })

  test('describes the machine once', async () => {
    const { host } = hostOf()
    expect(await host.describeMachine()).toBe(await host.describeMachine())
  })

  test('reads clocks that go forward', () => {
    const { clock } = hostOf().host
    const before = clock.monotonicMs()
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(before)
    expect(clock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('passes lines of the log on', () => {
    const { host, lines } = hostOf()
    host.log('a line')
    expect(lines).toEqual(['a line'])
  })

  test('refuses a repository that is none', async () => {
    const request = { repository: '/', baseline: 'HEAD', candidate: 'HEAD' }
    await expect(hostOf().host.openRevisions(request)).rejects.toThrow(UserError)
  })
})
