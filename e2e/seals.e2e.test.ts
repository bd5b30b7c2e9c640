/** Everything that is recorded of a business is sealed within seconds, and proved to be. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import {
  Banking,
  billed,
  moneyOut,
  newClient,
  Payables,
  sale,
  startHookReceiver,
  target,
  type Books,
  type FeedEvent,
  type TestClient,
} from './src/index.ts'
import { booksSince2024, close, closing, closings, reverse } from './src/closings.ts'
import { expectLeaves, expectSigned, hashOf, leavesOf, LOGS, rootOf, sealed, type Seal } from './src/sealed.ts'
import { verifying } from './src/verifying.ts'
import { sketchReceivables } from './src/exercise-receivables.ts'

let client: TestClient
let books: Books
let payables: Payables

const publishedKeys = async () => (await books.api.call('getSealKeys')).body.keys

beforeAll(async () => {
  client = await newClient(target(), 'seals')
  books = await client.books()
  payables = new Payables(books)
  const vendor = await payables.vendor('paper', { company_name: 'Paper & Co', email: 'lee@paper.example' })
  const tags = [{ key: 'store', value: 'one' }]
  const bill = await payables.received(vendor, [billed('COGS', 700)], { memo: 'For Ms Lee', tags })
  await payables.paid(500, [{ bill_id: bill.id, amount: 400 }])
  await sketchReceivables(books)
  const [first] = await books.allPosted([sale(700, '2026-03-01T12:00:00Z', { tags, metadata: { till: 4 } })])
  await books.reverse(first?.id ?? '')
  const banking = new Banking(books)
  const { id } = await banking.account('checking')
  const [transaction] = await banking.imported(id, [moneyOut('one', 5), moneyOut('other', 7)])
  await banking.categorize(transaction?.id ?? '', 'COGS')
})

test('each log is sealed whole: its leaves hash to the root that was signed with a published key', async () => {
  const seals = await sealed(books, { LEDGER: 5, BANKING: 4, BILLING: 5 })
  expect([...seals.keys()]).toEqual(LOGS)
  const keys = await publishedKeys()
  for (const [log, seal] of seals) {
    expect(seal).toMatchObject({ type: 'Seal', log, origin: `localhost/businesses/${books.id}/${log.toLowerCase()}` })
    const key = keys.find(({ id }) => id === seal.key_id)
    expectSigned(seal, Buffer.from(key?.public_key ?? '', 'base64'))
    const leaves = await leavesOf(books, log, 7)
    expectLeaves(leaves, seal)
    expect(leaves.at(-1)?.hash).not.toBeNull()
  }
})

test('what a law may want erased is in no leaf, and beside it', async () => {
  await sealed(books)
  const leaves = (await Promise.all(LOGS.map((log) => leavesOf(books, log)))).flat()
  const texts = leaves.map(({ leaf }) => JSON.stringify(leaf)).join('\n')
  for (const personal of ['Paper & Co', 'lee@paper.example', 'For Ms Lee', 'till'])
    expect([personal, texts.includes(personal)]).toEqual([personal, false])
  const disclosed = leaves.flatMap((one) => one.disclosed.map(({ value }) => value)).join('\n')
  for (const personal of ['Paper & Co', 'lee@paper.example', 'For Ms Lee', 'till'])
    expect([personal, disclosed.includes(personal)]).toEqual([personal, true])
})

test('what each service has now is what the last leaf of it says, page by page as in one', async () => {
  await sealed(books)
  for (const log of LOGS) {
    const { data: whole } = (await books.api.call('listCurrentStates', { query: { log, limit: 500 } })).body
    expect(whole.length).toBeGreaterThan(1)
    const paged: unknown[] = []
    for (let cursor: string | undefined; ;) {
      const { data, meta } = (await books.api.call('listCurrentStates', { query: { log, limit: 3, cursor } })).body
      paged.push(...data)
      if (!meta.pagination.has_more) break
      cursor = meta.pagination.cursor ?? ''
    }
    expect(paged).toEqual(whole)
    const newest = new Map(
      (await leavesOf(books, log, 500)).map(({ leaf }) => [
        `${String(leaf['aggregate_type'])} ${String(leaf['aggregate_id'])}`,
        leaf['version'],
      ]),
    )
    const recorded = whole.filter(({ aggregate_type: type, aggregate_id: id }) => newest.has(`${type} ${id}`))
    expect(recorded.length).toBeGreaterThan(1)
    for (const { aggregate_type: type, aggregate_id: id, version, state } of recorded) {
      expect([type, id, version]).toEqual([type, id, newest.get(`${type} ${id}`)])
      expect(state).toMatchObject({ version })
    }
  }
})

test('an entry is proved to be under a seal, and a seal to continue an earlier one', async () => {
  const [posted] = await books.allPosted([sale(10, '2026-03-02T12:00:00Z')])
  const { data: proof } = (
    await waitFor('the entry to be sealed', async () => {
      const answer = await books.api.call('proveEntry', { path: { entryId: posted?.id ?? '' } })
      return answer.status === 200 ? answer : undefined
    })
  ).body
  expect(proof.leaf.leaf).toMatchObject({ aggregate_type: 'entry', aggregate_id: posted?.id, event_type: 'posted' })
  expect(proof.leaf.hash).toBe(hashOf(proof.leaf.leaf).toString('base64'))
  expect(proof.seal.size).toBe(proof.size)
  const { position } = proof
  const before = (await sealed(books)).get('LEDGER') as Seal
  const query = { log: 'LEDGER', position, size: before.size }
  expect((await books.api.call('proveInclusion', { query })).body.data).toMatchObject({ position, size: before.size })
  await books.allPosted([sale(10, '2026-03-03T12:00:00Z')])
  const after = await waitFor('the next seal', async () => {
    const seal = (await sealed(books)).get('LEDGER') as Seal
    return seal.size > before.size ? seal : undefined
  })
  const consistency = { query: { log: 'LEDGER', from: before.size, to: after.size } }
  const { data } = (await books.api.call('proveConsistency', consistency)).body
  expect(data).toMatchObject({ from: before.size, to: after.size, seal: { root: after.root } })
  const earlier = (await books.api.call('getSeal', { path: { size: String(before.size) }, query: { log: 'LEDGER' } }))
    .body
  expect(earlier.data).toEqual(before)
  // What proofs lead to is checked by tools that are not ours (e2e/faults/seals-by-go.faults.test.ts).
  const leaves = await leavesOf(books, 'LEDGER')
  const hashes = leaves.map(({ leaf }) => hashOf(leaf))
  expect(rootOf(hashes.slice(0, before.size)).toString('base64')).toBe(before.root)
})

test('all seals of a log are listed, each with the size of the one before', async () => {
  await sealed(books)
  await books.allPosted([sale(10, '2026-03-04T12:00:00Z')])
  const latest = await waitFor('another seal', async () => {
    const seal = (await sealed(books)).get('LEDGER') as Seal
    return seal.previous_size > 0 ? seal : undefined
  })
  const listed: Seal[] = []
  for (let cursor: string | undefined; ;) {
    const { data, meta } = (await books.api.call('listSeals', { query: { log: 'LEDGER', limit: 1, cursor } })).body
    listed.push(...data)
    if (!meta.pagination.has_more) break
    cursor = meta.pagination.cursor ?? undefined
  }
  expect(listed.at(-1)).toEqual(latest)
  expect(listed.map((seal) => seal.previous_size)).toEqual([0, ...listed.slice(0, -1).map(({ size }) => size)])
  const hashes = (await leavesOf(books, 'LEDGER')).map(({ leaf }) => hashOf(leaf))
  expect(listed.map(({ root }) => root)).toEqual(
    listed.map(({ size }) => rootOf(hashes.slice(0, size)).toString('base64')),
  )
})

test('seals are told as events and to webhooks as they are, and the one over a closing at once', async () => {
  const told = await newClient(target(), 'told of seals')
  const receiver = await startHookReceiver(told.api.contract)
  try {
    const hook = { url: receiver.url, event_types: ['seal.created'] }
    expect((await told.api.call('createWebhook', { body: hook })).status).toBe(201)
    const own = await booksSince2024(told, [sale(700, '2025-03-01T12:00:00Z')])
    await new Payables(own).vendor('paper')
    const events = (fits: (data: FeedEvent[]) => boolean): Promise<FeedEvent[]> =>
      waitFor('the events of seals', async () => {
        const { data } = (await own.api.call('listEvents', { query: { type: ['seal'], limit: 500 } })).body
        return fits(data) && data
      })
    const logOf = ({ data }: FeedEvent): unknown => data['log']
    const first = await events((all) => ['LEDGER', 'BILLING'].every((log) => all.some((one) => logOf(one) === log)))
    expect(first.map(logOf).toSorted()).toEqual(['BILLING', 'LEDGER'])
    const [action] = (await close(own, { year: 2025 })).body.data
    const all = await events((found) => found.length > first.length)
    const last = all.at(-1)
    expect([all.length, last && logOf(last)]).toEqual([3, 'LEDGER'])
    const { data: proof } = (await own.api.call('proveEntry', { path: { entryId: action?.primary_entry.id ?? '' } }))
      .body
    expect(last?.data).toMatchObject({ size: proof.size, note: proof.seal.note })
    const { log, size, root, note, sealed_at } = proof.seal
    const over = { log, size, root, note, sealed_at }
    expect(action?.seal).toBeNull()
    const { data: got } = (await closing(own, action?.id ?? '')).body
    expect(got.seal).toEqual(over)
    expect((await closings(own)).data.map(({ seal }) => seal)).toEqual([over])
    // That of its entries, whatever comes later; what reverses it is under another one.
    const reversed = (await reverse(own, got.id)).body.data
    expect(reversed.seal).toEqual(over)
    for (const { type, aggregate_version, request_id, actor, data } of all) {
      expect([type, aggregate_version, request_id, actor]).toEqual(['seal.created', 1, null, null])
      const { id: _id, version: _version, ...seal } = data
      const of = { path: { size: String(seal['size']) }, query: { log: String(seal['log']) } }
      expect({ type: 'Seal', ...seal }).toEqual((await own.api.call('getSeal', of)).body.data)
    }
    const hooked = await waitFor('the webhooks', () => receiver.hooked.length >= all.length && receiver.hooked)
    expect(hooked.map(({ event }) => event)).toEqual(all)
    // They are in no history: it does not grow by its seals.
    await sealed(own)
    const leaves = (await Promise.all(LOGS.map((log) => leavesOf(own, log)))).flat()
    expect(leaves.filter(({ leaf }) => leaf['aggregate_type'] === 'seal')).toEqual([])
  } finally {
    await receiver.close()
  }
})

test('the command says that nothing is wrong, and with a key that is not ours or a seal that is not of here what is', async () => {
  const latest = await sealed(books)
  const folder = mkdtempSync(join(tmpdir(), 'pacioli-verify-'))
  try {
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const seals = JSON.stringify({ data: [...latest.values()] })
    const args = [
      '--url',
      target().baseUrl,
      '--business',
      books.id,
      '--token-file',
      file('token', books.api.token ?? ''),
    ]
    const kept = ['--checkpoint', file('kept.json', seals)]
    expect(await verifying([...args, ...kept])).toEqual({
      code: 0,
      printed: expect.stringMatching(/Nothing is wrong\.\n$/),
    })
    const stranger = Buffer.alloc(32, 5).toString('base64')
    expect(await verifying([...args, '--key', stranger])).toMatchObject({
      code: 1,
      printed: expect.stringContaining('LEDGER'),
    })
    const other = seals.replaceAll(latest.get('LEDGER')?.root ?? '', latest.get('BILLING')?.root ?? '')
    expect(await verifying([...args, '--checkpoint', file('other.json', other)])).toMatchObject({
      code: 1,
      printed: expect.stringContaining('history was replaced: other.json'),
    })
    expect(await verifying(['--url', 'http://127.0.0.1:1', ...args.slice(2)])).toMatchObject({ code: 2 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a seal that there is not is refused with what was looked for', async () => {
  const { size = 0 } = (await sealed(books)).get('BILLING') ?? {}
  const none = { error_enum: 'SealNotFound', status: 404 }
  const far = size + 1_000
  const refusalOf = async (...args: Parameters<typeof books.api.call>) => (await books.api.call(...args)).refusal
  expect(await refusalOf('getSeal', { path: { size: String(far) }, query: { log: 'BILLING' } })).toMatchObject({
    ...none,
    field: 'size',
  })
  expect(await refusalOf('proveInclusion', { query: { log: 'BILLING', position: far } })).toMatchObject({
    ...none,
    field: 'position',
  })
  expect(await refusalOf('proveConsistency', { query: { log: 'BILLING', from: far } })).toMatchObject({
    ...none,
    field: 'from',
  })
  expect(await refusalOf('proveConsistency', { query: { log: 'BILLING', from: size, to: far } })).toMatchObject({
    ...none,
    field: 'to',
  })
  expect(await refusalOf('proveEntry', { path: { entryId: books.id } })).toMatchObject({ error_enum: 'EntryNotFound' })
  for (const size of ['0', '-1', '1.5', 'latest-one', '9'.repeat(30)])
    expect(await refusalOf('getSeal', { path: { size }, query: { log: 'BILLING' } })).toMatchObject({
      ...none,
      field: 'size',
    })
  for (const operation of ['listLeaves', 'listSeals', 'listCurrentStates'] as const)
    expect(await refusalOf(operation, { query: { log: 'REPORTING' } })).toMatchObject({ status: 400, field: 'log' })
})
