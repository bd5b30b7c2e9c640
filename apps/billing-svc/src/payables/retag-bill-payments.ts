/** Payments with changed tags. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { liveOf, nextVersionOf } from '../documents/document.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'
import { retaggedPayment } from '../allocations/retag-payment.ts'
import type { DocumentTag } from '../tags/tags.ts'
import type { BillPayment } from './bill-payment.ts'
import { recognizableBill, type PayableAccounts } from './bill.postings.ts'
import { loadBills } from './bill.store.ts'
import type { Bill } from './bill.ts'
import { billsOf } from './lock-with-bills.ts'
import { prefetchPayableAccounts } from './payable-accounts.ts'
import { prefetchBills } from './prefetch-bills.ts'

/**
 * Prefetches all that entries of these payments need.
 * @param payments without the tags that they lose
 * @param fieldOf where the request names the payment
 */
export async function prefetchRetag(
  tx: Tx,
  asking: LedgerPrefetch,
  payments: readonly BillPayment[],
  fieldOf: (id: string) => string,
): Promise<void> {
  prefetchPayableAccounts(asking)
  const carried = {
    accountsOf: ({ clearingAccountId }: BillPayment) => [clearingAccountId],
    tagsOf: ({ tags, allocations }: BillPayment) => [...tags, ...liveOf(allocations).flatMap((one) => one.tags)],
  }
  await prefetchStored(tx, asking, payments, carried, ({ id }) => [fieldOf(id)])
  const bills = await loadBills(tx, billsOf(payments))
  await prefetchBills(tx, asking, bills, () => fieldOf(payments[0]?.id ?? ''))
}

/** A new version of the payment with these tags instead of its own. @param bills of its allocations, locked */
export function retagged(
  payment: BillPayment,
  tags: readonly DocumentTag[],
  { bills, accounts, now }: { bills: ReadonlyMap<string, Bill>; accounts: PayableAccounts; now: Date },
): BillPayment {
  const after = retaggedPayment({ ...payment, tags }, ({ documentId, deletedAt }) => {
    const bill = deletedAt === null ? bills.get(documentId) : undefined
    return bill && recognizableBill(bill, accounts)
  })
  return nextVersionOf(payment, after, now)
}
