const CONFIG = `version: 1
arms:
  toy:
    build: {driver: command, directory: bench, run: [[sh, build.sh]], output: bench/toy}
    harness: {name: key-value, benchmarks: [spin/1000]}
    lto: unverified
cpu: none
`

/**
 * The files of a project whose one benchmark only tells how long it took, in ms: it is measured in no time, and no
 * noise of the machine can change a verdict.
 */
export function toldTime(ms: number, result = '499500'): Readonly<Record<string, string>> {
  return {
    'pairgate.yml': CONFIG,
    'bench/build.sh': 'cp toy.sh toy\nchmod +x toy\n',
    'bench/toy.sh': `#!/bin/sh\necho 'result: ${result}'\necho 'elapsed_ns: ${ms * 1_000_000}'\n`,
  }
}
