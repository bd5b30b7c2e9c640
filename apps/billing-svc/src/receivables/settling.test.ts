import { describe, expect, test } from 'vitest'
import type { InvoiceChange } from './invoice.ts'
import {
  ACCOUNTS,
  anInvoice,
  aPaymentOf,
  aRefund,
  aRefundPayment,
  aWriteOff,
  day,
  holding,
  tagOf,
} from '../testing/pure-receivables.test-helpers.ts'
import { settlingOf } from './settling.ts'

const NOTHING = { invoices: [], payments: [], refunds: [], payouts: [] }

/** Sources with how many entries are wanted of each. */
const settled = (change: Partial<Parameters<typeof settlingOf>[0]>, accounts = () => ACCOUNTS) =>
  settlingOf({ ...NOTHING, ...change }, accounts).map(({ source, wanted }) => [source.type, source.id, wanted.length])

const unknown = () => {
  throw new Error('the chart is not known')
}

describe('an invoice', () => {
  const changed = (change: InvoiceChange) => settled({ invoices: [change] })

  test('is posted when it is made, and anew when its tags are others; what is paid of it posts by itself', () => {
    const invoice = anInvoice()
    expect(changed({ before: null, after: invoice })).toEqual([['invoice', 'invoice', 1]])
    expect(changed({ before: invoice, after: { ...invoice, tags: [tagOf('region:north')] } })).toEqual([
      ['invoice', 'invoice', 1],
    ])
    expect(changed({ before: invoice, after: { ...invoice, paid: [], version: 2 } })).toEqual([])
  })

  test('posts each of its write-offs when that is made or undone, and all when its tags are others', () => {
    const [first, second] = [aWriteOff(10, { id: 'first' }), aWriteOff(20, { id: 'second' })]
    const before = anInvoice({ writeOffs: [first] })
    expect(changed({ before, after: { ...before, writeOffs: [first, second] } })).toEqual([
      ['invoice_write_off', 'second', 1],
    ])
    expect(changed({ before, after: { ...before, writeOffs: [{ ...first, deletedAt: day(20) }] } })).toEqual([
      ['invoice_write_off', 'first', 0],
    ])
    expect(changed({ before, after: { ...before, tags: [tagOf('region:north')] } })).toEqual([
      ['invoice', 'invoice', 1],
      ['invoice_write_off', 'first', 1],
    ])
  })

  test('that is void has nothing standing, and needs nothing of the chart', () => {
    const before = anInvoice({ writeOffs: [aWriteOff(10)] })
    const after = {
      ...before,
      voidedAt: day(20),
      writeOffs: before.writeOffs.map((one) => ({ ...one, deletedAt: day(20) })),
    }
    expect(settled({ invoices: [{ before, after }] }, unknown)).toEqual([
      ['invoice', 'invoice', 0],
      ['invoice_write_off', 'write-off of 10', 0],
    ])
    expect(settled({ invoices: [{ before: null, after: anInvoice({ voidedAt: day(9) }) }] }, unknown)).toEqual([
      ['invoice', 'invoice', 0],
    ])
  })
})

describe('a payment', () => {
  const payment = aPaymentOf(holding(anInvoice()), [['invoice', 100]])

  test('is posted when it is made, and anew when its allocations or tags are others', () => {
    const posted = (before: typeof payment | null, after: typeof payment) =>
      settled({ payments: [{ before, after }] }).map(([, id]) => id)
    expect(posted(null, payment)).toEqual(['payment'])
    expect(posted(payment, { ...payment, allocations: [...payment.allocations] })).toEqual(['payment'])
    expect(posted(payment, { ...payment, tags: [tagOf('region:north')] })).toEqual(['payment'])
    expect(posted(payment, { ...payment, refunded: [], payoutId: 'payout', version: 2 })).toEqual([])
  })
})

describe('a refund', () => {
  const refund = aRefund(holding(), [{ totalAmount: 100 }], {
    payments: [aRefundPayment(60, { id: 'one' }), aRefundPayment(40, { id: 'two', payoutId: 'payout' })],
  })

  test('is posted with what it pays out; what was taken out of it is, until that is reversed', () => {
    expect(settled({ refunds: [{ before: null, after: refund }] })).toEqual([
      ['refund', 'refund', 1],
      ['refund_payment', 'one', 2],
      ['refund_payment', 'two', 2],
    ])
    const [one, two] = refund.payments
    if (!one || !two) throw new Error('the refund has two payments')
    const without = { ...refund, payments: [{ ...one, deletedAt: day(28) }, two] }
    expect(settled({ refunds: [{ before: refund, after: without }] })).toEqual([['refund_payment', 'one', 0]])
    expect(
      settled({ refunds: [{ before: without, after: { ...without, allocations: [...without.allocations] } }] }),
    ).toEqual([
      ['refund', 'refund', 1],
      ['refund_payment', 'two', 2],
    ])
  })

  test('of which nothing is posted otherwise is left alone', () => {
    const after = {
      ...refund,
      memo: 'told later',
      payments: refund.payments.map((one) => ({ ...one, payoutId: 'payout', version: 2, updatedAt: day(29) })),
      version: 2,
    }
    expect(settled({ refunds: [{ before: refund, after }] })).toEqual([])
    expect(settled({ refunds: [{ before: refund, after: { ...after, completedAt: day(21) } }] })).toHaveLength(3)
  })
})
