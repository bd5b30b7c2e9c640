/** Aging from events against a plain computation, for any order of events, books, zone and day. */
import { dayPlus } from '@pacioli/calendar'
import type { Database } from '@pacioli/db'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shuffle } from '../apply-events/shuffle.test-helpers.ts'
import { listBusinesses, rebuildBusiness } from '../rebuild/rebuild-business.ts'
import {
  billingEvent,
  delivered,
  entryEvent,
  rebuilding,
  reportingDatabase,
  sampleOwners,
  applierOf,
} from '../reporting.test-helpers.ts'
import { AGING_SIDES, type AgingDetailRow, type AgingSide } from './aging.ts'
import {
  books,
  businessEvents,
  cast,
  chartEvents,
  onControlAccount,
  contactEvents,
  documentEvents,
  entriesOf,
  entryEvents,
  eventsOf,
  tagEvents,
  expectedRows,
  type Books,
  type Cast,
} from './books.test-helpers.ts'
import type { ReportRequest } from '../report-query/report-request.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import type { ContactKind } from '../contacts/contact.ts'
import { getPartyLedger } from '../party-ledgers/get-party-ledger.ts'
import type { Row } from '../report-tables/report.ts'
import { readDetails } from './aging.store.ts'
import { agingQueryFrom, getAging, readAging } from './get-aging.ts'

let db: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>
let take: ReturnType<typeof applierOf>

beforeAll(async () => {
  db = (await reportingDatabase()).app
  sample = await sampleOwners()
  take = applierOf(db, sample.owners)
})
afterAll(async () => {
  await sample.close()
  await db.close()
})

const DAYS = [
  '2025-12-30',
  '2026-01-30',
  '2026-01-31',
  '2026-02-01',
  '2026-03-08',
  '2026-03-31',
  '2026-05-05',
  '2026-07-10',
]

type Asked = { side: AgingSide; day: string; includeDocuments?: boolean; tag?: string }

const reportRequestOf = ({ business }: Cast): ReportRequest => ({
  tenant: { clientId: business.client_id ?? '', businessId: business.id },
  now: new Date('2026-07-10T12:00:00Z'),
  through: null,
  fetchBusiness: () => Promise.resolve(undefined),
  fetchDefaultBasis: () => Promise.reject(new Error('aging is of the accrual books')),
  fetchContactName: () => Promise.resolve(undefined),
})

const parametersOf = ({ day, includeDocuments, tag }: Asked): ReportParameters => ({
  effective_date: day,
  include_documents: includeDocuments,
  ...(tag === undefined ? {} : { tag_key: 'label', tag_values: [tag, 'unheard of'] }),
})

/** The rows of the report, in the format of the plain computation. */
async function rowsOf(who: Cast, asked: Asked): Promise<string[]> {
  return getAging(db, asked.side, reportRequestOf(who), parametersOf(asked), async ({ batches, size }) => {
    const rows = (await Array.fromAsync(batches)).flat()
    expect(size).toBe(rows.length)
    return rows.map(({ depth, name, cells }) => [depth, name, ...cells.map(({ value }) => value)].join(' '))
  })
}

type Span = { kind: ContactKind; id: string; start: string; end: string; tag?: string | undefined }

/** The ledger of a contact, checked in itself: what stands before the lines and after each, by its cells. */
async function ledgerOf(who: Cast, { kind, id, start, end, tag }: Span) {
  const parameters = {
    ...{ [kind === 'VENDOR' ? 'vendor_id' : 'customer_id']: id, start_date: start, end_date: end },
    ...(tag === undefined ? {} : { tag_key: 'label', tag_values: [tag] }),
  }
  return getPartyLedger(db, kind, reportRequestOf(who), parameters, async ({ columns, batches, size }) => {
    const rows = (await Array.fromAsync(batches)).flat()
    expect(size).toBe(rows.length)
    const at = (row: Row | undefined, key: string): number =>
      Number(row?.cells[columns.findIndex((column) => column.key === key)]?.value ?? 0)
    let [balance, unapplied] = [at(rows[0], 'balance'), at(rows[0], 'unapplied_balance')]
    const sign = kind === 'VENDOR' ? -1 : 1
    for (const row of rows.slice(1, -1)) {
      balance += sign * (at(row, 'debit') - at(row, 'credit'))
      unapplied += at(row, 'unapplied')
      expect([at(row, 'balance'), at(row, 'unapplied_balance')]).toEqual([balance, unapplied])
    }
    const opening = [at(rows[0], 'balance'), at(rows[0], 'unapplied_balance')]
    const closing = [at(rows.at(-1), 'balance'), at(rows.at(-1), 'unapplied_balance')]
    expect(closing).toEqual([balance, unapplied])
    return { opening, closing, days: rows.slice(1, -1).map(({ cells }) => cells[0]?.value as string) }
  })
}

const KINDS = { PAYABLE: 'VENDOR', RECEIVABLE: 'CUSTOMER' } as const

/** What each contact's ledger ends with is its row of the aging, on every day, and the day after begins with it. */
async function expectLedgers(who: Cast, side: AgingSide, day: string, tag?: string): Promise<void> {
  const query = await agingQueryFrom(db, side, reportRequestOf(who), parametersOf({ side, day, ...(tag && { tag }) }))
  const { summary } = await db.snapshot({ businessId: who.business.id }, (tx) => readAging(tx, query, readDetails))
  const kind = KINDS[side]
  // The last of each has no event, and no ledger before it has.
  for (const id of (kind === 'VENDOR' ? who.vendors : who.customers).slice(0, -1)) {
    const row = summary.find(({ contactId }) => contactId === id)
    const standing = [Number(row?.total ?? 0), Number(row?.unapplied ?? 0)]
    const until = await ledgerOf(who, {
      kind,
      id,
      start: '2025-12-31',
      end: day < '2025-12-31' ? '2025-12-31' : day,
      tag,
    })
    if (day >= '2025-12-31') expect(until.closing).toEqual(standing)
    const after = await ledgerOf(who, { kind, id, start: dayPlus(day, 1), end: '2026-07-11', tag })
    expect(after.opening).toEqual(standing)
    for (const on of after.days) expect(on > day).toBe(true)
  }
}

/** Compares the report with the expected one, on every side and day; on some without documents, and by tag. */
async function expectRight(given: Books, who: Cast, narrowed: readonly string[]): Promise<void> {
  for (const side of AGING_SIDES)
    for (const day of DAYS) {
      const expected = expectedRows(given, who, side, day)
      expect(await rowsOf(who, { side, day })).toEqual(expected)
      expect(Number(expected.at(-1)?.split(' ').at(-2))).toBe(onControlAccount(given, who, side, day))
      await expectLedgers(who, side, day)
      if (!narrowed.includes(day)) continue
      const contacts = expected.filter((row) => row.startsWith('0'))
      expect(await rowsOf(who, { side, day, includeDocuments: false })).toEqual(contacts)
      expect(await rowsOf(who, { side, day, tag: 't2' })).toEqual(expectedRows(given, who, side, day, 't2'))
    }
}

async function applyAll(who: Cast, events: ReturnType<typeof eventsOf>, batchSize: number): Promise<void> {
  const batches = Array.from({ length: Math.ceil(events.length / batchSize) }, (_, index) =>
    events.slice(index * batchSize, (index + 1) * batchSize).map(delivered),
  )
  for (let index = 0; index < batches.length; index += 3)
    await Promise.all(batches.slice(index, index + 3).map((batch) => take(who.business.id, batch)))
}

describe('aging', () => {
  test('follows from documents and entries, whatever the order, the repetitions and the batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        books,
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer(),
        fc.shuffledSubarray(DAYS, { minLength: 1, maxLength: 2 }),
        async (given, repeats, batchSize, seed, narrowed) => {
          const who = cast()
          const events = eventsOf(given, who)
          const again = repeats.flatMap((index) => events[index % events.length] ?? [])
          await applyAll(who, shuffle([...events, ...again], seed), batchSize)
          await expectRight(given, who, narrowed)
        },
      ),
      { numRuns: 4 },
    )
  }, 120_000)

  const [given] = fc.sample(
    books.filter(({ documents, zone }) => documents.length > 6 && zone === 'Pacific/Apia'),
    { numRuns: 1, seed: 11 },
  )
  if (!given) throw new Error('books expected')

  test('is the same after a rebuild, which repairs it', async () => {
    const who = cast()
    await applyAll(who, eventsOf(given, who), 5)
    const [, business] = businessEvents(given, who)
    if (!business) throw new Error('a business expected')
    sample.ledger.facts.businesses = [{ ...who.business, time_zone: given.zone, version: 2 }]
    sample.ledger.facts.replay = () => [
      ...chartEvents(who),
      ...tagEvents(who),
      ...entriesOf(given, who).flatMap((entry) => entryEvents(given, who, entry).slice(-1)),
    ]
    sample.billing.facts.replay = () => [
      ...contactEvents(who),
      ...given.documents.flatMap((document) => documentEvents(given, who, document).slice(-1)),
    ]
    await db.transact({ businessId: who.business.id }, async (tx) => {
      await tx.rows('UPDATE open_items SET balance = balance + 1, due_day = due_day + 9')
      await tx.rows('DELETE FROM item_days')
    })
    const [found] = await listBusinesses(sample.source.ledgerReplay)
    if (!found) throw new Error('the ledger replayed no business')
    await rebuildBusiness(db, sample.source, found, rebuilding)
    await expectRight(given, who, ['2026-03-31'])
  })

  test('for a file is the same: a row per contact, and all documents in batches', async () => {
    const who = cast()
    await applyAll(who, eventsOf(given, who), 50)
    for (const side of AGING_SIDES)
      for (const day of DAYS)
        await db.snapshot({ businessId: who.business.id }, async (tx) => {
          const query = await agingQueryFrom(db, side, reportRequestOf(who), { effective_date: day })
          const { summary, details } = await readAging(tx, query, readDetails)
          const documents: AgingDetailRow[] = []
          for await (const batch of details) documents.push(...batch)
          const expected = expectedRows(given, who, side, day).slice(0, -1)
          const amounts = expected.filter((row) => row.startsWith('1')).map((row) => row.split(' ').slice(-2))
          expect(documents.map(({ outstanding, unapplied }) => [String(outstanding), String(unapplied)])).toEqual(
            amounts,
          )
          expect(summary.map(({ contactName, total }) => `${contactName} ${total}`)).toEqual(
            expected
              .filter((row) => row.startsWith('0'))
              .map((row) => row.replace(/^0 (.*?)( -?\d+){5} (-?\d+) -?\d+$/, '$1 $3')),
          )
        })
  })

  test('is of one business and sees no other', async () => {
    const [who, other] = [cast(), cast()]
    await applyAll(who, eventsOf(given, who), 50)
    await applyAll(other, businessEvents(given, other), 50)
    for (const side of AGING_SIDES)
      expect(await rowsOf(other, { side, day: '2026-07-10' })).toEqual(['0 Total 0 0 0 0 0 0 0'])
  })
})

test('a bill that was too large for its event is fetched from billing', async () => {
  const who = cast()
  const bill = {
    id: crypto.randomUUID(),
    is_expense: false,
    external_id: 'X',
    reference_number: null,
    vendor_id: who.vendors[0],
    received_at: '2026-01-31T12:00:00.000Z',
    due_at: null,
    vendor_credits: [],
    transaction_tags: [],
    version: 1,
  }
  const businessId = who.business.id
  const large = delivered(billingEvent(businessId, 'bill', { ...bill, ...{ memo: 'x'.repeat(600_000) } }))
  expect(large.event.data).not.toHaveProperty('vendor_id')
  sample.billing.facts.replay = () => [billingEvent(businessId, 'bill', bill)]
  const line_items = [
    { account_id: crypto.randomUUID(), amount: 7, direction: 'CREDIT' as const, document_id: bill.id },
  ]
  const entry = { id: crypto.randomUUID(), basis: 'ACCRUAL' as const, entry_date: '2026-01-31', line_items, version: 1 }
  await take(businessId, [large, ...businessEvents({ zone: 'UTC' } as Books, who).map(delivered)])
  await take(businessId, [delivered(entryEvent(businessId, entry))])
  expect(await rowsOf(who, { side: 'PAYABLE', day: '2026-03-02' })).toEqual([
    `0 ${who.vendors[0]} 0 7 0 0 0 7 0`,
    '1 X 0 7 0 0 0 7 0',
    '0 Total 0 7 0 0 0 7 0',
  ])
})
