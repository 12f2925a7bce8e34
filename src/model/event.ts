import { z } from 'zod'
import { listedSchema } from './benchmark.ts'
import { ltoSchema } from './build.ts'
import { environmentSchema } from './environment.ts'
import { iterationModeSchema } from './harness.ts'
import { implementationSchema, revisionNames } from './implementation.ts'
import { loadSchema } from './load.ts'
import { protocolSchema } from './protocol.ts'
import { seedSchema } from './seed.ts'

const count = z.int().nonnegative()

/** Raised by a change of fields that a reader must know, and by one of a rule. */
export const SCHEMA_VERSION = 1

/** The first line: everything that the run was asked for and where it ran. */
const runEvent = z.object({
  type: z.literal('run'),
  schema_version: z.literal(SCHEMA_VERSION),
  pairgate_version: z.string(),
  started_at: z.string(),
  protocol: protocolSchema,
  seed: seedSchema,
  data_seed: seedSchema,
  filter: z.array(z.string()),
  noise_floor: z.object({ ns: z.number().nonnegative(), why: z.string() }),
  placement: z.string(),
  arms: z.array(
    z.object({
      name: z.string(),
      driver: z.string(),
      harness: z.string(),
      labels: z.record(z.string(), z.string()),
      lto: z.enum(['required', 'unverified']),
      /** Where it has a setting of its own. */
      placement: z.string().optional(),
    }),
  ),
  revisions: z.object({
    baseline: z.object({ ref: z.string(), version: z.string() }),
    candidate: z.object({ ref: z.string(), version: z.string() }),
    /** By which rule the baseline was chosen, in words. */
    policy: z.string().optional(),
  }),
  environment: environmentSchema,
  /** Files of which the checkouts have a Git LFS pointer alone. */
  lfs_pointers: z.object({ files: z.int().positive(), example: z.string() }).nullable(),
  /** Settings that differ between the revisions' configurations and could exempt a change. */
  config_changes: z.array(z.object({ path: z.string(), baseline: z.string(), candidate: z.string() })),
})

/** One arm built, or not, at one revision. */
const buildEvent = z.object({
  type: z.literal('build'),
  arm: z.string(),
  revision: z.enum(revisionNames),
  /** `absent`: the revision does not have this arm. */
  status: z.enum(['built', 'absent', 'failed']),
  reason: z.string().nullable(),
  commands: z.array(z.array(z.string())),
  /** Versions by tool. */
  toolchain: z.record(z.string(), z.string()),
  /** What pairgate passed, by variable; equal at both revisions but for the revision's own path. */
  flags: z.record(z.string(), z.string()),
  build_ms: z.number().nonnegative(),
  size_bytes: count.nullable(),
  sha256: z.string().nullable(),
  lto: ltoSchema.nullable(),
  /** The binary interface that the program's own header names; null where it has none. */
  abi: z.string().nullable().optional(),
  /** The flags that the sources were compiled with, by target or crate; none where a driver cannot tell. */
  compile_flags: z.record(z.string(), z.string()).optional(),
})

/** Whether an arm's two binaries are identical: then its rows pass without being measured. */
const identityEvent = z.object({
  type: z.literal('identity'),
  arm: z.string(),
  identical: z.boolean(),
  /** Whether identical programs are measured all the same: what differs then is noise. */
  measured: z.boolean().optional(),
  reason: z.string(),
  /** What the project itself changed in how it is built: flags, toolchain files. */
  project_changes: z.array(z.string()),
})

/** The rows that an implementation offers, after the filters. */
const listingEvent = z.object({
  type: z.literal('listing'),
  implementation: implementationSchema,
  status: z.enum(['ok', 'failed']),
  reason: z.string().nullable(),
  /** How the harness sets the iterations of a batch; null where it gave no list. */
  iterations: iterationModeSchema.nullable(),
  rows: z.array(
    listedSchema.extend({
      sources_changed: z.boolean(),
      /** Why it could not be run when it was listed. */
      failure: z.string().optional(),
    }),
  ),
})

/** The machine, right before anything is timed on it; nothing tells it where there is nothing to measure. */
const machineEvent = z.object({
  type: z.literal('machine'),
  /** Which lock keeps other runs off, or why none does. */
  lock: z.string(),
  lock_waited_ms: count,
  /** How long it took until the machine was calm, or was no longer waited for. */
  idle_waited_ms: count,
  /** What others did then; null where that was not looked at, or the system does not tell. */
  load: loadSchema.nullable(),
  /** What about power and frequency speaks against measuring. */
  notes: z.array(z.string()),
})

/** What others did from then until the last block. */
const loadEvent = z.object({ type: z.literal('load'), load: loadSchema })

/** What one implementation made of one input, before anything is timed. */
const validationEvent = z.object({
  type: z.literal('validation'),
  case: z.string(),
  implementation: implementationSchema,
  implementation_version: z.string(),
  dataset_id: z.string(),
  status: z.enum(['ok', 'unsupported', 'failed']),
  reason: z.string().nullable(),
  fingerprint: z.string().nullable(),
  output: z.string().nullable(),
  expected: z.string().nullable(),
  tolerance: z.number().nullable(),
  /** The most threads that the program had at once; left out where they were not counted. */
  threads: z.int().positive().optional(),
  /** What the harness says about the program or the machine. */
  notes: z.array(z.string()).optional(),
})

/** A wrong result, named as soon as it is known. */
const validationFailureEvent = z.object({
  type: z.literal('validation_failure'),
  case: z.string(),
  implementation: implementationSchema,
  dataset_id: z.string(),
  expected: z.string(),
  actual: z.string(),
  reason: z.string(),
})

/** Why an observation is not valid. */
export const faultSchema = z.enum(['crash', 'timeout', 'garbage', 'wrong-output', 'input-changed'])
export type Fault = z.infer<typeof faultSchema>

/** The iterations found for one implementation and dataset. `elapsed_us` is the time of the whole last batch. */
const calibrationEvent = z.object({
  type: z.literal('calibration'),
  case: z.string(),
  implementation: implementationSchema,
  dataset_id: z.string(),
  cap: count,
  batch_iterations: count,
  elapsed_us: z.number().nullable(),
  target_elapsed_us: z.number(),
  /** Batches timed before the one that settled it. */
  retries: count,
  valid: z.boolean(),
  fault: faultSchema.nullable(),
  reason: z.string().nullable(),
})

/**
 * The confirmatory blocks that a row is to have, told before the first of them: all of its arms' in the first event
 * of a row; in later ones those of arms that are measured again.
 */
const scheduleEvent = z.object({
  type: z.literal('schedule'),
  case: z.string(),
  dataset_id: z.string(),
  arms: z.array(z.string()).min(1),
  first_block: count,
  blocks: z.int().positive(),
})

/** Over all processes of an observation; the peak is that of the largest. */
const processSchema = z.object({
  wall_us: z.number().nonnegative(),
  user_us: z.number().nonnegative(),
  system_us: z.number().nonnegative(),
  peak_rss_bytes: count,
  minor_faults: count,
  major_faults: count,
  voluntary_switches: count,
  involuntary_switches: count,
})

/** With the byte that ends each text, and for a variable the `=` in it. */
const commandBytesSchema = z.object({ cwd: count, program: count, arguments: count, environment: count })
export type CommandBytes = z.infer<typeof commandBytesSchema>

/** One batch of one implementation. */
const observationEvent = z.object({
  type: z.literal('observation'),
  artifact_version: z.literal('mmka_1'),
  case: z.string(),
  implementation: implementationSchema,
  implementation_version: z.string(),
  dataset_id: z.string(),
  /** The attempt at the block, from 0. */
  repetition_id: count,
  block_id: count,
  /** Place in the block's order, from 0. */
  position: count,
  phase: z.enum(['exploratory', 'confirmatory']),
  /** Mean time of one call; null where the observation is not valid. */
  elapsed_us: z.number().nullable(),
  /** Mean CPU time of one call. */
  cpu_us: z.number().nullable(),
  /** Cost of one turn of the empty loop. */
  overhead_us: z.number().nullable(),
  iterations: count,
  batch_sink: z.string().nullable(),
  peak_rss_bytes: count.nullable(),
  /** The CPU that the process was placed on; null where the system chose. */
  cpu: count.nullable().optional(),
  /** What whole processes took, as the launcher saw them; null where there is none. */
  process: processSchema.nullable().optional(),
  /** Whether something else ran on the CPU meanwhile, as its wall and CPU time tell; kept all the same. */
  disturbed: z.boolean().optional(),
  /** Of the command, in bytes: how long they are moves timings. */
  command_bytes: commandBytesSchema.optional(),
  /** What else the harness counted, by name. */
  counters: z.record(z.string(), z.number()).optional(),
  /** Whether the program told the input's fingerprint after the batch; null where the observation is not valid. */
  input_checked: z.boolean().nullable(),
  valid: z.boolean(),
  fault: faultSchema.nullable(),
  reason: z.string().nullable(),
})

/** Something that makes the whole run, or an arm of it, invalid. */
const troubleEvent = z.object({ type: z.literal('trouble'), arm: z.string().nullable(), reason: z.string() })

/** The last line: a log without it is incomplete. */
const summaryEvent = z.object({
  type: z.literal('summary'),
  finished_at: z.string(),
  elapsed_ms: z.number().nonnegative(),
  observations: count,
  invalid_observations: count,
})

/** One line of `events.jsonl`. Unknown extra fields are allowed and left out. */
export const eventSchema = z.discriminatedUnion('type', [
  runEvent,
  buildEvent,
  identityEvent,
  listingEvent,
  machineEvent,
  loadEvent,
  validationEvent,
  validationFailureEvent,
  calibrationEvent,
  scheduleEvent,
  observationEvent,
  troubleEvent,
  summaryEvent,
])
export type Event = z.infer<typeof eventSchema>

/** The event of one type, such as `EventOf<'observation'>`. */
export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>
