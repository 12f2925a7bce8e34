import picocolors from 'picocolors'
import { caseName } from '../model/benchmark.ts'
import type { Effect, Explanation, Explanations } from '../model/explanation.ts'
import type { SeriesSide } from '../model/series.ts'
import { formatFact, wordsOf } from './environment.ts'
import { ruleLines } from './explain-rules.ts'
import { sentenceOf, storyOf } from './explain-story.ts'
import { cutMiddle, visible, wrap } from './glyphs.ts'
import { notesOf } from './notes.ts'
import { formatCount, formatTime, formatTimes } from './quantity.ts'
import { commandLines } from './shell-command.ts'
import { levelsOf, marksOf, type StripScale, stripOf, stripScale } from './strip.ts'
import { rowOf } from './table.ts'
import { inCharactersOf, type TerminalFormat } from './terminal.ts'
import { type Colors, tonePaint } from './tone-paint.ts'

const NARROWEST = 72
const INDENT = 11

/** How rows came to their verdicts, for a terminal: samples, conditions, story, doubts, and the command to measure again. */
export function renderExplanations(explanations: Explanations, format: TerminalFormat): string {
  const width = Math.max(NARROWEST, format.width)
  const colors = picocolors.createColors(format.color)
  const sections = [
    ...explanations.rows.map((row) => rowLines(row, width, colors)),
    machineLines(explanations, width, colors),
  ]
  const text = sections.map((lines) => lines.join('\n')).join(`\n\n${colors.dim('─'.repeat(width))}\n`)
  return inCharactersOf(format, `${text}\n`)
}

function rowLines(row: Explanation, width: number, colors: Colors): readonly string[] {
  const parts = [
    headline(row, width, colors),
    storyLines(row, width, colors),
    sampleLines(row, width, colors),
    ruleLines(row.rules, width, colors),
    noteLines(row, width, colors),
    rerunLines(row, width, colors),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

const EFFECTS: Readonly<Record<Effect, string>> = {
  fails: 'it fails the check',
  trouble: 'it is trouble, and the run ended with 2',
  'no-regression': 'it fails nothing',
  'not-gating': 'its protocol never fails a check for slowness',
  'same-program': 'both sides are one program, so that it fails nothing',
}

function headline({ comparison, effect }: Explanation, width: number, colors: Colors): readonly string[] {
  const { verdict, tone } = rowOf(comparison)
  const text = `${caseName(comparison)} (${comparison.arm}): ${verdict}; ${EFFECTS[effect]}`
  return wrap(visible(text), width).map((line) => colors.bold(tonePaint(tone, colors)(line)))
}

function storyLines(row: Explanation, width: number, colors: Colors): readonly string[] {
  const { kind, findings } = row.story
  return [
    ...wrap(visible(storyOf(kind, row.comparison)), width).map((line) => colors.bold(line)),
    ...findings.flatMap((finding) => bullet(sentenceOf(finding, row.comparison), width)),
  ]
}

function noteLines({ comparison }: Explanation, width: number, colors: Colors): readonly string[] {
  const notes = notesOf(comparison)
  return notes.length === 0 ? [] : [colors.dim('notes'), ...notes.flatMap((note) => bullet(note, width))]
}

function bullet(sentence: string, width: number): readonly string[] {
  return wrap(visible(sentence), width - 4).map((line, index) => `${index === 0 ? '  · ' : '    '}${line}`)
}

function sampleLines(row: Explanation, width: number, colors: Colors): readonly string[] {
  const scale = stripScale([row.baseline.sorted_us, row.candidate.sorted_us], width - INDENT)
  if (scale === null) return []
  const [low, high] = formatTimes(scale.low, scale.high)
  const pairs = formatCount(row.baseline.sorted_us.length, 'pair')
  return [
    ...labelled('samples', [`${pairs}, both sides on one scale from ${low} to ${high}`], width, colors),
    ...sideLines('baseline', row.baseline, scale, colors),
    ...sideLines('candidate', row.candidate, scale, colors),
    ...labelled('', [`b best run, m median, B both · ${levelsOf(scale)} samples in a place`], width, colors),
  ]
}

function sideLines(
  name: string,
  { sorted_us: sorted, median_us: median }: SeriesSide,
  scale: StripScale,
  colors: Colors,
): readonly string[] {
  const [best] = sorted
  if (best === undefined || median === null) return []
  const marks = marksOf(best, median, scale)
  return [
    `${colors.dim(name.padEnd(INDENT))}${stripOf(sorted, scale)}`,
    `${' '.repeat(INDENT)}${colors.bold(marks)}`,
    `${' '.repeat(INDENT)}${colors.dim(`best ${formatTime(best)}, median ${formatTime(median)}`)}`,
  ]
}

function rerunLines({ rerun, comparison }: Explanation, width: number, colors: Colors): readonly string[] {
  const { args, blocks, short_of: settling } = rerun
  const pairs = formatCount(comparison.samples.block_ids.length, 'pair')
  const why =
    settling === null
      ? ''
      : ` (${blocks} blocks first: ${pairs} are too few to tell whether ${settling} would settle it)`
  return [
    ...wrap(`measure this row again, in more blocks, in its repository${why}:`, width).map(colors.dim),
    ...commandLines('pairgate', args, width - 2).map((line) => `  ${line}`),
  ]
}

function machineLines(
  { power, notes, placement }: Explanations,
  width: number,
  colors: Colors,
): readonly string[] {
  const facts = Object.entries(power).map(
    ([name, value]) => `${wordsOf(name)} ${cutMiddle(visible(formatFact(name, value)), 40)}`,
  )
  return [
    ...labelled('power', [facts.join(' · '), ...notes], width, colors),
    ...(placement === '' ? [] : labelled('placement', [placement], width, colors)),
  ]
}

/** Sentences beside a label, which stands once. */
function labelled(
  label: string,
  sentences: readonly string[],
  width: number,
  colors: Colors,
): readonly string[] {
  return sentences
    .flatMap((sentence) => wrap(visible(sentence), width - INDENT))
    .map((line, index) => `${colors.dim((index === 0 ? label : '').padEnd(INDENT))}${line}`)
}
