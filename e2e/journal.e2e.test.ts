/** Journal entries: posted one by one and in bulk, read, reversed. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  credit,
  debit,
  newClient,
  Payables,
  Receivables,
  sale,
  target,
  type Books,
  type Entry,
  type LineInput,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'journal')
  books = await client.books()
})

describe('a posted entry', () => {
  test('comes back with everything that was sent, and says what it is', async () => {
    const { status, body } = await books.post({
      external_id: 'sale-1',
      entry_at: '2026-01-31T23:30:00.5+01:00',
      memo: 'Consulting, “January”\n日本 ☕',
      reference_number: 'INV-42',
      metadata: { order: 7, nested: { tags: ['a', null, true, 1.5] }, ü: '€' },
      tags: [{ key: 'project', value: 'apollo' }],
      line_items: [
        debit('CASH', 150, { memo: 'in' }),
        credit('SALES', 100, { tags: [{ key: 'department', value: 'consulting' }] }),
        credit('TIPS', 50),
      ],
    })
    expect(status).toBe(201)
    const { data: entry } = body
    expect(entry).toMatchObject({
      business_id: books.id,
      ledger_id: books.business.ledger_id,
      agent: 'API',
      entry_type: 'MANUAL',
      basis: 'BOTH',
      entry_at: '2026-01-31T22:30:00.500Z',
      external_id: 'sale-1',
      memo: 'Consulting, “January”\n日本 ☕',
      reference_number: 'INV-42',
      metadata: { order: 7, nested: { tags: ['a', null, true, 1.5] }, ü: '€' },
      reversal_of_id: null,
      reversal_id: null,
      source_type: null,
      source_id: null,
    })
    const shown = entry.line_items.map((line) => [
      line.account.stable_name?.stable_name,
      line.amount,
      line.direction,
      line.memo,
      line.transaction_tags.map(({ key, value }) => `${key}:${value}`).sort(),
    ])
    expect(shown).toEqual([
      ['CASH', 150, 'DEBIT', 'in', ['project:apollo']],
      ['SALES', 100, 'CREDIT', null, ['department:consulting', 'project:apollo']],
      ['TIPS', 50, 'CREDIT', null, ['project:apollo']],
    ])
    for (const line of entry.line_items)
      expect([line.entry_id, line.entry_at]).toEqual([entry.id, '2026-01-31T22:30:00.500Z'])
    expect(await books.entry(entry.id)).toEqual(entry)
  })

  test('with an external_id that is known answers 200 with the entry that has it, and only what it was asked for', async () => {
    const first = await books.post(sale(10, undefined, { external_id: 'twice' }))
    const second = await books.post(sale(10, '2026-01-15T13:00:00+01:00', { external_id: 'twice' }))
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    expect((await books.post(sale(999, undefined, { external_id: 'twice' }))).refusal).toEqual({
      status: 409,
      error_enum: 'ExternalIdReused',
      field: 'line_items.0.amount',
    })
  })

  test('may have the same external_id as one of another business', async () => {
    const other = await client.books()
    const [one, two] = [
      await books.posted(sale(1, undefined, { external_id: 'shared' })),
      await other.posted(sale(1, undefined, { external_id: 'shared' })),
    ]
    expect(one.id).not.toBe(two.id)
  })

  test('may move the largest amount there is', async () => {
    const [own, most] = [await client.books(), Number.MAX_SAFE_INTEGER]
    await own.posted(sale(most))
    expect(await own.balances()).toEqual({ CASH: most, SALES: most })
    expect((await own.lines('CASH')).data).toMatchObject([{ amount: most, running_balance: most }])
  })

  test('an empty memo stays empty, and metadata of exactly 1,024 bytes is kept', async () => {
    const metadata = { k: 'é'.repeat(508) }
    expect(Buffer.byteLength(JSON.stringify(metadata))).toBe(1_024)
    const entry = await books.posted(sale(1, undefined, { memo: '', metadata }))
    expect(entry).toMatchObject({ memo: '', metadata })
  })

  test('keeps the display names of the tags it creates, and uses those of the tags that exist', async () => {
    const tag = { key: 'region', value: 'north', dimension_display_name: 'Region', value_display_name: 'The North' }
    const again = { ...tag, dimension_display_name: 'Other', value_display_name: 'Other' }
    const [first] = (await books.posted(sale(1, undefined, { tags: [tag] }))).transaction_tags
    const [second] = (await books.posted(sale(1, undefined, { tags: [again] }))).transaction_tags
    expect(first).toMatchObject(tag)
    expect(second).toMatchObject({ ...tag, dimension_id: first?.dimension_id, definition_id: first?.definition_id })
  })
})

describe('a bulk post', () => {
  test('answers in the order of the request, repeats included', async () => {
    const own = await client.books()
    const earlier = await own.posted(sale(3, undefined, { external_id: 'b-2' }))
    const inputs = [0, 1, 2, 3, 4].map((index) => sale(index + 1, undefined, { external_id: `b-${index}` }))
    const answer = await own.postAll([...inputs, inputs[4]])
    expect(answer.status).toBe(200)
    const { data } = answer.body
    expect(data.map(({ external_id }) => external_id)).toEqual(['b-0', 'b-1', 'b-2', 'b-3', 'b-4', 'b-4'])
    expect([data[2]?.id, data[5]?.id]).toEqual([earlier.id, data[4]?.id])
    expect((await own.postAll(inputs)).body.data).toEqual(data.slice(0, 5))
    expect(await own.balances()).toEqual({ CASH: 15, SALES: 15 })
    expect((await own.allEntries()).map(({ id }) => id).sort()).toEqual([...new Set(data.map(({ id }) => id))].sort())
  })

  test('takes no more than a thousand entries, and not none at all', async () => {
    const inputs = Array.from({ length: 1_001 }, (_none, index) => sale(index + 1))
    for (const wrong of [inputs, [], { entries: inputs.slice(0, 1) }])
      expect((await books.postAll(wrong)).refusal).toMatchObject({ status: 400, error_enum: 'InvalidPayload' })
  })

  test('with one bad entry among many posts nothing, and names every failing place', async () => {
    const before = await books.snapshot()
    const inputs = Array.from({ length: 60 }, () => sale(5))
    const wrong: unknown[] = [...inputs]
    wrong[37] = sale(0)
    wrong[41] = { ...sale(5), line_items: [debit('CASH', 5), { ...credit('SALES', 5), amount: '5' }] }
    wrong[59] = { ...sale(5), memoo: 'x' }
    expect((await books.postAll(wrong)).problems).toEqual([
      ['InvalidPayload', '37.line_items.0.amount'],
      ['InvalidPayload', '37.line_items.1.amount'],
      ['InvalidPayload', '41.line_items.1.amount'],
      ['UnknownField', '59.memoo'],
    ])
    const ruleBreakers = [...inputs]
    ruleBreakers[3] = sale(1, undefined, { line_items: [debit('CASH', 2), credit('SALES', 1)] })
    ruleBreakers[44] = sale(1, undefined, { line_items: [debit('NOWHERE', 1), credit('SALES', 1)] })
    const answer = await books.postAll(ruleBreakers)
    expect(answer.refusal).toEqual({ status: 422, error_enum: 'UnbalancedEntry', field: '3.line_items' })
    expect(answer.problems).toEqual([
      ['UnbalancedEntry', '3.line_items'],
      ['AccountNotFound', '44.line_items.0.account_identifier'],
    ])
    expect(await books.snapshot()).toEqual(before)
  })
})

describe('the party of a line', () => {
  let own: Books
  let customer: string
  let vendor: string
  beforeAll(async () => {
    own = await client.books()
    customer = (await new Receivables(own).customer('Ada')).id
    vendor = (await new Payables(own).vendor('Looms')).id
  })
  const owed = (party: Partial<LineInput>) =>
    sale(70, undefined, { line_items: [debit('ACCOUNTS_RECEIVABLE', 70, party), credit('SALES', 70)] })
  const owing = (party: Partial<LineInput>) =>
    sale(30, undefined, { line_items: [debit('OPERATING_EXPENSES', 30), credit('ACCOUNTS_PAYABLE', 30, party)] })
  const partiesOf = ({ line_items }: Entry) => line_items.map(({ customer_id, vendor_id }) => [customer_id, vendor_id])

  test('comes back with the entry, with its reversal, and on the account', async () => {
    const entry = await own.posted(owed({ customer_id: customer }))
    const parties = [
      [customer, null],
      [null, null],
    ]
    expect(partiesOf(entry)).toEqual(parties)
    expect(partiesOf(await own.entry(entry.id))).toEqual(parties)
    expect(partiesOf((await own.reverse(entry.id)).body.data)).toEqual(parties)
    const { data } = (await own.api.call('listAccountLines', { path: { accountId: 'ACCOUNTS_RECEIVABLE' } })).body
    expect(data.map(({ customer_id, vendor_id }) => [customer_id, vendor_id])).toEqual([parties[0], parties[0]])
    const [one, other] = (await own.postAll([owing({ vendor_id: vendor }), owing({})])).body.data
    expect(partiesOf(one!)[1]).toEqual([null, vendor])
    expect(partiesOf(other!)[1]).toEqual([null, null])
  })

  test('is of the business and of its kind, and stands on its account', async () => {
    const unknown = randomUUID()
    expect((await own.post(owed({ customer_id: unknown }))).refusal).toEqual({
      status: 404,
      error_enum: 'CustomerNotFound',
      field: 'line_items.0.customer_id',
    })
    const several = await own.postAll([sale(1), owing({ vendor_id: customer }), owed({ customer_id: vendor })])
    expect(several.problems).toEqual([
      ['VendorNotFound', '1.line_items.1.vendor_id'],
      ['CustomerNotFound', '2.line_items.0.customer_id'],
    ])
    // As what it is not, and as what it is.
    const both = sale(8, undefined, {
      line_items: [
        debit('ACCOUNTS_RECEIVABLE', 8, { customer_id: vendor }),
        credit('ACCOUNTS_PAYABLE', 8, { vendor_id: vendor }),
      ],
    })
    expect((await own.postAll([both])).problems).toEqual([['CustomerNotFound', '0.line_items.0.customer_id']])
    expect((await own.post(owed({ vendor_id: vendor }))).refusal).toEqual({
      status: 422,
      error_enum: 'PartyMismatch',
      field: 'line_items.0.vendor_id',
    })
    const credited = sale(5, undefined, { line_items: [debit('CASH', 5), credit('CUSTOMER_CREDITS', 5)] })
    expect((await own.postAll([sale(1), owed({ vendor_id: vendor }), credited])).problems).toEqual([
      ['PartyMismatch', '1.line_items.0.vendor_id'],
      ['ControlAccount', '2.line_items.1.account_identifier'],
    ])
    expect((await own.post(owed({ customer_id: 'nobody' }))).refusal).toMatchObject({ error_enum: 'InvalidPayload' })
  })

  test('is refused together with all else that is wrong with a bulk', async () => {
    await own.posted(sale(4, undefined, { external_id: 'taken' }))
    const before = await own.snapshot()
    const unknown = randomUUID()
    const wrong = [
      sale(1, undefined, { external_id: 'twice' }),
      sale(2, undefined, { external_id: 'twice' }),
      sale(5, undefined, { external_id: 'taken' }),
      owed({ customer_id: unknown }),
      sale(1, undefined, { line_items: [debit('NOWHERE', 1, { vendor_id: unknown }), credit('SALES', 2)] }),
    ]
    expect((await own.postAll(wrong)).problems).toEqual([
      ['DuplicateExternalId', '0.external_id'],
      ['DuplicateExternalId', '1.external_id'],
      ['ExternalIdReused', '2.line_items.0.amount'],
      ['CustomerNotFound', '3.line_items.0.customer_id'],
      ['AccountNotFound', '4.line_items.0.account_identifier'],
      ['VendorNotFound', '4.line_items.0.vendor_id'],
      ['UnbalancedEntry', '4.line_items'],
    ])
    expect(await own.snapshot()).toEqual(before)
  })

  test('is part of what an external_id stands for', async () => {
    const given = { ...owed({ customer_id: customer }), external_id: 'owed' }
    expect((await own.post(given)).status).toBe(201)
    expect((await own.post(given)).status).toBe(200)
    expect((await own.post({ ...owed({}), external_id: 'owed' })).refusal).toMatchObject({
      error_enum: 'ExternalIdReused',
      field: 'line_items.0.customer_id',
    })
  })
})

describe('reversing', () => {
  test('posts the mirror image once, and both entries know each other', async () => {
    const own = await client.books()
    const entry = await own.posted(
      sale(100, '2026-02-01T00:00:00Z', { external_id: 'r', memo: 'Oops', tags: [{ key: 'k', value: 'v' }] }),
    )
    const first = await own.reverse(entry.id)
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({
      reversal_of_id: entry.id,
      external_id: null,
      entry_type: entry.entry_type,
      basis: entry.basis,
      entry_at: entry.entry_at,
    })
    const mirrored = entry.line_items.map(({ account, amount, direction }) => ({
      account,
      amount,
      direction: direction === 'DEBIT' ? 'CREDIT' : 'DEBIT',
    }))
    expect(first.body.data.line_items).toMatchObject(mirrored)
    expect(first.body.data.transaction_tags).toMatchObject([{ key: 'k', value: 'v' }])
    expect((await own.entry(entry.id)).reversal_id).toBe(first.body.data.id)
    const again = await own.reverse(entry.id, { memo: 'once more' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await own.balances()).toEqual({ CASH: 0, SALES: 0 })
  })

  test('four times at once posts one reversal', async () => {
    const own = await client.books()
    const entry = await own.posted(sale(100))
    const answers = await Promise.all(Array.from({ length: 4 }, () => own.reverse(entry.id)))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await own.entries()).meta.pagination.total_count).toBe(2)
  })

  test('a reversal is refused', async () => {
    const reversal = (await books.reverse((await books.posted(sale(1))).id)).body.data
    expect((await books.reverse(reversal.id)).refusal).toMatchObject({ status: 422, error_enum: 'EntryIsReversal' })
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '%00'])('of %s finds nothing', async (id) => {
    expect((await books.reverse(id)).refusal).toEqual({ status: 404, error_enum: 'EntryNotFound', field: 'entryId' })
  })
})
