import { cutMiddle, visible } from './glyphs.ts'

/** Nothing in here means anything to Markdown, HTML or GitHub, so that it may stand in a code span as it is. */
const PLAIN = /^[A-Za-z0-9_.,+=:/-](?:[A-Za-z0-9_.,+=:/ -]*[A-Za-z0-9_.,+=:/-])?$/

/** A name from outside, as code: cut, on one line, without effect in a table of Markdown. */
export function codeName(name: string, longest: number): string {
  const text = cutMiddle(visible(name), longest)
  if (PLAIN.test(text)) return `\`${text}\``
  return text === '' ? '' : `<code>${inertText(text)}</code>`
}

/** A sentence from outside, cut and on one line: no markup, link, image, mention or reference can come of it. */
export function plainText(sentence: string, longest: number): string {
  return inertText(cutMiddle(visible(sentence), longest))
}

/** Every character that could begin something becomes an entity; GitHub reads mentions after entities, hence the zero-width space. */
function inertText(text: string): string {
  return (
    text
      .replace(/[^\p{L}\p{N}\s,;%+=/…·×Δ–−→-]/gu, (character) => {
        const entity = `&#${character.codePointAt(0)};`
        return character === '@' || character === '#' ? `${entity}&#8203;` : entity
      })
      .replace(/^[-+=\s]/, (character) => `&#${character.codePointAt(0)};`)
      // A full stop or a bracket at its usual place in a sentence starts no link.
      .replace(/&#46;(?=\s|$)/g, '.')
      .replace(/&#58;(?=\s)/g, ':')
      .replace(/(?<=\s|^)&#40;/g, '(')
      .replace(/&#41;(?=\s|$)/g, ')')
      .replace(/(?<=\d)&#46;(?=\d+(?:\s|$))/g, '.')
      .replace(/&#39;/g, "'")
  )
}
