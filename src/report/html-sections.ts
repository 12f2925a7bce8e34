import type { Comparability } from '../model/comparability.ts'
import type { Result } from '../model/result.ts'
import { comparabilitySentences, differingRows } from './comparability.ts'
import { environmentGroups } from './environment.ts'
import { definitions } from './html-details.ts'
import { type Html, html } from './html-text.ts'
import { formatBytes, formatElapsed, formatTime } from './quantity.ts'
import { quoted } from './shell-command.ts'

type Arm = Result['arms'][number]
type ArmBuild = NonNullable<Arm['builds']['baseline']>

/** How every arm was built at both revisions. */
export function builds(result: Result): Html {
  const { arms } = result
  if (arms.length === 0) return html``
  return html`<section id="builds" aria-labelledby="builds-title"><h2 id="builds-title">Builds</h2>
${arms.map(
  (arm) => html`<h3>${arm.name}</h3>
<p>${arm.driver}, harness ${arm.harness}, iterations ${arm.iterations ?? 'unknown'}, link-time optimisation ${arm.lto}${labelsOf(arm)}${arm.identical ? '; both binaries are identical' : ''}</p>
<div class="sides">
${build('baseline', arm.builds.baseline)}
${build('candidate', arm.builds.candidate)}
</div>`,
)}</section>`
}

function labelsOf({ labels }: Arm): string {
  return Object.entries(labels)
    .map(([name, value]) => `; ${name}: ${value}`)
    .join('')
}

function build(revision: string, made: ArmBuild | null): Html {
  if (made === null) return html`<div class="side"><h4>${revision}</h4><p class="dim">not built</p></div>`
  return html`<div class="side"><h4>${revision}: ${made.status}</h4>
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

/** What changes results, what changes times, and where it came from; what is not known is named below each. */
export function environment(result: Result): Html {
  return html`<section id="environment" aria-labelledby="environment-title"><h2 id="environment-title">Environment</h2>
${environmentGroups(result).map(
  ({ title, known, none, unknown, external }) => html`<h3>${title}</h3>
${definitions(known.map(({ arm, name, value }) => [arm === null ? name : `${arm}: ${name}`, value]))}
${named('none', none)}
${named('unknown', unknown)}
${named('external metadata, which nobody inside of the machine can know', external)}`,
)}</section>`
}

function named(word: string, names: readonly string[]): Html {
  return names.length === 0 ? html`` : html`<p class="dim">${word}: ${names.join(', ')}</p>`
}

/** Whether the run is comparable with another, and the fields in which it is not. */
export function comparedWith(comparability: Comparability | null): Html {
  if (comparability === null) return html``
  const rows = differingRows(comparability)
  const [verdict = '', ...more] = comparabilitySentences(comparability)
  return html`<section id="comparability" aria-labelledby="comparability-title"><h2 id="comparability-title">Comparability</h2>
<p class="${comparability.kind === 'comparable' ? 'good' : 'doubt'}">${verdict}</p>
${
  rows.length === 0
    ? html``
    : html`<div class="scroller"><table>
<thead><tr><th scope="col">field</th><th scope="col">this run</th><th scope="col">the other</th></tr></thead>
<tbody>
${rows.map(({ field, here, there }) => html`<tr><th scope="row" class="name">${field}</th><td class="name"><code>${here}</code></td><td class="name"><code>${there}</code></td></tr>`)}
</tbody></table></div>`
}
${more.map((sentence) => html`<p class="dim">${sentence}</p>`)}</section>`
}

/** The rules that made the verdicts, and the protocol that made the measurements. */
export function rules(result: Result): Html {
  const { gate, noise_model: noise, protocol } = result
  return html`<section id="rules" aria-labelledby="rules-title"><h2 id="rules-title">Protocol and rules</h2>
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
])}</section>`
}
