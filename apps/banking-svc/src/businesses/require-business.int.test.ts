import { Database } from '@pacioli/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, withoutLedger, type TestBanking } from '../banking.test-helpers.ts'
import { EQUAL_AMOUNTS } from '../matches/match-thresholds.ts'
import { requireBusiness } from './require-business.ts'

let banking: TestBanking
beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(() => banking.stop())

test('a known business needs no ledger, and only equal amounts are suggested while the ledger is unavailable', async () => {
  const request = await openTestBusiness(banking)
  expect((await requireBusiness(banking, request)).suggestionRules.suggestsAdjustments).toBe(true)
  await withoutLedger(banking, async (alone) => {
    // The cache of a process belongs to its database.
    const elsewhere = { ...alone, db: new Database(banking.db) }
    const business = await requireBusiness(elsewhere, request)
    expect(business.id).toBe(request.businessId)
    expect(business.suggestionRules).toEqual(EQUAL_AMOUNTS)
  })
})
