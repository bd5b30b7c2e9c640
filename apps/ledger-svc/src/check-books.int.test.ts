/** The operator's command to check the books. */
import { compileCacheEnv } from '@pacioli/dev-stack'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from './ledger.test-helpers.ts'
import { postJournalEntry } from './use-cases.test-helpers.ts'

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

const run = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'check-books.ts'), ...args], {
    env: {
      ...process.env,
      ...compileCacheEnv(),
      LEDGER_DATABASE_URL: ledger.appUrl,
      LEDGER_RELAY_DATABASE_URL: Object.assign(new URL(ledger.adminUrl), {
        username: 'ledger_relay',
        password: 'relay',
      }).href,
    },
  })

test('the command checks all businesses or one, names those with wrong books, and exits with 1 then', async () => {
  const [sound, wrong] = [await openTestBusiness(ledger), await openTestBusiness(ledger)]
  // A balance without a line.
  await admin.query(
    `INSERT INTO account_balances (business_id, account_id, tag_definition_id, grain, period, basis, slot, debits, credits,
                                   line_count, hidden_count)
     SELECT business_id, id, '00000000-0000-0000-0000-000000000000', 'M', '2026-01-01', 'BOTH', 0, 1, 0, 1, 0
       FROM accounts WHERE business_id = $1 LIMIT 1`,
    [wrong.businessId],
  )
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      new RegExp(`^${wrong.businessId} Test & Co: not so that .*2 businesses checked, [1-9]\\d* violations?\n$`, 's'),
    ),
  })
  expect((await run('--business', sound.businessId.toUpperCase())).stdout).toBe('1 business checked, 0 violations\n')
}, 120_000)

test('a wrong counter of entries by type is found, whether it is one too many or of another type', async () => {
  const business = await openTestBusiness(ledger)
  await postJournalEntry(ledger, business, {
    entry_at: '2026-03-01T10:00:00Z',
    line_items: (['DEBIT', 'CREDIT'] as const).map((direction) => ({
      account_identifier: { type: 'StableName', stable_name: direction === 'DEBIT' ? 'CASH' : 'SALES' },
      ...{ amount: 5, direction, tags: [] },
    })),
    tags: [],
  })
  const violations = () =>
    ledger.db.call<{ invariant: string }>(
      'SELECT * FROM check_books_v1($1, $2)',
      [business.clientId, business.businessId],
      business.businessId,
    )
  const set = (counts: string) =>
    admin.query(`UPDATE account_balances SET ${counts} WHERE business_id = $1 AND bank_count IS NOT NULL`, [
      business.businessId,
    ])
  expect(await violations()).toEqual([])
  for (const wrong of ['bank_count = 1, manual_count = 0', 'bank_count = 1', 'manual_count = 2']) {
    await set(wrong)
    expect(await violations()).toMatchObject([{ invariant: 'entries are counted by type as they are' }])
    await set('bank_count = 0, manual_count = 1')
  }
  // Not counted yet.
  await set('bank_count = NULL, manual_count = NULL, other_count = NULL')
  expect(await violations()).toEqual([])
})
