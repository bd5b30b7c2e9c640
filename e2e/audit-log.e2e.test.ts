/** Who asked for what: the actor of events, by whatever way they come, and the log that keeps it. */
import { databaseUrl, waitFor, withClient } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  billed,
  moneyOut,
  newClient,
  Payables,
  sale,
  target,
  type Answers,
  type Api,
  type Books,
  type Call,
  type TestClient,
} from './src/index.ts'

type AuditRecord = Answers['listAuditLog']['data'][number]

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'audited')
})

const as = (user: string) => ({ 'pacioli-actor': user })
const asserted = (user: string) => ({ subject: client.id, user, assurance: 'ASSERTED' })
const ofToken = (user: string | null = null) => ({ subject: client.id, user, assurance: 'AUTHENTICATED' })

const logOf = async ({ api }: Books, query: Call['query'] = {}) =>
  (await api.call('listAuditLog', { query: { limit: 500, ...query } })).body

/** The records of a business, once they have what is looked for. */
const logged = (books: Books, what: string, fits: (records: AuditRecord[]) => boolean, query: Call['query'] = {}) =>
  waitFor(what, async () => {
    const { data } = await logOf(books, query)
    return fits(data) && data
  })

const typed =
  (type: string, count = 1) =>
  (records: AuditRecord[]) =>
    records.filter((record) => record.event_type === type).length >= count

/** Actors by type of event, each once. */
const actorsOf = (records: readonly AuditRecord[]): Record<string, unknown[]> =>
  Object.fromEntries(
    [...Map.groupBy(records, ({ event_type }) => event_type)].map(([type, own]) => [
      type,
      [...new Set(own.map(({ actor }) => JSON.stringify(actor)))].map((text) => JSON.parse(text) as unknown),
    ]),
  )

/** A token for one business, made for a user. */
async function tokenFor({ api, id }: Books, user?: string): Promise<Api> {
  const body = user === undefined ? {} : { user }
  const { data } = (await api.call('issueBusinessToken', { body })).body
  return client.api.as(data.access_token).of(id)
}

describe('who asked', () => {
  test('is whom the platform names, else its token; a token for one business says itself whom it is for', async () => {
    const books = await client.books()
    await books.post(sale(1), as('ada'))
    await books.post(sale(2))
    await (await tokenFor(books, 'grace')).call('postJournalEntry', { body: sale(3) })
    await (await tokenFor(books)).call('postJournalEntry', { body: sale(4) })
    const records = await logged(books, 'four entries', typed('entry.posted', 4))
    const actors = records.filter(({ event_type }) => event_type === 'entry.posted').map(({ actor }) => actor)
    expect(actors.toReversed()).toEqual([asserted('ada'), ofToken(), ofToken('grace'), ofToken()])
    // An entry tells it, too, wherever it is shown.
    const entries = await books.allEntries()
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(actors))
    for (const entry of entries) expect((await books.entry(entry.id)).actor).toEqual(entry.actor)
  })

  test.each(['', 'x'.repeat(256), 'naïve'])('is not named %j', async (user) => {
    const books = await client.books()
    const { refusal } = await books.post(sale(1), as(user))
    expect(refusal).toEqual({ status: 400, error_enum: 'InvalidQuery', field: 'Pacioli-Actor' })
  })

  test('is nobody else by a token for one business', async () => {
    const own = await tokenFor(await client.books(), 'grace')
    const { refusal } = await own.call('postJournalEntry', { body: sale(1), headers: as('ada') })
    expect(refusal).toEqual({ status: 400, error_enum: 'InvalidQuery', field: 'Pacioli-Actor' })
    expect((await own.call('listEntries')).body.data).toEqual([])
  })

  test('is the one whose document posts, reverses and matches, also by way of other services', async () => {
    const payables = new Payables(await client.books())
    const { books } = payables
    const headers = as('ada')
    const tags = [{ key: 'store', value: 'one' }]
    const vendor = await books.api.call('createVendor', { body: { company_name: 'Papers' }, headers })
    const bill = { vendor_id: vendor.body.data.id, line_items: [billed('COGS', 700, { tags })] }
    const made = await books.api.call('createBill', { body: bill, headers })
    const path = { billId: made.body.data.id }
    await books.api.call('voidBill', { path, headers: as('grace') })
    const shown = (await books.allEntries()).map(({ reversal_of_id, actor }) => [reversal_of_id === null, actor])
    expect(shown.toSorted()).toEqual([
      [false, asserted('grace')],
      [true, asserted('ada')],
    ])
    const all = ['bill.voided', 'entry.reversed', 'tag_value.created'].map((type) => typed(type))
    const records = await logged(books, 'the bill and its entries', (found) => all.every((told) => told(found)))
    expect(actorsOf(records)).toMatchObject({
      'bill.created': [asserted('ada')],
      'vendor.created': [asserted('ada')],
      'tag_value.created': [asserted('ada')],
      'bill.voided': [asserted('grace')],
      // The reversal that grace has asked for, and before it the entry of the bill.
      'entry.posted': [asserted('grace'), asserted('ada')],
      'entry.reversed': [asserted('grace')],
    })
    const requests = new Set(records.filter(({ actor }) => actor?.user === 'grace').map(({ request_id }) => request_id))
    expect(requests.size).toBe(1)
  })

  test('of a rule is who makes it, of what is imported under it later who imports', async () => {
    const banking = new Banking(await client.books())
    const { books } = banking
    const account = await banking.account('audited')
    const rule = { name: 'Tea', conditions: { description_contains: 'tea' }, category: 'COGS' }
    await books.api.call('createCategorizationRule', { body: rule, headers: as('ada') })
    const transactions = [moneyOut('a', 5, { description: 'Green tea' })]
    const path = { externalAccountId: account.id }
    await books.api.call('importTransactions', { path, body: { transactions }, headers: as('grace') })
    const all = ['categorization_rule.created', 'bank_transaction.imported', 'entry.posted'].map((type) => typed(type))
    const records = await logged(books, 'the rule and the entry', (found) => all.every((told) => told(found)))
    expect(actorsOf(records)).toMatchObject({
      'categorization_rule.created': [asserted('ada')],
      'bank_transaction.imported': [asserted('grace')],
      'entry.posted': [asserted('grace')],
    })
  })
})

describe('the audit log', () => {
  let books: Books
  let all: AuditRecord[]

  beforeAll(async () => {
    books = await client.books()
    const payables = new Payables(books)
    await payables.vendor('v')
    await books.api.call('createVendor', {
      body: { company_name: 'W' },
      headers: { ...as('ada'), 'x-request-id': 'of-w' },
    })
    await books.post(sale(1), as('grace'))
    all = await logged(books, 'everything', (records) =>
      // The first seals of ledger and billing; others are told an hour later.
      [typed('entry.posted'), typed('vendor.created', 2), typed('seal.created', 2)].every((fits) => fits(records)),
    )
  })

  test('has every event at its position, last recorded first, or in order', async () => {
    const { data: feed } = (await books.api.call('listEvents', { query: { limit: 500 } })).body
    const inOrder = (await logOf(books, { sort_order: 'ASC' })).data
    expect(inOrder).toEqual(all.toReversed())
    expect(
      inOrder.map(({ position, event_id, event_type, request_id, actor }) => [
        position,
        event_id,
        event_type,
        request_id,
        actor,
      ]),
    ).toEqual(feed.map(({ position, id, type, request_id, actor }) => [position, id, type, request_id, actor]))
    const times = inOrder.map(({ recorded_at }) => recorded_at)
    expect(times).toEqual(times.toSorted())
  })

  test('is read page by page, in either order', async () => {
    for (const sort_order of ['ASC', 'DESC'] as const) {
      const read: number[] = []
      for (let cursor: string | undefined; ;) {
        const { data, meta } = await logOf(books, { limit: 2, sort_order, ...(cursor === undefined ? {} : { cursor }) })
        read.push(...data.map(({ position }) => position))
        cursor = meta.pagination.cursor ?? undefined
        expect(meta.pagination.has_more).toBe(cursor !== undefined)
        if (cursor === undefined) break
      }
      const positions = all.map(({ position }) => position)
      expect(read).toEqual(sort_order === 'DESC' ? positions : positions.toReversed())
    }
  })

  test('is narrowed by user, request, resource, type and time', async () => {
    const [entry] = all.filter(({ event_type }) => event_type === 'entry.posted')
    const found = async (query: Call['query']) => (await logOf(books, query)).data
    const where = (fits: (record: AuditRecord) => boolean) => all.filter(fits)
    expect(await found({ user: 'ada' })).toEqual(where(({ actor }) => actor?.user === 'ada'))
    expect(await found({ user: 'nobody' })).toEqual([])
    expect(await found({ request_id: 'of-w' })).toEqual(where(({ request_id }) => request_id === 'of-w'))
    expect(await found({ aggregate_id: entry?.aggregate_id })).toEqual([entry])
    expect(await found({ type: ['vendor', 'entry.posted'] })).toEqual(
      where(({ aggregate_type, event_type }) => aggregate_type === 'vendor' || event_type === 'entry.posted'),
    )
    expect(await found({ type: 'entry.reversed' })).toEqual([])
    const [at = ''] = all.map(({ recorded_at }) => recorded_at).slice(1, 2)
    expect(await found({ start_date: at })).toEqual(where(({ recorded_at }) => recorded_at >= at))
    expect(await found({ end_date: at })).toEqual(where(({ recorded_at }) => recorded_at <= at))
    expect(await found({ start_date: '2100-01-01' })).toEqual([])
    expect(await found({ end_date: '2000-01-01' })).toEqual([])
    expect(await found({ user: 'ada', type: 'entry' })).toEqual([])
  })

  test('keeps what the feed forgets', async () => {
    const database = databaseUrl(target().postgresAdminUrl, { database: 'reporting' })
    const through = all[0]?.position ?? 0
    await withClient(database, async (admin) => {
      await admin.query('DELETE FROM feed_events WHERE business_id = $1', [books.id])
      await admin.query('UPDATE feed_positions SET purged_through = $2 WHERE business_id = $1', [books.id, through])
    })
    expect((await logOf(books)).data).toEqual(all)
  })

  test('cannot be changed by the roles of the service', async () => {
    const database = databaseUrl(target().postgresAdminUrl, { database: 'reporting' })
    const granted = await withClient(database, async (admin) => {
      const { rows } = await admin.query<{ grantee: string; right: string }>(
        `SELECT grantee, privilege_type AS right FROM information_schema.role_table_grants
          WHERE table_name = 'audit_log' AND grantee LIKE 'reporting%' AND grantee <> 'reporting_owner' ORDER BY 1, 2`,
      )
      return rows.map(({ grantee, right }) => `${grantee} ${right}`)
    })
    expect(granted).toEqual(['reporting_app INSERT', 'reporting_app SELECT', 'reporting_intake INSERT'])
  })

  test.each([{ cursor: 'x' }, { cursor: '-1' }, { type: 'a.b.c' }, { start_date: 'soon' }, { limit: 501 }])(
    'is not read by %j',
    async (query) => {
      expect((await books.api.call('listAuditLog', { query })).refusal).toMatchObject({ status: 400 })
    },
  )
})
