/** Vendor credits; with a real ledger. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { openAccount, changeAccount, postedOf } from '../testing/books.test-helpers.ts'
import {
  anotherVendor,
  changeOf,
  GOODS,
  makeBill,
  line,
  makeExpense,
  named,
  openPayables,
  refusals,
  RENT,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import {
  announced,
  archiveTag,
  balancingDimension,
  changesOn,
  closeBooks,
  standingEntries,
} from '../testing/ledger.test-helpers.ts'
import { payBill } from '../testing/bill-payments.test-helpers.ts'
import { changeOf as vendorChange, makeVendor } from '../testing/vendors.test-helpers.ts'
import {
  allocateCreditTo,
  creditAllocationOf,
  creditInput,
  creditLine,
  makeCredit,
  type CreditGiven,
} from '../testing/vendor-credits.test-helpers.ts'
import {
  allocateVendorCredit,
  createVendorCredit,
  deleteVendorCredit,
  getBill,
  getVendorCredit,
  applyTags,
  removeAllocation,
  removeTags,
  updateBill,
  updateVendor,
  voidBill,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
/** Another business of the client; its books are closed at the end. */
let theirs: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
  theirs = await openPayables(billing)
  await balancingDimension(billing, payables.request, 'entity')
})
afterAll(async () => {
  for (const { request } of [payables, theirs]) expect(await checkBusiness(billing, request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

/** A vendor for one test. */
const somebody = () => anotherVendor(billing, payables)

const RECEIVED_AT = '2026-01-15T12:00:00.000Z'

const create = (given: CreditGiven = {}, of: TestPayables = payables) =>
  createVendorCredit(billing, of.request, creditInput(of, given))
const refusal = (given: CreditGiven, of?: TestPayables) => refusals(create(given, of))
const bill = (given?: Parameters<typeof makeBill>[2], of: TestPayables = payables) => makeBill(billing, of, given)
const billNow = async ({ id }: { id: string }, of: TestPayables = payables) =>
  (await getBill(billing, of.request, id)).data
const creditNow = async ({ id }: { id: string }, of: TestPayables = payables) =>
  (await getVendorCredit(billing, of.request, id)).data
const entries = ({ id }: { id: string }, of: TestPayables = payables) => standingEntries(billing, of.request, id)
const allocate = (
  credit: { id: string },
  given: Parameters<typeof creditAllocationOf>[1],
  of: TestPayables = payables,
) => allocateVendorCredit(billing, of.request, creditAllocationOf(credit, given))
const takeBack = (id: string | undefined, of: TestPayables = payables) =>
  removeAllocation(billing, of.request, id ?? '')
const remove = ({ id }: { id: string }, of: TestPayables = payables) => deleteVendorCredit(billing, of.request, id)
const versionsOf = async ({ id }: { id: string }) => (await announced(billing, id)).map(({ data }) => data.version)

describe('a vendor credit', () => {
  test('lowers the payable in the accrual books, and is in the cash books as bills get it', async () => {
    const of = payables
    const changes = await changesOn(billing, of, ['OPERATING_EXPENSES', 'COGS', 'ACCOUNTS_PAYABLE'])
    const [one, other] = [
      await bill({}, of),
      await bill({ received_at: '2026-01-20T00:00:00Z', external_id: 'later' }, of),
    ]
    const { data, created, posting } = await create(
      {
        external_id: 'credit-1',
        line_items: [
          creditLine(90, { memo: 'torn', metadata: '{"a":1}', reference_number: 'L1' }),
          creditLine(-10, { account_identifier: GOODS }),
        ],
        allocations: [
          { bill_id: one.id, amount: 30 },
          { bill_external_id: 'later', amount: 20 },
        ],
        memo: 'January',
        reference_number: 'C1',
      },
      of,
    )
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      external_id: 'credit-1',
      vendor: { id: of.contactId },
      received_at: RECEIVED_AT,
      total_amount: 80,
      unallocated_amount: 30,
      memo: 'January',
      reference_number: 'C1',
      line_items: [
        { amount: 90, ledger_account: { stable_name: 'OPERATING_EXPENSES' }, memo: 'torn', reference_number: 'L1' },
        { amount: -10, ledger_account: { stable_name: 'COGS' } },
      ],
      allocations: [
        { bill_id: one.id, amount: 30, vendor_credit_id: data?.id, allocated_at: RECEIVED_AT },
        { bill_id: other.id, amount: 20, vendor_credit_id: data?.id, allocated_at: '2026-01-20T00:00:00.000Z' },
      ],
    })
    const id = data?.id ?? ''
    expect(await creditNow({ id: id.toUpperCase() }, of)).toMatchObject({ id, allocations: data?.allocations })
    expect(await entries({ id }, of)).toEqual([
      {
        basis: 'ACCRUAL',
        at: RECEIVED_AT,
        lines: ['Cr OPERATING_EXPENSES 90', 'Dr ACCOUNTS_PAYABLE 80', 'Dr COGS 10'],
      },
      {
        basis: 'CASH',
        at: RECEIVED_AT,
        lines: ['Cr OPERATING_EXPENSES 34', 'Dr COGS 4', 'Dr OPERATING_EXPENSES 30'],
      },
      {
        basis: 'CASH',
        at: '2026-01-20T00:00:00.000Z',
        lines: ['Cr OPERATING_EXPENSES 22', 'Dr COGS 2', 'Dr OPERATING_EXPENSES 20'],
      },
    ])
    expect(await changes()).toEqual({ OPERATING_EXPENSES: [110, -6], COGS: [10, 6], ACCOUNTS_PAYABLE: [120, 0] })
    expect(await billNow(one, of)).toMatchObject({
      status: 'PARTIALLY_PAID',
      outstanding_balance: 70,
      vendor_credits: [
        {
          amount: 30,
          vendor_credit_id: id,
          vendor_credit: { id, total_amount: 80, unallocated_amount: 30, allocations: [] },
        },
      ],
    })
    expect(await announced(billing, one.id)).toMatchObject([
      { data: { version: 1 } },
      {
        data: {
          version: 2,
          credited_amount: 30,
          vendor_credits: [{ vendor_credit_id: id, amount: 30, allocated_at: RECEIVED_AT }],
        },
      },
    ])
    expect(await announced(billing, id)).toMatchObject([
      { type: 'pacioli.vendor_credit.created.v1', data: { version: 1, total_amount: 80, unallocated_amount: 30 } },
    ])
  })

  test('has its tags on all of its lines, after those of each line', async () => {
    const of = payables
    const { data } = await create(
      {
        tags: [
          { key: 'entity', value: 'a' },
          { key: 'room', value: '1' },
        ],
        line_items: [creditLine(30, { tags: [{ key: 'room', value: '2' }] }), creditLine(20)],
      },
      of,
    )
    expect((await entries({ id: data?.id ?? '' }, of))[0]?.lines).toEqual([
      'Cr OPERATING_EXPENSES 20 entity=a room=1',
      'Cr OPERATING_EXPENSES 30 entity=a room=2',
      'Dr ACCOUNTS_PAYABLE 50 entity=a room=1',
    ])
    expect(await refusal({ line_items: [creditLine(30, { tags: [{ key: 'entity', value: 'a' }] })] }, of)).toEqual([
      ['BalancingTagViolation', 'line_items.0.tags.0'],
    ])
  })

  test('is received now by default', async () => {
    const { data } = await create({ received_at: undefined })
    expect(Math.abs(Date.parse(data?.received_at ?? '') - Date.now())).toBeLessThan(30_000)
  })

  test('with an external_id is created once, also concurrently, and again after it was deleted', async () => {
    const owed = await bill({})
    const given = { external_id: 'once', allocations: [{ bill_id: owed.id, amount: 50 }] }
    const answers = await Promise.all(Array.from({ length: 3 }, () => create(given)))
    const [id] = new Set(answers.map(({ data }) => data?.id))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await create(given)).toMatchObject({ created: false, data: { id } })
    expect(await refusals(create({ ...given, line_items: [creditLine(101)] }))).toEqual([
      ['ExternalIdReused', 'line_items.0.amount'],
    ])
    expect(await billNow(owed)).toMatchObject({ outstanding_balance: 50 })
    await remove({ id: id ?? '' })
    expect((await create(given)).created).toBe(true)
  })
})

describe('the remainder of a credit', () => {
  test('is allocated later, and the allocation removed, which reverses what the cash books got of it', async () => {
    const of = payables
    const owed = await bill({ external_id: 'owed' }, of)
    const credit = await makeCredit(billing, of)
    const posted = await postedOf(billing, of.request, credit.id)
    const { data, posting, created } = await allocate(credit, { bill_external_id: 'owed', amount: 40 }, of)
    expect({ posting, created }).toEqual({ posting: 'posted', created: true })
    expect(data).toMatchObject({ unallocated_amount: 10, allocations: [{ bill_id: owed.id, amount: 40 }] })
    expect(await billNow(owed, of)).toMatchObject({ status: 'PARTIALLY_PAID', outstanding_balance: 60 })
    const back = await takeBack(data?.allocations?.[0]?.id?.toUpperCase(), of)
    expect(back).toMatchObject({ posting: 'posted', data: { unallocated_amount: 50, allocations: [] } })
    expect(await billNow(owed, of)).toMatchObject({ status: 'RECEIVED', outstanding_balance: 100, vendor_credits: [] })
    expect((await postedOf(billing, of.request, credit.id)).slice(posted.length)).toEqual([
      ['CASH 2026-01-15', ['Dr OPERATING_EXPENSES 40', 'Cr OPERATING_EXPENSES 40']],
      ['reversal CASH 2026-01-15', ['Cr OPERATING_EXPENSES 40', 'Dr OPERATING_EXPENSES 40']],
    ])
    expect([await versionsOf(credit), await versionsOf(owed)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    // A repeat changes nothing.
    expect(await takeBack(data?.allocations?.[0]?.id, of)).toEqual(back)
    expect(await versionsOf(credit)).toEqual([1, 2, 3])
    // The bill can be voided now.
    expect((await voidBill(billing, of.request, owed.id)).data?.status).toBe('VOIDED')
  })

  test('is refused to an invalid bill', async () => {
    const credit = await makeCredit(billing, payables)
    const to = (given: Parameters<typeof creditAllocationOf>[1]) => refusals(allocate(credit, { amount: 1, ...given }))
    const { id: otherVendor } = await makeVendor(billing, payables.request)
    const ofOther = await makeBill(billing, { ...payables, contactId: otherVendor })
    const spent = await makeExpense(billing, payables, { vendor_id: payables.contactId })
    expect(await to({ bill_id: ofOther.id })).toEqual([['VendorMismatch', 'bill_id']])
    expect(await to({ bill_id: spent.id })).toEqual([['OverAllocated', 'bill_id']])
    const own = await bill()
    expect(await to({ bill_id: own.id, amount: 51 })).toEqual([['OverAllocated', 'amount']])
    expect(await to({ bill_id: spent.id, amount: 0 })).toEqual([['InvalidPayload', 'amount']])
    expect(await to({ bill_external_id: 'unknown' })).toEqual([['BillNotFound', 'bill_external_id']])
    expect(await to({})).toEqual([['InvalidPayload', 'bill_id']])
    const nothing = { vendor_credit_id: credit.id, allocation: null }
    expect(await refusals(allocateVendorCredit(billing, payables.request, nothing))).toEqual([
      ['InvalidPayload', 'amount'],
    ])
    // The names of a new credit: one bill twice, or bills of several vendors.
    const many = (...ids: string[]) => refusal({ allocations: ids.map((bill_id) => ({ bill_id, amount: 1 })) })
    expect(await many(own.id, own.id)).toEqual([['InvalidPayload', 'allocations.1.bill_id']])
    expect(await many(own.id, ofOther.id)).toEqual([['VendorMismatch', 'allocations.1.bill_id']])
  })
})

describe('in the cash books', () => {
  const GOODS_LINE = { account_identifier: GOODS }
  const cashOf = async (credit: { id: string }, of: TestPayables = payables) =>
    (await entries(credit, of)).filter(({ basis }) => basis === 'CASH').map(({ at, lines }) => [at.slice(0, 10), lines])

  test('a payment after a credit recognizes the remainder of each line, whichever came first', async () => {
    const changes = await changesOn(billing, payables, ['OPERATING_EXPENSES', 'COGS'])
    const owed = await bill({ line_items: [line(50), line(50, GOODS_LINE), line(1)] })
    const credit = await makeCredit(billing, payables, { line_items: [creditLine(33, GOODS_LINE)] })
    await allocateCreditTo(billing, payables, credit, { bill_id: owed.id, amount: 33 })
    await payBill(billing, payables, owed, 33)
    await payBill(billing, payables, owed, 35)
    expect(await billNow(owed)).toMatchObject({ status: 'PAID', outstanding_balance: 0 })
    // Both books have the bill less the credit.
    expect(await changes()).toEqual({ OPERATING_EXPENSES: [51, 51], COGS: [17, 17] })
  })

  test('an allocation is at the instant that the request names; agings count it from when both were received', async () => {
    const owed = await bill()
    const at = '2026-03-02T10:00:00Z'
    const credit = await makeCredit(billing, payables, {
      allocations: [{ bill_id: owed.id, amount: 20, allocated_at: at }],
    })
    expect(credit.allocations).toMatchObject([{ allocated_at: '2026-03-02T10:00:00.000Z' }])
    expect(await cashOf(credit)).toEqual([['2026-03-02', ['Cr OPERATING_EXPENSES 20', 'Dr OPERATING_EXPENSES 20']]])
    const told = (await announced(billing, owed.id)).at(-1)?.data as { vendor_credits: object[] }
    expect(told.vendor_credits).toMatchObject([{ allocated_at: '2026-03-02T10:00:00.000Z', counts_from: RECEIVED_AT }])
    // It stays there when the bill moves.
    await updateBill(billing, payables.request, {
      ...changeOf(owed),
      received_at: '2026-01-22T12:00:00Z',
    })
    expect((await creditNow(credit))?.allocations).toMatchObject([{ allocated_at: '2026-03-02T10:00:00.000Z' }])
    expect(((await announced(billing, owed.id)).at(-1)?.data as typeof told).vendor_credits).toMatchObject([
      { counts_from: '2026-01-22T12:00:00.000Z' },
    ])
  })

  test('it is not allocated on a day before it was received; that day passes', async () => {
    const owed = await bill()
    const credit = await makeCredit(billing, payables)
    const at = (allocated_at: string) => refusals(allocate(credit, { bill_id: owed.id, amount: 1, allocated_at }))
    expect(await at('2026-01-14T23:59:59.999Z')).toEqual([['DatedTooEarly', 'allocated_at']])
    expect(await at('2026-01-15T00:00:00Z')).toBe('done')
    const early = { bill_id: owed.id, amount: 1, allocated_at: '2026-01-14T12:00:00Z' }
    expect(await refusal({ allocations: [early] })).toEqual([['DatedTooEarly', 'allocations.0.allocated_at']])
  })

  test('a changed bill is recognized again', async () => {
    const owed = await bill()
    const credit = await makeCredit(billing, payables, { allocations: [{ bill_id: owed.id, amount: 30 }] })
    await updateBill(billing, payables.request, {
      ...changeOf(owed),
      line_items: { items: [line(60, GOODS_LINE), line(40)] },
      tags: { items: [{ key: 'entity', value: 'b' }] },
    })
    expect(await cashOf(credit)).toEqual([
      ['2026-01-15', ['Cr OPERATING_EXPENSES 30 entity=b', 'Dr COGS 18 entity=b', 'Dr OPERATING_EXPENSES 12 entity=b']],
    ])
  })

  test('a bill that is not received yet waits on the prepayment account', async () => {
    const PREPAID = { prepayment_account_identifier: named('PREPAID_EXPENSES') }
    const owed = await bill({ received_at: '2026-02-10T12:00:00Z', line_items: [line(100, PREPAID)] })
    const credit = await makeCredit(billing, payables, {
      allocations: [{ bill_id: owed.id, amount: 30, allocated_at: RECEIVED_AT }],
    })
    expect(await cashOf(credit)).toEqual([
      ['2026-01-15', ['Cr OPERATING_EXPENSES 30', 'Dr PREPAID_EXPENSES 30']],
      ['2026-02-10', ['Cr PREPAID_EXPENSES 30', 'Dr OPERATING_EXPENSES 30']],
    ])
  })

  test('tags that are put on a credit, or taken off, are on what bills got of it', async () => {
    const owed = await bill({ tags: [{ key: 'entity', value: 'a' }] })
    const credit = await makeCredit(billing, payables, { allocations: [{ bill_id: owed.id, amount: 30 }] })
    const tagging = { entity_type: 'VENDOR_CREDIT', entity_ids: [credit.id] }
    const lines = (more = '') => [
      ['2026-01-15', [`Cr OPERATING_EXPENSES 30 entity=a${more}`, `Dr OPERATING_EXPENSES 30 entity=a${more}`]],
    ]
    expect(await cashOf(credit)).toEqual(lines())
    // The value of the bill takes precedence.
    const key_values = [
      { key: 'entity', value: 'b' },
      { key: 'room', value: '1' },
    ]
    await applyTags(billing, payables.request, { ...tagging, key_values })
    expect(await cashOf(credit)).toEqual(lines(' room=1'))
    await removeTags(billing, payables.request, { ...tagging, key_values: [{ key: 'room', value: '1' }] })
    expect(await cashOf(credit)).toEqual(lines())
  })

  test('a credit and a bill that come to zero are in both books', async () => {
    const credit = await makeCredit(billing, payables, { line_items: [creditLine(5), creditLine(-5, GOODS_LINE)] })
    const lines = ['Cr OPERATING_EXPENSES 5', 'Dr COGS 5']
    expect(await entries(credit)).toMatchObject([
      { basis: 'ACCRUAL', lines },
      { basis: 'CASH', lines },
    ])
    const owed = await bill({ line_items: [line(-5), line(5, GOODS_LINE)] })
    expect(await entries(owed)).toMatchObject([
      { basis: 'ACCRUAL', lines },
      { basis: 'CASH', lines },
    ])
    await voidBill(billing, payables.request, owed.id)
    expect(await entries(owed)).toEqual([])
  })
})

describe('a deleted credit', () => {
  test('is reversed, and its bills are owed again', async () => {
    const of = payables
    const changes = await changesOn(billing, of, ['ACCOUNTS_PAYABLE', 'OPERATING_EXPENSES'])
    const [one, other] = [await bill({}, of), await bill({}, of)]
    const credit = await makeCredit(billing, of, { allocations: [{ bill_id: one.id, amount: 20 }] })
    await allocateCreditTo(billing, of, credit, { bill_id: other.id, amount: 10 })
    const deleted = await remove(credit, of)
    expect(deleted).toMatchObject({
      posting: 'posted',
      created: false,
      data: { id: credit.id, total_amount: 50, unallocated_amount: 0, allocations: [] },
    })
    expect(deleted.data?.deleted_at).toBeDefined()
    expect(await entries(credit, of)).toEqual([])
    expect(await changes()).toEqual({ ACCOUNTS_PAYABLE: [200, 0], OPERATING_EXPENSES: [200, 0] })
    for (const owed of [one, other])
      expect(await billNow(owed, of)).toMatchObject({
        status: 'RECEIVED',
        outstanding_balance: 100,
        vendor_credits: [],
      })
    expect(await remove(credit, of)).toEqual(deleted)
    expect(await creditNow(credit, of)).toEqual(deleted.data)
    expect(await versionsOf(credit)).toEqual([1, 2, 3])
    expect((await announced(billing, credit.id)).at(-1)?.type).toBe('pacioli.vendor_credit.deleted.v1')
    expect(await refusals(allocate(credit, { bill_id: one.id, amount: 1 }, of))).toEqual([
      ['DocumentDeleted', 'vendorCreditId'],
    ])
  })
})

describe('refused is a credit', () => {
  test.each<[string, CreditGiven, unknown]>([
    ['without line items', { line_items: [] }, [['InvalidPayload', 'line_items']]],
    ['below zero', { line_items: [creditLine(10), creditLine(-11)] }, [['NegativeTotal', 'line_items']]],
    ['of no whole amounts', { line_items: [creditLine(1.5)] }, [['InvalidPayload', 'line_items.0.amount']]],
    [
      'beyond what can be kept',
      { line_items: [creditLine(Number.MAX_SAFE_INTEGER), creditLine(1)] },
      [['AmountOutOfRange', 'line_items']],
    ],
    [
      'without an account',
      { line_items: [creditLine(1, { account_identifier: null })] },
      [['InvalidPayload', 'line_items.0.account_identifier']],
    ],
    [
      'on unknown accounts, each of them',
      {
        line_items: [
          creditLine(1, { account_identifier: named('NOWHERE') }),
          creditLine(1, { account_identifier: { type: 'AccountId', id: randomUUID() } }),
        ],
      },
      [
        ['AccountNotFound', 'line_items.0.account_identifier'],
        ['AccountNotFound', 'line_items.1.account_identifier'],
      ],
    ],
    [
      'on accounts that documents keep, each of them',
      {
        line_items: [
          creditLine(1, { account_identifier: named('ACCOUNTS_PAYABLE') }),
          creditLine(1, { account_identifier: named('ACCOUNTS_RECEIVABLE') }),
        ],
      },
      [
        ['ControlAccount', 'line_items.0.account_identifier'],
        ['ControlAccount', 'line_items.1.account_identifier'],
      ],
    ],
    ['at no instant', { received_at: 'yesterday' }, [['InvalidPayload', 'received_at']]],
    [
      'of more than it is',
      { allocations: [{ bill_id: randomUUID(), amount: 51 }] },
      [['OverAllocated', 'allocations']],
    ],
    [
      'to unknown bills',
      {
        allocations: [
          { bill_id: randomUUID(), amount: 1 },
          { bill_external_id: 'nobody’s', amount: 1 },
        ],
      },
      [
        ['BillNotFound', 'allocations.0.bill_id'],
        ['BillNotFound', 'allocations.1.bill_external_id'],
      ],
    ],
    ['without a contact', { vendor_id: undefined }, [['InvalidPayload', 'vendor_id']]],
    ['of an unknown vendor', { vendor_id: randomUUID() }, [['VendorNotFound', 'vendor_id']]],
    [
      'with more than a thousand allocations or line items',
      {
        line_items: Array.from({ length: 1_001 }, () => creditLine(2)),
        allocations: Array.from({ length: 1_001 }, () => ({ bill_id: randomUUID(), amount: 1 })),
      },
      [
        ['InvalidPayload', 'line_items'],
        ['InvalidPayload', 'allocations'],
      ],
    ],
    [
      'with two values of one dimension',
      {
        line_items: [
          creditLine(1, {
            tags: [
              { key: 'area', value: 'a' },
              { key: 'area', value: 'b' },
            ],
          }),
        ],
      },
      [['DuplicateTagDimension', 'line_items.0.tags.1']],
    ],
  ])('%s', async (_, given, expected) => {
    expect(await refusal(given)).toEqual(expected)
  })

  test('of an archived vendor, named or by its bills', async () => {
    const of = await somebody()
    const owed = await bill({}, of)
    await updateVendor(
      billing,
      of.request,
      vendorChange({ id: of.contactId }, { status: 'ARCHIVED', external_id: 'gone' }),
    )
    expect(await refusal({}, of)).toEqual([['VendorArchived', 'vendor_id']])
    expect(await refusal({ vendor_external_id: 'gone' }, of)).toEqual([['VendorArchived', 'vendor_external_id']])
    expect(await refusal({ allocations: [{ bill_id: owed.id, amount: 1 }] }, of)).toEqual([
      ['VendorArchived', 'vendor_id'],
    ])
  })
})

test('documents of another business are unknown', async () => {
  const owed = await bill({}, theirs)
  const credit = await makeCredit(billing, theirs, { allocations: [{ bill_id: owed.id, amount: 10 }] })
  const chart = await billing.postingSession.askBooks(theirs.request, { accounts: [{ identifier: RENT }] })
  const account_identifier = { type: 'AccountId', id: chart.account(RENT).id }
  expect(await refusal({ vendor_id: theirs.contactId })).toEqual([['VendorNotFound', 'vendor_id']])
  expect(await refusal({ line_items: [creditLine(1, { account_identifier })] })).toEqual([
    ['AccountNotFound', 'line_items.0.account_identifier'],
  ])
  expect(await refusal({ allocations: [{ bill_id: owed.id, amount: 1 }] })).toEqual([
    ['BillNotFound', 'allocations.0.bill_id'],
  ])
  for (const id of [credit.id, randomUUID(), 'no id']) {
    const unknown = [['VendorCreditNotFound', 'vendorCreditId']]
    expect(await refusals(getVendorCredit(billing, payables.request, id))).toEqual(unknown)
    expect(await refusals(remove({ id }))).toEqual(unknown)
    expect(await refusals(allocate({ id }, { bill_id: owed.id, amount: 1 }))).toEqual(unknown)
  }
  for (const id of [credit.allocations[0]?.id, randomUUID(), 'no id'])
    expect(await refusals(takeBack(id))).toEqual([['AllocationNotFound', 'allocationId']])
  expect(await creditNow(credit, theirs)).toMatchObject({ unallocated_amount: 40 })
  const stranger = requestFor(randomUUID(), theirs.request.businessId)
  expect(await refusals(getVendorCredit(billing, stranger, credit.id))).toEqual([['BusinessNotFound', 'businessId']])
})

test('a closed period takes no credit except one of zero; a deleted one is reversed at the first open instant', async () => {
  const of = theirs
  const shop = await openAccount(billing, of.request, { name: 'Shop', account_subtype: 'COGS' })
  const { data } = await create({ tags: [{ key: 'area', value: 'north' }] }, of)
  await changeAccount(billing, of.request, shop, { archived: true })
  await archiveTag(billing, of.request, data?.transaction_tags?.[0]?.definition_id ?? '')
  await closeBooks(billing, of.request, '2026-01-31T23:59:59.999Z')
  expect(await refusal({ received_at: '2026-01-31T23:59:59.999Z' }, of)).toEqual([['PeriodClosed', 'received_at']])
  const open = { received_at: '2026-02-01T00:00:00Z' }
  expect(await refusal(open, of)).toBe('done')
  const nothing = await create({ line_items: [creditLine(0)] }, of)
  expect(nothing).toMatchObject({ posting: 'posted', data: { total_amount: 0, unallocated_amount: 0 } })
  expect(await entries({ id: nothing.data?.id ?? '' }, of)).toEqual([])
  // Nor on an archived account or with an archived tag.
  expect(
    await refusal(
      { ...open, line_items: [creditLine(1, { account_identifier: { type: 'AccountId', id: shop } })] },
      of,
    ),
  ).toEqual([['AccountArchived', 'line_items.0.account_identifier']])
  expect(await refusal({ ...open, tags: [{ key: 'area', value: 'north' }] }, of)).toEqual([
    ['TagValueArchived', 'tags.0'],
  ])
  // What is allocated is recognized at the first open instant, and so it is taken back.
  const { id: owedId } = await bill({ received_at: '2026-02-02T00:00:00Z' }, of)
  const { data: opened } = await create({ ...open, line_items: [creditLine(9)] }, of)
  const given = await allocate({ id: opened?.id ?? '' }, { bill_id: owedId, amount: 9 }, of)
  await closeBooks(billing, of.request, '2026-02-28T23:59:59.999Z')
  await takeBack(given.data?.allocations?.[0]?.id, of)
  await allocate({ id: opened?.id ?? '' }, { bill_id: owedId, amount: 9 }, of)
  expect((await postedOf(billing, of.request, opened?.id ?? '')).map(([title]) => title)).toEqual([
    'ACCRUAL 2026-02-01',
    'CASH 2026-02-02',
    'reversal CASH 2026-03-01',
    'CASH 2026-03-01',
  ])
  const id = data?.id ?? ''
  expect((await remove({ id }, of)).posting).toBe('posted')
  expect((await postedOf(billing, of.request, id)).map(([title]) => title)).toEqual([
    'ACCRUAL 2026-01-15',
    'reversal ACCRUAL 2026-03-01',
  ])
})
