/** Query strings carry text only; reads from it the numbers, flags and lists of a schema. Pure. */
import type { SchemaNode } from './problem-of.ts'

type Kind = 'text' | 'integer' | 'boolean' | 'list'

export type QueryReader = (query: Record<string, unknown>) => Record<string, unknown>

const integer = /^-?\d{1,16}$/

export function queryReader(properties: Record<string, SchemaNode>): QueryReader {
  const kinds = new Map(Object.entries(properties).map(([name, schema]) => [name, kindOf(schema)]))
  return (query) => {
    // Without a prototype `__proto__` is an unknown name like any other.
    const read = Object.create(null) as Record<string, unknown>
    for (const name of Object.keys(query)) read[name] = readOne(query[name], kinds.get(name) ?? 'text')
    return read
  }
}

function kindOf({ type }: SchemaNode): Kind {
  if (type === 'integer' || type === 'boolean') return type
  return type === 'array' ? 'list' : 'text'
}

/** A value of another kind stays as it is, and validation reports it. */
function readOne(given: unknown, kind: Kind): unknown {
  if (kind === 'list') return Array.isArray(given) ? given : [given]
  if (typeof given !== 'string') return given
  if (kind === 'integer' && integer.test(given)) return Number(given)
  if (kind === 'boolean' && (given === 'true' || given === 'false')) return given === 'true'
  return given
}
