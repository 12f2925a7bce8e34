import type { RunRequest } from '../model/request.ts'
import { options } from './option.ts'
import { requestOf } from './request.ts'
import { textOf } from './values.ts'

/** The action's inputs; `baseline` and `candidate` are empty where the event is to tell them. */
export interface ActionOptions {
  readonly request: Omit<RunRequest, 'repository'>
  readonly out: string
}

/** Reads the action's inputs through `input`, which gives an empty text for one that was not given. */
export function optionsOf(input: (name: string) => string): ActionOptions {
  const texts = new Map(
    options
      .filter((option) => option.input)
      .map((option) => {
        const text = input(option.name).trim() || (option.fallback.action ?? '')
        const values = option.repeatable ? text.split('\n').map((line) => line.trim()) : [text]
        return [option.name, values.filter((value) => value !== '')]
      }),
  )
  return { request: requestOf(texts), out: textOf(texts, 'out') }
}
