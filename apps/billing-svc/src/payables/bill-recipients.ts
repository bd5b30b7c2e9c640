/** The bills that a payment or a vendor credit is for, and their vendor. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { RetryDecision } from '@pacioli/postings'
import { lockContactsShared } from '../contacts/contact.store.ts'
import type { Contact, VendorReference } from '../contacts/contact.ts'
import { findNamedContacts } from '../contacts/named-contacts.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { lockBills } from './bill.store.ts'
import type { Bill } from './bill.ts'
import { findNamedBills, type BillName } from './named-bills.ts'

/** An allocation to a bill; `field` is its place in the request: `allocations.3.`, empty for the request itself. */
export type RequestedAllocation = { field: string; name: BillName; amount: number }

type Giving = { vendor: VendorReference; allocations: readonly RequestedAllocation[] }

/** The bill of each allocation in order, the vendor if one is named, and the vendor's id: else that of the bills'. */
export type Recipients = { bills: Bill[]; vendor: Contact | undefined; contactId: string }

/** Locks nothing. @throws BillNotFound, VendorNotFound, InvalidPayload, OverAllocated for an expense */
export async function findRecipients(tx: Tx, { vendor: named, allocations }: Giving): Promise<Recipients> {
  const [bills, [vendor]] = await Promise.all([
    findNamedBills(tx, allocations),
    findNamedContacts(tx, VENDORS, [named]),
  ])
  const contactId = vendor?.contact?.id ?? bills[0]?.contactId
  if (!contactId)
    throw refused('InvalidPayload', 'Expected the vendor, by vendor_id or vendor_external_id, or a bill of theirs.', {
      field: 'vendor_id',
    })
  return { bills, vendor: vendor?.contact, contactId }
}

/**
 * The bills in the order of the allocations, locked, and the vendor, who cannot be archived until the transaction ends.
 * @throws RetryDecision where no vendor was named and that of the first bill has changed
 */
export async function lockRecipients(
  tx: Tx,
  { vendor: { vendor_id, vendor_external_id } }: Pick<Giving, 'vendor'>,
  { bills: named, contactId }: Pick<Recipients, 'bills' | 'contactId'>,
): Promise<{ bills: Bill[]; vendor: Contact }> {
  const [vendors, bills] = await Promise.all([lockContactsShared(tx, VENDORS, [contactId]), lockNamedBills(tx, named)])
  const vendor = vendors.get(contactId)
  const [first] = bills
  const isNamed = vendor_id !== undefined || vendor_external_id !== undefined
  if (!vendor || (!isNamed && first && first.contactId !== contactId)) throw new RetryDecision()
  return { bills, vendor }
}

/** In the order given. */
export async function lockNamedBills(tx: Tx, named: readonly Pick<Bill, 'id'>[]): Promise<Bill[]> {
  const locked = await lockBills(
    tx,
    named.map(({ id }) => id),
  )
  const byId = new Map(locked.map((bill) => [bill.id, bill]))
  return named.flatMap(({ id }) => byId.get(id) ?? [])
}
