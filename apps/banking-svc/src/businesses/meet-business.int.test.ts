import { randomUUID } from 'node:crypto'
import { waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { loadCategoryAccounts, loadTagDefinitions } from '../reference/reference.store.ts'
import { EQUAL_AMOUNTS } from './business.ts'
import { meetBusiness } from './meet-business.ts'

let banking: TestBanking
beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(() => banking.stop())

const countAccounts = async (request: { clientId: string; businessId: string }): Promise<number> => {
  const [row] = await banking.db.transact(request, (tx) =>
    tx.rows<{ count: string }>('SELECT count(*) FROM accounts WHERE business_id = $1', [request.businessId]),
  )
  return Number(row?.count)
}

test('a business that is new here comes with its facts, its chart and its tags', async () => {
  const request = await openTestBusiness(banking, { time_zone: 'Pacific/Auckland', currency: 'JPY' })
  const { message } = await banking.ledger.postings.AskBooks(
    {
      account_identifiers: [{ type: 'StableName', stable_name: 'RETAINED_EARNINGS' }],
      tags: [{ key: 'Region', value: 'North', value_display_name: 'The north' }],
    },
    { context: request },
  )
  const business = await meetBusiness(banking, request)
  expect(business).toMatchObject({
    id: request.businessId,
    clientId: request.clientId,
    timeZone: 'Pacific/Auckland',
    currency: 'JPY',
    archivedAt: null,
  })
  const [accountId, definitionId] = [message.accounts[0]?.id?.id ?? '', message.tags[0]?.definition_id ?? '']
  const known = await banking.db.transact(request, async (tx) => ({
    accounts: await loadCategoryAccounts(tx, request.businessId, [accountId]),
    tags: await loadTagDefinitions(tx, request.businessId, [definitionId]),
  }))
  expect(known.accounts.get(accountId)).toMatchObject({ stableName: 'RETAINED_EARNINGS', type: 'EQUITY' })
  expect(known.tags.get(definitionId)).toMatchObject({ key: 'Region', value: 'North', valueDisplayName: 'The north' })
})

test("another client's business is as unknown as one that does not exist, before and after it is known here", async () => {
  const request = await openTestBusiness(banking)
  const stranger = requestFor(randomUUID(), request.businessId)
  const unknown = { error: expect.objectContaining({ errorEnum: 'BusinessNotFound' }) as unknown }
  const refusalOf = (asking: Promise<unknown>) => asking.then(() => undefined).catch((error: unknown) => ({ error }))
  expect(await refusalOf(meetBusiness(banking, stranger))).toEqual(unknown)
  expect(await refusalOf(meetBusiness(banking, requestFor(request.clientId, randomUUID())))).toEqual(unknown)
  expect(await refusalOf(meetBusiness(banking, requestFor(request.clientId, 'x')))).toEqual(unknown)
  await meetBusiness(banking, request)
  expect(await refusalOf(meetBusiness(banking, stranger))).toEqual(unknown)
})

test('many requests for a new business, of several processes, all meet it', async () => {
  const request = await openTestBusiness(banking)
  // What is remembered and shared within a process hangs on its database.
  const processes = Array.from({ length: 5 }, () => ({
    ...banking,
    db: Object.assign(Object.create(banking.db) as typeof banking.db, {}),
  }))
  const businesses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => meetBusiness(processes[index % 5] ?? banking, request)),
  )
  expect(new Set(businesses.map(({ id, version }) => `${id} ${version}`)).size).toBe(1)
  expect(await countAccounts(request)).toBeGreaterThan(60)
})

test('once known, a business is met without the ledger, and only equal amounts are suggested while it is away', async () => {
  const request = await openTestBusiness(banking)
  expect((await meetBusiness(banking, request)).suggestionRules.suggestsAdjustments).toBe(true)
  await banking.ledgerProcess.stop('SIGKILL')
  try {
    const elsewhere = { ...banking, db: Object.assign(Object.create(banking.db) as typeof banking.db, {}) }
    const business = await meetBusiness(elsewhere, request)
    expect(business.id).toBe(request.businessId)
    expect(business.suggestionRules).toEqual(EQUAL_AMOUNTS)
    await expect(meetBusiness(banking, requestFor(request.clientId, randomUUID()))).rejects.toMatchObject({
      errorEnum: 'ServiceUnavailable',
    })
  } finally {
    await banking.ledgerProcess.restart()
  }
  await waitFor('the ledger to answer again', async () =>
    banking.ledger.businesses.GetBusiness({}, { context: request }).then(
      () => true,
      () => undefined,
    ),
  )
})
