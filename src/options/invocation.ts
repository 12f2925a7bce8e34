import type { ProtocolName } from '../model/protocol.ts'
import type { RunRequest } from '../model/request.ts'

/** What the command line asks for. */
export type Invocation =
  | { readonly command: 'help'; readonly text: string }
  | { readonly command: 'version' }
  | {
      readonly command: 'run'
      readonly request: Omit<RunRequest, 'repository'>
      readonly out: string
      readonly format: 'terminal' | 'json' | 'markdown'
    }
  | { readonly command: 'analyze'; readonly file: string; readonly format: 'terminal' | 'json' }
  | {
      readonly command: 'report'
      readonly directory: string
      /** The directory of another run to tell the comparability with. */
      readonly against?: string
      readonly format: 'terminal' | 'json' | 'markdown' | 'html' | 'csv'
    }
  | {
      readonly command: 'explain'
      readonly directory: string
      /** A benchmark, or one at a dataset, as reports write it. */
      readonly benchmark: string
      /** None for all. */
      readonly arms: readonly string[]
    }
  | { readonly command: 'verify'; readonly directory: string }
  | { readonly command: 'tune'; readonly directory: string; readonly format: 'terminal' | 'json' }
  | {
      readonly command: 'hotspot'
      readonly directory: string
      readonly baseline: string
      readonly candidate: string
      readonly thresholdPct: number
      readonly seed?: string
      readonly format: 'terminal' | 'json'
    }
  | { readonly command: 'doctor'; readonly long: boolean; readonly format: 'terminal' | 'json' }
  | { readonly command: 'init'; readonly directory: string; readonly force: boolean }
  | { readonly command: 'demo'; readonly protocol: ProtocolName; readonly seed: string; readonly out: string }

/** The invocation of one command, such as `InvocationOf<'run'>`. */
export type InvocationOf<Name extends Invocation['command']> = Extract<Invocation, { command: Name }>
