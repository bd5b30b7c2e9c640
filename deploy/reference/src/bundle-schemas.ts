/** The JSON Schemas of the lines in exported books, as the document describes them. Pure. */

import { sealedEntry } from './sealed-entry.ts'

type Schema = Record<string, unknown>
export type Described = { webhooks?: Record<string, object>; components?: { schemas?: Record<string, Schema> } }

/** `states` has one for each type of thing that the history tells of. */
export type BundleSchemas = { leaf: Schema; seal: Schema; states: Record<string, Schema> }

/** @throws Error for a document without one of them */
export function bundleSchemas({ webhooks = {}, components }: Described): BundleSchemas {
  const schemas: Record<string, Schema> = { ...components?.schemas }
  schemas['Entry_State'] = sealedEntry(described('Entry_State', schemas), described('Entry_Line_State', schemas))
  const told = new Set(Object.keys(webhooks).map((event) => event.replace(/\..*/, '')))
  // No log tells of seals.
  told.delete('seal')
  const types = [...told].sort()
  const states = types.flatMap((type) => {
    const name = `${titled(type)}_State`
    return schemas[name] ? [[type, standalone(name, schemas)] as const] : []
  })
  return {
    leaf: standalone('Sealed_Leaf', schemas),
    seal: standalone('Seal', schemas),
    states: Object.fromEntries(states),
  }
}

/** As it is committed. */
export const bundleSchemasText = (document: Described): string =>
  `${JSON.stringify(bundleSchemas(document), null, 1)}\n`

const titled = (type: string): string => type.replaceAll(/(^|_)([a-z])/g, (start) => start.toUpperCase())

const IN_DOCUMENT = '#/components/schemas/'

/** One that needs no other file: what it refers to is within. */
function standalone(name: string, schemas: Record<string, Schema>): Schema {
  const $defs: Record<string, Schema> = {}
  const within = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(within)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([key, value]: [string, unknown]) => {
        if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(IN_DOCUMENT)) return [key, within(value)]
        const referred = value.slice(IN_DOCUMENT.length)
        if (!(referred in $defs)) {
          $defs[referred] = {}
          $defs[referred] = within(schemaOf(referred, schemas)) as Schema
        }
        return [key, `#/$defs/${referred}`]
      }),
    )
  }
  const schema = within(schemaOf(name, schemas)) as Schema
  const isNeeded = Object.keys($defs).length > 0
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name.replaceAll('_', ' '),
    ...schema,
    ...(isNeeded && { $defs }),
  }
}

const described = (name: string, schemas: Record<string, Schema>) =>
  schemaOf(name, schemas) as { properties: Record<string, Schema> }

function schemaOf(name: string, schemas: Record<string, Schema>): Schema {
  const schema = schemas[name]
  if (!schema) throw new Error(`The document has no schema ${name}.`)
  return schema
}
