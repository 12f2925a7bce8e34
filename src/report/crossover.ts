import type { Tuning } from '../model/tuning.ts'

/** Which arm is the fastest where, of one benchmark, without its name. */
export function crossoverSentence({ crossover, datasets }: Tuning['benchmarks'][number]): string {
  switch (crossover.kind) {
    case 'no-crossover':
      return `${crossover.arm} throughout`
    case 'found':
      return `${crossover.below} below ${crossover.dataset}, ${crossover.at_or_above} from there on`
    case 'non-monotonic':
      return `it changes more than once: ${datasets.flatMap(({ dataset, winner }) => (winner === null ? [] : [`${dataset} ${winner}`])).join(', ')}`
    case 'inconclusive':
      return 'no dataset that two arms can be compared on'
  }
}
