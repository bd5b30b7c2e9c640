/** Concurrent decisions, and a ledger that crashes between them: one legal state, and exactly its entries. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '@pacioli/errors'
import { PostingRelay } from '@pacioli/postings'
import { waitFor } from '@pacioli/testing'
import { startTestBanking, withMortalLedger, withoutLedger, type TestBanking } from '../banking.test-helpers.ts'
import { sourceOf } from '../bank-transactions/posting-keys.ts'
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
  RENT,
  standing,
  type TestBooks,
} from './categorization.test-helpers.ts'
import {
  applyTagsToTransactions as applyTags,
  categorizeTransaction,
  categorizeTransactions,
  removeTagsFromTransactions as removeTags,
  uncategorizeTransaction,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let shared: TestBooks
beforeAll(async () => {
  // Its relay delivers all staged postings of the database.
  banking = await startTestBanking({ ownDatabase: true })
  shared = await openTestBooks(banking)
})
afterAll(() => banking.stop())

/** The balances of bank account, rent and fees after a transaction of 1,000 out. */
async function expected({ request, rent }: TestBooks, id: string): Promise<number[]> {
  const { status, isExcluded, categoryAccountId, splits } = await load(banking, request, id)
  if (status === 'SPLIT') {
    const of = (accountId: string) =>
      splits.filter((part) => part.categoryAccountId === accountId).reduce((sum, { amount }) => sum + amount, 0)
    return [-1_000, of(rent), 1_000 - of(rent)]
  }
  if (status !== 'CATEGORIZED' || isExcluded) return [0, 0, 0]
  return categoryAccountId === rent ? [-1_000, 1_000, 0] : [-1_000, 0, 1_000]
}

const settledWith = async (acts: Promise<unknown>[]): Promise<string[]> => {
  const outcomes = await Promise.allSettled(acts)
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    if (outcome.reason instanceof DomainError) return [outcome.reason.errorEnum]
    throw outcome.reason
  })
}

const waitUntilPosted = (books: TestBooks, ids: readonly string[]) =>
  waitFor('all postings', async () => {
    await banking.postingSession.deliver(
      books.request,
      ids.map((id) => sourceOf({ id })),
    )
    const [row] = await banking.db.transact(books.request, (tx) =>
      tx.rows<{ waiting: string }>(`SELECT count(*) AS waiting FROM postings WHERE status <> 'POSTED'`),
    )
    return row?.waiting === '0'
  })

test('two concurrent operations of any kind leave one legal state, and exactly its entries', async () => {
  const books = await openAccountIn(banking, shared)
  const { request } = books
  const { id } = await importOne(banking, books, { amount: 1_000 })
  const tags = { entity_type: 'BANK_TRANSACTION', entity_ids: [id], key_values: [{ key: 'department', value: 'a' }] }
  const acts = [
    () => categorizeTransaction(banking, request, asCategory(id, RENT)),
    () => categorizeTransaction(banking, request, asCategory(id, FEES, { tags: tags.key_values })),
    () => categorizeTransaction(banking, request, asCategory(id, EXCLUSION)),
    () => categorizeTransaction(banking, request, asSplit(id, [{ amount: 400 }, { category: FEES, amount: 600 }])),
    () => uncategorizeTransaction(banking, request, id),
    () => applyTags(banking, request, tags),
    () => removeTags(banking, request, tags),
  ]
  const refusals = await settledWith([...acts, ...acts].map((act) => act()))
  // A request that has failed three times is refused.
  expect(refusals.filter((name) => name !== 'VersionConflict')).toEqual([])
  await waitUntilPosted(books, [id])
  expect(await standing(banking, books)).toEqual(await expected(books, id))
  const live = (await entriesOf(banking, request, [id])).filter((entry) => !entry.reversal_of_id && !entry.reversal_id)
  expect(live).toHaveLength((await load(banking, request, id)).livePostingKey === null ? 0 : 1)
  expect(banking.refusedPostings).toEqual([])
})

test('bulk requests over the same transactions in different orders never deadlock', async () => {
  const books = await openAccountIn(banking, shared)
  const { request } = books
  const ids = (
    await importInto(
      banking,
      books,
      Array.from({ length: 4 }, () => ({ amount: 1_000 })),
    )
  ).map(({ id }) => id)
  const refusals = await settledWith(
    Array.from({ length: 4 }, (_, index) =>
      categorizeTransactions(
        banking,
        request,
        (index % 2 === 0 ? ids : ids.toReversed()).map((id) => asCategory(id, index % 3 === 0 ? RENT : FEES)),
      ),
    ),
  )
  expect(refusals).toEqual([])
  await waitUntilPosted(books, ids)
  const each = await Promise.all(ids.map((id) => expected(books, id)))
  const sum = [0, 1, 2].map((at) => each.reduce((total, one) => total + (one[at] ?? 0), 0))
  expect(await standing(banking, books)).toEqual(sum)
})

test('repeats of one request with one key post once', async () => {
  const books = await openAccountIn(banking, shared)
  const { id } = await importOne(banking, books, { amount: 1_000 })
  const send = () =>
    categorizeTransaction(
      banking,
      { ...books.request, idempotency: { key: 'k', operation: 'test', requestHash: 'a' } },
      asCategory(id),
    )
  const answers = await Promise.all(Array.from({ length: 3 }, send))
  expect(new Set(answers.map(({ data }) => data.version))).toEqual(new Set([2]))
  expect(await entriesOf(banking, books.request, [id])).toHaveLength(1)
})

test('a posting that the ledger refused blocks decisions, not undoing', async () => {
  const books = await openAccountIn(banking, shared)
  const { request } = books
  const { id } = await importOne(banking, books, { amount: 1_000 })
  await categorizeTransaction(banking, request, asCategory(id))
  await banking.db.transact(request, (tx) =>
    banking.postingSession.stageAnyway(tx, request, { epoch: 1 }, [
      { postingKey: `bad ${id}`, source: sourceOf({ id }), entryAt: new Date(), reverses: 'nothing', agent: 'API' },
    ]),
  )
  expect(await banking.postingSession.deliver(request, [sourceOf({ id })])).toBe('failed')
  expect(banking.refusedPostings.splice(0)).toHaveLength(1)
  for (const act of [
    () => categorizeTransaction(banking, request, asCategory(id, FEES)),
    () => categorizeTransaction(banking, request, asCategory(id, EXCLUSION)),
    () =>
      applyTags(banking, request, {
        entity_type: 'BANK_TRANSACTION',
        entity_ids: [id],
        key_values: [{ key: 'a', value: 'b' }],
      }),
  ])
    expect(await settledWith([act()])).toEqual(['PostingFailed'])
  const { data, posting } = await uncategorizeTransaction(banking, request, id)
  expect(data.categorizationStatus).toBe('READY_FOR_INPUT')
  expect(posting).toBe('failed')
})

test('a decision that changes nothing reports the state of the earlier posting, and delivers it', async () => {
  const books = await openAccountIn(banking, shared)
  const { request } = books
  const { id } = await importOne(banking, books, { amount: 1_000 })
  await categorizeTransaction(banking, request, asCategory(id))
  const { livePostingKey: reverses } = await load(banking, request, id)
  const stage = (postingKey: string, of: string | null) =>
    banking.db.transact(request, (tx) =>
      banking.postingSession.stageAnyway(tx, request, { epoch: 1 }, [
        { postingKey, source: sourceOf({ id }), entryAt: new Date(), reverses: of ?? '', agent: 'API' },
      ]),
    )
  await stage('good', reverses)
  expect((await categorizeTransaction(banking, request, asCategory(id))).posting).toBe('posted')
  expect(await standing(banking, books)).toEqual([0, 0, 0])
  await stage('bad', 'nothing')
  expect((await categorizeTransaction(banking, request, asCategory(id))).posting).toBe('failed')
  expect((await uncategorizeTransaction(banking, request, id)).posting).toBe('failed')
  expect((await uncategorizeTransaction(banking, request, id)).posting).toBe('failed')
  expect(banking.refusedPostings.splice(0)).toHaveLength(1)
})

test('without the ledger nothing is decided; a repeat of an earlier decision is answered', async () => {
  const books = await openAccountIn(banking, shared)
  const { id } = await importOne(banking, books, { amount: 1_000 })
  const withKey = (key: string) => ({ ...books.request, idempotency: { key, operation: 'test', requestHash: 'a' } })
  const first = await categorizeTransaction(banking, withKey('first'), asCategory(id))
  await withoutLedger(banking, async (alone) => {
    expect(await settledWith([categorizeTransaction(alone, books.request, asCategory(id, FEES))])).toEqual([
      'ServiceUnavailable',
    ])
    expect(await load(alone, books.request, id)).toMatchObject({ categoryAccountId: books.rent, version: 2 })
    expect(await categorizeTransaction(alone, withKey('first'), asCategory(id))).toEqual(first)
  })
})

test('a ledger that crashes after the commit gets the postings later, whatever is decided meanwhile', async () => {
  const books = await openAccountIn(banking, shared)
  const { id } = await importOne(banking, books, { amount: 1_000 })
  await categorizeTransaction(banking, books.request, asCategory(id))
  const { mortal, kill, close } = await withMortalLedger(banking)
  // After the commit, before the delivery.
  const { data, posting } = await categorizeTransaction(
    { ...mortal, notify: kill },
    books.request,
    asCategory(id, FEES),
  ).finally(close)
  expect(posting).toBe('pending')
  expect(data.category?.id).toBe(books.fees)
  expect(await standing(banking, books)).toEqual([-1_000, 1_000, 0])
  const relay = new PostingRelay({
    postingSession: banking.postingSession,
    db: banking.db,
    relayDb: banking.relayDb,
    now: banking.now,
    log: { warn: () => undefined, info: () => undefined },
  })
  try {
    await waitFor('the relay', async () => (await standing(banking, books))[2] === 1_000)
  } finally {
    await relay.stop()
  }
  expect(await standing(banking, books)).toEqual([-1_000, 0, 1_000])
})
