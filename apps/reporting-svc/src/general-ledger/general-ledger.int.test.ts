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
  // Before PostgreSQL 18 those of the other account, too, while there are no statistics.
  expect(rowsRead).toBeLessThanOrEqual(35 * 2)
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

test('a line names its customer or vendor, else whom the bank names, by copies of the business itself', async () => {
  const [own, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const [account, customer, vendor, stranger] = [1, 2, 3, 4].map(() => crypto.randomUUID())
  const transaction = crypto.randomUUID()
  const contact = (businessId: string, id: string | undefined, name: string) =>
    db.transact({ businessId }, (tx) =>
      tx.rows(`INSERT INTO contacts (business_id, contact_id, name, version, event_id) VALUES ($1, $2, $3, 1, 'e')`, [
        businessId,
        id,
        name,
      ]),
    )
  await contact(own, customer, 'Ada')
  await contact(own, vendor, 'Looms')
  await contact(other, stranger, 'Secret')
  const lines = [
    { customer_id: customer },
    { vendor_id: vendor },
    { vendor_id: vendor, source_type: 'bank_transaction', source_id: transaction },
    { source_type: 'bank_transaction', source_id: transaction },
    { source_type: 'bill', source_id: transaction },
    { customer_id: stranger },
  ]
  const { lines: found } = await db.transact({ businessId: own }, async (tx) => {
    await tx.rows(
      `INSERT INTO bank_transactions (business_id, transaction_id, day, waits, version, event_id, counterparty)
       VALUES ($1, $2, '2026-01-01', false, 1, 'e', 'LOOM CO')`,
      [own, transaction],
    )
    await tx.rows(
      `INSERT INTO entries (business_id, entry_id, source_type, source_id, version, event_id)
       SELECT $1, md5(n::text)::uuid, l->>'source_type', l->>'source_id', 1, n::text
         FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS x(l, n)`,
      [own, JSON.stringify(lines)],
    )
    await tx.rows(
      `INSERT INTO entry_lines (business_id, entry_id, position, line_id, account_id, basis, is_closing, day, entry_at, direction,
                                amount, tag_value_ids, customer_id, vendor_id)
       SELECT $1, md5(n::text)::uuid, 0, n, $3, 'BOTH', false, '2026-01-01', timestamptz '2026-01-01 12:00Z' + n * interval '1 min',
              'DEBIT', 1, '{}', (l->>'customer_id')::uuid, (l->>'vendor_id')::uuid
         FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS x(l, n)`,
      [own, JSON.stringify(lines), account],
    )
    const query = { start: '2026-01-01', end: '2026-01-01', bases: ['BOTH'] as const, tagValueIds: undefined }
    return loadLedgerLines(tx, own, { ...query, accountIds: [account ?? ''] }, undefined, 100)
  })
  expect(found.map(({ party }) => party)).toEqual(['Ada', 'Looms', 'Looms', 'LOOM CO', null, null])
})
