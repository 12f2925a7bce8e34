// Assembles src/stats/resample.wat into src/stats/resample-module.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

const source = new URL('../src/stats/resample.wat', import.meta.url)
const target = new URL('../src/stats/resample-module.ts', import.meta.url)

const { parseWat } = await wabt()
const parsed = parseWat(source.pathname, readFileSync(source, 'utf8'), { bulk_memory: true })
const { buffer } = parsed.toBinary({})
const base64 = Buffer.from(buffer).toString('base64')
const lines = base64.match(/.{1,96}/g).map((line) => `  '${line}'`)
writeFileSync(
  target,
  `/** \`resample.wat\`, assembled by scripts/assemble.mjs: in base64. */\nexport const wasm =\n${lines.join(' +\n')}\n`,
)
