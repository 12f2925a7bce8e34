import { cutMiddle, visible } from './glyphs.ts'

/** Nothing in here means anything to Markdown, HTML or GitHub, so that it may stand in a code span as it is. */
const PLAIN = /^[A-Za-z0-9_.,+=:/()-](?:[A-Za-z0-9_.,+=:/() -]*[A-Za-z0-9_.,+=:/()-])?$/

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

/**
 * Every character that could begin something becomes an entity. GitHub looks for mentions and references after
 * it has read the entities, hence the zero-width spaces; it makes links of bare addresses, hence `www.` and `:`, and of `GH-1` and the names of commits.
 */
function inertText(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\s.,;:%+=/()'"’…·×Δ–−→-]/gu, (character) => {
      const isReference = character === '@' || character === '#'
      return `&#${character.codePointAt(0)};${isReference ? '&#8203;' : ''}`
    })
    .replace(/\bGH-(?=\d)/gi, (issue) => `${issue.slice(0, 2)}&#8203;-`)
    .replace(/(?<![\w&#])(?=\d*[a-f])[0-9a-f]{7,40}\b/g, (sha) => `${sha.slice(0, 4)}&#8203;${sha.slice(4)}`)
    .replace(/:(?!\s)/g, '&#58;')
    .replace(/(?<=www)\./gi, '&#46;')
    .replace(/^(\d*)([-+=.)])/, (_, digits: string, sign: string) => `${digits}&#${sign.codePointAt(0)};`)
}
