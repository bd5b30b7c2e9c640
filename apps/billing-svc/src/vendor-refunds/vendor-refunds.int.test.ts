/** Vendor refunds; with a real ledger. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { makePayment, payBill } from '../testing/bill-payments.test-helpers.ts'
import {
  anotherVendor,
  GOODS,
  makeBill,
  named,
  openPayables,
  refusals,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { openAccount, postedOf } from '../testing/books.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import {
  announced,
  archiveAccount,
  archiveTag,
  balancingDimension,
  changesOn,
  closeBooks,
  standingEntries,
} from '../testing/ledger.test-helpers.ts'
import { refusalsAmong } from '../testing/races.test-helpers.ts'
import { creditAllocationOf, creditLine, makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import {
  makeVendorRefund,
  vendorRefundInput,
  vendorRefundsAsked,
  type VendorRefundGiven,
} from '../testing/vendor-refunds.test-helpers.ts'
import {
  allocateVendorCredit,
  applyTags,
  createVendorRefund,
  deleteBillPayment,
  deleteVendorCredit,
  deleteVendorRefund,
  getBillPayment,
  getVendorCredit,
  getVendorRefund,
  listVendorRefunds,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
  await balancingDimension(billing, payables.request, 'entity')
})
afterAll(async () => {
  expect(await checkBusiness(billing, payables.request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const RECEIVED_AT = '2026-01-25T12:00:00.000Z'

const create = (given: VendorRefundGiven) => createVendorRefund(billing, payables.request, vendorRefundInput(given))
const refusal = (given: VendorRefundGiven) => refusals(create(given))
const make = (given: VendorRefundGiven) => makeVendorRefund(billing, payables, given)
const remove = ({ id }: { id: string }) => deleteVendorRefund(billing, payables.request, id)
const entries = ({ id }: { id: string }) => standingEntries(billing, payables.request, id)
const paymentNow = async ({ id }: { id: string }) => (await getBillPayment(billing, payables.request, id)).data
const creditNow = async ({ id }: { id: string }) => (await getVendorCredit(billing, payables.request, id)).data

describe('a refund of a vendor', () => {
  test('takes what is left of a payment and of a credit, in both books, and is deleted', async () => {
    const changes = await changesOn(billing, payables, [
      ...['UNDEPOSITED_FUNDS', 'VENDOR_PREPAYMENTS', 'ACCOUNTS_PAYABLE', 'OPERATING_EXPENSES', 'COGS'],
    ])
    const bill = await makeBill(billing, payables)
    const payment = await payBill(billing, payables, bill, 60, { amount: 100, external_id: 'overpaid' })
    const credit = await makeCredit(billing, payables, {
      line_items: [creditLine(60), creditLine(20, { account_identifier: GOODS })],
      allocations: [{ bill_id: bill.id, amount: 40 }],
    })
    const before = await changes()
    const { data, created, posting } = await create({
      external_id: 'back-1',
      allocations: [
        { payment_external_id: 'overpaid', amount: 30 },
        { vendor_credit_id: credit.id.toUpperCase(), amount: 25 },
      ],
      memo: 'Returned',
      reference_number: 'R-1',
    })
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      external_id: 'back-1',
      vendor: { id: payables.contactId },
      received_at: RECEIVED_AT,
      amount: 55,
      method: 'ACH',
      payment_clearing_account: { stable_name: 'UNDEPOSITED_FUNDS' },
      memo: 'Returned',
      reference_number: 'R-1',
      allocations: [
        { vendor_refund_id: data?.id, payment_id: payment.id, amount: 30 },
        { vendor_refund_id: data?.id, vendor_credit_id: credit.id, amount: 25 },
      ],
    })
    const id = data?.id ?? ''
    // Of 80 in two lines of three and one quarters, 40 were recognized as 30 and 10; then 65 of it as 49 and 16.
    expect(await entries({ id })).toEqual([
      {
        basis: 'ACCRUAL',
        at: RECEIVED_AT,
        lines: ['Cr ACCOUNTS_PAYABLE 25', 'Cr VENDOR_PREPAYMENTS 30', 'Dr UNDEPOSITED_FUNDS 55'],
      },
      {
        basis: 'CASH',
        at: RECEIVED_AT,
        lines: ['Cr COGS 6', 'Cr OPERATING_EXPENSES 19', 'Cr VENDOR_PREPAYMENTS 30', 'Dr UNDEPOSITED_FUNDS 55'],
      },
    ])
    expect(await paymentNow(payment)).toMatchObject({ refunded_amount: 30, unallocated_amount: 10 })
    expect(await creditNow(credit)).toMatchObject({ refunded_amount: 25, unallocated_amount: 15 })
    expect((await announced(billing, id)).at(-1)).toMatchObject({
      type: 'pacioli.vendor_refund.created.v1',
      data: {
        version: 1,
        vendor_id: payables.contactId,
        match_candidate: { is_open: true, direction: 'CREDIT', amount: 55, vendor_id: payables.contactId },
      },
    })
    expect((await announced(billing, credit.id)).at(-1)?.data).toMatchObject({
      refunded_amount: 25,
      unallocated_amount: 15,
    })
    // The rest of the credit recognizes the remainder of each line.
    await makeVendorRefund(billing, payables, { allocations: [{ vendor_credit_id: credit.id, amount: 15 }] })
    expect(await remove({ id })).toMatchObject({ posting: 'posted', created: false, data: { allocations: [] } })
    expect(await remove({ id })).toMatchObject({ data: { id } })
    expect(await entries({ id })).toEqual([])
    expect(await paymentNow(payment)).toMatchObject({ refunded_amount: 0, unallocated_amount: 40 })
    expect((await announced(billing, id)).at(-1)).toMatchObject({
      type: 'pacioli.vendor_refund.deleted.v1',
      data: { match_candidate: { is_open: false } },
    })
    // Its external_id is free again.
    expect(
      (await create({ external_id: 'back-1', allocations: [{ payment_id: payment.id, amount: 40 }] })).created,
    ).toBe(true)
    await make({ allocations: [{ vendor_credit_id: credit.id, amount: 25 }] })
    // All of both came back: nothing of the two remains but the bill in both books.
    const { UNDEPOSITED_FUNDS: funds, ...own } = await changes()
    expect(funds).toEqual([80, 80])
    expect(own).toEqual({
      VENDOR_PREPAYMENTS: [0, 0],
      ACCOUNTS_PAYABLE: [0, 0],
      OPERATING_EXPENSES: [40, 40],
      COGS: [-20, -20],
    })
    expect(before).not.toEqual(own)
  })

  test('with an external_id is created once, also concurrently', async () => {
    const payment = await makePayment(billing, payables)
    const given = { external_id: 'once', allocations: [{ payment_id: payment.id, amount: 50 }] }
    const answers = await Promise.all(Array.from({ length: 3 }, () => create(given)))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await refusal({ ...given, method: 'CASH' })).toEqual([['ExternalIdReused', 'method']])
  })

  test.each([
    ['ACH', 'UNDEPOSITED_FUNDS'],
    ['CHECK', 'UNDEPOSITED_FUNDS'],
    ['OTHER', 'UNDEPOSITED_FUNDS'],
    ['CASH', 'CASH'],
    ['CREDIT_CARD', 'UNDEPOSITED_OUTFLOWS'],
  ])('by %s waits on %s, unless it names another account', async (method, stable_name) => {
    const allocations = [{ payment_id: (await makePayment(billing, payables)).id, amount: 1 }]
    expect((await make({ method, allocations })).payment_clearing_account).toMatchObject({ stable_name })
    const other = { payment_clearing_account_identifier: named('BANK_ACCOUNTS') }
    expect((await make({ method, allocations, ...other })).payment_clearing_account).toMatchObject({
      stable_name: 'BANK_ACCOUNTS',
    })
  })

  test('keeps what it refunds from being deleted, until it is deleted', async () => {
    const [payment, credit] = [await makePayment(billing, payables), await makeCredit(billing, payables)]
    const refund = await make({
      allocations: [
        { payment_id: payment.id, amount: 1 },
        { vendor_credit_id: credit.id, amount: 1 },
      ],
    })
    const deletions = [
      () => deleteBillPayment(billing, payables.request, payment.id),
      () => deleteVendorCredit(billing, payables.request, credit.id),
    ]
    for (const deletion of deletions) await expect(deletion()).rejects.toMatchObject({ errorEnum: 'DocumentRefunded' })
    await remove(refund)
    for (const { data } of await Promise.all(deletions.map((deletion) => deletion())))
      expect(data?.deleted_at).toBeDefined()
    const gone = await refusal({
      allocations: [
        { payment_id: payment.id, amount: 1 },
        { vendor_credit_id: credit.id, amount: 1 },
      ],
    })
    expect(gone).toEqual([
      ['DocumentDeleted', 'allocations.0.payment_id'],
      ['DocumentDeleted', 'allocations.1.vendor_credit_id'],
    ])
  })

  test('that is matched is not deleted', async () => {
    const payment = await makePayment(billing, payables)
    const refund = await make({ allocations: [{ payment_id: payment.id, amount: 1 }] })
    billing.bankingPeer.matched.set(refund.id, { matchId: randomUUID(), transactionId: 'the-transaction' })
    await expect(remove(refund)).rejects.toMatchObject({
      errorEnum: 'DocumentMatched',
      problems: [{ meta: { transaction_id: 'the-transaction' } }],
    })
    billing.bankingPeer.matched.clear()
    expect((await remove(refund)).data?.deleted_at).toBeDefined()
  })

  test('its lines carry the tags of what it refunds first, then its own; each part balances', async () => {
    const entity = (value: string) => [{ key: 'entity', value }]
    const payment = await makePayment(billing, payables, { tags: entity('a') })
    const credit = await makeCredit(billing, payables, {
      line_items: [creditLine(50, { tags: [{ key: 'room', value: '1' }] })],
    })
    const refund = await make({
      tags: entity('b'),
      allocations: [
        { payment_id: payment.id, amount: 1 },
        { vendor_credit_id: credit.id, amount: 2 },
      ],
    })
    const cash = async () => (await entries(refund)).find(({ basis }) => basis === 'CASH')?.lines
    expect(await cash()).toEqual([
      'Cr OPERATING_EXPENSES 2 entity=b room=1',
      'Cr VENDOR_PREPAYMENTS 1 entity=a',
      'Dr UNDEPOSITED_FUNDS 1 entity=a',
      'Dr UNDEPOSITED_FUNDS 2 entity=b',
    ])
    const tag = (entity_type: string, { id }: { id: string }, key: string, value: string) =>
      applyTags(billing, payables.request, { entity_type, entity_ids: [id], key_values: [{ key, value }] })
    await tag('VENDOR_CREDIT', credit, 'entity', 'c')
    await tag('BILL_PAYMENT', payment, 'team', 'x')
    await tag('VENDOR_REFUND', refund, 'team', 'y')
    expect(await cash()).toEqual([
      'Cr OPERATING_EXPENSES 2 entity=c room=1 team=y',
      'Cr VENDOR_PREPAYMENTS 1 entity=a team=x',
      'Dr UNDEPOSITED_FUNDS 1 entity=a team=x',
      'Dr UNDEPOSITED_FUNDS 2 entity=c team=y',
    ])
    expect(
      (
        await listVendorRefunds(
          billing,
          payables.request,
          vendorRefundsAsked({ tag_key: 'team', tag_values: ['y'], payment_id: payment.id }),
        )
      ).data?.map(({ id }) => id),
    ).toEqual([refund.id])
  })

  test('is listed by what it refunds, live ones alone unless asked for otherwise', async () => {
    const payment = await makePayment(billing, payables)
    const [one, other] = [
      await make({ method: 'CASH', allocations: [{ payment_id: payment.id, amount: 2 }] }),
      await make({ allocations: [{ payment_id: payment.id, amount: 3 }], received_at: '2026-01-26T12:00:00Z' }),
    ]
    const list = async (asked: Parameters<typeof vendorRefundsAsked>[0]) =>
      (
        await listVendorRefunds(billing, payables.request, vendorRefundsAsked({ payment_id: payment.id, ...asked }))
      ).data?.map(({ id }) => id)
    expect(await list({})).toEqual([other.id, one.id])
    expect(await list({ method: 'CASH' })).toEqual([one.id])
    expect(await list({ end_date: '2026-01-25' })).toEqual([one.id])
    await remove(other)
    expect(await list({})).toEqual([one.id])
    // Nothing of the payment is in a deleted one.
    expect(await list({ include_deleted: true })).toEqual([one.id])
  })
})

describe('refused is a refund', () => {
  const left = async () => makePayment(billing, payables, { amount: 10 })

  test('of more than is left, also where several race', async () => {
    const payment = await left()
    const of = (amount: number) => ({ allocations: [{ payment_id: payment.id, amount }] })
    expect(await refusal(of(11))).toEqual([['OverAllocated', 'allocations.0.amount']])
    const bill = await makeBill(billing, payables)
    const credit = await makeCredit(billing, payables, { line_items: [creditLine(10)] })
    const acts = [
      ...Array.from({ length: 3 }, () => create(of(6))),
      ...Array.from({ length: 2 }, () => create({ allocations: [{ vendor_credit_id: credit.id, amount: 6 }] })),
      allocateVendorCredit(billing, payables.request, creditAllocationOf(credit, { bill_id: bill.id, amount: 6 })),
    ]
    expect((await refusalsAmong(acts)).filter((one) => one === 'OverAllocated')).toHaveLength(4)
    expect(await paymentNow(payment)).toMatchObject({ refunded_amount: 6, unallocated_amount: 4 })
    expect(await creditNow(credit)).toMatchObject({ unallocated_amount: 4 })
  })

  test.each<[string, (of: { id: string }) => VendorRefundGiven, unknown]>([
    ['of nothing', () => ({ amount: 1, allocations: [] }), [['InvalidPayload', 'allocations']]],
    [
      'that is not what its allocations sum to',
      ({ id }) => ({ amount: 2, allocations: [{ payment_id: id, amount: 1 }] }),
      [['InvalidPayload', 'amount']],
    ],
    [
      'of neither a payment nor a credit, or of both',
      ({ id }) => ({ allocations: [{ amount: 1 }, { payment_id: id, vendor_credit_id: id, amount: 1 }] }),
      [
        ['InvalidPayload', 'allocations.0.payment_id'],
        ['InvalidPayload', 'allocations.1.payment_id'],
      ],
    ],
    [
      'of one payment twice',
      ({ id }) => ({
        allocations: [
          { payment_id: id, amount: 1 },
          { payment_id: id, amount: 1 },
        ],
      }),
      [['InvalidPayload', 'allocations.1.payment_id']],
    ],
    [
      'of what there is not',
      () => ({
        allocations: [
          { payment_id: randomUUID(), amount: 1 },
          { vendor_credit_external_id: 'nobody’s', amount: 1 },
        ],
      }),
      [
        ['BillPaymentNotFound', 'allocations.0.payment_id'],
        ['VendorCreditNotFound', 'allocations.1.vendor_credit_external_id'],
      ],
    ],
    [
      'of an unknown vendor',
      ({ id }) => ({ vendor_id: randomUUID(), allocations: [{ payment_id: id, amount: 1 }] }),
      [['VendorNotFound', 'vendor_id']],
    ],
    [
      'on a day before the payment',
      ({ id }) => ({ received_at: '2026-01-19T23:59:59.999Z', allocations: [{ payment_id: id, amount: 1 }] }),
      [['DatedTooEarly', 'received_at']],
    ],
    [
      'to an account that documents keep, or that there is not',
      ({ id }) => ({
        payment_clearing_account_identifier: named('ACCOUNTS_PAYABLE'),
        allocations: [{ payment_id: id, amount: 1 }],
      }),
      [['ControlAccount', 'payment_clearing_account_identifier']],
    ],
    [
      'to an account that there is not',
      ({ id }) => ({
        payment_clearing_account_identifier: named('NOWHERE'),
        allocations: [{ payment_id: id, amount: 1 }],
      }),
      [['AccountNotFound', 'payment_clearing_account_identifier']],
    ],
    [
      'with two values of one dimension',
      ({ id }) => ({
        tags: [
          { key: 'area', value: 'a' },
          { key: 'area', value: 'b' },
        ],
        allocations: [{ payment_id: id, amount: 1 }],
      }),
      [['DuplicateTagDimension', 'tags.1']],
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await refusal(given(await left()))).toEqual(expected)
  })

  test('of several vendors; the same day passes', async () => {
    const [own, other] = [await left(), await makePayment(billing, await anotherVendor(billing, payables))]
    const both = [own, other].map(({ id }) => ({ payment_id: id, amount: 1 }))
    expect(await refusal({ allocations: both })).toEqual([['VendorMismatch', 'allocations.1.payment_id']])
    // It was paid at noon.
    const midnight = '2026-01-20T00:00:00Z'
    expect(await refusal({ received_at: midnight, allocations: [{ payment_id: own.id, amount: 1 }] })).toBe('done')
  })

  test('on an archived account or with an archived tag', async () => {
    const { id: payment_id } = await left()
    const account = await openAccount(billing, payables.request, { name: 'Closed', account_subtype: 'OTHER_EXPENSES' })
    const credit = await makeCredit(billing, payables, {
      line_items: [creditLine(5, { account_identifier: { type: 'AccountId', id: account } })],
    })
    await archiveAccount(billing, payables.request, account)
    expect(await refusal({ allocations: [{ vendor_credit_id: credit.id, amount: 1 }] })).toEqual([
      ['AccountArchived', undefined],
    ])
    const tagged = await make({ tags: [{ key: 'area', value: 'north' }], allocations: [{ payment_id, amount: 1 }] })
    await archiveTag(billing, payables.request, tagged.transaction_tags[0]?.definition_id ?? '')
    expect(
      await refusal({ tags: [{ key: 'area', value: 'north' }], allocations: [{ payment_id, amount: 1 }] }),
    ).toEqual([['TagValueArchived', 'tags.0']])
  })

  test('that another business has', async () => {
    const theirs = await openPayables(billing)
    const payment = await makePayment(billing, theirs)
    expect(await refusal({ allocations: [{ payment_id: payment.id, amount: 1 }] })).toEqual([
      ['BillPaymentNotFound', 'allocations.0.payment_id'],
    ])
    const refund = await makeVendorRefund(billing, theirs, { allocations: [{ payment_id: payment.id, amount: 1 }] })
    const unknown = [['VendorRefundNotFound', 'vendorRefundId']]
    expect(await refusals(getVendorRefund(billing, payables.request, refund.id))).toEqual(unknown)
    expect(await refusals(remove(refund))).toEqual(unknown)
    expect(await checkBusiness(billing, theirs.request)).toEqual([])
  })
})

test('a closed period takes no refund; a deleted one is reversed at the first open instant', async () => {
  const payment = await makePayment(billing, payables)
  const allocations = [{ payment_id: payment.id, amount: 1 }]
  const refund = await make({ allocations })
  await closeBooks(billing, payables.request, '2026-01-31T23:59:59.999Z')
  expect(await refusal({ allocations })).toEqual([['PeriodClosed', 'received_at']])
  await remove(refund)
  expect((await postedOf(billing, payables.request, refund.id)).map(([title]) => title)).toEqual([
    'ACCRUAL 2026-01-25',
    'CASH 2026-01-25',
    'reversal ACCRUAL 2026-02-01',
    'reversal CASH 2026-02-01',
  ])
})
