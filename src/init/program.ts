import type { HarnessSettings } from '../model/harness-settings.ts'

/** What builds a program, as `pairgate.yml` writes it. */
export type ProgramBuild =
  | {
      readonly driver: 'cmake'
      readonly source: string
      readonly target: string
      readonly options?: Readonly<Record<string, string>>
    }
  | {
      readonly driver: 'cargo'
      readonly manifest: string
      readonly package?: string
      readonly bin?: string
      readonly bench?: string
      readonly features?: readonly string[]
    }

/** A benchmark program that the build files of a repository describe. */
export interface Program {
  readonly language: 'cpp' | 'rust'
  /** Of its target. */
  readonly name: string
  /** Of its package or directory: tells targets of one name apart. */
  readonly owner: string
  readonly build: ProgramBuild
  readonly harness: HarnessSettings['name']
  /** Why it is built and asked so: one sentence for each choice. */
  readonly reasons: readonly string[]
}

/** Something that may be a benchmark program and could not be made an arm. */
export interface NotUnderstood {
  /** A path, with a line where there is one. */
  readonly place: string
  /** What stands there and what to do. */
  readonly reason: string
}

/** What the build files of a repository told. */
export interface Findings {
  readonly programs: readonly Program[]
  readonly notUnderstood: readonly NotUnderstood[]
}
