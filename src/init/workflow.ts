import { version } from '../model/version.ts'

/** The example `pull-request.yml` under a line that says who wrote it. */
const WORKFLOW = `# Written by pairgate init: gates every pull request by the arms of pairgate.yml.
# Gates the pull requests of this repository. For those of forks see fork-measure.yml in pairgate's examples/workflows.
name: pairgate
on: pull_request
# No job has a permission that it does not name.
permissions: {}
concurrency:
  # A newer push to a pull request ends the measurement of the older one.
  group: pairgate-\${{ github.event.pull_request.number }}
  cancel-in-progress: true
jobs:
  gate:
    # Never the code of a fork on a machine that you care about.
    if: github.event.pull_request.head.repo.full_name == github.repository
    # A machine of your own with the label benchmark, as quiet as can be: shared runners are noisy.
    runs-on: [self-hosted, benchmark]
    timeout-minutes: 120
    # A benchmark can read what this job holds: a token that can only read.
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          # The whole history: the base branch is built too.
          fetch-depth: 0
          # No token is left in the checkout.
          persist-credentials: false
      # Pin this to the commit of a release, as the others are.
      - uses: pairgate/pairgate@v${version}
        with:
          # The job publish comments: this one's token cannot.
          comment: never
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        # A red gate leaves results as well.
        if: always()
        with:
          name: pairgate
          path: pairgate-results
          # Running the jobs again replaces what the earlier attempt left.
          overwrite: true
  publish:
    needs: gate
    # After a red gate too, but not where nothing was measured or a newer push ended it.
    if: \${{ !cancelled() && needs.gate.result != 'skipped' }}
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    # Nothing is checked out or built here, so this token may write.
    permissions:
      pull-requests: write
    steps:
      - uses: actions/download-artifact@d3f86a106a0bac45b974a628896c90dbdf5c8093 # v4.3.0
        with:
          name: pairgate
          path: pairgate-results
      - uses: pairgate/pairgate@v${version}
        with:
          mode: publish
          out: pairgate-results
`

/** The text of the workflow that gates pull requests: that of the example, which a test holds equal. */
export function workflowText(): string {
  return WORKFLOW
}
