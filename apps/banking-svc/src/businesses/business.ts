/** What banking needs to know of a business; the ledger owns it. */
import { refused } from '@pacioli/errors'

export type Business = {
  id: string
  clientId: string
  /** IANA: days of transactions are in it. It never changes once there is a bank account. */
  timeZone: string
  /** ISO 4217: all amounts are minor units of it. */
  currency: string
  activationAt: Date
  archivedAt: Date | null
  version: number
}

export const businessNotFound = (businessId: string) =>
  refused('BusinessNotFound', `There is no business ${businessId}.`, { field: 'businessId', value: businessId })

/** @throws BusinessArchived */
export function requireOpen({ archivedAt }: Business): void {
  if (archivedAt !== null)
    throw refused('BusinessArchived', 'The business is archived: its books can be read, not written.')
}
