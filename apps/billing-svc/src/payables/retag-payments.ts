/** Payments with changed tags. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { LedgerPrefetch } from '@pacioli/postings'
import { componentsOf, type PayableAccounts } from './bill.postings.ts'
import { amountsOf, type Bill } from './bill.ts'
import { loadBills } from './bill.store.ts'
import { prefetchBills } from './prefetch-bills.ts'
import { prefetchPayableAccounts } from './payable-accounts.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { recogniseAgain } from '../recognition/recognition.ts'
import { prefetchStoredTags } from '../tags/tag-inputs.ts'
import { mergedTags, type DocumentTag } from '../tags/tags.ts'
import { billsOf } from './lock-with-bills.ts'
import type { BillPayment, PaymentAllocation } from './bill-payment.ts'
import { prefetchAccounts } from '../posting/named-accounts.ts'

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
  prefetchAccounts(
    asking,
    payments.map(({ clearingAccountId }) => clearingAccountId),
  )
  const known = await loadTagDefinitions(tx, definitionIdsOf(...payments.map(carriedBy)))
  for (const payment of payments) prefetchStoredTags(asking, carriedBy(payment), known, fieldOf(payment.id))
  const [first] = payments
  await prefetchBills(tx, asking, await loadBills(tx, billsOf(payments)), () => fieldOf(first?.id ?? ''))
}

const carriedBy = ({ tags, allocations }: BillPayment): DocumentTag[] => [
  ...tags,
  ...allocations.flatMap((allocation) => (allocation.deletedAt === null ? allocation.tags : [])),
]

/**
 * A new version of the payment with these tags instead of its own; no amount moves.
 * @param bills of its allocations, locked
 */
export function retagged(
  payment: BillPayment,
  tags: readonly DocumentTag[],
  { bills, accounts, now }: { bills: ReadonlyMap<string, Bill>; accounts: PayableAccounts; now: Date },
): BillPayment {
  const again = (allocation: PaymentAllocation): PaymentAllocation => {
    const bill = bills.get(allocation.documentId)
    if (!bill || allocation.deletedAt !== null) return allocation
    const components = componentsOf(bill, accounts)
    const [after = allocation] = recogniseAgain(
      {
        components,
        was: components,
        total: amountsOf(bill).totalAmount,
        standsFrom: bill.documentDate,
        tags: mergedTags(bill.tags),
      },
      [{ allocation, paymentTags: tags }],
    )
    return after
  }
  return { ...payment, tags, allocations: payment.allocations.map(again), version: payment.version + 1, updatedAt: now }
}
