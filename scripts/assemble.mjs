// Writes what Node does not run into modules that can be bundled: src/stats/resample.wat, assembled,
// src/run/launcher.c as text, and the report's script and style of src/report/page, bundled for a browser.
import { readFileSync, writeFileSync } from 'node:fs'
import { build } from 'vite'
import wabt from 'wabt'

const at = (path) => new URL(`../src/${path}`, import.meta.url)

const { parseWat } = await wabt()
const wat = at('stats/resample.wat')
const parsed = parseWat(wat.pathname, readFileSync(wat, 'utf8'), { bulk_memory: true })
const base64 = Buffer.from(parsed.toBinary({}).buffer).toString('base64')
writeFileSync(
  at('stats/resample-module.ts'),
  `/** \`resample.wat\`, assembled by scripts/assemble.mjs: in base64. */\nexport const wasm =\n${literal(base64.match(/.{1,96}/g))}\n`,
)

const source = readFileSync(at('run/launcher.c'), 'utf8')
writeFileSync(
  at('run/launcher-source.ts'),
  `/** \`launcher.c\`, written here by scripts/assemble.mjs. */\nexport const source =\n${literal(source.match(/.*\n/g))}\n`,
)

const { script, style } = await bundlePage(at('report/page/main.ts').pathname)
writeFileSync(
  at('report/page-assets.ts'),
  `/** The script of the report's page: \`page/main.ts\`, bundled by scripts/assemble.mjs. */\nexport const script = ${JSON.stringify(script)}\n\n/** The style of the report's page: \`page/page.css\`, minified. */\nexport const style = ${JSON.stringify(style)}\n`,
)

async function bundlePage(entry) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      cssTarget: 'chrome123',
      lib: { entry, formats: ['iife'], name: 'page', fileName: 'page', cssFileName: 'page' },
      minify: true,
    },
  })
  const script = output.find(({ type }) => type === 'chunk').code.trim()
  const style = String(output.find(({ fileName }) => fileName.endsWith('.css')).source).trim()
  for (const [content, end] of [
    [script, /<\/script|<!--/i],
    [style, /<\/style|<!--/i],
  ]) {
    if (end.test(content)) throw new Error(`the page's assets hold ${content.match(end)[0]}, which ends them`)
  }
  return { script, style }
}

function literal(parts) {
  return parts.map((part) => `  ${quoted(part)}`).join(' +\n')
}

function quoted(text) {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return escaped.includes("'") ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped}'`
}
