/** What customers pay, and what processors pay out of it. */
import { at, maybeNamed, sum, timeOf, type Action } from './action.ts'
import { creditOf, type Invoice, type Model, type Payment } from './customer.ts'
import { refusalOf } from './invoices.ts'

export type PayCommand = { type: 'pay'; invoice: number; amount: number; method: string; isNamed: boolean }
export type PayManyCommand = {
  type: 'pay many'
  parts: { invoice: number; amount: number }[]
  rest: number
  method: string
}
export type PayOutCommand = { type: 'pay out'; fee: number; isOff: boolean }

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
    })

/** Credit is spent when all of it has come in. */
const paymentInput = (by: string, whole: number) => ({
  method: by,
  paid_at: by === CREDIT ? '2026-03-01T12:00:00Z' : timeOf(25),
  amount: whole,
  ...(by === 'CREDIT_CARD' ? { fee: feeOf(by, whole) } : {}),
})

export const pay = ({ id }: Invoice, command: PayCommand): Action<Model> => ({
  operation: 'payInvoice',
  call: {
    path: { invoiceId: id },
    body: { ...maybeNamed(command.isNamed), ...paymentInput(command.method, command.amount) },
  },
  ending: (model) => {
    const refusal = refusalOf(model, id, command.amount)
    const isBeyond = command.method === CREDIT && command.amount > creditOf(model)
    return refusal === 'done' && isBeyond ? 'OverAllocated' : refusal
  },
  apply: paid(command.method, command.amount, [{ invoiceId: id, amount: command.amount }]),
})

export function payMany(model: Model, { parts, rest, method: by }: PayManyCommand): Action<Model> | undefined {
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
    call: { body: { ...paymentInput(by, whole), customer_id: model.contactId, allocations } },
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
  const payments = model.payments.filter(({ isOfCredit, isInPayout }) => !isOfCredit && !isInPayout)
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
        completed_at: '2026-02-02T12:00:00Z',
        paid_out_amount: whole,
        fee,
        payments: payments.map(({ id }) => ({ id })),
        refund_payments: refundPayments.map(({ externalId }) => ({ external_id: externalId })),
      },
    },
    ending: (now) => {
      if (membersIn(now).some(({ isInPayout }) => isInPayout)) return 'NotPaidOut'
      return isOff ? 'PayoutUnbalanced' : 'done'
    },
    apply: (now, [made]) => {
      for (const member of membersIn(now)) member.isInPayout = true
      now.payouts.push({ id: made?.id ?? '', amount: whole, fee })
    },
  }
}
