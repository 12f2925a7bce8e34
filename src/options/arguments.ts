import { parseArgs } from 'node:util'
import { UserError } from '../model/failure.ts'
import { gateConstant } from '../model/gate-constants.ts'
import { suggestion } from '../model/nearest.ts'
import { helpText } from './help.ts'
import type { Invocation } from './invocation.ts'
import { type CommandName, commandNames, commands, type Option, options, spelling } from './option.ts'
import { requestOf } from './request.ts'
import { oneOf, protocolOf, seedOf, type Texts, textOf, thresholdOf } from './values.ts'

/** Reads the command line; throws a UserError that says what to give instead. */
export function parseArguments(argv: readonly string[]): Invocation {
  const [first, ...rest] = argv
  if (first === undefined || first === '--help' || first === '-h')
    return { command: 'help', text: helpText() }
  if (first === '--version' || first === '-V') return { command: 'version' }
  if (first === 'help')
    return { command: 'help', text: helpText(rest[0] === undefined ? undefined : commandOf(rest[0])) }
  const command = commandOf(first)
  if (rest.includes('--help') || rest.includes('-h')) return { command: 'help', text: helpText(command) }
  const { texts, operands } = read(command, rest)
  return invocationOf(command, texts, operands)
}

function commandOf(text: string): CommandName {
  const found = commandNames.find((name) => name === text)
  if (found !== undefined) return found
  const near = suggestion(text, commandNames)
  throw new UserError(`there is no command ${text}${near}: use ${commandNames.join(', ')}, or --help`)
}

function read(command: CommandName, argv: readonly string[]): { texts: Texts; operands: readonly string[] } {
  const own = options.filter((option) => option.commands.includes(command))
  const config = Object.fromEntries(
    own.map((option) => [
      option.name,
      { type: isSwitch(option) ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...argv], options: config, strict: false, tokens: true })
  const texts = new Map<string, readonly string[]>()
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const option = own.find((one) => one.name === token.name)
    if (option === undefined) throw new UserError(unknownOption(token.rawName, command, own))
    const earlier = texts.get(option.name)
    if (earlier !== undefined && !option.repeatable) throw new UserError(`--${option.name} is given twice`)
    texts.set(option.name, [...(earlier ?? []), valueIn(token, option)])
  }
  for (const option of own) {
    const fallback = option.fallback[command]
    if (!texts.has(option.name) && fallback !== undefined) texts.set(option.name, [fallback])
  }
  return { texts, operands }
}

type OptionToken = { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined }

function valueIn(token: OptionToken, option: Option): string {
  if (isSwitch(option)) {
    if (token.value === undefined) return 'true'
    throw new UserError(`--${option.name} takes no value: leave ${token.value} out`)
  }
  // `--out --seed 1` forgot a value; one that does begin so is written `--out=--seed`.
  const forgotten = token.inlineValue !== true && token.value?.startsWith('--') === true
  if (token.value === undefined || token.value === '' || forgotten) {
    throw new UserError(`--${option.name} needs a value: ${spelling(option)}`)
  }
  return token.value
}

function isSwitch(option: Option): boolean {
  return option.placeholder === ''
}

function unknownOption(raw: string, command: CommandName, own: readonly Option[]): string {
  const name = raw.replace(/^-+/, '')
  const constant = gateConstant(name)
  if (constant !== null) return `${raw}: ${constant}`
  const near = suggestion(
    name,
    own.map((option) => option.name),
  ).replace('mean ', 'mean --')
  return `${command} has no option ${raw}${near}: see pairgate ${command} --help`
}

function invocationOf(command: CommandName, texts: Texts, operands: readonly string[]): Invocation {
  switch (command) {
    case 'run': {
      refuseOperands(command, operands)
      if (textOf(texts, 'baseline') === '') {
        throw new UserError(
          'run needs a baseline: --baseline REF, for example --baseline origin/main or --baseline HEAD~1',
        )
      }
      const format = oneOf(texts, 'format', ['terminal', 'json', 'markdown'])
      return { command, request: requestOf(texts), out: textOf(texts, 'out'), format }
    }
    case 'analyze': {
      const format = oneOf(texts, 'format', ['json', 'terminal'])
      return { command, file: operandOf(command, operands), format }
    }
    case 'report': {
      const format = oneOf(texts, 'format', ['terminal', 'json', 'markdown', 'html', 'csv'])
      const against = texts.has('against') ? { against: textOf(texts, 'against') } : {}
      return { command, directory: operandOf(command, operands), ...against, format }
    }
    case 'explain': {
      const [directory, benchmark] = twoOperands(command, operands)
      return { command, directory, benchmark, arms: texts.get('arm') ?? [] }
    }
    case 'verify':
      return { command, directory: operandOf(command, operands) }
    case 'tune': {
      const format = oneOf(texts, 'format', ['terminal', 'json'])
      return { command, directory: operandOf(command, operands), format }
    }
    case 'hotspot':
      return {
        command,
        directory: operandOf(command, operands),
        baseline: implementationIn(texts, 'baseline'),
        candidate: implementationIn(texts, 'candidate'),
        thresholdPct: thresholdOf(texts),
        ...(texts.has('seed') ? { seed: seedOf(texts) } : {}),
        format: oneOf(texts, 'format', ['terminal', 'json']),
      }
    case 'doctor':
      refuseOperands(command, operands)
      return { command, long: texts.has('long'), format: oneOf(texts, 'format', ['terminal', 'json']) }
    case 'init': {
      const directory = operands.length === 0 ? '.' : operandOf(command, operands)
      return { command, directory, force: texts.has('force') }
    }
    case 'demo':
      refuseOperands(command, operands)
      return { command, protocol: protocolOf(texts), seed: seedOf(texts), out: textOf(texts, 'out') }
  }
}

function implementationIn(texts: Texts, name: string): string {
  const text = textOf(texts, name)
  if (text !== '') return text
  throw new UserError(`hotspot needs --${name} IMPL, an arm at a revision, such as cpp@candidate`)
}

function operandOf(command: CommandName, operands: readonly string[]): string {
  const [operand, ...more] = operands
  if (operand !== undefined && more.length === 0) return operand
  throw new UserError(`${command} takes one argument: pairgate ${command} ${operandsOf(command)}`)
}

function twoOperands(command: CommandName, operands: readonly string[]): readonly [string, string] {
  const [first, second, ...more] = operands
  if (first !== undefined && second !== undefined && more.length === 0) return [first, second]
  throw new UserError(`${command} takes two arguments: pairgate ${command} ${operandsOf(command)}`)
}

function operandsOf(command: CommandName): string {
  return commands.find((one) => one.name === command)?.operand ?? ''
}

function refuseOperands(command: CommandName, operands: readonly string[]): void {
  if (operands.length > 0) throw new UserError(`${command} takes options only, not ${operands.join(' ')}`)
}
