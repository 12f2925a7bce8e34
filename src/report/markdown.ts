import type { Comparability } from '../model/comparability.ts'
import type { Result } from '../model/result.ts'
import type { Conclusion } from '../model/verdict.ts'
import { comparabilitySentences, differingRows } from './comparability.ts'
import { armRows, armSentences } from './cross-arm.ts'
import { PICTURE_PCT } from './interval-picture.ts'
import { codeName, plainText } from './markdown-text.ts'
import { changesOf, closingParts, doubtsOf, factsOf, legendOf, troublesOf } from './phrases.ts'
import { buildResources } from './resources.ts'
import { nameOf, type Row, type Tone, worstFirst } from './table.ts'

/** GitHub refuses a comment of more than 65 536 characters. */
const COMMENT_CHARACTERS = 60_000
/** GitHub drops a step summary of more than 1 MiB as a whole. */
const SUMMARY_BYTES = 1_000_000

const LONGEST_NAME = 100
const LONGEST_SENTENCE = 300
/** Of a sentence that has several. */
const MOST_LINES = 8
/** Where there is nothing else to read. */
const LONGEST_REASON = 4_000
/** Of one list, in characters; the rest is in the artifact. */
const LONGEST_LIST = 8_000
const MOST_FIELDS = 50

const PICTURE = `Pictures span −${PICTURE_PCT} % to +${PICTURE_PCT} %: ┊ is 3 % to either side, ━ the interval, ● Δ.`

type Measure = (text: string) => number

/** The text for a pull request: worst rows first, unchanged ones folded, never longer than GitHub takes. */
export function renderComment(
  result: Result,
  {
    maxLength = COMMENT_CHARACTERS,
    comparability = null,
  }: { readonly maxLength?: number; readonly comparability?: Comparability | null } = {},
): string {
  return render(result, maxLength, (text) => text.length, comparability)
}

/** The text for a step's summary page: as the comment, with room for far more rows. */
export function renderSummary(result: Result): string {
  const encoder = new TextEncoder()
  return render(result, SUMMARY_BYTES, (text) => encoder.encode(text).length)
}

/** The text for a step's summary page where there is no result to show. */
export function renderFailure(reason: string): string {
  return `### ${CONCLUSION_SIGNS.invalid} pairgate: invalid\n\n${plainText(reason, LONGEST_REASON)}\n`
}

function render(
  result: Result,
  limit: number,
  measure: Measure,
  comparability: Comparability | null = null,
): string {
  const { rows, unchanged } = worstFirst(result)
  const head = headOf(result)
  const foot = footOf(result)
  const arms = betweenArms(result)
  const against = comparability === null ? '' : comparedWith(comparability)
  const tableHead = tableHeadOf(result)
  const wrapping = [tableHead, tableHead, folded(unchanged.length, ''), omitted(rows, unchanged)].join('\n\n')
  let room = limit - measure([head, wrapping, arms, against, foot, ''].join('\n\n'))
  const takeLines = (some: readonly Row[]) => {
    const lines: string[] = []
    for (const row of some) {
      const line = `${rowLine(row)}\n`
      room -= measure(line)
      if (room < 0) break
      lines.push(line)
    }
    return lines
  }
  const shown = takeLines(rows)
  const shownUnchanged = takeLines(unchanged)
  const sections = [
    head,
    shown.length === 0 ? '' : `${tableHead}\n${shown.join('')}`.trimEnd(),
    shownUnchanged.length === 0
      ? ''
      : folded(unchanged.length, `${tableHead}\n${shownUnchanged.join('')}`.trimEnd()),
    omitted(rows.slice(shown.length), unchanged.slice(shownUnchanged.length)),
    arms,
    against,
    foot,
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

/** A pass in which nothing was settled is no green one. */
function signOf({ conclusion, comparisons }: Result): string {
  const verdicts = comparisons.flatMap(({ verdict }) => verdict ?? [])
  const isUnsettled = verdicts.length > 0 && verdicts.every((verdict) => verdict === 'inconclusive')
  return conclusion === 'pass' && isUnsettled ? TONE_SIGNS.doubt : CONCLUSION_SIGNS[conclusion]
}

function headOf(result: Result): string {
  const { conclusion, summary } = result
  const headline = `### ${signOf(result)} pairgate: ${conclusion}`
  return [
    headline,
    `**${plainText(summary.headline, LONGEST_SENTENCE)}**`,
    list('Trouble', troublesOf(result)),
    list('Doubts about the run', doubtsOf(result)),
    list('Changed by the candidate, beside the code', changesOf(result)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** What a failed build said has lines of its own: the first of them, each cut. */
function sentenceInLines(sentence: string): string {
  const lines = sentence.split('\n')
  const shown = lines.slice(0, MOST_LINES).map((line) => plainText(line, LONGEST_SENTENCE))
  return [...shown, ...(lines.length > MOST_LINES ? ['… more of it is in `report.html`'] : [])].join('<br>')
}

function footOf(result: Result): string {
  const facts = factsOf(result)
    .map(([name, value]) => `${name} ${codeName(value, LONGEST_SENTENCE)}`)
    .join(' · ')
  const closing = closingParts(result)
    .map((part) => plainText(part, LONGEST_SENTENCE))
    .join(' · ')
  const resources = buildResources(result)
    .map((sentence) => `${plainText(sentence, LONGEST_SENTENCE)}<br>`)
    .join('')
  return `${closing}\n\n<sub>${resources}${facts}<br>${plainText(legendOf(result), LONGEST_SENTENCE)} ${PICTURE}</sub>`
}

function list(title: string, sentences: readonly string[]): string {
  if (sentences.length === 0) return ''
  const items: string[] = []
  let room = LONGEST_LIST
  for (const sentence of sentences) {
    const item = `- ${sentenceInLines(sentence)}`
    room -= item.length
    if (room < 0) break
    items.push(item)
  }
  const more = sentences.length - items.length
  return [`${title}:\n`, ...items, ...(more > 0 ? [`- and ${more} more, in \`report.html\``] : [])].join('\n')
}

function tableHeadOf(result: Result): string {
  return [
    `| benchmark | arm | baseline | candidate | Δ % | ${result.gate.confidence_pct} % interval | verdict | noise | would catch | peak memory |`,
    '|:--|:--|--:|--:|--:|--:|:--|--:|--:|--:|',
  ].join('\n')
}

function rowLine(row: Row): string {
  const notes = [...(row.bound === '' ? [] : [`slower by at most ${row.bound}`]), ...row.notes]
  const verdict = row.tone === 'bad' || row.tone === 'trouble' ? `**${row.verdict}**` : row.verdict
  const cells = [
    codeName(nameOf(row), LONGEST_NAME),
    codeName(row.arm, LONGEST_NAME),
    row.baseline,
    row.candidate,
    row.delta,
    [row.interval, ...(row.picture === '' ? [] : [`\`${row.picture}\``])].join('<br>'),
    [
      `${TONE_SIGNS[row.tone]} ${verdict}`,
      ...notes.map((note) => `<sub>${plainText(note, LONGEST_SENTENCE)}</sub>`),
    ].join('<br>'),
    row.noise,
    row.detectable,
    row.memory,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The arms against the first one, folded: a second opinion that no gate hangs on. */
function betweenArms(result: Result): string {
  const rows = armRows(result)
  if (rows.length === 0) return ''
  const lines: string[] = []
  let room = LONGEST_LIST
  for (const row of rows) {
    const cells = [
      codeName(row.name, LONGEST_NAME),
      codeName(row.arm, LONGEST_NAME),
      codeName(row.against, LONGEST_NAME),
      row.ratio,
      row.best,
      plainText(row.outcome, LONGEST_NAME),
    ]
    const line = `| ${cells.join(' | ')} |`
    room -= line.length
    if (room < 0) break
    lines.push(line)
  }
  const more = rows.length - lines.length
  return [
    '<details><summary>between arms</summary>\n',
    ...armSentences(result).map((sentence) => `${plainText(sentence, LONGEST_SENTENCE)}\n`),
    '| benchmark | arm | against | ratio | best runs | outcome |',
    '|:--|:--|:--|--:|--:|:--|',
    ...lines,
    ...(more > 0 ? [`\n… ${more} more, in \`report.html\``] : []),
    '\n</details>',
  ].join('\n')
}

/** Whether the run is comparable with another, and the fields in which it is not. */
function comparedWith(comparability: Comparability): string {
  const rows = differingRows(comparability)
  const shown = rows.slice(0, MOST_FIELDS)
  const table = [
    '| field | this run | the other |',
    '|:--|:--|:--|',
    ...shown
      .map(({ field, here, there }) =>
        [field, here, there].map((text) => `| ${codeName(text, LONGEST_NAME)} `).join(''),
      )
      .map((line) => `${line}|`),
  ].join('\n')
  const [verdict = '', ...more] = comparabilitySentences(comparability)
  return [
    `**${plainText(verdict, LONGEST_SENTENCE)}**`,
    ...(rows.length === 0 ? [] : [table]),
    ...(rows.length > shown.length ? [`… ${rows.length - shown.length} more fields differ`] : []),
    ...more.map((sentence) => plainText(sentence, LONGEST_LIST)),
  ].join('\n\n')
}

function folded(count: number, table: string): string {
  const rows = count === 1 ? '1 unchanged row' : `${count} unchanged rows`
  return `<details><summary>${rows}</summary>\n\n${table}\n\n</details>`
}

/** Names how many rows the limit left out, and where they are. */
function omitted(rows: readonly Row[], unchanged: readonly Row[]): string {
  const count = rows.length + unchanged.length
  if (count === 0) return ''
  const which = rows.length === 0 ? 'unchanged rows' : `rows, ${unchanged.length} of them unchanged,`
  return `… ${count} more ${which} do not fit here: see \`report.html\` and \`results.json\` among the run's artifacts.`
}

const TONE_SIGNS: Readonly<Record<Tone, string>> = {
  trouble: '🟣',
  bad: '🔴',
  doubt: '🟡',
  good: '🟢',
  quiet: '⚪',
}

const CONCLUSION_SIGNS: Readonly<Record<Conclusion, string>> = {
  pass: '🟢',
  regression: '🔴',
  'wrong-result': '🟣',
  invalid: '🟣',
  incomplete: '🟣',
}
