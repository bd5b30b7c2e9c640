/** What a customer has with a business, and what follows from it. */
import { find, sum, type Contact } from './action.ts'
import type { Tags } from './tags.ts'

export type Invoice = {
  id: string
  total: number
  /** Of an invoice that is one line and nothing else: what is of the line is of the invoice. */
  lineId: string | null
  isVoided: boolean
  writeOffs: { id: string; amount: number; isUndone: boolean }[]
}
export type Payment = {
  id: string
  amount: number
  fee: number
  isOfCredit: boolean
  /** `returned` is what of it came back. */
  parts: { invoiceId: string; amount: number; returned: number }[]
  isInPayout: boolean
  isDeleted: boolean
  back: PaymentReturn | null
}
export type PaymentReturn = { id: string; amount: number; rest: number; fee: number; isInPayout: boolean }
export type RefundPayment = { externalId: string; amount: number; fee: number; method: string; isInPayout: boolean }
export type Refund = {
  id: string
  amount: number
  /** What of it is out of the customer's credit. */
  ofCredit: number
  /** Whether it refers to the credit itself. */
  isOfCredit: boolean
  /** Null for what refers to the customer alone, and to a payment that no invoice got. */
  invoiceId: string | null
  paymentId: string | null
  lineId: string | null
  paidOut: RefundPayment[]
}
export type Payout = { id: string; amount: number; fee: number; memberIds: readonly string[]; isDeleted: boolean }
export type Model = Contact & {
  invoices: Invoice[]
  payments: Payment[]
  refunds: Refund[]
  payouts: Payout[]
  tags: Tags
}

const isVoided = ({ invoices }: Model, id: string): boolean => find(invoices, id).isVoided

export const live = <One extends { isDeleted: boolean }>(all: readonly One[]): One[] =>
  all.filter((one) => !one.isDeleted)

const standingOf = ({ amount, returned }: Payment['parts'][number]): number => amount - returned

/** What payments left of it, also where it is void. */
export const gotFor = ({ payments }: Model, { id }: Invoice): number =>
  sum(live(payments).flatMap(({ parts }) => parts.map((part) => (part.invoiceId === id ? standingOf(part) : 0))))

export const paidOf = (model: Model, invoice: Invoice): number => (invoice.isVoided ? 0 : gotFor(model, invoice))

export const refundedOf = ({ refunds }: Model, { id }: Invoice): number =>
  sum(refunds.map(({ invoiceId, amount, ofCredit }) => (invoiceId === id ? amount - ofCredit : 0)))

export const writtenOffOf = ({ writeOffs }: Invoice): number =>
  sum(writeOffs.map(({ amount, isUndone }) => (isUndone ? 0 : amount)))

export const outstandingOf = (model: Model, invoice: Invoice): number =>
  invoice.isVoided ? 0 : invoice.total - paidOf(model, invoice) - writtenOffOf(invoice)

/** What is paid out of a refund. */
export const paidOutOf = ({ paidOut }: Pick<Refund, 'paidOut'>): number => sum(paidOut.map(({ amount }) => amount))

/** By docs/POSTING-RULES.md, "Statuses": the first that applies. */
export function statusOf(model: Model, invoice: Invoice): string {
  const [paid, writtenOff] = [paidOf(model, invoice), writtenOffOf(invoice)]
  const isSettled = outstandingOf(model, invoice) === 0
  if (invoice.isVoided) return 'VOIDED'
  if (isSettled && paid > 0 && refundedOf(model, invoice) === paid) return 'REFUNDED'
  if (isSettled) return writtenOff > 0 ? 'WRITTEN_OFF' : 'PAID'
  if (writtenOff > 0) return 'PARTIALLY_WRITTEN_OFF'
  return paid > 0 ? 'PARTIALLY_PAID' : 'SENT'
}

/** What of a refund is out of the credit: what is refunded of a void invoice is, too. */
export const takenBy = (model: Model, { invoiceId, amount, ofCredit }: Refund): number =>
  invoiceId !== null && isVoided(model, invoiceId) ? amount : ofCredit

/** What of a payment no invoice has got, and did not come back. */
const ofNoInvoice = (model: Model, { amount, parts, back }: Payment): number =>
  sum([
    amount - (back?.rest ?? 0),
    ...parts.map((part) => (isVoided(model, part.invoiceId) ? -part.returned : -part.amount)),
  ])

/** Of a payment what is the customer's credit, less what was refunded of that. */
export const creditLeftOf = (model: Model, payment: Payment): number =>
  sum([
    ofNoInvoice(model, payment),
    ...model.refunds.map((one) => (one.paymentId === payment.id ? -takenBy(model, one) : 0)),
  ])

/** What the customer has: rests, payments of void invoices, store credit; less what was paid, refunded and returned of it. */
export function creditOf(model: Model): number {
  const got = live(model.payments).map((one) => ofNoInvoice(model, one) - (one.isOfCredit ? one.amount : 0))
  const stored = model.refunds.flatMap(({ paidOut }) => paidOut.filter(({ method }) => method === 'STORE_CREDIT'))
  const taken = model.refunds.map((one) => takenBy(model, one))
  return sum([...got, ...stored.map(({ amount }) => amount), ...taken.map((amount) => -amount)])
}
