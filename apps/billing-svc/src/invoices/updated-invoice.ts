/** An invoice after an update. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { Contact } from '../contacts/contact.ts'
import { refuseEarlier, refuseEarlyDueDate } from '../documents/day-order.ts'
import { lineAmounts } from '../line-items/line-items.ts'
import { lineItemFrom, taxesFrom, type Resolving } from '../line-items/resolve-lines.ts'
import { resolveAccount } from '../posting/resolve-names.ts'
import { requireOpenFor } from '../posting/standing-entries.ts'
import { entriesOfInvoice } from '../receivables/invoice.postings.ts'
import {
  amountsOf,
  INVOICE_SENT,
  liveWriteOffs,
  requireNotVoided,
  requireSoundAmounts,
  standingPaid,
  type Invoice,
  type InvoiceLineItem,
} from '../receivables/invoice.ts'
import { receivableAccounts } from '../receivables/receivable-accounts.ts'
import { replacing } from '../requests/parts.ts'
import { updatedHead, updatedList, updatedValue } from '../requests/updates.ts'
import { sumOf } from '../rounding/sum.ts'
import type { RequestedUpdate } from './requested-update.ts'

export type UpdateFacts = Resolving & {
  timeZone: string
  /** Undefined where none is named. */
  customer: Contact | undefined
}

/**
 * The invoice with the requested changes: a new version, or the same object if nothing changes. Existing line items and
 * taxes keep their ids.
 * @throws InvoiceVoided, InvoiceHasPayments, AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation,
 *   NegativeTotal, AmountOutOfRange, OverAllocated, OverRefunded, PeriodClosed, DatedTooEarly, InvalidPayload; every problem
 *   at once; RetryDecision
 */
export function updated(invoice: Invoice, requested: RequestedUpdate, facts: UpdateFacts): Invoice {
  requireNotVoided(invoice)
  const { books, now } = facts
  const problems = new Problems()
  const documentDate = requested.documentDate ?? invoice.documentDate
  const after: Invoice = {
    ...invoice,
    contactId: customerOf(invoice, requested, facts, problems),
    documentDate,
    dueAt: updatedValue(requested.dueAt, invoice.dueAt),
    lineItems: updatedList(
      requested.lines && linesFrom(requested.lines, invoice.lineItems, facts, problems),
      invoice.lineItems,
    ),
    additionalSalesTaxes: updatedList(
      requested.taxes && taxesFrom(requested.taxes, invoice.additionalSalesTaxes, facts, problems),
      invoice.additionalSalesTaxes,
    ),
    additionalDiscount: updatedValue(requested.additionalDiscount, invoice.additionalDiscount),
    tips: updatedValue(requested.tips, invoice.tips),
    tipsAccountId:
      requested.tipsAccount === undefined
        ? invoice.tipsAccountId
        : resolveAccount(requested.tipsAccount, 'tips_account', books, problems),
    ...updatedHead(invoice, requested, facts, problems),
  }
  refuseImpossible(after, problems)
  refuseEarlyDates(invoice, after, requested, facts, problems)
  problems.throwIfAny()
  if (documentDate.getTime() !== invoice.documentDate.getTime())
    requireOpenFor(entriesOfInvoice(after, receivableAccounts(books)), books, 'sent_at')
  return isDeepStrictEqual(after, invoice) ? invoice : { ...after, version: invoice.version + 1, updatedAt: now }
}

const linesFrom = (
  requested: NonNullable<RequestedUpdate['lines']>,
  existing: readonly InvoiceLineItem[],
  resolving: Resolving,
  problems: Problems,
): InvoiceLineItem[] =>
  replacing(requested, existing, { document: 'invoice', part: 'line item' }, problems, ({ id: _id, ...line }, before) =>
    lineItemFrom(line, before, resolving, problems),
  )

/** The customer cannot change while payments or refunds of theirs are on the invoice. */
function customerOf(
  { contactId, paid, refunded }: Invoice,
  { customer: named }: RequestedUpdate,
  { customer }: UpdateFacts,
  problems: Problems,
): string {
  if (!customer || customer.id === contactId) return contactId
  if (paid.length + refunded.length > 0)
    problems.add(
      'InvoiceHasPayments',
      'Payments or refunds of its customer are on the invoice: it stays the invoice of that customer until they are taken back.',
      {
        field: named?.customer_id === undefined ? 'customer_external_id' : 'customer_id',
        value: customer.id,
        payment_ids: [...new Set(paid.map(({ paymentId }) => paymentId))],
      },
    )
  return customer.id
}

/** What was paid, written off and refunded stays: NegativeTotal, AmountOutOfRange, OverAllocated, OverRefunded. */
export function refuseImpossible(after: Invoice, problems: Problems): void {
  collectProblems(problems, () => {
    requireSoundAmounts(after)
    requireSettledStays(after)
  })
  refuseLessThanRefunded(after, problems)
}

/** @throws OverAllocated */
function requireSettledStays(invoice: Invoice): void {
  const { totalAmount, paidAmount, writtenOffAmount } = amountsOf(invoice)
  if (paidAmount + writtenOffAmount <= totalAmount) return
  throw refused(
    'OverAllocated',
    `${paidAmount} of the invoice was paid and ${writtenOffAmount} written off; it would come to ${totalAmount} only. Undo write-offs or take payments back first.`,
    {
      field: 'line_items',
      value: totalAmount,
      paid_amount: paidAmount,
      written_off_amount: writtenOffAmount,
      payment_ids: [...new Set(standingPaid(invoice).map(({ paymentId }) => paymentId))],
      write_off_ids: liveWriteOffs(invoice).map(({ id }) => id),
    },
  )
}

/** A line item that refunds hang on stays, and comes to what they give back of it. */
function refuseLessThanRefunded(invoice: Invoice, problems: Problems): void {
  const places = new Map(invoice.lineItems.map((line, index) => [line.id, index]))
  for (const [lineItemId, parts] of Map.groupBy(invoice.refunded, (part) => part.lineItemId)) {
    if (lineItemId === null) continue
    const place = places.get(lineItemId)
    const line = place === undefined ? undefined : invoice.lineItems[place]
    const refundedAmount = sumOf(parts.map(({ amount }) => amount))
    const worth = line ? lineAmounts(line).totalAmount : 0
    if (line && worth >= refundedAmount) continue
    problems.add(
      'OverRefunded',
      line
        ? `Refunds of ${refundedAmount} hang on the line item ${lineItemId}, which would come to ${worth} only. Change them first.`
        : `Refunds of ${refundedAmount} hang on the line item ${lineItemId}: it stays until they are changed. Name it by its id.`,
      {
        field: place === undefined ? 'line_items' : `line_items.${place}`,
        value: line ? worth : lineItemId,
        refunded_amount: refundedAmount,
      },
    )
  }
}

/** It is due, and its write-offs are, on the day it is sent or later. What stays as it was is passed by. */
function refuseEarlyDates(
  before: Invoice,
  after: Invoice,
  requested: RequestedUpdate,
  { timeZone }: UpdateFacts,
  problems: Problems,
): void {
  const isMoved = after.documentDate.getTime() !== before.documentDate.getTime()
  if (isMoved || after.dueAt?.getTime() !== before.dueAt?.getTime())
    refuseEarlyDueDate(after, { what: INVOICE_SENT, field: requested.dueAt ? 'due_at' : 'sent_at' }, timeZone, problems)
  for (const { id, writeOffAt: at } of isMoved ? liveWriteOffs(after) : []) {
    const what = `The write-off ${id} is not before its invoice, which would be sent`
    refuseEarlier({ at, field: 'sent_at' }, { at: after.documentDate, what }, timeZone, problems)
  }
}
