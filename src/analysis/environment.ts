import { type Environment, type Facts, UNKNOWN } from '../model/environment.ts'
import { revisionNames } from '../model/implementation.ts'
import type { LogIndex } from './log-index.ts'

/** The machine as it was probed, with what the run adds: toolchains, flags and labels of every arm, commits and time. */
export function environmentOf(log: LogIndex): Environment {
  const { environment, revisions, started_at, data_seed, arms } = log.run
  return {
    semantic: {
      ...environment.semantic,
      data_seed,
      ...Object.assign({}, ...arms.map(({ name, labels }) => armFacts(log, name, labels))),
    },
    performance: environment.performance,
    provenance: {
      ...environment.provenance,
      started_at,
      baseline: revisions.baseline.version,
      candidate: revisions.candidate.version,
    },
  }
}

function armFacts(log: LogIndex, arm: string, labels: Readonly<Record<string, string>>): Facts {
  const builds = revisionNames.flatMap((revision) => {
    const build = log.build(arm, revision)
    return build?.status === 'built' ? [{ revision, build }] : []
  })
  const both = (read: (build: (typeof builds)[number]['build']) => Readonly<Record<string, string>>) => {
    const names = new Set(builds.flatMap(({ build }) => Object.keys(read(build))))
    return [...names].map((name): [string, string] => {
      const texts = builds.map(({ revision, build }) => ({ revision, text: read(build)[name] ?? 'none' }))
      const [first] = texts
      return texts.every(({ text }) => text === first?.text)
        ? [name, first?.text ?? UNKNOWN]
        : [name, texts.map(({ revision, text }) => `${text} (${revision})`).join(', ')]
    })
  }
  const facts: readonly (readonly [string, string])[] = [
    ...both(({ abi }) => ({ abi: abi ?? UNKNOWN })),
    ...both(({ compile_flags }) => ({ compile_flags: distinct(compile_flags) })),
    ...both(({ toolchain }) => toolchain).map(([name, text]) => [`toolchain.${name}`, text] as const),
    ...both(({ flags }) => flags).map(([name, text]) => [`flags.${name}`, text] as const),
    ...Object.entries(labels).map(([name, text]) => [`label.${name}`, text] as const),
  ]
  return Object.fromEntries(facts.map(([name, text]) => [`arm.${arm}.${name}`, text]))
}

/** Each line of flags that any target or crate was compiled with, once. */
function distinct(flags: Readonly<Record<string, string>> | undefined): string {
  return [...new Set(Object.values(flags ?? {}))].sort().join(' | ') || UNKNOWN
}
