/** The statement that sets the tenant refuses a business of another client. */
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

test.each(['transact', 'snapshot'] as const)(
  '%s does nothing for a business of another client, nor for one that is not',
  async (method) => {
    const strangers = [
      { clientId: own.clientId, businessId: foreign.businessId },
      { clientId: own.clientId, businessId: randomUUID() },
      { clientId: own.clientId, businessId: NO_BUSINESS },
      { clientId: randomUUID(), businessId: own.businessId },
    ]
    let reached = 0
    for (const tenant of strangers)
      await expect(ledger.db[method](tenant, () => Promise.resolve((reached += 1)))).rejects.toEqual(
        notFound(tenant.businessId),
      )
    expect(reached).toBe(0)
    await ledger.db[method](own, () => Promise.resolve((reached += 1)))
    await ledger.db[method]({ clientId: own.clientId, businessId: own.businessId.toUpperCase() }, () =>
      Promise.resolve((reached += 1)),
    )
    await ledger.db[method]({ clientId: own.clientId }, () => Promise.resolve((reached += 1)))
    await ledger.db[method]({ businessId: own.businessId }, () => Promise.resolve((reached += 1)))
    expect(reached).toBe(4)
  },
)

test('a function that sets the tenant itself refuses it, too', async () => {
  const day = { accountId: randomUUID(), day: '2026-01-01' }
  await sealAccountDay(ledger.db, { ...own, ...day })
  await expect(sealAccountDay(ledger.db, { ...own, businessId: foreign.businessId, ...day })).rejects.toEqual(
    notFound(foreign.businessId),
  )
  await expect(
    ledger.db.call('SELECT * FROM check_books_v1($1, $2)', [own.clientId, foreign.businessId]),
  ).rejects.toEqual(notFound(foreign.businessId))
})
