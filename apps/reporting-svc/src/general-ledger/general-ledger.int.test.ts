import type { Database } from '@pacioli/db'
import { rowsReadBy } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportingDatabase } from '../reporting.test-helpers.ts'
import { loadLedgerLines } from './general-ledger.store.ts'

const tenant = { clientId: crypto.randomUUID(), businessId: crypto.randomUUID() }
const [cash, sales] = [crypto.randomUUID(), crypto.randomUUID()]
const DAYS = 2_000

let db: Database

beforeAll(async () => {
  db = (await reportingDatabase()).app
  await db.transact(tenant, async (tx) => {
    await tx.rows(
      `INSERT INTO entries (business_id, entry_id, version, event_id)
       SELECT $1, md5(n::text)::uuid, 1, n::text FROM generate_series(1, ${DAYS}) n`,
      [tenant.businessId],
    )
    // An entry a day, all in one account and in another one. In Kiritimati, 14 hours ahead, its day is the next one.
    await tx.rows(
      `INSERT INTO entry_lines (business_id, entry_id, position, line_id, account_id, basis, is_closing, day, entry_at,
                                direction, amount, tag_value_ids)
       SELECT $1, md5(n::text)::uuid, side, n || '.' || side, CASE side WHEN 0 THEN $2::uuid ELSE $3 END, 'BOTH', false,
              date '2020-01-01' + n + 1, (date '2020-01-01' + n)::timestamp AT TIME ZONE 'UTC' + interval '12 hours',
              CASE side WHEN 0 THEN 'DEBIT' ELSE 'CREDIT' END, n, '{}'
         FROM generate_series(1, ${DAYS}) n, generate_series(0, 1) side`,
      [tenant.businessId, cash, sales],
    )
  })
})
afterAll(() => db.close())

const read = (accountIds: string[], start: string, end: string) =>
  db.transact(tenant, (tx) => {
    const query = { accountIds, start, end, bases: ['ACCRUAL', 'BOTH'] as const, tagValueIds: undefined }
    return rowsReadBy(tx, 'entry_lines', () => loadLedgerLines(tx, tenant.businessId, query, undefined, 5_000))
  })

test.each([
  ['one account', [cash]],
  ['several accounts', [cash, sales]],
])('the lines of a month are found by their time, and no other month is read: %s', async (_what, accountIds) => {
  const { answer, rowsRead } = await read(accountIds, '2024-03-01', '2024-03-31')
  expect(answer.lines.map(({ day }) => day).slice(0, 2)).toEqual(['2024-03-01', '2024-03-02'])
  expect(answer.lines).toHaveLength(31 * accountIds.length)
  expect(rowsRead).toBeLessThanOrEqual(35 * accountIds.length)
})

test('the rest of a long account begins where a page ended', async () => {
  const query = { accountIds: [cash], start: '2020-01-01', end: '2026-12-31', bases: ['BOTH'] as const }
  const all = { ...query, tagValueIds: undefined }
  const [first, second] = await db.transact(tenant, async (tx) => {
    const one = await loadLedgerLines(tx, tenant.businessId, all, undefined, 900)
    return [one, await rowsReadBy(tx, 'entry_lines', () => loadLedgerLines(tx, tenant.businessId, all, one.last, 900))]
  })
  expect(second.answer.lines[0]?.amount).toBe((first.lines.at(-1)?.amount ?? 0) + 1)
  expect(second.rowsRead).toBeLessThanOrEqual(901)
})
