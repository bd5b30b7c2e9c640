/** All writes to a few transactions, concurrently: no deadlock, and the books agree. */
import { Database } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { Source } from '@pacioli/postings'
import { deadlocksIn, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { importTestTransactions, testInput } from '../statement-import/imports.test-helpers.ts'
import { postByHand, reverseByHand, startConsumer } from '../matching/matching.test-helpers.ts'
import { asCategory, asSplit, entriesOf, EXCLUSION, FEES, openTestBooks, RENT } from './categorization.test-helpers.ts'
import {
  applyTagsToTransactions as applyTags,
  categorizeTransaction,
  categorizeTransactions,
  createOpeningBalance,
  createRule,
  deleteOpeningBalance,
  importTransactions,
  matchTransaction,
  removeTagsFromTransactions as removeTags,
  uncategorizeTransaction,
  updateMetadata,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let admin: Database
let intake: { stop: () => Promise<void> }
beforeAll(async () => {
  // More connections than posting_counts has slots: some share one.
  banking = await startTestBanking({ ownDatabase: true, poolSize: 40 })
  admin = new Database({ url: banking.adminUrl, applicationName: 'test admin', poolSize: 2 })
  intake = startConsumer(banking)
})
afterAll(async () => {
  await intake.stop()
  await admin.close()
  await banking.stop()
})

/** What concurrent requests may be refused with. */
const LEGAL = new Set([
  'TransactionMatched',
  'MatchNotPossible',
  'VersionConflict',
  'DuplicateOpeningBalance',
  'OpeningBalanceNotFound',
  'DuplicateTagDimension',
  'MatchNotFound',
])

test('concurrent clients never deadlock, and leave exactly the entries of each state', async () => {
  const books = await openTestBooks(banking)
  const { request, account } = books
  const other = await openTestAccount(banking, request)
  const three = [{ amount: 700 }, { amount: 700 }, { amount: 700 }]
  const sent = await importTestTransactions(banking, request, account.externalAccountId, three)
  const received = await importTestTransactions(
    banking,
    request,
    other.externalAccountId,
    three.map((one) => ({ ...one, direction: 'CREDIT' })),
  )
  const all = [...sent, ...received].map(({ id }) => id)
  const before = await deadlocksIn(admin)
  const any = (n: number): string => all[n % all.length] ?? ''
  const tags = (n: number) => ({
    entity_type: 'BANK_TRANSACTION',
    entity_ids: n % 2 === 0 ? all : all.toReversed(),
    key_values: [{ key: `key${n % 4}`, value: `v${n % 2}` }],
  })
  const externalOf = (n: number) => (n % 2 === 0 ? account : other).externalAccountId
  const acts: ((n: number) => Promise<unknown>)[] = [
    (n) => categorizeTransaction(banking, request, asCategory(any(n), RENT)),
    (n) =>
      categorizeTransactions(
        banking,
        request,
        (n % 2 === 0 ? all : all.toReversed()).map((id) => asCategory(id, n % 3 ? FEES : EXCLUSION)),
      ),
    (n) =>
      categorizeTransaction(
        banking,
        request,
        asSplit(any(n), [
          { amount: 300, tags: [{ key: `part${n % 5}`, value: `p${n % 7}` }] },
          { amount: 400, category: FEES },
        ]),
      ),
    (n) => uncategorizeTransaction(banking, request, any(n)),
    (n) => uncategorizeTransaction(banking, request, any(n + 3)),
    (n) => matchTransaction(banking, request, { transaction_id: any(n % 3), match_id: any(3 + (n % 3)) }),
    (n) => matchTransaction(banking, request, { transaction_id: any(3 + (n % 3)), match_id: any((n + 1) % 3) }),
    (n) => applyTags(banking, request, tags(n)),
    (n) => removeTags(banking, request, tags(n)),
    (n) =>
      updateMetadata(banking, request, {
        transaction_id: any(n),
        counterparty_name: `Shop ${n % 6}`,
        document_ids: [],
        cleared: [],
      }),
    (n) =>
      importTransactions(banking, request, {
        external_account_id: externalOf(n),
        transactions: [1, 2, 3].map((k) =>
          testInput({
            amount: 50,
            counterparty_name: `Shop ${(n * k) % 6}`,
            category: k === 1 ? FEES : RENT,
            tags: [{ key: `key${(n + k) % 4}`, value: `w${(n * k) % 5}` }],
          }),
        ),
      }),
    (n) =>
      importTransactions(banking, request, {
        external_account_id: externalOf(n),
        transactions: [testInput({ amount: 50, category: FEES })],
      }),
    (n) =>
      n % 2 === 0
        ? createRule(banking, request, {
            name: `Rule ${n}`,
            conditions: { description_contains: 'COFFEE', bank_account_ids: [], external_account_ids: [] },
            category: FEES,
            tags: [{ key: 'ruled', value: `r${n % 3}` }],
            apply_retroactively: true,
          })
        : Promise.resolve(),
    (n) =>
      createOpeningBalance(banking, request, {
        external_account_id: externalOf(n),
        balance: 100,
        effective_at: '2026-01-01',
      }),
    (n) => deleteOpeningBalance(banking, request, externalOf(n)),
    async (n) => {
      const { entryId, lineIds } = await postByHand(banking, request, [
        { accountId: account.ledgerAccountId, amount: 700, direction: 'CREDIT' },
        { stableName: 'OPERATING_EXPENSES', amount: 700, direction: 'DEBIT' },
      ])
      await Promise.all([
        matchTransaction(banking, request, { transaction_id: any(n % 3), match_id: lineIds[0] ?? '' }),
        reverseByHand(banking, request, entryId),
      ])
    },
  ]
  const wrong: unknown[] = []
  const twice = [...acts, ...acts]
  for (const outcome of await Promise.allSettled(twice.map((act, n) => act(n * 7)))) {
    if (outcome.status === 'fulfilled') continue
    const error: unknown = outcome.reason
    if (!(error instanceof DomainError && LEGAL.has(error.errorEnum))) wrong.push(error)
  }
  expect(wrong).toEqual([])
  await waitFor('every posting', async () => {
    const sources = await banking.db.transact(request, (tx) =>
      tx.rows<Source>(
        `SELECT DISTINCT source_type AS type, source_id AS id FROM postings WHERE business_id = $1 AND status <> 'POSTED'`,
        [request.businessId],
      ),
    )
    return (await banking.postingSession.deliver(request, sources)) === 'posted'
  })
  expect(banking.refusedPostings).toEqual([])
  type Row = { id: string; status: string; is_excluded: boolean; key: string | null; live_key: string | null }
  const rows = await banking.db.transact(request, (tx) =>
    tx.rows<Row>(
      `SELECT t.id, t.status, t.is_excluded, t.live_posting_key AS key, m.posting_key AS live_key
         FROM bank_transactions t LEFT JOIN matches m ON m.business_id = t.business_id AND m.id = t.match_id
        WHERE t.business_id = $1`,
      [request.businessId],
    ),
  )
  const posted = await banking.db.transact(request, (tx) =>
    tx.rows<{ posting_key: string; entry_id: string }>(`SELECT posting_key, entry_id FROM postings`, []),
  )
  const entryIds = new Map(posted.map((one) => [one.posting_key, one.entry_id]))
  const expected = new Set(rows.flatMap(({ key, live_key }) => [key, live_key].flatMap((k) => (k ? [k] : []))))
  for (const row of rows) {
    const needs = row.status === 'SPLIT' || (row.status === 'CATEGORIZED' && !row.is_excluded)
    expect([row, row.key !== null]).toEqual([row, needs])
  }
  const live = new Set(
    (await entriesOf(banking, request))
      .filter((entry) => !entry.reversal_of_id && !entry.reversal_id && entry.entry_type === 'BANK')
      .map(({ id }) => id),
  )
  expect(live).toEqual(new Set([...expected].map((key) => entryIds.get(key))))
  const totals = await banking.db.transact(request, (tx) =>
    tx.rows(
      `SELECT external_account_id AS id, transaction_count AS n, transaction_sum AS s, uncategorized_count AS un, uncategorized_sum AS us
         FROM external_account_totals WHERE business_id = $1
       EXCEPT
       SELECT external_account_id, count(*), sum(CASE direction WHEN 'CREDIT' THEN amount ELSE -amount END),
              count(*) FILTER (WHERE status = 'READY_FOR_INPUT'),
              coalesce(sum(CASE direction WHEN 'CREDIT' THEN amount ELSE -amount END) FILTER (WHERE status = 'READY_FOR_INPUT'), 0)
         FROM bank_transactions WHERE business_id = $1 GROUP BY 1`,
      [request.businessId],
    ),
  )
  expect(totals).toEqual([])
  expect((await deadlocksIn(admin)) - before).toBe(0)
}, 120_000)

test('an import counts its postings before it waits for totals, as every other decision does', async () => {
  const { request, account } = await openTestBooks(banking)
  const importing = await admin.transact({ businessId: request.businessId }, async (tx) => {
    await tx.rows('SELECT 1 FROM external_account_totals WHERE external_account_id = $1 FOR UPDATE', [
      account.externalAccountId,
    ])
    const running = importTransactions(banking, request, {
      external_account_id: account.externalAccountId,
      transactions: [testInput({ category: RENT })],
    })
    await waitFor('the import to wait for totals with its postings counted', async () => {
      const waiting = await admin.call<{ relation: string }>(
        `SELECT l.relation::regclass::text AS relation FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
          WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'
            AND a.query LIKE 'INSERT INTO external_account_totals%' AND l.mode = 'RowExclusiveLock'`,
        [],
        request.businessId,
      )
      if (waiting.length === 0) return false
      expect(waiting.map(({ relation }) => relation)).toContain('posting_counts')
      return true
    })
    return { running }
  })
  expect((await importing.running).posting).toBe('posted')
})
