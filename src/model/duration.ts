/** A span of time in a message: seconds up to two minutes, else minutes. */
export function inWords(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`
}
