import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { configJsonSchema } from '../../src/model/config-shape.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8')

/** The names of all properties anywhere in a JSON Schema. */
function properties(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object'
      ? Object.keys(schema.properties ?? {})
      : []
  return [...own, ...Object.values(schema).flatMap(properties)]
}

test('every key of the schema stands on the page', () => {
  const missing = [...new Set(properties(configJsonSchema()))].filter(
    (key) => !new RegExp(`\`([\\w.]+\\.)?${key}(\\.\\w+)?\`|\`\\w+: ${key}|{${key}:`).test(page),
  )
  expect(missing).toEqual([])
})
