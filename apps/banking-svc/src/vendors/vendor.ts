/** What banking knows of a vendor: billing owns it. Pure. */
import { fieldsOf, integer, text, textOrNull } from '@pacioli/fields'

export type KnownVendor = {
  id: string
  externalId: string | null
  /** What people know it by. */
  name: string
  version: number
}

/** The kind of aggregate that a vendor is. */
export const VENDOR = 'vendor'

/** What the state of a vendor, from an event or a replay of billing, says. @throws TypeError */
export function vendorFrom(data: unknown): KnownVendor {
  const fields = fieldsOf('data', data)
  return {
    id: text(fields, 'id'),
    externalId: textOrNull(fields, 'external_id'),
    name: text(fields, 'name'),
    version: integer(fields, 'version'),
  }
}
