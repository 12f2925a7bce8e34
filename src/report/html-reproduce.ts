import type { Result } from '../model/result.ts'
import { type Html, html, htmlLines } from './html-text.ts'
import { commandLines } from './shell-command.ts'

/** Of a line of a command, in characters. */
const WIDTH = 100

/** What to type to measure the same again, and to check and draw what was recorded. */
export function reproduce(result: Result): Html {
  return html`<section id="reproduce" aria-labelledby="reproduce-title"><h2 id="reproduce-title">Reproduce</h2>
<p>Measure the same two revisions again, at the root of the repository, on this machine or one like it:</p>
<pre><code>${htmlLines(commandLines('pairgate', runOf(result), WIDTH).join('\n'))}</code></pre>
${isUncommitted(result) ? html`<p class="dim">The candidate was an uncommitted state of the working tree: the tree ${result.revisions.candidate.version}.</p>` : html``}
<p>Recompute every verdict from the recorded events, draw this page from them, or ask why a row came to its verdict, where <code>DIR</code> is the directory of the results:</p>
<pre><code>pairgate verify DIR
pairgate report DIR --format html
pairgate explain DIR BENCHMARK</code></pre></section>`
}

/** The arguments of the run; placement, limits of time and data seed come from its configuration. */
function runOf(result: Result): readonly string[] {
  const { revisions, protocol, seed, filter, arms } = result
  return [
    'run',
    ...['--baseline', revisions.baseline.version],
    ...['--candidate', isUncommitted(result) ? 'worktree' : revisions.candidate.version],
    ...['--protocol', protocol.name],
    ...['--blocks', String(protocol.confirmatory_blocks)],
    ...['--confirm', String(protocol.confirmation_rounds)],
    ...['--seed', seed],
    ...arms.flatMap(({ name }) => ['--arm', name]),
    ...filter.flatMap((one) => (one.startsWith('-') ? [`--filter=${one}`] : ['--filter', one])),
    ...(revisions.baseline.version === revisions.candidate.version ? ['--measure-identical'] : []),
  ]
}

function isUncommitted({ revisions }: Result): boolean {
  return revisions.candidate.version.startsWith('worktree:')
}
