import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { actionInputs, actionOutputs, options } from '../../src/options/option.ts'

const action = parse(readFileSync(resolve(import.meta.dirname, '../../action.yml'), 'utf8'))

test('action.yml has exactly the inputs of the options and of the action, with their words and defaults', () => {
  const own = actionInputs.map(({ name, description, fallback }) => [name, description, fallback])
  const shared = options
    .filter((option) => option.input)
    .map(({ name, description, repeatable, fallback }) => [
      name,
      `${description}${repeatable ? ' (one a line)' : ''}`,
      fallback.action ?? '',
    ])
  const written = Object.entries<{ description: string; default: string }>(action.inputs).map(
    ([name, input]) => [name, input.description, input.default],
  )
  expect(written).toEqual([...shared, ...own])
})

test('action.yml has exactly the outputs that the action sets', () => {
  const written = Object.entries<{ description: string }>(action.outputs).map(([name, { description }]) => [
    name,
    description,
  ])
  expect(Object.fromEntries(written)).toEqual(actionOutputs)
})

test('the action runs the committed bundle on node24', () => {
  expect(action.runs).toEqual({
    using: 'node24',
    main: 'dist/action/index.js',
    post: 'dist/post/index.js',
  })
})
