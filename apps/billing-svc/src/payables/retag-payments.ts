/** Payments under other tags. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Asking } from '@pacioli/postings'
import { componentsOf, type PayableAccounts } from './bill.postings.ts'
import { amountsOf } from './bill.ts'
import { loadBills } from './bill.store.ts'
import type { StoredBill } from './stored-bill.ts'
import { askForBills } from './ask-for-bills.ts'
import { askForPayableAccounts } from './payable-accounts.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { recogniseAnew } from '../recognition/recognition.ts'
import { askKeptTags } from '../tags/tag-inputs.ts'
import { mergedTags, type DocumentTag } from '../tags/tags.ts'
import { findBillsPaidBy } from './bill-payment.store.ts'
import type { BillPayment, PaymentAllocation } from './bill-payment.ts'
import { askForAccounts } from '../posting/named-accounts.ts'

/**
 * Asks for all that entries of these payments are posted with.
 * @param payments as they are, but for the tags that they do not keep
 * @param fieldOf where the request names the payment
 */
export async function askToRetag(
  tx: Tx,
  asking: Asking,
  businessId: string,
  payments: readonly BillPayment[],
  fieldOf: (id: string) => string,
): Promise<void> {
  askForPayableAccounts(asking)
  askForAccounts(
    asking,
    payments.map(({ clearingAccountId }) => clearingAccountId),
  )
  const known = await loadTagDefinitions(tx, businessId, definitionIdsOf(...payments.map(carriedBy)))
  for (const payment of payments) askKeptTags(asking, carriedBy(payment), known, fieldOf(payment.id))
  const billIds = await findBillsPaidBy(
    tx,
    businessId,
    payments.map(({ id }) => id),
  )
  const [first] = payments
  await askForBills(tx, asking, businessId, await loadBills(tx, businessId, billIds), () => fieldOf(first?.id ?? ''))
}

const carriedBy = ({ tags, allocations }: BillPayment): DocumentTag[] => [
  ...tags,
  ...allocations.flatMap((allocation) => (allocation.deletedAt === null ? allocation.tags : [])),
]

/**
 * The payment with these tags instead of its own, and so with what its entries carry; no amount moves. A new version of it.
 * @param bills those that it has allocations on, held
 */
export function retagged(
  payment: BillPayment,
  tags: readonly DocumentTag[],
  { bills, accounts, now }: { bills: ReadonlyMap<string, StoredBill>; accounts: PayableAccounts; now: Date },
): BillPayment {
  const anew = (allocation: PaymentAllocation): PaymentAllocation => {
    const bill = bills.get(allocation.billId)
    if (!bill || allocation.deletedAt !== null) return allocation
    const components = componentsOf(bill, accounts)
    const [after = allocation] = recogniseAnew(
      {
        components,
        was: components,
        total: amountsOf(bill).totalAmount,
        standsFrom: bill.receivedAt,
        tags: mergedTags(bill.tags),
      },
      [{ allocation, paymentTags: tags }],
    )
    return after
  }
  return { ...payment, tags, allocations: payment.allocations.map(anew), version: payment.version + 1, updatedAt: now }
}
