import picocolors from 'picocolors'
import type { Checkup, Finding, ProcessStart, SelfComparison } from '../model/checkup.ts'
import { visible, wrap } from './glyphs.ts'
import { formatCount, formatTime } from './quantity.ts'
import type { TerminalFormat } from './terminal.ts'
import type { Colors, Paint } from './tone-paint.ts'

const STATUS_WIDTH = 6
const NAME_WIDTH = 29

/** One line of the table, with what to do below it. */
interface Line extends Omit<Finding, 'status'> {
  readonly status: Finding['status'] | 'fail'
}

/** The state of a machine for a terminal: findings, compilers, noise, and the one sentence. */
export function renderCheckup(checkup: Checkup, format: TerminalFormat): string {
  const width = Math.max(72, format.width)
  const colors = picocolors.createColors(format.color)
  const sections = [
    section('the machine', checkup.findings, width, colors),
    section('link-time optimisation', checkup.toolchains.map(toolchainLine), width, colors),
    section(
      'timing',
      [
        ...(checkup.process_start === null ? [] : [startLine(checkup.process_start)]),
        ...selfLines(checkup.self_comparison),
      ],
      width,
      colors,
    ),
    wrap(visible(checkup.conclusion), width).map((line) => colors.bold(line)),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function section(title: string, lines: readonly Line[], width: number, colors: Colors): readonly string[] {
  return [colors.dim(title), ...lines.flatMap((line) => written(line, width, colors))]
}

function written({ status, name, value, advice }: Line, width: number, colors: Colors): readonly string[] {
  const indent = ' '.repeat(STATUS_WIDTH + NAME_WIDTH)
  const texts = [value, ...(advice === null ? [] : [advice])].flatMap((text) =>
    wrap(visible(text), width - indent.length),
  )
  const head = `${paintOf(status, colors)(status.padEnd(STATUS_WIDTH))}${visible(name).padEnd(NAME_WIDTH)}`
  return texts.map((text, index) => (index === 0 ? `${head}${text}` : `${indent}${text}`))
}

function paintOf(status: Line['status'], colors: Colors): Paint {
  switch (status) {
    case 'pass':
      return colors.green
    case 'warn':
      return colors.yellow
    case 'fail':
      return colors.red
    case 'note':
      return colors.dim
  }
}

function toolchainLine({ name, version, lto, detail }: Checkup['toolchains'][number]): Line {
  const value = version ?? 'not found'
  switch (lto) {
    case 'works':
      return { name, value, status: 'pass', advice: detail }
    case 'fails':
      return { name, value, status: 'warn', advice: detail }
    case 'absent':
      return { name, value, status: 'note', advice: detail }
  }
}

function startLine({ median_us, iqr_us, samples, floor_us, floor_is_fair }: ProcessStart): Line {
  const value = `${formatTime(median_us)} in the median of ${samples}, interquartile range ${formatTime(iqr_us)}`
  const advice = floor_is_fair
    ? `starts vary by no more than the noise rule's floor of ${floor_us} µs`
    : `whole programs vary by more than the noise rule's floor of ${floor_us} µs: set noise_floor.us to about ${Math.ceil(iqr_us / 10) * 10}, with this as its reason`
  return { name: 'starting a process', value, status: floor_is_fair ? 'pass' : 'note', advice }
}

function selfLines(self: Checkup['self_comparison']): readonly Line[] {
  if (self.kind === 'failed')
    return [{ name: 'a program with itself', value: 'not measured', status: 'fail', advice: self.reason }]
  return self.workloads.map(workloadLine)
}

/** A machine that sees five per cent sees what a gate of three is for, with some luck. */
const GOOD_PCT = 5

function workloadLine(workload: SelfComparison['workloads'][number]): Line {
  const { name, comparisons, blocks, detectable_pct, worst_false_delta_pct } = workload
  const isGood = detectable_pct <= GOOD_PCT
  return {
    name: `noise: ${name}`,
    value: `sees ${detectable_pct.toFixed(1)} %, worst false difference ${worst_false_delta_pct.toFixed(1)} % in ${formatCount(comparisons, 'comparison')} of ${blocks} blocks`,
    status: isGood ? 'pass' : 'warn',
    advice: isGood ? null : 'quieten the machine as said above, or measure more blocks (--blocks)',
  }
}
