import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { analyzeSamples } from '../analysis/analyze.ts'
import { createFiles } from '../host/files.ts'
import type { Terminal } from '../host/terminal.ts'
import { decodeJson } from '../model/decoded.ts'
import { UserError } from '../model/failure.ts'
import { sampleDocumentSchema } from '../model/samples.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { renderAnalysis } from '../report/analysis-terminal.ts'

/** `pairgate analyze`: samples measured by anything else in, the same verdicts out. */
export async function analyze(invocation: InvocationOf<'analyze'>, terminal: Terminal): Promise<ExitCode> {
  const { file } = invocation
  const source = file === '-' ? await text(terminal.input) : await read(resolve(terminal.directory, file))
  const decoded = decodeJson(sampleDocumentSchema, source)
  if (decoded.kind === 'malformed') {
    throw new UserError(`${file === '-' ? 'standard input' : file}: ${decoded.reason}`)
  }
  const analysis = analyzeSamples(decoded.value)
  switch (invocation.format) {
    case 'json':
      terminal.print(`${JSON.stringify(analysis, null, 2)}\n`)
      break
    case 'terminal':
      terminal.print(renderAnalysis(analysis, terminal))
      break
  }
  return analysis.comparisons.some((comparison) => comparison.significant_regression) ? 1 : 0
}

async function read(path: string): Promise<string> {
  const files = createFiles()
  if (!(await files.exists(path)))
    throw new UserError(`${path}: no such file; give a file of samples, or - for standard input`)
  return files.readText(path)
}
