/** A statistic was asked of numbers that it is not defined for. Nothing is guessed instead. */
export class StatisticsError extends Error {
  override readonly name: string = 'StatisticsError'
}

/** A paired statistic was asked of unequally many samples. */
export class MismatchedPairs extends StatisticsError {
  override readonly name: string = 'MismatchedPairs'

  constructor(baseline: number, candidate: number) {
    super(`samples do not pair (MismatchedPairs): ${baseline} of the baseline, ${candidate} of the candidate`)
  }
}

/** Throws unless there is a sample and every sample is finite. `what` names them in the message. */
export function requireSamples(samples: ArrayLike<number>, what: string): void {
  if (samples.length === 0) throw new StatisticsError(`no samples: ${what} is empty`)
  for (let index = 0; index < samples.length; index += 1) {
    if (!Number.isFinite(samples[index])) {
      throw new StatisticsError(
        `${what} holds a value that is not finite: ${samples[index]} at index ${index}`,
      )
    }
  }
}
