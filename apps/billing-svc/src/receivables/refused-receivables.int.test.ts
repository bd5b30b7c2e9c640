/** Refusals that all writers of receivables share: each is called, and nothing is written. */
import type { Invoice__Output, Refund__Output } from '@pacioli/protos/billing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutHeadroom, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named } from '../testing/bills.test-helpers.ts'
import { changeInvoice, type InvoiceChange } from '../testing/acts.test-helpers.ts'
import { openAccount } from '../testing/books.test-helpers.ts'
import { changeOf as customerChange, customerInput } from '../testing/customers.test-helpers.ts'
import { payoutInput, type PayoutGiven } from '../testing/payouts.test-helpers.ts'
import {
  anotherCustomer,
  dedicatedPayment,
  invoiceInput,
  line,
  makeInvoice,
  openReceivables,
  payFor,
  paymentInput,
  refundInput,
  SALES,
  type InvoiceGiven,
  type PaymentGiven,
  type RefundGiven,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { refundOne } from '../testing/refund-requests.test-helpers.ts'
import { updateOf } from '../testing/update-requests.test-helpers.ts'
import {
  applyTags,
  createCustomer,
  createInvoice,
  createInvoicePayment,
  createInvoices,
  createPayout,
  createRefund,
  payInvoice,
  removeTags,
  updateCustomer,
  voidInvoice,
  writeOffInvoice,
} from '../testing/use-cases.test-helpers.ts'
import {
  archiveAccount,
  archiveTag,
  balancingDimension,
  closeBooks,
  failPostings,
} from '../testing/ledger.test-helpers.ts'
import { expectRefused, leavesUntouched, MAX, type Refusal } from '../testing/refused.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
let archivedCustomer: string
/** An archived account. */
let closed: { type: string; id: string }
/** Of 100, of which 50 was paid and 10 refunded. */
let owed: Invoice__Output
let refunded: Refund__Output
let voided: Invoice__Output
let carrying: Invoice__Output
let stuck: Invoice__Output

const tag = (key: string, value = 'one') => ({ key, value })
const gone = tag('old', 'gone')
const twice = [tag('place', 'a'), tag('place', 'b')]
const balancing = tag('fund', 'building')
const lastYear = '2025-12-31T12:00:00Z'

beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  const { request } = receivables
  const id = await openAccount(billing, request, { name: 'Closed', account_subtype: 'OTHER_INCOME' })
  closed = { type: 'AccountId', id }
  await archiveAccount(billing, request, id)
  carrying = await makeInvoice(billing, receivables, { tags: [tag('shop'), gone] })
  await archiveTag(billing, request, carrying.transaction_tags.find(({ key }) => key === 'old')?.definition_id ?? '')
  await balancingDimension(billing, request, balancing.key)
  archivedCustomer = (await anotherCustomer(billing, receivables)).contactId
  await updateCustomer(billing, request, customerChange({ id: archivedCustomer }, { status: 'ARCHIVED' }))
  owed = await makeInvoice(billing, receivables)
  await payFor(billing, receivables, owed, 50)
  const { data } = await refundOne(billing, receivables, owed, { line_items: [{ amount: 10 }] })
  refunded = data as Refund__Output
  voided = await makeInvoice(billing, receivables)
  await voidInvoice(billing, request, { invoice_id: voided.id, move_payments_to_credit: false })
  stuck = await makeInvoice(billing, receivables, { tags: [tag('shop')] })
  await failPostings(billing, request, stuck.id)
  await closeBooks(billing, request, '2025-12-31')
})
afterAll(async () => {
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const here = () => ({ billing, request: receivables.request })

describe('a customer is refused with', () => {
  leavesUntouched(here)

  const writers = {
    create: (tags: (typeof gone)[]) => createCustomer(billing, receivables.request, customerInput({ tags })),
    update: (items: (typeof gone)[]) =>
      updateCustomer(billing, receivables.request, customerChange({ id: receivables.contactId }, { tags: { items } })),
  }

  test.each<[string, (typeof gone)[], Refusal]>([
    ['two values of a dimension', twice, ['DuplicateTagDimension', 'tags.1']],
    ['a value that is applied no more', [gone], ['TagValueArchived', 'tags.0']],
  ])('%s', (_what, tags, refusal) => expectRefused(writers, tags, refusal))
})

describe('an invoice is refused with', () => {
  leavesUntouched(here)

  const creators = {
    create: (said: InvoiceGiven) => createInvoice(billing, receivables.request, invoiceInput(receivables, said)),
    createMany: (said: InvoiceGiven) =>
      createInvoices(billing, receivables.request, [invoiceInput(receivables), invoiceInput(receivables, said)]),
  }
  const writers = { ...creators, update: (said: InvoiceChange) => changeInvoice(billing, receivables, owed, said) }
  const item = (unit_price: number, more: Parameters<typeof line>[1] = {}) => ({
    line_items: [line(unit_price, more)],
  })

  test.each<[string, () => InvoiceGiven & InvoiceChange, Refusal]>([
    [
      'an account that takes no postings',
      () => item(100, { account_identifier: closed }),
      ['AccountArchived', 'line_items.0.account_identifier'],
    ],
    [
      'the account of payables for prepayments',
      () => item(100, { prepayment_account_identifier: named('ACCOUNTS_PAYABLE') }),
      ['ControlAccount', 'line_items.0.prepayment_account_identifier'],
    ],
    ['a total below zero', () => item(-1), ['NegativeTotal', 'line_items']],
    ['a discount above the total', () => ({ additional_discount: 101 }), ['NegativeTotal', 'line_items']],
    ['more than a number holds', () => item(MAX, { quantity: '2' }), ['AmountOutOfRange', 'line_items.0']],
    ['tips beyond what a number holds', () => ({ tips: MAX }), ['AmountOutOfRange', 'line_items']],
    ['two values of a dimension', () => ({ tags: twice }), ['DuplicateTagDimension', 'tags.1']],
    ['a value that is applied no more', () => ({ tags: [gone] }), ['TagValueArchived', 'tags.0']],
    [
      'a BALANCING tag on a line item',
      () => item(100, { tags: [balancing] }),
      ['BalancingTagViolation', 'line_items.0.tags.0'],
    ],
    ['an archived customer', () => ({ customer_id: archivedCustomer }), ['CustomerArchived', 'customer_id']],
    ['an instant in a closed period', () => ({ sent_at: lastYear }), ['PeriodClosed', 'sent_at']],
  ])('%s', (_what, said, refusal) => expectRefused(writers, said(), refusal))

  test.each<[string, () => InvoiceGiven, Refusal]>([
    [
      'payments though it is void',
      () => ({ voided_at: '2026-01-11T12:00:00Z', payments: [{}] }),
      ['InvoiceVoided', 'payments.0'],
    ],
    [
      'a payment out of credit that is not there',
      () => ({ payments: [{ method: 'CREDIT_BALANCE' }] }),
      ['OverAllocated', 'payments.0.amount'],
    ],
    [
      'refunds of what was not paid',
      () => ({ dedicated_refunds: [{ line_items: [{ amount: 1 }] }] }),
      ['OverRefunded', 'dedicated_refunds.0.line_items'],
    ],
    [
      'a refund with a fee but without a method',
      () => ({ payments: [{}], dedicated_refunds: [{ refund_processing_fee: 1 }] }),
      ['InvalidPayload', 'dedicated_refunds.0.refund_processing_fee'],
    ],
  ])('%s', (_what, said, refusal) => expectRefused(creators, said(), refusal))

  test('a change of what it posted, behind a posting that the ledger refused', () =>
    expectRefused({ update: (said: InvoiceChange) => changeInvoice(billing, receivables, stuck, said) }, item(1), [
      'PostingFailed',
    ]))
})

describe('a payment of an invoice is refused with', () => {
  /** Each of 100, with one line item of the largest amount. */
  let huge: Invoice__Output[]
  beforeAll(async () => {
    const [one, other] = [named('OTHER_INCOME'), SALES]
    const make = (most: typeof SALES, rest: typeof SALES) =>
      makeInvoice(withoutHeadroom(billing), receivables, {
        line_items: [line(MAX, { account_identifier: most }), line(100 - MAX, { account_identifier: rest })],
      })
    huge = [await make(one, other), await make(other, one)]
  })

  describe('and nothing is written:', () => {
    leavesUntouched(here)

    const pay = ({ id = owed.id, ...said }: PaymentGiven & { id?: string }) =>
      payInvoice(billing, receivables.request, {
        invoice_id: id,
        payment: dedicatedPayment({ amount: 10, paid_at: '2026-01-20T12:00:00Z', ...said }),
      })
    const payMany = (said: Parameters<typeof paymentInput>[1]) =>
      createInvoicePayment(billing, receivables.request, paymentInput(receivables, said))
    const writers = {
      pay,
      payMany: ({ amount = 10, ...said }: PaymentGiven) =>
        payMany({ amount, allocations: [{ invoice_id: owed.id, amount }], ...said }),
    }
    const clearing = (payment_clearing_account_identifier: typeof SALES) => ({ payment_clearing_account_identifier })

    test.each<[string, () => PaymentGiven, Refusal]>([
      [
        'the account of receivables',
        () => clearing(named('ACCOUNTS_RECEIVABLE')),
        ['ControlAccount', 'payment_clearing_account_identifier'],
      ],
      [
        'an account for credit',
        () => ({ ...clearing(named('CASH')), method: 'CREDIT_BALANCE' }),
        ['InvalidPayload', 'payment_clearing_account_identifier'],
      ],
      ['two values of a dimension', () => ({ tags: twice }), ['DuplicateTagDimension', 'tags.1']],
      ['a value that is applied no more', () => ({ tags: [gone] }), ['TagValueArchived', 'tags.0']],
    ])('%s', (_what, said, refusal) => expectRefused(writers, said(), refusal))

    test('refunds of it with a BALANCING tag, beyond its amount, or beyond the safe range', async () => {
      const refunding = (...line_items: NonNullable<RefundGiven['line_items']>) => ({
        dedicated_refunds: [{ line_items }],
      })
      const field = 'dedicated_refunds.0.line_items'
      await expectRefused({ pay }, refunding({ amount: 1, tags: [balancing] }), [
        'BalancingTagViolation',
        `${field}.0.tags.0`,
      ])
      await expectRefused({ pay }, refunding({ amount: 11 }), ['OverRefunded', field])
      await expectRefused({ pay }, refunding({ amount: MAX }, { amount: MAX }), ['AmountOutOfRange', field])
    })

    test('allocations beyond its amount', () =>
      expectRefused({ payMany }, { amount: 10, allocations: [{ invoice_id: owed.id, amount: 11 }] }, [
        'OverAllocated',
        'allocations',
      ]))

    test('beyond the safe range, over all of its invoices', () =>
      expectRefused(
        { payMany },
        { amount: 200, allocations: huge.map(({ id }) => ({ invoice_id: id, amount: 100 })) },
        ['AmountOutOfRange'],
      ))
  })
})

describe('a write-off is refused with', () => {
  leavesUntouched(here)

  test('an archived tag value', () =>
    expectRefused(
      {
        writeOff: (tags: (typeof gone)[]) =>
          writeOffInvoice(billing, receivables.request, { invoice_id: owed.id, amount: 1, tags }),
      },
      [gone],
      ['TagValueArchived', 'tags.0'],
    ))
})

describe('a refund is refused with', () => {
  leavesUntouched(here)

  type Allocation = NonNullable<RefundOfManyGiven['allocations']>[number]
  type Said = Pick<RefundOfManyGiven, 'tags' | 'payments'>
  const create = (allocation: Allocation, said: Said = {}) =>
    createRefund(billing, receivables.request, refundInput({ allocations: [allocation], ...said }))
  const update = (allocation: Allocation, said: Said = {}) =>
    updateOf(billing, receivables, refunded, { allocations: [allocation], ...said })
  const writers = {
    create: ([of, said]: [Allocation, Said?]) => create({ invoice_id: owed.id, ...of }, said),
    update: ([of, said]: [Allocation, Said?]) => update({ invoice_id: owed.id, ...of }, said),
  }
  const all = {
    ...writers,
    refundOne: ([{ line_items }, said]: [Allocation, Said?]) =>
      refundOne(billing, receivables, owed, {
        ...(line_items ? { line_items } : {}),
        ...(said?.tags ? { tags: said.tags } : {}),
      }),
  }
  const item = (more: object): [Allocation] => [{ line_items: [{ amount: 1, ...more }] }]

  test.each<[string, () => [Allocation, Said?], Refusal]>([
    [
      'the account of receivables',
      () => item({ account_identifier: named('ACCOUNTS_RECEIVABLE') }),
      ['ControlAccount', 'line_items.0.account_identifier'],
    ],
    [
      'a BALANCING tag on a line item',
      () => item({ tags: [balancing] }),
      ['BalancingTagViolation', 'line_items.0.tags.0'],
    ],
    ['two values of a dimension', () => [...item({}), { tags: twice }], ['DuplicateTagDimension', 'tags.1']],
    ['a value that is applied no more', () => [...item({}), { tags: [gone] }], ['TagValueArchived', 'tags.0']],
  ])('%s', (_what, said, refusal) => expectRefused(all, said(), refusal))

  const out = (more: object): [Allocation, Said] => [
    { total_amount: 1 },
    { payments: [{ refunded_amount: 1, method: 'CASH', ...more }] },
  ]

  test.each<[string, () => [Allocation, Said?], Refusal]>([
    [
      'line items that come to another amount',
      () => [{ total_amount: 1, line_items: [{ amount: 2 }] }],
      ['InvalidPayload', 'total_amount'],
    ],
    [
      'a line item that is not there',
      () => [{ invoice_line_item_id: randomUUID(), total_amount: 1 }],
      ['InvalidPayload', 'invoice_line_item_id'],
    ],
    ['more paid out than it is', () => out({ refunded_amount: 2 }), ['OverRefunded', 'payments']],
    ['what is paid out of credit', () => out({ method: 'CREDIT_BALANCE' }), ['InvalidPayload', 'payments.0.method']],
    [
      'a payment before what it pays back',
      () => out({ completed_at: '2026-01-02T12:00:00Z' }),
      ['DatedTooEarly', 'payments.0.completed_at'],
    ],
    ['a fee beyond what a number holds', () => out({ refund_processing_fee: MAX }), ['AmountOutOfRange']],
    [
      'a fee out of an account that takes no postings',
      () => out({ refunded_payment_fees: [{ account: closed, fee_amount: 1 }] }),
      ['AccountArchived', 'payments.0.refunded_payment_fees.0.account'],
    ],
  ])('%s', (_what, said, refusal) => expectRefused(writers, said(), refusal))

  test('an unknown payment or customer', async () => {
    const both = { create, update }
    const id = randomUUID()
    await expectRefused<Allocation>(both, { invoice_payment_id: id, total_amount: 1 }, [
      'InvoicePaymentNotFound',
      'invoice_payment_id',
    ])
    await expectRefused<Allocation>(both, { customer_id: id, total_amount: 1 }, ['CustomerNotFound', 'customer_id'])
  })

  test('a fee beyond the safe range, where it is paid out at once', () =>
    expectRefused(
      { refundOne: (said: RefundGiven) => refundOne(billing, receivables, owed, said) },
      { refunded_amount: 1, method: 'CASH', refund_processing_fee: MAX },
      ['AmountOutOfRange'],
    ))

  test('an allocation of another refund, or an unknown one', async () => {
    const allocations = [{ id: randomUUID(), invoice_id: owed.id, total_amount: 1 }]
    await expectRefused(
      { update: (given: Parameters<typeof updateOf>[3]) => updateOf(billing, receivables, refunded, given) },
      { allocations },
      ['InvalidPayload', 'allocations.0.id'],
    )
    await expectRefused(
      { create: (given: RefundOfManyGiven) => createRefund(billing, receivables.request, refundInput(given)) },
      { allocations: [] },
      ['InvalidPayload', 'allocations'],
    )
  })
})

describe('a payout is refused with', () => {
  leavesUntouched(here)

  const writers = {
    create: (given: PayoutGiven) => createPayout(billing, receivables.request, payoutInput(given)),
  }

  test.each<[string, PayoutGiven, Refusal]>([
    [
      'a value that is applied no more',
      { paid_out_amount: 1, other_transactions: [{ amount: 1, tags: [gone] }] },
      ['TagValueArchived', 'other_transactions.0.tags.0'],
    ],
    [
      'more than a number holds',
      {
        paid_out_amount: MAX,
        other_transactions: ['CREDIT', 'CREDIT', 'DEBIT'].map((direction) => ({ amount: MAX, direction })),
      },
      ['AmountOutOfRange'],
    ],
  ])('%s', (_what, given, refusal) => expectRefused(writers, given, refusal))
})

describe('tags are neither put on nor taken off', () => {
  leavesUntouched(here)

  const tagging = (id: string, key: string) => ({ entity_type: 'INVOICE', entity_ids: [id], key_values: [tag(key)] })
  const writers = {
    apply: ({ id }: Invoice__Output) => applyTags(billing, receivables.request, tagging(id, 'room')),
    remove: ({ id }: Invoice__Output) => removeTags(billing, receivables.request, tagging(id, 'shop')),
  }

  test.each<[string, () => Invoice__Output, Refusal]>([
    ['an invoice that is voided', () => voided, ['InvoiceVoided', 'entity_ids.0']],
    ['an invoice with another tag that is applied no more', () => carrying, ['TagValueArchived', 'entity_ids.0']],
    ['an invoice behind a posting that the ledger refused', () => stuck, ['PostingFailed']],
  ])('%s', (_what, invoice, refusal) => expectRefused(writers, invoice(), refusal))
})
