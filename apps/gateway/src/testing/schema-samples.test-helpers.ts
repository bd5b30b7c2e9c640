/** Sample requests with a value in every field of their schema, so that no field goes untested. */
import type { Schema } from '../contract/schema-writer.ts'

type Node = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  oneOf?: Node[]
  anyOf?: Node[]
  items?: Node
  properties?: Record<string, Node>
  'x-quantity'?: boolean
}

/** Upper case, as callers may write ids. */
export const SAMPLE_ID = '0B9C2D4E-6F1A-4B3C-8D5E-7F9A1B2C3D4E'
const INSTANT = '2026-01-31T17:00:00Z'

/** A valid value with all fields, and one item in each list. */
export function sampleOf(schema: Schema): Record<string, unknown> {
  return valueOf(schema, 'body') as Record<string, unknown>
}

function valueOf(node: Node, name: string): unknown {
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  const forms = node.oneOf ?? node.anyOf
  if (forms) return valueOf(forms[0] as Node, name)
  if (node['x-quantity']) return 2.5
  if (name === 'metadata') return { given: name }
  const [type] = [node.type].flat()
  if (type === 'object')
    return Object.fromEntries(Object.entries(node.properties ?? {}).map(([field, of]) => [field, valueOf(of, field)]))
  if (type === 'array') return [valueOf(node.items as Node, name)]
  if (type === 'integer') return 7
  if (type === 'boolean') return true
  return textOf(node, name)
}

function textOf({ format }: Node, name: string): string {
  if (format === 'uuid') return SAMPLE_ID
  return format?.startsWith('date') ? INSTANT : `some ${name}`
}

/** The sample as a service receives it: ids in lower case, quantities and metadata as text. */
export function receivedOf(sample: unknown): unknown {
  if (sample === SAMPLE_ID) return SAMPLE_ID.toLowerCase()
  if (Array.isArray(sample)) return sample.map(receivedOf)
  if (typeof sample !== 'object' || sample === null) return sample
  return Object.fromEntries(
    Object.entries(sample).map(([field, value]) => {
      if (field === 'metadata') return [field, JSON.stringify(value)]
      return [field, field === 'quantity' ? String(value) : receivedOf(value)]
    }),
  )
}
