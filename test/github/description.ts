import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type AjvCustomizer, OpenAPIBackend, type Request } from 'openapi-backend'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/github/api.json')

/** The formats that GitHub's description uses and openapi-backend does not know. */
const FORMATS = {
  uri: /^[a-z][a-z0-9+.-]*:\S+$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^\S+@\S+$/,
} as const

const customizeAjv: AjvCustomizer = (ajv) => {
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format)
  return ajv
}

// `quick` compiles what a test asks for alone; scripts/extract-github-api.mjs has the description checked.
const backend = new OpenAPIBackend({
  definition: JSON.parse(readFileSync(FIXTURE, 'utf8')),
  strict: true,
  quick: true,
  ajvOpts: { allErrors: true },
  customizeAjv,
})
await backend.init()

/** The operation of GitHub's API that a request is for, and the parts of its path; null when there is none. */
export function operationOf(
  method: string,
  path: string,
): { readonly id: string; readonly params: Readonly<Record<string, string>> } | null {
  const request = { method, path, headers: {} }
  const operation = backend.matchOperation(request)
  if (operation?.operationId === undefined) return null
  const { params } = backend.router.parseRequest(request, operation)
  return {
    id: operation.operationId,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(String(value))]),
    ),
  }
}

/** What GitHub's description finds wrong with a request: nothing, as a rule. */
export function faultsOfRequest(operation: string, request: Request): string[] {
  return told(backend.validateRequest(request, operation))
}

/** What GitHub's description finds wrong with an answer. */
export function faultsOfAnswer(operation: string, status: number, body: unknown): string[] {
  const described = Object.keys(backend.getOperation(operation)?.responses ?? {})
  if (status < 400 && !described.includes(String(status)))
    return [`no answer of status ${status} is described`]
  return told(backend.validateResponse(body, operation, status))
}

function told({ errors }: ReturnType<OpenAPIBackend['validateRequest']>): string[] {
  return (errors ?? []).map(({ instancePath, message, params }) => {
    const detail = JSON.stringify(params)
    return `${instancePath || '/'} ${message}${/^(\[\]|\{\})$/.test(detail) ? '' : ` ${detail}`}`
  })
}
