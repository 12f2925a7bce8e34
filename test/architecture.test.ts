import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')

/** Which rooms each room may import from, beside itself. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  model: [],
  stats: [],
  protocol: ['model', 'stats'],
  analysis: ['model', 'stats'],
  build: ['model'],
  harness: ['model'],
  report: ['model'],
  options: ['model'],
  host: ['model'],
  init: ['model'],
  run: ['model', 'protocol', 'analysis', 'build', 'harness'],
  'run.ts': ['model', 'run'],
  'gate.ts': ['model', 'analysis', 'host', 'report', 'run.ts'],
  'examine.ts': ['model', 'run', 'analysis'],
  commands: ['model', 'analysis', 'host', 'init', 'options', 'report', 'gate.ts', 'examine.ts'],
  'cli.ts': ['commands', 'host'],
  'action.ts': ['commands', 'host'],
  'post.ts': ['commands'],
}

/** Modules that touch the world; `host` alone may import them. */
const WORLD = /^(node:(fs|fs\/promises|child_process|os|net|http|https|worker_threads|process)|@actions\/.*)$/

function sources(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name)
    return statSync(path).isDirectory() ? sources(path) : name.endsWith('.ts') ? [path] : []
  })
}

function room(path: string): string {
  return relative(SRC, path).split('/')[0] ?? ''
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/^\s*(?:import|export)\b[^'"]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'/gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
}

const files = sources(SRC)

test('every room of the house is in the table', () => {
  expect([...new Set(files.map(room))].filter((name) => !(name in ARROWS))).toEqual([])
})

test('arrows between rooms go one way', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('.'))
      .map((target) => room(resolve(file, '..', target)))
      .filter((target) => target !== room(file) && !(ARROWS[room(file)] ?? []).includes(target))
      .map((target) => `${relative(SRC, file)} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

test('only host touches the world; the action reads its inputs with @actions/core', () => {
  const wrong = files
    .filter((file) => room(file) !== 'host' && room(file) !== 'action.ts')
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => WORLD.test(target))
        .map((target) => `${relative(SRC, file)} -> ${target}`),
    )
  expect(wrong).toEqual([])
})

test('the github client is imported by the action alone', () => {
  const importers = files.filter((file) =>
    importsOf(file).some((target) => /(@actions\/|host\/|^\.\/)github/.test(target)),
  )
  expect(
    importers
      .map((file) => relative(SRC, file))
      .filter((file) => !/^(action\.ts|(host|model)\/(github.*|workflow|run-end)\.ts)$/.test(file)),
  ).toEqual([])
})

test('no file has a name that says nothing', () => {
  expect(files.filter((file) => /\/(utils|helpers|common|types|constants|index)\.ts$/.test(file))).toEqual([])
})
