import { MAX_AMOUNT } from '@pacioli/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf } from '../rounding/sum.ts'
import { amountsOf, statusOf, type Invoice } from './invoice.ts'
import {
  ACCOUNTS,
  anInvoice,
  anInvoiceLine,
  aPaymentOf,
  aRefundLine,
  day,
  lockedInvoices,
  invoiceIn,
  issued,
  paymentIn,
  refusalOf,
  sharesInWords,
  tax,
  type AllocationGiven,
  type LockedDocuments,
} from '../testing/pure-receivables.test-helpers.ts'
import { refundableOfInvoice, refundableOfLine } from './refund-sources.ts'

const ON_INVOICE = { invoiceId: 'invoice' }
const ON_PAYMENT = { invoicePaymentId: 'payment' }
const onLine = (invoiceLineItemId: string) => ({ ...ON_INVOICE, invoiceLineItemId })

/** Of 100: 60 and 6 in taxes, 36, tips of 3, less 5. */
const invoice = anInvoice({
  lineItems: [anInvoiceLine('sales', 60, { salesTaxes: [tax('vat', 6)] }), anInvoiceLine('support', 36)],
  additionalDiscount: 5,
  tips: 3,
})

const paidUp = (one: Invoice = invoice, amount = amountsOf(one).totalAmount): LockedDocuments => {
  const locked = lockedInvoices(one)
  aPaymentOf(locked, [[one.id, amount]])
  return locked
}

/** Expects `most` to be accepted, and one more to be refused. */
function expectCap(locked: () => LockedDocuments, given: AllocationGiven, most: number, field = 'total_amount'): void {
  expect(issued(locked(), { ...given, totalAmount: most }).totalAmount).toBe(most)
  expect(refusalOf(() => issued(locked(), { ...given, totalAmount: most + 1 }))).toEqual(['OverRefunded', field])
}

describe('a refund of an invoice', () => {
  test('covers all that was paid: revenue as returns, net of the discount; taxes and tips from their own accounts', () => {
    const locked = paidUp()
    const allocation = issued(locked, ON_INVOICE)
    expect(allocation.totalAmount).toBe(100)
    expect(sharesInWords(allocation)).toEqual([
      'invoice returns 60',
      'invoice vat 6',
      'invoice returns 36',
      'invoice tips 3',
      'invoice returns -5',
    ])
    expect(statusOf(invoiceIn(locked))).toBe('REFUNDED')
  })

  test('of a part is pro rata, and the next one is the remainder', () => {
    const locked = paidUp()
    const [first, second] = ['first', 'second'].map((id) => issued(locked, { ...ON_INVOICE, id, totalAmount: 50 }))
    expect(first && sharesInWords(first)).toEqual([
      'invoice returns 30',
      'invoice vat 3',
      'invoice returns 18',
      'invoice tips 2',
      'invoice returns -3',
    ])
    expect(second && sharesInWords(second)).toEqual([
      'invoice returns 30',
      'invoice vat 3',
      'invoice returns 18',
      'invoice tips 1',
      'invoice returns -2',
    ])
  })

  test('is limited to what was paid and not refunded, to the unit', () => {
    expectCap(() => paidUp(invoice, 70), ON_INVOICE, 70)
    const afterAnother = () => {
      const locked = paidUp(invoice, 70)
      issued(locked, { ...ON_INVOICE, id: 'first', totalAmount: 30 })
      return locked
    }
    expectCap(afterAnother, ON_INVOICE, 40)
    expect(issued(afterAnother(), ON_INVOICE).totalAmount).toBe(40)
  })

  test('without payments, or with all refunded, is refused', () => {
    expect(refusalOf(() => issued(lockedInvoices(invoice), ON_INVOICE))).toEqual(['OverRefunded', 'total_amount'])
    const locked = paidUp()
    issued(locked, ON_INVOICE)
    expect(refusalOf(() => issued(locked, ON_INVOICE))).toEqual(['OverRefunded', 'total_amount'])
    expect(refusalOf(() => issued(locked, { ...ON_INVOICE, lineItems: [aRefundLine(1)] }))).toEqual([
      'OverRefunded',
      'line_items',
    ])
  })

  test('names the field of the request', () => {
    expect(refusalOf(() => issued(lockedInvoices(invoice), { ...ON_INVOICE, field: 'allocations.2.' }))).toEqual([
      'OverRefunded',
      'allocations.2.total_amount',
    ])
  })

  test('is recorded on the invoice', () => {
    const locked = paidUp()
    const { parts } = issued(locked, { ...ON_INVOICE, totalAmount: 10 })
    expect(invoiceIn(locked).refunded).toEqual([
      {
        id: parts[0]?.id,
        refundId: 'refund',
        allocationId: 'refund allocation',
        lineItemId: null,
        paymentId: null,
        amount: 10,
        shares: parts[0]?.shares,
      },
    ])
    expect(paymentIn(locked).refunded).toEqual([])
  })

  test('keeps the ids of existing parts, and creates new ones', () => {
    const ids = (partIds: readonly string[]) => issued(paidUp(), { ...ON_INVOICE, partIds }).parts.map(({ id }) => id)
    expect(ids(['known', 'unused'])).toEqual(['known'])
    expect(ids([])).toEqual(['part of refund 1'])
  })

  test('leaves an unaffected payment as it is, and takes no tips where there are none', () => {
    expect(sharesInWords(issued(paidUp(anInvoice()), ON_INVOICE))).toEqual(['invoice returns 100'])
  })
})

describe('a refund of a line item', () => {
  test('covers all that was paid of it, with its taxes', () => {
    const locked = paidUp()
    expect(sharesInWords(issued(locked, onLine('line on sales')))).toEqual(['invoice returns 60', 'invoice vat 6'])
    expect(invoiceIn(locked).refunded).toMatchObject([{ lineItemId: 'line on sales', amount: 66 }])
  })

  test('is limited to its share of what was paid, to the unit', () => {
    const half = () => paidUp(invoice, 50)
    expectCap(half, onLine('line on sales'), 33)
    expectCap(half, onLine('line on support'), 18)
  })

  test('is limited by the refundable amount of the invoice, since a discount on the whole belongs to no line', () => {
    const discounted = anInvoice({ additionalDiscount: 30 })
    expectCap(() => paidUp(discounted), onLine('line on sales'), 70)
  })

  test('counts what other refunds have taken of it in any way', () => {
    const after = (given: AllocationGiven) => () => {
      const locked = paidUp()
      issued(locked, { id: 'first', ...given })
      return locked
    }
    expectCap(after({ ...onLine('line on sales'), totalAmount: 20 }), onLine('line on sales'), 46)
    expectCap(after({ ...onLine('line on sales'), totalAmount: 20 }), onLine('line on support'), 36)
    expectCap(after({ ...ON_INVOICE, totalAmount: 50 }), onLine('line on sales'), 33)
    const own = aRefundLine(20, { accountId: 'goodwill' })
    expectCap(after({ ...onLine('line on sales'), lineItems: [own] }), onLine('line on sales'), 46)
    // With an account of its own it counts for no line item, but for the invoice.
    expectCap(
      after({ ...ON_INVOICE, lineItems: [aRefundLine(60, { accountId: 'goodwill' })] }),
      onLine('line on sales'),
      40,
    )
  })

  test('does not grow because a refund of the whole returned amounts to a line that was refunded alone', () => {
    const two = anInvoice({ lineItems: [anInvoiceLine('a', 100), anInvoiceLine('b', 100)] })
    const [a = ''] = two.lineItems.map(({ id }) => id)
    const locked = paidUp(two)
    issued(locked, { ...onLine(a), id: 'line', totalAmount: 100 })
    const whole = issued(locked, { ...ON_INVOICE, id: 'whole', totalAmount: 50 })
    expect(sharesInWords(whole)).toEqual(['invoice returns -25', 'invoice returns 75'])
    expect(refundableOfLine(invoiceIn(locked), a, ACCOUNTS)).toBe(0)
  })

  test('divides the line itself where rounding has returned more than was taken', () => {
    const taxes = Array.from({ length: 14 }, (_, index) => tax(`t${index}`, -3))
    const many = Array.from({ length: 40 }, (_, index) => anInvoiceLine(`l${index}`, 3))
    const odd = anInvoice({ lineItems: [...many, anInvoiceLine('odd', 43, { salesTaxes: taxes })] })
    const id = odd.lineItems.at(-1)?.id ?? ''
    const locked = paidUp(odd)
    issued(locked, { ...ON_INVOICE, id: 'whole', totalAmount: 36 })
    expect(refundableOfLine(invoiceIn(locked), id, ACCOUNTS)).toBe(1)
    expect(sumOf(issued(locked, onLine(id)).parts.flatMap(({ shares }) => shares.map((one) => one.amount)))).toBe(1)
  })

  test('of a negative or zero line is refused', () => {
    const traded = anInvoice({
      lineItems: [anInvoiceLine('sales', 100), anInvoiceLine('trade-in', -40), anInvoiceLine('gift', 0)],
    })
    for (const line of ['line on trade-in', 'line on gift'])
      expect(refusalOf(() => issued(paidUp(traded), onLine(line)))).toEqual(['OverRefunded', 'total_amount'])
    expectCap(() => paidUp(traded), onLine('line on sales'), 60)
  })

  test('of an invoice without payments, or with a total of zero, is refused', () => {
    const free = anInvoice({ additionalDiscount: 100 })
    for (const locked of [lockedInvoices(invoice), lockedInvoices(free)])
      expect(refusalOf(() => issued(locked, onLine('line on sales')))).toEqual(['OverRefunded', 'total_amount'])
  })

  test('never exceeds the total of the line, however its shares are rounded', () => {
    // Of 156 its net and its tax are 2.45 and -0.82: both rounded up that would be 3.
    const others = Array.from({ length: 9 }, (_, index) =>
      anInvoiceLine(`other ${index}`, 21, { id: `other ${index}` }),
    )
    const odd = anInvoice({ lineItems: [anInvoiceLine('sales', 3, { salesTaxes: [tax('vat', -1)] }), ...others] })
    const total = amountsOf(odd).totalAmount
    for (let paid = 1; paid <= total; paid++) {
      const most = refundableOfLine(invoiceIn(paidUp(odd, paid)), 'line on sales', ACCOUNTS)
      expect(most).toBeLessThanOrEqual(2)
      if (most > 0) expect(issued(paidUp(odd, paid), onLine('line on sales')).totalAmount).toBe(most)
    }
  })
})

describe('a refund of a payment', () => {
  const other = anInvoice({ id: 'other', lineItems: [anInvoiceLine('phone', 30)] })
  /** 100 to one invoice, 30 to another, and 20 unallocated. */
  const spread = (): LockedDocuments => {
    const locked = lockedInvoices(invoice, other)
    aPaymentOf(
      locked,
      [
        ['invoice', 100],
        ['other', 30],
      ],
      { amount: 150 },
    )
    return locked
  }

  test('covers all its invoices, and the customer’s credit of its remainder', () => {
    const locked = spread()
    const allocation = issued(locked, ON_PAYMENT)
    expect(allocation.totalAmount).toBe(150)
    expect(sharesInWords(allocation)).toEqual([
      'invoice returns 60',
      'invoice vat 6',
      'invoice returns 36',
      'invoice tips 3',
      'invoice returns -5',
      'other returns 30',
      'credit credits 20',
    ])
    expect(
      allocation.parts.map(({ invoiceId, paymentId, amount, isOfCredit }) => [
        invoiceId,
        paymentId,
        amount,
        isOfCredit,
      ]),
    ).toEqual([
      ['invoice', 'payment', 100, false],
      ['other', 'payment', 30, false],
      [null, 'payment', 20, true],
    ])
    expect([...locked.invoices.values()].map(statusOf)).toEqual(['REFUNDED', 'REFUNDED'])
    expect(paymentIn(locked).refunded.map(({ invoiceId, amount }) => [invoiceId, amount])).toEqual([
      ['invoice', 100],
      ['other', 30],
      [null, 20],
    ])
  })

  test('of a part takes what is credit first, and the rest in proportion to what is refundable of each', () => {
    const locked = spread()
    expect(issued(locked, { ...ON_PAYMENT, id: 'first', totalAmount: 33 }).parts.map(({ amount }) => amount)).toEqual([
      10, 3, 20,
    ])
    issued(locked, { invoiceId: 'other', id: 'second' })
    // Of the other invoice nothing is refundable: 90 are.
    expect(issued(locked, { ...ON_PAYMENT, id: 'third', totalAmount: 12 }).parts.map(({ amount }) => amount)).toEqual([
      12,
    ])
  })

  test('takes no more of the credit than can be spent, and is refused where nothing else is left', () => {
    const parts = (totalAmount: number, spendable: number) =>
      issued({ ...spread(), credit: { spendable } }, { ...ON_PAYMENT, totalAmount }).parts.map(({ amount }) => amount)
    expect(parts(18, 5)).toEqual([10, 3, 5])
    expect(parts(13, -1)).toEqual([10, 3])
    expect(() => parts(140, 5)).toThrow(
      '10 of what the payment payment left to the customer’s credit would be refunded',
    )
  })

  test('of fewer units than sources goes to some of them only', () => {
    expect(
      issued(spread(), { ...ON_PAYMENT, totalAmount: 21 }).parts.map(({ invoiceId, amount }) => [invoiceId, amount]),
    ).toEqual([
      ['invoice', 1],
      [null, 20],
    ])
  })

  test('is limited to its unrefunded amount, to the unit', () => {
    expectCap(spread, ON_PAYMENT, 150)
    const after = (given: AllocationGiven) => () => {
      const locked = spread()
      issued(locked, { id: 'first', ...given })
      return locked
    }
    expectCap(after({ ...ON_PAYMENT, totalAmount: 15 }), ON_PAYMENT, 135)
    // An amount refunded of an invoice cannot be refunded again through its payment.
    expectCap(after({ ...ON_INVOICE, totalAmount: 40 }), ON_PAYMENT, 110)
    expectCap(after({ ...ON_PAYMENT, totalAmount: 150 - 1 }), ON_PAYMENT, 1)
  })

  test('of one of its invoices leaves the others alone', () => {
    expectCap(spread, { ...ON_PAYMENT, invoiceId: 'other' }, 30)
    expect(sharesInWords(issued(spread(), { ...ON_PAYMENT, invoiceId: 'other' }))).toEqual(['other returns 30'])
  })

  test('is limited to what the payment itself has allocated to an invoice with other payments', () => {
    const locked = () => {
      const two = lockedInvoices(anInvoice())
      aPaymentOf(two, [['invoice', 70]], { id: 'another' })
      aPaymentOf(two, [['invoice', 30]])
      return two
    }
    expectCap(locked, ON_PAYMENT, 30)
    expectCap(locked, ON_INVOICE, 100)
  })

  test('without invoices is all from the customer’s credit', () => {
    const locked = lockedInvoices()
    aPaymentOf(locked, [], { amount: 40 })
    expect(sharesInWords(issued(locked, ON_PAYMENT))).toEqual(['credit credits 40'])
  })

  test('takes credit from the credit, and charges a named account only for the rest', () => {
    const accountId = 'goodwill'
    expect(sharesInWords(issued(spread(), { ...ON_PAYMENT, accountId }))).toEqual([
      'invoice goodwill 100',
      'other goodwill 30',
      'credit credits 20',
    ])
  })

  test('with a voided invoice is from the credit that this has become', () => {
    const locked = spread()
    const payment = paymentIn(locked)
    locked.payments.set('payment', {
      ...payment,
      allocations: payment.allocations.map((one) =>
        one.documentId === 'invoice' ? { ...one, movedToCreditAt: day(15) } : one,
      ),
    })
    expect(sharesInWords(issued(locked, ON_PAYMENT))).toEqual(['other returns 30', 'credit credits 120'])
  })
})

describe('a refund of the customer alone', () => {
  test('is goodwill of the named amount', () => {
    expect(sharesInWords(issued(lockedInvoices(), { totalAmount: 1_000_000 }))).toEqual(['customer returns 1000000'])
  })

  test('must have an amount', () => {
    expect(refusalOf(() => issued(lockedInvoices(), {}))).toEqual(['InvalidPayload', 'total_amount'])
  })

  test('must be a safe integer', () => {
    const lineItems = [aRefundLine(MAX_AMOUNT), aRefundLine(1)]
    expect(refusalOf(() => issued(lockedInvoices(), { lineItems }))).toEqual(['AmountOutOfRange', 'line_items'])
  })

  test('can have line items', () => {
    const lineItems = [aRefundLine(30), aRefundLine(12, { id: 'own', accountId: 'goodwill' })]
    const allocation = issued(lockedInvoices(), { lineItems })
    expect(allocation.totalAmount).toBe(42)
    expect(sharesInWords(allocation)).toEqual(['customer returns 30', 'customer goodwill 12'])
  })
})

describe('the line items of a refund', () => {
  test('sum to its amount, and a named total must equal that', () => {
    const lineItems = [aRefundLine(30), aRefundLine(12)]
    expect(issued(paidUp(), { ...ON_INVOICE, lineItems }).totalAmount).toBe(42)
    expect(issued(paidUp(), { ...ON_INVOICE, lineItems, totalAmount: 42 }).totalAmount).toBe(42)
    expect(refusalOf(() => issued(paidUp(), { ...ON_INVOICE, lineItems, totalAmount: 41 }))).toEqual([
      'InvalidPayload',
      'total_amount',
    ])
  })

  test('count against the refundable amount whatever their account, to the unit', () => {
    const asked = (amount: number) => ({
      ...ON_INVOICE,
      lineItems: [aRefundLine(60), aRefundLine(amount, { accountId: 'goodwill' })],
    })
    expect(issued(paidUp(), asked(40)).totalAmount).toBe(100)
    expect(refusalOf(() => issued(paidUp(), asked(41)))).toEqual(['OverRefunded', 'line_items'])
  })

  test('are taken from the account that they name, the others pro rata of what earlier ones left', () => {
    const lineItems = [
      aRefundLine(10, { id: 'own', accountId: 'goodwill', prepaymentAccountId: 'deposits' }),
      aRefundLine(25, { id: 'first' }),
      aRefundLine(25, { id: 'second' }),
    ]
    const [part] = issued(paidUp(), { ...ON_INVOICE, lineItems }).parts
    const words = part?.shares.map(({ lineItemId, component, accountId, amount }) =>
      [lineItemId, component, accountId, amount].join(' '),
    )
    expect(words).toEqual([
      'own own_account goodwill 10',
      'first line on sales returns 15',
      'first tax of vat vat 1',
      'first line on support returns 9',
      'first tips tips 1',
      'first additional_discount returns -1',
      'second line on sales returns 15',
      'second tax of vat vat 2',
      'second line on support returns 9',
      'second tips tips 1',
      'second additional_discount returns -2',
    ])
    expect(part?.shares[0]).toMatchObject({ prepaymentAccountId: 'deposits' })
  })

  test('that name only a prepayment account come out of returns once the invoice is sent', () => {
    const lineItems = [aRefundLine(10, { prepaymentAccountId: 'deposits' })]
    expect(issued(paidUp(), { ...ON_INVOICE, lineItems }).parts[0]?.shares).toMatchObject([
      { accountId: 'returns', prepaymentAccountId: 'deposits', amount: 10 },
    ])
  })

  test('are laid over the parts in order: one may span two', () => {
    const locked = lockedInvoices(anInvoice(), anInvoice({ id: 'other' }))
    aPaymentOf(locked, [
      ['invoice', 60],
      ['other', 40],
    ])
    const lineItems = [
      aRefundLine(50, { id: 'a', accountId: 'first' }),
      aRefundLine(30, { id: 'b', accountId: 'second' }),
      aRefundLine(20, { id: 'c', accountId: 'third' }),
    ]
    expect(sharesInWords(issued(locked, { ...ON_PAYMENT, lineItems }))).toEqual([
      'invoice first 50',
      'invoice second 10',
      'other second 20',
      'other third 20',
    ])
  })

  test('are created where all of it is taken from one account', () => {
    const { lineItems, parts } = issued(paidUp(), { ...ON_INVOICE, accountId: 'goodwill' })
    expect(lineItems).toMatchObject([{ amount: 100, accountId: 'goodwill', prepaymentAccountId: null }])
    expect(parts[0]?.shares).toMatchObject([{ accountId: 'goodwill', amount: 100, lineItemId: lineItems[0]?.id }])
  })
})

describe('the tags of what is refunded', () => {
  const tagged = anInvoice({
    tags: ['region:north'],
    lineItems: [anInvoiceLine('sales', 60, { tags: ['project:x'] }), anInvoiceLine('support', 40)],
  })

  test('are those of the line, of the invoice, of the refund’s line, of the allocation, and of the refund', () => {
    const lineItems = [aRefundLine(100, { tags: ['reason:broken'] })]
    const allocation = issued(
      paidUp(tagged),
      { ...ON_INVOICE, lineItems, tags: ['team:a', 'region:south'] },
      { tags: ['team:b', 'batch:7'] },
    )
    expect(sharesInWords(allocation)).toEqual([
      'invoice returns 60 batch:7 project:x reason:broken region:north team:a',
      'invoice returns 40 batch:7 reason:broken region:north team:a',
    ])
    expect(allocation.parts[0]?.postedTags.map(({ definitionId }) => definitionId)).toEqual([
      'batch:7',
      'region:north',
      'team:a',
    ])
  })

  test('with an account of its own include those of its line', () => {
    const own = { accountId: 'goodwill', totalAmount: 5 }
    expect(sharesInWords(issued(paidUp(tagged), { ...onLine('line on sales'), ...own }))).toEqual([
      'invoice goodwill 5 project:x region:north',
    ])
    expect(sharesInWords(issued(paidUp(tagged), { ...ON_INVOICE, ...own }))).toEqual([
      'invoice goodwill 5 region:north',
    ])
  })
})

test('refunds in any order never exceed what was paid, and finally equal it', () => {
  const target = fc.constantFrom(ON_INVOICE, ON_PAYMENT, onLine('line on sales'), onLine('line on support'))
  const step = fc.record({ on: target, amount: fc.integer({ min: 1, max: 60 }), isOwn: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.integer({ min: 1, max: 100 }), (steps, paid) => {
      const locked = paidUp(invoice, paid)
      let refunded = 0
      for (const [index, { on, amount, isOwn }] of steps.entries()) {
        const refusal = refusalOf(() => {
          const { totalAmount, parts } = issued(locked, {
            ...on,
            id: `refund ${index}`,
            totalAmount: amount,
            accountId: isOwn ? 'goodwill' : null,
          })
          refunded += totalAmount
          for (const part of parts) expect(sumOf(part.shares.map((share) => share.amount))).toBe(part.amount)
          expect(sumOf(parts.map((part) => part.amount))).toBe(totalAmount)
        })
        expect([undefined, 'OverRefunded']).toContain(refusal?.[0])
        expect(amountsOf(invoiceIn(locked)).refundedAmount).toBe(refunded)
        expect(refunded).toBeLessThanOrEqual(paid)
      }
      if (refundableOfInvoice(invoiceIn(locked)) > 0) issued(locked, { ...ON_INVOICE, id: 'last' })
      expect(amountsOf(invoiceIn(locked)).refundedAmount).toBe(paid)
    }),
  )
})
