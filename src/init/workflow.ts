import { version } from '../model/version.ts'

/** An expression of a workflow; the braces are GitHub's. */
const WORKFLOW = `# Written by pairgate init: gates every pull request by the arms of pairgate.yml.
name: pairgate
on: pull_request
# The table goes into a comment on the pull request. Without pull-requests: write it is in the step summary alone.
permissions:
  contents: read
  pull-requests: write
jobs:
  gate:
    # Never the code of a fork on a machine that you care about.
    if: github.event.pull_request.head.repo.full_name == github.repository
    # A machine of your own with the label benchmark, as quiet as can be: shared runners are noisy.
    runs-on: [self-hosted, benchmark]
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          # The whole history: the base branch is built too.
          fetch-depth: 0
          # A benchmark can read what the job holds: no token is left in the checkout.
          persist-credentials: false
      - uses: pairgate/pairgate@v${version}
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        if: always()
        with:
          name: pairgate
          path: pairgate-results
`

/** The text of the workflow that gates pull requests, as the README shows it. */
export function workflowText(): string {
  return WORKFLOW
}
