/** What banking needs to know of a business; the ledger owns it. */
import { refused } from '@pacioli/errors'

export type KnownBusiness = {
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

/** The business of a call. */
export type Business = KnownBusiness & {
  /** How far amounts may be apart where matches are suggested; what is confirmed is checked against the ledger's own. */
  suggestionRules: MatchingRules
}

/** In minor units; the adjustment threshold may be a fraction of one. */
export type MatchingRules = { roundingThreshold: number; adjustmentThreshold: number; suggestsAdjustments: boolean }

/** What is so while the ledger cannot be asked: only equal amounts. */
export const EQUAL_AMOUNTS: MatchingRules = { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: false }

export const businessNotFound = (businessId: string) =>
  refused('BusinessNotFound', `There is no business ${businessId}.`, { field: 'businessId', value: businessId })

/** @throws BusinessArchived */
export function requireOpen({ archivedAt }: Pick<Business, 'archivedAt'>): void {
  if (archivedAt !== null)
    throw refused('BusinessArchived', 'The business is archived: its books can be read, not written.')
}
