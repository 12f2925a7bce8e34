import { type Command, type CommandName, commands, type Option, options, spelling } from './option.ts'

const COLUMN = 26

/** The text of `--help`, of one command or of all. */
export function helpText(command?: CommandName): string {
  if (command === undefined) return overview()
  const about = commands.find((one) => one.name === command)
  const own = options.filter((option) => option.commands.includes(command))
  const usage = `usage: ${usageOf(command, about)}${own.length > 0 ? ' [options]' : ''}`
  const lines = own.map((option) => entry(spelling(option), describe(option, command)))
  return `${[usage, '', capital(about?.description ?? ''), ...(own.length > 0 ? ['', ...lines] : [])].join('\n')}\n`
}

function overview(): string {
  const lines = commands.map((one) => entry(usageOf(one.name, one).replace('pairgate ', ''), one.description))
  return [
    'pairgate: is this change to C++ or Rust code slower than before, or is that noise?',
    '',
    'usage: pairgate run --baseline REF [options]',
    '',
    ...lines,
    '',
    'pairgate COMMAND --help tells a command’s options; pairgate --version the version.',
    'Exit codes: 0 no confirmed regression, 1 a confirmed regression, 2 trouble.',
    '',
  ].join('\n')
}

function usageOf(name: CommandName, about: Command | undefined): string {
  return `pairgate ${name}${about === undefined || about.operand === '' ? '' : ` ${about.operand}`}`
}

function describe(option: Option, command: CommandName): string {
  const fallback = option.fallback[command]
  const notes = [
    ...(option.repeatable ? ['may be repeated'] : []),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ]
  return `${option.description}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`
}

function entry(head: string, text: string): string {
  return `  ${head.length < COLUMN ? head.padEnd(COLUMN) : `${head}\n  ${' '.repeat(COLUMN)}`}${text}`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** The README's table of options. */
export function optionsTable(): string {
  const rows = options.map((option) => {
    const fallback = fallbacksOf(option)
    return `| \`${spelling(option).replaceAll('|', '\\|')}\` | ${option.commands.join(', ')} | ${fallback} | ${option.description} |`
  })
  return ['| option | commands | default | |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

/** The default of the first command, and those of others that have another one. */
function fallbacksOf({ commands: [first = 'run', ...others], fallback }: Option): string {
  const usual = fallback[first]
  const exceptions = others.filter((one) => fallback[one] !== undefined && fallback[one] !== usual)
  const unusual = exceptions.map((one) => `${one}: \`${fallback[one]}\``)
  return [...(usual === undefined ? [] : [`\`${usual}\``]), ...unusual].join(', ')
}
