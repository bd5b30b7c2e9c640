/** Concurrent requests on the same receivables: a legal state, and books that agree with it. */
import { Database } from '@pacioli/db'
import type { DomainError } from '@pacioli/errors'
import { deadlocksIn } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusalsAmong } from '../testing/races.test-helpers.ts'
import { announced } from '../testing/ledger.test-helpers.ts'
import { paidInvoice } from '../testing/refund-requests.test-helpers.ts'
import { updateOf, type UpdateGiven } from '../testing/update-requests.test-helpers.ts'
import {
  changeInvoice,
  changeRefund,
  makePayout,
  makeRefund,
  refundOf,
  undo,
  voided,
  writeOff,
} from '../testing/acts.test-helpers.ts'
import {
  anotherCustomer,
  creditOf,
  DEPOSITS,
  expectAllSound,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  refundAllocation,
  refundPayment,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { applyTags, deleteInvoicePayment, getRefund, removeTags } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let admin: Database
let receivables: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  admin = new Database({ url: billing.adminUrl, applicationName: 'test admin', poolSize: 1 })
  receivables = await openReceivables(billing)
})
afterAll(async () => {
  await expectAllSound(billing)
  expect(billing.refusedPostings).toEqual([])
  await admin.close()
  await billing.stop()
})

type Named = { id: string }
const countOf = (refusals: readonly unknown[], name: unknown): number => refusals.filter((one) => one === name).length

type Act = (of: TestReceivables, invoice: Named) => Promise<unknown>

/** Each settles the whole outstanding balance, or takes back all that was paid. */
const ACTS: Record<string, Act> = {
  pay: async (of, invoice) => {
    const { outstanding_balance } = await invoiceNow(billing, of, invoice)
    return payFor(billing, of, invoice, outstanding_balance || 1)
  },
  'write off': (of, invoice) => writeOff(billing, of, invoice),
  refund: (of, invoice) => refundOf(billing, of, invoice),
  void: (of, invoice) => voided(billing, of, invoice, { move_payments_to_credit: false }),
  'void, moving payments': (of, invoice) => voided(billing, of, invoice),
  'cut to 40': (of, invoice) => changeInvoice(billing, of, invoice, { line_items: [line(43)] }),
}

/** The state of an invoice of 100, with this much paid, after both run concurrently. */
async function leftOf(paid: number, acts: readonly Act[]): Promise<string> {
  const of = await anotherCustomer(billing, receivables)
  const deposit = line(30, { prepayment_account_identifier: DEPOSITS, taxes: { CA: 7 } })
  const invoice = await makeInvoice(billing, of, {
    line_items: [line(66), deposit],
    additional_discount: 3,
    payments: paid > 0 ? [{ amount: paid }] : [],
  })
  const refusals = await refusalsAmong(acts.map((act) => act(of, invoice)))
  const now = await invoiceNow(billing, of, invoice)
  const amounts = (some: readonly { amount?: number; total_amount?: number }[]) =>
    JSON.stringify(some.map((one) => one.amount ?? one.total_amount))
  return [
    `${refusals.map((one) => one ?? 'done').join(', ')}:`,
    now.status,
    now.outstanding_balance,
    amounts(now.payment_allocations),
    amounts(now.refund_allocations),
    amounts(now.write_offs),
    await creditOf(billing, of),
  ].join(' ')
}

const actOf = (name: string): Act => ACTS[name] as Act

const PAID = 'an invoice of which 40 was paid'
const UNPAID = 'an unpaid invoice'
const VOIDED = 'VOIDED 0 [] [] []'

/**
 * Allowed outcomes of each pair: results of both, status and outstanding balance, amounts of payments, refunds and
 * write-offs, and the customer's credit.
 */
const PAIRS: [of: string, one: string, other: string, left: string[]][] = [
  [
    PAID,
    'pay',
    'write off',
    ['done, OverAllocated: PAID 0 [40,60] [] [] 0', 'OverAllocated, done: WRITTEN_OFF 0 [40] [] [60] 0'],
  ],
  [PAID, 'pay', 'refund', ['done, done: REFUNDED 0 [40,60] [100] [] 0', 'done, done: PAID 0 [40,60] [40] [] 0']],
  [PAID, 'pay', 'void, moving payments', [`done, done: ${VOIDED} 100`, `InvoiceVoided, done: ${VOIDED} 40`]],
  [PAID, 'write off', 'refund', ['done, done: REFUNDED 0 [40] [40] [60] 0']],
  [
    PAID,
    'write off',
    'void, moving payments',
    ['done, done: VOIDED 0 [] [] [60] 40', `InvoiceVoided, done: ${VOIDED} 40`],
  ],
  [PAID, 'refund', 'void, moving payments', [`done, done: ${VOIDED} 0`, `InvoiceVoided, done: ${VOIDED} 40`]],
  [PAID, 'void, moving payments', 'void, moving payments', [`done, done: ${VOIDED} 40`]],
  [
    PAID,
    'cut to 40',
    'pay',
    ['done, OverAllocated: PAID 0 [40] [] [] 0', 'OverAllocated, done: PAID 0 [40,60] [] [] 0'],
  ],
  [
    PAID,
    'cut to 40',
    'write off',
    ['done, OverAllocated: PAID 0 [40] [] [] 0', 'OverAllocated, done: WRITTEN_OFF 0 [40] [] [60] 0'],
  ],
  [PAID, 'cut to 40', 'refund', ['done, done: REFUNDED 0 [40] [40] [] 0']],
  [PAID, 'cut to 40', 'void, moving payments', [`done, done: ${VOIDED} 40`, `InvoiceVoided, done: ${VOIDED} 40`]],
  [PAID, 'cut to 40', 'cut to 40', ['done, done: PAID 0 [40] [] [] 0']],
  [UNPAID, 'pay', 'void', ['done, InvoiceHasPayments: PAID 0 [100] [] [] 0', `InvoiceVoided, done: ${VOIDED} 0`]],
  [UNPAID, 'write off', 'void', ['done, done: VOIDED 0 [] [] [100] 0', `InvoiceVoided, done: ${VOIDED} 0`]],
  [
    UNPAID,
    'write off',
    'write off',
    ['done, OverAllocated: WRITTEN_OFF 0 [] [] [100] 0', 'OverAllocated, done: WRITTEN_OFF 0 [] [] [100] 0'],
  ],
]

test.each(PAIRS)('of %s, %s and %s concurrently end as if serialized', async (what, one, other, allowed) => {
  const left = await leftOf(what === PAID ? 40 : 0, [actOf(one), actOf(other)])
  expect(allowed).toContain(left)
})

test('a line item is either refunded or taken away', async () => {
  const of = await anotherCustomer(billing, receivables)
  for (let round = 0; round < 3; round++) {
    const invoice = await makeInvoice(billing, of, { line_items: [line(60), line(40)], payments: [{ amount: 100 }] })
    const acts = [
      () =>
        makeRefund(billing, of, {
          allocations: [{ invoice_line_item_id: invoice.line_items[0]?.id ?? '', total_amount: 10 }],
        }),
      () => changeInvoice(billing, of, invoice, { line_items: [line(100)] }),
    ]
    const refusals = await refusalsAmong((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
    expect([
      [undefined, 'OverRefunded'],
      ['InvalidPayload', undefined],
    ]).toContainEqual(round % 2 === 0 ? refusals : refusals.toReversed())
  }
})

test('four partial payments of one invoice pay it to the cent and no further', async () => {
  const of = await anotherCustomer(billing, receivables)
  const invoice = await makeInvoice(billing, of, { line_items: [line(31), line(26), line(6)], additional_discount: 3 })
  const refusals = await refusalsAmong(Array.from({ length: 4 }, () => payFor(billing, of, invoice, 20)))
  expect([countOf(refusals, undefined), countOf(refusals, 'OverAllocated')]).toEqual([3, 1])
  expect(await invoiceNow(billing, of, invoice)).toMatchObject({ status: 'PAID', outstanding_balance: 0 })
})

test('a credit is spent once under concurrency, and either refunded or spent', async () => {
  const of = await anotherCustomer(billing, receivables)
  const advance = await makePayment(billing, of, { amount: 70 })
  const invoices = await Promise.all(Array.from({ length: 3 }, () => makeInvoice(billing, of)))
  const refusals = await refusalsAmong([
    ...invoices.map((invoice) => payFor(billing, of, invoice, 30, { method: 'CREDIT_BALANCE' })),
    makeRefund(billing, of, { allocations: [{ invoice_payment_id: advance.id, total_amount: 30 }] }),
  ])
  expect([countOf(refusals, undefined), countOf(refusals, 'OverAllocated')]).toEqual([2, 2])
  expect(await creditOf(billing, of)).toBe(10)
})

test('a payment is refunded once, though its customer has more credit', async () => {
  const of = await anotherCustomer(billing, receivables)
  const [advance] = await Promise.all([1, 2, 3].map(() => makePayment(billing, of, { amount: 100 })))
  const whole = { allocations: [{ invoice_payment_id: advance?.id }] }
  const refusals = await refusalsAmong([1, 2, 3].map(() => makeRefund(billing, of, whole)))
  expect([countOf(refusals, undefined), countOf(refusals, 'OverRefunded')]).toEqual([1, 2])
  expect(await creditOf(billing, of)).toBe(200)
})

test('of lists of payments that replace each other concurrently, one stays as a whole', async () => {
  const of = await anotherCustomer(billing, receivables)
  const refund = await makeRefund(billing, of, { allocations: [{ customer_id: of.contactId, total_amount: 100 }] })
  const replaced = (memo: string) => {
    const items = [40, 20].map((refunded_amount) =>
      refundPayment({ external_id: `${memo} ${refunded_amount}`, refunded_amount }),
    )
    return changeRefund(billing, of, refund, { payments: { items }, memo })
  }
  expect(await refusalsAmong(['a', 'b', 'c'].map(replaced))).toEqual([undefined, undefined, undefined])
  const { data } = await getRefund(billing, of.request, refund.id)
  expect(data?.payments?.map(({ external_id }) => external_id)).toEqual([`${data?.memo} 40`, `${data?.memo} 20`])
})

describe('concurrent updates of refunds', () => {
  const update = ({ id }: Named, given: UpdateGiven, of = receivables) => updateOf(billing, of, { id }, given)
  const versionsOf = async ({ id }: Named) => (await announced(billing, id)).map(({ data }) => data.version)
  const paid = (of: TestReceivables) => paidInvoice(billing, of)

  /** A refund of an invoice of 100, and its payments. */
  const refundOfOne = async (total_amount: number, payments: RefundOfManyGiven['payments'], of = receivables) => {
    const { id } = await paid(of)
    return makeRefund(billing, of, { allocations: [{ invoice_id: id, total_amount }], payments: payments ?? [] })
  }

  test('of one refund are serialized, and the books match the last', async () => {
    const of = await anotherCustomer(billing, receivables)
    const [one, other] = [await paid(of), await paid(of)]
    const refund = await makeRefund(billing, of, {
      allocations: [{ external_id: 'a', invoice_id: one.id, total_amount: 50 }],
    })
    const settled = await Promise.allSettled([
      update(refund, { allocations: [{ external_id: 'a', invoice_id: one.id, total_amount: 30 }] }, of),
      update(refund, { allocations: [{ external_id: 'a', invoice_id: other.id, total_amount: 60 }] }, of),
      update(refund, { payments: [{ external_id: one.id, refunded_amount: 10 }] }, of),
      update(refund, { memo: 'at once', completed_at: '2026-01-20T12:00:00Z' }, of),
    ])
    // A request gives up after finding changed state three times.
    for (const outcome of settled)
      if (outcome.status === 'rejected') expect((outcome.reason as DomainError).errorEnum).toBe('VersionConflict')
    const done = settled.filter(({ status }) => status === 'fulfilled').length
    expect(done).toBeGreaterThanOrEqual(1)
    expect(await versionsOf(refund)).toEqual(Array.from({ length: 1 + done }, (_, index) => index + 1))
  })

  test('of two refunds of the same amount pass only as far as it is refundable', async () => {
    const of = await anotherCustomer(billing, receivables)
    const [one, other] = [await paid(of), await paid(of)]
    const first = await makeRefund(billing, of, { allocations: [{ invoice_id: one.id, total_amount: 60 }] })
    const second = await makeRefund(billing, of, { allocations: [{ invoice_id: other.id, total_amount: 60 }] })
    const [a, b] = await refusalsAmong([
      update(first, { allocations: [{ invoice_id: other.id, total_amount: 60 }] }, of),
      update(second, { allocations: [{ invoice_id: one.id, total_amount: 60 }] }, of),
    ])
    // Each needs an amount that the other still has: both are refused, without a deadlock.
    expect([a, b].every((one) => one === undefined || one === 'OverRefunded')).toBe(true)
  })

  test('to one external_id: one of them gets it', async () => {
    const [one, other] = [
      await refundOfOne(10, [{ refunded_amount: 5 }]),
      await refundOfOne(10, [{ refunded_amount: 5 }]),
    ]
    const external_id = randomUUID()
    for (const given of [{ external_id }, { payments: [{ external_id, refunded_amount: 5 }] }])
      expect((await refusalsAmong([one, other].map((refund) => update(refund, given)))).toSorted()).toEqual([
        'DuplicateExternalId',
        undefined,
      ])
  })

  test('that refund a payment while it is deleted: one of the two wins, and other credit stays', async () => {
    const of = await anotherCustomer(billing, receivables)
    await makePayment(billing, of, { amount: 1_000 })
    for (let round = 0; round < 6; round++) {
      const payment = await makePayment(billing, of, { amount: 100 })
      const allocations = [{ invoice_payment_id: payment.id, total_amount: 100 }]
      const acts = [
        () => makeRefund(billing, of, { allocations }),
        () => deleteInvoicePayment(billing, of.request, payment.id),
      ]
      const refusedWith = await refusalsAmong((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
      const [refunding, deleting] = round % 2 === 0 ? refusedWith : refusedWith.toReversed()
      expect([
        [undefined, 'PaymentHasRefunds'],
        ['DocumentDeleted', undefined],
      ]).toContainEqual([refunding, deleting])
      expect(await creditOf(billing, of)).toBe(1_000)
    }
  })

  test('that delete a payment during its payout: one of the two wins', async () => {
    const of = await anotherCustomer(billing, receivables)
    for (let round = 0; round < 2; round++) {
      const refund = await refundOfOne(50, [{ refunded_amount: 30, method: 'CREDIT_CARD' }], of)
      const acts = [
        () => update(refund, { payments: [] }, of),
        () =>
          makePayout(billing, of, { paid_out_amount: -30, refund_payments: [{ id: refund.payments[0]?.id ?? '' }] }),
      ]
      const refusedWith = await refusalsAmong((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
      const [updating, payingOut] = round % 2 === 0 ? refusedWith : refusedWith.toReversed()
      expect([
        [undefined, 'NotPaidOut'],
        ['DocumentMatched', undefined],
      ]).toContainEqual([updating, payingOut])
    }
  })

  test('with the void of the invoice leave the books right in either order', async () => {
    const of = await anotherCustomer(billing, receivables)
    for (let round = 0; round < 2; round++) {
      const [owed, other] = [await paid(of), await paid(of)]
      const refund = await makeRefund(billing, of, {
        allocations: [{ external_id: 'a', invoice_id: owed.id, total_amount: 40 }],
      })
      const goesTo = round === 0 ? owed : other
      const before = await creditOf(billing, of)
      const acts = [
        () => update(refund, { allocations: [{ external_id: 'a', invoice_id: goesTo.id, total_amount: 70 }] }, of),
        () => voided(billing, of, owed),
      ]
      const refusedWith = await refusalsAmong((round === 0 ? acts : acts.toReversed()).map((act) => act()))
      const [updating, voiding] = round === 0 ? refusedWith : refusedWith.toReversed()
      expect(voiding).toBeUndefined()
      expect([undefined, 'InvoiceVoided']).toContain(updating)
      const expected = updating === undefined ? [30, 100][round] : 60
      expect([round, (await creditOf(billing, of)) - before]).toEqual([round, expected])
    }
  })
})

/** Refusals that concurrent requests may get. */
const LEGAL = new Set([
  'OverAllocated',
  'OverRefunded',
  'InvoiceVoided',
  'InvoiceHasPayments',
  'DocumentMatched',
  'NotPaidOut',
  'PayoutUnbalanced',
  'DuplicateTagDimension',
  'VersionConflict',
])

test('fifteen clients that do everything concurrently never deadlock, and leave books that agree', async () => {
  const of = await anotherCustomer(billing, receivables)
  const { request } = of
  const before = await deadlocksIn(admin)
  const any = <One>(list: readonly One[], n: number): One => list[n % list.length] as One
  const invoices = await Promise.all(
    [1, 2, 3].map(() => makeInvoice(billing, of, { line_items: [line(300), line(99)] })),
  )
  const inTurn = <One>(list: readonly One[], n: number): One[] => (n % 2 ? [...list] : list.toReversed())
  const spread = (n: number) => inTurn(invoices, n).map(({ id }) => ({ invoice_id: id, amount: 5 + (n % 7) }))
  const payments = await Promise.all(
    [1, 2].map((n) => makePayment(billing, of, { amount: 200, allocations: spread(n) })),
  )
  const onPayment = (n: number) => ({ invoice_payment_id: any(payments, n).id, total_amount: 1 + (n % 9) })
  const refunds = await Promise.all(
    [1, 2].map((n) => makeRefund(billing, of, { allocations: [onPayment(n)], payments: [{ refunded_amount: 1 }] })),
  )
  const tags = (entity_type: string, documents: readonly Named[], n: number) => ({
    entity_type,
    entity_ids: inTurn(documents, n).map(({ id }) => id),
    key_values: [{ key: 'area', value: n % 3 ? 'north' : 'south' }],
  })
  const acts: ((n: number) => Promise<unknown>)[] = [
    (n) => payFor(billing, of, any(invoices, n), 1 + (n % 40)),
    (n) => payFor(billing, of, any(invoices, n), 1 + (n % 20), { method: 'CREDIT_BALANCE' }),
    (n) => makePayment(billing, of, { amount: 60, allocations: spread(n) }),
    (n) =>
      refundOf(billing, of, any(invoices, n), {
        refunded_amount: 1 + (n % 9),
        method: n % 2 ? 'STORE_CREDIT' : 'CASH',
      }),
    (n) => makeRefund(billing, of, { allocations: inTurn(payments, n).map((_, index) => onPayment(index + n)) }),
    (n) => changeRefund(billing, of, any(refunds, n), { allocations: { items: [refundAllocation(onPayment(n + 1))] } }),
    (n) => changeRefund(billing, of, any(refunds, n), { payments: { items: [refundPayment({ refunded_amount: 1 })] } }),
    async (n) => {
      const made = await writeOff(billing, of, any(invoices, n), { amount: 1 + (n % 5) })
      return undo(billing, of, any(invoices, n), made)
    },
    (n) => makePayout(billing, of, { paid_out_amount: 200, payments: [{ id: any(payments, n).id }] }),
    (n) => applyTags(billing, request, tags('INVOICE', invoices, n)),
    (n) => removeTags(billing, request, tags('INVOICE', invoices, n)),
    (n) => applyTags(billing, request, tags('INVOICE_PAYMENT', payments, n)),
    (n) => applyTags(billing, request, tags('REFUND', refunds, n)),
    (n) =>
      changeInvoice(billing, of, any(invoices, n), {
        line_items: [line(200 + n, { external_id: 'a' }), line(199)],
        tags: [{ key: 'area', value: n % 2 ? 'north' : 'east' }],
      }),
    (n) => (n % 2 ? Promise.resolve() : voided(billing, of, any(invoices, n))),
  ]
  const refusals = await refusalsAmong(acts.map((act, n) => act(n * 11)))
  expect(refusals.filter((one) => one !== undefined && !LEGAL.has(one))).toEqual([])
  expect((await deadlocksIn(admin)) - before).toBe(0)
})
