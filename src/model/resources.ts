/** Growth of memory or of size, in per cent, above which a report names it: information, which no gate hangs on. */
export const GROWTH_PCT = 5
