/** The routes of customers before a fake service: which requests it receives, and how its answers are shown. */
import { BillsService, CustomersService } from '@pacioli/protos/billing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shownData } from './testing/interface.test-helpers.ts'
import { refusal, FakeServices } from './testing/fake-services.test-helpers.ts'

const services = new FakeServices()
const { call, lastOf } = services

const id = randomUUID()
const customer = { id, external_id: 'customer-17', memo: 'm', notes: 'm', metadata: '{"a":1}', credit_balance: 5 }

let created = true

beforeAll(async () => {
  await services.start({
    billing: [
      services.serving(CustomersService, () => ({ data: customer, created }), {
        ListCustomers: () => ({
          data: [customer],
          pagination: { sort_by: 'name', sort_order: 'ASC', total_count: 1 },
        }),
      }),
      services.serving(BillsService, ({ entity_type }) => ({ data: [{ entity_type, entity_id: id }] })),
    ],
  })
})
afterAll(() => services.stop())

beforeEach(() => {
  services.received = []
  created = true
})

describe('a customer', () => {
  test('is shown with every field, as the documentation shows it', async () => {
    const { data } = (await call('GET', `customers/${id.toUpperCase()}`)).body
    expect(lastOf('GetCustomer')).toEqual({ customer_id: id })
    expect(Object.keys(data).sort()).toEqual(Object.keys(shownData('getCustomer')).sort())
    expect(data).toMatchObject({
      type: 'Customer',
      id,
      individual_name: null,
      credit_balance: 5,
      metadata: { a: 1 },
      transaction_tags: [],
    })
  })

  test('that is new is 201, and one that was there 200', async () => {
    const body = { external_id: 'customer-17', memo: null, notes: 'm', metadata: { a: 1 } }
    const first = await call('POST', 'customers', body)
    created = false
    expect([first.status, (await call('POST', 'customers', body)).status]).toEqual([201, 200])
    expect(lastOf('CreateCustomer')).toMatchObject({ external_id: 'customer-17', memo: 'm', metadata: '{"a":1}' })
    const twice = await call('POST', 'customers', { memo: 'a', notes: 'b' })
    expect(refusal(twice)).toEqual([400, 'InvalidPayload', 'notes'])
  })

  test('changes in what is given, loses what is null, and its tags are replaced', async () => {
    const tags = [{ key: 'k', value: 'v' }]
    await call('PATCH', `customers/${id}`, { company_name: 'Engines', email: null, notes: null, tags })
    expect(lastOf('UpdateCustomer')).toMatchObject({
      customer_id: id,
      company_name: 'Engines',
      cleared: ['email', 'memo'],
      tags: { items: tags },
    })
    await call('PATCH', `customers/${id}`, { status: 'ARCHIVED', tags: null })
    expect(lastOf('UpdateCustomer')).toMatchObject({ status: 'ARCHIVED', cleared: [], tags: { items: [] } })
    const balance = await call('PATCH', `customers/${id}`, { credit_balance: 7 })
    expect(refusal(balance)).toEqual([400, 'UnknownField', 'credit_balance'])
  })

  test('with an invalid id is not found, without calling a service', async () => {
    const answers = [await call('GET', 'customers/x'), await call('PATCH', 'customers/x', {})]
    expect(answers.map(refusal)).toEqual(Array(2).fill([404, 'CustomerNotFound', 'customerId']))
    expect([lastOf('GetCustomer'), lastOf('UpdateCustomer')]).toEqual([undefined, undefined])
  })
})

describe('customers are listed', () => {
  test('in pages, as requested', async () => {
    const query = 'q=ada&status=ACTIVE&email=a@b.example&external_id=e&reference_numbers=r1,r2'
    const { body } = await call('GET', `customers?${query}&tag_key=k&tag_values=a&tag_values=b&sort_by=created_at`)
    expect([body.data.length, body.data[0].metadata, body.meta.pagination.total_count]).toEqual([1, { a: 1 }, 1])
    expect(lastOf('ListCustomers')).toMatchObject({
      q: 'ada',
      status: 'ACTIVE',
      email: 'a@b.example',
      external_id: 'e',
      tag_key: 'k',
      tag_values: ['a', 'b'],
      reference_numbers: ['r1', 'r2'],
      page: { sort_by: 'created_at' },
    })
  })

  test.each([
    ['status=PAID', 'InvalidQuery', 'status'],
    ['sort_by=email', 'InvalidQuery', 'sort_by'],
    ['limit=501', 'InvalidQuery', 'limit'],
    ['tag_key=k', 'MissingTagValues', 'tag_values'],
    ['credit_balance=5', 'UnknownField', 'credit_balance'],
  ])('but not by %s', async (query, name, field) => {
    expect(refusal(await call('GET', `customers?${query}`))).toEqual([400, name, field])
    expect(lastOf('ListCustomers')).toBeUndefined()
  })
})

test.each([
  ['tags', 'ApplyTags'],
  ['tags/delete', 'RemoveTags'],
])('billing keeps the tags of a CUSTOMER: %s', async (path, method) => {
  const { status, body } = await call('POST', path, {
    entity_type: 'CUSTOMER',
    entity_ids: [id],
    key_values: [{ key: 'k', value: 'v' }],
  })
  expect([status, body.data]).toEqual([200, [{ entity_type: 'CUSTOMER', entity_id: id, transaction_tags: [] }]])
  expect(lastOf(method)).toMatchObject({ entity_type: 'CUSTOMER', entity_ids: [id] })
})
