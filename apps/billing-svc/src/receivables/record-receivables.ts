/**
 * The one way in which receivables are written: rows, what has to stand of them in the journal, the events that tell of them,
 * and the credits of their customers.
 */
import type { Tx } from '@pacioli/db'
import { stageEvents, type StagedEvent } from '@pacioli/events'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { AskAgain, type Books, type Source } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import { moveCredits } from '../contacts/customer-credit.store.ts'
import { receivableAccounts, type ReceivableAccounts } from './receivable-accounts.ts'
import { settleEntries, type Settling } from '../posting/settle-entries.ts'
import { insertInvoicePayments, isInvoicePaymentTaken, updateInvoicePayments } from './invoice-payment.store.ts'
import { invoicePaymentEvent } from './invoice-payment.events.ts'
import { insertInvoices, isInvoiceTaken, isWriteOffTaken, updateInvoices } from './invoice.store.ts'
import { invoiceEvent } from './invoice.events.ts'
import type { InvoiceChange } from './invoice.ts'
import type { InvoicePaymentChange } from './invoice-payment.ts'
import { payoutEvent } from './payout.events.ts'
import { insertPayouts, isPayoutTaken, lockPayouts, updatePayouts } from './payout.store.ts'
import type { PayoutChange } from './payout.ts'
import { refundEvent, refundPaymentEvent } from './refund.events.ts'
import { insertRefunds, isRefundPaymentTaken, isRefundTaken, updateRefunds } from './refund.store.ts'
import type { RefundChange, RefundPayment } from './refund.ts'
import { creditDeltas } from './credit-deltas.ts'
import { payoutsThatFollow, settlingOf } from './settling.ts'

/** What a request makes of receivables. Those whose version stays are left alone. */
export type ReceivablesChange = {
  invoices: readonly InvoiceChange[]
  payments: readonly InvoicePaymentChange[]
  refunds: readonly RefundChange[]
  payouts: readonly PayoutChange[]
}

export const NO_CHANGE: ReceivablesChange = { invoices: [], payments: [], refunds: [], payouts: [] }

export type Recording = {
  /** For what takes documents back: it must be possible behind a failed posting too. */
  isBehindFailed?: boolean
  /** Where the request has what posts as this source. */
  fieldOf?: (source: Source) => string | undefined
  /** Where the request spends or gives a customer's credit. */
  creditFieldOf?: (customerId: string) => string
}

type Versioned = { version: number }

const isReal = ({ before, after }: { before: Versioned | null; after: Versioned }): boolean =>
  before?.version !== after.version

const newOnes = <Document>(changes: readonly { before: Document | null; after: Document }[]): Document[] =>
  changes.flatMap(({ before, after }) => (before === null ? [after] : []))

const changedOnes = <Document>(
  changes: readonly { before: Document | null; after: Document }[],
): { before: Document; after: Document }[] =>
  changes.flatMap(({ before, after }) => (before === null ? [] : [{ before, after }]))

/**
 * Writes what has changed. Who calls holds it all, in the order customers, invoices, payments, refunds, payouts; credits come
 * last. Answers the sources whose postings are to be delivered.
 * @throws PostingFailed, PayloadTooLarge, AmountOutOfRange, AccountArchived, TagValueArchived, BalancingTagViolation,
 *   OverAllocated where a customer has less credit than is spent; AskAgain, also where another request has made something of
 *   the same external_id meanwhile
 */
export async function recordReceivables(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  wanted: Partial<ReceivablesChange>,
  { isBehindFailed = false, fieldOf = () => undefined, creditFieldOf }: Recording = {},
): Promise<Source[]> {
  const given = { ...NO_CHANGE, ...wanted }
  const wished: ReceivablesChange = {
    invoices: given.invoices.filter(isReal),
    payments: given.payments.filter(isReal),
    refunds: given.refunds.filter(isReal),
    payouts: given.payouts.filter(isReal),
  }
  await write(tx, business.id, wished)
  const following = await changeFollowingPayouts(tx, business.id, wished, billing.now())
  const change = { ...wished, payouts: [...wished.payouts, ...following] }
  const accounts = (): ReceivableAccounts => receivableAccounts(books)
  const settling = settlingOf(change, accounts).map((one): Settling => {
    const field = fieldOf(one.source)
    return field === undefined ? one : { ...one, field }
  })
  const tenant = { clientId: business.clientId, businessId: business.id }
  const sources = await settleEntries(tx, billing, tenant, books, settling, { isBehindFailed })
  await stageEvents(tx, eventsOf(change, billing))
  await moveCredits(tx, business.id, creditDeltas(change), creditFieldOf)
  tx.afterCommit(billing.notify)
  return sources
}

/** Payouts come before their members, which name them; refunds last, since they name all others. */
async function write(tx: Tx, businessId: string, { invoices, payments, refunds, payouts }: ReceivablesChange) {
  try {
    await insertInvoices(tx, businessId, newOnes(invoices))
    await updateInvoices(tx, businessId, changedOnes(invoices))
    await insertPayouts(tx, businessId, newOnes(payouts))
    await updatePayouts(tx, businessId, changedOnes(payouts))
    await insertInvoicePayments(tx, businessId, newOnes(payments))
    await updateInvoicePayments(tx, businessId, changedOnes(payments))
    await insertRefunds(tx, businessId, newOnes(refunds))
    await updateRefunds(tx, businessId, changedOnes(refunds))
  } catch (error) {
    const isTaken = [
      isInvoiceTaken,
      isWriteOffTaken,
      isPayoutTaken,
      isInvoicePaymentTaken,
      isRefundTaken,
      isRefundPaymentTaken,
    ]
    throw isTaken.some((is) => is(error)) ? new AskAgain() : error
  }
}

/**
 * What payouts have deposited stands under the tags of their members, and others are told of it: payouts follow them. They are
 * held from here on, so that of two members that change at once the later one sees what the other has become.
 */
async function changeFollowingPayouts(
  tx: Tx,
  businessId: string,
  change: ReceivablesChange,
  now: Date,
): Promise<PayoutChange[]> {
  const told = new Set(change.payouts.map(({ after }) => after.id))
  const ids = payoutsThatFollow(change).filter((id) => !told.has(id))
  const held = await lockPayouts(tx, businessId, ids)
  const changes = [...held.values()].map((before) => ({
    before,
    after: { ...before, version: before.version + 1, updatedAt: now },
  }))
  await updatePayouts(tx, businessId, changes)
  return changes
}

function eventsOf(change: ReceivablesChange, { newId, now }: Pick<Billing, 'newId' | 'now'>): StagedEvent[] {
  const time = now()
  const happened = (before: unknown) => (before === null ? 'created' : 'changed')
  return [
    ...change.invoices.map(({ before, after }) =>
      invoiceEvent(after, isVoided({ before, after }) ? 'voided' : happened(before), newId(), time),
    ),
    ...change.payments.map(({ before, after }) => invoicePaymentEvent(after, happened(before), newId(), time)),
    ...change.refunds.flatMap(({ before, after }) => [
      refundEvent(after, happened(before), newId(), time),
      ...changedRefundPayments({ before, after }).map(({ earlier, payment }) =>
        refundPaymentEvent(payment, after, refundPaymentHappened(earlier, payment), newId(), time),
      ),
    ]),
    ...change.payouts.map(({ before, after }) => payoutEvent(after, happened(before), newId(), time)),
  ]
}

/** One that is made void says that it was created. */
const isVoided = ({ before, after }: InvoiceChange): boolean =>
  before !== null && before.voidedAt === null && after.voidedAt !== null

const changedRefundPayments = ({ before, after }: RefundChange) => {
  const known = new Map((before?.payments ?? []).map((payment) => [payment.id, payment]))
  return after.payments
    .map((payment) => ({ payment, earlier: known.get(payment.id) }))
    .filter(({ payment, earlier }) => earlier?.version !== payment.version)
}

function refundPaymentHappened(earlier: RefundPayment | undefined, payment: RefundPayment) {
  if (!earlier) return 'created'
  return earlier.deletedAt === null && payment.deletedAt !== null ? 'deleted' : 'changed'
}
