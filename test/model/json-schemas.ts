import { z } from 'zod'
import { configSchema } from '../../src/model/config.ts'
import { eventSchema } from '../../src/model/event.ts'
import { resultSchema } from '../../src/model/result.ts'

/** The published JSON Schemas by file name, made from the decoders. */
export function jsonSchemas(): Readonly<Record<string, object>> {
  return {
    // What a user writes, before defaults and transformations.
    'pairgate.schema.json': { title: 'pairgate.yml', ...z.toJSONSchema(configSchema, { io: 'input' }) },
    'result.schema.json': { title: 'results.json', ...z.toJSONSchema(resultSchema, { io: 'output' }) },
    // Extra fields are allowed on events: what is read, not what is kept.
    'event.schema.json': {
      title: 'a line of events.jsonl',
      ...z.toJSONSchema(eventSchema, { io: 'input' }),
    },
  }
}
