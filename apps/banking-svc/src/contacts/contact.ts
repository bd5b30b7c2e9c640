/** What banking knows of vendors and customers, which billing owns. Pure. */
import { fieldsOf, integer, text, textOrNull } from '@pacioli/fields'

/** The names of their aggregates. */
export const CONTACT_KINDS = ['vendor', 'customer'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export type KnownContact = {
  kind: ContactKind
  id: string
  externalId: string | null
  name: string
  version: number
}

/**
 * From the state of a vendor or customer in an event or replay of billing; undefined for other aggregates.
 * @throws TypeError
 */
export function contactFrom(aggregate: string, data: unknown): KnownContact | undefined {
  const kind = CONTACT_KINDS.find((one) => one === aggregate)
  if (kind === undefined) return undefined
  const fields = fieldsOf('data', data)
  return {
    kind,
    id: text(fields, 'id'),
    externalId: textOrNull(fields, 'external_id'),
    name: text(fields, 'name'),
    version: integer(fields, 'version'),
  }
}
