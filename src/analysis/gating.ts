import type { Comparison, Result } from '../model/result.ts'

/** What of a result the regressions that fail the check hang on. */
export interface Judged extends Pick<Result, 'protocol' | 'revisions'> {
  readonly arms: readonly Pick<Result['arms'][number], 'name' | 'identical'>[]
  readonly comparisons: readonly Comparison[]
}

/**
 * The regressions that fail the check: none where the protocol does not gate, and none of a row whose two sides are
 * one commit or one program, where all that can differ is noise.
 */
export function gatingRegressions(judged: Judged): readonly Comparison[] {
  if (!judged.protocol.gates) return []
  return judged.comparisons.filter((row) => row.verdict === 'regression' && !isRepeated(row, judged))
}

/** Whether all that was measured are programs against themselves (A/A): then the run tells the machine's own noise. */
export function isRepeat(judged: Judged): boolean {
  const measured = judged.comparisons.filter(({ verdict }) => verdict !== null)
  return measured.length > 0 && measured.every((row) => isRepeated(row, judged))
}

function isRepeated({ arm }: Comparison, { revisions, arms }: Judged): boolean {
  return (
    revisions.baseline.version === revisions.candidate.version ||
    arms.some(({ name, identical }) => name === arm && identical)
  )
}
