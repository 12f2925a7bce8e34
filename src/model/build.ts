import { z } from 'zod'
import type { Files } from './host.ts'
import type { Command, ProcessOutcome } from './process.ts'

/** What LTO verification found in what was built. */
export const ltoSchema = z.discriminatedUnion('kind', [
  /** Proved; `without` lists assembly, prebuilt and system objects that have none. */
  z.object({ kind: z.literal('verified'), evidence: z.string(), without: z.array(z.string()) }),
  /** The arm's `lto: unverified`: built without proof, and every row of it says so. */
  z.object({ kind: z.literal('unverified'), reason: z.string() }),
])
export type Lto = z.infer<typeof ltoSchema>

/** The verdict of a verification: `missing` fails the build of an arm whose `lto` is required. */
export type LtoVerification =
  | { readonly kind: 'verified'; readonly evidence: string; readonly without: readonly string[] }
  | { readonly kind: 'missing'; readonly problems: readonly string[]; readonly advice: string }

/** Where one arm of one revision is built. Both revisions' paths have equal lengths. */
export interface BuildSite {
  /** The root of the revision's checkout. */
  readonly checkout: string
  /** Empty, and this arm's and revision's alone. */
  readonly buildDirectory: string
  /** What `checkout` and `buildDirectory` are mapped to inside binaries, so that equal sources give equal bytes. */
  readonly mappedCheckout: string
  readonly mappedBuildDirectory: string
  /** Paths, relative to the checkout, that were there before the build: objects among them were not made by it. */
  readonly trackedPaths: ReadonlySet<string>
  /** How many compilers may run at once: make sets itself no limit. */
  readonly jobs: number
  /** The clean environment that the build tools start from. */
  readonly env: Readonly<Record<string, string>>
}

/** One step of a build. */
export interface BuildStep {
  readonly label: string
  /** Files to write before the command, such as a File API query. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly command: Command
}

/** A step and what came of it. */
export interface StepResult {
  readonly step: BuildStep
  readonly outcome: ProcessOutcome
}

/** A program that was built, and the directory that it expects to be run in; both absolute. */
export interface BuiltProgram {
  readonly path: string
  readonly directory: string
}

/** How one kind of project is built: pure functions over settings, places and the files that the build left. */
export interface BuildDriver<Settings> {
  readonly name: string
  /** The steps to run, in order; reads only what the settings point at (a linker's presence, `.cargo/config.toml`). */
  steps(settings: Settings, site: BuildSite, files: Files): Promise<readonly BuildStep[]>
  /** The program that the build made. Throws a UserError that says what to look at. */
  program(
    settings: Settings,
    site: BuildSite,
    results: readonly StepResult[],
    files: Files,
  ): Promise<BuiltProgram>
  /** Whether link-time optimisation happened in every object built from the repository's sources. */
  verifyLto(
    settings: Settings,
    site: BuildSite,
    results: readonly StepResult[],
    files: Files,
  ): Promise<LtoVerification>
  /** The flags that the sources were compiled with, by a name of what they belong to, with the revision's own paths masked. */
  compileFlags(
    settings: Settings,
    site: BuildSite,
    results: readonly StepResult[],
    files: Files,
  ): Promise<Readonly<Record<string, string>>>
}
