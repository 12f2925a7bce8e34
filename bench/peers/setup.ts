import { cpus, release, totalmem } from 'node:os'
import { perform } from './process.ts'
import type { Setup } from './record.ts'
import type { Step } from './tool.ts'

/** How each program tells its version; those that are not there are left out. */
const questions: Readonly<Record<string, Step>> = {
  pairgate: { program: 'git', args: ['log', '-1', '--format=%h', '--', 'dist'] },
  'g++': { program: 'g++', args: ['--version'] },
  rustc: { program: 'rustc', args: ['--version'] },
  hyperfine: { program: 'hyperfine', args: ['--version'] },
  'Google Benchmark': { program: 'dpkg-query', args: ['--show', 'libbenchmark-dev', 'libbenchmark-tools'] },
  scipy: { program: '/usr/bin/python3', args: ['-c', 'import scipy; print(scipy.__version__)'] },
  crates: {
    program: 'grep',
    args: ['-E', '^(criterion|tango-bench) =', 'bench/peers/workload/rust/Cargo.toml'],
  },
  node: { program: process.execPath, args: ['--version'] },
}

/** The first line of a run of comparisons. */
export async function describeSetup(
  { seed, note }: Pick<Setup, 'seed' | 'note'>,
  workload: Setup['workload'],
): Promise<Setup> {
  const versions: Record<string, string> = {}
  for (const [name, step] of Object.entries(questions)) {
    const { code, stdout } = await perform(step)
    if (code === 0) versions[name] = firstOrAll(name, stdout)
  }
  return {
    kind: 'setup',
    started: new Date().toISOString(),
    seed,
    ...(note === undefined ? {} : { note }),
    machine: `${cpus().length} CPUs, ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    versions,
    environment: pairgateVariables(),
    workload,
  }
}

function pairgateVariables(): Setup['environment'] {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('PAIRGATE_') && value !== undefined ? [[name, value]] : [],
    ),
  )
}

/** A compiler's first line; of packages and crates, all lines in one. */
function firstOrAll(name: string, text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((one) => one.replaceAll('\t', ' '))
  return name === 'g++' ? (lines[0] ?? '') : lines.join(', ')
}
