/** Receivables in every state, current and former, by the names that tests use. */
import type { TestBilling } from './billing.test-helpers.ts'
import { named } from './bills.test-helpers.ts'
import {
  changeRefund,
  makePayout,
  makeRefund,
  refundOf,
  returned,
  undo,
  voided,
  writeOff,
} from './acts.test-helpers.ts'
import {
  DEPOSITS,
  FEES,
  invoiceInput,
  line,
  makePayment,
  payFor,
  refundLine,
  refundPayment,
  type InvoiceGiven,
  type PaymentOfManyGiven,
  type TestReceivables,
} from './receivable-rules.test-helpers.ts'
import { createInvoices } from './use-cases.test-helpers.ts'

export type Ids = Record<string, string>

type Things = {
  ids: Ids
  /** By name, created by one request. */
  send: (invoices: Record<string, InvoiceGiven>) => Promise<void>
  /** Of all its members by default. */
  pay: (name: string, parts: Record<string, number>, given?: PaymentOfManyGiven) => Promise<void>
}

function makers(billing: TestBilling, receivables: TestReceivables): Things {
  const ids: Ids = {}
  return {
    ids,
    send: async (invoices) => {
      const inputs = Object.values(invoices).map((given) => invoiceInput(receivables, given))
      const { data = [] } = await createInvoices(billing, receivables.request, inputs)
      for (const [index, name] of Object.keys(invoices).entries()) {
        ids[name] = data[index]?.id ?? ''
        for (const [place, one] of (data[index]?.line_items ?? []).entries())
          ids[`${name} line ${place}`] = one.id ?? ''
      }
    },
    pay: async (name, parts, given = {}) => {
      const allocations = Object.entries(parts).map(([invoice, amount]) => ({ invoice_id: ids[invoice] ?? '', amount }))
      const amount = Object.values(parts).reduce((sum, one) => sum + one, 0)
      ids[name] = (await makePayment(billing, receivables, { amount, allocations, ...given })).id
    },
  }
}

export async function everyReceivable(billing: TestBilling, receivables: TestReceivables): Promise<Ids> {
  const things = makers(billing, receivables)
  const of = (name: string) => ({ id: things.ids[name] ?? '' })
  await invoices(things)
  await payments(things)
  await voided(billing, receivables, of('voided'))
  things.ids.loss = (await writeOff(billing, receivables, of('lost'))).id
  await writeOff(billing, receivables, of('partlyLost'), { amount: 40 })
  const undone = await writeOff(billing, receivables, of('part'), { amount: 9 })
  await undo(billing, receivables, of('part'), undone)
  things.ids.undone = undone.id
  await writeOff(billing, receivables, of('moved'), { amount: 10, write_off_at: '2026-02-01T12:00:00Z' })
  await refundOf(billing, receivables, of('moved'), { refunded_amount: 15 })
  await voided(billing, receivables, of('moved'))
  await comeBack(billing, receivables, things.ids)
  await refunds(billing, receivables, things.ids)
  await payOut(billing, receivables, things.ids)
  await payFor(billing, receivables, of('sent'), 10, { method: 'CREDIT_BALANCE' }).then(
    ({ id }) => (things.ids.spent = id),
  )
  return things.ids
}

async function invoices({ send }: Things): Promise<void> {
  const items = [line(70, { taxes: { CA: 10 } }), line(33, { account_identifier: FEES })]
  const later = { sent_at: '2026-02-01T12:00:00Z' }
  const deposit = line(100, { prepayment_account_identifier: DEPOSITS, taxes: { CA: 8 } })
  await send({
    sent: {
      line_items: [
        line(333, { quantity: '1.5', discount_amount: 50, taxes: { CA: 45 } }),
        line(-20, { account_identifier: FEES }),
      ],
      taxes: { NY: 7 },
      additional_discount: 30,
      tips: 25,
    },
    full: { line_items: items, tips: 5 },
    part: {},
    early: { ...later, line_items: [deposit, line(11)] },
    moved: { ...later, line_items: [deposit] },
    zero: { line_items: [line(0)] },
    voided: {},
    other: {},
    lost: {},
    partlyLost: {},
    unpaid: {},
    returned: { taxes: { NY: 9 }, tips: 6 },
    bouncing: { tips: 6 },
  })
}

async function payments({ pay }: Things): Promise<void> {
  const byCard = { method: 'CREDIT_CARD', processor: 'STRIPE' }
  await pay('first', { full: 51, part: 20 }, { ...byCard, fee: 2 })
  await pay('second', { full: 67 })
  await pay('advance', { early: 61 })
  await pay('forMoved', { moved: 40 })
  await pay('overpaid', { other: 100 }, { amount: 150 })
  await pay('forLost', { lost: 30 })
  await pay('forReturned', { returned: 115 }, { ...byCard, fee: 4 })
  await pay('bounced', { bouncing: 106 }, { amount: 130 })
}

/** All of a payment of 106 and 24, with a fee of 7; a payout has it. */
async function comeBack(billing: TestBilling, receivables: TestReceivables, ids: Ids): Promise<void> {
  const { data } = await returned(billing, receivables, { id: ids.bounced ?? '' }, { fee: 7 })
  ids.back = data?.return?.id ?? ''
  await makePayout(billing, receivables, { paid_out_amount: -137, payment_returns: [{ id: ids.back }] })
}

async function refunds(billing: TestBilling, receivables: TestReceivables, ids: Ids): Promise<void> {
  const { contactId } = receivables
  const make = async (name: string, given: Parameters<typeof makeRefund>[2]) => {
    const { id, payments: paidOut } = await makeRefund(billing, receivables, given)
    ids[name] = id
    for (const [index, one] of paidOut.entries()) ids[`${name} payment ${index}`] = one.id
  }
  const feeBack = { account: named('PAYMENT_PROCESSING_FEES'), fee_amount: 3, description: 'given back' }
  await make('return', {
    allocations: [{ invoice_id: ids.returned ?? '' }],
    payments: [
      { refunded_amount: 50, method: 'CREDIT_CARD', processor: 'STRIPE', refund_processing_fee: 1 },
      { refunded_amount: 65, refunded_payment_fees: [feeBack] },
    ],
  })
  const onLine = { invoice_id: ids.full ?? '', invoice_line_item_id: ids['full line 0'] ?? '' }
  await make('ofLine', {
    allocations: [{ ...onLine, line_items: [refundLine(12), refundLine(8, { account_identifier: FEES })] }],
  })
  await make('ofPayment', { allocations: [{ invoice_payment_id: ids.overpaid ?? '', total_amount: 60 }] })
  await make('goodwill', {
    allocations: [{ customer_id: contactId, total_amount: 13 }],
    payments: [{ refunded_amount: 5, method: 'STORE_CREDIT' }],
  })
  await make('ofEarly', {
    allocations: [{ invoice_id: ids.early ?? '', total_amount: 12 }],
    payments: [{ refunded_amount: 7 }],
  })
  await make('changed', {
    allocations: [{ invoice_id: ids.part ?? '', total_amount: 6 }],
    payments: [{ refunded_amount: 4 }],
  })
  ids.takenOut = ids['changed payment 0'] ?? ''
  await changeRefund(
    billing,
    receivables,
    { id: ids.changed ?? '' },
    {
      payments: { items: [refundPayment({ refunded_amount: 2, completed_at: '2026-01-26T12:00:00Z' })] },
    },
  )
}

/** Payments of 71 less 2 and of 115 less 4, a refund payment of 50 and 1, other 20 more and 5 less, and a fee of 3. */
async function payOut(billing: TestBilling, receivables: TestReceivables, ids: Ids): Promise<void> {
  const other = { account_identifier: FEES, tags: [] }
  const { id } = await makePayout(billing, receivables, {
    paid_out_amount: 141,
    fee: 3,
    payments: [{ id: ids.first ?? '' }, { id: ids.forReturned ?? '' }],
    refund_payments: [{ id: ids['return payment 0'] ?? '' }],
    other_transactions: [
      { ...other, amount: 20, direction: 'CREDIT' },
      { ...other, amount: 5, direction: 'DEBIT' },
    ],
  })
  ids.payout = id
}
