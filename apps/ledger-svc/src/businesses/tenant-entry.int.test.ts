/** The statement that sets the tenant refuses a business of another client. */
import type { Tx } from '@pacioli/db'
import { NO_BUSINESS } from '@pacioli/db/no-business'
import type { BusinessWrite } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { sealAccountDay } from '../journal/posting.store.ts'

let ledger: TestLedger
let own: BusinessWrite
let foreign: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger()
  own = await openTestBusiness(ledger)
  foreign = await openTestBusiness(ledger)
})
afterAll(() => ledger.stop())

const notFound = (businessId: string) =>
  expect.objectContaining({
    errorEnum: 'BusinessNotFound',
    problems: [
      {
        type: 'NotFound',
        error_enum: 'BusinessNotFound',
        description: `There is no business ${businessId}.`,
        meta: { field: 'businessId', value: businessId },
      },
    ],
  }) as unknown

test.each(['transact', 'read', 'snapshot'] as const)(
  '%s does nothing for a business of another client, nor for one that is not',
  async (method) => {
    const strangers = [
      { clientId: own.clientId, businessId: foreign.businessId },
      { clientId: own.clientId, businessId: randomUUID() },
      { clientId: own.clientId, businessId: NO_BUSINESS },
      { clientId: randomUUID(), businessId: own.businessId },
    ]
    // What the work asks first travels with the statement that sets the tenant: it is not run if that refuses.
    let answered = 0
    const work = async (tx: Tx) => {
      await tx.rows('SELECT 1')
      answered += 1
    }
    for (const tenant of strangers) {
      await expect(ledger.db[method](tenant, work)).rejects.toEqual(notFound(tenant.businessId))
      await expect(ledger.db[method](tenant, () => Promise.resolve())).rejects.toEqual(notFound(tenant.businessId))
    }
    expect(answered).toBe(0)
    await ledger.db[method](own, work)
    await ledger.db[method]({ clientId: own.clientId, businessId: own.businessId.toUpperCase() }, work)
    await ledger.db[method]({ clientId: own.clientId }, work)
    await ledger.db[method]({ businessId: own.businessId }, work)
    expect(answered).toBe(4)
  },
)

test('a function that sets the tenant itself refuses it, too', async () => {
  const day = { accountId: randomUUID(), day: '2026-01-01' }
  await sealAccountDay(ledger.db, { ...own, ...day })
  await expect(sealAccountDay(ledger.db, { ...own, businessId: foreign.businessId, ...day })).rejects.toEqual(
    notFound(foreign.businessId),
  )
  await expect(
    ledger.db.call('SELECT * FROM check_books_v1($1, $2)', [own.clientId, foreign.businessId], foreign.businessId),
  ).rejects.toEqual(notFound(foreign.businessId))
})
