/** Retags invoice payments whose own tags or whose invoices' tags changed: no amount moves. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { recogniseAgain } from '../recognition/recognition.ts'
import { mergedTags } from '../tags/tags.ts'
import { componentsOf } from './invoice.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import type { InvoicePayment, InvoicePaymentAllocation } from './invoice-payment.ts'

/**
 * The payment with the current tags of these invoices, its allocations and itself; the same object where they are equal.
 * Allocations to other invoices stay.
 */
export function retaggedPayment(
  payment: InvoicePayment,
  invoices: ReadonlyMap<string, Invoice>,
  accounts: ReceivableAccounts,
): InvoicePayment {
  const allocations = payment.allocations.map((allocation) => {
    const invoice = invoices.get(allocation.documentId)
    return invoice ? retaggedAllocation(allocation, payment, invoice, accounts) : allocation
  })
  return allocations.every((one, index) => one === payment.allocations[index]) ? payment : { ...payment, allocations }
}

function retaggedAllocation(
  allocation: InvoicePaymentAllocation,
  { paidAt, tags }: InvoicePayment,
  invoice: Invoice,
  accounts: ReceivableAccounts,
): InvoicePaymentAllocation {
  const components = componentsOf(invoice, accounts)
  const [recognised = allocation] = recogniseAgain(
    {
      components,
      was: components,
      total: amountsOf(invoice).totalAmount,
      standsFrom: invoice.documentDate,
      tags: mergedTags(invoice.tags),
    },
    [{ allocation: { ...allocation, allocatedAt: paidAt }, paymentTags: tags }],
  )
  const { shares, postedTags } = recognised
  const isSame = isDeepStrictEqual([shares, postedTags], [allocation.shares, allocation.postedTags])
  return isSame ? allocation : { ...allocation, shares, postedTags }
}
