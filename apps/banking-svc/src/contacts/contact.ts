/** Whom documents are with: what banking knows of vendors and customers. Billing owns them. Pure. */
import { fieldsOf, integer, text, textOrNull } from '@pacioli/fields'

/** As the kinds of aggregates are called that they are. */
export const CONTACT_KINDS = ['vendor', 'customer'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export type KnownContact = {
  kind: ContactKind
  id: string
  externalId: string | null
  /** What people know it by. */
  name: string
  version: number
}

/**
 * What the state of a vendor or a customer, from an event or a replay of billing, says; undefined for other aggregates.
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
