import { z } from 'zod'
import { caseKey, type Listed, listedSchema } from '../model/benchmark.ts'
import { type Decoded, decode, decodeJson, excerpt } from '../model/decoded.ts'
import type { CaseCall, Harness, MeasureCall, Measurement, Validation } from '../model/harness.ts'
import { linesOf } from './lines.ts'

const VERSION = 1

/** A string, or an integer that JSON carries without loss: larger ones lose digits before anyone sees them. */
const text = z
  .union([z.string(), z.number()], {
    error: ({ input }) => (input === undefined ? 'missing' : 'a string or an integer is needed'),
  })
  .refine((value) => typeof value === 'string' || Number.isSafeInteger(value), {
    error: ({ input }) => `${input} is not an integer that JSON carries without loss: print it as a string`,
  })
  .transform(String)

const count = z.int().nonnegative()

const versionSchema = z.object({
  pairgate: z.literal(VERSION, {
    error: ({ input }) =>
      input === undefined
        ? 'missing'
        : `protocol version ${JSON.stringify(input)}, and this pairgate speaks version ${VERSION}`,
  }),
})

/** Answers may leave the version out, which `list` gave; a wrong one is refused everywhere. */
const answerVersionSchema = versionSchema.partial()

const rowSchema: z.ZodType<Listed> = listedSchema.extend({ dataset: text, scale: text })

const validationSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ok'),
    fingerprint: z.string().min(1),
    output: text,
    expected: text.optional(),
    tolerance: z.number().nonnegative().lt(1).optional(),
  }),
  z.object({ status: z.literal('unsupported'), reason: z.string().default('no reason given') }),
])

const measurementSchema = z.object({
  iterations: z.int().positive(),
  // A clock that moves in coarse steps may not have moved at all.
  elapsed_ns: z.number().nonnegative(),
  output: text,
  peak_rss_bytes: count,
  cpu_ns: z.number().nonnegative().optional(),
  overhead_ns: z.number().nonnegative().optional(),
  fingerprint: z.string().min(1).optional(),
})

const anyObject = z.looseObject({})

/** Decodes one line whose version, by `version`, is ours. */
function readLine<T>(line: string, version: z.ZodType<unknown>, schema: z.ZodType<T>): Decoded<T> {
  const json = decodeJson(anyObject, line)
  if (json.kind === 'malformed') return json
  const ours = decode(version, json.value)
  return ours.kind === 'malformed' ? ours : decode(schema, json.value)
}

/** Decodes an answer of exactly one line. */
function readAnswer<T>(stdout: string, schema: z.ZodType<T>): Decoded<T> {
  const lines = linesOf(stdout)
  const [line] = lines
  if (line === undefined) return { kind: 'malformed', reason: 'nothing on standard output' }
  if (lines.length > 1) {
    return { kind: 'malformed', reason: `one line is needed, and ${lines.length} came: ${excerpt(stdout)}` }
  }
  return readLine(line, answerVersionSchema, schema)
}

function readList(stdout: string): Decoded<readonly Listed[]> {
  const rows: Listed[] = []
  const seen = new Map<string, number>()
  for (const [index, line] of linesOf(stdout).entries()) {
    const at = `line ${index + 1}`
    const row = readLine(line, versionSchema, rowSchema)
    if (row.kind === 'malformed') return { kind: 'malformed', reason: `${at}: ${row.reason}` }
    const key = caseKey(row.value.benchmark, row.value.dataset)
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      const name = `${row.value.benchmark}, dataset ${row.value.dataset}`
      return { kind: 'malformed', reason: `${at}: ${name} was listed on line ${earlier} already` }
    }
    seen.set(key, index + 1)
    rows.push(row.value)
  }
  return { kind: 'ok', value: rows }
}

function readValidation(stdout: string): Decoded<Validation> {
  const decoded = readAnswer(stdout, validationSchema)
  if (decoded.kind === 'malformed') return decoded
  if (decoded.value.status === 'unsupported') return { kind: 'ok', value: decoded.value }
  const { status, fingerprint, output, expected, tolerance } = decoded.value
  return {
    kind: 'ok',
    value: {
      status,
      fingerprint,
      output,
      ...(expected === undefined ? {} : { expected }),
      ...(tolerance === undefined ? {} : { tolerance }),
    },
  }
}

function readMeasurement(stdout: string): Decoded<Measurement> {
  const decoded = readAnswer(stdout, measurementSchema)
  if (decoded.kind === 'malformed') return decoded
  const { value } = decoded
  return {
    kind: 'ok',
    value: {
      iterations: value.iterations,
      elapsedNs: value.elapsed_ns,
      output: value.output,
      peakRssBytes: value.peak_rss_bytes,
      ...(value.cpu_ns === undefined ? {} : { cpuNs: value.cpu_ns }),
      ...(value.overhead_ns === undefined ? {} : { overheadNs: value.overhead_ns }),
      ...(value.fingerprint === undefined ? {} : { fingerprint: value.fingerprint }),
    },
  }
}

/** Programs that speak our own protocol, version 1: a JSON line per answer, iterations exactly as asked. */
export const pairgate: Harness = {
  name: 'pairgate',

  *list() {
    const { stdout } = yield { args: ['list'] }
    const rows = readList(stdout)
    return rows.kind === 'ok' ? { kind: 'ok', value: { iterations: 'exact', rows: rows.value } } : rows
  },

  *validate(call) {
    const { stdout } = yield { args: ['validate', ...inputArguments(call)], countsThreads: true }
    return readValidation(stdout)
  },

  *measure(call) {
    const { stdout } = yield { args: measureArguments(call) }
    const measured = readMeasurement(stdout)
    if (measured.kind === 'malformed' || measured.value.iterations === call.iterations) return measured
    const reason = `asked for ${call.iterations} iterations, the program reports ${measured.value.iterations}`
    return { kind: 'malformed', reason }
  },
}

function inputArguments({ benchmark, dataset, dataSeed }: CaseCall): readonly string[] {
  return ['--benchmark', benchmark, '--dataset', dataset, '--seed', dataSeed]
}

function measureArguments(call: MeasureCall): readonly string[] {
  return [
    'measure',
    ...inputArguments(call),
    ...['--iterations', String(call.iterations)],
    ...['--warmup-iterations', String(call.warmupIterations)],
    ...['--warmup-us', String(Math.ceil(call.warmupUs))],
  ]
}
