/** Which request an entry and its effects belong to. */
import type { BusinessWrite } from '@pacioli/rpc'
import { servingRequest } from '@pacioli/telemetry'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { resolveBooks } from '../posting/resolve-books.ts'
import { postPostings } from '../posting/post-postings.ts'
import { saleOf } from '../tags/tags.test-helpers.ts'
import { postJournalEntry, reverseEntry } from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let business: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger()
})
beforeEach(async () => {
  business = await openTestBusiness(ledger)
})
afterAll(() => ledger.stop())

const entries = async () =>
  ledger.db.transact(business, (tx) =>
    tx.rows('SELECT posting_key, request_id FROM journal_entries WHERE business_id = $1 ORDER BY seq', [
      business.businessId,
    ]),
  )

const requestsOfEvents = async () =>
  (
    await ledger.relayDb.transact({ businessId: business.businessId }, (tx) =>
      tx.rows<{ subject: string; request: string | null }>(
        `SELECT subject, event::json ->> 'requestid' AS request FROM events
          WHERE business_id = $1 AND aggregate_type IN ('entry', 'tag_value') ORDER BY position`,
        [business.businessId],
      ),
    )
  ).map(({ subject, request }) => [subject.split('.').slice(2, 4).join('.'), request])

test('an entry, its tags and their events name the request they come from, if there is one', async () => {
  const tagged = { ...saleOf(5), tags: [{ key: 'site', value: 'a' }] }
  const { data } = await servingRequest({ requestId: 'r-1' }, () => postJournalEntry(ledger, business, tagged))
  await postJournalEntry(ledger, business, saleOf(5))
  await servingRequest({ requestId: 'r-2' }, () =>
    reverseEntry(ledger, business, { entryId: data.id ?? '', memo: null }),
  )
  expect(await entries()).toEqual(['r-1', null, 'r-2'].map((request_id) => ({ posting_key: null, request_id })))
  expect(await requestsOfEvents()).toEqual([
    ['tag_value.created', 'r-1'],
    ['entry.posted', 'r-1'],
    ['entry.posted', null],
    ['entry.reversed', 'r-2'],
    ['entry.posted', 'r-2'],
  ])
  const values = await ledger.db.transact(business, (tx) =>
    tx.rows('SELECT request_id FROM tag_definitions WHERE business_id = $1', [business.businessId]),
  )
  expect(values).toEqual([{ request_id: 'r-1' }])
})

test('postings that are delivered together belong to the requests that they were decided in', async () => {
  const posting = (posting_key: string, request_id?: string) => ({
    posting_key,
    source_type: 'bank_transaction',
    source_id: '00000000-0000-7000-8000-000000000001',
    entry_type: 'BANK',
    basis: 'BOTH',
    agent: 'API',
    entry_at: '2026-01-15T12:00:00Z',
    line_items: saleOf(5).line_items,
    tags: [],
    request_id,
  })
  const { epoch: decisionEpoch } = await resolveBooks(ledger, business, [])
  await postPostings(ledger, business, {
    decisionEpoch,
    postings: [posting('a', 'r-1'), posting('b', 'r-2'), posting('c')],
  })
  const reversal = { ...posting('undo', 'r-3'), line_items: [], reverses: 'a' }
  await postPostings(ledger, business, { decisionEpoch, postings: [reversal] })
  expect(await entries()).toEqual([
    { posting_key: 'a', request_id: 'r-1' },
    { posting_key: 'b', request_id: 'r-2' },
    { posting_key: 'c', request_id: null },
    { posting_key: 'undo', request_id: 'r-3' },
  ])
  expect((await requestsOfEvents()).map(([, request]) => request)).toEqual(['r-1', 'r-2', null, 'r-3', 'r-3'])
})
