import type { Comparability } from '../model/comparability.ts'
import type { Result } from '../model/result.ts'
import { comparabilitySentences, differingRows } from './comparability.ts'
import { armRows, armSentences } from './cross-arm.ts'
import { environmentGroups } from './environment.ts'
import { definitions } from './html-details.ts'
import { type Html, html } from './html-text.ts'
import { formatBytes, formatElapsed, formatTime } from './quantity.ts'
import { buildResources } from './resources.ts'

type Arm = Result['arms'][number]
type ArmBuild = NonNullable<Arm['builds']['baseline']>

/** Arms against the first arm, by the noise rule: no gate hangs on it. */
export function crossArm(result: Result): Html {
  const rows = armRows(result)
  if (rows.length === 0) return html``
  return html`<h2>Between arms</h2>
<p class="legend">Candidates only, by the noise rule; nothing here fails the check.</p>
${armSentences(result).map((sentence) => html`<p>${sentence}</p>`)}
<div class="wide"><table>
<thead><tr><th>benchmark</th><th>arm</th><th>against</th><th>outcome</th><th class="number">ratio</th><th class="number">best runs</th><th class="number">tolerance</th></tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr class="row"><td class="name"><code>${row.name}</code></td><td><code>${row.arm}</code></td><td><code>${row.against}</code></td>${
      row.ratio === ''
        ? html`<td colspan="4" class="dim">${row.outcome}</td>`
        : html`<td>${row.outcome}</td><td class="number">${row.ratio}</td><td class="number">${row.best}</td><td class="number">${row.tolerance}</td>`
    }</tr>`,
)}
</tbody></table></div>`
}

/** How every arm was built at both revisions. */
export function builds(result: Result): Html {
  const { arms } = result
  if (arms.length === 0) return html``
  return html`<h2>Builds</h2>
${buildResources(result).map((sentence) => html`<p class="legend">${sentence}</p>`)}
${arms.map(
  (arm) => html`<h3>${arm.name}</h3>
<p>${arm.driver}, harness ${arm.harness}, iterations ${arm.iterations ?? 'unknown'}, link-time optimisation ${arm.lto}${labelsOf(arm)}${arm.identical ? '; both binaries are identical' : ''}</p>
<div class="sides">
${build('baseline', arm.builds.baseline)}
${build('candidate', arm.builds.candidate)}
</div>`,
)}`
}

function labelsOf({ labels }: Arm): string {
  return Object.entries(labels)
    .map(([name, value]) => `; ${name}: ${value}`)
    .join('')
}

function build(revision: string, made: ArmBuild | null): Html {
  if (made === null) return html`<div class="side"><h3>${revision}</h3><p class="dim">not built</p></div>`
  return html`<div class="side"><h3>${revision}: ${made.status}</h3>
${definitions(
  [
    ['reason', made.reason ?? ''] as const,
    ['time', formatElapsed(made.build_ms)] as const,
    [
      'size',
      made.size_bytes === null ? '' : `${formatBytes(made.size_bytes)} (${made.size_bytes} bytes)`,
    ] as const,
    ['SHA-256', made.sha256 ?? ''] as const,
    ['optimisation', ltoOf(made)] as const,
    ...Object.entries(made.toolchain),
    ...Object.entries(made.flags),
    ['program', made.abi ?? ''] as const,
  ].filter(([, value]) => value !== ''),
)}
${compiled(made)}<details><summary>commands</summary><ol>
${made.commands.map((command) => html`<li><code>${command.map(quoted).join(' ')}</code></li>`)}
</ol></details></div>`
}

/** The flags that the sources were compiled with. */
function compiled({ compile_flags }: ArmBuild): Html {
  const flags = Object.entries(compile_flags ?? {})
  if (flags.length === 0) return html``
  return html`<details><summary>flags of the compiler</summary>${definitions(flags)}</details>
`
}

function ltoOf({ lto }: ArmBuild): string {
  if (lto === null) return ''
  switch (lto.kind) {
    case 'verified':
      return lto.without.length === 0
        ? `verified: ${lto.evidence}`
        : `verified: ${lto.evidence}; without it: ${lto.without.join(', ')}`
    case 'unverified':
      return `unverified: ${lto.reason}`
  }
}

/** An argument as one would write it in a shell. */
function quoted(argument: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}

/** What changes results, what changes times, and where it came from; what is not known is named below each. */
export function environment(result: Result): Html {
  return html`<h2>Environment</h2>
${environmentGroups(result).map(
  ({ title, known, none, unknown, external }) => html`<h3>${title}</h3>
${definitions(known.map(({ arm, name, value }) => [arm === null ? name : `${arm}: ${name}`, value]))}
${named('none', none)}
${named('unknown', unknown)}
${named('external metadata, which nobody inside of the machine can know', external)}`,
)}`
}

function named(word: string, names: readonly string[]): Html {
  return names.length === 0 ? html`` : html`<p class="dim">${word}: ${names.join(', ')}</p>`
}

/** Whether the run is comparable with another, and the fields in which it is not. */
export function comparedWith(comparability: Comparability | null): Html {
  if (comparability === null) return html``
  const rows = differingRows(comparability)
  const [verdict = '', ...more] = comparabilitySentences(comparability)
  return html`<h2>Comparability</h2>
<p class="${comparability.kind === 'comparable' ? 'good' : 'doubt'}">${verdict}</p>
${
  rows.length === 0
    ? html``
    : html`<div class="wide"><table>
<thead><tr><th>field</th><th>this run</th><th>the other</th></tr></thead>
<tbody>
${rows.map(({ field, here, there }) => html`<tr class="row"><td class="name">${field}</td><td class="name"><code>${here}</code></td><td class="name"><code>${there}</code></td></tr>`)}
</tbody></table></div>`
}
${more.map((sentence) => html`<p class="dim">${sentence}</p>`)}`
}

/** The rules that made the verdicts, and the protocol that made the measurements. */
export function rules(result: Result): Html {
  const { gate, noise_model: noise, protocol } = result
  return html`<h2>Rules</h2>
${definitions([
  [
    'gate',
    `${gate.rule} (threshold ${gate.threshold_pct} %, ${gate.resamples} resamples, confidence ${gate.confidence_pct} %)`,
  ],
  ['noise rule', noise.rule],
  [
    'noise floor',
    `${formatTime(noise.floor_ns / 1000)}${noise.floor_why === '' ? '' : `: ${noise.floor_why}`}`,
  ],
  ['spread', noise.spread],
  ['resources', result.resource_rule],
  ['protocol', protocol.name],
  ['target batch', formatTime(protocol.target_batch_us)],
  ['longest sample', formatTime(protocol.max_sample_us)],
  ['first batch', `${protocol.initial_iterations} calls`],
  ['cap on a batch', `${protocol.cap} calls, raised up to ${protocol.raised_cap}`],
  ['warm-up', `${protocol.warmup_iterations} calls and ${formatTime(protocol.warmup_us)}`],
  ['blocks', `${protocol.exploratory_blocks} exploratory, ${protocol.confirmatory_blocks} confirmatory`],
  ['outliers', `${protocol.outlier_policy}: recorded, never applied`],
  ['digest of events.jsonl', result.events_sha256],
  ['pairgate', result.pairgate_version],
  ['started', result.started_at],
])}`
}
