import type { RunRequest } from '../model/request.ts'
import { actionInputs, options } from './option.ts'
import { requestOf } from './request.ts'
import { oneOf, type Texts, textOf } from './values.ts'

const commentPolicies = ['always', 'on-change', 'on-regression', 'never'] as const

/** When a comment is posted. */
export type CommentPolicy = (typeof commentPolicies)[number]

/** The action's inputs; `baseline` and `candidate` are empty where the event is to tell them. */
export interface ActionOptions {
  readonly mode: 'gate' | 'publish'
  readonly request: Omit<RunRequest, 'repository'>
  readonly out: string
  readonly comment: CommentPolicy
  readonly trouble: 'fail' | 'warn'
  /** Empty where nothing was approved. */
  readonly approvedSha: string
  readonly key: string
  /** Empty for none. */
  readonly token: string
}

/** Reads the action's inputs through `input`, which gives an empty text for one that was not given. */
export function optionsOf(input: (name: string) => string): ActionOptions {
  const texts: Texts = new Map([
    ...options
      .filter((option) => option.input)
      .map((option) => textsOf(option.name, input, option.fallback.action ?? '', option.repeatable)),
    ...actionInputs.map(({ name, fallback }) =>
      textsOf(name, input, fallback.includes('${{') ? '' : fallback, false),
    ),
  ])
  return {
    mode: oneOf(texts, 'mode', ['gate', 'publish']),
    request: requestOf(texts),
    out: textOf(texts, 'out'),
    comment: oneOf(texts, 'comment', commentPolicies),
    trouble: oneOf(texts, 'trouble', ['fail', 'warn']),
    approvedSha: textOf(texts, 'approved-sha'),
    key: textOf(texts, 'comment-key'),
    token: textOf(texts, 'token'),
  }
}

function textsOf(
  name: string,
  input: (name: string) => string,
  fallback: string,
  repeatable: boolean,
): readonly [string, readonly string[]] {
  const text = input(name).trim() || fallback
  const values = repeatable ? text.split('\n').map((line) => line.trim()) : [text]
  return [name, values.filter((value) => value !== '')]
}
