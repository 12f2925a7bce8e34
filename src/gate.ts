import { evidenceOf } from './analysis/evidence.ts'
import { reduce } from './analysis/reduce.ts'
import { type Journal, prepareOutput, startJournal, writeArtifacts } from './host/journal.ts'
import type { Event } from './model/event.ts'
import type { Evidence } from './model/evidence.ts'
import type { Host } from './model/host.ts'
import type { RunRequest } from './model/request.ts'
import type { Result } from './model/result.ts'
import { renderHtml } from './report/html.ts'
import { renderComment, renderSummary } from './report/markdown.ts'
import { run } from './run.ts'

/** How a run ended: with a result, with an error after some events, or both; neither only when nothing began. */
export interface GateEnd {
  /** Null when the run failed before its first event. */
  readonly result: Result | null
  /** What stopped the run; null when it came to its end. */
  readonly failure: unknown
}

/**
 * Runs the gate and leaves its artifacts in `out`: every event as it happens, the result and the reports at the end.
 * A run that was stopped leaves what it had, with the conclusion `incomplete`.
 */
export async function gate(
  request: RunRequest,
  out: string,
  host: Host,
  hear: (event: Event) => void,
): Promise<GateEnd> {
  await prepareOutput(out)
  const events: Event[] = []
  let failure: unknown = null
  let journal: Journal | null = null
  try {
    for await (const event of run(request, host)) {
      // An earlier run's results stay until this one has something to say.
      journal ??= await startJournal(out)
      await journal.append(event)
      events.push(event)
      hear(event)
    }
  } catch (error) {
    failure = error
  }
  if (journal === null) return { result: null, failure }
  const result = reduce(events, await journal.close())
  await writeArtifacts(out, artifactsOf(result, evidenceOf(events, result)))
  return { result, failure }
}

/** The files that a result is written to, by name. */
export function artifactsOf(result: Result, evidence: Evidence): Readonly<Record<string, string>> {
  return {
    'results.json': `${JSON.stringify(result, null, 2)}\n`,
    'report.html': renderHtml(result, evidence),
    'comment.md': renderComment(result),
    'summary.md': renderSummary(result),
  }
}
