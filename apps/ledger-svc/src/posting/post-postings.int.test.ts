/** What the services that post rely on: repeated, outdated and concurrent deliveries, and renamed tags. */
import type { BusinessWrite } from '@pacioli/rpc'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toEntryMessage } from '../journal/entry.messages.ts'
import { openTestBusiness, replicaOf, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { replayBusiness } from '../replay/replay-aggregates.ts'
import { refusal, saleOf, stable, tagging, violations } from '../tags/tags.test-helpers.ts'
import { resolveBooks } from './resolve-books.ts'
import { getBalances } from './get-balances.ts'
import { postPostings } from './post-postings.ts'
import {
  applyTags,
  archiveBusiness,
  createAccount,
  getEntry,
  listAccountLines,
  reverseEntry,
  updateAccount,
  updateClientConfiguration,
  updateConfiguration,
  updateValue,
} from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let admin: pg.Client
let business: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
})
beforeEach(async () => {
  business = await openTestBusiness(ledger)
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

const SOURCE = '00000000-0000-7000-8000-000000000001'

const posting = (posting_key: string, more: object = {}) => ({
  posting_key,
  source_type: 'bank_transaction',
  source_id: SOURCE,
  entry_type: 'BANK',
  basis: 'BOTH',
  agent: 'API',
  entry_at: '2026-01-15T12:00:00Z',
  line_items: saleOf(5).line_items,
  tags: [],
  ...more,
})
type Posting = ReturnType<typeof posting>

const reversal = (posting_key: string, reverses: string): Posting & { reverses: string } => ({
  ...posting(posting_key, { line_items: [] }),
  reverses,
})

const epochNow = async (): Promise<number> => (await resolveBooks(ledger, business, [])).epoch

const post = (postings: Posting[], decisionEpoch: number, by: typeof ledger | ReturnType<typeof replicaOf> = ledger) =>
  postPostings(by, business, { decisionEpoch, postings })

const cash = async (): Promise<number | undefined> => {
  const id = (await ledger.books.get(business)).chart.byStableName.get('CASH')?.id ?? ''
  return (await getBalances(ledger, business, [id], 'ACCRUAL'))[0]?.balance
}

describe('what was decided before', () => {
  test('the business was archived is posted and reversed, however its books changed since; what was decided after is not', async () => {
    const before = await epochNow()
    await archiveBusiness(ledger, business)
    const after = await epochNow()
    await updateClientConfiguration(ledger, business, { closing_date: '2024-12-31', cleared: [] })
    expect(await epochNow()).toBeGreaterThan(after)
    await post([posting('k:1')], before, replicaOf(ledger))
    await post([reversal('k:1:undo', 'k:1'), posting('k:2')], before, replicaOf(ledger))
    expect(await cash()).toBe(5)
    expect(await refusal(post([posting('k:3')], after))).toBe('BusinessArchived')
    expect(await refusal(post([reversal('k:2:undo', 'k:2')], after))).toBe('BusinessArchived')
    expect(await violations(admin, business)).toEqual([])
  })

  test('an account was archived is posted; what was decided after is not, but a reversal is', async () => {
    const { data } = await createAccount(ledger, business, {
      name: 'Till',
      account_subtype: 'CASH',
      stable_name: 'TILL',
      parent_id: null,
    })
    const id = data.id?.id ?? ''
    const onTill = (key: string) =>
      posting(key, {
        line_items: [
          { account_identifier: { type: 'AccountId', id }, direction: 'DEBIT', amount: 5, tags: [] },
          { account_identifier: stable('SALES'), direction: 'CREDIT', amount: 5, tags: [] },
        ],
      })
    const before = await epochNow()
    await updateAccount(ledger, business, { account_id: id, archived: true, cleared: [], parent_id: null })
    const after = await epochNow()
    await post([onTill('k:1')], before)
    expect(await refusal(post([onTill('k:2')], after))).toBe('AccountArchived')
    await post([reversal('k:1:undo', 'k:1')], after)
    expect(await violations(admin, business)).toEqual([])
  })

  test('a tag value was archived is posted with it; decided after, with a value that the document carries, not with a name', async () => {
    const { tags, epoch } = await resolveBooks(ledger, business, [], [{ key: 'site', value: 'a' }])
    const definition_id = tags[0]?.definitionId ?? ''
    await updateValue(ledger, business, { definition_id, is_archived: true, cleared: [] })
    const after = await epochNow()
    const named = { key: 'site', value: 'a' }
    expect(await refusal(post([posting('k:1', { tags: [named] })], epoch))).toBe('none')
    expect(await refusal(post([posting('k:2', { tags: [named] })], after))).toBe('TagValueArchived')
    expect(await refusal(post([posting('k:3', { tags: [{ ...named, definition_id: ledger.newId() }] })], after))).toBe(
      'TagValueArchived',
    )
    expect(await refusal(post([posting('k:4', { tags: [{ ...named, definition_id }] })], after))).toBe('none')
  })
})

describe('in a closed period', () => {
  test('a reversal moves to the first open instant, unless it was decided before', async () => {
    const before = await epochNow()
    await post([posting('k:1'), posting('k:2')], before)
    await updateConfiguration(ledger, business, { closing_date: '2026-01-31', cleared: [] })
    const after = await epochNow()
    const { data } = await post([reversal('k:1:undo', 'k:1')], after)
    expect((await getEntry(ledger, business, data[0]?.entry_id ?? '')).entryAt.toISOString()).toBe(
      '2026-02-01T00:00:00.000Z',
    )
    const late = await post([reversal('k:2:undo', 'k:2')], before)
    expect((await getEntry(ledger, business, late.data[0]?.entry_id ?? '')).entryAt.toISOString()).toBe(
      '2026-01-15T12:00:00.000Z',
    )
    expect(await refusal(post([posting('k:3')], after))).toBe('PeriodClosed')
    expect(await violations(admin, business)).toEqual([])
  })
})

describe('one posting', () => {
  test('that is delivered concurrently, alone and among others, posts once', async () => {
    const epoch = await epochNow()
    const keys = Array.from({ length: 5 }, (_, index) => `k:${index}`)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        post(
          (index % 3 === 0 ? keys.slice(0, 1) : index % 3 === 1 ? keys : keys.toReversed()).map((key) => posting(key)),
          epoch,
          replicaOf(ledger),
        ),
      ),
    )
    const ids = answers.flatMap(({ data }) => data.map(({ posting_key, entry_id }) => `${posting_key} ${entry_id}`))
    expect(new Set(ids).size).toBe(keys.length)
    expect(await cash()).toBe(5 * keys.length)
  })

  test('is reversed once: another reversal, under any key and at any time, gets that one', async () => {
    const epoch = await epochNow()
    await post([posting('k:1')], epoch)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => post([reversal(`undo:${index}`, 'k:1')], epoch, replicaOf(ledger))),
    )
    expect(new Set(answers.map(({ data }) => data[0]?.entry_id)).size).toBe(1)
    expect(answers.filter(({ data }) => data[0]?.created)).toHaveLength(1)
    const again = await post([reversal('undo:again', 'k:1'), posting('k:2')], epoch)
    expect(again.data.map(({ created }) => created)).toEqual([false, true])
    expect(await cash()).toBe(5)
  })

  test('is reversed in the call after the one that posted it, with what replaces it', async () => {
    const epoch = await epochNow()
    expect(await refusal(post([posting('k:1'), reversal('k:1:undo', 'k:1')], epoch))).toBe('EntryNotFound')
    await post([posting('k:1')], epoch)
    await post([reversal('k:1:undo', 'k:1'), posting('k:2', { line_items: saleOf(8).line_items })], epoch)
    await post([reversal('k:2:undo', 'k:2'), posting('k:3', { line_items: saleOf(9).line_items })], epoch)
    expect(await cash()).toBe(9)
    expect(await refusal(post([reversal('x', 'k:1:undo')], epoch))).toBe('EntryIsReversal')
  })

  test('names the document and the party of each line: when read, announced, replayed and reversed', async () => {
    const [bill, other, customer, vendor] = [ledger.newId(), ledger.newId(), ledger.newId(), ledger.newId()]
    type Named = { document_id?: string; customer_id?: string; vendor_id?: string }
    const line = (stableName: string, direction: string, amount: number, names: Named = {}) => ({
      account_identifier: stable(stableName),
      direction,
      amount,
      tags: [],
      ...names,
    })
    const named: Named[] = [{ document_id: bill, vendor_id: vendor }, { document_id: other }, { customer_id: customer }]
    const line_items = [
      line('ACCOUNTS_PAYABLE', 'DEBIT', 3, named[0]),
      line('ACCOUNTS_PAYABLE', 'DEBIT', 2, named[1]),
      line('CASH', 'CREDIT', 5, named[2]),
    ]
    const epoch = await epochNow()
    await post([posting('k:1', { line_items })], epoch)
    const { data } = await post([reversal('k:1:undo', 'k:1')], epoch)
    const reversing = await getEntry(ledger, business, data[0]?.entry_id ?? '')
    const reversed = await getEntry(ledger, business, reversing.reversalOfId ?? '')
    const namesOf = ({ document_id, customer_id, vendor_id }: Named) => ({ document_id, customer_id, vendor_id })
    const names = named.map(namesOf)
    for (const entry of [reversing, reversed]) expect(toEntryMessage(entry).line_items?.map(namesOf)).toEqual(names)
    const { lines: shown } = await listAccountLines(ledger, business, { page: {}, accountId: 'CASH' })
    expect(shown.map(({ customerId }) => customerId)).toEqual([customer, customer])
    const namesIn = (event: string) =>
      (JSON.parse(event) as { data: { line_items: Named[] } }).data.line_items.map(namesOf)
    const { rows } = await admin.query<{ event: string }>(
      `SELECT event FROM events WHERE business_id = $1 AND aggregate_type = 'entry'`,
      [business.businessId],
    )
    const replayed: string[] = []
    for await (const { event } of replayBusiness(ledger, ledger.relayDb, business.businessId, ['entry']))
      replayed.push(event ?? '')
    // It was posted, posted in reverse and thereby reversed; replayed as it is.
    const events = [...rows.map(({ event }) => event), ...replayed]
    expect(events.map(namesIn)).toEqual(Array.from({ length: 5 }, () => names))
    for (const malformed of [{ document_id: 'b' }, { customer_id: 'c' }, { vendor_id: 'v' }]) {
      const wrong = [line('CASH', 'DEBIT', 1, malformed)]
      expect(await refusal(post([posting('k:2', { line_items: wrong })], epoch))).toBe('InvalidPayload')
    }
  })

  test('belongs to its document: callers neither reverse nor tag it', async () => {
    const { data } = await post([posting('k:1')], await epochNow())
    const [id = ''] = data.map(({ entry_id }) => entry_id)
    expect(await refusal(reverseEntry(ledger, business, { entryId: id, memo: null }))).toBe('EntryOwned')
    const tags = tagging('JOURNAL_ENTRY', [id], [{ key: 'site', value: 'a' }])
    expect(await refusal(applyTags(ledger, business, tags))).toBe('EntryOwned')
  })

  test('has a key of its own in its call, and a call has a bound', async () => {
    const epoch = await epochNow()
    expect(await refusal(post([posting('k:1'), posting('k:1')], epoch))).toBe('InvalidPayload')
    expect(await refusal(post([posting('')], epoch))).toBe('InvalidPayload')
    await post([posting('k:1')], epoch)
    expect(await refusal(post([reversal('a', 'k:1'), reversal('b', 'k:1')], epoch))).toBe('InvalidPayload')
    const many = (count: number) => Array.from({ length: count }, (_, index) => posting(`m:${index}`))
    expect(await refusal(post(many(1_001), epoch))).toBe('InvalidPayload')
    expect(await refusal(post(many(1_000), epoch))).toBe('none')
  })
})
