/** The runner's own words, and whatever sounds like a secret: never handed to a build or a benchmark. */
const REFUSED = /^(GITHUB|ACTIONS|INPUT|RUNNER)_|TOKEN|SECRET|KEY|PASSWORD/i

/** What is refused, in words. */
export const REFUSED_VARIABLES =
  'GITHUB_*, ACTIONS_*, INPUT_*, RUNNER_*, *TOKEN*, *SECRET*, *KEY* and *PASSWORD*'

/** Whether a variable never reaches a child, even where the configuration names it. */
export function isRefusedVariable(name: string): boolean {
  return REFUSED.test(name)
}
