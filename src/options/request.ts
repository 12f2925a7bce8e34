import type { RunRequest } from '../model/request.ts'
import {
  blocksOf,
  configOf,
  confirmOf,
  cpuOf,
  filtersOf,
  protocolOf,
  revisionOf,
  seedOf,
  switchOf,
  type Texts,
} from './values.ts'

/** What `run` and the action are asked, from the same options; throws a UserError for a value out of range. */
export function requestOf(texts: Texts): Omit<RunRequest, 'repository'> {
  const blocks = blocksOf(texts)
  const confirm = confirmOf(texts)
  const cpu = cpuOf(texts)
  return {
    baseline: revisionOf(texts, 'baseline'),
    candidate: revisionOf(texts, 'candidate'),
    config: configOf(texts),
    arms: texts.get('arm') ?? [],
    filter: filtersOf(texts),
    protocol: protocolOf(texts),
    seed: seedOf(texts),
    measureIdentical: switchOf(texts, 'measure-identical'),
    ...(blocks === undefined ? {} : { blocks }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(cpu === undefined ? {} : { cpu }),
  }
}
