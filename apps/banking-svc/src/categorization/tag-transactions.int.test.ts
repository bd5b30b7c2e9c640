import { randomUUID } from 'node:crypto'
import { refusalsOf } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TagsService } from '@pacioli/protos/ledger'
import { clientOfService, type Client } from '@pacioli/rpc'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import {
  asCategory,
  asSplit,
  entriesOf,
  EXCLUSION,
  FEES,
  importInto,
  importOne,
  load,
  openAccountIn,
  openTestBooks,
  standing,
  type TestBooks,
} from './categorization.test-helpers.ts'
import {
  applyTagsToTransactions as applyTags,
  categorizeTransaction,
  removeTagsFromTransactions as removeTags,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let shared: TestBooks
let others: TestBooks
let tagsClient: { client: Client<typeof TagsService>; close: () => void }
beforeAll(async () => {
  banking = await startTestBanking()
  shared = await openTestBooks(banking)
  others = await openTestBooks(banking)
  tagsClient = clientOfService(TagsService, { target: banking.ledgerProcess.target, count: 1 })
})
afterAll(async () => {
  expect(banking.refusedPostings).toEqual([])
  tagsClient.close()
  await banking.stop()
})

const A = { key: 'department', value: 'a' }
const B = { key: 'department', value: 'b' }
const tagging = (ids: readonly string[], ...key_values: { key: string; value: string }[]) => ({
  entity_type: 'BANK_TRANSACTION',
  entity_ids: [...ids],
  key_values,
})
const apply = ({ request }: TestBooks, ids: readonly string[], ...tags: (typeof A)[]) =>
  applyTags(banking, request, tagging(ids, ...tags))
const remove = ({ request }: TestBooks, ids: readonly string[], ...tags: (typeof A)[]) =>
  removeTags(banking, request, tagging(ids, ...tags))
const tagsOfEntries = async ({ request }: TestBooks, id: string) =>
  (await entriesOf(banking, request, [id])).map(({ reversal_of_id, transaction_tags }) => [
    reversal_of_id === undefined ? 'entry' : 'reversal',
    ...transaction_tags.map(({ value }) => value),
  ])

test('an uncategorized transaction carries tags, and is later posted with them', async () => {
  const books = await openAccountIn(banking, shared)
  const [uncategorized = '', pending = ''] = (await importInto(banking, books, [{}, { pending: true }])).map(
    ({ id }) => id,
  )
  const { data, posting } = await apply(books, [uncategorized, pending], A)
  expect(posting).toBe('posted')
  expect(data).toMatchObject([
    { entity_type: 'BANK_TRANSACTION', entity_id: uncategorized, transaction_tags: [A] },
    { entity_id: pending, transaction_tags: [A] },
  ])
  expect(await tagsOfEntries(books, uncategorized)).toEqual([])
  await categorizeTransaction(banking, books.request, asCategory(uncategorized))
  expect(await tagsOfEntries(books, uncategorized)).toEqual([['entry', 'a']])
})

test('a posted transaction is reposted under its tags', async () => {
  const books = await openAccountIn(banking, shared)
  const { id } = await importOne(banking, books)
  const parts = [
    { amount: 400, tags: [{ key: 'project', value: 'p' }] },
    { amount: 600, category: FEES },
  ]
  await categorizeTransaction(banking, books.request, asSplit(id, parts))
  await apply(books, [id], A)
  await remove(books, [id], A)
  expect((await tagsOfEntries(books, id)).toSorted()).toEqual([
    ['entry'],
    ['entry'],
    ['entry', 'a'],
    ['reversal'],
    ['reversal', 'a'],
  ])
  expect(await standing(banking, books)).toEqual([-1_000, 400, 600])
  const { splits } = await load(banking, books.request, id)
  expect(splits[0]?.tags).toHaveLength(1)
})

describe('refused as a whole', () => {
  test('unknown ids, or of another business', async () => {
    const books = shared
    const { id } = await importOne(banking, books)
    const foreign = await importOne(banking, others)
    for (const unknown of [randomUUID(), 'no id', foreign.id]) {
      expect(await refusalsOf(apply(books, [id, unknown], A))).toEqual([['EntityNotFound', 'entity_ids.1']])
      expect(await refusalsOf(remove(books, [unknown, id], A))).toEqual([['EntityNotFound', 'entity_ids.0']])
    }
    expect((await load(banking, books.request, id)).tags).toEqual([])
  })

  test('another value of a dimension, in the request or on the transaction or on a part of it', async () => {
    const books = await openAccountIn(banking, shared)
    const [plain = '', tagged = '', cut = ''] = (await importInto(banking, books, [{}, {}, {}])).map(({ id }) => id)
    expect(await refusalsOf(apply(books, [plain], A, B))).toEqual([['DuplicateTagDimension', 'key_values.1']])
    await apply(books, [tagged], A)
    await categorizeTransaction(banking, books.request, asSplit(cut, [{ amount: 1_000, tags: [A] }]))
    expect(await refusalsOf(apply(books, [plain, tagged, cut], B))).toEqual([
      ['DuplicateTagDimension', 'entity_ids.1'],
      ['DuplicateTagDimension', 'entity_ids.2'],
    ])
    expect((await load(banking, books.request, plain)).tags).toEqual([])
  })

  test('other kinds, and too many', async () => {
    const books = await openAccountIn(banking, shared)
    const { id } = await importOne(banking, books)
    const of = (change: object) => refusalsOf(applyTags(banking, books.request, { ...tagging([id], A), ...change }))
    expect(await of({ entity_type: 'BILL' })).toEqual([['InvalidPayload', 'entity_type']])
    expect(await of({ entity_ids: Array.from({ length: 501 }, () => id) })).toEqual([['InvalidPayload', 'entity_ids']])
    const tags = Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, value: 'v' }))
    expect(await of({ key_values: tags })).toEqual([['InvalidPayload', 'key_values']])
  })
})

describe('tags that changed since', () => {
  const definitionOf = async (books: TestBooks, id: string): Promise<string> =>
    (await load(banking, books.request, id)).tags[0]?.definitionId ?? ''
  const change = async ({ request }: TestBooks, definition_id: string, to: object) => {
    const { clientId, businessId } = request
    await tagsClient.client.UpdateTagValue({ definition_id, ...to }, { context: { clientId, businessId } })
  }

  test('a renamed one stays the same, whether its event has arrived or not', async () => {
    const books = await openAccountIn(banking, shared)
    const { id } = await importOne(banking, books)
    await apply(books, [id], { key: 'name', value: 'before' })
    const definition = await definitionOf(books, id)
    await change(books, definition, { value: 'renamed' })
    await categorizeTransaction(banking, books.request, asCategory(id))
    const [entry] = await entriesOf(banking, books.request, [id])
    expect(entry?.transaction_tags).toMatchObject([{ definition_id: definition, value: 'renamed' }])
  })

  test('an archived one stays where nothing is reposted, and has to be removed before a repost', async () => {
    const books = await openAccountIn(banking, shared)
    const [old, other] = ['old', 'other'].map((value) => ({ key: 'archive', value })) as [typeof A, typeof A]
    const { id } = await importOne(banking, books)
    await apply(books, [id], old)
    await categorizeTransaction(banking, books.request, asCategory(id))
    const definition = await definitionOf(books, id)
    await change(books, definition, { is_archived: true })
    const before = await load(banking, books.request, id)
    const nothingReposted = async () => {
      expect(await refusalsOf(categorizeTransaction(banking, books.request, asCategory(id, FEES)))).toEqual([
        ['TagValueArchived', 'tags'],
      ])
      expect(await refusalsOf(apply(books, [id], { key: 'project', value: 'p' }))).toEqual([
        ['TagValueArchived', 'entity_ids.0'],
      ])
    }
    await nothingReposted()
    // The same once the event has arrived.
    await banking.db.transact(books.request, (tx) =>
      tx.rows('UPDATE tag_values SET archived_at = now() WHERE definition_id = $1', [definition]),
    )
    await nothingReposted()
    expect((await refusalsOf(apply(books, [id], old)))[0]).toEqual(['TagValueArchived', 'key_values.0'])
    await categorizeTransaction(banking, books.request, asCategory(id))
    await remove(books, [id], other)
    expect(await load(banking, books.request, id)).toEqual(before)
    await categorizeTransaction(banking, books.request, asCategory(id, EXCLUSION))
    await apply(books, [id], { key: 'project', value: 'p' })
    expect((await load(banking, books.request, id)).tags).toHaveLength(2)
    await remove(books, [id], old)
    await categorizeTransaction(banking, books.request, asCategory(id, FEES))
    expect(await standing(banking, books)).toEqual([-1_000, 0, 1_000])
  })

  test('parts under values of a BALANCING dimension balance by them', async () => {
    const books = await openAccountIn(banking, shared)
    const { clientId, businessId } = books.request
    await tagsClient.client.CreateTagDimension(
      { key: 'fund', strictness: 'BALANCING' },
      { context: { clientId, businessId } },
    )
    const { id } = await importOne(banking, books)
    const parts = [
      { amount: 100, tags: [{ key: 'fund', value: 'x' }] },
      { amount: 300, tags: [{ key: 'fund', value: 'y' }] },
      { amount: 600, category: FEES },
    ]
    const { posting } = await categorizeTransaction(banking, books.request, asSplit(id, parts))
    expect(posting).toBe('posted')
    await apply(books, [id], A)
    expect(await standing(banking, books)).toEqual([-1_000, 400, 600])
  })
})
