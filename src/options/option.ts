/** The commands that take options. */
export const commandNames = [
  'run',
  'analyze',
  'report',
  'explain',
  'verify',
  'tune',
  'hotspot',
  'doctor',
  'init',
  'demo',
] as const
export type CommandName = (typeof commandNames)[number]

/** One option, described once: for the command line, its help, the action's inputs and the README. */
export interface Option {
  readonly name: string
  /** What stands for its value in help, such as `REF`; empty for a switch, which has none. */
  readonly placeholder: string
  readonly description: string
  /** The value when it is not given; empty where there is none. */
  readonly fallback: Readonly<Partial<Record<CommandName | 'action', string>>>
  readonly commands: readonly CommandName[]
  /** Whether it is an input of the action too. */
  readonly input: boolean
  /** Whether it may be given more than once; as an input, one a line. */
  readonly repeatable: boolean
}

/** Everything that a command says of itself in help. */
export interface Command {
  readonly name: CommandName
  /** Its positional argument; empty where it takes none. */
  readonly operand: string
  readonly description: string
}

export const commands: readonly Command[] = [
  {
    name: 'run',
    operand: '',
    description: 'build, measure and judge two revisions of the repository you stand in',
  },
  { name: 'analyze', operand: 'FILE|-', description: 'judge samples that anything else measured' },
  {
    name: 'report',
    operand: 'DIR',
    description: 'report a finished or a killed run from its recorded events',
  },
  {
    name: 'explain',
    operand: 'DIR BENCHMARK',
    description:
      'show how the rows of a benchmark (or benchmark/dataset) came to their verdicts, and how to measure them again',
  },
  {
    name: 'verify',
    operand: 'DIR',
    description: 'recompute every verdict of a run and compare it with results.json',
  },
  { name: 'tune', operand: 'DIR', description: 'tell which arm is fastest, by benchmark and size of input' },
  {
    name: 'hotspot',
    operand: 'DIR',
    description: 'explore any two implementations of a run, the slowest rows first; no gate',
  },
  {
    name: 'doctor',
    operand: '',
    description: 'tell what speaks for and against this machine, and the slowdown that it can see',
  },
  {
    name: 'init',
    operand: '[DIR]',
    description: 'write pairgate.yml and a workflow for a repository, with the reason for each choice',
  },
  { name: 'demo', operand: '', description: 'find a planted regression in a temporary repository' },
]

const PROTOCOLS = 'quick-check, development or regression-gate'

export const options: readonly Option[] = [
  {
    name: 'baseline',
    placeholder: 'REF',
    description: 'the revision to compare with: a commit, branch or tag',
    fallback: { action: '' },
    commands: ['run'],
    input: true,
    repeatable: false,
  },
  {
    name: 'candidate',
    placeholder: 'REF|worktree',
    description: 'the revision to judge; `worktree` is the uncommitted state',
    fallback: { run: 'worktree', action: '' },
    commands: ['run'],
    input: true,
    repeatable: false,
  },
  {
    name: 'baseline',
    placeholder: 'IMPL',
    description: 'the implementation to compare with, such as `cpp@candidate`',
    fallback: {},
    commands: ['hotspot'],
    input: false,
    repeatable: false,
  },
  {
    name: 'candidate',
    placeholder: 'IMPL',
    description: 'the implementation to explore, such as `rust@candidate`',
    fallback: {},
    commands: ['hotspot'],
    input: false,
    repeatable: false,
  },
  {
    name: 'threshold',
    placeholder: 'P',
    description: 'what counts as slower or faster, in per cent',
    fallback: { hotspot: '3' },
    commands: ['hotspot'],
    input: false,
    repeatable: false,
  },
  {
    name: 'config',
    placeholder: 'PATH',
    description: 'the configuration, relative to the root of the repository',
    fallback: { run: 'pairgate.yml', action: 'pairgate.yml' },
    commands: ['run'],
    input: true,
    repeatable: false,
  },
  {
    name: 'arm',
    placeholder: 'NAME',
    description: 'an arm that takes part; all of them unless given',
    fallback: { action: '' },
    commands: ['run', 'explain'],
    input: true,
    repeatable: true,
  },
  {
    name: 'filter',
    placeholder: 'REGEX',
    description:
      'rows that take part, by a regular expression on benchmark or benchmark/scale; all of them unless given',
    fallback: { action: '' },
    commands: ['run'],
    input: true,
    repeatable: true,
  },
  {
    name: 'protocol',
    placeholder: 'NAME',
    description: `how to measure: ${PROTOCOLS}; quick-check never fails a check for slowness`,
    fallback: { run: 'regression-gate', demo: 'regression-gate', action: 'regression-gate' },
    commands: ['run', 'demo'],
    input: true,
    repeatable: false,
  },
  {
    name: 'blocks',
    placeholder: 'N',
    description: "confirmatory blocks; more than the protocol's, never fewer",
    fallback: { action: '' },
    commands: ['run'],
    input: true,
    repeatable: false,
  },
  {
    name: 'confirm',
    placeholder: 'N',
    description:
      'how often a row that came out as a regression or an improvement is measured again, 0 to 2; 2 for regression-gate, else 0, unless given',
    fallback: { action: '' },
    commands: ['run'],
    input: true,
    repeatable: false,
  },
  {
    name: 'seed',
    placeholder: 'N',
    description: 'drives the order in blocks and the bootstrap; 0 to 18446744073709551615',
    fallback: { run: '1', demo: '1', action: '1' },
    commands: ['run', 'demo'],
    input: true,
    repeatable: false,
  },
  {
    name: 'seed',
    placeholder: 'N',
    description: 'drives the bootstrap; that of the run unless given',
    fallback: {},
    commands: ['hotspot'],
    input: false,
    repeatable: false,
  },
  {
    name: 'cpu',
    placeholder: 'auto|none|N',
    description: 'where benchmarks are placed; outranks the configuration',
    fallback: { action: '' },
    commands: ['run'],
    input: true,
    repeatable: false,
  },
  {
    name: 'measure-identical',
    placeholder: '',
    description:
      "measure identical binaries too: an A/A run, which shows the machine's own noise and never fails for it",
    fallback: { action: 'false' },
    commands: ['run'],
    input: true,
    repeatable: false,
  },
  {
    name: 'out',
    placeholder: 'DIR',
    description: 'where events, results and reports go',
    fallback: { run: 'pairgate-results', demo: 'pairgate-demo', action: 'pairgate-results' },
    commands: ['run', 'demo'],
    input: true,
    repeatable: false,
  },
  {
    name: 'format',
    placeholder: 'FORMAT',
    description:
      'terminal, json or markdown (report: html and csv too; analyze, tune, hotspot, doctor: terminal or json)',
    fallback: {
      run: 'terminal',
      report: 'terminal',
      analyze: 'json',
      tune: 'terminal',
      hotspot: 'terminal',
      doctor: 'terminal',
    },
    commands: ['run', 'report', 'analyze', 'tune', 'hotspot', 'doctor'],
    input: false,
    repeatable: false,
  },
  {
    name: 'long',
    placeholder: '',
    description:
      'many comparisons, with planted slowdowns too: how often they are found, and how often nothing is called one',
    fallback: {},
    commands: ['doctor'],
    input: false,
    repeatable: false,
  },
  {
    name: 'against',
    placeholder: 'DIR',
    description:
      'another run: tells whether the environments of both are comparable, and which fields differ',
    fallback: {},
    commands: ['report'],
    input: false,
    repeatable: false,
  },
  {
    name: 'force',
    placeholder: '',
    description: 'overwrite the files that are there',
    fallback: {},
    commands: ['init'],
    input: false,
    repeatable: false,
  },
]

/** An option as it is written, with what stands for its value. */
export function spelling({ name, placeholder }: Option): string {
  return `--${name}${placeholder === '' ? '' : ` ${placeholder}`}`
}

/** An input that the action alone has. */
export interface ActionInput {
  readonly name: string
  readonly description: string
  readonly fallback: string
}

export const actionInputs: readonly ActionInput[] = [
  {
    name: 'mode',
    description:
      'gate: build, measure and judge; publish: post the comment of a gate that ran in another job, from its artifact in `out`',
    fallback: 'gate',
  },
  {
    name: 'comment',
    description:
      'when a comment is posted: always, on-change, on-regression or never; one that is there is updated in any case but the last',
    fallback: 'always',
  },
  {
    name: 'trouble',
    description:
      'fail or warn: whether an invalid run fails the check; a regression or a wrong result always does',
    fallback: 'fail',
  },
  {
    name: 'approved-sha',
    description:
      "the head commit that a maintainer approved, where a fork's code would run on a self-hosted runner or with the repository's rights",
    fallback: '',
  },
  {
    name: 'token',
    description:
      'reads earlier runs (actions: read, checks: read) and posts the comment on the pull request (pull-requests: write)',
    // The expression is GitHub's, not ours.
    fallback: ['$', '{{ github.token }}'].join(''),
  },
  {
    name: 'comment-key',
    description: 'tells several comparisons of one pull request or workflow apart',
    fallback: 'default',
  },
]

export const actionOutputs: Readonly<Record<string, string>> = {
  conclusion: 'pass, regression, wrong-result, invalid or incomplete',
  regressions: 'the number of rows that regressed',
  'results-dir': 'the directory of events.jsonl, results.json, report.html, comment.md and summary.md',
  'baseline-sha': 'the commit that was compared with',
  'candidate-sha': 'the commit that was judged',
  'comment-url': 'the comment on the pull request, where one was posted',
}
