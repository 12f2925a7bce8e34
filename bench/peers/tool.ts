import type { Plant, Verdict } from './record.ts'

/** A program to run. */
export interface Step {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** How a step ended. `code` is null where it was killed. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Where the builds lie, and what one comparison is of. */
export interface Case {
  /** The folder of the baseline's programs and that of the candidate's. */
  readonly baseline: string
  readonly candidate: string
  readonly plant: Plant
  /** An empty folder for this comparison alone. */
  readonly scratch: string
}

export interface Judgement {
  readonly verdicts: Readonly<Record<string, Verdict>>
  readonly changePct: number | null
  readonly reason?: string
}

/** A way to compare two builds, as its users do it. */
export interface Tool {
  readonly name: string
  /** The rules that its verdicts are read by, as the table names them. */
  readonly rules: readonly string[]
  /** How often a round compares each plant. */
  readonly perRound: number
  /** Files that have to be there, with the package that has them. */
  readonly needs: Readonly<Record<string, string>>
  /** The commands, in their order; one that exits with another code than these ends the comparison without a verdict. */
  readonly steps: (one: Case) => readonly Step[]
  readonly exitCodes: readonly number[]
  /** The file in the scratch folder that the last step leaves, where the verdict is read from one. */
  readonly leaves?: string
  readonly judge: (last: Ended, file: string) => Judgement
}

/** The verdict of a rule that says whether a difference counts, and of a change that says which way it goes. */
export function direction(counts: boolean, change: number): Verdict {
  if (!counts || change === 0) return 'same'
  return change > 0 ? 'slower' : 'faster'
}

/** No verdict by any of the rules. */
export function noVerdict(rules: readonly string[], reason: string): Judgement {
  return { verdicts: Object.fromEntries(rules.map((rule) => [rule, 'none'])), changePct: null, reason }
}
