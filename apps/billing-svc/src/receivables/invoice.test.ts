import { MAX_AMOUNT } from '@pacioli/money'
import { describe, expect, test } from 'vitest'
import { day, refusalOf, tax } from '../testing/payables.test-helpers.ts'
import { anInvoice, anInvoiceLine, aPaidPart, aRefundedPart, aWriteOff } from '../testing/receivables.test-helpers.ts'
import {
  amountsOf,
  INVOICE_STATUSES,
  liveWriteOffs,
  paidAtOf,
  requireNotVoided,
  requireSoundAmounts,
  statusOf,
  type Invoice,
} from './invoice.ts'

type Given = Partial<Omit<Invoice, 'tags'>>

const UNDONE = { deletedAt: day(20) }

describe('the total of an invoice', () => {
  const invoice = anInvoice({
    lineItems: [
      anInvoiceLine('sales', 1_000, {
        quantity: '2.5',
        discountAmount: 100,
        salesTaxes: [tax('vat', 240), tax('city', 5)],
      }),
      anInvoiceLine('returns', -200, { quantity: '3' }),
    ],
    additionalSalesTaxes: [tax('luxury', 30), tax('bottle deposit', -10)],
    additionalDiscount: 65,
    tips: 400,
  })

  test('is line totals, additional taxes and tips, less the additional discount', () => {
    expect(amountsOf(invoice)).toEqual({
      subtotal: 1_900,
      additionalSalesTaxesTotal: 20,
      shownSalesTaxesTotal: 265,
      totalAmount: 2_400,
      paidAmount: 0,
      writtenOffAmount: 0,
      refundedAmount: 0,
      outstandingBalance: 2_400,
    })
  })

  test('less payments and live write-offs is outstanding, regardless of refunds', () => {
    const settled = {
      ...invoice,
      paid: [aPaidPart(700), aPaidPart(300)],
      writeOffs: [aWriteOff(50), aWriteOff(900, UNDONE), aWriteOff(200)],
      refunded: [aRefundedPart(120), aRefundedPart(30)],
    }
    expect(amountsOf(settled)).toMatchObject({
      totalAmount: 2_400,
      paidAmount: 1_000,
      writtenOffAmount: 250,
      refundedAmount: 150,
      outstandingBalance: 1_150,
    })
    expect(liveWriteOffs(settled).map(({ amount }) => amount)).toEqual([50, 200])
  })

  test('a voided invoice owes nothing', () => {
    expect(amountsOf({ ...invoice, voidedAt: day(11) })).toMatchObject({ totalAmount: 2_400, outstandingBalance: 0 })
  })
})

describe('status, and when it was paid', () => {
  const derived = (given: Given) => {
    const invoice = anInvoice({ documentDate: day(10), ...given })
    return [statusOf(invoice), paidAtOf(invoice)?.getUTCDate()]
  }

  test.each<[string, Given, [string, number | undefined]]>([
    ['nothing is paid', {}, ['SENT', undefined]],
    ['one unit is paid', { paid: [aPaidPart(1)] }, ['PARTIALLY_PAID', undefined]],
    ['all but one unit is paid', { paid: [aPaidPart(99)] }, ['PARTIALLY_PAID', undefined]],
    ['all is paid', { paid: [aPaidPart(99), aPaidPart(1, { allocatedAt: day(14) })] }, ['PAID', 14]],
    [
      'the last payment was recorded first',
      { paid: [aPaidPart(50, { allocatedAt: day(20) }), aPaidPart(50, { allocatedAt: day(15) })] },
      ['PAID', 20],
    ],
    ['it was paid before it was sent', { paid: [aPaidPart(100, { allocatedAt: day(5) })] }, ['PAID', 5]],
    ['one unit is written off', { writeOffs: [aWriteOff(1)] }, ['PARTIALLY_WRITTEN_OFF', undefined]],
    [
      'one unit is written off of what was paid in part',
      { paid: [aPaidPart(98)], writeOffs: [aWriteOff(1)] },
      ['PARTIALLY_WRITTEN_OFF', undefined],
    ],
    ['all is written off', { writeOffs: [aWriteOff(60), aWriteOff(40)] }, ['WRITTEN_OFF', undefined]],
    ['the rest is written off', { paid: [aPaidPart(99)], writeOffs: [aWriteOff(1)] }, ['WRITTEN_OFF', undefined]],
    ['a write-off was undone', { writeOffs: [aWriteOff(100, UNDONE)] }, ['SENT', undefined]],
    [
      'a write-off of what was paid in part was undone',
      { paid: [aPaidPart(1)], writeOffs: [aWriteOff(99, UNDONE)] },
      ['PARTIALLY_PAID', undefined],
    ],
    [
      'an undone write-off is later than the payment',
      { paid: [aPaidPart(100)], writeOffs: [aWriteOff(100, UNDONE)] },
      ['PAID', 12],
    ],
    [
      'all but one unit of what was paid is refunded',
      { paid: [aPaidPart(100)], refunded: [aRefundedPart(99)] },
      ['PAID', 12],
    ],
    ['all that was paid is refunded', { paid: [aPaidPart(100)], refunded: [aRefundedPart(100)] }, ['REFUNDED', 12]],
    [
      'all that was paid is refunded, while something is outstanding',
      { paid: [aPaidPart(99)], refunded: [aRefundedPart(99)] },
      ['PARTIALLY_PAID', undefined],
    ],
    [
      'all that was paid is refunded, and the rest written off at last',
      { paid: [aPaidPart(99)], writeOffs: [aWriteOff(1, { writeOffAt: day(17) })], refunded: [aRefundedPart(99)] },
      ['REFUNDED', 17],
    ],
    [
      'the rest was written off before it was paid and refunded',
      {
        paid: [aPaidPart(99, { allocatedAt: day(19) })],
        writeOffs: [aWriteOff(1, { writeOffAt: day(17) })],
        refunded: [aRefundedPart(99)],
      },
      ['REFUNDED', 19],
    ],
    [
      'what was paid is refunded in part, and the rest written off',
      { paid: [aPaidPart(99)], writeOffs: [aWriteOff(1)], refunded: [aRefundedPart(98)] },
      ['WRITTEN_OFF', undefined],
    ],
    [
      'what was paid is refunded in part, and some written off',
      { paid: [aPaidPart(90)], writeOffs: [aWriteOff(1)], refunded: [aRefundedPart(90)] },
      ['PARTIALLY_WRITTEN_OFF', undefined],
    ],
    ['it is voided', { voidedAt: day(11) }, ['VOIDED', undefined]],
    [
      'it is voided once its write-off was undone',
      { voidedAt: day(11), writeOffs: [aWriteOff(100, UNDONE)] },
      ['VOIDED', undefined],
    ],
    ['its total is zero', { lineItems: [anInvoiceLine('sales', 0)] }, ['PAID', 10]],
    ['its total is zero and it is voided', { lineItems: [], voidedAt: day(11) }, ['VOIDED', undefined]],
    ['its parts cancel out', { lineItems: [anInvoiceLine('sales', 5), anInvoiceLine('fee', -5)] }, ['PAID', 10]],
    ['there are tips alone', { lineItems: [], tips: 1 }, ['SENT', undefined]],
  ])('where %s', (_when, given, expected) => expect(derived(given)).toEqual(expected))

  test('are all seven', () => {
    const all: Given[] = [
      {},
      { paid: [aPaidPart(1)] },
      { paid: [aPaidPart(100)] },
      { voidedAt: day(11) },
      { writeOffs: [aWriteOff(1)] },
      { writeOffs: [aWriteOff(100)] },
      { paid: [aPaidPart(100)], refunded: [aRefundedPart(100)] },
    ]
    expect(all.map((given) => statusOf(anInvoice(given)))).toEqual([...INVOICE_STATUSES])
  })
})

describe('an invoice is refused', () => {
  const refusal = (given: Given, field?: string) => refusalOf(() => requireSoundAmounts(anInvoice(given), field))

  test('below zero, not at zero', () => {
    expect(refusal({ additionalDiscount: 100 })).toBeUndefined()
    expect(refusal({ additionalDiscount: 101 })).toEqual(['NegativeTotal', 'line_items'])
    expect(refusal({ additionalDiscount: 101, tips: 1 })).toBeUndefined()
    expect(refusal({ additionalDiscount: 101 }, '3.')).toEqual(['NegativeTotal', '3.line_items'])
  })

  test('where a line item leaves the safe range, naming it', () => {
    const line = (discountAmount: number) =>
      anInvoiceLine('sales', MAX_AMOUNT, { salesTaxes: [tax('vat', 1)], discountAmount })
    expect(refusal({ lineItems: [line(1)] })).toBeUndefined()
    expect(refusal({ lineItems: [anInvoiceLine('fee', 1), line(0)] })).toEqual(['AmountOutOfRange', 'line_items.1'])
  })

  test('where its total leaves the safe range', () => {
    const lineItems = [anInvoiceLine('sales', MAX_AMOUNT - 1)]
    expect(refusal({ lineItems, tips: 1 })).toBeUndefined()
    expect(refusal({ lineItems, tips: 2 })).toEqual(['AmountOutOfRange', 'line_items'])
  })

  test('where one side of its entry leaves the safe range, though its total does not', () => {
    const lineItems = [anInvoiceLine('sales', MAX_AMOUNT), anInvoiceLine('returns', -10)]
    expect(refusal({ lineItems })).toBeUndefined()
    expect(refusal({ lineItems, tips: 1 })).toEqual(['AmountOutOfRange', 'line_items'])
  })

  test('where the taxes that it shows leave the safe range', () => {
    const taxed = (amount: number) => anInvoiceLine('sales', MAX_AMOUNT, { salesTaxes: [tax('vat', amount)] })
    const shown = (vat: number) => ({ lineItems: [taxed(-MAX_AMOUNT)], additionalSalesTaxes: [tax('city', vat)] })
    expect(refusal(shown(0))).toBeUndefined()
    expect(refusal(shown(-1))).toEqual(['AmountOutOfRange', 'line_items'])
  })
})

test('a voided invoice cannot change', () => {
  expect(refusalOf(() => requireNotVoided(anInvoice()))).toBeUndefined()
  expect(refusalOf(() => requireNotVoided(anInvoice({ voidedAt: day(11) }), 'invoice_id'))).toEqual([
    'InvoiceVoided',
    'invoice_id',
  ])
})
