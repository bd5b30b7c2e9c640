/** Accounts with very many lines, loaded through the ledger's own SQL function. */
import type pg from 'pg'
import { v7 } from 'uuid'
import { callGateway, type Gateway } from '../tools/gateway.ts'
import { post, postEntriesCall, type Books, type RawEntry, type RawLine } from './raw-entries.ts'
import type { Setting } from './setting.ts'

/** One account with `lines` lines, and how its lines lie in time. */
export type LongAccount = { name: string; id: string; lines: number; from: Date; until: Date }

/** Lines of an entry on the long account; one more line balances them. */
const LINES_PER_ENTRY = 8
const ENTRIES_PER_CALL = 1_250
const FIRST_AMOUNT = 100

/** The final balance of the account. */
export const balanceOf = ({ lines }: LongAccount): number =>
  (lines / LINES_PER_ENTRY) * (LINES_PER_ENTRY * FIRST_AMOUNT + (LINES_PER_ENTRY * (LINES_PER_ENTRY - 1)) / 2)

export async function createAccount(gateway: Gateway, base: string, name: string): Promise<string> {
  const account = { name, account_subtype: 'CURRENT_ASSET' }
  const { data } = await callGateway<'createAccount'>(gateway, `${base}/ledger/accounts`, account)
  return data.id.id
}

/**
 * Fills the account in order of time: entries of nine lines, eight of them on the account and one on `counter`, posted by
 * thousands a call and without events, since only reading is measured. Then the days that got long are given their sums,
 * as ledger-svc does behind each posting.
 */
export async function fill(pool: pg.Pool, books: Books, account: LongAccount, counter: string): Promise<void> {
  const count = account.lines / LINES_PER_ENTRY
  const longDays = new Set<string>()
  for (let from = 0; from < count; from += ENTRIES_PER_CALL) {
    const until = Math.min(count, from + ENTRIES_PER_CALL)
    const entries = Array.from({ length: until - from }, (_, index) =>
      entryOf(account, counter, (from + index) / count),
    )
    const { long_account_ids, long_days } = await post(pool, postEntriesCall(books, 0, entries))
    long_account_ids?.forEach((id, index) => longDays.add(`${id} ${long_days?.[index]}`))
  }
  for (const longDay of longDays) {
    const [accountId, day] = longDay.split(' ')
    await pool.query('SELECT seal_account_day_v1($1, $2, $3, $4)', [books.clientId, books.businessId, accountId, day])
  }
}

function entryOf({ id, from, until }: LongAccount, counter: string, place: number): RawEntry {
  const entryAt = new Date(from.getTime() + Math.floor(place * (until.getTime() - from.getTime())))
  const line = (accountId: string, amount: number, direction: RawLine['direction']): RawLine => ({
    id: v7(),
    accountId,
    amount,
    direction,
  })
  const ours = Array.from({ length: LINES_PER_ENTRY }, (_, index) => line(id, FIRST_AMOUNT + index, 'DEBIT'))
  const total = ours.reduce((sum, { amount }) => sum + amount, 0)
  return { id: v7(), entryAt: entryAt.toISOString(), memo: null, lines: [...ours, line(counter, total, 'CREDIT')] }
}

/** What autovacuum would do in its own time: statistics and visibility, so that plans are those of a settled database. */
export async function settleTables({ superuser }: Setting): Promise<void> {
  await superuser.query('VACUUM ANALYZE line_items, journal_entries, account_balances, account_day_blocks')
  await superuser.query('CHECKPOINT')
}
