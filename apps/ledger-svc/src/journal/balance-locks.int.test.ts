/** When a posting locks which balance rows: those that all postings of a business share come last. */
import type pg from 'pg'
import type { BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, replicaOf, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { postJournalEntry } from '../use-cases.test-helpers.ts'
import { Slots } from '../balances/slots.ts'

const JOURNAL = '00000000-0000-0000-0000-000000000000'

let ledger: TestLedger
let business: BusinessWrite
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  business = await openTestBusiness(ledger)
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

const entry = (debit = 'CASH') => ({
  entry_at: '2026-03-01T10:00:00Z',
  line_items: [debit, 'SALES'].map((stable_name, at) => ({
    account_identifier: { type: 'StableName', stable_name },
    ...{ amount: 5, direction: at === 0 ? 'DEBIT' : 'CREDIT', tags: [] },
  })),
  tags: [],
})

const rowsOf = async (account: string): Promise<{ slot: number }[]> =>
  (
    await admin.query<{ slot: number }>(
      `SELECT DISTINCT b.slot FROM account_balances b LEFT JOIN accounts a ON a.business_id = b.business_id AND a.id = b.account_id
        WHERE b.business_id = $1 AND coalesce(a.stable_name, 'JOURNAL') = $2 ORDER BY b.slot`,
      [business.businessId, account],
    )
  ).rows

/** Whether a balance row of this account is locked right now. */
async function isLocked(accountId: string): Promise<boolean> {
  await admin.query('BEGIN')
  try {
    await admin.query('SELECT FROM account_balances WHERE business_id = $1 AND account_id = $2 FOR UPDATE NOWAIT', [
      business.businessId,
      accountId,
    ])
    return false
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return true
    throw error
  } finally {
    await admin.query('ROLLBACK')
  }
}

/** Posts while the balances of one account are locked, and returns what the posting has locked while it waits. */
async function heldWhileWaitingFor(stableName: string | null): Promise<{ journal: boolean; cash: boolean }> {
  const { rows } = await admin.query<{ id: string; stable_name: string }>(
    'SELECT id, stable_name FROM accounts WHERE business_id = $1 AND stable_name = ANY ($2)',
    [business.businessId, ['CASH', 'SALES']],
  )
  const idOf = (name: string): string => rows.find(({ stable_name }) => stable_name === name)?.id ?? ''
  const holder = await ledger.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM account_balances WHERE business_id = $1 AND account_id = $2 FOR UPDATE', [
    business.businessId,
    stableName === null ? JOURNAL : idOf(stableName),
  ])
  const posting = postJournalEntry(ledger, business, entry())
  await waitFor('the posting to wait for the row', async () => {
    const waiting = await admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%post_entry%'`,
    )
    return (waiting.rowCount ?? 0) > 0
  })
  const locked = { journal: stableName !== null && (await isLocked(JOURNAL)), cash: await isLocked(idOf('CASH')) }
  await holder.query('COMMIT')
  await holder.end()
  await posting
  return locked
}

test('a posting that waits for an account locks nothing that postings to other accounts need', async () => {
  await postJournalEntry(ledger, business, entry())
  expect(await heldWhileWaitingFor('SALES')).toMatchObject({ journal: false })
})

test('the rows of the journal are locked after those of all accounts', async () => {
  expect(await heldWhileWaitingFor(null)).toMatchObject({ cash: true })
})

test('two processes that post concurrently change different rows, of accounts and of the journal', async () => {
  const processes = [3, 11].map((first) => ({ ...replicaOf(ledger), slots: new Slots(first) }))
  const own = await openTestBusiness(ledger)
  business = own
  await Promise.all(processes.map((one) => postJournalEntry(one, own, entry('INVENTORY'))))
  for (const account of ['INVENTORY', 'SALES', 'JOURNAL'])
    expect(await rowsOf(account)).toEqual([{ slot: 3 }, { slot: 11 }])
})
