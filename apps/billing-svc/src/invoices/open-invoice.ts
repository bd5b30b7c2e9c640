/** Wanted invoices with what the ledger answered, and what of them is paid and refunded in the same request. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { Asking, Books } from '@pacioli/postings'
import { namedAccount } from '../posting/named-accounts.ts'
import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { askForLines, askForTaxes, lineItemFrom, taxesFrom, type TaxAccountOf } from '../line-items/resolve-lines.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { askTags, tagsFrom } from '../tags/tag-inputs.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { askForPayment, newPayment } from '../receivables/open-payment.ts'
import { dedicatedRefund } from '../receivables/dedicated-refund.ts'
import { requireRoomForParts } from '../receivables/issue-refund.ts'
import type { Refundable } from '../receivables/refund-places.ts'
import { askForDedicatedRefund } from '../receivables/open-refund.ts'
import type { Refund } from '../receivables/refund.ts'
import { canBePaid, pay, type HeldInvoice } from '../receivables/held-invoice.ts'
import { entriesOfInvoice } from '../receivables/invoice.postings.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { opened, type WantedInvoice } from './wanted-invoice.ts'

/** Asks for whatever the invoice names, with its payments and refunds, and for what it is posted to by itself. */
export function askForInvoice(asking: Asking, wanted: WantedInvoice, taxAccounts: TaxAccounts): void {
  const { field, lines, taxes, tipsAccount, payments, dedicatedRefunds, tags } = wanted
  askForReceivableAccounts(asking)
  if (tipsAccount) asking.account(tipsAccount, `${field}tips_account`)
  askForLines(asking, lines, taxAccounts)
  askForTaxes(asking, taxes, taxAccounts)
  askTags(asking, tags, `${field}tags`)
  for (const line of lines) for (const refund of line.dedicatedRefunds) askForDedicatedRefund(asking, refund)
  for (const payment of payments) {
    askForPayment(asking, payment)
    for (const refund of payment.dedicatedRefunds) askForDedicatedRefund(asking, refund)
  }
  for (const refund of dedicatedRefunds) askForDedicatedRefund(asking, refund)
}

export type OpeningFacts = {
  businessId: string
  /** Held. */
  customerId: string
  books: Books
  taxAccountOf: TaxAccountOf
  newId: () => string
  now: Date
}

/** What one invoice of a request makes. */
export type OpenedInvoice = { invoice: Invoice; payments: InvoicePayment[]; refunds: Refund[] }

/**
 * The new invoice with its payments and refunds, or every problem that there is with it. Payments come before refunds, which
 * can take back what was paid: first those of payments, then those of line items, then those of the whole.
 * @throws AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation, PeriodClosed, OverAllocated,
 *   OverRefunded, TooManyAllocations, InvalidPayload; AskAgain
 */
export function openInvoice(wanted: WantedInvoice, facts: OpeningFacts): OpenedInvoice {
  const problems = new Problems()
  const invoice = bare(wanted, facts, problems)
  problems.throwIfAny()
  const { held, payments } = paid(invoice, wanted, facts, problems)
  problems.throwIfAny()
  const refundable: Refundable = {
    invoices: new Map([[invoice.id, held.invoice]]),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  }
  const refunds = refunded(wanted, payments, refundable, facts, problems)
  const after = refundable.invoices.get(invoice.id) ?? held.invoice
  collectProblems(problems, () => requireRoomForParts(after, `${wanted.field}dedicated_refunds`))
  problems.throwIfAny()
  return { invoice: after, payments: [...refundable.payments.values()], refunds }
}

function bare(wanted: WantedInvoice, facts: OpeningFacts, problems: Problems): Invoice {
  const { books, newId, now, businessId, customerId } = facts
  const { field, tipsAccount } = wanted
  const tipsAccountId =
    tipsAccount && collectProblems(problems, () => namedAccount(books, tipsAccount, `${field}tips_account`).id)
  const invoice = opened(wanted, {
    id: newId(),
    businessId,
    customerId,
    tipsAccountId: tipsAccountId ?? null,
    lineItems: wanted.lines.map(({ dedicatedRefunds: _, ...line }) => lineItemFrom(line, undefined, facts, problems)),
    additionalSalesTaxes: taxesFrom(wanted.taxes, [], facts, problems),
    tags: collectProblems(problems, () => tagsFrom(wanted.tags, books, { newId, now }, `${field}tags`)) ?? [],
    now,
  })
  collectProblems(problems, () => requireOpenPeriod(invoice, books, `${field}sent_at`))
  return invoice
}

/**
 * What is posted at a time that a request names belongs there: it is not moved out of a closed period.
 * @throws PeriodClosed
 */
function requireOpenPeriod(invoice: Invoice, books: Books, field: string): void {
  const wanted = invoice.voidedAt === null ? entriesOfInvoice(invoice, receivableAccounts(books)) : []
  if (wanted.some(({ lines }) => lines.some(({ amount }) => amount !== 0))) books.requireOpenAt(invoice.sentAt, field)
}

function paid(
  invoice: Invoice,
  wanted: WantedInvoice,
  facts: OpeningFacts,
  problems: Problems,
): { held: HeldInvoice; payments: InvoicePayment[] } {
  const accounts = receivableAccounts(facts.books)
  let held: HeldInvoice = { invoice, recognised: [] }
  const payments: InvoicePayment[] = []
  for (const one of wanted.payments) {
    const { field, amount } = one
    const payment = newPayment(one, facts, problems)
    const part = { field, invoiceField: `${field}amount`, amount, tags: [], ...NO_WORDS }
    if (!canBePaid(held, facts.customerId, part, problems)) continue
    const result = pay(held, payment, part, { accounts, ...facts })
    held = result.held
    payments.push(result.payment)
  }
  return { held, payments }
}

/** An allocation says nothing of its own where its payment is for one invoice. */
export const NO_WORDS = { memo: null, metadata: null, referenceNumber: null } as const

function refunded(
  wanted: WantedInvoice,
  payments: readonly InvoicePayment[],
  held: Refundable,
  facts: OpeningFacts,
  problems: Problems,
): Refund[] {
  const [invoiceId = ''] = held.invoices.keys()
  const lineItems = held.invoices.get(invoiceId)?.lineItems ?? []
  const alone = { invoiceId, invoiceLineItemId: null, invoicePaymentId: null }
  const hanging = [
    ...wanted.payments.flatMap(({ dedicatedRefunds }, index) =>
      dedicatedRefunds.map((refund) => ({
        refund,
        on: { ...alone, invoicePaymentId: payments[index]?.id ?? null },
      })),
    ),
    ...wanted.lines.flatMap(({ dedicatedRefunds }, index) =>
      dedicatedRefunds.map((refund) => ({ refund, on: { ...alone, invoiceLineItemId: lineItems[index]?.id ?? null } })),
    ),
    ...wanted.dedicatedRefunds.map((refund) => ({ refund, on: alone })),
  ]
  if (hanging.length === 0) return []
  const dedicated = { ...facts, accounts: receivableAccounts(facts.books) }
  return hanging.flatMap(({ refund, on }) => dedicatedRefund(refund, on, held, dedicated, problems) ?? [])
}
