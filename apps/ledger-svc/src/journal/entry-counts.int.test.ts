/** How many entries there are of a type: from counters, also where older rows have none yet. */
import { provision } from '@pacioli/db/migrate'
import type { BusinessWrite } from '@pacioli/rpc'
import { rowsReadBy, waitFor } from '@pacioli/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { asked, fresh } from '../closing/closing.test-helpers.ts'
import {
  ledgerDatabase,
  openTestBusiness,
  replicaOf,
  requestFor,
  startTestLedger,
  type TestLedger,
} from '../ledger.test-helpers.ts'
import type { Ledger } from '../ledger.ts'
import { postPostings } from '../posting/post-postings.ts'
import { closeRetainedEarnings, listEntries, postJournalEntry, reverseEntry } from '../use-cases.test-helpers.ts'
import { countEntries, type EntryFilter } from './entry.store.ts'
import { Slots } from '../balances/slots.ts'

const TYPES = ['MANUAL', 'BANK', 'OPENING_BALANCE', 'CLOSING_ACTION_RETAINED_EARNINGS']
const MONTHS = 12
const OF_A_MONTH = 20

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

async function session(): Promise<pg.Client> {
  const client = await ledger.connect()
  onTestFinished(() => client.end())
  return client
}

const sides = (['DEBIT', 'CREDIT'] as const).map((direction) => ({
  account_identifier: { type: 'StableName', stable_name: direction === 'DEBIT' ? 'CASH' : 'SALES' },
  ...{ direction, amount: 1, tags: [] },
}))

let keys = 0
const posting = (entry_type: string, entry_at: string, basis = 'BOTH') => {
  const key = `k${++keys}`
  return {
    ...{ posting_key: key, source_type: 'test', source_id: key, entry_type, basis, agent: 'API', entry_at },
    ...{ line_items: sides, tags: [] },
  }
}
const post = (business: BusinessWrite, postings: ReturnType<typeof posting>[], by: Ledger = ledger) =>
  postPostings(by, requestFor(business.clientId, business.businessId), { decisionEpoch: 1_000_000, postings })

/** A year of two types and two bases, with an opening balance. */
async function booksOfAYear(): Promise<BusinessWrite> {
  const business = await openTestBusiness(ledger)
  // From then on there is something to close.
  await admin.query(`UPDATE businesses SET activation_at = '2025-01-01T00:00:00Z' WHERE id = $1`, [business.businessId])
  const all = Array.from({ length: MONTHS * OF_A_MONTH }, (_, n) =>
    posting(
      n % 4 === 0 ? 'BANK' : 'MANUAL',
      new Date(Date.UTC(2025, n % MONTHS, 1 + (n % 28), 12)).toISOString(),
      n % 5 === 0 ? 'CASH' : 'BOTH',
    ),
  )
  await post(business, [...all, posting('OPENING_BALANCE', '2025-01-01T00:00:00Z')])
  return business
}

const RANGES: EntryFilter[] = [
  {},
  { from: new Date('2025-02-01T00:00:00Z') },
  { from: new Date('2025-02-10T00:00:00Z'), before: new Date('2025-09-10T00:00:00Z') },
  { from: new Date('2025-03-02T00:00:00Z'), before: new Date('2025-03-20T00:00:00Z') },
]

const countOf = (business: BusinessWrite, filter: EntryFilter) =>
  ledger.db.transact(business, (tx) => countEntries(tx, business.businessId, filter))

/** All types, bases and some ranges counted, beside what the entries say. */
async function expectRightCounts(business: BusinessWrite): Promise<void> {
  for (const range of RANGES)
    for (const entryType of [undefined, ...TYPES])
      for (const otherBasis of [undefined, 'CASH', 'ACCRUAL']) {
        const { rows } = await admin.query<{ n: string }>(
          `SELECT count(*) AS n FROM journal_entries
            WHERE business_id = $1 AND ($2::text IS NULL OR entry_type = $2) AND ($3::text IS NULL OR basis <> $3)
              AND entry_at >= coalesce($4::timestamptz, '-infinity') AND entry_at < coalesce($5::timestamptz, 'infinity')`,
          [business.businessId, entryType, otherBasis, range.from, range.before],
        )
        const filter = { ...range, entryType, otherBasis }
        expect({ filter, count: await countOf(business, filter) }).toEqual({ filter, count: Number(rows[0]?.n) })
      }
  const violations = await ledger.db.call(
    'SELECT * FROM check_books_v1($1, $2)',
    [business.clientId, business.businessId],
    business.businessId,
  )
  expect(violations).toEqual([])
}

const entriesRead = async (business: BusinessWrite, filter: EntryFilter) =>
  (
    await ledger.db.transact(business, (tx) =>
      rowsReadBy(tx, 'journal_entries', () => countEntries(tx, business.businessId, filter)),
    )
  ).rowsRead

/** Makes rows as the version before wrote them. */
const forgetCounters = (business: BusinessWrite) =>
  admin.query(
    'UPDATE account_balances SET bank_count = NULL, manual_count = NULL, other_count = NULL WHERE business_id = $1',
    [business.businessId],
  )
async function countRowsOfBefore(): Promise<void> {
  await admin.query(`DELETE FROM schema_migrations WHERE name = 'ledger/0018-count-entries-by-type.sql'`)
  await provision(ledgerDatabase(ledger.adminUrl))
}
const withoutCounters = async (business: BusinessWrite): Promise<number> =>
  (
    await admin.query(
      `SELECT FROM account_balances WHERE business_id = $1 AND account_id = '00000000-0000-0000-0000-000000000000'
          AND bank_count IS NULL`,
      [business.businessId],
    )
  ).rowCount ?? 0

describe('the number of entries of a type', () => {
  test('reads no entries of whole months, and of few types only those', async () => {
    const business = await booksOfAYear()
    for (const entryType of ['MANUAL', 'BANK'])
      for (const range of RANGES.slice(0, 2)) expect(await entriesRead(business, { entryType, ...range })).toBe(0)
    expect(await entriesRead(business, { entryType: 'OPENING_BALANCE' })).toBeLessThanOrEqual(1)
    // Of the parts of two months at the ends.
    expect(await entriesRead(business, { entryType: 'MANUAL', ...RANGES[2] })).toBeLessThanOrEqual(2 * OF_A_MONTH)
  })

  test('is right after a reversal, an opening balance and a closing, and on the first page of a list', async () => {
    const business = await booksOfAYear()
    await expectRightCounts(business)
    const { data } = await postJournalEntry(ledger, business, {
      entry_at: '2025-05-05T00:00:00Z',
      ...{ line_items: sides, tags: [] },
    })
    await reverseEntry(ledger, business, { entryId: data.id ?? '', memo: null })
    expect((await closeRetainedEarnings(ledger, fresh(business), asked())).data).toHaveLength(1)
    await expectRightCounts(business)
    const { pagination } = await listEntries(ledger, business, { entryType: 'MANUAL', page: { limit: 5 } })
    expect(pagination.total_count).toBe(await countOf(business, { entryType: 'MANUAL' }))
  })
})

describe('older rows, which have no counters by type,', () => {
  test('count by the index until a migration has counted them, and what is posted meanwhile counts once', async () => {
    const business = await booksOfAYear()
    await forgetCounters(business)
    await expectRightCounts(business)
    expect(await entriesRead(business, { entryType: 'MANUAL' })).toBeGreaterThan(0)
    // Into older rows, into rows of another slot beside them, and into a month of its own.
    const other = { ...replicaOf(ledger), slots: new Slots(9) }
    await post(business, [posting('BANK', '2025-06-06T00:00:00Z'), posting('MANUAL', '2025-06-06T00:00:00Z')])
    await post(business, [posting('BANK', '2025-06-07T00:00:00Z'), posting('MANUAL', '2026-01-01T00:00:00Z')], other)
    await expectRightCounts(business)
    await admin.query(`SELECT count_month_by_type_v1($1, '2025-06-01', 'BOTH')`, [business.businessId])
    await post(business, [posting('MANUAL', '2025-06-08T00:00:00Z'), posting('MANUAL', '2025-07-08T00:00:00Z')])
    await expectRightCounts(business)
    await countRowsOfBefore()
    expect(await withoutCounters(business)).toBe(0)
    expect(await entriesRead(business, { entryType: 'MANUAL' })).toBe(0)
    await post(business, [posting('BANK', '2025-06-09T00:00:00Z'), posting('MANUAL', '2025-07-09T00:00:00Z')], other)
    await expectRightCounts(business)
    expect(await entriesRead(business, { entryType: 'BANK' })).toBe(0)
  })

  test('are counted with a posting in flight, in a slot that has no row yet', async () => {
    const business = await booksOfAYear()
    await forgetCounters(business)
    const [holder, counter] = [await session(), await session()]
    await holder.query('BEGIN')
    // The totals of the month, of an account: the posting has written its entry by then, and not moved the journal's rows.
    await holder.query(
      `INSERT INTO account_balances SELECT business_id, account_id, tag_definition_id, grain, period, basis, 9, 0, 0, 0, 0
         FROM account_balances WHERE business_id = $1 AND account_id <> '00000000-0000-0000-0000-000000000000'
          AND period = '2025-06-01' AND grain = 'M' AND basis = 'BOTH'`,
      [business.businessId],
    )
    const other = { ...replicaOf(ledger), slots: new Slots(9) }
    const posted = post(business, [posting('BANK', '2025-06-06T00:00:00Z')], other)
    const waitingFor = (query: string, type: string) =>
      waitFor(`${query} to wait`, async () => {
        const { rowCount } = await admin.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND wait_event = $2 AND query LIKE '%' || $1 || '%'`,
          [query, type],
        )
        return (rowCount ?? 0) > 0
      })
    await waitingFor('post_entry', 'transactionid')
    const counted = counter.query(`SELECT count_month_by_type_v1($1, '2025-06-01', 'BOTH')`, [business.businessId])
    await waitingFor('count_month_by_type', 'advisory')
    await holder.query('ROLLBACK')
    await Promise.all([posted, counted])
    await countRowsOfBefore()
    expect(await withoutCounters(business)).toBe(0)
    await expectRightCounts(business)
    expect(await entriesRead(business, { entryType: 'BANK' })).toBe(0)
  })

  test('are not used any more if an older function posted into them', async () => {
    const business = await booksOfAYear()
    await post(business, [posting('BANK', '2025-06-06T00:00:00Z')])
    // It changes only the number of all entries.
    await admin.query(
      `UPDATE account_balances SET bank_count = bank_count - 1
        WHERE business_id = $1 AND period = '2025-06-01' AND basis = 'BOTH' AND bank_count IS NOT NULL`,
      [business.businessId],
    )
    await expectRightCounts(business)
    expect(await entriesRead(business, { entryType: 'BANK' })).toBeLessThanOrEqual(OF_A_MONTH)
  })
})
