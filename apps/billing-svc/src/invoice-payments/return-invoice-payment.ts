import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { InvoicePaymentAnswer, ReturnInvoicePaymentRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument, factsOf, type Facts } from '../document-writes/create-document.ts'
import { inNextVersion } from '../document-writes/document-changes.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { refuseEarlier } from '../documents/day-order.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { returnOf, type InvoicePayment } from '../receivables/invoice-payment.ts'
import { prefetchReposted } from '../receivables/prefetch-documents.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { followedByInvoices, withReturn } from '../receivables/return-of-payment.ts'
import { askedIfNamed } from '../requests/asked.ts'
import { refuseOtherThan } from '../requests/repeats.ts'
import { readRequest } from '../requests/request-reader.ts'
import { withSpenders } from './credit-spenders.ts'
import { lockWithInvoices } from './lock-with-invoices.ts'
import { findRefundsAgainst, loadLeftOfVoided } from './refunds-of-payment.store.ts'

type RequestedReturn = ReturnType<typeof requestedReturn>

/**
 * Takes back what is not refunded of a payment that bounced or was charged back, from the day when that happened. Repeatable.
 * @throws InvalidPayload, InvoicePaymentNotFound, NotReturnable, PaymentReturned, PaymentHasRefunds, ExternalIdReused,
 *   DuplicateExternalId, AccountArchived, TagValueArchived, PeriodClosed, DatedTooEarly, OverAllocated where the credit that it left is spent, naming what
 *   spent it, and what `alterDocument` and `recordReceivables` throw
 */
export function returnInvoicePayment(
  billing: Billing,
  request: BusinessWrite,
  input: ReturnInvoicePaymentRequest__Output,
): Promise<InvoicePaymentAnswer> {
  const id = input.payment_id.toLowerCase()
  const requested = requestedReturn(input)
  return alterDocument(billing, request, {
    kind: INVOICE_PAYMENTS,
    prefetch: async (tx, asking) => {
      const payment = await requireDocument(tx, INVOICE_PAYMENTS, id)
      if (await isRepeat(tx, payment, requested)) return
      requireReturnable(payment)
      prefetchReceivableAccounts(asking)
      await prefetchReposted(tx, asking, { payments: { documents: [payment], fields: 'paymentId' } })
    },
    alter: async (deciding) => {
      const { tx } = deciding
      const { invoices, payment: before } = await lockWithInvoices(tx, id)
      if (await isRepeat(tx, before, requested)) return { after: before, sources: [] }
      requireReturnable(before)
      const facts = factsOf(deciding)
      requireSoundDate(before, requested, facts)
      const { now } = facts
      const made = { ...requested, ...newReturn(before, facts) }
      const returnable = {
        invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
        leftOfVoided: await loadLeftOfVoided(tx, before),
      }
      const returned = withReturn(before, returnable, made)
      if (returned === null) throw nothingLeft(before, await findRefundsAgainst(tx, before))
      const payment = inNextVersion(before, returned, now)
      const owed = followedByInvoices(invoices, payment.after, now)
      const recording = recordReceivables(
        deciding,
        { invoices: owed, payments: [payment] },
        { creditFieldOf: () => 'paymentId' },
      )
      const sources = await recording.catch(async (error: unknown) => {
        throw await withSpenders(tx, before, error)
      })
      return { after: payment.after, sources }
    },
  })
}

/** @throws InvalidPayload; every problem at once */
const requestedReturn = (input: ReturnInvoicePaymentRequest__Output) =>
  readRequest(input, (read) => ({
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    returnedAt: read.instant('returned_at') ?? new Date(0),
    fee: read.amount('fee', 0) ?? 0,
    reason: input.reason ?? null,
  }))

const newReturn = ({ id: paymentId }: InvoicePayment, { newId, now }: Facts) => ({
  id: newId(),
  paymentId,
  payoutId: null,
  version: 1,
  importedAt: now,
  updatedAt: now,
  deletedAt: null,
})

/**
 * Whether this return is recorded already.
 * @throws DuplicateExternalId where another payment has it; ExternalIdReused, PaymentReturned where it is another return
 */
async function isRepeat(tx: Tx, payment: InvoicePayment, requested: RequestedReturn): Promise<boolean> {
  const { externalId, returnedAt, fee, reason } = requested
  const names = externalId === null ? [] : [externalId]
  const named = (await findIdsByExternalId(tx, 'invoice_payment_returns', names)).get(externalId ?? '')
  const back = returnOf(payment)
  if (named !== undefined && named !== back?.id)
    throw refused('DuplicateExternalId', `The return of another payment has the external_id ${externalId}.`, {
      field: 'external_id',
      value: externalId,
    })
  if (named !== undefined) await refuseOtherThan(tx, 'invoice_payment_returns', named, requested)
  if (back === null) return false
  const isSame = back.returnedAt.getTime() === returnedAt.getTime() && back.fee === fee && back.reason === reason
  if (named !== undefined || (externalId === null && isSame)) return true
  throw refused(
    'PaymentReturned',
    `The payment ${payment.id} was returned at ${back.returnedAt.toISOString()} already. To record it otherwise, undo that first.`,
    { field: 'paymentId', value: payment.id, return_id: back.id },
  )
}

/** @throws NotReturnable */
function requireReturnable({ id, method, deletedAt }: InvoicePayment): void {
  if (deletedAt !== null)
    throw refused('NotReturnable', `The payment ${id} was deleted at ${deletedAt.toISOString()}: it never was.`, {
      field: 'paymentId',
      value: id,
    })
  if (method === 'CREDIT_BALANCE')
    throw refused(
      'NotReturnable',
      `The payment ${id} was made out of the customer’s credit: no money came, and none can come back. Delete it instead.`,
      { field: 'paymentId', value: id },
    )
}

/** @throws PeriodClosed, DatedTooEarly; both at once */
function requireSoundDate(payment: InvoicePayment, { returnedAt }: RequestedReturn, { books, timeZone }: Facts): void {
  const problems = new Problems()
  collectProblems(problems, () => books.requireOpenAt(returnedAt, 'returned_at'))
  const paid = { at: payment.paidAt, what: `The payment ${payment.id} was made` }
  refuseEarlier({ at: returnedAt, field: 'returned_at' }, paid, timeZone, problems)
  problems.throwIfAny()
}

function nothingLeft({ id }: InvoicePayment, refundIds: readonly string[]) {
  return refused(
    'PaymentHasRefunds',
    `All that was paid by the payment ${id} is refunded: nothing is left that could come back. Take these refunds back first: ${refundIds.join(', ')}.`,
    { field: 'paymentId', value: id, refund_ids: refundIds },
  )
}
