import { expect, test } from 'vitest'
import { runnerOf } from '../../src/host/runner.ts'

test.each([
  [
    'a hosted runner of GitHub',
    {
      GITHUB_ACTIONS: 'true',
      ImageOS: 'ubuntu24',
      ImageVersion: '20261101.1',
      RUNNER_NAME: 'GitHub Actions 7',
      RUNNER_ENVIRONMENT: 'github-hosted',
    },
    ['GitHub Actions', 'ubuntu24 20261101.1', 'GitHub Actions 7', 'external-metadata', 'github-hosted'],
  ],
  [
    'a runner of one’s own, which names no image',
    { GITHUB_ACTIONS: 'true', RUNNER_NAME: 'bench-1', RUNNER_ENVIRONMENT: 'self-hosted' },
    ['GitHub Actions', 'self-hosted', 'bench-1', 'external-metadata', 'self-hosted'],
  ],
  [
    'GitLab, which tells the tags',
    {
      GITLAB_CI: 'true',
      CI_JOB_IMAGE: 'debian:12',
      CI_RUNNER_DESCRIPTION: 'metal-3',
      CI_RUNNER_TAGS: '["bench","arm64"]',
      CI_SERVER_HOST: 'gitlab.example.org',
    },
    ['GitLab CI', 'debian:12', 'metal-3', '["bench","arm64"]', 'gitlab.example.org'],
  ],
  [
    'Buildkite',
    { BUILDKITE: 'true', BUILDKITE_AGENT_NAME: 'agent-1', BUILDKITE_AGENT_META_DATA_QUEUE: 'bench' },
    ['Buildkite', 'unknown', 'agent-1', 'bench', 'unknown'],
  ],
  [
    'Azure Pipelines',
    { TF_BUILD: 'True', ImageOS: 'ubuntu22', AGENT_NAME: 'Azure Pipelines 2' },
    ['Azure Pipelines', 'ubuntu22', 'Azure Pipelines 2', 'external-metadata', 'unknown'],
  ],
  [
    'Jenkins',
    { JENKINS_URL: 'https://ci.example.org/', NODE_NAME: 'metal', NODE_LABELS: 'metal bench' },
    ['Jenkins', 'unknown', 'metal', 'metal bench', 'unknown'],
  ],
  ['a CI system that is not known', { CI: 'true' }, Array(5).fill('unknown')],
  ['no CI system', { CI: 'false' }, Array(5).fill('none')],
])('%s', (_, environment, expected) => {
  const { ci, runner, runner_name, runner_labels, runner_environment } = runnerOf(environment)
  expect([ci, runner, runner_name, runner_labels, runner_environment]).toEqual(expected)
})
