/** What a step says beside its log. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}

const COMMAND = /^\s*::([a-z-]+)(?: ([^:]*))?::(.*)$/

/** The annotations in a log, as the runner reads them: none between `::stop-commands::WORD` and `::WORD::`. */
export function annotationsIn(log: string): readonly Annotation[] {
  const annotations: Annotation[] = []
  let stopped: string | null = null
  for (const line of log.split(/\r?\n/)) {
    if (stopped !== null) {
      if (line.trim() === `::${stopped}::`) stopped = null
      continue
    }
    const [, command = '', properties = '', text = ''] = COMMAND.exec(line) ?? []
    if (command === 'stop-commands') stopped = text
    if (command !== 'error' && command !== 'warning' && command !== 'notice') continue
    annotations.push({ level: command, title: titleIn(properties), message: decoded(text) })
  }
  return annotations
}

function titleIn(properties: string): string {
  const given = properties.split(',').map((property) => property.split('='))
  const title = given.find(([name]) => name?.trim() === 'title')?.[1] ?? ''
  return decoded(title.replaceAll('%3A', ':').replaceAll('%2C', ','))
}

function decoded(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
}
