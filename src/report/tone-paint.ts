import type picocolors from 'picocolors'
import type { Tone } from './table.ts'

/** The colours of a terminal, or none of them. */
export type Colors = ReturnType<typeof picocolors.createColors>
/** Puts a colour around a text. */
export type Paint = (text: string) => string

/** The colour of a tone. */
export function tonePaint(tone: Tone, colors: Colors): Paint {
  switch (tone) {
    case 'trouble':
      return (text) => colors.bold(colors.magenta(text))
    case 'bad':
      return (text) => colors.bold(colors.red(text))
    case 'doubt':
      return colors.yellow
    case 'good':
      return colors.green
    case 'quiet':
      return colors.dim
  }
}
