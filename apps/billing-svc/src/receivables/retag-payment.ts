/** Invoice payments whose invoices, or that themselves, carry other tags: no amount moves. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { recogniseAnew } from '../recognition/recognition.ts'
import { mergedTags } from '../tags/tags.ts'
import { componentsOf } from './invoice.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import type { InvoicePayment, InvoicePaymentAllocation } from './invoice-payment.ts'

/**
 * The payment under the tags that these invoices, its allocations and it carry now; the same one where those say the same.
 * What went to other invoices stays as it is.
 */
export function retaggedPayment(
  payment: InvoicePayment,
  invoices: ReadonlyMap<string, Invoice>,
  accounts: ReceivableAccounts,
): InvoicePayment {
  const allocations = payment.allocations.map((allocation) => {
    const invoice = invoices.get(allocation.invoiceId)
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
  const [anew = allocation] = recogniseAnew(
    {
      components,
      was: components,
      total: amountsOf(invoice).totalAmount,
      standsFrom: invoice.sentAt,
      tags: mergedTags(invoice.tags),
    },
    [{ allocation: { ...allocation, allocatedAt: paidAt }, paymentTags: tags }],
  )
  const { shares, postedTags } = anew
  const isSame = isDeepStrictEqual([shares, postedTags], [allocation.shares, allocation.postedTags])
  return isSame ? allocation : { ...allocation, shares, postedTags }
}
