import { randomUUID } from 'node:crypto'
import { DomainError } from '@pacioli/errors'
import type { BillAnswer } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTestBusiness,
  requestFor,
  startTestBilling,
  withoutLedger,
  type TestBilling,
} from '../testing/billing.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { balancingDimension } from '../testing/ledger.test-helpers.ts'
import { countStatements } from '../testing/statements.test-helpers.ts'
import { makeVendor } from '../testing/vendors.test-helpers.ts'
import {
  billInput,
  expenseInput,
  GOODS,
  line,
  makeBill,
  makeExpense,
  named,
  openPayables,
  refusals,
  type BillGiven,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { eventsOf, postedOf, standingOf } from '../testing/books.test-helpers.ts'
import { createBill, createBills, createExpense, getBill } from '../testing/use-cases.test-helpers.ts'
import { rowsIn } from '../testing/rows.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing, { time_zone: 'America/New_York' })
  await balancingDimension(billing, payables.request, 'store')
})
afterAll(async () => {
  expect(await checkBusiness(billing, payables.request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const create = (payables: TestPayables, given: BillGiven = {}): Promise<BillAnswer> =>
  createBill(billing, payables.request, billInput(payables, given))

describe('a bill', () => {
  test('has the total of its line items, and posts it in the accrual books', async () => {
    const { request } = payables
    const answer = await create(payables, {
      external_id: 'b1',
      terms: 'NET_30',
      line_items: [
        line(333, { quantity: '1.5', discount_amount: 50, taxes: { CA: 45 }, description: 'Rent' }),
        line(-20, { account_identifier: GOODS }),
      ],
      taxes: { 'NY state': 7 },
      additional_discount: 30,
      memo: 'January',
      metadata: '{"a":1}',
      reference_number: 'R-1',
    })
    expect(answer).toMatchObject({ created: true, posting: 'posted' })
    expect(answer.data).toMatchObject({
      business_id: request.businessId,
      status: 'RECEIVED',
      external_id: 'b1',
      is_expense: false,
      terms: 'NET_30',
      received_at: '2026-01-10T12:00:00.000Z',
      due_at: '2026-02-09T12:00:00.000Z',
      paid_at: undefined,
      voided_at: undefined,
      subtotal: 480,
      additional_discount: 30,
      total_amount: 452,
      outstanding_balance: 452,
      additional_sales_taxes_total: 7,
      additional_sales_taxes: [
        {
          amount: 7,
          tax_account: { type: 'Tax_Name', name: 'NY state' },
          tax_ledger_account: { stable_name: 'SALES_TAXES:NY_STATE', name: 'Sales Taxes NY state' },
        },
      ],
      payment_allocations: [],
      vendor_credits: [],
      vendor: { id: payables.contactId, company_name: 'Paper & Co' },
      memo: 'January',
      reference_number: 'R-1',
    })
    const [rent, goods] = answer.data?.line_items ?? []
    expect(rent).toMatchObject({
      bill_id: answer.data?.id,
      account_identifier: { type: 'AccountId', id: rent?.ledger_account?.id },
      ledger_account: {
        stable_name: 'OPERATING_EXPENSES',
        account_type: { value: 'EXPENSE', display_name: 'Expense' },
      },
      prepayment_account: undefined,
      unit_price: 333,
      quantity: '1.5',
      subtotal: 500,
      discount_amount: 50,
      sales_taxes_total: 45,
      total_amount: 495,
    })
    expect(goods).toMatchObject({ quantity: '1', subtotal: -20, total_amount: -20, sales_taxes: [] })
    // The event carries its whole state.
    const [event] = await eventsOf(billing, request, answer.data?.id ?? '')
    expect(event).toMatchObject({
      type: 'pacioli.bill.created.v1',
      source: '/pacioli/billing',
      data: {
        id: answer.data?.id,
        version: 1,
        status: 'RECEIVED',
        is_expense: false,
        vendor_id: payables.contactId,
        total_amount: 452,
        outstanding_balance: 452,
        paid_amount: 0,
        due_at: '2026-02-09T12:00:00.000Z',
        line_items: [
          { unit_price: 333, quantity: '1.5' },
          { unit_price: -20, quantity: '1' },
        ],
        payment_allocations: [],
        vendor_credits: [],
        match_candidate: null,
      },
    })
    const read = (await getBill(billing, request, answer.data?.id?.toUpperCase() ?? '')).data
    expect(read).toEqual({ ...answer.data, metadata: '{"a": 1}' })
    expect(await standingOf(billing, request, answer.data?.id)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr OPERATING_EXPENSES 450',
          'Dr SALES_TAXES:CA 45',
          'Cr COGS 20',
          'Dr SALES_TAXES:NY_STATE 7',
          'Cr PURCHASE_DISCOUNTS 30',
          'Cr ACCOUNTS_PAYABLE 452',
        ],
      ],
    ])
  })

  test('is due on the named date, else by its terms, else never; it is received now by default', async () => {
    const before = Date.now()
    const given: BillGiven[] = [
      { terms: 'NET_30', due_at: '2026-05-01T00:00:00+02:00' },
      // 30 days later the clocks have changed, the time of day has not.
      { terms: 'NET_30', received_at: '2026-02-20T12:00:00Z' },
      { terms: 'DUE_ON_RECEIPT' },
      {},
      { received_at: undefined, line_items: [line(0)] },
    ]
    const inputs = given.map((one) => billInput(payables, one))
    const { data = [] } = await createBills(billing, payables.request, inputs)
    expect(data.map(({ due_at }) => due_at)).toEqual([
      '2026-04-30T22:00:00.000Z',
      '2026-03-22T11:00:00.000Z',
      '2026-01-10T12:00:00.000Z',
      undefined,
      undefined,
    ])
    for (const time of [data.at(-1)?.received_at, data.at(-1)?.imported_at]) {
      expect(Date.parse(time ?? '')).toBeGreaterThanOrEqual(before)
      expect(Date.parse(time ?? '')).toBeLessThanOrEqual(Date.now())
    }
  })

  test('has its tags on every line, and those of a line item on that line first', async () => {
    const bill = await makeBill(billing, payables, {
      tags: [
        { key: 'store', value: 'north' },
        { key: 'class', value: 'a' },
      ],
      line_items: [line(60, { tags: [{ key: 'class', value: 'b' }] }), line(40)],
    })
    expect(bill.transaction_tags).toMatchObject([
      { key: 'class', value: 'a' },
      { key: 'store', value: 'north' },
    ])
    expect(bill.line_items[0]?.transaction_tags).toMatchObject([{ key: 'class', value: 'b' }])
    expect(await standingOf(billing, payables.request, bill.id)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr OPERATING_EXPENSES 60 class:b store:north',
          'Dr OPERATING_EXPENSES 40 class:a store:north',
          'Cr ACCOUNTS_PAYABLE 100 class:a store:north',
        ],
      ],
    ])
  })
})

describe('an expense', () => {
  test('was paid on the spot: it is posted in both books, and nothing is owed', async () => {
    const { request } = payables
    const answer = await createExpense(
      billing,
      request,
      expenseInput({ vendor_id: payables.contactId, processor: 'stripe', taxes: { CA: 9 }, additional_discount: 4 }),
    )
    expect(answer).toMatchObject({ created: true, posting: 'posted' })
    expect(answer.data).toMatchObject({
      is_expense: true,
      status: 'PAID',
      paid_at: '2026-01-10T12:00:00.000Z',
      received_at: '2026-01-10T12:00:00.000Z',
      total_amount: 105,
      outstanding_balance: 0,
      method: 'CASH',
      processor: 'stripe',
      payment_clearing_account: { stable_name: 'CASH' },
      vendor: { id: payables.contactId },
    })
    expect((await getBill(billing, request, answer.data?.id ?? '')).data).toEqual(answer.data)
    expect(await standingOf(billing, request, answer.data?.id)).toEqual([
      [
        'BOTH 2026-01-10',
        ['Dr OPERATING_EXPENSES 100', 'Dr SALES_TAXES:CA 9', 'Cr PURCHASE_DISCOUNTS 4', 'Cr CASH 105'],
      ],
    ])
  })

  test('uses the clearing account that it names', async () => {
    const other = await makeExpense(billing, payables, {
      method: 'CREDIT_CARD',
      payment_clearing_account_identifier: named('BANK_ACCOUNTS'),
    })
    expect(other.payment_clearing_account?.stable_name).toBe('BANK_ACCOUNTS')
    expect(other.vendor).toBeFalsy()
    expect(await standingOf(billing, payables.request, other.id)).toEqual([
      ['BOTH 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Cr BANK_ACCOUNTS 100']],
    ])
  })

  test('is a match candidate: its event describes it', async () => {
    const expense = await makeExpense(billing, payables, {
      vendor_id: payables.contactId,
      tags: [{ key: 'class', value: 'a' }],
      memo: 'Coffee',
    })
    const [tag] = expense.transaction_tags
    const [event] = await eventsOf(billing, payables.request, expense.id)
    expect(event?.data['match_candidate']).toEqual({
      is_open: true,
      direction: 'DEBIT',
      amount: 100,
      date: '2026-01-10T12:00:00.000Z',
      clearing_account_id: expense.payment_clearing_account?.id,
      description: 'Coffee',
      customer_id: null,
      customer_external_id: null,
      vendor_id: payables.contactId,
      allocations: [{ amount: 100, tags: [{ dimension_id: tag?.dimension_id, definition_id: tag?.definition_id }] }],
    })
    const free = await makeExpense(billing, payables, { line_items: [line(0)] })
    const [freeEvent] = await eventsOf(billing, payables.request, free.id)
    expect(freeEvent?.data['match_candidate']).toMatchObject({ is_open: false, amount: 0, allocations: [] })
  })
})

describe('a repeated request', () => {
  test('returns the bill of its external_id, and is refused where a different request created it', async () => {
    const given = { external_id: 'again', received_at: '2026-01-10T12:00:00Z' }
    const first = await create(payables, given)
    expect(await create(payables, { ...given, received_at: '2026-01-10T13:00:00+01:00' })).toEqual({
      ...first,
      created: false,
    })
    // These are the defaults.
    const spelled = { additional_discount: 0, line_items: [line(100, { discount_amount: 0, quantity: '1.00' })] }
    expect(await create(payables, { ...given, ...spelled })).toEqual({ ...first, created: false })
    // Before anything else of it is checked.
    const other = { ...given, line_items: [line(100), line(7, { account_identifier: named('NOPE') })] }
    expect(await refusals(create(payables, other))).toEqual([['ExternalIdReused', 'line_items.1']])
    expect(await refusals(create(payables, { ...given, memo: 'new' }))).toEqual([['ExternalIdReused', 'memo']])
    expect(await postedOf(billing, payables.request, first.data?.id)).toHaveLength(1)
  })

  test('with the external_id of an expense is refused, and the other way round', async () => {
    await makeExpense(billing, payables, { external_id: 'x' })
    await makeBill(billing, payables, { external_id: 'y' })
    expect(await refusals(create(payables, { external_id: 'x' }))).toEqual([['DuplicateExternalId', 'external_id']])
    expect(await refusals(createExpense(billing, payables.request, expenseInput({ external_id: 'y' })))).toEqual([
      ['DuplicateExternalId', 'external_id'],
    ])
    const other = expenseInput({ external_id: 'x', memo: 'other' })
    expect(await refusals(createExpense(billing, payables.request, other))).toEqual([['ExternalIdReused', 'memo']])
    const many = [billInput(payables), billInput(payables, { external_id: 'x' })]
    expect(await refusals(createBills(billing, payables.request, many))).toEqual([
      ['DuplicateExternalId', '1.external_id'],
    ])
  })

  test('with its Idempotency-Key gets the first response, also without banking or vendor', async () => {
    const before = await rowsIn(billing, payables.request, 'bills')
    const { clientId, businessId } = payables.request
    const key = { key: randomUUID(), requestHash: 'h' }
    const once = requestFor(clientId, businessId, key)
    const first = await createBill(billing, once, billInput(payables, { taxes: { CA: 3 } }))
    const repeat = requestFor(clientId, businessId, key)
    expect(await createBill(billing, repeat, billInput(payables, { taxes: { CA: 3 } }))).toEqual(
      JSON.parse(JSON.stringify(first)),
    )
    expect(repeat.replayed).toBe(true)
    const other = requestFor(clientId, businessId, { ...key, requestHash: 'other' })
    expect(await refusals(createBill(billing, other, billInput(payables, { taxes: { NEVER: 3 } })))).toEqual([
      ['IdempotencyKeyReused', 'Idempotency-Key'],
    ])
    expect(await rowsIn(billing, payables.request, 'bills')).toBe(before + 1)
  })

  test('three times at once makes one bill', async () => {
    const before = await rowsIn(billing, payables.request, 'bills')
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => create(payables, { external_id: 'once', taxes: { CA: 2 } })),
    )
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await rowsIn(billing, payables.request, 'bills')).toBe(before + 1)
    expect(await postedOf(billing, payables.request, answers[0]?.data?.id)).toHaveLength(1)
  })
})

describe('many bills', () => {
  test('are created together, in the order of the request, and a repeated external_id refers to its first bill', async () => {
    const before = await rowsIn(billing, payables.request, 'bills')
    const other = await makeVendor(billing, payables.request, { external_id: 'other', company_name: 'Other' })
    await makeBill(billing, payables, { external_id: 'there', memo: 'there' })
    const { data, posting } = await createBills(billing, payables.request, [
      billInput(payables, { external_id: 'a', line_items: [line(1)] }),
      billInput(payables, { external_id: 'there', memo: 'there' }),
      billInput(payables, { line_items: [line(3)] }),
      billInput(payables, { external_id: 'a', line_items: [line(1)] }),
      billInput(payables, { vendor_external_id: 'other', line_items: [line(5)] }),
      billInput(payables, { line_items: [line(3)] }),
    ])
    expect(posting).toBe('posted')
    expect(data?.map(({ total_amount }) => total_amount)).toEqual([1, 100, 3, 1, 5, 3])
    expect(data?.[0]?.id).toBe(data?.[3]?.id)
    expect(data?.[2]?.id).not.toBe(data?.[5]?.id)
    expect(data?.[4]?.vendor?.id).toBe(other.id)
    expect(await rowsIn(billing, payables.request, 'bills')).toBe(before + 5)
    // Different bills with one external_id are refused, and so is an existing different one.
    const duplicates = [1, 2].map((amount) => billInput(payables, { external_id: 'twin', line_items: [line(amount)] }))
    expect(await refusals(createBills(billing, payables.request, [billInput(payables), ...duplicates]))).toEqual([
      ['DuplicateExternalId', '1.external_id'],
      ['DuplicateExternalId', '2.external_id'],
    ])
    const reused = [billInput(payables), billInput(payables, { external_id: 'there', memo: 'not there' })]
    expect(await refusals(createBills(billing, payables.request, reused))).toEqual([['ExternalIdReused', '1.memo']])
    expect(await rowsIn(billing, payables.request, 'bills')).toBe(before + 5)
  })

  test('are a thousand at most', async () => {
    const before = await rowsIn(billing, payables.request, 'bills')
    const many = (count: number) => {
      const input = billInput(payables, { additional_discount: 101 })
      return refusals(createBills(billing, payables.request, Array<typeof input>(count).fill(input)))
    }
    // All thousand are checked.
    expect(await many(1_000)).toContainEqual(['NegativeTotal', '0.line_items'])
    expect(await many(1_001)).toEqual([['InvalidPayload', undefined]])
    expect(await createBills(billing, payables.request, [])).toEqual({ data: [], posting: 'posted' })
    expect(await rowsIn(billing, payables.request, 'bills')).toBe(before)
  })

  test('take as many statements whether they are two or four', async () => {
    // The accounts of these taxes exist then.
    await makeBill(billing, payables, { taxes: { CA: 1, NY: 1 } })
    const statementsFor = async (count: number): Promise<number> => {
      const inputs = Array.from({ length: count }, (_, index) =>
        billInput(payables, {
          external_id: `${index} of ${count}`,
          terms: 'NET_30',
          taxes: { CA: 1 },
          tags: [{ key: 'batch', value: '1' }],
          line_items: Array.from({ length: 4 }, (_one, place) => line(index + place, { taxes: { NY: 2 } })),
        }),
      )
      const counted = countStatements(billing)
      const { data, posting } = await createBills(billing, payables.request, inputs)
      const statements = counted.stop()
      expect(data).toHaveLength(count)
      expect(posting).toBe('posted')
      const expected = inputs.reduce(
        (sum, { line_items }) => sum + 1 + line_items.reduce((one, { unit_price }) => one + unit_price + 2, 0),
        0,
      )
      expect(data?.reduce((sum, { total_amount }) => sum + Number(total_amount), 0)).toBe(expected)
      return statements
    }
    expect(await statementsFor(4)).toBe(await statementsFor(2))
  })

  test('concurrent bulk requests with the same external ids create each bill once', async () => {
    const [bills, postings] = [
      await rowsIn(billing, payables.request, 'bills'),
      await rowsIn(billing, payables.request, 'postings'),
    ]
    const batch = (order: 1 | -1) => {
      const inputs = Array.from({ length: 4 }, (_, index) => billInput(payables, { external_id: `bulk ${index}` }))
      return order === 1 ? inputs : inputs.reverse()
    }
    const answers = await Promise.all(
      ([1, -1] as const).map((order) => createBills(billing, payables.request, batch(order))),
    )
    const ids = answers.map(({ data = [] }) => data.map(({ id }) => id).sort())
    for (const one of ids) expect(one).toEqual(ids[0])
    expect(await rowsIn(billing, payables.request, 'bills')).toBe(bills + 4)
    expect(await rowsIn(billing, payables.request, 'postings')).toBe(postings + 4)
  })
})

test('while the ledger is unreachable new requests are refused, and nothing is written', async () => {
  const request = await openTestBusiness(billing)
  const { id } = await makeVendor(billing, request)
  const { without, close } = withoutLedger(billing)
  try {
    const refusal = await createBill(without, request, billInput({ contactId: id })).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DomainError)
    expect((refusal as DomainError).errorEnum).toBe('ServiceUnavailable')
    expect(await rowsIn(billing, request, 'bills')).toBe(0)
  } finally {
    close()
  }
})
