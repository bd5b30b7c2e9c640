/** What customers pay, and what processors pay out of it. */
import { AFTERWARDS, at, become, find, maybeNamed, sum, timeOf, type Action } from './action.ts'
import {
  creditOf,
  gotFor,
  outstandingOf,
  paidOf,
  refundedOf,
  type Invoice,
  type Model,
  type Payment,
  type Payout,
} from './customer.ts'
import { refusalOf } from './invoices.ts'

export type PayCommand = {
  type: 'pay'
  invoice: number
  amount: number
  method: string
  day: number
  isNamed: boolean
}
export type PayManyCommand = {
  type: 'pay many'
  parts: { invoice: number; amount: number }[]
  rest: number
  method: string
  day: number
}
export type ReturnCommand = { type: 'return'; payment: number; fee: number } | { type: 'undo return'; payment: number }
export type PayOutCommand = { type: 'pay out'; fee: number; isOff: boolean }
export type DeleteCommand = { type: 'delete payment'; payment: number } | { type: 'delete payout'; payout: number }

export const CREDIT = 'CREDIT_BALANCE'
const FEE = 3

const feeOf = (by: string, whole: number): number => (by === 'CREDIT_CARD' ? Math.min(FEE, whole) : 0)

/** Notes a payment over these invoices. */
const paid =
  (by: string, whole: number, parts: readonly { invoiceId: string; amount: number }[]): Action<Model>['apply'] =>
  ({ payments }, [made]) =>
    payments.push({
      id: made?.id ?? '',
      amount: whole,
      fee: feeOf(by, whole),
      isOfCredit: by === CREDIT,
      parts: parts.map((part) => ({ ...part, returned: 0 })),
      isInPayout: false,
      isDeleted: false,
      back: null,
    })

const paymentInput = (by: string, whole: number, day: number) => ({
  method: by,
  paid_at: by === CREDIT ? AFTERWARDS : timeOf(day),
  amount: whole,
  ...(by === 'CREDIT_CARD' ? { fee: feeOf(by, whole) } : {}),
})

export const pay = ({ id }: Invoice, command: PayCommand): Action<Model> => ({
  operation: 'payInvoice',
  call: {
    path: { invoiceId: id },
    body: { ...maybeNamed(command.isNamed), ...paymentInput(command.method, command.amount, command.day) },
  },
  ending: (model) => {
    const refusal = refusalOf(model, id, command.amount)
    const isBeyond = command.method === CREDIT && command.amount > creditOf(model)
    return refusal === 'done' && isBeyond ? 'OverAllocated' : refusal
  },
  apply: paid(command.method, command.amount, [{ invoiceId: id, amount: command.amount }]),
})

export function payMany(model: Model, { parts, rest, method: by, day }: PayManyCommand): Action<Model> | undefined {
  const requested = new Map(
    parts.flatMap((part): [string, number][] => {
      const invoice = at(model.invoices, part.invoice)
      return invoice ? [[invoice.id, part.amount]] : []
    }),
  )
  const whole = sum([...requested.values(), rest])
  if (whole === 0) return undefined
  const allocations = [...requested].map(([invoice_id, one]) => ({ invoice_id, amount: one }))
  return {
    operation: 'createInvoicePayment',
    call: { body: { ...paymentInput(by, whole, day), customer_id: model.contactId, allocations } },
    ending: (now) => [...requested].map(([id, one]) => refusalOf(now, id, one)).find((one) => one !== 'done') ?? 'done',
    apply: paid(
      by,
      whole,
      [...requested].map(([invoiceId, one]) => ({ invoiceId, amount: one })),
    ),
  }
}

/**
 * What is not refunded of each part, and of the rest, comes back. What was refunded of an invoice stays of it once that is
 * void; what was refunded of credit is of the rest first.
 */
function returning(model: Model, { id, amount, parts }: Payment): { rest: number; ofParts: number[] } {
  const throughIt = model.refunds.filter(({ paymentId }) => paymentId === id)
  let refunded = sum(throughIt.map(({ ofCredit }) => ofCredit))
  const creditOfIt = (got: number): number => {
    const kept = Math.min(got, refunded)
    refunded -= kept
    return got - kept
  }
  const rest = creditOfIt(amount - sum(parts.map((part) => part.amount)))
  const ofParts = parts.map((part) => {
    const invoice = find(model.invoices, part.invoiceId)
    const ofIt = sum(throughIt.flatMap((one) => (one.invoiceId === invoice.id ? one.amount - one.ofCredit : [])))
    const left = Math.max(0, gotFor(model, invoice) - refundedOf(model, invoice))
    return Math.min(invoice.isVoided ? creditOfIt(part.amount - ofIt) : part.amount - ofIt, left)
  })
  return { rest, ofParts }
}

const RETURNED_AT = '2026-03-02T12:00:00Z'

export function giveBack({ id }: Payment, fee: number): Action<Model> {
  const apply = (model: Model, returnId: string): void =>
    become(model.payments, id, (payment) => {
      if (payment.back) return
      const { rest, ofParts } = returning(model, payment)
      payment.parts.forEach((part, index) => (part.returned = ofParts[index] ?? 0))
      payment.back = { id: returnId, amount: sum([rest, ...ofParts]), rest, fee, isInPayout: false }
    })
  return {
    operation: 'returnInvoicePayment',
    call: { path: { paymentId: id }, body: { returned_at: RETURNED_AT, fee } },
    ending: (model) => {
      const payment = find(model.payments, id)
      if (payment.back) return payment.back.fee === fee ? 'done' : 'PaymentReturned'
      if (payment.isOfCredit || payment.isDeleted) return 'NotReturnable'
      const { rest, ofParts } = returning(model, payment)
      if (sum([rest, ...ofParts]) === 0) return 'PaymentHasRefunds'
      const after = structuredClone(model)
      apply(after, '')
      return creditOf(after) < 0 && creditOf(after) < creditOf(model) ? 'OverAllocated' : 'done'
    },
    apply: (model, [made]) => apply(model, (made?.['return'] as { id: string } | undefined)?.id ?? ''),
  }
}

export const undoReturn = ({ id }: Payment): Action<Model> => ({
  operation: 'undoInvoicePaymentReturn',
  call: { path: { paymentId: id } },
  ending: (model) => {
    const { back, parts } = find(model.payments, id)
    if (!back) return 'done'
    if (back.isInPayout) return 'DocumentMatched'
    const isBeyond = parts.some(({ invoiceId, returned }) => {
      const invoice = find(model.invoices, invoiceId)
      return !invoice.isVoided && returned > outstandingOf(model, invoice)
    })
    return isBeyond ? 'OverAllocated' : 'done'
  },
  apply: ({ payments }) =>
    become(payments, id, (payment) => {
      payment.back = null
      for (const part of payment.parts) part.returned = 0
    }),
})

/** All that moved money and is in no payout yet; off by one, it is refused. */
export function payOut(model: Model, { fee, isOff }: PayOutCommand): Action<Model> | undefined {
  const payments = model.payments.filter(
    ({ isOfCredit, isInPayout, isDeleted }) => !isOfCredit && !isInPayout && !isDeleted,
  )
  const refundPayments = model.refunds
    .flatMap(({ paidOut }) => paidOut)
    .filter((one) => one.method !== 'STORE_CREDIT' && !one.isInPayout)
  const returns = model.payments.flatMap(({ back }) => (back && !back.isInPayout ? back : []))
  if (payments.length + returns.length === 0) return undefined
  const whole = sum([
    ...payments.map((one) => one.amount - one.fee),
    ...returns.map((one) => -one.amount - one.fee),
    ...refundPayments.map((one) => -one.amount - one.fee),
    isOff ? 1 - fee : -fee,
  ])
  const ids = new Set([
    ...[...payments, ...returns].map(({ id }) => id),
    ...refundPayments.map(({ externalId }) => externalId),
  ])
  const returnsIn = (now: Model) => now.payments.flatMap(({ back }) => (back && ids.has(back.id) ? back : []))
  const membersIn = (now: Model) => [
    ...now.payments.filter(({ id }) => ids.has(id)),
    ...returnsIn(now),
    ...now.refunds.flatMap(({ paidOut }) => paidOut).filter(({ externalId }) => ids.has(externalId)),
  ]
  return {
    operation: 'createPayout',
    call: {
      body: {
        reference_number: model.contactId,
        completed_at: '2026-03-02T12:00:00Z',
        paid_out_amount: whole,
        fee,
        payments: payments.map(({ id }) => ({ id })),
        refund_payments: refundPayments.map(({ externalId }) => ({ external_id: externalId })),
        // Only this version knows them.
        ...(returns.length > 0 ? { payment_returns: returns.map(({ id }) => ({ id })) } : {}),
      },
    },
    ending: (now) => {
      const isUndone = returnsIn(now).length < returns.length
      const isGone = membersIn(now).some((one) => one.isInPayout || ('isDeleted' in one && one.isDeleted))
      if (isUndone || isGone) return 'NotPaidOut'
      return isOff ? 'PayoutUnbalanced' : 'done'
    },
    apply: (now, [made]) => {
      for (const member of membersIn(now)) member.isInPayout = true
      now.payouts.push({ id: made?.id ?? '', amount: whole, fee, memberIds: [...ids], isDeleted: false })
    },
  }
}

/** Whether what was refunded of an invoice would exceed what is paid of it. */
const isOverRefunded = (model: Model, { invoiceId }: Payment['parts'][number]): boolean => {
  const invoice = find(model.invoices, invoiceId)
  return !invoice.isVoided && refundedOf(model, invoice) > paidOf(model, invoice)
}

const removePayment = ({ id }: Payment): Action<Model> => {
  const apply = ({ payments }: Model): void => become(payments, id, (one) => (one.isDeleted = true))
  return {
    operation: 'deleteInvoicePayment',
    call: { path: { paymentId: id } },
    ending: (model) => {
      const payment = find(model.payments, id)
      if (payment.isDeleted) return 'done'
      const after = structuredClone(model)
      apply(after)
      if (
        model.refunds.some((one) => one.paymentId === id) ||
        payment.parts.some((part) => isOverRefunded(after, part))
      )
        return 'PaymentHasRefunds'
      if (payment.back) return 'PaymentReturned'
      if (payment.isInPayout) return 'DocumentMatched'
      return creditOf(after) < 0 ? 'OverAllocated' : 'done'
    },
    apply,
  }
}

/** Its members are free again. */
const removePayout = ({ id }: Payout): Action<Model> => ({
  operation: 'deletePayout',
  call: { path: { payoutId: id } },
  ending: () => 'done',
  apply: ({ payouts, payments, refunds }) => {
    const { memberIds, isDeleted } = find(payouts, id)
    if (isDeleted) return
    const refundPayments = refunds.flatMap(({ paidOut }) => paidOut)
    const returns = payments.flatMap(({ back }) => back ?? [])
    for (const one of [...payments, ...returns]) if (memberIds.includes(one.id)) one.isInPayout = false
    for (const one of refundPayments) if (memberIds.includes(one.externalId)) one.isInPayout = false
    become(payouts, id, (one) => (one.isDeleted = true))
  },
})

export function remove(model: Model, command: DeleteCommand): Action<Model> | undefined {
  if (command.type === 'delete payment') {
    const payment = at(model.payments, command.payment)
    return payment && removePayment(payment)
  }
  const payout = at(model.payouts, command.payout)
  return payout && removePayout(payout)
}
