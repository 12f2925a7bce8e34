/** A minus sign as wide as a plus sign. */
const MINUS = '\u2212'

/** Of the gate, in per cent: fixed in every result. */
const THRESHOLD = 3

const TIME_UNITS = [
  { name: 'ns', us: 0.001 },
  { name: 'µs', us: 1 },
  { name: 'ms', us: 1_000 },
  { name: 's', us: 1_000_000 },
] as const
type TimeUnit = (typeof TIME_UNITS)[number]

const SIZE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** A time in its own unit, with four significant digits: `12.34 µs`. */
export function formatTime(us: number): string {
  return formatIn(us, unitOf(us))
}

/** Two times to be compared by eye: in one unit, that of the first, unless the second would be unreadable in it. */
export function formatTimes(firstUs: number, secondUs: number): readonly [string, string] {
  const unit = unitOf(firstUs)
  const second = Math.abs(secondUs) / unit.us
  return [
    formatIn(firstUs, unit),
    formatIn(secondUs, second >= 0.1 && second < 10_000 ? unit : unitOf(secondUs)),
  ]
}

/** The unit that a time is shown in, and its length in µs: for an axis, whose numbers have no unit of their own. */
export function inUnitOf(us: number): { readonly unit: string; readonly us: number } {
  const { name, us: length } = unitOf(us)
  return { unit: name, us: length }
}

/** A per cent with its sign, without the unit: `+9.97`; a sign before zeros says on which side of zero it is. */
export function formatSigned(pct: number): string {
  if (pct === 0) return '0.00'
  return `${pct < 0 ? MINUS : '+'}${formatUnsigned(Math.abs(pct))}`
}

/** A per cent with its sign and no more digits than it needs, for an axis: `+5`, `−2.5`. */
export function formatTick(pct: number): string {
  const [whole = '', decimals = ''] = formatSigned(pct).split('.')
  const kept = decimals.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** A per cent with its sign and its unit: `+9.97 %`. */
export function formatPercent(pct: number): string {
  return `${formatSigned(pct)} %`
}

/** A bound in per cent, without a sign: `1.84 %`. */
export function formatBound(pct: number): string {
  return `${formatUnsigned(pct)} %`
}

/** An interval in per cent, without the unit: `[+8.91, +11.02]`. */
export function formatInterval(interval: { readonly low: number; readonly high: number }): string {
  return `[${formatSigned(interval.low)}, ${formatSigned(interval.high)}]`
}

/** How many times as much: `×1.083`. */
export function formatRatio(ratio: number): string {
  return `×${ratio < 10 ? ratio.toFixed(3) : ratio.toFixed(1)}`
}

/** An amount of memory: `12.4 MiB`. */
export function formatBytes(bytes: number): string {
  let unit = 0
  let amount = bytes
  while (amount >= 1024 && unit < SIZE_UNITS.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${SIZE_UNITS[unit]}`
}

/** How long something took or will take, for people: `45 s`, `3 min 12 s`, `1 h 05 min`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`
}

/** A number of things: `1 row`, `3 rows`. */
export function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

function unitOf(us: number): TimeUnit {
  const size = Math.abs(us)
  return TIME_UNITS.findLast((unit) => size >= unit.us) ?? TIME_UNITS[0]
}

function formatIn(us: number, unit: TimeUnit): string {
  const amount = us / unit.us
  const size = Math.abs(amount)
  if (size === 0) return `0 ${unit.name}`
  const sign = amount < 0 ? MINUS : ''
  if (size < 1) return `${sign}${size.toFixed(3)} ${unit.name}`
  return `${sign}${size >= 1000 ? size.toFixed(0) : size.toPrecision(4)} ${unit.name}`
}

function formatUnsigned(pct: number): string {
  const digits = pct.toFixed(pct < 99.995 ? 2 : pct < 999.95 ? 1 : 0)
  return pct < THRESHOLD && Number(digits) >= THRESHOLD ? justBelow(pct) : digits
}

/** Rounding must not show a threshold as reached that was not: as many digits as it takes. */
function justBelow(pct: number): string {
  const digits = [3, 4, 6, 8, 10].map((count) => pct.toFixed(count))
  return digits.find((text) => Number(text) < THRESHOLD) ?? String(pct)
}

function pad(amount: number): string {
  return String(amount).padStart(2, '0')
}
