/** What customers get back: refunds of whatever there is, changed, and paid out. */
import { randomUUID } from 'node:crypto'
import { AFTERWARDS, at, become, find, maybeNamed, sum, type Action, type Ending } from './action.ts'
import {
  creditLeftOf,
  creditOf,
  paidOf,
  paidOutOf,
  refundedOf,
  type Model,
  type Refund,
  type RefundPayment,
} from './customer.ts'

export type RefundCommand =
  | {
      type: 'refund'
      on: 'invoice' | 'line' | 'payment' | 'customer' | 'credit'
      document: number
      amount: number
      isNamed: boolean
      method: string | null
    }
  | { type: 'reissue'; refund: number; amount: number }
  | { type: 'pay out refund'; refund: number; amount: number; method: string }

const FEE = 2

/** What a processor takes for it. */
const feeOf = (method: string): number => (method === 'CREDIT_CARD' ? FEE : 0)

const inputOf = ({ externalId, amount, fee, method }: RefundPayment) => ({
  external_id: externalId,
  refunded_amount: amount,
  refund_processing_fee: fee,
  method,
  completed_at: AFTERWARDS,
})

const newPayment = (amount: number, method: string): RefundPayment => ({
  externalId: randomUUID(),
  amount,
  fee: feeOf(method),
  method,
  isInPayout: false,
})

type HangsOn = Pick<Refund, 'invoiceId' | 'paymentId' | 'lineId' | 'isOfCredit'>

/** What is refundable of an invoice. */
const leftOf = (model: Model, invoiceId: string): number => {
  const invoice = find(model.invoices, invoiceId)
  return paidOf(model, invoice) - refundedOf(model, invoice)
}

/** How much of a refund is out of the customer's credit: of a payment what is the credit goes first. */
function divided(model: Model, { isOfCredit, paymentId }: HangsOn, amount: number): { ofCredit: number; left: number } {
  if (isOfCredit) return { ofCredit: amount, left: amount }
  if (paymentId === null) return { ofCredit: 0, left: amount }
  const payment = find(model.payments, paymentId)
  const ofInvoice = sum(
    payment.parts.map((part) => {
      if (find(model.invoices, part.invoiceId).isVoided) return 0
      const throughIt = model.refunds.map((one) => (one.paymentId === paymentId ? one.amount - one.ofCredit : 0))
      return Math.min(part.amount - part.returned - sum(throughIt), leftOf(model, part.invoiceId))
    }),
  )
  const creditLeft = creditLeftOf(model, payment)
  const first = Math.max(0, Math.min(amount, creditLeft, creditOf(model)))
  return { ofCredit: amount - Math.min(amount - first, ofInvoice), left: creditLeft + ofInvoice }
}

/** What is refundable of an invoice or a payment is what was paid less what was refunded of either; of the credit all of it. */
function endingOf(model: Model, hangsOn: HangsOn, amount: number): Ending {
  const { invoiceId, paymentId, lineId } = hangsOn
  if (paymentId !== null && find(model.payments, paymentId).isDeleted) return 'DocumentDeleted'
  const { ofCredit, left } = divided(model, hangsOn, amount)
  if (left === 0 && paymentId !== null && find(model.payments, paymentId).back) return 'PaymentReturned'
  if (amount > left) return 'OverRefunded'
  // Without the refund that is changed, what it gave as store credit and was spent is missing: no matter where none is taken.
  if (ofCredit > 0 && ofCredit > creditOf(model)) return 'OverAllocated'
  if (invoiceId === null || paymentId !== null) return 'done'
  const invoice = find(model.invoices, invoiceId)
  // An update took the line away.
  if (lineId !== null && lineId !== invoice.lineId) return 'InvalidPayload'
  if (invoice.isVoided) return 'InvoiceVoided'
  return amount > leftOf(model, invoiceId) ? 'OverRefunded' : 'done'
}

/** What it refers to; payments are those that one invoice got at most. */
function hanging(model: Model, on: Extract<RefundCommand, { type: 'refund' }>['on'], place: number) {
  const none = { invoiceId: null, paymentId: null, lineId: null, isOfCredit: false }
  const customer_id = model.contactId
  if (on === 'customer') return { ...none, name: { customer_id } }
  if (on === 'credit') return { ...none, isOfCredit: true, name: { customer_id, source: 'CREDIT_BALANCE' } }
  if (on === 'payment') {
    const payment = at(
      model.payments.filter(({ parts }) => parts.length <= 1),
      place,
    )
    if (!payment) return undefined
    const invoiceId = payment.parts[0]?.invoiceId ?? null
    return { ...none, invoiceId, paymentId: payment.id, name: { invoice_payment_id: payment.id } }
  }
  const invoice = at(on === 'line' ? model.invoices.filter(({ lineId }) => lineId !== null) : model.invoices, place)
  if (!invoice) return undefined
  if (on === 'invoice') return { ...none, invoiceId: invoice.id, name: { invoice_id: invoice.id } }
  return { ...none, invoiceId: invoice.id, lineId: invoice.lineId, name: { invoice_line_item_id: invoice.lineId } }
}

export function refund(model: Model, command: Extract<RefundCommand, { type: 'refund' }>): Action<Model> | undefined {
  const { on, amount, method } = command
  const found = hanging(model, on, command.document)
  if (!found) return undefined
  const { name, ...hangsOn } = found
  // They have it already.
  if (on === 'credit' && method === 'STORE_CREDIT') return undefined
  const paidOut = method === null ? [] : [newPayment(amount, method)]
  const common = { ...maybeNamed(command.isNamed), completed_at: AFTERWARDS }
  const allocations = [{ ...name, total_amount: amount }]
  const isOfInvoice = on === 'invoice' && method === null
  return {
    operation: isOfInvoice ? 'refundInvoice' : 'createRefund',
    isNew: on === 'credit' || on === 'payment',
    call: isOfInvoice
      ? { path: { invoiceId: hangsOn.invoiceId ?? '' }, body: { ...common, refunded_amount: amount } }
      : { body: { ...common, allocations, payments: paidOut.map(inputOf) } },
    ending: (now) => endingOf(now, hangsOn, amount),
    apply: (now, [made]) => {
      const { ofCredit } = divided(now, hangsOn, amount)
      now.refunds.push({ id: made?.id ?? '', amount, ofCredit, ...hangsOn, paidOut: [...paidOut] })
    },
  }
}

/** With another amount, where it refers to an invoice as a whole. */
function reissue({ id, invoiceId, paymentId, lineId, isOfCredit }: Refund, amount: number): Action<Model> | undefined {
  if (invoiceId === null || paymentId !== null || lineId !== null) return undefined
  const allocations = [{ invoice_id: invoiceId, total_amount: amount }]
  return {
    operation: 'updateRefund',
    call: { path: { refundId: id }, body: { allocations } },
    ending: (model) => {
      const others = { ...model, refunds: model.refunds.filter((one) => one.id !== id) }
      const ending = endingOf(others, { invoiceId, paymentId, lineId, isOfCredit }, amount)
      return ending === 'done' && amount < paidOutOf(find(model.refunds, id)) ? 'OverRefunded' : ending
    },
    apply: ({ refunds }) => become(refunds, id, (one) => (one.amount = amount)),
  }
}

/** Its payments are these and one more. Payments that another request added since are removed. */
function payOut({ id, paidOut }: Refund, amount: number, method: string): Action<Model> {
  const payments = [...paidOut, newPayment(amount, method)]
  const apply = ({ refunds }: Model): void =>
    become(refunds, id, (one) => {
      const isInPayout = new Map(one.paidOut.map((existing) => [existing.externalId, existing.isInPayout]))
      one.paidOut = payments.map((requested) => ({
        ...requested,
        isInPayout: isInPayout.get(requested.externalId) ?? false,
      }))
    })
  return {
    operation: 'updateRefund',
    call: { path: { refundId: id }, body: { payments: payments.map(inputOf) } },
    ending: (model) => {
      if (paidOutOf({ paidOut: payments }) > find(model.refunds, id).amount) return 'OverRefunded'
      const after = structuredClone(model)
      apply(after)
      // What was store credit may be spent.
      return creditOf(after) < 0 ? 'OverAllocated' : 'done'
    },
    apply,
  }
}

export function ofRefund(model: Model, command: Exclude<RefundCommand, { type: 'refund' }>): Action<Model> | undefined {
  const requested = at(model.refunds, command.refund)
  if (!requested) return undefined
  if (requested.isOfCredit && 'method' in command && command.method === 'STORE_CREDIT') return undefined
  return command.type === 'reissue'
    ? reissue(requested, command.amount)
    : payOut(requested, command.amount, command.method)
}
