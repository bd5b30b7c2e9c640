/** Rules applied to uncategorized transactions: once each, whichever process does it and whatever happens meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PostingSession } from '@pacioli/postings'
import { waitFor } from '@pacioli/testing'
import { startTestBanking, withoutLedger, type TestBanking } from '../banking.test-helpers.ts'
import { sourceOf } from '../bank-transactions/posting-keys.ts'
import {
  asCategory,
  closeBooks,
  entriesOf,
  FEES,
  importInto,
  importOne,
  load,
  openAccountIn,
  openTestBooks,
  standing,
  type TestBooks,
} from '../categorization/categorization.test-helpers.ts'
import { applyBatch } from './apply-rule.ts'
import { RuleRuns } from './rule-runs.ts'
import { changeOf, readRule, ruleInput, type RuleInput } from './rules.test-helpers.ts'
import {
  categorizeTransaction,
  createRule,
  deleteRule,
  uncategorizeTransaction,
  updateRule,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let shared: TestBooks
beforeAll(async () => {
  // RuleRuns looks for rules in the whole database.
  banking = await startTestBanking({ ownDatabase: true })
  shared = await openTestBooks(banking)
})
afterAll(async () => {
  expect(banking.refusedPostings).toEqual([])
  await banking.stop()
})

const quiet = { warn: () => undefined, info: () => undefined }

/** A rule for transactions of the account. */
const ruleOf = ({ account }: TestBooks, { conditions, ...input }: RuleInput = {}) =>
  ruleInput({
    ...input,
    conditions: {
      external_account_ids: [account.externalAccountId],
      ...(conditions ?? { description_contains: 'coffee' }),
    },
  })

const uncategorizedFor = (books: TestBooks, count: number) =>
  importInto(
    banking,
    books,
    Array.from({ length: count }, () => ({ amount: 1 })),
  )

/** A rule that is being applied, with nothing done yet: the request that created it had no time left. */
async function pendingRule(books: TestBooks) {
  const { request } = books
  const late = { ...request, deadline: new Date(Date.now() + 5_000) }
  const hasty = { ...banking, now: () => new Date(Date.now() + 60_000) }
  const { data } = await createRule(hasty, late, ruleOf(books, { apply_retroactively: true }))
  expect(data?.is_applying).toBe(true)
  return data as { id: string }
}

async function runToEnd({ request }: TestBooks, rule: { id: string }, count = 1): Promise<void> {
  const runs = Array.from({ length: count }, () => new RuleRuns(banking, banking.relayDb, quiet))
  try {
    await waitFor('the rule to be applied', async () => !(await readRule(banking, request, rule)).is_applying, {
      timeoutMs: 60_000,
    })
  } finally {
    await Promise.all(runs.map((run) => run.stop()))
  }
}

const countOf = async ({ request: { businessId, clientId }, account }: TestBooks, rule: { id: string }) => {
  const row = await banking.db.transact({ businessId, clientId }, (tx) =>
    tx.row<{ applied_count: string; decided: string; entries: string }>(
      `SELECT r.applied_count,
              (SELECT count(*) FROM bank_transactions WHERE business_id = $1 AND rule_id = r.id) AS decided,
              (SELECT count(*) FROM postings p JOIN bank_transactions t ON t.business_id = $1 AND t.id = p.source_id
                WHERE p.business_id = $1 AND t.external_account_id = $3) AS entries
         FROM categorization_rules r WHERE r.business_id = $1 AND r.id = $2`,
      [businessId, rule.id, account.externalAccountId],
    ),
  )
  return [row?.applied_count, row?.decided, row?.entries].map(Number)
}

describe('a rule that is applied to uncategorized transactions', () => {
  test('decides them at once, answers how many, and decides nothing else', async () => {
    const books = await openAccountIn(banking, shared)
    const [tea] = await importInto(banking, books, [{ description: 'TEA' }, {}, {}])
    const byHand = await importOne(banking, books)
    await categorizeTransaction(banking, books.request, asCategory(byHand.id, FEES))
    const first = ruleOf(books, { conditions: { description_contains: 'tea' }, priority: 1, memo: 'first' })
    await createRule(banking, books.request, first)
    const { data, applied_count, posting } = await createRule(
      banking,
      books.request,
      ruleOf(books, { conditions: { amount_min: 0 }, apply_retroactively: true }),
    )
    expect([applied_count, posting, data?.is_applying]).toEqual([2, 'posted', false])
    expect(await standing(banking, books)).toEqual([-30_00, 20_00, 10_00])
    // The first matching rule decides, though it was not applied retroactively.
    expect((await load(banking, books.request, tea?.id ?? '')).status).toBe('READY_FOR_INPUT')
    expect((await load(banking, books.request, byHand.id)).ruleId).toBeNull()
  })

  test('only on request; an inactive one not even then', async () => {
    const books = await openAccountIn(banking, shared)
    await importOne(banking, books)
    expect((await createRule(banking, books.request, ruleOf(books))).applied_count).toBeUndefined()
    const inactive = await createRule(
      banking,
      books.request,
      ruleOf(books, { is_active: false, apply_retroactively: true }),
    )
    expect([inactive.applied_count, inactive.data?.is_applying]).toEqual([0, false])
    const { applied_count } = await updateRule(
      banking,
      books.request,
      changeOf(inactive.data as { id: string }, { is_active: true, priority: 0, apply_retroactively: true }),
    )
    expect(applied_count).toBe(1)
  })

  test('and has no category, only adds its details', async () => {
    const books = await openAccountIn(banking, shared)
    const { id } = await importOne(banking, books)
    const { applied_count } = await createRule(
      banking,
      books.request,
      ruleOf(books, { category: null, tags: [{ key: 'team', value: 'Field' }], memo: 'm', apply_retroactively: true }),
    )
    expect(applied_count).toBe(1)
    const described = await load(banking, books.request, id)
    expect(described).toMatchObject({ status: 'READY_FOR_INPUT', memo: 'm', tags: [{}], version: 2 })
    expect(await entriesOf(banking, books.request, [id])).toEqual([])
  })

  test('skips what falls into a closed period, and continues', async () => {
    const books = await openAccountIn(banking, shared)
    const [closed, open] = await importInto(banking, books, [{ date: '2025-12-31' }, { date: '2026-01-01' }])
    await closeBooks(banking, books.request, '2025-12-31')
    const { applied_count, data } = await createRule(
      banking,
      books.request,
      ruleOf(books, { apply_retroactively: true }),
    )
    expect([applied_count, data?.is_applying]).toEqual([1, false])
    expect((await load(banking, books.request, closed?.id ?? '')).status).toBe('READY_FOR_INPUT')
    expect((await load(banking, books.request, open?.id ?? '')).status).toBe('CATEGORIZED')
  })

  test('skips what has a posting that the ledger refused, and continues', async () => {
    const books = await openAccountIn(banking, shared)
    const { request } = books
    const [stuck, free] = await importInto(banking, books, [{}, {}])
    const source = sourceOf(stuck as { id: string })
    await categorizeTransaction(banking, request, asCategory(stuck?.id ?? ''))
    await banking.db.transact(request, (tx) =>
      banking.postingSession.stageAnyway(tx, request, { epoch: 1 }, [
        { postingKey: 'bad', source, entryAt: new Date(), reverses: 'nothing', agent: 'API' },
      ]),
    )
    expect(await banking.postingSession.deliver(request, [source])).toBe('failed')
    expect(banking.refusedPostings.splice(0)).toHaveLength(1)
    await uncategorizeTransaction(banking, request, stuck?.id ?? '')
    const { applied_count, data } = await createRule(banking, request, ruleOf(books, { apply_retroactively: true }))
    expect([applied_count, data?.is_applying]).toEqual([1, false])
    expect((await load(banking, request, stuck?.id ?? '')).status).toBe('READY_FOR_INPUT')
    expect((await load(banking, request, free?.id ?? '')).status).toBe('CATEGORIZED')
  })

  test('answers a repeat with the progress, and a repeat after a change as it was', async () => {
    const books = await openAccountIn(banking, shared)
    const { id } = await importOne(banking, books)
    const request = { ...books.request, idempotency: { key: 'k', operation: 'test', requestHash: 'h' } }
    const create = () => createRule(banking, request, ruleOf(books, { apply_retroactively: true }))
    const first = await create()
    expect(await create()).toEqual(first)
    await updateRule(banking, books.request, changeOf(first.data as { id: string }, { name: 'Renamed' }))
    expect((await create()).data?.name).toBe(first.data?.name)
    expect(await entriesOf(banking, books.request, [id])).toHaveLength(1)
  })
})

describe('many transactions', () => {
  test('are processed in batches by several processes, each decided once', async () => {
    const books = await openAccountIn(banking, shared)
    const uncategorized = await uncategorizedFor(books, 5)
    const rule = await pendingRule(books)
    const goThrough = async () => {
      while ((await applyBatch(banking, books.request, rule.id, 2)).more);
    }
    await Promise.all([goThrough(), goThrough()])
    expect(await countOf(books, rule)).toEqual([5, 5, 5])
    await banking.postingSession.deliver(books.request, uncategorized.map(sourceOf))
    expect(await standing(banking, books)).toEqual([-5, 5, 0])
  })

  test('are continued where a crashed process left them', async () => {
    const books = await openTestBooks(banking)
    await uncategorizedFor(books, 3)
    const rule = await pendingRule(books)
    expect(await applyBatch(banking, books.request, rule.id, 2)).toMatchObject({ more: true })
    expect(await countOf(books, rule)).toEqual([2, 2, 2])
    await runToEnd(books, rule)
    expect(await countOf(books, rule)).toEqual([3, 3, 3])
  })

  test.each<[string, (books: TestBooks, rule: { id: string }) => Promise<unknown>]>([
    ['deleted', ({ request }, { id }) => deleteRule(banking, request, id)],
    ['switched off', ({ request }, rule) => updateRule(banking, request, changeOf(rule, { is_active: false }))],
    ['changed', ({ request }, rule) => updateRule(banking, request, changeOf(rule, { category: FEES }))],
  ])('are left when the rule is %s in between', async (_how, act) => {
    const books = await openTestBooks(banking)
    await uncategorizedFor(books, 3)
    const rule = await pendingRule(books)
    await applyBatch(banking, books.request, rule.id, 2)
    await act(books, rule)
    expect(await applyBatch(banking, books.request, rule.id, 2)).toEqual({ more: false, sources: [] })
    expect((await countOf(books, rule))[1]).toBe(2)
  })
})

test('a batch in progress while the rule is deleted decides nothing', async () => {
  const books = await openAccountIn(banking, shared)
  const { id } = await importOne(banking, books)
  const rule = await pendingRule(books)
  // Deleted after the rules were evaluated, before the batch is committed.
  const postingSession = Object.assign(Object.create(banking.postingSession) as PostingSession, {
    decide: async (...given: Parameters<PostingSession['decide']>) => {
      await deleteRule(banking, books.request, rule.id)
      return banking.postingSession.decide(...given)
    },
  })
  expect(await applyBatch({ ...banking, postingSession }, books.request, rule.id)).toMatchObject({
    more: false,
    sources: [],
  })
  expect((await load(banking, books.request, id)).status).toBe('READY_FOR_INPUT')
})

test('requests and the rule decide the same transactions: one legal state each, and exactly its entries', async () => {
  const books = await openAccountIn(banking, shared)
  const uncategorized = await uncategorizedFor(books, 6)
  const rule = await pendingRule(books)
  const outcomes = await Promise.allSettled([
    runToEnd(books, rule, 2),
    ...uncategorized
      .map(
        ({ id }, n) =>
          () =>
            n % 3 === 0
              ? categorizeTransaction(banking, books.request, asCategory(id, FEES))
              : n % 3 === 1
                ? uncategorizeTransaction(banking, books.request, id)
                : Promise.resolve(),
      )
      .map((act) => act()),
  ])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  await banking.postingSession.deliver(books.request, uncategorized.map(sourceOf))
  const after = await Promise.all(uncategorized.map(({ id }) => load(banking, books.request, id)))
  const on = (accountId: string) => after.filter(({ categoryAccountId }) => categoryAccountId === accountId).length
  expect(await standing(banking, books)).toEqual([-on(books.rent) - on(books.fees), on(books.rent), on(books.fees)])
  expect(after.filter((_, n) => n % 3 === 0).map(({ categoryAccountId }) => categoryAccountId)).toEqual(
    after.filter((_, n) => n % 3 === 0).map(() => books.fees),
  )
  const ids = uncategorized.map(({ id }) => id)
  const live = (await entriesOf(banking, books.request, ids)).filter(
    (entry) => !entry.reversal_of_id && !entry.reversal_id,
  )
  expect(live).toHaveLength(after.filter(({ livePostingKey }) => livePostingKey !== null).length)
})

test('without the ledger a rule stays in progress; it continues when the ledger is back', async () => {
  const books = await openAccountIn(banking, shared)
  await importOne(banking, books)
  const rule = await pendingRule(books)
  await withoutLedger(banking, async (alone) => {
    await expect(applyBatch(alone, books.request, rule.id)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    expect((await readRule(alone, books.request, rule)).is_applying).toBe(true)
  })
  await runToEnd(books, rule)
  expect(await countOf(books, rule)).toEqual([1, 1, 1])
})

test('in an archived business nothing more is decided', async () => {
  const books = shared
  const { id } = await importOne(banking, books)
  const rule = await pendingRule(books)
  const { clientId, businessId } = books.request
  await banking.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
  await runToEnd(books, rule)
  expect((await load(banking, books.request, id)).status).toBe('READY_FOR_INPUT')
})
