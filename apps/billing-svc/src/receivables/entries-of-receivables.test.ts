import { describe, expect, test } from 'vitest'
import type { Change } from '../documents/document-kind.ts'
import { INVOICE_PAYMENTS } from './invoice-payment.kind.ts'
import { INVOICES } from './invoice.kind.ts'
import type { Invoice } from './invoice.ts'
import type { ReceivablesChange } from './record-receivables.ts'
import { REFUNDS } from './refund.kind.ts'
import {
  ACCOUNTS,
  anInvoice,
  aPaymentOf,
  aRefund,
  aRefundPayment,
  aWriteOff,
  day,
  lockedInvoices,
  tagOf,
} from '../testing/pure-receivables.test-helpers.ts'

/** Sources with the number of their desired entries. */
const settled = ({ invoices = [], payments = [], refunds = [] }: ReceivablesChange, accounts = () => ACCOUNTS) =>
  [
    ...invoices.flatMap((change) => INVOICES.entriesOf(change, accounts)),
    ...payments.flatMap((change) => INVOICE_PAYMENTS.entriesOf(change, accounts)),
    ...refunds.flatMap((change) => REFUNDS.entriesOf(change, accounts)),
  ].map(({ source, desired }) => [source.type, source.id, desired.length])

const unknown = () => {
  throw new Error('the chart is not known')
}

describe('an invoice', () => {
  const changed = (change: Change<Invoice>) => settled({ invoices: [change] })

  test('is posted when it is created, and reposted when its tags change; payments have their own entries', () => {
    const invoice = anInvoice()
    expect(changed({ before: null, after: invoice })).toEqual([['invoice', 'invoice', 1]])
    expect(changed({ before: invoice, after: { ...invoice, tags: [tagOf('region:north')] } })).toEqual([
      ['invoice', 'invoice', 1],
    ])
    expect(changed({ before: invoice, after: { ...invoice, paid: [], version: 2 } })).toEqual([])
  })

  test('posts each of its write-offs when that is created or undone, and all when its tags change', () => {
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

  test('that is void has no entries, and needs no accounts', () => {
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
  const payment = aPaymentOf(lockedInvoices(anInvoice()), [['invoice', 100]])

  test('is posted when it is created, and reposted when its allocations or tags change', () => {
    const posted = (before: typeof payment | null, after: typeof payment) =>
      settled({ payments: [{ before, after }] }).map(([, id]) => id)
    expect(posted(null, payment)).toEqual(['payment'])
    expect(posted(payment, { ...payment, allocations: [...payment.allocations] })).toEqual(['payment'])
    expect(posted(payment, { ...payment, tags: [tagOf('region:north')] })).toEqual(['payment'])
    expect(posted(payment, { ...payment, refunded: [], payoutId: 'payout', version: 2 })).toEqual([])
  })
})

describe('a refund', () => {
  const refund = aRefund(lockedInvoices(), [{ totalAmount: 100 }], {
    payments: [aRefundPayment(60, { id: 'one' }), aRefundPayment(40, { id: 'two', payoutId: 'payout' })],
  })

  test('is posted with its payments; deleted ones until they are reversed', () => {
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

  test('without changed entries is skipped', () => {
    const after = {
      ...refund,
      memo: 'added later',
      payments: refund.payments.map((one) => ({ ...one, payoutId: 'payout', version: 2, updatedAt: day(29) })),
      version: 2,
    }
    expect(settled({ refunds: [{ before: refund, after }] })).toEqual([])
    expect(settled({ refunds: [{ before: refund, after: { ...after, completedAt: day(21) } }] })).toHaveLength(3)
  })
})
