/** Requested invoices resolved by the ledger's facts, with the payments and refunds of the same request. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { LedgerPrefetch, Books } from '@pacioli/postings'
import { namedAccount } from '../posting/named-accounts.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { prefetchLines, prefetchTaxes, lineItemFrom, taxesFrom } from '../line-items/resolve-lines.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { prefetchTags, tagsFrom } from '../tags/tag-inputs.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { prefetchPayment, newPayment } from '../receivables/new-payment.ts'
import { dedicatedRefund } from '../receivables/dedicated-refund.ts'
import { requireAllocationCapacity } from '../receivables/refund-allocations.ts'
import type { Refundable } from '../receivables/refund-sources.ts'
import { prefetchDedicatedRefund } from '../receivables/new-refund.ts'
import type { Refund } from '../receivables/refund.ts'
import { canBePaid, pay, type LockedInvoice } from '../receivables/allocate-to-invoices.ts'
import { entriesOfInvoice } from '../receivables/invoice.postings.ts'
import type { Invoice } from '../receivables/invoice.ts'
import type { OpeningFacts } from '../document-writes/create-documents.ts'
import type { RequestedInvoice } from './requested-invoice.ts'

/** Prefetches what the invoice, its payments and refunds name, and the accounts that it is always posted to. */
export function prefetchInvoice(asking: LedgerPrefetch, requested: RequestedInvoice, taxAccounts: TaxAccounts): void {
  const { field, lines, taxes, tipsAccount, payments, dedicatedRefunds, tags } = requested
  prefetchReceivableAccounts(asking)
  if (tipsAccount) asking.account(tipsAccount, `${field}tips_account`)
  prefetchLines(asking, lines, taxAccounts)
  prefetchTaxes(asking, taxes, taxAccounts)
  prefetchTags(asking, tags, `${field}tags`)
  for (const line of lines) for (const refund of line.dedicatedRefunds) prefetchDedicatedRefund(asking, refund)
  for (const payment of payments) {
    prefetchPayment(asking, payment)
    for (const refund of payment.dedicatedRefunds) prefetchDedicatedRefund(asking, refund)
  }
  for (const refund of dedicatedRefunds) prefetchDedicatedRefund(asking, refund)
}

type Facts = OpeningFacts & { contactId: string }

/** The documents that one requested invoice creates. */
export type NewInvoice = { invoice: Invoice; payments: InvoicePayment[]; refunds: Refund[] }

/**
 * The new invoice with its payments and refunds, or every problem with it. Payments come before refunds, which take back
 * what was paid: refunds of payments first, then of line items, then of the whole.
 * @throws AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation, PeriodClosed, OverAllocated,
 *   OverRefunded, TooManyAllocations, InvalidPayload; RetryDecision
 */
export function newInvoice(requested: RequestedInvoice, facts: Facts): NewInvoice {
  const problems = new Problems()
  const invoice = bare(requested, facts, problems)
  problems.throwIfAny()
  const { locked, payments } = paid(invoice, requested, facts, problems)
  problems.throwIfAny()
  const refundable: Refundable = {
    invoices: new Map([[invoice.id, locked.invoice]]),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  }
  const refunds = refunded(requested, payments, refundable, facts, problems)
  const after = refundable.invoices.get(invoice.id) ?? locked.invoice
  collectProblems(problems, () => requireAllocationCapacity(after, `${requested.field}dedicated_refunds`))
  problems.throwIfAny()
  return { invoice: after, payments: [...refundable.payments.values()], refunds }
}

function bare(requested: RequestedInvoice, facts: Facts, problems: Problems): Invoice {
  const { books, newId, now, businessId, contactId } = facts
  const { field, customer: _customer, lines, taxes, tags, tipsAccount, ...rest } = requested
  const { payments: _payments, dedicatedRefunds: _refunds, ...head } = rest
  const tipsAccountId =
    tipsAccount && collectProblems(problems, () => namedAccount(books, tipsAccount, `${field}tips_account`).id)
  const invoice: Invoice = {
    ...head,
    id: newId(),
    businessId,
    contactId,
    tipsAccountId: tipsAccountId ?? null,
    lineItems: lines.map(({ dedicatedRefunds: _, ...line }) => lineItemFrom(line, undefined, facts, problems)),
    additionalSalesTaxes: taxesFrom(taxes, [], facts, problems),
    paid: [],
    writeOffs: [],
    refunded: [],
    tags: collectProblems(problems, () => tagsFrom(tags, books, { newId, now }, `${field}tags`)) ?? [],
    version: 1,
    importedAt: now,
    updatedAt: now,
  }
  collectProblems(problems, () => requireOpenPeriod(invoice, books, `${field}sent_at`))
  return invoice
}

/**
 * What is posted at a time that a request names belongs there: it is never moved out of a closed period.
 * @throws PeriodClosed
 */
function requireOpenPeriod(invoice: Invoice, books: Books, field: string): void {
  const requested = invoice.voidedAt === null ? entriesOfInvoice(invoice, receivableAccounts(books)) : []
  if (requested.some(({ lines }) => lines.some(({ amount }) => amount !== 0)))
    books.requireOpenAt(invoice.documentDate, field)
}

function paid(
  invoice: Invoice,
  requested: RequestedInvoice,
  facts: Facts,
  problems: Problems,
): { locked: LockedInvoice; payments: InvoicePayment[] } {
  const accounts = receivableAccounts(facts.books)
  let locked: LockedInvoice = { invoice, recognised: [] }
  const payments: InvoicePayment[] = []
  for (const one of requested.payments) {
    const { field, amount } = one
    const payment = newPayment(one, facts, problems)
    const part = { field, invoiceField: `${field}amount`, amount, tags: [], ...NO_REMARKS }
    if (!canBePaid(locked, facts.contactId, part, problems)) continue
    const result = pay(locked, payment, part, { accounts, ...facts })
    locked = result.locked
    payments.push(result.payment)
  }
  return { locked, payments }
}

/** The allocation of a payment of one invoice has no remarks of its own. */
export const NO_REMARKS = { memo: null, metadata: null, referenceNumber: null } as const

function refunded(
  requested: RequestedInvoice,
  payments: readonly InvoicePayment[],
  locked: Refundable,
  facts: Facts,
  problems: Problems,
): Refund[] {
  const [invoiceId = ''] = locked.invoices.keys()
  const lineItems = locked.invoices.get(invoiceId)?.lineItems ?? []
  const alone = { invoiceId, invoiceLineItemId: null, invoicePaymentId: null }
  const refunds = [
    ...requested.payments.flatMap(({ dedicatedRefunds }, index) =>
      dedicatedRefunds.map((refund) => ({
        refund,
        on: { ...alone, invoicePaymentId: payments[index]?.id ?? null },
      })),
    ),
    ...requested.lines.flatMap(({ dedicatedRefunds }, index) =>
      dedicatedRefunds.map((refund) => ({ refund, on: { ...alone, invoiceLineItemId: lineItems[index]?.id ?? null } })),
    ),
    ...requested.dedicatedRefunds.map((refund) => ({ refund, on: alone })),
  ]
  if (refunds.length === 0) return []
  const dedicated = { ...facts, accounts: receivableAccounts(facts.books) }
  return refunds.flatMap(({ refund, on }) => dedicatedRefund(refund, on, locked, dedicated, problems) ?? [])
}
