/** Whom a line concerns. Pure. */
import type { Problems } from '@pacioli/errors'
import type { Account } from '../chart-of-accounts/account.ts'

/** A customer or a vendor of billing, or nobody. The ledger knows their ids alone. */
export type Party = { customerId: string | null; vendorId: string | null }

export const NO_PARTY: Party = { customerId: null, vendorId: null }

/** The accounts, by stable name, on which a manual line may name a party. */
const PARTY_ACCOUNTS = [
  { id: 'customerId', field: 'customer_id', noun: 'customer', account: 'ACCOUNTS_RECEIVABLE' },
  { id: 'vendorId', field: 'vendor_id', noun: 'vendor', account: 'ACCOUNTS_PAYABLE' },
] as const

/** Documents name their party on every line; others name one only where something is owed to or by it. */
export function refuseParty(line: Party, { name, stableName }: Account, field: string, problems: Problems): void {
  for (const party of PARTY_ACCOUNTS) {
    const value = line[party.id]
    if (value !== null && stableName !== party.account)
      problems.add(
        'PartyMismatch',
        `A line names a ${party.noun} only on the account with the stable name ${party.account}, not on ${name}. Leave ${party.field} out, or name that account.`,
        { field: `${field}.${party.field}`, value },
      )
  }
}
