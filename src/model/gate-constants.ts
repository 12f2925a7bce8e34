/** The gate's threshold in per cent; no option changes it. */
export const THRESHOLD_PCT = 3

const NAMES = /^(threshold|resamples|confidence|alpha|delta|gate|noise_threshold)([-_](pct|percent|level))?$/

/** Why an option or a key of this name is refused, where it would be one of the gate's constants; else null. */
export function gateConstant(name: string): string | null {
  return NAMES.test(name)
    ? "the gate's constants (3 %, 10 000 resamples, 95 %) cannot be changed; they are the same for everybody"
    : null
}
