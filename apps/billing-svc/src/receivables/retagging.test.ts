/** Documents on an invoice whose tags change later: as if they had been there from the beginning. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retaggedPayment } from './retag-invoice-payment.ts'
import { nextVersion } from './next-version.ts'
import type { Refund } from './refund.ts'
import { retaggedRefund } from './retag-refund.ts'
import {
  ACCOUNTS,
  anInvoice,
  anInvoiceLine,
  aPaymentOf,
  aRefund,
  aRefundLine,
  aRefundPayment,
  day,
  lockedInvoices,
  invoiceIn,
  sharesInWords,
  tagOf,
  tax,
} from '../testing/pure-receivables.test-helpers.ts'

type Tags = { invoice: string[]; line: string[]; payment: string[]; refund: string[] }

const NONE: Tags = { invoice: [], line: [], payment: [], refund: [] }

/** Two invoices, two payments of both, and two refunds of those. */
function made({ invoice, line, payment, refund }: Tags) {
  const locked = lockedInvoices(
    anInvoice({
      lineItems: [
        anInvoiceLine('sales', 7, { tags: line, salesTaxes: [tax('vat', 2)] }),
        anInvoiceLine('support', 11),
        anInvoiceLine('goods', 13),
      ],
      tips: 3,
      additionalDiscount: 1,
      tags: invoice,
    }),
    anInvoice({ id: 'other', tags: ['region:other'] }),
  )
  aPaymentOf(locked, [['invoice', 5]], { id: 'first' })
  aPaymentOf(
    locked,
    [
      ['invoice', 14, { tags: ['desk:2'] }],
      ['other', 50],
    ],
    { amount: 70, tags: payment },
  )
  const ofWhole = aRefund(
    locked,
    [
      {
        invoiceId: 'invoice',
        totalAmount: 9,
        lineItems: [aRefundLine(4, { accountId: 'goodwill', tags: ['project:z'] }), aRefundLine(5)],
      },
    ],
    {
      id: 'of the whole',
      tags: refund,
      payments: [aRefundPayment(4, { id: 'one' }), aRefundPayment(2, { id: 'two' })],
    },
  )
  const ofPayment = aRefund(locked, [{ invoicePaymentId: 'payment', totalAmount: 23, tags: ['desk:3'] }], {
    id: 'of the payment',
    tags: refund,
    payments: [aRefundPayment(11, { id: 'three' })],
  })
  return { ...locked, refunds: [ofWhole, ofPayment] }
}

const values = (...dimensions: string[]) =>
  fc
    .tuple(...dimensions.map((dimension) => fc.constantFrom([], [`${dimension}:a`], [`${dimension}:b`])))
    .map((some) => some.flat())
const tags = fc.record<Tags>({
  invoice: values('region', 'project', 'desk'),
  line: values('project', 'desk'),
  payment: values('region', 'desk', 'till'),
  refund: values('region', 'project', 'run'),
})

test('payments and refunds with later tags equal those with the tags from the beginning', () => {
  fc.assert(
    fc.property(tags, tags, (before, after) => {
      const [was, requested] = [made(before), made(after)]
      const invoices = new Map(requested.invoices)
      for (const [id, { tags: own }] of requested.payments) {
        const payment = was.payments.get(id)
        expect(payment && retaggedPayment({ ...payment, tags: own }, invoices, ACCOUNTS)).toEqual(
          requested.payments.get(id),
        )
      }
      for (const [index, { tags: own }] of requested.refunds.entries()) {
        const refund = was.refunds[index] as Refund
        expect(retaggedRefund({ ...refund, tags: own }, invoices, ACCOUNTS)).toEqual(requested.refunds[index])
      }
    }),
    { numRuns: 60 },
  )
})

test('unaffected documents are the same objects, and allocations to other invoices stay', () => {
  const { invoices, payments, refunds } = made({ ...NONE, invoice: ['region:a'] })
  const [refund] = refunds as [Refund]
  const payment = payments.get('payment')
  const invoice = invoices.get('invoice')
  if (!invoice || !payment) throw new Error('the invoice was paid')
  expect(retaggedPayment(payment, invoices, ACCOUNTS)).toBe(payment)
  expect(retaggedRefund(refund, invoices, ACCOUNTS)).toBe(refund)
  const retagged = retaggedPayment(payment, new Map([['invoice', { ...invoice, tags: [tagOf('region:b')] }]]), ACCOUNTS)
  expect(retagged.allocations.map((one, index) => one === payment.allocations[index])).toEqual([false, true])
})

describe('a refund payment', () => {
  test('is a new version where the tags of its clearing line change, though its shares do not', () => {
    const locked = lockedInvoices(anInvoice({ lineItems: [anInvoiceLine('sales', 100, { tags: ['region:shop'] })] }))
    aPaymentOf(locked, [['invoice', 100]])
    const refund = aRefund(locked, [{ invoiceId: 'invoice', totalAmount: 20 }], { payments: [aRefundPayment(20)] })
    const retagged = (...added: string[]) => {
      const invoice = { ...invoiceIn(locked), tags: added.map(tagOf) }
      return nextVersion(refund, retaggedRefund(refund, new Map([['invoice', invoice]]), ACCOUNTS), day(30))
    }
    const after = retagged('region:north')
    expect(after.allocations.flatMap(sharesInWords)).toEqual(['invoice returns 20 region:shop'])
    expect(after.payments).toEqual([{ ...refund.payments[0], version: 2, updatedAt: day(30) }])
    expect(retagged()).toBe(refund)
  })
})
