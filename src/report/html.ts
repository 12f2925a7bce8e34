import { createHash } from 'node:crypto'
import type { Comparability } from '../model/comparability.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Result } from '../model/result.ts'
import { crossArm } from './html-arms.ts'
import { header } from './html-header.ts'
import { reproduce } from './html-reproduce.ts'
import { resources } from './html-resources.ts'
import { scaling } from './html-scaling.ts'
import { builds, comparedWith, environment, rules } from './html-sections.ts'
import { rows } from './html-table.ts'
import { type Html, html } from './html-text.ts'
import { script, style } from './page-assets.ts'

/** What the browser may do with the page: run its one script and use its one style, and nothing else. */
const POLICY = [
  "default-src 'none'",
  `script-src ${sourceOf(script)}`,
  `style-src ${sourceOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * The report as one page: no network, all of it there without a script, which only filters, sorts and points. It holds
 * every sample.
 */
export function renderHtml(
  result: Result,
  evidence: Evidence,
  comparability: Comparability | null = null,
): string {
  const sections: readonly (readonly [id: string, title: string, section: Html])[] = [
    ['rows', 'Rows', rows(result, evidence)],
    ['scaling', 'Scaling', scaling(evidence)],
    ['arms', 'Between arms', crossArm(result)],
    ['resources', 'Memory, size and build time', resources(result)],
    ['reproduce', 'Reproduce', reproduce(result)],
    ['comparability', 'Comparability', comparedWith(comparability)],
    ['environment', 'Environment', environment(result)],
    ['builds', 'Builds', builds(result)],
    ['rules', 'Protocol and rules', rules(result)],
  ]
  const shown = sections.filter(([, , section]) => section.html !== '')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: POLICY }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>pairgate: ${result.conclusion}</title>
<style>${{ html: style }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the rows</a>
${header(result)}
<nav aria-label="Sections"><ul>${shown.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main id="main">
${shown.map(([, , section]) => section)}
</main>
<footer><p>pairgate ${result.pairgate_version}, started ${result.started_at}</p></footer>
<script>${{ html: script }}</script>
</body>
</html>
`
  return page.html
}

function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
