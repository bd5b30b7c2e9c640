/** The routes of payables before fake services: which requests they receive, and how their answers are shown. */
import { BillPaymentsService, BillsService, VendorCreditsService, VendorsService } from '@pacioli/protos/billing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shownData } from './testing/interface.test-helpers.ts'
import type { TestGateway } from './testing/gateway.test-helpers.ts'
import { refusal, FakeServices } from './testing/fake-services.test-helpers.ts'

const services = new FakeServices()
const { businessId, call, lastOf } = services

const id = randomUUID()
const other = randomUUID()
const ID = id.toUpperCase()

let created = true
let posting: string | undefined

const metadata = '{"a":1}'
const vendor = { id, company_name: 'Papers', memo: 'm', notes: 'm', metadata }
const account = { id, name: 'Cash', normality: 'DEBIT', account_type: { value: 'ASSET' }, account_subtype: {} }
const tag = { id, key: 'k', value: 'v', created_at: '2026-01-01T00:00:00.000Z' }
const payment = { id, vendor, amount: 5, metadata, payment_clearing_account: account }
const credit = { id, vendor, metadata, line_items: [{ id, amount: 5, metadata, ledger_account: account }] }
const bill = {
  id,
  metadata,
  vendor,
  transaction_tags: [tag],
  line_items: [
    {
      id,
      quantity: '2.5',
      metadata,
      account_identifier: { type: 'AccountId', id },
      ledger_account: account,
      sales_taxes: [{ amount: 1, tax_account: { type: 'Tax_Name', name: 'CA' }, tax_ledger_account: account }],
    },
  ],
  payment_allocations: [{ id, amount: 5, metadata, payment }],
  vendor_credits: [{ id, amount: 5, vendor_credit: credit }],
}
const allocation = { id, bill_id: id, amount: 5, metadata }

const answered = (data: object) => ({ data, created, ...(posting === undefined ? {} : { posting }) })
const pagination = { sort_by: 'received_at', sort_order: 'DESC', total_count: 1 }

let gateway: TestGateway

beforeAll(async () => {
  gateway = await services.start({
    billing: [
      services.serving(VendorsService, () => answered(vendor), { ListVendors: () => ({ data: [vendor], pagination }) }),
      services.serving(BillsService, () => answered(bill), {
        CreateBills: () => ({ data: [bill], posting: 'pending' }),
        ListBills: () => ({ data: [bill], pagination }),
        ApplyTags: ({ entity_type }) => ({ data: [{ entity_type, entity_id: id }], posting: 'posted' }),
        RemoveTags: ({ entity_type }) => ({ data: [{ entity_type, entity_id: id }] }),
      }),
      services.serving(BillPaymentsService, () => answered({ ...payment, allocations: [allocation] }), {
        ListBillPayments: () => ({ data: [payment], pagination }),
      }),
      services.serving(VendorCreditsService, () => answered({ ...credit, allocations: [allocation] }), {
        ListVendorCredits: () => ({ data: [credit], pagination }),
      }),
    ],
  })
})
afterAll(() => services.stop())

beforeEach(() => {
  services.received = []
  created = true
  posting = 'posted'
})

const cash = { type: 'StableName', stable_name: 'CASH' }
const item = { account_identifier: cash, unit_price: 100 }
const items = (count: number, more: object = {}) => Array(count).fill({ ...item, ...more })
const tenTags = Array.from({ length: 10 }, (_, at) => ({ key: `k${at}`, value: 'v' }))

describe('what is shown', () => {
  test.each([
    ['vendors', shownData('getVendor')],
    ['bills', shownData('getBill')],
    ['bills/bill-payments', shownData('getBillPayment')],
    ['bills/vendor-credits', shownData('getVendorCredit')],
  ])('of %s has every field, as the documentation shows it', async (path, example) => {
    const keys = (value: object) => Object.keys(value).sort()
    const { data } = (await call('GET', `${path}/${id}`)).body
    expect(keys(data)).toEqual(keys(example))
    for (const [field, shown] of Object.entries(example))
      if (Array.isArray(shown) && typeof shown[0] === 'object' && data[field]?.[0])
        expect([field, keys(data[field][0])]).toEqual([field, keys(shown[0] as object)])
  })

  test('has metadata as objects, also of what it holds, and a payment of a bill has no allocations', async () => {
    const { data } = (await call('GET', `bills/${id}`)).body
    const a = { a: 1 }
    expect(data).toMatchObject({
      type: 'Bill',
      metadata: a,
      vendor: { type: 'VendorData', metadata: a, memo: 'm', notes: 'm' },
      line_items: [
        {
          metadata: a,
          quantity: '2.5',
          account_identifier: { type: 'AccountId', id },
          ledger_account: { id, stable_name: null },
          prepayment_account: null,
          sales_taxes: [{ tax_account: { type: 'Tax_Name', name: 'CA' }, tax_ledger_account: { id } }],
        },
      ],
      transaction_tags: [{ created_at: tag.created_at, deleted_at: null }],
      payment_allocations: [{ metadata: a, payment: { metadata: a, vendor: { metadata: a } } }],
      vendor_credits: [{ vendor_credit: { type: 'Vendor_Credit', metadata: a, line_items: [{ metadata: a }] } }],
    })
    expect(data.payment_allocations[0].payment).not.toHaveProperty('allocations')
    expect(data.vendor_credits[0].vendor_credit).not.toHaveProperty('allocations')
    expect(data.line_items[0].ledger_account).not.toHaveProperty('type')
    const paid = (await call('GET', `bills/bill-payments/${id}`)).body.data
    expect(paid.allocations).toMatchObject([{ bill_id: id, metadata: a, transaction_tags: [] }])
  })

  test.each(['vendors', 'bills', 'bills/bill-payments', 'bills/vendor-credits'])(
    'of a list of %s has pages',
    async (path) => {
      const { body } = await call('GET', path)
      expect([body.data.length, body.meta.pagination.total_count, body.data[0].metadata]).toEqual([1, 1, { a: 1 }])
    },
  )
})

describe('what is new is 201, and what was there 200', () => {
  test.each([
    ['vendors', 'CreateVendor', { company_name: 'Papers' }, undefined],
    ['bills', 'CreateBill', { vendor_id: ID, line_items: [item] }, 'posted'],
    ['expenses', 'CreateExpense', { method: 'CASH', line_items: [item] }, 'posted'],
    ['bills/bill-payments', 'CreateBillPayment', { vendor_id: ID, method: 'ACH', amount: 5 }, 'posted'],
    [
      'bills/vendor-credits',
      'CreateVendorCredit',
      { vendor_id: ID, line_items: [{ account_identifier: cash, amount: -5 }] },
      'posted',
    ],
  ])('%s', async (path, method, body, state) => {
    const first = await call('POST', path, body)
    created = false
    const again = await call('POST', path, body)
    expect([first.status, again.status, first.posting]).toEqual([201, 200, state])
    if (path !== 'vendors' && path !== 'expenses') expect(lastOf(method)).toMatchObject({ vendor_id: id })
  })

  test('bulk answers with a list, and says what became of its postings', async () => {
    const { status, posting: state, body } = await call('POST', 'bills/bulk', [{ vendor_id: id, line_items: [item] }])
    expect([status, state, body.data.length]).toEqual([200, 'pending', 1])
  })
})

describe('ids', () => {
  test('in the path are the same in either case, and an invalid one is not found, without calling a service', async () => {
    const paths: [Parameters<typeof call>[0], string, string][] = [
      ['GET', 'vendors/x', 'VendorNotFound'],
      ['PATCH', 'vendors/x', 'VendorNotFound'],
      ['GET', 'bills/x', 'BillNotFound'],
      ['GET', 'bills/bulk', 'BillNotFound'],
      ['POST', 'bills/x/void', 'BillNotFound'],
      ['POST', 'bills/x/update', 'BillNotFound'],
      ['GET', 'bills/bill-payments/x', 'BillPaymentNotFound'],
      ['POST', 'bills/bill-payments/x/delete', 'BillPaymentNotFound'],
      ['POST', 'bills/bill-payments/x/allocations', 'BillPaymentNotFound'],
      ['GET', 'bills/vendor-credits/x', 'VendorCreditNotFound'],
      ['DELETE', 'bills/vendor-credits/x', 'VendorCreditNotFound'],
      ['POST', 'bills/vendor-credits/x/allocations', 'VendorCreditNotFound'],
      ['DELETE', 'bills/vendor-credits/allocations/x', 'AllocationNotFound'],
    ]
    const bodies: Record<string, object> = {
      'vendors/x': {},
      'bills/x/update': {},
      'bills/bill-payments/x/allocations': { amount: 1 },
      'bills/vendor-credits/x/allocations': { amount: 1 },
    }
    for (const [method, path, name] of paths) {
      const answer = await call(method, path, method === 'GET' ? undefined : bodies[path])
      expect([path, ...refusal(answer).slice(0, 2)]).toEqual([path, 404, name])
    }
    expect(services.received.filter(({ method }) => method !== 'GetBusiness' && method !== 'GetClient')).toEqual([])
    await call('POST', `bills/${ID}/void`)
    expect(lastOf('VoidBill')).toEqual({ bill_id: id })
    await call('DELETE', `bills/vendor-credits/allocations/${ID}`)
    expect(lastOf('RemoveVendorCreditAllocation')).toEqual({ allocation_id: id })
  })

  test('in a body too, wherever they stand', async () => {
    const byId = { type: 'AccountId', id: ID }
    const asIs = { type: 'AccountId', id }
    const line = { account_identifier: byId, prepayment_account_identifier: byId, unit_price: 1 }
    await call('POST', `bills/${id}/update`, {
      vendor_id: ID,
      line_items: [{ ...line, id: ID }],
      payment_clearing_account_identifier: byId,
    })
    expect(lastOf('UpdateBill')).toMatchObject({
      vendor_id: id,
      line_items: { items: [{ id, account_identifier: asIs, prepayment_account_identifier: asIs }] },
      payment_clearing_account_identifier: asIs,
    })
    const expense = { method: 'CASH', line_items: [line], payment_clearing_account_identifier: byId }
    await call('POST', 'expenses', { ...expense, vendor_id: ID })
    expect(lastOf('CreateExpense')).toMatchObject({ vendor_id: id, payment_clearing_account_identifier: asIs })
    const paying = { method: 'ACH', amount: 5, payment_clearing_account_identifier: byId }
    await call('POST', 'bills/bill-payments', { ...paying, vendor_id: ID, allocations: [{ bill_id: ID, amount: 5 }] })
    expect(lastOf('CreateBillPayment')).toMatchObject({
      vendor_id: id,
      payment_clearing_account_identifier: asIs,
      allocations: [{ bill_id: id }],
    })
    const allocated_at = '2026-02-01T00:00:00Z'
    await call('POST', `bills/bill-payments/${ID}/allocations`, {
      bill_id: ID,
      amount: 5,
      metadata: { b: 1 },
      allocated_at,
    })
    expect(lastOf('AllocateBillPayment')).toMatchObject({
      payment_id: id,
      allocated_at,
      allocation: { bill_id: id, amount: 5, metadata: '{"b":1}' },
    })
    await call('POST', `bills/vendor-credits/${id}/allocations`, { bill_id: ID, amount: 5 })
    expect(lastOf('AllocateVendorCredit')).toMatchObject({
      vendor_credit_id: id,
      allocation: { bill_id: id, amount: 5 },
    })
    await call('GET', `bills/bill-payments?vendor_id=${ID}&bill_id=${ID}`)
    expect(lastOf('ListBillPayments')).toMatchObject({ vendor_id: id, bill_id: id })
    await call('GET', `bills?vendor_id=${ID}`)
    expect(lastOf('ListBills')).toMatchObject({ vendor_id: id })
  })
})

describe('a quantity', () => {
  const quantityOf = async (quantity: string) => {
    const body = `{"vendor_id":"${id}","line_items":[{"account_identifier":{"type":"StableName","stable_name":"CASH"},"unit_price":1,"quantity":${quantity}}]}`
    const answer = await call('POST', 'bills', body)
    const [line] = (lastOf('CreateBill')?.line_items ?? [{}]) as { quantity?: string }[]
    return answer.status === 201 ? line?.quantity : refusal(answer)
  }

  test.each([
    ['2.5', '2.5'],
    ['"2.50"', '2.50'],
    ['3', '3'],
    ['1e-7', '0.0000001'],
    ['0.1', '0.1'],
    ['"1234567890123456.12345678"', '1234567890123456.12345678'],
    ['null', undefined],
  ])('written as %s is sent as %s', async (written, sent) => expect(await quantityOf(written)).toBe(sent))

  test.each(['0.123456789', '"x"', 'true', '1e16', '0.10000000000000001', '123456789.123456789'])(
    'written as %s is refused',
    async (written) => {
      expect(await quantityOf(written)).toEqual([400, 'InvalidPayload', 'line_items.0.quantity'])
    },
  )
})

describe('two names of one field', () => {
  const create = async (body: object) => {
    const answer = await call('POST', 'vendors', { company_name: 'x', ...body })
    return answer.status === 201 ? lastOf('CreateVendor')?.memo : refusal(answer)
  }

  test('are one: either is accepted, and two that differ are refused', async () => {
    expect(await create({ memo: 'a' })).toBe('a')
    expect(await create({ notes: 'b' })).toBe('b')
    expect(await create({ memo: 'c', notes: 'c' })).toBe('c')
    expect(await create({ memo: 'd', notes: null })).toBe('d')
    expect(await create({ memo: 'a', notes: 'b' })).toEqual([400, 'InvalidPayload', 'notes'])
    const pay = async (more: object) => {
      const answer = await call('POST', 'bills/bill-payments', { method: 'ACH', amount: 1, ...more })
      return answer.status === 201 ? lastOf('CreateBillPayment')?.paid_at : refusal(answer)
    }
    const [paid_at, same, later] = ['2026-01-31T00:00:00Z', '2026-01-31T01:00:00+01:00', '2026-02-01T00:00:00Z']
    expect(await pay({ at: paid_at })).toBe(paid_at)
    expect(await pay({ paid_at, at: same })).toBe(paid_at)
    expect(await pay({ paid_at, at: null })).toBe(paid_at)
    expect(await pay({ paid_at, at: later })).toEqual([400, 'InvalidPayload', 'at'])
  })

  test('in a change, null clears by either, and contradicts a value', async () => {
    const change = async (body: object) => {
      const answer = await call('PATCH', `vendors/${id}`, body)
      const { memo, cleared } = lastOf('UpdateVendor') ?? {}
      return answer.status === 200 ? [memo, cleared] : refusal(answer)
    }
    expect(await change({ notes: 'a' })).toEqual(['a', []])
    expect(await change({ notes: null, email: null })).toEqual([undefined, ['email', 'memo']])
    expect(await change({ memo: null, notes: null })).toEqual([undefined, ['memo']])
    expect(await change({ memo: 'a', notes: null })).toEqual([400, 'InvalidPayload', 'notes'])
  })
})

describe('a change of a bill', () => {
  const change = async (body: object) => {
    const answer = await call('POST', `bills/${id}/update`, body)
    return answer.status === 200 ? lastOf('UpdateBill') : refusal(answer)
  }

  test('names what is cleared, and replaces lists: null is an empty one', async () => {
    const everything = {
      due_at: null,
      terms: null,
      memo: null,
      metadata: null,
      tags: null,
      additional_sales_taxes: null,
    }
    expect(await change(everything)).toEqual({
      bill_id: id,
      cleared: ['terms', 'due_at', 'memo', 'metadata'],
      tags: { items: [] },
      additional_sales_taxes: { items: [] },
    })
    expect(await change({})).toEqual({ bill_id: id, cleared: [] })
    expect(await change({ line_items: [] })).toEqual({ bill_id: id, line_items: { items: [] }, cleared: [] })
    expect(await change({ tags: [{ key: 'k', value: 'v' }], additional_discount: 0 })).toMatchObject({
      tags: { items: [{ key: 'k' }] },
      additional_discount: 0,
    })
  })

  test('clears the vendor by either name, unless the other one names one', async () => {
    expect(await change({ vendor_id: null })).toMatchObject({ cleared: ['vendor_id'] })
    expect(await change({ vendor_external_id: null })).toMatchObject({ cleared: ['vendor_id'] })
    expect(await change({ vendor_id: null, vendor_external_id: 'v' })).toEqual({
      bill_id: id,
      vendor_external_id: 'v',
      cleared: [],
    })
  })

  test.each([{ line_items: null }, { received_at: null }, { method: null }, { paid_at: null }])(
    '%j is refused',
    async (body) => expect(await change(body)).toEqual([400, 'InvalidPayload', Object.keys(body)[0]]),
  )
})

describe('a list', () => {
  test('queries in the terms of the service', async () => {
    await call(
      'GET',
      'bills?status=PAID&statuses=RECEIVED,VOIDED&is_open=true&is_expense=false&due_end_date=2026-01-31&sort_by=due_at' +
        '&reference_number=a&reference_numbers=b,c&tag_key=k&tag_values=v&limit=7',
    )
    expect(lastOf('ListBills')).toMatchObject({
      page: { sort_by: 'due_at', limit: 7 },
      statuses: ['PAID', 'RECEIVED', 'VOIDED'],
      is_open: true,
      is_expense: false,
      due_end_date: '2026-01-31',
      reference_numbers: ['a', 'b', 'c'],
      tag_key: 'k',
      tag_values: ['v'],
    })
    await call('GET', 'vendors?q=papers&status=ACTIVE&sort_by=created_at')
    expect(lastOf('ListVendors')).toMatchObject({ q: 'papers', status: 'ACTIVE', page: { sort_by: 'created_at' } })
    await call('GET', 'bills/vendor-credits?has_unallocated=true&include_deleted=true')
    expect(lastOf('ListVendorCredits')).toMatchObject({ has_unallocated: true, include_deleted: true })
  })

  test.each([
    ['bills?status=OPEN', 'status'],
    ['bills?statuses=PAID,OPEN', 'statuses'],
    ['bills?statuses=,', 'statuses'],
    ['bills?sort_by=name', 'sort_by'],
    ['bills?vendor_id=x', 'vendor_id'],
    ['bills?start_date=January', 'start_date'],
    ['bills/bill-payments?method=GOLD', 'method'],
    ['bills/bill-payments?bill_id=x', 'bill_id'],
    ['bills/vendor-credits?sort_by=amount', 'sort_by'],
    ['vendors?status=PAID', 'status'],
    ['vendors?limit=501', 'limit'],
  ])('%s is refused', async (path, field) => {
    expect(refusal(await call('GET', path))).toEqual([400, 'InvalidQuery', field])
  })

  test.each(['vendors', 'bills', 'bills/bill-payments', 'bills/vendor-credits'])(
    'of %s takes both halves of a tag filter, and 100 reference numbers',
    async (path) => {
      expect(refusal(await call('GET', `${path}?tag_key=k`))).toEqual([400, 'MissingTagValues', 'tag_values'])
      const many = Array.from({ length: 101 }, (_, at) => at).join()
      expect(refusal(await call('GET', `${path}?reference_numbers=${many}`)).slice(0, 2)).toEqual([400, 'InvalidQuery'])
    },
  )
})

describe('a request', () => {
  const send = (body: object) => call('POST', 'bills', { vendor_id: id, ...body })

  test.each([
    [{ line_items: items(1_001) }, 'line_items'],
    [{}, 'line_items'],
    [{ line_items: [{ unit_price: 1 }] }, 'line_items.0.account_identifier'],
    [{ line_items: items(1, { unit_price: 1.5 }) }, 'line_items.0.unit_price'],
    [{ line_items: items(1, { unit_price: 2 ** 53 }) }, 'line_items.0.unit_price'],
    [{ line_items: items(1, { discount_amount: -1 }) }, 'line_items.0.discount_amount'],
    [{ line_items: items(1, { tags: [...tenTags, { key: 'x', value: 'x' }] }) }, 'line_items.0.tags'],
    [{ line_items: items(1, { metadata: { a: 'x'.repeat(1_020) } }) }, 'line_items.0.metadata'],
    [
      { line_items: items(1, { sales_taxes: [{ amount: 1, tax_account: { type: 'AccountId', name: 'x' } }] }) },
      'line_items.0.sales_taxes.0.tax_account.type',
    ],
    [{ line_items: items(1), terms: 'NET_7' }, 'terms'],
    [{ line_items: items(1), received_at: '2026-02-30' }, 'received_at'],
    [{ line_items: items(1), additional_discount: -1 }, 'additional_discount'],
  ])('of an invalid bill is refused', async (body, field) => {
    const answer = await send(body)
    expect([answer.status, answer.body.errors.map(({ meta }: { meta: { field: string } }) => meta.field)]).toEqual([
      400,
      [field],
    ])
  })

  test('names no field that does not exist', async () => {
    for (const body of [{ id }, { paid_at: '2026-01-31T00:00:00Z' }, { method: 'ACH' }, { is_expense: true }])
      expect(refusal(await send({ line_items: items(1), ...body }))).toEqual([
        400,
        'UnknownField',
        Object.keys(body)[0],
      ])
    expect(refusal(await send({ line_items: items(1, { id }) }))).toEqual([400, 'UnknownField', 'line_items.0.id'])
  })

  test('that brings more than 10,000 tags is refused', async () => {
    const line_items = items(1_000, { tags: tenTags })
    const bill = { vendor_id: id, line_items, tags: tenTags }
    const tooMuch = [413, 'PayloadTooLarge', 'line_items']
    expect(refusal(await send({ line_items, tags: tenTags }))).toEqual(tooMuch)
    expect(refusal(await call('POST', 'bills/bulk', [bill]))).toEqual(tooMuch)
    const allocations = Array(1_000).fill({ bill_id: id, amount: 1, tags: tenTags })
    const paying = { method: 'ACH', amount: 1_000, allocations, tags: tenTags }
    expect(refusal(await call('POST', 'bills/bill-payments', paying))).toEqual([413, 'PayloadTooLarge', 'allocations'])
  })

  test('of many bills names the index, and holds at most a thousand', async () => {
    const fine = { vendor_id: id, line_items: [item] }
    const answer = await call('POST', 'bills/bulk', [fine, { ...fine, line_items: [{ ...item, unit_price: 'x' }] }])
    expect(refusal(answer)).toEqual([400, 'InvalidPayload', '1.line_items.0.unit_price'])
    expect((await call('POST', 'bills/bulk', Array(1_001).fill(fine))).status).toBe(400)
    expect((await call('POST', 'bills/bulk', [])).status).toBe(400)
  })

  test.each([
    { method: 'CREDIT_BALANCE', amount: 1 },
    { method: 'ACH', amount: 0 },
    { method: 'ACH', amount: -1 },
    { amount: 1 },
    { method: 'ACH' },
    { method: 'ACH', amount: 1, allocations: [{ amount: 0 }] },
    { method: 'ACH', amount: 1, allocations: Array(1_001).fill({ amount: 1 }) },
  ])('with an invalid payment is refused: %#', async (body) => {
    expect((await call('POST', 'bills/bill-payments', body)).status).toBe(400)
  })
})

describe('tags', () => {
  test.each(['VENDOR', 'BILL', 'BILL_PAYMENT', 'VENDOR_CREDIT'])('of a %s are kept by billing', async (entity_type) => {
    const body = { entity_type, entity_ids: [id], key_values: [{ key: 'k', value: 'v' }] }
    const applied = await call('POST', 'tags', body)
    expect([applied.status, applied.posting, applied.body.data[0]]).toEqual([
      200,
      'posted',
      { entity_type, entity_id: id, transaction_tags: [] },
    ])
    expect(lastOf('ApplyTags')).toMatchObject({ entity_type, entity_ids: [id] })
    expect((await call('POST', 'tags/delete', body)).status).toBe(200)
    expect(lastOf('RemoveTags')).toMatchObject({ entity_type })
  })
})

test('a browser keeps payables as a bookkeeper does', async () => {
  services.token = await gateway.tokenFor({ businessId })
  expect((await call('POST', 'bills', { vendor_id: other, line_items: [item] })).status).toBe(201)
  services.token = await gateway.tokenFor({ businessId, scopes: ['books:read'] })
  expect((await call('GET', 'bills')).status).toBe(200)
  expect(refusal(await call('POST', `bills/${id}/void`)).slice(0, 2)).toEqual([403, 'InsufficientScope'])
  services.token = await gateway.tokenFor()
})

test('readiness probes billing, too', async () => {
  const { checks } = JSON.parse((await gateway.app.inject({ url: '/readyz' })).body)
  expect(checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual([
    ['ledger', true],
    ['banking', false],
    ['billing', true],
    ['reporting', false],
  ])
})
