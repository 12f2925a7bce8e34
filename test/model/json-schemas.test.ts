import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { jsonSchemas } from './json-schemas.ts'

const DIRECTORY = fileURLToPath(new URL('../../schema/', import.meta.url))

test.each(Object.entries(jsonSchemas()))('schema/%s is what its decoder accepts', async (name, schema) => {
  // UPDATE_SCHEMAS=1 writes the committed files anew; `npx biome format --write schema` then sets their layout.
  if (process.env.UPDATE_SCHEMAS === '1') await writeFile(`${DIRECTORY}${name}`, JSON.stringify(schema))
  expect(JSON.parse(await readFile(`${DIRECTORY}${name}`, 'utf8'))).toEqual(schema)
})
