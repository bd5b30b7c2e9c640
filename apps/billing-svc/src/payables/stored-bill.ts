/** A bill with the allocations that it has got, by their ids. Pure. */
import type { Source } from '@pacioli/postings'
import type { Wanted } from '../posting/standing-entries.ts'
import { entriesOfBill, type PayableAccounts } from './bill.postings.ts'
import type { AllocatedPart, Bill } from './bill.ts'

/** What of a payment went to the bill. */
export type PaymentPart = AllocatedPart & { id: string; paymentId: string }

/** What of a vendor credit went to the bill. */
export type CreditPart = AllocatedPart & { id: string; vendorCreditId: string }

/** The allocations of payments and credits that are not deleted, in the order in which they were made. */
export type StoredBill = Omit<Bill, 'paid' | 'credited'> & {
  paid: readonly PaymentPart[]
  credited: readonly CreditPart[]
}

/** How a bill changes. Parts that stay are the same lists: only what is another one is written. */
export type BillChange = { before: StoredBill; after: StoredBill }

export const sourceOfBill = ({ id }: Pick<Bill, 'id'>): Source => ({ type: 'bill', id })

/** What of the bill has to stand in the journal. Of a voided one nothing, so nothing has to be known of the chart. */
export const settlingOf = (bill: Bill, accounts: () => PayableAccounts): { source: Source; wanted: Wanted[] } => ({
  source: sourceOfBill(bill),
  wanted: bill.voidedAt === null ? entriesOfBill(bill, accounts()) : [],
})
