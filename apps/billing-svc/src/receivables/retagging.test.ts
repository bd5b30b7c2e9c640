/** What is on an invoice, under tags that come later: as if they had been there from the beginning. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retaggedPayment } from './retag-payment.ts'
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
  holding,
  invoiceIn,
  sharesInWords,
  tagOf,
  tax,
} from '../testing/pure-receivables.test-helpers.ts'

type Tags = { invoice: string[]; line: string[]; payment: string[]; refund: string[] }

const NONE: Tags = { invoice: [], line: [], payment: [], refund: [] }

/** Two invoices, what was paid of both in two payments, and what was refunded of that in two refunds. */
function made({ invoice, line, payment, refund }: Tags) {
  const held = holding(
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
  aPaymentOf(held, [['invoice', 5]], { id: 'first' })
  aPaymentOf(
    held,
    [
      ['invoice', 14, { tags: ['desk:2'] }],
      ['other', 50],
    ],
    { amount: 70, tags: payment },
  )
  const ofWhole = aRefund(
    held,
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
  const ofPayment = aRefund(held, [{ invoicePaymentId: 'payment', totalAmount: 23, tags: ['desk:3'] }], {
    id: 'of the payment',
    tags: refund,
    payments: [aRefundPayment(11, { id: 'three' })],
  })
  return { ...held, refunds: [ofWhole, ofPayment] }
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

test('payments and refunds under tags that come later are what they were under these from the beginning', () => {
  fc.assert(
    fc.property(tags, tags, (before, after) => {
      const [was, wanted] = [made(before), made(after)]
      const invoices = new Map(wanted.invoices)
      for (const [id, { tags: own }] of wanted.payments) {
        const payment = was.payments.get(id)
        expect(payment && retaggedPayment({ ...payment, tags: own }, invoices, ACCOUNTS)).toEqual(
          wanted.payments.get(id),
        )
      }
      for (const [index, { tags: own }] of wanted.refunds.entries()) {
        const refund = was.refunds[index] as Refund
        expect(retaggedRefund({ ...refund, tags: own }, invoices, ACCOUNTS)).toEqual(wanted.refunds[index])
      }
    }),
    { numRuns: 60 },
  )
})

test('what says the same under other tags is the same object, and what went to other invoices stays', () => {
  const { invoices, payments, refunds } = made({ ...NONE, invoice: ['region:a'] })
  const [refund] = refunds as [Refund]
  const payment = payments.get('payment')
  const invoice = invoices.get('invoice')
  if (!invoice || !payment) throw new Error('the invoice was paid')
  expect(retaggedPayment(payment, invoices, ACCOUNTS)).toBe(payment)
  expect(retaggedRefund(refund, invoices, ACCOUNTS)).toBe(refund)
  const anew = retaggedPayment(payment, new Map([['invoice', { ...invoice, tags: [tagOf('region:b')] }]]), ACCOUNTS)
  expect(anew.allocations.map((one, index) => one === payment.allocations[index])).toEqual([false, true])
})

describe('a refund payment', () => {
  test('is a new version where its clearing line has other tags, though it takes back under the same', () => {
    const held = holding(anInvoice({ lineItems: [anInvoiceLine('sales', 100, { tags: ['region:shop'] })] }))
    aPaymentOf(held, [['invoice', 100]])
    const refund = aRefund(held, [{ invoiceId: 'invoice', totalAmount: 20 }], { payments: [aRefundPayment(20)] })
    const anew = (...added: string[]) => {
      const invoice = { ...invoiceIn(held), tags: added.map(tagOf) }
      return nextVersion(refund, retaggedRefund(refund, new Map([['invoice', invoice]]), ACCOUNTS), day(30))
    }
    const after = anew('region:north')
    expect(after.allocations.flatMap(sharesInWords)).toEqual(['invoice returns 20 region:shop'])
    expect(after.payments).toEqual([{ ...refund.payments[0], version: 2, updatedAt: day(30) }])
    expect(anew()).toBe(refund)
  })
})
