/** Matches are updated with their documents. */
import { TagsService } from '@pacioli/protos/ledger'
import { clientOfService } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestBanking, withoutLedger, type TestBanking } from '../banking.test-helpers.ts'
import { closeBooks } from '../categorization/categorization.test-helpers.ts'
import { aVendor, changed, announce, type TestTag } from './documents.test-helpers.ts'
import { deliverAll, startConsumer, transactionNow } from './matching.test-helpers.ts'
import {
  confirm,
  matched,
  matchEntries,
  openCheckingIn,
  openPayables,
  refusalOf,
  standing,
  standingLines,
  tagsOf,
  violationsOf,
  type Payables,
} from './payables.test-helpers.ts'
import { getTransaction, uncategorizeTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
let shared: Payables
beforeAll(async () => {
  banking = await startTestBanking()
  intake = startConsumer(banking)
  shared = await openPayables(banking)
})
afterAll(async () => {
  expect(await violationsOf(shared)).toEqual([])
  await intake.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

describe('a match whose document', () => {
  test('is deleted, or gets another amount, ends, and its posting is reversed', async () => {
    const payables = await openCheckingIn(shared)
    const { document, transaction } = await matched(payables)
    const deleted = changed(document, { isOpen: false, parts: [] })
    await announce(banking, payables.request, deleted)
    await announce(banking, payables.request, document, deleted)
    expect(await transactionNow(banking, payables.request, transaction)).toMatchObject({
      status: 'READY_FOR_INPUT',
      matchId: null,
      vendorId: null,
    })
    expect(await standing(payables)).toEqual([0, 0])
    expect(await refusalOf(confirm(payables, transaction, document))).toBe('MatchNotPossible')
    const back = { ...changed(deleted, { isOpen: true, parts: document.parts }), version: 3 }
    await announce(banking, payables.request, back)
    expect((await confirm(payables, transaction, back)).posting).toBe('posted')
    await announce(banking, payables.request, changed(back, { amount: 1_001 }))
    expect(await transactionNow(banking, payables.request, transaction)).toMatchObject({ status: 'READY_FOR_INPUT' })
    expect(await standing(payables)).toEqual([0, 0])
  })

  test('gets other tags stays, and is reposted once, however often the event comes', async () => {
    const payables = await openCheckingIn(shared)
    const [north, south] = (await tagsOf(payables, 'North', 'South')) as [TestTag, TestTag]
    const { document, transaction } = await matched(payables, { parts: [{ amount: 1_000, tags: [north] }] })
    const matchId = (await transactionNow(banking, payables.request, transaction)).matchId
    const second = changed(document, {
      parts: [
        { amount: 700, tags: [north] },
        { amount: 300, tags: [south] },
      ],
    })
    const third = changed(second, { parts: [{ amount: 1_000, tags: [] }] })
    await announce(banking, payables.request, second)
    expect(await standingLines(payables)).toEqual([
      'CREDIT 700 North',
      'DEBIT 700 North',
      'CREDIT 300 South',
      'DEBIT 300 South',
    ])
    await announce(banking, payables.request, third)
    await announce(banking, payables.request, second)
    await announce(banking, payables.request, document, third, second)
    expect(await standingLines(payables)).toEqual(['CREDIT 1000', 'DEBIT 1000'])
    expect(await standing(payables)).toEqual([-1_000, -1_000])
    const now = await transactionNow(banking, payables.request, transaction)
    expect(now).toMatchObject({ status: 'MATCHED', matchId })
    // Three postings, two of them reversed.
    expect((await matchEntries(payables)).length).toBe(5)
    await uncategorizeTransaction(banking, payables.request, transaction.id)
    expect(await standing(payables)).toEqual([0, 0])
  })

  test('needs a repost on an account that was archived since ends', async () => {
    const payables = await openCheckingIn(shared)
    const { request } = payables
    const { message } = await banking.ledger.accounts.CreateAccount(
      { name: 'Wires', account_subtype: 'UNDEPOSITED_OUTFLOWS' },
      { context: { clientId: request.clientId, businessId: request.businessId } },
    )
    const clearingAccountId = message.data?.id?.id ?? ''
    const wires = { ...payables, clearingAccountId }
    const { document, transaction } = await matched(wires)
    await banking.ledger.accounts.UpdateAccount(
      { account_id: clearingAccountId, archived: true, cleared: [] },
      { context: { clientId: request.clientId, businessId: request.businessId } },
    )
    await announce(
      banking,
      request,
      changed(document, { parts: [{ amount: 1_000, tags: await tagsOf(payables, 'A') }] }),
    )
    expect(await transactionNow(banking, request, transaction)).toMatchObject({ status: 'READY_FOR_INPUT' })
    expect(await standing(wires)).toEqual([0, 0])
  })

  test('gets another vendor changes the transaction and its entry; other changes affect neither', async () => {
    const payables = await openCheckingIn(shared)
    const { document, transaction } = await matched(payables, { vendor: aVendor('V-4') })
    const before = await transactionNow(banking, payables.request, transaction)
    const later = changed(document, { date: '2026-01-16T00:00:00.000Z', description: 'June' })
    await announce(banking, payables.request, later)
    expect(await transactionNow(banking, payables.request, transaction)).toEqual(before)
    expect((await getTransaction(banking, payables.request, transaction.id)).match?.details).toMatchObject({
      date: '2026-01-16T00:00:00.000Z',
      description: 'June',
    })
    expect((await matchEntries(payables)).length).toBe(1)
    const vendor = aVendor('V-5')
    await announce(banking, payables.request, changed(later, { vendor }))
    await announce(banking, payables.request, changed(later, { vendor }))
    const after = await transactionNow(banking, payables.request, transaction)
    expect(after).toEqual({
      ...before,
      vendorId: vendor.id,
      version: before.version + 1,
      updatedAt: after.updatedAt,
    })
    const entries = await matchEntries(payables)
    expect(entries.length).toBe(3)
    const live = entries.filter(({ reversal_of_id, reversal_id }) => !reversal_of_id && !reversal_id)
    expect(live.flatMap(({ line_items }) => line_items.map(({ vendor_id }) => vendor_id))).toEqual([
      vendor.id,
      vendor.id,
    ])
    expect(await standing(payables)).toEqual([-1_000, -1_000])
  })

  test('has events in any order, batches and repetitions ends up as in its newest version', async () => {
    const payables = await openCheckingIn(shared)
    const { request } = payables
    const tags = await tagsOf(payables, 'North', 'South')
    const change = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(...tags).map((tag) => ({ amount: 1_000, parts: [{ amount: 1_000, tags: [tag] }] })),
      },
      fc.constant({ vendor: aVendor('V-9') }),
      fc.constant({ amount: 900 }),
      fc.constant({ isOpen: false }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 2, maxLength: 4 }),
        fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        async (changes, batches) => {
          const { document, transaction } = await matched(payables)
          const versions = [document]
          for (const one of changes) versions.push(changed(versions.at(-1) ?? document, one))
          const last = versions.at(-1) ?? document
          for (const batch of batches)
            await announce(banking, request, ...batch.map((index) => versions[index % versions.length] ?? document))
          await announce(banking, request, last)
          for (const batch of batches)
            await announce(banking, request, ...batch.map((index) => versions[index % versions.length] ?? document))
          const now = await transactionNow(banking, request, transaction)
          // A version whose event never came may have ended it, too.
          if (!last.isOpen || last.amount !== document.amount) expect(now.status).toBe('READY_FOR_INPUT')
          if (now.status === 'MATCHED') expect(now.vendorId).toBe(last.vendor?.id)
          await uncategorizeTransaction(banking, request, transaction.id)
          expect(await standing(payables)).toEqual([0, 0])
        },
      ),
      { numRuns: 3, endOnFailure: true },
    )
  }, 120_000)

  test('changes while the ledger is unavailable is updated once it is back', async () => {
    const payables = await openCheckingIn(shared)
    const { document, transaction } = await matched(payables)
    const deleted = changed(document, { isOpen: false })
    await withoutLedger(banking, async (alone) => {
      expect(await refusalOf(announce(alone, payables.request, deleted))).toBe('ServiceUnavailable')
      expect(await transactionNow(alone, payables.request, transaction)).toMatchObject({ status: 'MATCHED' })
    })
    await announce(banking, payables.request, deleted)
    expect(await transactionNow(banking, payables.request, transaction)).toMatchObject({ status: 'READY_FOR_INPUT' })
    await deliverAll(banking, payables.request)
    expect(await standing(payables)).toEqual([0, 0])
  })

  // Last, since it closes the books for all tests.
  test('carries a value that was archived since is posted with it, after a period that was closed since', async () => {
    const payables = await openCheckingIn(shared)
    const { request } = payables
    const context = { clientId: request.clientId, businessId: request.businessId }
    const [north] = (await tagsOf(payables, 'North')) as [TestTag]
    const { document, transaction } = await matched(payables)
    const definition_id = north.definition_id
    const tagsClient = clientOfService(TagsService, { target: banking.ledgerProcess.target, count: 1 })
    await tagsClient.client.UpdateTagValue({ definition_id, is_archived: true, cleared: [] }, { context })
    tagsClient.close()
    await waitFor('the value to be known as archived', async () => {
      const rows = await banking.db.transact(request, (tx) =>
        tx.rows('SELECT FROM tag_values WHERE business_id = $1 AND definition_id = $2 AND archived_at IS NOT NULL', [
          request.businessId,
          definition_id,
        ]),
      )
      return rows.length === 1
    })
    await closeBooks(banking, request, '2026-01-31')
    await announce(banking, request, changed(document, { parts: [{ amount: 1_000, tags: [north] }] }))
    expect(await standingLines(payables)).toEqual(['CREDIT 1000 North', 'DEBIT 1000 North'])
    const entries = (await matchEntries(payables)).map(({ entry_at }) => entry_at)
    expect(entries).toEqual(['2026-01-14T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'])
    expect(await transactionNow(banking, request, transaction)).toMatchObject({ status: 'MATCHED' })
  })
})
