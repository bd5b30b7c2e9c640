/** Correct books have no finding, and every alteration outside of the service is found. */
import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCacheEnv } from '@pacioli/dev-stack'
import { loadAllTenants } from '@pacioli/ledger-facts'
import type { Finding, Violation } from '@pacioli/postings/checking'
import { connectAt, waitFor } from '@pacioli/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import {
  asCategory,
  asSplit,
  EXCLUSION,
  FEES,
  importOne,
  openTestBooks,
  RENT,
  type TestBooks,
} from '../categorization/categorization.test-helpers.ts'
import { aDocument, changed, announce, type TestDocument } from '../matching/documents.test-helpers.ts'
import { candidatesNow, idOf, postByHand, startConsumer } from '../matching/matching.test-helpers.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'
import { checkBusiness } from './check-business.ts'
import {
  categorizeTransaction,
  createOpeningBalance,
  deleteOpeningBalance,
  matchTransaction,
  uncategorizeTransaction,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
let admin: pg.Client
let books: TestBooks
const ids: Record<string, string> = {}

beforeAll(async () => {
  // The command reads the whole database.
  banking = await startTestBanking({ ownDatabase: true })
  intake = startConsumer(banking)
  books = await openTestBooks(banking)
  admin = await connectAt(banking.adminUrl, books.request.businessId)
  await everyState()
})
afterAll(async () => {
  await admin.end()
  await intake.stop()
  await banking.stop()
})

/** One transaction in each status, current and earlier; both kinds of matches; opening balances. */
async function everyState(): Promise<void> {
  const { request, account } = books
  const one = async (name: string, amount: number) => (ids[name] = (await importOne(banking, books, { amount })).id)
  const decide = (input: Parameters<typeof categorizeTransaction>[2]) => categorizeTransaction(banking, request, input)
  await one('waiting', 1)
  await decide(asCategory(await one('category', 10)))
  await decide(asCategory(await one('nothing', 0)))
  await decide(asCategory(await one('exclusion', 20), EXCLUSION))
  await decide(
    asSplit(await one('split', 30), [
      { category: RENT, amount: 10 },
      { category: FEES, amount: 20 },
    ]),
  )
  await decide(asCategory(await one('changed', 40)))
  await decide(asCategory(ids.changed ?? '', FEES))
  await decide(asCategory(await one('takenBack', 50)))
  await uncategorizeTransaction(banking, request, ids.takenBack ?? '')
  const card = await openTestAccount(banking, request, { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' })
  const [received] = await importTestTransactions(banking, request, card.externalAccountId, [
    { amount: 60, direction: 'CREDIT' },
  ])
  const confirm = (id: string, matchId: string) =>
    matchTransaction(banking, request, { transaction_id: id, match_id: matchId })
  await confirm(await one('sent', 60), received?.id ?? '')
  ids.received = received?.id ?? ''
  const { lineIds } = await postByHand(banking, request, [
    { accountId: account.ledgerAccountId, amount: 70, direction: 'CREDIT' },
    { stableName: 'OPERATING_EXPENSES', amount: 70, direction: 'DEBIT' },
  ])
  await waitFor('the entry to be a candidate', async () => (await candidatesNow(banking, request)).length === 1)
  await confirm(await one('journalled', 70), lineIds[0] ?? '')
  const clearingAccountId = await idOf(banking, request, 'OUTGOING_PAYMENT_CLEARING_ACCOUNT')
  const [document, deleted] = [90, 95].map((amount) => aDocument({ clearingAccountId, amount })) as [
    TestDocument,
    TestDocument,
  ]
  await announce(banking, request, document, deleted)
  await confirm(await one('document', 90), document.id)
  await confirm(await one('deleted', 95), deleted.id)
  await announce(banking, request, changed(deleted, { isOpen: false }))
  const opening = (external_account_id: string) =>
    createOpeningBalance(banking, request, { external_account_id, balance: -80, effective_at: '2026-01-01T00:00:00Z' })
  await opening(account.externalAccountId)
  await deleteOpeningBalance(banking, request, account.externalAccountId)
  await opening(account.externalAccountId)
}

const check = (): Promise<Finding[]> => checkBusiness(banking, books.request)

test('correct books have no finding, also under concurrent writes', async () => {
  expect(await check()).toEqual([])
  const busy = { ...books, request: { ...books.request } }
  const writing = Promise.all(
    Array.from({ length: 2 }, async (_, index) => {
      const { id } = await importOne(banking, busy, { amount: 1_000 + index })
      await categorizeTransaction(banking, busy.request, asCategory(id))
    }),
  )
  const seen = await check()
  await writing
  // What is in flight is unchecked.
  expect(seen.filter((finding) => 'invariant' in finding)).toEqual([])
  expect(await check()).toEqual([])
})

/** The findings after these statements, which are then undone. */
async function foundAfter(...statements: [sql: string, bind?: unknown[]][]): Promise<string[]> {
  await admin.query('BEGIN')
  try {
    for (const [sql, bind] of statements) await admin.query(sql, bind)
    const { rows } = await admin.query<Violation>('SELECT invariant, detail FROM check_banking_v1($1, $2)', [
      books.request.clientId,
      books.request.businessId,
    ])
    return [...new Set(rows.map(({ invariant }) => invariant))].sort()
  } finally {
    await admin.query('ROLLBACK')
  }
}

const TOTALS = 'the totals of an external account are those of its transactions'
const PARTS = 'a split has parts that sum to its amount, and nothing else has parts'
const NAMES = 'a transaction names a posting where its state needs one, and only there'
const STANDS = 'just that posting stands which its source names'
const REVERSAL = 'a reversal takes back one posting of its own source, once'
const LINES = 'a posting has the lines that its source says'
const COUNTED = 'the postings of a transaction are those that it counts'
const HELD = 'a match that holds and the transactions it holds name each other'
const MATCHED_TO = 'a match that holds and what it is matched to name each other'
const CLEARED = 'a match clears its document under the tags of each part'
const TAKEN = 'the ledger takes what is posted'
const STATES = 'postings are counted by their state'

describe('what banking stores', () => {
  test('wrong or missing totals of an external account are found', async () => {
    for (const [column, by] of [
      ['transaction_count', 1],
      ['transaction_sum', 1],
      ['uncategorized_count', -1],
      ['uncategorized_sum', 5],
    ] as const)
      expect(await foundAfter([`UPDATE external_account_totals SET ${column} = ${column} + ${by}`])).toEqual([TOTALS])
    expect(await foundAfter(['DELETE FROM external_account_totals'])).toEqual([TOTALS])
  })

  test('an altered amount is found wherever it counts', async () => {
    const altered = (name: string) =>
      foundAfter(['UPDATE bank_transactions SET amount = amount + 1 WHERE id = $1', [ids[name]]])
    expect(await altered('waiting')).toEqual([TOTALS])
    expect(await altered('category')).toEqual([LINES, TOTALS].sort())
    expect(await altered('split')).toEqual([LINES, PARTS, TOTALS].sort())
    expect(await altered('sent')).toEqual([LINES, TOTALS].sort())
    expect(await altered('nothing')).toEqual([NAMES, TOTALS].sort())
  })

  test('an altered, missing or leftover part of a split is found', async () => {
    const parts = 'split_entries WHERE transaction_id = $1 AND position = 0'
    expect(
      await foundAfter([
        'UPDATE split_entries SET amount = 11 WHERE transaction_id = $1 AND position = 0',
        [ids.split],
      ]),
    ).toEqual([LINES, PARTS].sort())
    expect(await foundAfter([`DELETE FROM ${parts}`, [ids.split]])).toEqual([LINES, PARTS].sort())
    expect(await foundAfter(['UPDATE split_entries SET transaction_id = $1', [ids.waiting]])).toContain(PARTS)
  })

  test('a category other than the posted one is found', async () => {
    expect(
      await foundAfter([
        'UPDATE bank_transactions SET category_account_id = $2 WHERE id = $1',
        [ids.category, books.fees],
      ]),
    ).toEqual([LINES])
    expect(await foundAfter(['UPDATE opening_balances SET balance = -81 WHERE deleted_at IS NULL'])).toEqual([LINES])
  })

  test('an unreferenced, missing or needless posting is found', async () => {
    const key = (id: string | undefined, value: string | null): Promise<string[]> =>
      foundAfter(['UPDATE bank_transactions SET live_posting_key = $2 WHERE id = $1', [id, value]])
    expect(await key(ids.category, null)).toEqual([NAMES, STANDS].sort())
    expect(await key(ids.category, 'unknown')).toEqual([LINES, STANDS].sort())
    expect(await key(ids.exclusion, 'unknown')).toContain(NAMES)
    expect(await key(ids.waiting, 'unknown')).toContain(NAMES)
    expect(await foundAfter(['UPDATE opening_balances SET deleted_at = now()'])).toEqual([STANDS])
    expect(await foundAfter([`UPDATE matches SET posting_key = NULL WHERE match_type = 'TRANSFER'`])).toEqual([STANDS])
  })

  test('a reversal of nothing, of another source, or a second one is found', async () => {
    const first = `(SELECT id FROM postings WHERE source_id = $1 AND reverses IS NOT NULL)`
    expect(await foundAfter([`UPDATE postings SET reverses = 'unknown' WHERE id = ${first}`, [ids.takenBack]])).toEqual(
      [REVERSAL, STANDS].sort(),
    )
    const live = `(SELECT posting_key FROM postings WHERE source_id = $2 AND reverses IS NULL)`
    expect(
      await foundAfter([`UPDATE postings SET reverses = ${live} WHERE id = ${first}`, [ids.takenBack, ids.category]]),
    ).toEqual([REVERSAL, STANDS].sort())
    expect(
      await foundAfter([
        `INSERT INTO postings SELECT business_id, $2, client_id, 'again', source_type, source_id, 99, books_epoch, entry_at,
                posting, reverses, 'PENDING', 0, NULL, NULL, NULL, staged_at, next_attempt_at FROM postings WHERE id = ${first}`,
        [ids.takenBack, randomUUID()],
      ]),
    ).toEqual([COUNTED, REVERSAL].sort())
  })

  test('a match that one side lacks is found', async () => {
    expect(await foundAfter([`UPDATE matches SET ended_at = now() WHERE match_type = 'TRANSFER'`])).toEqual(
      [HELD, STANDS].sort(),
    )
    expect(
      await foundAfter(['UPDATE bank_transactions SET match_id = $2 WHERE id = $1', [ids.sent, randomUUID()]]),
    ).toEqual([HELD])
    expect(await foundAfter(['UPDATE match_candidates SET match_id = NULL'])).toEqual([MATCHED_TO])
    expect(await foundAfter([`UPDATE matches SET ended_at = now() WHERE match_type = 'JOURNAL_ENTRY'`])).toEqual(
      [HELD, MATCHED_TO].sort(),
    )
  })

  test("a match that does not clear exactly its document's amount, account and tags is found", async () => {
    const altered = (change: string, bind: unknown[] = []) =>
      foundAfter([`UPDATE matches SET ${change} WHERE match_type = 'BILL_PAYMENT' AND ended_at IS NULL`, bind])
    expect(await altered('cleared_amount = cleared_amount + 1')).toEqual([LINES])
    expect(await altered('clearing_account_id = $1', [randomUUID()])).toEqual([CLEARED, LINES].sort())
    const tag = { dimensionId: randomUUID(), definitionId: randomUUID() }
    expect(await altered('allocations = $1', [JSON.stringify([{ amount: 90, tags: [tag] }])])).toEqual([CLEARED])
    expect(await altered('allocations = $1', [JSON.stringify([{ amount: 89, tags: [] }])])).toEqual([CLEARED])
    expect(await altered('ended_at = now()')).toEqual([HELD, MATCHED_TO, STANDS].sort())
  })

  test('refused postings and wrong counters are found', async () => {
    expect(
      await foundAfter([
        `UPDATE postings SET status = 'FAILED', entry_id = NULL, error_enum = 'E', failed_at = now() WHERE source_id = $1`,
        [ids.category],
      ]),
    ).toEqual([TAKEN])
    expect(
      await foundAfter([
        `UPDATE posting_counts SET postings = postings + 1 WHERE status = 'POSTED' AND slot =
        (SELECT min(slot) FROM posting_counts WHERE status = 'POSTED')`,
      ]),
    ).toEqual([STATES])
  })
})

describe('the journal', () => {
  const posted = `source_id = $1 AND status = 'POSTED'`

  /** The findings meanwhile. */
  async function foundWhile(change: string, back: string, bind: unknown[]): Promise<Violation[]> {
    await admin.query(change, bind)
    try {
      return (await check()).filter((one): one is Violation => 'invariant' in one)
    } finally {
      await admin.query(back, bind.slice(0, 1))
    }
  }

  test('a missing entry, and an unknown one, are found', async () => {
    const { rows } = await admin.query<{ entry_id: string }>(`SELECT entry_id FROM postings WHERE ${posted}`, [
      ids.category,
    ])
    const [entryId, lost] = [rows[0]?.entry_id, randomUUID()]
    expect(
      await foundWhile(
        `UPDATE postings SET entry_id = $2 WHERE ${posted}`,
        `UPDATE postings SET entry_id = '${entryId}' WHERE ${posted}`,
        [ids.category, lost],
      ),
    ).toEqual([
      {
        invariant: 'an entry of banking in the journal is one of its postings',
        detail: `entry ${entryId} of bank_transaction ${ids.category}`,
      },
      { invariant: 'what was posted is in the journal', detail: `entry ${lost} is not` },
    ])
  })

  test('an entry with other lines than its posting is found, account by account', async () => {
    const found = await foundWhile(
      `UPDATE postings SET posting = replace(posting, '"amount":50', '"amount":51') WHERE source_id = $1 AND reverses IS NULL`,
      `UPDATE postings SET posting = replace(posting, '"amount":51', '"amount":50') WHERE source_id = $1 AND reverses IS NULL`,
      [ids.takenBack],
    )
    // The entry and its reversal, on two accounts each.
    expect(found.map(({ invariant }) => invariant)).toEqual(
      Array.from({ length: 4 }, () => 'an entry in the journal has the lines that were posted'),
    )
    expect(found[0]?.detail).toMatch(/posted -?51, entry says -?50$/)
  })
})

test(
  'the command names what is wrong business by business, and ends with 1 where anything is',
  { timeout: 120_000 },
  async () => {
    const urlOf = (user: string, password: string): string => {
      const url = new URL(banking.adminUrl)
      return Object.assign(url, { username: user, password }).href
    }
    const run = () =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', 'check-banking.ts')], {
        env: {
          ...process.env,
          ...compileCacheEnv(),
          BANKING_DATABASE_URL: urlOf('banking_app', 'app'),
          BANKING_RELAY_DATABASE_URL: urlOf('banking_relay', 'relay'),
          LEDGER_GRPC_URL: banking.ledgerProcess.target,
          BILLING_GRPC_URL: banking.billingTarget,
        },
      })
    const { clientId: client, businessId: altered } = books.request
    await admin.query('UPDATE external_account_totals SET transaction_count = 99 WHERE external_account_id = $1', [
      books.account.externalAccountId,
    ])
    // The ledger does not have it.
    const [clientId, unknown] = [randomUUID(), randomUUID()]
    const elsewhere = await connectAt(banking.adminUrl, unknown)
    await elsewhere.query(
      `INSERT INTO businesses (business_id, client_id, time_zone, currency, activation_at, version)
     VALUES ($1, $2, 'UTC', 'USD', now(), 1)`,
      [unknown, clientId],
    )
    await elsewhere.end()
    const all = (await run().catch((error: unknown) => error)) as { code: number; stdout: string }
    expect(all.code).toBe(1)
    expect(all.stdout).toContain(`${altered}: not so that ${TOTALS}: `)
    expect(all.stdout).toContain(`${unknown}: not so that the ledger has the business`)
    expect(all.stdout).toMatch(/\n2 businesses checked, 2 violations\n$/)
    const page = { after: undefined, limit: 500, only: altered }
    expect(await banking.relayDb.transact({}, (tx) => loadAllTenants(tx, page))).toEqual([
      { clientId: client, businessId: altered },
    ])
  },
)
