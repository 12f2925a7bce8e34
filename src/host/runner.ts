import { EXTERNAL, UNKNOWN } from '../model/environment.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The facts of the runner that a CI system tells in a job's environment. */
export interface Runner {
  readonly ci: string
  /** The image that the runner was made from. */
  readonly runner: string
  readonly runner_name: string
  readonly runner_labels: string
  /** Who provides the machine, such as `self-hosted`. */
  readonly runner_environment: string
}

/** What the environment tells of the runner; `none` outside of a CI system. */
export function runnerOf(environment: Variables): Runner {
  const system = SYSTEMS.find(({ isHere }) => isHere(environment))
  if (system !== undefined) return system.read(environment)
  const blank = environment.CI === undefined || environment.CI === 'false' ? 'none' : UNKNOWN
  return {
    ci: blank,
    runner: blank,
    runner_name: blank,
    runner_labels: blank,
    runner_environment: blank,
  }
}

interface System {
  isHere(environment: Variables): boolean
  read(environment: Variables): Runner
}

const SYSTEMS: readonly System[] = [
  {
    isHere: ({ GITHUB_ACTIONS: is }) => is === 'true',
    read: (environment) => ({
      ci: 'GitHub Actions',
      runner: imageOf(environment) ?? 'self-hosted',
      runner_name: environment.RUNNER_NAME ?? UNKNOWN,
      // A job is not told by which of its runner's labels it was sent there.
      runner_labels: EXTERNAL,
      runner_environment: environment.RUNNER_ENVIRONMENT ?? UNKNOWN,
    }),
  },
  {
    isHere: ({ GITLAB_CI: is }) => is === 'true',
    read: (environment) => ({
      ci: 'GitLab CI',
      runner: environment.CI_JOB_IMAGE ?? UNKNOWN,
      runner_name: environment.CI_RUNNER_DESCRIPTION ?? UNKNOWN,
      runner_labels: environment.CI_RUNNER_TAGS ?? UNKNOWN,
      runner_environment: environment.CI_SERVER_HOST ?? UNKNOWN,
    }),
  },
  {
    isHere: ({ BUILDKITE: is }) => is === 'true',
    read: (environment) => ({
      ci: 'Buildkite',
      runner: UNKNOWN,
      runner_name: environment.BUILDKITE_AGENT_NAME ?? UNKNOWN,
      runner_labels: environment.BUILDKITE_AGENT_META_DATA_QUEUE ?? UNKNOWN,
      runner_environment: UNKNOWN,
    }),
  },
  {
    isHere: ({ TF_BUILD: is }) => is === 'True',
    read: (environment) => ({
      ci: 'Azure Pipelines',
      runner: imageOf(environment) ?? UNKNOWN,
      runner_name: environment.AGENT_NAME ?? UNKNOWN,
      runner_labels: EXTERNAL,
      runner_environment: UNKNOWN,
    }),
  },
  {
    isHere: ({ JENKINS_URL: url }) => url !== undefined,
    read: (environment) => ({
      ci: 'Jenkins',
      runner: UNKNOWN,
      runner_name: environment.NODE_NAME ?? UNKNOWN,
      runner_labels: environment.NODE_LABELS ?? UNKNOWN,
      runner_environment: UNKNOWN,
    }),
  },
]

/** Hosted runners of GitHub and of Azure name their image. */
function imageOf({ ImageOS: image, ImageVersion: version }: Variables): string | null {
  return image === undefined ? null : `${image} ${version ?? ''}`.trim()
}
