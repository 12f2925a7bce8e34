import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

/** What expressions can name: the contexts, as plain data. */
export type Contexts = Readonly<Record<string, unknown>>

/** What a status function such as `failure()` answers where an expression stands. */
export interface Status {
  readonly success: boolean
  readonly failure: boolean
  readonly cancelled: boolean
}

const RUNNING: Status = { success: true, failure: false, cancelled: false }
const STATUS_FUNCTIONS = ['always', 'success', 'failure', 'cancelled']
const EXPRESSION = /\$\{\{((?:'(?:[^']|'')*'|[^'])*?)\}\}/g

/** A text with its expressions in place: a lone expression keeps its type, others become text. */
export function evaluated(text: string, contexts: Contexts, status: Status = RUNNING): unknown {
  const parts = [...text.matchAll(EXPRESSION)]
  const [lone] = parts
  if (lone !== undefined && lone[0] === text.trim()) {
    return JSON.parse(JSON.stringify(computed(lone[1] ?? '', contexts, status), data.replacer))
  }
  return text.replaceAll(EXPRESSION, (_, expression: string) =>
    computed(expression, contexts, status).coerceString(),
  )
}

/** A text with its expressions in place, as text. */
export function evaluatedText(value: string | number | boolean | null, contexts: Contexts): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  return value.replaceAll(EXPRESSION, (_, expression: string) =>
    computed(expression, contexts, RUNNING).coerceString(),
  )
}

/** Texts with their expressions in place, each name by name. */
export function evaluatedTexts(
  values: Readonly<Record<string, string | number | boolean | null>>,
  contexts: Contexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, evaluatedText(value, contexts)]),
  )
}

/** Whether a condition holds; without a status function in it, it also asks for success. */
export function holds(condition: string | boolean | undefined, contexts: Contexts, status: Status): boolean {
  if (condition === undefined) return status.success
  const text = String(condition).trim()
  const lone = /^\$\{\{([\s\S]*)\}\}$/.exec(text)
  if (lone === null && text.includes('${{')) {
    throw new Error(`a condition with an expression inside a text is always true: ${text}`)
  }
  const expression = lone?.[1] ?? text
  const { tokens } = new Lexer(expression).lex()
  const asks = tokens.some(
    ({ lexeme }, index) =>
      STATUS_FUNCTIONS.includes(lexeme.toLowerCase()) && tokens[index + 1]?.lexeme === '(',
  )
  if (!asks && !status.success) return false
  return isTruthy(JSON.parse(JSON.stringify(computed(expression, contexts, status), data.replacer)))
}

/** Whether a setting that may be an expression is on. */
export function isOn(setting: string | boolean, contexts: Contexts): boolean {
  return typeof setting === 'boolean' ? setting : evaluated(setting, contexts) === true
}

function isTruthy(value: unknown): boolean {
  return value !== false && value !== 0 && value !== '' && value !== null
}

function computed(expression: string, contexts: Contexts, status: Status): data.ExpressionData {
  const answers: Readonly<Record<string, boolean>> = { ...status, always: true }
  const functions = STATUS_FUNCTIONS.map((name) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(answers[name] === true),
  }))
  const { tokens } = new Lexer(expression).lex()
  const tree = new Parser(tokens, Object.keys(contexts), functions).parse()
  const pairs = Object.entries(contexts).map(([key, value]) => ({ key, value: dataOf(value) }))
  return new Evaluator(
    tree,
    new data.Dictionary(...pairs),
    new Map(functions.map((one) => [one.name, one])),
  ).evaluate()
}

function dataOf(value: unknown): data.ExpressionData {
  return JSON.parse(JSON.stringify(value), data.reviver)
}
