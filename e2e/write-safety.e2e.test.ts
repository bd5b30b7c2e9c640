/** A write that is sent again, for whatever reason, happens once. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { billed, newClient, Payables, sale, target, type Books, type TestClient } from './src/index.ts'

let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'write-safety')
  books = await client.books()
})

const withKey = (key: string = randomUUID()): Record<string, string> => ({ 'idempotency-key': key })
const RACERS = 4

async function newBill() {
  const payables = new Payables(await client.books())
  const vendor = await payables.vendor('supplier')
  const { id } = await payables.received(vendor, [billed('COGS', 100)])
  return { payables, id }
}
const each = <T>(make: (index: number) => T): T[] => Array.from({ length: RACERS }, (_none, index) => make(index))

describe('a write that takes no body', () => {
  test.each([
    ['a field', { dry_run: true }, 'UnknownField'],
    ['a list', [], 'InvalidPayload'],
    ['a text', 'void', 'InvalidPayload'],
  ])('is not done where %s comes with it', async (_what, body, name) => {
    const { payables, id: billId } = await newBill()
    const answer = await payables.books.api.call('voidBill', { path: { billId }, body })
    expect([answer.refusal.status, answer.refusal.error_enum]).toEqual([400, name])
    expect((await payables.bill(billId)).voided_at).toBe(null)
    for (const nothing of [undefined, {}, null])
      expect((await payables.books.api.call('voidBill', { path: { billId }, body: nothing })).status).toBe(200)
  })
})

describe('an Idempotency-Key', () => {
  test('replays the stored answer, says so, and posts once', async () => {
    const own = await client.books()
    const key = withKey()
    const first = await own.post(sale(5), key)
    const second = await own.post(sale(5), key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    expect(await own.balances()).toEqual({ CASH: 5, SALES: 5 })
  })

  test('with another body is refused, and nothing is posted', async () => {
    const own = await client.books()
    const key = withKey()
    await own.post(sale(5), key)
    expect((await own.post(sale(6), key)).refusal).toEqual({
      status: 409,
      error_enum: 'IdempotencyKeyReused',
      field: 'Idempotency-Key',
    })
    expect(await own.balances()).toEqual({ CASH: 5, SALES: 5 })
  })

  test('is the own key of each operation and of each business', async () => {
    const [one, two] = [await client.books(), await client.books()]
    const key = withKey()
    const ids = [
      (await one.post(sale(1), key)).body.data.id,
      (await two.post(sale(1), key)).body.data.id,
      (await one.postAll([sale(1)], key)).body.data[0]?.id,
    ]
    expect(new Set(ids).size).toBe(3)
  })

  test('is one key for all forms of an operation, however its ids are written', async () => {
    const { payables, id } = await newBill()
    const key = withKey()
    const send = (form: 'updateBill' | 'updateBillByPatch', billId: string, memo: string) =>
      payables.books.api.call(form, { path: { billId }, body: { memo }, headers: key })
    const first = await send('updateBill', id, 'one')
    for (const form of ['updateBill', 'updateBillByPatch'] as const) {
      const again = await send(form, id.toUpperCase(), 'one')
      expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([200, 'true', first.text])
    }
    expect((await send('updateBillByPatch', id, 'two')).refusal.error_enum).toBe('IdempotencyKeyReused')
  })

  test('a refused request uses up no key', async () => {
    const key = withKey()
    expect((await books.post({ ...sale(5), entry_at: 'soon' }, key)).status).toBe(400)
    const unbalanced = { ...sale(5), line_items: sale(5).line_items.slice(0, 1) }
    expect((await books.post(unbalanced, key)).status).toBe(422)
    expect((await books.post(sale(5), key)).status).toBe(201)
  })

  test.each(['x'.repeat(256), 'naïve'])('that is %s is refused', async (key) => {
    const before = await books.snapshot()
    const answer = await books.post(sale(5), withKey(Buffer.from(key).toString('latin1')))
    expect(answer.refusal).toEqual({ status: 400, error_enum: 'InvalidQuery', field: 'Idempotency-Key' })
    expect(await books.snapshot()).toEqual(before)
  })

  test('works for every kind of write', async () => {
    const own = await client.books()
    const entry = await own.posted(sale(3))
    const account = await own.createAccount({ name: 'Before', account_subtype: 'CASH' })
    const headers = withKey()
    const writes = [
      () => client.api.call('createBusiness', { body: { legal_name: 'Once' }, headers }),
      () => own.api.call('updateBusiness', { body: { industry: 'Once' }, headers }),
      () => own.api.call('createAccount', { body: { name: 'Once', account_subtype: 'CASH' }, headers }),
      () => own.api.call('updateAccount', { path: { accountId: account.id.id }, body: { name: 'Once' }, headers }),
      () => own.api.call('reverseEntry', { path: { entryId: entry.id }, headers }),
      () => own.api.call('postJournalEntries', { body: [sale(1), sale(2)], headers }),
      () => own.api.call('archiveBusiness', { headers }),
    ]
    for (const write of writes) {
      const [first, second] = [await write(), await write()]
      expect(second.text).toBe(first.text)
      expect([second.status, second.headers['idempotency-replayed']]).toEqual([first.status, 'true'])
    }
  })

  test('never stores an answer that holds a secret', async () => {
    const headers = withKey()
    const mint = () => books.api.call('issueBusinessToken', { body: { session_duration: 60 }, headers })
    const answers = [await mint(), await mint()]
    for (const answer of answers) expect(answer.headers['idempotency-replayed']).toBeUndefined()
  })

  test('of one client means nothing for another', async () => {
    const [other, headers] = [await newClient(target(), 'write-safety-2'), withKey()]
    const body = { legal_name: 'Same words' }
    const [mine, theirs] = [
      await client.api.call('createBusiness', { body, headers }),
      await other.api.call('createBusiness', { body, headers }),
    ]
    expect(theirs.body.data.client_id).toBe(other.id)
    expect(theirs.body.data.id).not.toBe(mine.body.data.id)
  })
})

describe('posts at the same time', () => {
  const expectOneSale = async (own: Books, amount: number) => {
    expect((await own.entries()).meta.pagination.total_count).toBe(1)
    expect(await own.balances()).toEqual({ CASH: amount, SALES: amount })
  }

  test('with one Idempotency-Key make one entry and equal answers', async () => {
    const own = await client.books()
    const headers = withKey()
    const answers = await Promise.all(each(() => own.post(sale(11), headers)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'] !== 'true')).toHaveLength(1)
    await expectOneSale(own, 11)
  })

  test('with one external_id make one entry and equal answers', async () => {
    const own = await client.books()
    const answers = await Promise.all(each(() => own.post(sale(12, undefined, { external_id: 'one' }))))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(RACERS - 1)
    await expectOneSale(own, 12)
  })

  test('in bulk with overlapping external_ids make each entry once', async () => {
    const own = await client.books()
    const bulk = (start: number) =>
      Array.from({ length: 5 }, (_none, index) => sale(1, undefined, { external_id: `o-${(start + index) % 8}` }))
    const answers = await Promise.all(each((index) => own.postAll(bulk(index))))
    const idsOf = new Map<string | null, Set<string>>()
    for (const { body } of answers)
      for (const { external_id, id } of body.data) idsOf.set(external_id, (idsOf.get(external_id) ?? new Set()).add(id))
    expect([...idsOf.values()].map((ids) => ids.size)).toEqual(Array<number>(8).fill(1))
    expect(await own.balances()).toEqual({ CASH: 8, SALES: 8 })
  })

  test('of their own on one account all count', async () => {
    const own = await client.books()
    await Promise.all(each((index) => own.posted(sale(index + 1))))
    expect(await own.balances()).toEqual({ CASH: 10, SALES: 10 })
    const lines = await own.allLines('CASH')
    expect(lines.at(-1)?.running_balance).toBe(10)
  })
})

describe('a day in the place of an instant', () => {
  const SANTIAGO = 'America/Santiago'
  /** Of this day the hour from midnight is skipped there. */
  const DAY = '2024-09-08'
  const FIRST_INSTANT = '2024-09-08T04:00:00.000Z'

  test('is the first instant of that day in the zone of the business, in documents, entries and of the business', async () => {
    const own = await client.books({ time_zone: SANTIAGO, activation_at: DAY })
    const { body } = await own.api.call('getBusiness', {})
    expect(body.data.activation_at).toBe(FIRST_INSTANT)
    const payables = new Payables(own)
    const vendor = await payables.vendor('supplier')
    const bill = await payables.received(vendor, [billed('COGS', 100)], { received_at: DAY, due_at: '2024-09-09' })
    expect([bill.received_at, bill.due_at]).toEqual([FIRST_INSTANT, '2024-09-09T03:00:00.000Z'])
    const entry = await own.post({ ...sale(5), entry_at: DAY })
    expect(entry.body.data.entry_at).toBe(FIRST_INSTANT)
    const lines = await own.entries({ start_date: DAY, end_date: DAY })
    expect(lines.data.map(({ entry_at }) => entry_at)).toEqual([FIRST_INSTANT, FIRST_INSTANT])
  })

  test('counts in the zone that the same request gives the business', async () => {
    const own = await client.books()
    const { body } = await own.api.call('updateBusiness', { body: { time_zone: SANTIAGO, activation_at: DAY } })
    expect(body.data.activation_at).toBe(FIRST_INSTANT)
  })

  test('repeats the instant that it means under an external_id, and is another body under an Idempotency-Key', async () => {
    const payables = new Payables(await client.books({ time_zone: SANTIAGO, activation_at: '2024-01-01' }))
    await payables.vendor('supplier')
    const create = (received_at: string, headers = {}) =>
      payables.createBill(
        { external_id: 'B', vendor_external_id: 'supplier', received_at, line_items: [billed('COGS', 5)] },
        headers,
      )
    const key = withKey()
    expect([(await create(DAY, key)).status, (await create(DAY, key)).status]).toEqual([201, 201])
    expect([(await create(FIRST_INSTANT)).status, (await create(DAY)).status]).toEqual([200, 200])
    const reused = (await create('2024-09-09')).refusal
    expect([reused.error_enum, reused.field]).toEqual(['ExternalIdReused', 'received_at'])
    expect((await create(FIRST_INSTANT, key)).refusal.error_enum).toBe('IdempotencyKeyReused')
  })
})
