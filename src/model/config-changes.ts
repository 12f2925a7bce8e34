import type { Config } from './config.ts'

/** A setting that differs between the two revisions' configurations. */
export interface ConfigChange {
  readonly path: string
  readonly baseline: string
  readonly candidate: string
}

/** The differing settings that could exempt a change from being measured or judged, or make it judged otherwise. */
export function configChanges(baseline: Config, candidate: Config): readonly ConfigChange[] {
  const arms = Object.keys(baseline.arms).flatMap((arm) => {
    const [before, after] = [baseline.arms[arm], candidate.arms[arm]]
    if (before === undefined || after === undefined) return []
    return [
      change(`arms.${arm}.lto`, before.lto, after.lto),
      change(`arms.${arm}.harness`, before.harness, after.harness),
      change(`arms.${arm}.labels`, sorted(before.labels), sorted(after.labels)),
    ]
  })
  const gone = Object.keys(baseline.arms).filter((arm) => !Object.hasOwn(candidate.arms, arm))
  const whole = [
    change('benchmarks.include', baseline.benchmarks.include, candidate.benchmarks.include),
    change('benchmarks.exclude', baseline.benchmarks.exclude, candidate.benchmarks.exclude),
    change('timeouts.build', baseline.timeouts.build, candidate.timeouts.build),
    change('timeouts.observation', baseline.timeouts.observation, candidate.timeouts.observation),
    change('timeouts.run', baseline.timeouts.run, candidate.timeouts.run),
    change('timeouts.lock', baseline.timeouts.lock, candidate.timeouts.lock),
    change('timeouts.idle', baseline.timeouts.idle, candidate.timeouts.idle),
    change('data_seed', baseline.data_seed, candidate.data_seed),
    change('noise_floor', baseline.noise_floor, candidate.noise_floor),
    ...gone.map((arm) => ({ path: `arms.${arm}`, baseline: 'present', candidate: 'removed' })),
  ]
  return [...whole, ...arms].filter((one) => one.baseline !== one.candidate)
}

function change(path: string, baseline: unknown, candidate: unknown): ConfigChange {
  return { path, baseline: JSON.stringify(baseline), candidate: JSON.stringify(candidate) }
}

function sorted(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
