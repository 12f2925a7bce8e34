import { describe, expect, test } from 'vitest'
import { UserError } from '../../src/model/failure.ts'
import { parseArguments } from '../../src/options/arguments.ts'
import { optionsOf } from '../../src/options/inputs.ts'
import { commands, options } from '../../src/options/option.ts'

const DEFAULTS = {
  baseline: 'main',
  candidate: 'worktree',
  config: 'pairgate.yml',
  arms: [],
  filter: [],
  protocol: 'regression-gate',
  seed: '1',
  measureIdentical: false,
}

function refusal(...argv: string[]): string {
  try {
    parseArguments(argv)
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
  return 'not refused'
}

test.each([
  [['--baseline', 'main'], {}],
  [['--baseline=main'], {}],
  [['--baseline', 'main', '--candidate', 'HEAD'], { candidate: 'HEAD' }],
  [['--baseline', 'main', '--config', 'bench/gate.yml'], { config: 'bench/gate.yml' }],
  [['--baseline', 'main', '--arm', 'cpp', '--arm', 'rust'], { arms: ['cpp', 'rust'] }],
  [['--baseline', 'main', '--filter', '^sort', '--filter', 'sha/64$'], { filter: ['^sort', 'sha/64$'] }],
  [['--baseline', 'main', '--protocol', 'quick-check'], { protocol: 'quick-check' }],
  [['--baseline', 'main', '--blocks', '40'], { blocks: 40 }],
  [['--baseline', 'main', '--seed', '18446744073709551615'], { seed: '18446744073709551615' }],
  [['--baseline', 'main', '--seed', '007'], { seed: '7' }],
  [['--baseline', 'main', '--cpu', 'none'], { cpu: 'none' }],
  [['--baseline', 'main', '--cpu', '3'], { cpu: 3 }],
  [['--baseline', 'main', '--measure-identical'], { measureIdentical: true }],
])('run %j', (argv, changed) => {
  const expected = {
    command: 'run',
    request: { ...DEFAULTS, ...changed },
    out: 'pairgate-results',
    format: 'terminal',
  }
  expect(parseArguments(['run', ...argv])).toEqual(expected)
})

test.each([
  [['analyze', 'x.json'], { command: 'analyze', file: 'x.json', format: 'json' }],
  [['analyze', '-', '--format', 'terminal'], { command: 'analyze', file: '-', format: 'terminal' }],
  [['report', 'out', '--format', 'html'], { command: 'report', directory: 'out', format: 'html' }],
  [
    ['report', 'out', '--against', 'before'],
    { command: 'report', directory: 'out', against: 'before', format: 'terminal' },
  ],
  [['verify', 'out'], { command: 'verify', directory: 'out' }],
  [
    ['demo', '--seed', '7'],
    { command: 'demo', protocol: 'regression-gate', seed: '7', out: 'pairgate-demo' },
  ],
  [['init'], { command: 'init', directory: '.', force: false }],
  [['init', '--force', 'lib'], { command: 'init', directory: 'lib', force: true }],
  [['--version'], { command: 'version' }],
])('%j', (argv, expected) => {
  expect(parseArguments(argv)).toEqual(expected)
})

test.each([
  [['run'], 'run needs a baseline'],
  [['run', '--baseline'], '--baseline needs a value: --baseline REF'],
  [['run', '--baseline='], '--baseline needs a value'],
  [['run', '--baseline', '--seed', '1'], '--baseline needs a value: --baseline REF'],
  [['run', '--baseline', 'main', '--out', '--seed=1'], '--out needs a value: --out DIR'],
  [['run', '--baseline', 'main', '--config', '/etc/x.yml'], 'config is /etc/x.yml: give a path relative'],
  [['run', '--baseline', 'main', '--config', 'a/../../x.yml'], 'without ".."'],
  [['run', '--baseline', 'main', '--__proto__', '1'], 'run has no option --__proto__'],
  [['run', '--baseline', 'main', '-x'], 'run has no option -x'],
  [['run', '--baseline=-x'], 'cannot start with "-"'],
  [['run', '--baseline', '-x'], 'cannot start with "-"'],
  [['run', '--baseline', 'a', '--baseline', 'b'], 'given twice'],
  [['run', '--basline', 'main'], 'did you mean --baseline?'],
  [['run', '--baseline', 'main', 'extra'], 'takes options only, not extra'],
  [['run', '--baseline', 'main', '--protocol', 'regresion-gate'], 'did you mean regression-gate?'],
  [['run', '--baseline', 'main', '--blocks', '0'], 'blocks is 0'],
  [['run', '--baseline', 'main', '--blocks', '1.5'], 'blocks is 1.5'],
  [['run', '--baseline', 'main', '--seed', '18446744073709551616'], '18446744073709551615'],
  [['run', '--baseline', 'main', '--seed', '-1'], 'seed is -1'],
  [['run', '--baseline', 'main', '--cpu', 'fast'], 'cpu is fast'],
  [['run', '--baseline', 'main', '--filter', '('], 'give a regular expression'],
  [['run', '--baseline', 'main', '--format', 'xml'], 'format is xml'],
  [['runn'], 'did you mean run?'],
  [['report'], 'pairgate report DIR'],
  [['report', 'a', 'b'], 'pairgate report DIR'],
  [['verify', 'out', '--seed', '1'], 'verify has no option --seed'],
  [['init', 'a', 'b'], 'pairgate init [DIR]'],
  [['init', '--force=yes'], '--force takes no value: leave yes out'],
  [['init', '--force', '--force'], '--force is given twice'],
])('%j is refused and says what to give', (argv, reason) => {
  expect(refusal(...argv)).toContain(reason)
})

test.each(['threshold', 'threshold-pct', 'confidence', 'confidence-level', 'resamples', 'alpha', 'delta'])(
  "the gate's constants cannot be changed by --%s",
  (name) => {
    expect(refusal('run', '--baseline', 'main', `--${name}`, '1')).toContain('cannot be changed')
  },
)

describe('help', () => {
  test('tells every command', () => {
    const invocation = parseArguments([])
    expect(commands.filter((one) => !JSON.stringify(invocation).includes(one.description))).toEqual([])
  })

  test.each(commands.map(({ name }) => name))('of %s tells every option of it', (name) => {
    const text = JSON.stringify(parseArguments([name, '--help']))
    expect(text).toContain(`usage: pairgate ${name}`)
    expect(
      options.filter((option) => option.commands.includes(name) && !text.includes(`--${option.name} `)),
    ).toEqual([])
  })
})

describe('the action', () => {
  const read = (inputs: Record<string, string>) => optionsOf((name) => inputs[name] ?? '')

  test('takes its defaults from the table and leaves the revisions to the event', () => {
    expect(read({})).toEqual({
      request: { ...DEFAULTS, baseline: '', candidate: '' },
      out: 'pairgate-results',
      mode: 'gate',
      comment: 'always',
      trouble: 'fail',
      approvedSha: '',
      key: 'default',
      token: '',
    })
  })

  test('takes a switch as true or false', () => {
    expect(read({ 'measure-identical': 'true' }).request.measureIdentical).toBe(true)
    expect(read({ 'measure-identical': 'false' }).request.measureIdentical).toBe(false)
    expect(() => read({ 'measure-identical': 'yes' })).toThrow('measure-identical is yes')
  })

  test('refuses settings that there are none of, and says which there are', () => {
    expect(() => read({ mode: 'publisch' })).toThrow('did you mean publish?')
    expect(() => read({ comment: 'sometimes' })).toThrow('always, on-change, on-regression, never')
    expect(() => read({ trouble: 'ignore' })).toThrow('fail, warn')
  })

  test('takes several arms and filters, one a line', () => {
    expect(read({ arm: 'cpp\n  rust\n', filter: 'a b\nc' }).request).toMatchObject({
      arms: ['cpp', 'rust'],
      filter: ['a b', 'c'],
    })
  })

  test('takes blanks for an input that was not given', () => {
    expect(read({ protocol: ' \n', seed: ' 7 ' }).request).toMatchObject({
      protocol: 'regression-gate',
      seed: '7',
    })
  })

  test('refuses what the command line refuses', () => {
    expect(() => read({ seed: 'x' })).toThrow(UserError)
    expect(() => read({ baseline: '--upload-pack=x' })).toThrow(UserError)
  })
})
