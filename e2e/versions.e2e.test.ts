/** What something was, version by version. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import { billed, newClient, Payables, sale, target, type Books, type TestClient } from './src/index.ts'
import { Tagging } from './src/tagging.ts'

let client: TestClient
let books: Books
let payables: Payables

beforeAll(async () => {
  client = await newClient(target(), 'versions')
  books = await client.books()
  payables = new Payables(books)
})

type State = Record<string, unknown>

const versionsOf = (aggregate_type: string, aggregate_id: string, more: object = {}, of = books) =>
  of.api.call('listVersions', { query: { aggregate_type, aggregate_id, ...more } })

/** The versions of something, once there are so many. */
const recorded = (aggregate_type: string, aggregate_id: string, count: number, of = books) =>
  waitFor(`${count} versions of the ${aggregate_type}`, async () => {
    const { data } = (await versionsOf(aggregate_type, aggregate_id, { sort_order: 'ASC' }, of)).body
    return data.length === count ? data : undefined
  })

test('what is overwritten is kept: names and due dates, with when they were recorded and who asked', async () => {
  const vendor = await payables.vendor('paper', { company_name: 'Paper & Co' })
  const bill = await payables.received(vendor, [billed('COGS', 700)])
  await payables.updateVendor(vendor.id, { company_name: 'Paper, Pens & Co' })
  await books.api.underRequest('moves-the-due-date').call('updateBill', {
    path: { billId: bill.id },
    body: { due_at: '2026-05-05T00:00:00Z' },
  })
  const names = await recorded('vendor', vendor.id, 2)
  expect(names.map(({ event_type, state }) => [event_type, (state as State)['name']])).toEqual([
    ['created', 'Paper & Co'],
    ['changed', 'Paper, Pens & Co'],
  ])
  const due = await recorded('bill', bill.id, 2)
  expect(due.map(({ state }) => (state as State)['due_at'])).toEqual([bill.due_at, '2026-05-05T00:00:00.000Z'])
  expect(due[1]).toMatchObject({
    type: 'Version',
    aggregate_type: 'bill',
    aggregate_id: bill.id,
    version: 2,
    request_id: 'moves-the-due-date',
    actor: { subject: expect.any(String), assurance: 'AUTHENTICATED' },
  })
  const places = [...names, ...due].map(({ position, recorded_at }) => ({ position, at: Date.parse(recorded_at) }))
  const inOrder = places.toSorted((one, other) => one.position - other.position)
  expect(inOrder.map(({ at }) => at)).toEqual(inOrder.map(({ at }) => at).toSorted((one, other) => one - other))
})

test('the last version comes first, and pages meet', async () => {
  const { id } = await payables.vendor('Of many names')
  for (let nth = 2; nth <= 7; nth++) await payables.updateVendor(id, { company_name: `Name ${nth}` })
  await recorded('vendor', id, 7)
  const read: number[] = []
  for (let cursor: string | null | undefined; read.length < 20;) {
    const { data, meta } = (await versionsOf('vendor', id, { limit: 3, ...(cursor && { cursor }) })).body
    read.push(...data.map(({ version }) => version))
    cursor = meta.pagination.cursor
    if (!cursor) break
  }
  expect(read).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('of an entry they are its tags', async () => {
  const entry = await books.posted(sale(10))
  const tagging = new Tagging(books)
  const [line = ''] = entry.line_items.map(({ id }) => id)
  const tag = { key: 'region', value: 'north' }
  await tagging.apply('LINE_ITEM', [line], tag)
  await tagging.remove('LINE_ITEM', [line], tag)
  const versions = await recorded('entry', entry.id, 3)
  const tagsOf = ({ state }: { state?: unknown }) =>
    (state as { line_items: { transaction_tags: object[] }[] }).line_items.map(
      ({ transaction_tags }) => transaction_tags.length,
    )
  expect(versions.map((one) => [one.event_type, tagsOf(one)])).toEqual([
    ['posted', [0, 0]],
    ['tagged', [1, 0]],
    ['tagged', [0, 0]],
  ])
})

test('as recorded they are those that were known then, by the positions of a report and by the moment', async () => {
  const { id } = await payables.vendor('As it was', { company_name: 'One' })
  const [first] = await recorded('vendor', id, 1)
  const { data: told } = (await books.api.call('getTrialBalance')).body
  const through = told.through.replace(/billing:\d+/, `billing:${first?.position}`)
  const between = new Date()
  await payables.updateVendor(id, { company_name: 'Two' })
  await payables.updateVendor(id, { company_name: 'Three' })
  await recorded('vendor', id, 3)
  const namesAt = async (recorded_as_of: string, more = {}) =>
    (await versionsOf('vendor', id, { recorded_as_of, ...more })).body.data.map(({ state }) => (state as State)['name'])
  expect(await namesAt(through)).toEqual(['One'])
  expect(await namesAt(through, { cursor: '2' })).toEqual(['One'])
  expect(await namesAt(between.toISOString())).toEqual(['One'])
  expect(await namesAt(new Date().toISOString())).toEqual(['Three', 'Two', 'One'])
  expect(await namesAt(through.replace(/billing:\d+/, 'billing:0'))).toEqual([])
})

test.each(['yesterday', 'ledger:1,banking:0,billing:9999', '2999-01-01T00:00:00Z'])(
  'as recorded at %s they are refused',
  async (recorded_as_of) => {
    const { refusal } = await versionsOf('vendor', books.id, { recorded_as_of })
    expect(refusal).toMatchObject({ status: 400, error_enum: 'InvalidQuery', field: 'recorded_as_of' })
  },
)

test('those of a task are asked of instants: no report has a position of it', async () => {
  const enrolled = await client.books({ bookkeeping_enrolled: true })
  const { data: task } = (await enrolled.api.call('createTask', { body: { title: 'Receipt' } })).body
  await recorded('task', task.id, 1, enrolled)
  const asOf = (recorded_as_of: string) => versionsOf('task', task.id, { recorded_as_of }, enrolled)
  expect((await asOf('ledger:1,banking:0,billing:0')).refusal).toMatchObject({
    status: 400,
    field: 'recorded_as_of',
  })
  expect((await asOf(new Date().toISOString())).body.data).toHaveLength(1)
})

test('of what is not there, or is of another business, there are none', async () => {
  const vendor = await payables.vendor('Mine')
  await recorded('vendor', vendor.id, 1)
  const others = await client.books()
  for (const of of [others, (await newClient(target(), 'stranger')).books()])
    expect((await versionsOf('vendor', vendor.id, {}, await of)).body.data).toEqual([])
  expect((await versionsOf('bill', vendor.id)).body.data).toEqual([])
  expect((await versionsOf('unheard_of', vendor.id)).body.data).toEqual([])
})

test.each([
  ['aggregate_id', { aggregate_id: 'x' }],
  ['aggregate_type', { aggregate_type: 'Bill!' }],
  ['limit', { limit: 0 }],
  ['cursor', { cursor: 'x' }],
] as const)('refuses a wrong %s', async (field, wrong) => {
  const query = { aggregate_type: 'bill', aggregate_id: books.id, ...wrong }
  expect((await books.api.call('listVersions', { query })).refusal).toMatchObject({ status: 400, field })
})
