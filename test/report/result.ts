import type { Comparison, Noise, Result } from '../../src/model/result.ts'
import type { Verdict } from '../../src/model/verdict.ts'

const MIB = 1024 * 1024

const noiseOf = (outcome: Noise['outcome'], ratio: number, best_ratio = ratio): Noise => ({
  outcome,
  ratio,
  best_ratio,
  tolerance: 0.04,
  noise: 0.0112,
})

const BLOCKS = Array.from({ length: 20 }, (_, index) => index + 5)

/** Resources of which only memory and a batch are known. */
function memoryOf(baselineMib: number, candidateMib: number, iterations: number): Comparison['resources'] {
  const side = (mib: number) => ({ ...NO_RESOURCES, peak_rss_bytes: mib * MIB, iterations })
  return {
    ...WITHOUT_RESOURCES,
    baseline: side(baselineMib),
    candidate: side(candidateMib),
    peak_rss_ratio: candidateMib / baselineMib,
  }
}

const NO_RESOURCES = {
  peak_rss_bytes: null,
  iterations: null,
  disturbed: 0,
  size_bytes: null,
  build_ms: null,
}

const WITHOUT_RESOURCES = {
  baseline: NO_RESOURCES,
  candidate: NO_RESOURCES,
  peak_rss_ratio: null,
  size_ratio: null,
  build_ms_ratio: null,
}

/** A row without a verdict; everything else is empty. */
export function statusRow(over: Partial<Comparison> & Pick<Comparison, 'benchmark' | 'status'>): Comparison {
  const dataset = over.dataset ?? 'large'
  const arm = over.arm ?? 'cpp'
  return {
    id: `${arm}/${over.benchmark}/${dataset}`,
    dataset,
    scale: '4096',
    category: 'algorithms',
    arm,
    reason: null,
    verdict: null,
    decision: null,
    significant_regression: false,
    delta_pct: null,
    speedup: null,
    baseline_median_us: null,
    candidate_median_us: null,
    interval: null,
    interval_pct: null,
    noise: null,
    warnings: [],
    sensitivity: null,
    confirmation: null,
    resources: WITHOUT_RESOURCES,
    samples: { baseline_us: [], candidate_us: [], block_ids: [] },
    repeated_blocks: [],
    seed: '1',
    ...over,
  }
}

/** A measured row whose numbers follow from a baseline, a Δ and half the width of its interval, both in per cent. */
export function measuredRow(
  over: Partial<Comparison> & Pick<Comparison, 'benchmark' | 'verdict'>,
  baselineUs: number,
  deltaPct: number,
  halfPct: number,
): Comparison {
  const candidateUs = baselineUs * (1 + deltaPct / 100)
  const low = deltaPct - halfPct
  const high = deltaPct + halfPct
  const ratio = Number((1 + deltaPct / 100).toFixed(4))
  return statusRow({
    status: 'measured',
    decision: deltaPct >= 3 ? 'slower' : deltaPct <= -3 ? 'faster' : 'equivalent',
    significant_regression: over.verdict === 'regression',
    delta_pct: deltaPct,
    speedup: 1 / ratio,
    baseline_median_us: baselineUs,
    candidate_median_us: candidateUs,
    interval: { low: (baselineUs * low) / 100, high: (baselineUs * high) / 100 },
    interval_pct: { low, high },
    noise: noiseOf(ratio >= 1.04 ? 'loss' : ratio <= 0.96 ? 'win' : 'parity', ratio),
    sensitivity: {
      noise_pct: halfPct,
      detectable_pct: 3 + halfPct / 2,
      at_most_pct: Math.max(0, high),
      blocks_to_settle: over.verdict === 'inconclusive' ? 60 : null,
      false_alarm: 0.0001,
    },
    resources: memoryOf(12, 12, 100),
    samples: {
      baseline_us: BLOCKS.map(() => baselineUs),
      candidate_us: BLOCKS.map(() => candidateUs),
      block_ids: BLOCKS,
    },
    ...over,
  })
}

function partOf(first_block: number, delta_pct: number, half: number, verdict: Verdict) {
  const interval_pct = { low: delta_pct - half, high: delta_pct + half }
  return { first_block, blocks: 20, delta_pct, interval_pct, verdict }
}

/** Every status and every verdict, with the doubts that a row can have. */
export const everyRow: readonly Comparison[] = [
  measuredRow(
    {
      benchmark: 'edit_distance',
      verdict: 'regression',
      resources: {
        baseline: {
          peak_rss_bytes: 12 * MIB,
          iterations: 100,
          disturbed: 0,
          size_bytes: 183_264,
          build_ms: 12_400,
        },
        candidate: {
          peak_rss_bytes: 12 * MIB,
          iterations: 100,
          disturbed: 0,
          size_bytes: 197_600,
          build_ms: 12_900,
        },
        peak_rss_ratio: 1,
        size_ratio: 197_600 / 183_264,
        build_ms_ratio: 12_900 / 12_400,
      },
      confirmation: {
        reproduced: true,
        parts: [
          partOf(5, 10.31, 1.8, 'regression'),
          partOf(25, 9.62, 1.7, 'regression'),
          partOf(45, 9.98, 1.9, 'regression'),
        ],
      },
    },
    128.4,
    9.97,
    1.06,
  ),
  measuredRow(
    {
      benchmark: 'edit_distance',
      verdict: 'regression',
      dataset: 'small',
      noise: noiseOf('parity', 1.0331, 1.0102),
    },
    0.0124,
    3.31,
    1.2,
  ),
  measuredRow(
    {
      benchmark: 'graph_bfs',
      verdict: 'equivalent',
      confirmation: {
        reproduced: false,
        parts: [partOf(5, 4.2, 1.1, 'regression'), partOf(25, -0.3, 0.9, 'equivalent')],
      },
      warnings: [
        { kind: 'two-modes', revision: 'baseline', apart_pct: 4.31, slower: 13, of: 40 },
        { kind: 'drift', what: 'times', pct: 2.3 },
      ],
    },
    8_420,
    0.41,
    0.72,
  ),
  measuredRow(
    {
      benchmark: 'sort',
      verdict: 'equivalent',
      noise: noiseOf('loss', 1.0288, 1.0455),
      warnings: [{ kind: 'sources-changed' }, { kind: 'repeated-blocks', blocks: 2 }],
      repeated_blocks: [7, 11],
    },
    512.5,
    1.9,
    1.05,
  ),
  statusRow({
    benchmark: 'dead_code_elimination',
    status: 'eliminated',
    reason: 'a call costs 0.21 ns, 1.1 turns of an empty loop',
  }),
  measuredRow(
    {
      benchmark: 'csv_parse',
      verdict: 'inconclusive',
      category: 'data structures',
      resources: memoryOf(40, 44.5, 8),
    },
    1_290_000,
    1.15,
    4.2,
  ),
  measuredRow(
    {
      benchmark: 'hashmap_insert_lookup',
      verdict: 'improvement',
      category: 'data structures',
      arm: 'rust',
      warnings: [{ kind: 'lto-unverified' }],
    },
    996.1,
    -18.4,
    1.5,
  ),
  measuredRow(
    {
      benchmark: 'large_buffer_copy',
      verdict: 'improvement',
      category: 'memory',
      arm: 'rust',
      noise: noiseOf('parity', 0.9612, 0.9833),
    },
    2_105,
    -3.88,
    0.8,
  ),
  statusRow({ benchmark: 'sha256', status: 'identical', category: 'compute', arm: 'tool' }),
  statusRow({ benchmark: 'sha512', status: 'new', category: 'compute' }),
  statusRow({
    benchmark: 'md5',
    status: 'removed',
    category: 'compute',
    reason: 'excluded by the candidate’s configuration',
  }),
  statusRow({
    benchmark: 'avx512_popcount',
    status: 'skipped',
    category: 'compute',
    reason: 'no AVX-512 on this machine',
  }),
  statusRow({
    benchmark: 'matrix_multiply',
    status: 'not-comparable',
    category: 'compute',
    reason: 'the input changed: fingerprint 9f01 at the baseline, 77ab at the candidate',
  }),
  statusRow({
    benchmark: 'prefix_sum',
    status: 'wrong-result',
    category: 'compute',
    reason: 'expected 500000500000, the candidate gave 500000499999',
  }),
  statusRow({
    benchmark: 'json_parse',
    status: 'invalid',
    category: 'compute',
    arm: 'rust',
    reason: 'block 9 has no pair after two repeats: the candidate crashed (SIGSEGV)',
  }),
]

const build = (revision: string): NonNullable<Result['arms'][number]['builds']['baseline']> => ({
  status: 'built',
  reason: null,
  commands: [
    ['cmake', '-S', 'bench/cpp', '-B', `build-${revision}`, '-DCMAKE_BUILD_TYPE=Release'],
    ['cmake', '--build', `build-${revision}`, '--target', 'suite'],
  ],
  toolchain: { 'c++': 'g++ 12.2.0', cmake: '3.25.1' },
  flags: { CXXFLAGS: '-flto -ffile-prefix-map=/build=/src' },
  build_ms: 12_400,
  size_bytes: 183_264,
  sha256: (revision === 'baseline' ? 'a1' : 'b2').repeat(32),
  abi: 'ELF 64-bit little-endian x86-64, System V, loader /lib64/ld-linux-x86-64.so.2',
  compile_flags: { 'suite (CXX)': '-O3 -DNDEBUG -flto' },
  lto: { kind: 'verified', evidence: '12 of 12 objects hold LTO sections', without: ['vendor/fast.S.o'] },
})

const QUIET = {
  cpus: 2,
  others_pct: 1,
  runnable: 0,
  throttled: null,
  quota_stops: 0,
  temperature_c: null,
}

/** A whole result of `comparisons`; its summary is counted from them. */
export function resultOf(comparisons: readonly Comparison[], over: Partial<Result> = {}): Result {
  const count = (matches: (row: Comparison) => boolean) => comparisons.filter(matches).length
  const verdict = (name: Comparison['verdict']) => count((row) => row.verdict === name)
  const status = (name: Comparison['status']) => count((row) => row.status === name)
  return {
    schema_version: 1,
    pairgate_version: '0.1.0',
    conclusion: 'wrong-result',
    troubles: [{ arm: 'rust', reason: 'the program’s hash changed during the run' }],
    gate: {
      threshold_pct: 3,
      resamples: 10000,
      confidence_pct: 95,
      rule: 'a median slowdown of at least 3 % whose interval lies above zero',
    },
    noise_model: {
      parity: 0.04,
      floor_ns: 25_000,
      floor_why: '',
      spread: 'IQR / median',
      rule: 'medians and best runs beyond their tolerance',
    },
    resource_rule: 'peak memory: the median of the observations; nothing of this gates',
    protocol: {
      name: 'regression-gate',
      initial_iterations: 5,
      target_batch_us: 10_000,
      max_sample_us: 1_000_000,
      cap: 10_000,
      raised_cap: 1_000_000_000,
      warmup_iterations: 10,
      warmup_us: 10_000,
      exploratory_blocks: 5,
      confirmatory_blocks: 20,
      confirmation_rounds: 2,
      outlier_policy: 'tukey-fence',
      gates: true,
    },
    seed: '1',
    data_seed: '1',
    filter: [],
    placement: 'pinned to CPU 1',
    started_at: '2026-11-30T09:00:00.000Z',
    elapsed_ms: 192_000,
    revisions: {
      baseline: { ref: 'main', version: '3f2a9c51d07be4468a1f0d2c9be8f7a6c5d4e3b2' },
      candidate: { ref: 'HEAD', version: '9c1b77e0a2d4f6181c3e5a79b8d0f2e4c6a81b3d' },
    },
    machine: {
      lock: 'locked /run/lock/pairgate.lock',
      lock_waited_ms: 61_000,
      idle_waited_ms: 1000,
      before: QUIET,
      during: { ...QUIET, others_pct: 3.5 },
      notes: ['the machine runs on battery: plug it in, the processor may save power'],
    },
    config_changes: [{ path: 'benchmarks.exclude', baseline: '[]', candidate: '["md5"]' }],
    environment: {
      semantic: {
        platform: 'linux',
        arch: 'x64',
        libc: 'glibc 2.36',
        'arm.cpp.abi': 'ELF 64-bit little-endian x86-64, System V, loader /lib64/ld-linux-x86-64.so.2',
        'arm.cpp.compile_flags': '-O3 -DNDEBUG -flto',
        'arm.cpp.toolchain.c++': 'g++ 12.2.0',
        'arm.cpp.flags.CXXFLAGS': '-flto -ffile-prefix-map=/build=/src',
        'arm.cpp.label.data_type': 'f64',
      },
      performance: {
        cpu: 'AMD EPYC 7763 64-Core Processor',
        cpus: 2,
        governor: 'unknown',
        boost: 'unknown',
        max_frequency_mhz: 3529,
        memory_bytes: 17_179_869_184,
        neighbours: 'external-metadata',
      },
      provenance: { kernel: '6.1.0-28-amd64', host_name: null, ci: 'none' },
    },
    arms: [
      {
        name: 'cpp',
        driver: 'cmake',
        harness: 'pairgate',
        iterations: 'exact',
        notes: [],
        labels: { data_type: 'f64' },
        lto: 'required',
        identical: false,
        project_changes: ['the target’s own flags changed: -O2 became -O3'],
        builds: { baseline: build('baseline'), candidate: build('candidate') },
      },
      {
        name: 'tool',
        driver: 'command',
        harness: 'pairgate',
        iterations: 'exact',
        notes: [],
        labels: {},
        lto: 'unverified',
        identical: true,
        project_changes: [],
        builds: {
          baseline: { ...build('baseline'), lto: { kind: 'unverified', reason: 'asked for in the config' } },
          candidate: null,
        },
      },
    ],
    comparisons: [...comparisons],
    cross_arm: {
      rows: [
        {
          benchmark: 'sort',
          dataset: 'large',
          category: 'algorithms',
          arm: 'rust',
          against: 'cpp',
          reason: null,
          noise: noiseOf('win', 0.91),
        },
        {
          benchmark: 'csv_parse',
          dataset: 'large',
          category: 'data structures',
          arm: 'rust',
          against: 'cpp',
          reason: 'the arms give different outputs',
          noise: null,
        },
      ],
      arms: [
        {
          arm: 'rust',
          against: 'cpp',
          win: 1,
          parity: 0,
          loss: 0,
          geometric_mean: { ratio: 0.91, rows: 1 },
          categories: [{ category: 'algorithms', ratio: 0.91, rows: 1 }],
          slowest: { benchmark: 'sort', dataset: 'large', ratio: 0.91 },
        },
      ],
    },
    warnings: [{ kind: 'shifted-together', rows: 8, of: 9, median_pct: 1.24 }],
    summary: {
      verdicts: {
        regression: verdict('regression'),
        improvement: verdict('improvement'),
        equivalent: verdict('equivalent'),
        inconclusive: verdict('inconclusive'),
      },
      statuses: {
        measured: status('measured'),
        identical: status('identical'),
        new: status('new'),
        removed: status('removed'),
        skipped: status('skipped'),
        eliminated: status('eliminated'),
        'not-comparable': status('not-comparable'),
        'wrong-result': status('wrong-result'),
        invalid: status('invalid'),
      },
      geometric_mean: { ratio: 0.9876, rows: status('measured') },
      worst: { id: 'cpp/edit_distance/large', delta_pct: 9.97 },
      hidden: { rows: 1, of: 15, up_to_pct: 5.35 },
      expected_false_alarms: 0.002,
      growths: [
        { resource: 'peak-memory', id: 'cpp/csv_parse/large', arm: 'cpp', pct: 11.25 },
        { resource: 'size', id: 'cpp/edit_distance/large', arm: 'cpp', pct: 7.82 },
      ],
      headline:
        '1 wrong result (prefix_sum/large, cpp); 2 of 15 rows regressed, worst edit_distance/large (cpp) +9.97 %',
    },
    events_sha256: 'c3'.repeat(32),
    ...over,
  }
}

/** The fixture of the golden files. */
export const everyResult: Result = resultOf(everyRow)
