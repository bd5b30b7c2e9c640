/** Which rows the ledger of a party reads, whose it may be, and what it refuses. */
import type { Database, Tx } from '@pacioli/db'
import { rowsReadBy } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportRequest } from '../report-query/report-request.ts'
import {
  billingEvent,
  businessEvent,
  delivered,
  reportingDatabase,
  sampleBusiness,
  sampleOwners,
  applierOf,
} from '../reporting.test-helpers.ts'
import { NO_PARTY } from '../statements/control-account.ts'
import { getPartyLedger, scopeOfPartyLedger } from './get-party-ledger.ts'
import { loadPartyLines, sumParty, type PartyQuery } from './party-ledger.store.ts'
import { PARTY_SIDES } from './party-ledger.ts'

let db: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>

beforeAll(async () => {
  db = (await reportingDatabase()).app
  sample = await sampleOwners()
})
afterAll(async () => {
  await sample.close()
  await db.close()
})

type Posted = {
  of: string
  partyId: string
  amount?: number
  day?: string
  minutes?: number
  control?: string
  direction?: string
}

/** Lines on a control account, each an entry of its own; `n` of them, a day after the other. */
const post = (tx: Tx, businessId: string, { of, partyId, amount = 1, day = '2020-01-01', ...line }: Posted, n = 1) =>
  tx.rows(
    `WITH made AS (SELECT md5($2 || n)::uuid AS id, date '${day}' + n - 1 AS day, n FROM generate_series(1, $6::int) n),
          heads AS (INSERT INTO entries (business_id, entry_id, version, event_id) SELECT $1, id, 1, 'e' FROM made)
     INSERT INTO entry_lines (business_id, entry_id, position, line_id, account_id, basis, is_closing, day, entry_at, direction,
                              amount, tag_value_ids, document_id, control, party_id)
     SELECT $1, id, 0, id::text, $1::uuid, 'ACCRUAL', false, day,
            day::timestamp AT TIME ZONE 'UTC' + interval '12 hours' + $7::int * interval '1 min', '${line.direction ?? 'DEBIT'}', $5::bigint, '{}',
            CASE $3::uuid WHEN '${NO_PARTY}' THEN md5('document of ' || $2)::uuid END, $4, $3::uuid
       FROM made`,
    [businessId, of, partyId, line.control ?? 'ACCOUNTS_RECEIVABLE', amount, n, line.minutes ?? 0],
  )

describe('among many lines', () => {
  const businessId = crypto.randomUUID()
  const [ada, roe] = [crypto.randomUUID(), crypto.randomUUID()]
  const query = (more: Partial<PartyQuery>): PartyQuery => ({
    ...{ side: PARTY_SIDES.CUSTOMER, partyId: ada, start: '2024-03-01', end: '2024-03-31', tagValueIds: undefined },
    ...more,
  })
  const reading = <Answer>(read: (tx: Tx) => Promise<Answer>) =>
    db.snapshot({ businessId }, (tx) => rowsReadBy(tx, 'entry_lines', () => read(tx)))

  beforeAll(() =>
    db.transact({ businessId }, async (tx) => {
      await post(tx, businessId, { of: 'ada', partyId: ada }, 2_000)
      await post(tx, businessId, { of: 'roe', partyId: roe }, 8_000)
      await post(tx, businessId, { of: 'before', partyId: NO_PARTY, day: '2024-03-05' }, 3)
      await tx.rows(
        `INSERT INTO open_items (business_id, item_id, kind, contact_id, reference_number, document_at, document_day, due_day,
                tag_value_ids, credit_ids, credit_amounts, credit_ats, version, event_id, balance, last_day)
         VALUES ($1, md5('document of before')::uuid, 'INVOICE', $2, 'I-1', '2024-03-05', '2024-03-05', '2024-03-05',
                 '{}', '{}', '{}', '{}', 1, 'e', 3, '2024-03-07')`,
        [businessId, ada],
      )
    }),
  )

  test('those of a month are found by their party and their time, with those of before by their document', async () => {
    const { answer, rowsRead } = await reading((tx) => Array.fromAsync(loadPartyLines(tx, businessId, query({}))))
    expect(answer).toHaveLength(31 + 3)
    expect(answer.flatMap(({ document }) => document?.number ?? [])).toEqual(['I-1', 'I-1', 'I-1'])
    // Before PostgreSQL 18 those of the other party, too, while there are no statistics.
    expect(rowsRead).toBeLessThanOrEqual(2 * 31 + 3 + 4)
  })

  test('what stands before them is summed up of lines of the party alone', async () => {
    const { answer, rowsRead } = await reading((tx) => sumParty(tx, businessId, query({})))
    const before = (Date.parse('2024-03-01') - Date.parse('2020-01-01')) / 86_400_000
    expect(answer).toMatchObject({ opening: { owed: BigInt(before) }, debits: 34n, lineCount: 34 })
    expect(rowsRead).toBeLessThanOrEqual(2_000 + 3)
  })

  test('those of another party are not among them', async () => {
    const { answer } = await reading((tx) => sumParty(tx, businessId, query({ partyId: roe })))
    expect(answer).toMatchObject({ debits: 31n, lineCount: 31 })
  })
})

const contactEvent = (businessId: string, kind: 'vendor' | 'customer', named: { id: string; name: string }) =>
  billingEvent(businessId, kind, { version: 1, ...named })

const asking = (business: { id: string; client_id?: string }, names: Record<string, string> = {}) => {
  const asked: string[] = []
  const request: ReportRequest = {
    tenant: { clientId: business.client_id ?? '', businessId: business.id },
    now: new Date('2026-07-10T12:00:00Z'),
    through: null,
    fetchBusiness: () => Promise.resolve(undefined),
    fetchDefaultBasis: () => Promise.reject(new Error('it is of the accrual books')),
    fetchContactName: (kind, id) => {
      asked.push(`${kind} ${id}`)
      return Promise.resolve(names[`${kind} ${id}`])
    },
  }
  return { request, asked }
}

describe('whose it may be', () => {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  const other = sampleBusiness(crypto.randomUUID(), business.client_id ?? '')
  const [ada, theirs, unheard] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]

  beforeAll(async () => {
    const take = applierOf(db, sample.owners)
    const customer = { ...{ id: ada, version: 1 }, name: 'Ada', address_string: 'Here' }
    await take(business.id, [businessEvent(business), billingEvent(business.id, 'customer', customer)].map(delivered))
    const stranger = { ...{ id: theirs, version: 1 }, name: 'Theirs' }
    await take(other.id, [businessEvent(other), billingEvent(other.id, 'customer', stranger)].map(delivered))
  })

  const partyOf = async (
    kind: 'VENDOR' | 'CUSTOMER',
    id: string,
    { names = {}, toldWithinMs }: { names?: Record<string, string>; toldWithinMs?: number } = {},
  ) => {
    const { request, asked } = asking(business, names)
    const parameters = { [kind === 'VENDOR' ? 'vendor_id' : 'customer_id']: id }
    const found = await scopeOfPartyLedger(
      db,
      { kind, ...(toldWithinMs !== undefined && { toldWithinMs }) },
      request,
      parameters,
    ).then(
      ({ head }) => head.party,
      (refusal: { errorEnum?: string }) => refusal.errorEnum,
    )
    return { found, asked }
  }

  test('one that an event has told of is not asked about', async () => {
    const party = { id: ada, name: 'Ada', address: 'Here' }
    expect(await partyOf('CUSTOMER', ada)).toEqual({ found: party, asked: [] })
    expect(await partyOf('CUSTOMER', ada.toUpperCase())).toEqual({ found: party, asked: [] })
    expect(await partyOf('VENDOR', ada)).toEqual({ found: 'VendorNotFound', asked: [] })
  })

  test('of others billing is asked; what is told of another business counts for nothing', async () => {
    expect(await partyOf('CUSTOMER', theirs)).toEqual({ found: 'CustomerNotFound', asked: [`CUSTOMER ${theirs}`] })
  })

  test('one that billing has, and no event has told of yet, is waited for', async () => {
    const names = { [`VENDOR ${unheard}`]: 'New' }
    expect((await partyOf('VENDOR', unheard, { names, toldWithinMs: 0 })).found).toBe('ServiceUnavailable')
    const waiting = partyOf('VENDOR', unheard, { names, toldWithinMs: 60_000 })
    const event = contactEvent(business.id, 'vendor', { id: unheard, name: 'New' })
    await applierOf(db, sample.owners)(business.id, [delivered(event)])
    expect((await waiting).found).toEqual({ id: unheard, name: 'New', address: null })
  })
})

test('without the rows of this model yet there is no ledger, rather than one without lines', async () => {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  await db.transact({ businessId: business.id }, (tx) =>
    tx.rows(
      `INSERT INTO businesses (business_id, client_id, time_zone, currency, version, event_id, built_as)
       VALUES ($1, $2, 'UTC', 'USD', 1, 'e', 3)`,
      [business.id, business.client_id],
    ),
  )
  const { request } = asking(business)
  await expect(
    scopeOfPartyLedger(db, { kind: 'VENDOR' }, request, { vendor_id: crypto.randomUUID() }),
  ).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
})

test('what stands between the lines is refused out of range, before the first of them is used', async () => {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  const customer = crypto.randomUUID()
  const told = [businessEvent(business), contactEvent(business.id, 'customer', { id: customer, name: 'Ada' })]
  await applierOf(db, sample.owners)(business.id, told.map(delivered))
  const much = { partyId: customer, amount: Number.MAX_SAFE_INTEGER, day: '2026-01-01' }
  await db.transact({ businessId: business.id }, async (tx) => {
    await post(tx, business.id, { of: 'one', ...much })
    await post(tx, business.id, { of: 'other', ...much, minutes: 2, direction: 'CREDIT' })
  })
  const { request } = asking(business)
  const sizeOf = () =>
    getPartyLedger(db, 'CUSTOMER', request, { customer_id: customer }, ({ size }) => Promise.resolve(size))
  expect(await sizeOf()).toBe(4)
  await db.transact({ businessId: business.id }, (tx) =>
    post(tx, business.id, { of: 'small', ...much, amount: 1, minutes: 1 }),
  )
  await expect(sizeOf()).rejects.toMatchObject({ errorEnum: 'AmountOutOfRange' })
})

test('so are the sums of its lines, and what stood before them, where no line stands out of range', async () => {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  const customer = crypto.randomUUID()
  const told = [businessEvent(business), contactEvent(business.id, 'customer', { id: customer, name: 'Ada' })]
  await applierOf(db, sample.owners)(business.id, told.map(delivered))
  const much = { partyId: customer, amount: Number.MAX_SAFE_INTEGER, day: '2026-01-01' }
  await db.transact({ businessId: business.id }, async (tx) => {
    await post(tx, business.id, { of: 'a debit', ...much })
    await post(tx, business.id, { of: 'a credit', ...much, minutes: 1, direction: 'CREDIT' })
    await post(tx, business.id, { of: 'a second debit', ...much, minutes: 2 })
    await post(tx, business.id, { of: 'a third', ...much, day: '2026-02-01' })
    await post(tx, business.id, { of: 'what takes it back', ...much, day: '2026-04-01', direction: 'CREDIT' })
  })
  const { request } = asking(business)
  const used = async (start_date: string, end_date: string) => {
    const parameters = { customer_id: customer, start_date, end_date }
    return getPartyLedger(db, 'CUSTOMER', request, parameters, ({ size }) => Promise.resolve(size)).catch(
      (refusal: { errorEnum?: string }) => refusal.errorEnum,
    )
  }
  expect(await used('2026-01-01', '2026-01-31')).toBe('AmountOutOfRange')
  expect(await used('2026-03-01', '2026-03-31')).toBe('AmountOutOfRange')
  expect(await used('2026-04-01', '2026-04-30')).toBe('AmountOutOfRange')
  expect(await used('2026-04-02', '2026-04-30')).toBe(2)
})
