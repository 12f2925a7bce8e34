// Writes what is not TypeScript into modules that can be bundled: src/stats/resample.wat, assembled, and
// src/run/launcher.c as text.
import { readFileSync, writeFileSync } from 'node:fs'
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

function literal(parts) {
  return parts.map((part) => `  ${quoted(part)}`).join(' +\n')
}

function quoted(text) {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return escaped.includes("'") ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped}'`
}
