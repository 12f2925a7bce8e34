import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'

/** Compares `text` with a golden file; UPDATE_GOLDEN=1 rewrites the file instead. */
export function expectGolden(name: string, text: string): void {
  const path = resolve(import.meta.dirname, '../fixtures/report', name)
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text)
  expect(text).toBe(readFileSync(path, 'utf8'))
}
