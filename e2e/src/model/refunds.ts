/** What customers get back: refunds of whatever there is, changed, and paid out. */
import { randomUUID } from 'node:crypto'
import { at, become, find, maybeNamed, sum, timeOf, type Action, type Ending } from './action.ts'
import { creditOf, paidOf, paidOutOf, refundedOf, type Model, type Refund, type RefundPayment } from './customer.ts'

export type RefundCommand =
  | {
      type: 'refund'
      on: 'invoice' | 'line' | 'payment' | 'customer'
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
  completed_at: timeOf(31),
})

const newPayment = (amount: number, method: string): RefundPayment => ({
  externalId: randomUUID(),
  amount,
  fee: feeOf(method),
  method,
  isInPayout: false,
})

/** What is refundable of an invoice or a payment: the payment less what was refunded of either. */
function endingOf(
  model: Model,
  { invoiceId, paymentId, lineId }: Pick<Refund, 'invoiceId' | 'paymentId' | 'lineId'>,
  amount: number,
): Ending {
  if (invoiceId === null) return 'done'
  const invoice = find(model.invoices, invoiceId)
  // An update took the line away.
  if (lineId !== null && lineId !== invoice.lineId) return 'InvalidPayload'
  if (invoice.isVoided) return 'InvoiceVoided'
  const payment = paymentId === null ? undefined : find(model.payments, paymentId)
  const throughIt = sum(model.refunds.filter((one) => one.paymentId === paymentId).map((one) => one.amount))
  const left = Math.min(
    paidOf(model, invoice) - refundedOf(model, invoice),
    payment ? payment.amount - throughIt : Infinity,
  )
  return amount > left ? 'OverRefunded' : 'done'
}

/** What it refers to; payments are those that one invoice got as a whole. */
function hanging(model: Model, on: Extract<RefundCommand, { type: 'refund' }>['on'], place: number) {
  const none = { invoiceId: null, paymentId: null, lineId: null }
  if (on === 'customer') return { ...none, name: { customer_id: model.contactId } }
  if (on === 'payment') {
    const whole = model.payments.filter(({ parts, amount }) => parts.length === 1 && parts[0]?.amount === amount)
    const payment = at(whole, place)
    const invoiceId = payment?.parts[0]?.invoiceId
    if (!payment || invoiceId === undefined || find(model.invoices, invoiceId).isVoided) return undefined
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
  const paidOut = method === null ? [] : [newPayment(amount, method)]
  const common = { ...maybeNamed(command.isNamed), completed_at: timeOf(31) }
  const allocations = [{ ...name, total_amount: amount }]
  const isOfInvoice = on === 'invoice' && method === null
  return {
    operation: isOfInvoice ? 'refundInvoice' : 'createRefund',
    call: isOfInvoice
      ? { path: { invoiceId: hangsOn.invoiceId ?? '' }, body: { ...common, refunded_amount: amount } }
      : { body: { ...common, allocations, payments: paidOut.map(inputOf) } },
    ending: (now) => endingOf(now, hangsOn, amount),
    apply: ({ refunds }, [made]) => refunds.push({ id: made?.id ?? '', amount, ...hangsOn, paidOut: [...paidOut] }),
  }
}

/** With another amount, where it refers to an invoice as a whole. */
function reissue({ id, invoiceId, paymentId, lineId }: Refund, amount: number): Action<Model> | undefined {
  if (invoiceId === null || paymentId !== null || lineId !== null) return undefined
  const allocations = [{ invoice_id: invoiceId, total_amount: amount }]
  return {
    operation: 'updateRefund',
    call: { path: { refundId: id }, body: { allocations } },
    ending: (model) => {
      const others = { ...model, refunds: model.refunds.filter((one) => one.id !== id) }
      const ending = endingOf(others, { invoiceId, paymentId, lineId }, amount)
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
  return command.type === 'reissue'
    ? reissue(requested, command.amount)
    : payOut(requested, command.amount, command.method)
}
