/** What customers pay, and what processors pay out of it. */
import { AFTERWARDS, at, become, find, maybeNamed, sum, timeOf, type Action } from './action.ts'
import { creditOf, paidOf, refundedOf, type Invoice, type Model, type Payment, type Payout } from './customer.ts'
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
export type PayOutCommand = { type: 'pay out'; fee: number; isOff: boolean }
export type DeleteCommand = { type: 'delete payment'; payment: number } | { type: 'delete payout'; payout: number }

export const CREDIT = 'CREDIT_BALANCE'
const FEE = 3

const feeOf = (by: string, whole: number): number => (by === 'CREDIT_CARD' ? Math.min(FEE, whole) : 0)

/** Notes a payment over these invoices. */
const paid =
  (by: string, whole: number, parts: Payment['parts']): Action<Model>['apply'] =>
  ({ payments }, [made]) =>
    payments.push({
      id: made?.id ?? '',
      amount: whole,
      fee: feeOf(by, whole),
      isOfCredit: by === CREDIT,
      parts: [...parts],
      isInPayout: false,
      isDeleted: false,
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

/** All that moved money and is in no payout yet; off by one, it is refused. */
export function payOut(model: Model, { fee, isOff }: PayOutCommand): Action<Model> | undefined {
  const payments = model.payments.filter(
    ({ isOfCredit, isInPayout, isDeleted }) => !isOfCredit && !isInPayout && !isDeleted,
  )
  const refundPayments = model.refunds
    .flatMap(({ paidOut }) => paidOut)
    .filter((one) => one.method !== 'STORE_CREDIT' && !one.isInPayout)
  if (payments.length === 0) return undefined
  const whole = sum([
    ...payments.map((one) => one.amount - one.fee),
    ...refundPayments.map((one) => -one.amount - one.fee),
    isOff ? 1 - fee : -fee,
  ])
  const ids = new Set([...payments.map(({ id }) => id), ...refundPayments.map(({ externalId }) => externalId)])
  const membersIn = (now: Model) => [
    ...now.payments.filter(({ id }) => ids.has(id)),
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
      },
    },
    ending: (now) => {
      if (membersIn(now).some((one) => one.isInPayout || ('isDeleted' in one && one.isDeleted))) return 'NotPaidOut'
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
    for (const one of payments) if (memberIds.includes(one.id)) one.isInPayout = false
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
