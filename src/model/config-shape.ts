import { z } from 'zod'
import { configSchema } from './config.ts'

/** What this file reads of a JSON Schema. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly const?: unknown
}

type Path = readonly PropertyKey[]

const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    properties: z.record(z.string(), shapeSchema).optional(),
    additionalProperties: z.union([shapeSchema, z.boolean()]).optional(),
    anyOf: z.array(shapeSchema).optional(),
    oneOf: z.array(shapeSchema).optional(),
    const: z.unknown().optional(),
  }),
) as z.ZodType<Shape>

/** The JSON Schema of `pairgate.yml` as it is written, from which editors complete it. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input' })
}

/** The keys that may stand in the mapping at `path`; `data` tells which member of a union it is. */
export function keysAt(
  path: Path,
  data: unknown,
): { allowed: readonly string[]; elsewhere: readonly string[] } {
  let shapes: readonly Shape[] = [shapeSchema.parse(configJsonSchema())]
  let value = data
  for (const step of path) {
    shapes = shapes.flatMap((shape) => members(shape)).flatMap((shape) => childrenAt(shape, step))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
  }
  const all = shapes.flatMap((shape) => members(shape)).filter((shape) => shape.properties !== undefined)
  const fitting = all.filter((shape) => fits(shape, value))
  const allowed = namesIn(fitting.length > 0 ? fitting : all)
  return { allowed, elsewhere: namesIn(all).filter((name) => !allowed.includes(name)) }
}

function members(shape: Shape): readonly Shape[] {
  const alternatives = shape.anyOf ?? shape.oneOf
  return alternatives === undefined ? [shape] : alternatives.flatMap(members)
}

function childrenAt(shape: Shape, step: PropertyKey): readonly Shape[] {
  const named = shape.properties?.[String(step)]
  if (named !== undefined) return [named]
  return typeof shape.additionalProperties === 'object' ? [shape.additionalProperties] : []
}

/** Whether every constant of the shape stands in the value: then it is the member that was meant. */
function fits(shape: Shape, value: unknown): boolean {
  return Object.entries(shape.properties ?? {}).every(
    ([name, property]) =>
      property.const === undefined ||
      (typeof value === 'object' && value !== null && Reflect.get(value, name) === property.const),
  )
}

function namesIn(shapes: readonly Shape[]): readonly string[] {
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape.properties ?? {})))]
}
