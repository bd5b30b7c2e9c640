/** What a service needs to know of a business; the ledger owns it. */
import { refused } from '@pacioli/errors'

export type KnownBusiness = {
  id: string
  clientId: string
  /** IANA: days are in it. */
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
export function requireOpen({ archivedAt }: Pick<KnownBusiness, 'archivedAt'>): void {
  if (archivedAt !== null)
    throw refused('BusinessArchived', 'The business is archived: its books can be read, not written.')
}
