/** Whom a line concerns, and what lines that belong to no document may say. Pure. */
import { documentsThatOwn, PARTY_ACCOUNTS } from '@pacioli/chart'
import type { Problems } from '@pacioli/errors'
import type { Account } from '../chart-of-accounts/account.ts'

/** A customer or a vendor of billing, or nobody. The ledger knows their ids alone. */
export type Party = { customerId: string | null; vendorId: string | null }

export const NO_PARTY: Party = { customerId: null, vendorId: null }

/** The ids of a request that are no customer, or no vendor, of the business. */
export type UnknownIds = Readonly<Record<keyof Party, readonly string[]>>

const UNKNOWN = { customer: 'CustomerNotFound', vendor: 'VendorNotFound' } as const

/**
 * Documents name their party on every line; others name one of the business, and only where something is owed to or by it.
 * @param account undefined where the business has no such account
 */
export function refuseParty(
  line: Party & { unknownIds?: UnknownIds },
  account: Account | undefined,
  field: string,
  problems: Problems,
): void {
  for (const party of PARTY_ACCOUNTS) {
    const value = line[party.id]
    if (value === null) continue
    const at = { field: `${field}.${party.field}`, value }
    if (line.unknownIds?.[party.id].includes(value))
      problems.add(UNKNOWN[party.noun], `The business has no ${party.noun} ${value}.`, at)
    if (account && account.stableName !== party.account)
      problems.add(
        'PartyMismatch',
        `A line names a ${party.noun} only on the account with the stable name ${party.account}, not on ${account.name}. Leave ${party.field} out, or name that account.`,
        at,
      )
  }
}

/** Documents alone post to the accounts that they own. */
export function refuseOwned({ name, stableName }: Account, field: string, problems: Problems): void {
  const advice = documentsThatOwn(stableName)
  if (advice !== undefined)
    problems.add('ControlAccount', `${name} is kept by documents, and journal entries do not post to it. ${advice}`, {
      field: `${field}.account_identifier`,
      value: stableName,
    })
}
