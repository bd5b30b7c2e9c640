/** Creating bill payments; with a real ledger. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { changeAccount, openAccount } from '../testing/books.test-helpers.ts'
import {
  anotherVendor,
  billInput,
  GOODS,
  line,
  makeBill,
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
  closeBooks,
  debtsOf,
  standingEntries,
} from '../testing/ledger.test-helpers.ts'
import { countStatements } from '../testing/statements.test-helpers.ts'
import { changeOf as vendorChange, makeVendor } from '../testing/vendors.test-helpers.ts'
import { makePayment, payBill, paymentInput, type PaymentGiven } from '../testing/bill-payments.test-helpers.ts'
import {
  createBillPayment,
  createBills,
  deleteBillPayment,
  getBill,
  getBillPayment,
  updateVendor,
  voidBill,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
/** Another business of the client, archived at the end. */
let theirs: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
  theirs = await openPayables(billing)
  await balancingDimension(billing, payables.request, 'entity')
})
afterAll(async () => {
  expect(await checkBusiness(billing, payables.request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const PAID_AT = '2026-01-20T12:00:00.000Z'

/** A vendor for one test. */
const somebody = () => anotherVendor(billing, payables)

const create = (given: PaymentGiven = {}, of: TestPayables = payables) =>
  createBillPayment(billing, of.request, paymentInput(of, given))
const refusal = (given: PaymentGiven, of?: TestPayables) => refusals(create(given, of))
const bill = (given?: Parameters<typeof makeBill>[2], of: TestPayables = payables) => makeBill(billing, of, given)
const billNow = async ({ id }: { id: string }, of: TestPayables = payables) =>
  (await getBill(billing, of.request, id)).data
const entries = ({ id }: { id: string }, of: TestPayables = payables) => standingEntries(billing, of.request, id)
/** The lines of each basis. */
const linesBy = async (document: { id: string }, of?: TestPayables) =>
  Object.fromEntries((await entries(document, of)).map(({ basis, lines }) => [basis, lines]))

describe('a payment', () => {
  test('goes to several bills, and its remainder is a prepayment', async () => {
    const [rent, goods] = [
      await bill({ external_id: 'rent-1' }),
      await bill({ line_items: [line(70, { account_identifier: GOODS })] }),
    ]
    const { data, created, posting } = await create({
      external_id: 'payment-1',
      amount: 200,
      processor: 'the bank',
      memo: 'January',
      metadata: '{"run":7}',
      reference_number: 'R1',
      allocations: [
        { bill_external_id: 'rent-1', amount: 100, memo: 'all of it', metadata: '{"a":1}', reference_number: 'A1' },
        { bill_id: goods.id.toUpperCase(), amount: 30 },
      ],
    })
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      external_id: 'payment-1',
      vendor: { id: payables.contactId, company_name: 'Paper & Co' },
      at: PAID_AT,
      paid_at: PAID_AT,
      method: 'ACH',
      amount: 200,
      unallocated_amount: 70,
      processor: 'the bank',
      payment_clearing_account: { stable_name: 'OUTGOING_PAYMENT_CLEARING_ACCOUNT', normality: 'CREDIT' },
      memo: 'January',
      reference_number: 'R1',
      allocations: [
        {
          bill_id: rent.id,
          payment_id: data?.id,
          amount: 100,
          memo: 'all of it',
          reference_number: 'A1',
          allocated_at: PAID_AT,
        },
        { bill_id: goods.id, payment_id: data?.id, amount: 30, allocated_at: PAID_AT },
      ],
    })
    expect(JSON.parse(data?.metadata ?? '')).toEqual({ run: 7 })
    const read = (await getBillPayment(billing, payables.request, data?.id?.toUpperCase() ?? '')).data
    expect(JSON.parse(JSON.stringify(read).replaceAll('\\": ', '\\":'))).toEqual(JSON.parse(JSON.stringify(data)))
    expect(await entries({ id: data?.id ?? '' })).toEqual([
      {
        basis: 'ACCRUAL',
        at: PAID_AT,
        lines: [
          'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 200',
          'Dr ACCOUNTS_PAYABLE 100',
          'Dr ACCOUNTS_PAYABLE 30',
          'Dr VENDOR_PREPAYMENTS 70',
        ],
      },
      {
        basis: 'CASH',
        at: PAID_AT,
        lines: [
          'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 200',
          'Dr COGS 30',
          'Dr OPERATING_EXPENSES 100',
          'Dr VENDOR_PREPAYMENTS 70',
        ],
      },
    ])
    expect(await billNow(rent)).toMatchObject({
      status: 'PAID',
      paid_at: PAID_AT,
      outstanding_balance: 0,
      payment_allocations: [
        { amount: 100, payment: { id: data?.id, amount: 200, unallocated_amount: 70, allocations: [] } },
      ],
    })
    expect(await billNow(goods)).toMatchObject({
      status: 'PARTIALLY_PAID',
      paid_at: undefined,
      outstanding_balance: 40,
    })
    // It is announced, and so is each of its bills, each as a new version.
    const id = data?.id ?? ''
    const published = await announced(billing, id)
    expect(published).toHaveLength(1)
    expect(published[0]).toMatchObject({
      type: 'pacioli.bill_payment.created.v1',
      data: {
        id,
        version: 1,
        amount: 200,
        unallocated_amount: 70,
        vendor_id: payables.contactId,
        allocations: [
          { bill_id: rent.id, amount: 100, allocated_at: PAID_AT },
          { bill_id: goods.id, amount: 30 },
        ],
      },
    })
    expect(await announced(billing, goods.id)).toMatchObject([
      { data: { version: 1, status: 'RECEIVED', outstanding_balance: 70 } },
      {
        type: 'pacioli.bill.changed.v1',
        data: {
          version: 2,
          status: 'PARTIALLY_PAID',
          outstanding_balance: 40,
          paid_amount: 30,
          payment_allocations: [{ payment_id: id, amount: 30, allocated_at: PAID_AT }],
        },
      },
    ])
    // Each line names the bill that it settles, and so does its reversal.
    const paid = [`Dr 100 ${rent.id}`, `Dr 30 ${goods.id}`]
    expect(await debtsOf(billing, payables.request, id)).toEqual([paid])
    expect(await debtsOf(billing, payables.request, rent.id)).toEqual([[`Cr 100 ${rent.id}`]])
    await deleteBillPayment(billing, payables.request, id)
    expect(await debtsOf(billing, payables.request, id)).toEqual([paid, [`Cr 100 ${rent.id}`, `Cr 30 ${goods.id}`]])
  })

  test('without bills is a prepayment to the named vendor, made now on the account of its method', async () => {
    const vendor = await makeVendor(billing, payables.request, { external_id: 'prepaid vendor' })
    const before = Date.now()
    const { data } = await create({
      vendor_external_id: 'prepaid vendor',
      amount: 55,
      paid_at: undefined,
      method: 'CREDIT_CARD',
    })
    expect(data).toMatchObject({
      vendor: { id: vendor.id },
      unallocated_amount: 55,
      allocations: [],
      payment_clearing_account: { stable_name: 'UNDEPOSITED_OUTFLOWS' },
    })
    expect(Date.parse(data?.paid_at ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(data?.paid_at ?? '')).toBeLessThanOrEqual(Date.now())
    expect(await linesBy({ id: data?.id ?? '' })).toEqual({
      ACCRUAL: ['Cr UNDEPOSITED_OUTFLOWS 55', 'Dr VENDOR_PREPAYMENTS 55'],
      CASH: ['Cr UNDEPOSITED_OUTFLOWS 55', 'Dr VENDOR_PREPAYMENTS 55'],
    })
  })

  test('uses the clearing account that it names', async () => {
    const { data } = await create({ payment_clearing_account_identifier: named('UNDEPOSITED_FUNDS') })
    expect((await linesBy({ id: data?.id ?? '' })).CASH).toContain('Cr UNDEPOSITED_FUNDS 100')
  })

  test('has on each part the tags of the bill, then those of the allocation, then its own', async () => {
    const of = await somebody()
    const tag = (key: string, value: string) => ({ key, value })
    const one = await bill({ tags: [tag('entity', 'a')], line_items: [line(100, { tags: [tag('room', '1')] })] }, of)
    const other = await bill({}, of)
    const { data } = await create(
      {
        amount: 90,
        tags: [tag('entity', 'c'), tag('run', '7')],
        allocations: [
          { bill_id: one.id, amount: 50, tags: [tag('room', '2'), tag('run', '8')] },
          { bill_id: other.id, amount: 20, tags: [tag('entity', 'b')] },
        ],
      },
      of,
    )
    expect(data?.transaction_tags?.map(({ key, value }) => `${key}=${value}`)).toEqual(['entity=c', 'run=7'])
    expect(data?.allocations?.map((part) => part.transaction_tags?.map(({ value }) => value))).toEqual([
      ['2', '8'],
      ['b'],
    ])
    expect(await linesBy({ id: data?.id ?? '' }, of)).toEqual({
      ACCRUAL: [
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 20 entity=b run=7',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 20 entity=c run=7',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 50 entity=a room=2 run=8',
        'Dr ACCOUNTS_PAYABLE 20 entity=b run=7',
        'Dr ACCOUNTS_PAYABLE 50 entity=a room=2 run=8',
        'Dr VENDOR_PREPAYMENTS 20 entity=c run=7',
      ],
      CASH: [
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 20 entity=b run=7',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 20 entity=c run=7',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 50 entity=a room=2 run=8',
        'Dr OPERATING_EXPENSES 20 entity=b run=7',
        'Dr OPERATING_EXPENSES 50 entity=a room=1 run=8',
        'Dr VENDOR_PREPAYMENTS 20 entity=c run=7',
      ],
    })
    const [event] = await announced(billing, data?.id ?? '')
    expect(event?.data.match_candidate).toMatchObject({
      is_open: true,
      direction: 'DEBIT',
      amount: 90,
      date: PAID_AT,
      vendor_id: of.contactId,
      allocations: [
        { amount: 50, tags: [{}, {}, {}] },
        { amount: 20, tags: [{}, {}] },
        { amount: 20, tags: [{}, {}] },
      ],
    })
  })

  test('pays an archived vendor only for existing bills', async () => {
    const of = await somebody()
    const owed = await bill({}, of)
    await updateVendor(billing, of.request, vendorChange({ id: of.contactId }, { status: 'ARCHIVED' }))
    expect(await refusal({}, of)).toEqual([['VendorArchived', 'vendor_id']])
    expect((await payBill(billing, of, owed, 100, { amount: 130 })).unallocated_amount).toBe(30)
  })

  test('pays many bills in as many statements as a few', async () => {
    const of = await somebody()
    const statementsFor = async (count: number): Promise<number> => {
      const bills = Array.from({ length: count }, (_, index) => billInput(of, { external_id: `${index} of ${count}` }))
      await createBills(billing, of.request, bills)
      const allocations = bills.map(({ external_id: bill_external_id }) => ({ bill_external_id, amount: 100 }))
      const counted = countStatements(billing)
      const { data, posting } = await create({ amount: 100 * count, allocations }, of)
      const statements = counted.stop()
      expect(posting).toBe('posted')
      expect(data?.allocations).toHaveLength(count)
      return statements
    }
    expect(await statementsFor(4)).toBe(await statementsFor(2))
  })
})

describe('a repeat', () => {
  test('of an external_id returns the existing payment, and only for the same request, until that is deleted', async () => {
    const owed = await bill()
    const given = { external_id: 'twice', amount: 100, allocations: [{ bill_id: owed.id, amount: 100 }] }
    const first = await create(given)
    expect(await create(given)).toEqual({ ...first, created: false })
    expect(await refusals(create({ ...given, amount: 101 }))).toEqual([['ExternalIdReused', 'amount']])
    expect(await billNow(owed)).toMatchObject({ outstanding_balance: 0, payment_allocations: [{ amount: 100 }] })
    await deleteBillPayment(billing, payables.request, first.data?.id ?? '')
    const another = await create(given)
    expect(another.created).toBe(true)
    expect(another.data?.id).not.toBe(first.data?.id)
  })

  test('three times at once creates one, even if only one is possible', async () => {
    const owed = await bill()
    const given = { external_id: 'three times', amount: 100, allocations: [{ bill_id: owed.id, amount: 100 }] }
    const answers = await Promise.all(Array.from({ length: 3 }, () => create(given)))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
  })

  test('of an Idempotency-Key gets the same answer, and posts once', async () => {
    const owed = await bill()
    const { clientId, businessId } = payables.request
    const keyed = () => requestFor(clientId, businessId, { key: 'pay once', requestHash: 'h' })
    const input = paymentInput(payables, { allocations: [{ bill_id: owed.id, amount: 60 }] })
    const answers = [
      ...(await Promise.all(Array.from({ length: 3 }, () => createBillPayment(billing, keyed(), input)))),
      await createBillPayment(billing, keyed(), input),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await billNow(owed))?.outstanding_balance).toBe(40)
  })
})

describe('refused is a payment', () => {
  test.each<[string, PaymentGiven, unknown]>([
    ['of nothing', { amount: 0 }, [['InvalidPayload', 'amount']]],
    ['below zero', { amount: -5 }, [['InvalidPayload', 'amount']]],
    ['beyond the safe range', { amount: 2 ** 53 }, [['InvalidPayload', 'amount']]],
    ['by no known method', { method: 'BARTER' }, [['InvalidPayload', 'method']]],
    ['at no instant', { paid_at: '2026-01-20' }, [['InvalidPayload', 'paid_at']]],
    [
      'with wrong allocations, each of them',
      {
        allocations: [
          { bill_id: randomUUID(), amount: 0 },
          { amount: 1.5, bill_id: randomUUID() },
        ],
      },
      [
        ['InvalidPayload', 'allocations.0.amount'],
        ['InvalidPayload', 'allocations.1.amount'],
      ],
    ],
    [
      'with more than a thousand allocations',
      { amount: 2_000, allocations: Array.from({ length: 1_001 }, () => ({ bill_id: randomUUID(), amount: 1 })) },
      [['InvalidPayload', 'allocations']],
    ],
    [
      'of more than it is',
      { amount: 99, allocations: [{ bill_id: randomUUID(), amount: 100 }] },
      [['OverAllocated', 'allocations']],
    ],
    [
      'to bills that nobody knows',
      {
        allocations: [
          { bill_id: randomUUID(), amount: 1 },
          { bill_external_id: 'nobody’s', amount: 1 },
          { bill_id: 'no id', amount: 1 },
          { bill_external_id: 'nul \0', amount: 1 },
        ],
      },
      [
        ['BillNotFound', 'allocations.0.bill_id'],
        ['BillNotFound', 'allocations.1.bill_external_id'],
        ['BillNotFound', 'allocations.2.bill_id'],
        ['BillNotFound', 'allocations.3.bill_external_id'],
      ],
    ],
    ['to no bill', { allocations: [{ amount: 1 }] }, [['InvalidPayload', 'allocations.0.bill_id']]],
    ['to nobody', { vendor_id: undefined }, [['InvalidPayload', 'vendor_id']]],
    ['to an unknown vendor', { vendor_id: randomUUID() }, [['VendorNotFound', 'vendor_id']]],
    [
      'to a vendor of an unknown external id',
      { vendor_external_id: 'typo' },
      [['VendorNotFound', 'vendor_external_id']],
    ],
    [
      'from an unknown account',
      { payment_clearing_account_identifier: { type: 'AccountId', id: randomUUID() } },
      [['AccountNotFound', 'payment_clearing_account_identifier']],
    ],
    ...['ACCOUNTS_PAYABLE', 'ACCOUNTS_RECEIVABLE'].map((account): [string, PaymentGiven, unknown] => [
      `from ${account}`,
      { payment_clearing_account_identifier: named(account) },
      [['ControlAccount', 'payment_clearing_account_identifier']],
    ]),
    [
      'with two values of one dimension',
      {
        tags: [
          { key: 'area', value: 'a' },
          { key: 'area', value: 'b' },
        ],
      },
      [['DuplicateTagDimension', 'tags.1']],
    ],
  ])('%s', async (_, given, expected) => {
    expect(await refusal(given)).toEqual(expected)
  })

  test('with a thousand allocations, each invalid in its own way', async () => {
    const allocations = Array.from({ length: 1_000 }, () => ({ bill_id: randomUUID(), amount: 1 }))
    expect(await refusal({ amount: 2_000, allocations })).toContainEqual(['BillNotFound', 'allocations.0.bill_id'])
  })

  test('that pays one bill twice, or whose names of a bill or a vendor refer to different ones', async () => {
    const [one, other] = [await bill(), await bill({ external_id: 'the other' })]
    const allocations = [
      { bill_id: other.id, amount: 10 },
      { bill_external_id: 'the other', amount: 20 },
    ]
    expect(await refusal({ allocations })).toEqual([['InvalidPayload', 'allocations.1.bill_external_id']])
    expect(await refusal({ allocations: [{ bill_id: one.id, bill_external_id: 'the other', amount: 1 }] })).toEqual([
      ['InvalidPayload', 'allocations.0.bill_external_id'],
    ])
    await makeVendor(billing, payables.request, { external_id: 'other vendor' })
    expect(await refusal({ vendor_id: payables.contactId, vendor_external_id: 'other vendor' })).toEqual([
      ['InvalidPayload', 'vendor_external_id'],
    ])
    // The refusals have changed neither, and each refuses more than is outstanding.
    const both = { amount: 500, allocations: [one, other].map(({ id }) => ({ bill_id: id, amount: 101 })) }
    expect(await refusal(both)).toEqual([
      ['OverAllocated', 'allocations.0.amount'],
      ['OverAllocated', 'allocations.1.amount'],
    ])
    expect(await billNow(one)).toMatchObject({ outstanding_balance: 100 })
  })

  test('of bills of different vendors, or of another one than it names', async () => {
    const { id: otherVendor } = await makeVendor(billing, payables.request)
    const ours = await bill()
    const theirs = await makeBill(billing, { ...payables, contactId: otherVendor })
    const allocations = [
      { bill_id: ours.id, amount: 1 },
      { bill_id: theirs.id, amount: 1 },
    ]
    expect(await refusal({ allocations })).toEqual([['VendorMismatch', 'allocations.1.bill_id']])
    expect(await refusal({ vendor_id: otherVendor, allocations })).toEqual([
      ['VendorMismatch', 'allocations.0.bill_id'],
    ])
  })

  test('of a voided bill', async () => {
    const owed = await bill({ external_id: 'voided' })
    await voidBill(billing, payables.request, owed.id)
    expect(await refusal({ allocations: [{ bill_external_id: 'voided', amount: 1 }] })).toEqual([
      ['BillVoided', 'allocations.0.bill_external_id'],
    ])
  })

  test('of an expense', async () => {
    const spent = await makeExpense(billing, payables)
    expect(await refusal({ vendor_id: payables.contactId, allocations: [{ bill_id: spent.id, amount: 1 }] })).toEqual([
      ['OverAllocated', 'allocations.0.bill_id'],
    ])
  })

  test('from an archived account, for what was posted to one, and under an archived tag', async () => {
    const of = payables
    const shop = await openAccount(billing, of.request, { name: 'Shop', account_subtype: 'COGS' })
    const owed = await bill({ line_items: [line(100, { account_identifier: { type: 'AccountId', id: shop } })] }, of)
    const tagged = await bill({ line_items: [line(100)], tags: [{ key: 'area', value: 'north' }] }, of)
    const wallet = await openAccount(billing, of.request, { name: 'Wallet', account_subtype: 'CASH' })
    await changeAccount(billing, of.request, wallet, { archived: true })
    await changeAccount(billing, of.request, shop, { archived: true })
    await archiveTag(billing, of.request, tagged.transaction_tags[0]?.definition_id ?? '')
    const identifier = { type: 'AccountId', id: wallet }
    expect(await refusal({ payment_clearing_account_identifier: identifier }, of)).toEqual([
      ['AccountArchived', 'payment_clearing_account_identifier'],
    ])
    expect(await refusal({ allocations: [{ bill_id: owed.id, amount: 1 }] }, of)).toEqual([
      ['AccountArchived', undefined],
    ])
    expect(await refusal({ allocations: [{ bill_id: tagged.id, amount: 1 }] }, of)).toEqual([
      ['TagValueArchived', 'allocations.0.bill_id'],
    ])
    expect(await refusal({ tags: [{ key: 'area', value: 'north' }] }, of)).toEqual([['TagValueArchived', 'tags.0']])
  })

  test('for another business’s bill, vendor and account as for unknown ones; its payments are unknown, too', async () => {
    const owed = await bill({ external_id: 'of the other business' }, theirs)
    const payment = await makePayment(billing, theirs)
    const chart = await billing.postingSession.askBooks(theirs.request, { accounts: [{ identifier: RENT }] })
    const account = { type: 'AccountId', id: chart.account(RENT).id }
    expect(await refusal({ allocations: [{ bill_id: owed.id, amount: 1 }] })).toEqual([
      ['BillNotFound', 'allocations.0.bill_id'],
    ])
    expect(await refusal({ allocations: [{ bill_external_id: 'of the other business', amount: 1 }] })).toEqual([
      ['BillNotFound', 'allocations.0.bill_external_id'],
    ])
    expect(await refusal({ vendor_id: theirs.contactId })).toEqual([['VendorNotFound', 'vendor_id']])
    expect(await refusal({ payment_clearing_account_identifier: account })).toEqual([
      ['AccountNotFound', 'payment_clearing_account_identifier'],
    ])
    for (const act of [getBillPayment, deleteBillPayment])
      expect(await refusals(act(billing, payables.request, payment.id))).toEqual([['BillPaymentNotFound', 'paymentId']])
    expect(await refusals(getBillPayment(billing, payables.request, 'no id'))).toEqual([
      ['BillPaymentNotFound', 'paymentId'],
    ])
    const stranger = requestFor(randomUUID(), theirs.request.businessId)
    expect(await refusals(getBillPayment(billing, stranger, payment.id))).toEqual([['BusinessNotFound', 'businessId']])
  })

  test('in a closed period, at its last instant too, not after it, and of an archived business', async () => {
    const owed = await bill({ received_at: '2026-03-01T00:00:00Z' }, theirs)
    await closeBooks(billing, theirs.request, '2026-01-31T23:59:59.999Z')
    const allocations = [{ bill_id: owed.id, amount: 10 }]
    expect(await refusal({ paid_at: '2026-01-31T23:59:59.999Z', allocations }, theirs)).toEqual([
      ['PeriodClosed', 'paid_at'],
    ])
    const open = { paid_at: '2026-02-01T00:00:00Z', allocations }
    expect((await create(open, theirs)).posting).toBe('posted')
    const { clientId, businessId } = theirs.request
    await billing.ledger.businesses.ArchiveBusiness({ business_id: businessId }, { context: { clientId, businessId } })
    expect(await refusal(open, theirs)).toEqual([['BusinessArchived', undefined]])
  })
})
