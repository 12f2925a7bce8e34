import type { ArmSettings, Config } from '../model/config.ts'
import { type ConfigChange, configChanges } from '../model/config-changes.ts'
import { type DecodedConfig, decodeConfig, formatMistakes } from '../model/config-text.ts'
import { UserError } from '../model/failure.ts'
import type { Checkout, Checkouts, Host } from '../model/host.ts'
import type { Protocol } from '../model/protocol.ts'
import type { RunRequest } from '../model/request.ts'
import { presets } from '../protocol/preset.ts'
import { confirmatoryBlocks } from '../protocol/schedule.ts'
import { compileLauncher, type Launcher } from './launcher.ts'

/** Everything that a run knows before it builds: what was asked, both configurations and both checkouts. */
export interface Setting {
  readonly request: RunRequest
  readonly checkouts: Checkouts
  /** The candidate's; it governs both revisions. */
  readonly config: Config
  /** Null where the baseline has no configuration, or one with mistakes, which the candidate may be mending. */
  readonly baselineConfig: Config | null
  /** Whether the baseline has no configuration file at all: the candidate brings the first one. */
  readonly isIntroduced: boolean
  /** Settings that differ between the revisions and could exempt a change. */
  readonly configChanges: readonly ConfigChange[]
  /** The arms that take part, in the configuration's order; behind them those that only the baseline has. */
  readonly arms: readonly string[]
  readonly protocol: Protocol
  /** Null where the machine cannot make it. */
  readonly launcher: Launcher | null
}

/** Reads both configurations and settles what takes part. Throws a UserError for each kind of mistake. */
export async function prepare(request: RunRequest, checkouts: Checkouts, host: Host): Promise<Setting> {
  const candidate = await readConfig(request.config, checkouts.candidate, host)
  if (candidate.kind === 'mistakes') {
    throw new UserError(`at the candidate (${request.candidate}):\n${formatMistakes(candidate.mistakes)}`)
  }
  if (candidate.kind === 'absent') {
    throw new UserError(
      `the candidate (${request.candidate}) has no ${request.config}: write one, or name it with --config`,
    )
  }
  const { config } = candidate
  const baseline = await readConfig(request.config, checkouts.baseline, host)
  const baselineConfig = baseline.kind === 'ok' ? baseline.config : null
  const preset = presets[request.protocol]
  const blocks = confirmatoryBlocks(preset, 1, request.blocks)
  const arms = chooseArms(request.arms, config, baselineConfig)
  requireEqualLengths(checkouts)
  return {
    request,
    checkouts,
    config,
    baselineConfig,
    isIntroduced: baseline.kind === 'absent',
    configChanges: changesBetween(baseline, config, request.config),
    arms,
    protocol: {
      ...preset,
      confirmatory_blocks: blocks,
      confirmation_rounds: request.confirm ?? preset.confirmation_rounds,
    },
    // No arm is called so: names begin with a letter. One launcher, at one path, serves both revisions.
    launcher: await compileLauncher(
      `${checkouts.baseline.buildRoot}/.launcher`,
      host.childEnvironment(config.environment.pass),
      host,
    ),
  }
}

/** How long a path is moves timings: the places of both revisions are ours to choose. */
function requireEqualLengths({ baseline, candidate }: Checkouts): void {
  for (const place of ['directory', 'buildRoot'] as const) {
    if (Buffer.byteLength(baseline[place]) !== Buffer.byteLength(candidate[place])) {
      throw new Error(`${baseline[place]} and ${candidate[place]} differ in length`)
    }
  }
}

/** The settings of an arm that takes part: the candidate's, or the baseline's of one that the candidate removed. */
export function armSettings(
  { config, baselineConfig }: Pick<Setting, 'config' | 'baselineConfig'>,
  arm: string,
): ArmSettings {
  const settings = config.arms[arm] ?? baselineConfig?.arms[arm]
  if (settings === undefined) throw new Error(`no arm ${arm}`)
  return settings
}

type ReadConfig = DecodedConfig | { readonly kind: 'absent' }

async function readConfig(path: string, checkout: Checkout, host: Host): Promise<ReadConfig> {
  const file = `${checkout.directory}/${path}`
  if (!(await host.files.exists(file))) return { kind: 'absent' }
  return decodeConfig(await host.files.readText(file), path)
}

function changesBetween(baseline: ReadConfig, config: Config, path: string): readonly ConfigChange[] {
  switch (baseline.kind) {
    case 'ok':
      return configChanges(baseline.config, config)
    case 'mistakes':
      return [{ path, baseline: `unreadable: ${formatMistakes(baseline.mistakes)}`, candidate: 'read' }]
    case 'absent':
      return [{ path, baseline: 'absent', candidate: 'present' }]
  }
}

function chooseArms(
  asked: readonly string[],
  config: Config,
  baselineConfig: Config | null,
): readonly string[] {
  const all = [...new Set([...Object.keys(config.arms), ...Object.keys(baselineConfig?.arms ?? {})])]
  const unknown = asked.filter((arm) => !all.includes(arm))
  if (unknown.length > 0) {
    throw new UserError(`no arm named ${unknown.join(', ')}: the configuration has ${all.join(', ')}`)
  }
  return asked.length === 0 ? all : all.filter((arm) => asked.includes(arm))
}
