/** Closings of random books, against an oracle that reads nothing but the lines. */
import { endOfDay } from '@pacioli/calendar'
import { DomainError } from '@pacioli/errors'
import type { ClosingAction, LedgerEntry } from '@pacioli/protos/ledger'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { postPostings } from '../posting/post-postings.ts'
import type { EntryRequest } from '../write-request.ts'
import { closeRetainedEarnings } from './close-retained-earnings.ts'
import type { ClosingRequest } from './closing.ts'
import { previewClosing } from './preview-closing.ts'
import { getClosing, listClosings } from './read-closings.ts'
import { reverseClosing } from './reverse-closing.ts'

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger()
  admin = new pg.Client({ connectionString: ledger.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

const asked = (more: Partial<ClosingRequest> = {}): ClosingRequest => ({
  through: { year: 2025 },
  startsAt: null,
  target: null,
  override: null,
  memo: null,
  metadata: null,
  referenceNumber: null,
  ...more,
})

const fresh = ({ clientId, businessId }: EntryRequest): EntryRequest => requestFor(clientId, businessId)

/** Dimensions of which the first ones are BALANCING, each with its values. */
const DIMENSIONS = { store: ['one', 'two'], team: ['red', 'blue'], note: ['x', 'y'] }
type Tags = { key: string; value: string }[]

async function defineTags(business: EntryRequest, balancing: number): Promise<void> {
  for (const [index, [key, values]] of Object.entries(DIMENSIONS).entries()) {
    const id = ledger.newId()
    await admin.query(
      `INSERT INTO tag_dimensions (business_id, id, key, strictness, balancing_epoch, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, now(), now())`,
      [business.businessId, id, key, ...(index < balancing ? ['BALANCING', 1] : ['NON_BALANCING', null])],
    )
    for (const value of values)
      await admin.query(
        `INSERT INTO tag_definitions (business_id, id, dimension_id, value, created_at, updated_at)
         VALUES ($1, $2, $3, $4, now(), now())`,
        [business.businessId, ledger.newId(), id, value],
      )
  }
}

type Post = {
  at: Date
  basis: string
  debit: string
  credit: string
  amount: number
  /** On the whole entry, and on its first line alone. */
  tags?: Tags
  note?: Tags
}

const posting = (key: string, { at, basis, debit, credit, amount, tags = [], note = [] }: Post) => ({
  posting_key: key,
  source_type: 'test',
  source_id: key,
  entry_type: 'MANUAL',
  basis,
  agent: 'API',
  entry_at: at.toISOString(),
  line_items: [
    { account_identifier: { type: 'StableName', stable_name: debit }, direction: 'DEBIT', amount, tags: note },
    { account_identifier: { type: 'StableName', stable_name: credit }, direction: 'CREDIT', amount, tags: [] },
  ],
  tags,
})

const post = (business: EntryRequest, postings: ReturnType<typeof posting>[]) =>
  postPostings(ledger, fresh(business), { askedEpoch: 1_000_000, postings })

const reversal = (key: string, reverses: string) => ({
  ...posting(key, { at: new Date(), basis: 'BOTH', debit: 'CASH', credit: 'CASH', amount: 1 }),
  line_items: [],
  reverses,
})

/** Debits less credits, by account, basis of the books and the tags on the lines, of the lines that are within. */
async function oracle(
  business: EntryRequest,
  within: { from?: Date; through?: Date; types?: string[]; override?: Tags; dimensions?: string[] } = {},
): Promise<Record<string, number>> {
  const { rows } = await admin.query<{
    name: string
    basis: string
    direction: string
    amount: string
    tags: Record<string, string> | null
  }>(
    `SELECT coalesce(a.stable_name, a.name) AS name, l.basis, l.direction, l.amount,
            (SELECT json_object_agg(d.key, v.value) FROM line_item_tags t
               JOIN tag_definitions v ON v.business_id = t.business_id AND v.id = t.definition_id
               JOIN tag_dimensions d ON d.business_id = t.business_id AND d.id = t.dimension_id
              WHERE t.business_id = l.business_id AND t.line_id = l.id) AS tags
       FROM line_items l JOIN accounts a ON a.business_id = l.business_id AND a.id = l.account_id
      WHERE l.business_id = $1 AND l.entry_at >= $2 AND l.entry_at <= $3 AND a.account_type = ANY ($4::text[])`,
    [
      business.businessId,
      within.from ?? '-infinity',
      within.through ?? 'infinity',
      within.types ?? ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'],
    ],
  )
  const sums: Record<string, number> = {}
  for (const row of rows) {
    const tags = row.tags ?? {}
    const narrowed = [...Map.groupBy(within.override ?? [], ({ key }) => key)].every(([key, values]) =>
      values.some(({ value }) => tags[key] === value),
    )
    if (!narrowed) continue
    const shown = (within.dimensions ?? []).map((key) => `${key}=${tags[key] ?? ''}`).join(' ')
    for (const books of ['ACCRUAL', 'CASH']) {
      if (row.basis !== 'BOTH' && row.basis !== books) continue
      const key = [books, row.name, shown].join(' ').trim()
      sums[key] = (sums[key] ?? 0) + (row.direction === 'DEBIT' ? 1 : -1) * Number(row.amount)
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

const violationsOf = ({ clientId, businessId }: EntryRequest) =>
  ledger.db.call('SELECT * FROM check_books($1, $2)', [clientId, businessId])

/** What is posted, without the ids and the time of recording. */
const bare = (entry: LedgerEntry | null | undefined) => ({
  type: entry?.entry_type,
  basis: entry?.basis,
  at: entry?.entry_at,
  memo: entry?.memo,
  metadata: entry?.metadata,
  reference: entry?.reference_number,
  source: entry?.source_type,
  tags: entry?.transaction_tags?.map(({ key, value }) => `${key}=${value}`),
  lines: entry?.line_items?.map((line) => [
    line.account?.name,
    line.direction,
    line.amount,
    line.transaction_tags?.map(({ key, value }) => `${key}=${value}`).join(' '),
  ]),
})

const bareOf = (closing: Pick<ClosingAction, 'primary_entry' | 'secondary_entries' | 'closing_action'>) => ({
  asked: closing.closing_action,
  entries: [closing.primary_entry, ...(closing.secondary_entries ?? [])].map(bare),
})

const ACTIVATION = new Date('2025-01-15T12:00:00.000Z')
const MOMENTS = ['2025-01-15T18:00:00Z', '2025-02-01T00:00:00Z', '2025-06-30T23:30:00Z', '2025-12-01T00:00:00Z']
const tag = (key: string, value: string | null): Tags => (value === null ? [] : [{ key, value }])

const AT = new Date('2025-05-05T12:00:00Z')
const sale = (amount: number, more: Partial<Post> = {}): Post => ({
  at: AT,
  basis: 'BOTH',
  debit: 'CASH',
  credit: 'SALES',
  amount,
  ...more,
})

/** A business of 2025 with these entries. */
async function booksOf(posts: Post[], balancing = 0): Promise<EntryRequest> {
  const business = await openTestBusiness(ledger)
  await admin.query('UPDATE businesses SET activation_at = $2 WHERE id = $1', [business.businessId, ACTIVATION])
  await defineTags(business, balancing)
  if (posts.length > 0)
    await post(
      business,
      posts.map((one, index) => posting(`p${index}`, one)),
    )
  return business
}

const refusalOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof DomainError) return [error.errorEnum, error.problems[0].meta.field]
      throw error
    },
  )


import { applyTags } from '../tags/apply-tags.ts'
import { updateDimension } from '../tags/update-dimension.ts'
import { updateClientConfiguration } from '../configuration/update-client-configuration.ts'
import { updateConfiguration } from '../configuration/update-accounting-configuration.ts'
import { createAccount } from '../chart-of-accounts/create-account.ts'
import { createBusiness } from '../businesses/create-business.ts'

const RE = ['REVENUE', 'EXPENSE']
const close = (b: EntryRequest, more = {}) => closeRetainedEarnings(ledger, fresh(b), asked(more)).then(a => a.data ?? [])
const rev = (b: EntryRequest, id: string | undefined) => reverseClosing(ledger, fresh(b), { closingId: id ?? '', memo: null })

test('A default closing, then one narrowed to a NON_BALANCING value', async () => {
  const b = await booksOf([sale(100, { tags: tag('store', 'one') })], 0)
  await close(b)
  expect(await oracle(b, { types: RE })).toEqual({})
  const again = await close(b, { override: tag('store', 'one') }).catch(e => e.message)
  console.log('A', JSON.stringify(again).slice(0, 300), await oracle(b, { types: [...RE, 'EQUITY'] }), await violationsOf(b))
})
test('B narrowed by one, then by another NON_BALANCING dimension', async () => {
  const b = await booksOf([sale(100, { tags: [...tag('store', 'one'), ...tag('team', 'red')] })], 0)
  await close(b, { override: tag('store', 'one') })
  const again = await close(b, { override: tag('team', 'red') }).catch(e => e.message)
  console.log('B', JSON.stringify(again).slice(0, 200), await oracle(b, { types: [...RE, 'EQUITY'] }))
})
test('B2 dimension BALANCING only after the closing, then override with it', async () => {
  const b = await booksOf([sale(100, { tags: tag('store', 'one') })], 0)
  await close(b)
  await admin.query(`UPDATE tag_dimensions SET strictness='BALANCING', balancing_epoch=1 WHERE business_id=$1 AND key='store'`, [b.businessId])
  const again = await close(b)
  console.log('B2', JSON.stringify(again.map(bareOf)).slice(0, 900), await oracle(b, { types: [...RE, 'EQUITY'] }), (await close(b)).length)
})
test('F sequence, inner reversed after outer', async () => {
  const b = await booksOf([sale(100), sale(7, { at: new Date('2026-02-02T00:00:00Z'), basis: 'CASH' }), sale(9, { at: new Date('2025-02-02T00:00:00Z'), basis: 'ACCRUAL' })])
  const [i] = await close(b)
  await post(b, [posting('late', sale(11))])
  const [i2] = await close(b)
  const [o] = await close(b, { through: { year: 2026 } })
  console.log('F', bareOf(i as never).entries.map(e => e.lines), bareOf(i2 as never).entries.map(e => e.lines), bareOf(o as never).entries.map(e => [e.basis, e.lines]))
  await rev(b, i?.id)
  console.log('F after inner reversed', await oracle(b, { types: RE }), await close(b).catch(e => e.errorEnum))
  const [o2] = await close(b, { through: { year: 2026 } })
  expect(await oracle(b, { types: RE })).toEqual({})
  await rev(b, o?.id); await rev(b, i2?.id)
  await close(b, { through: { year: 2027 } })
  expect(await oracle(b, { types: RE })).toEqual({})
  await rev(b, o2?.id)
  await close(b, { through: { year: 2027 } })
  expect(await oracle(b, { types: RE })).toEqual({})
  expect(await violationsOf(b)).toEqual([])
})
test('D extremes', async () => {
  for (const zone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'Pacific/Apia', 'Africa/Monrovia']) {
    const b = await openTestBusiness(ledger, { time_zone: zone })
    await admin.query('UPDATE businesses SET activation_at = $2 WHERE id = $1', [b.businessId, new Date('1001-01-01T00:00:00Z')])
    await post(b, [posting('p0', sale(5, { at: new Date('1950-12-31T23:30:00Z') })), posting('p1', sale(5, { at: new Date('2011-12-30T12:00:00Z')}))])
    for (const through of [{ effectiveDate: '1000-01-01' }, { effectiveDate: '1950-12-31' }, { year: 1950 }, { effectiveDate: '2011-12-30' }, { effectiveDate: '9998-12-31' }, { year: 9998 }])
      console.log(zone, JSON.stringify(through), await close(b, { through }).then(a => a.map(x => [x.closes_at, bareOf(x).entries.map(e => e.lines)]).flat(3).join(), e => String(e)))
    console.log(await violationsOf(b))
  }
})
test('J tags after a closing', async () => {
  const b = await booksOf([sale(100), sale(30)], 1)
  const [c] = await close(b)
  const { rows } = await admin.query(`SELECT id FROM journal_entries WHERE business_id=$1 AND posting_key='p0'`, [b.businessId])
  console.log('J own', await applyTags(ledger, fresh(b), { entity_type: 'JOURNAL_ENTRY', entity_ids: [c?.primary_entry?.id ?? ''], key_values: [{ key: 'store', value: 'one' }] } as never).catch(e => e.errorEnum))
  await admin.query(`UPDATE journal_entries SET source_type=null, source_id=null, posting_key=null WHERE id=$1`, [rows[0].id])
  await applyTags(ledger, fresh(b), { entity_type: 'JOURNAL_ENTRY', entity_ids: [rows[0].id], key_values: [{ key: 'store', value: 'one' }] } as never)
  const again = await close(b)
  console.log('J', JSON.stringify(again.map(bareOf).map(x => x.entries)))
  expect(await oracle(b, { types: RE })).toEqual({})
  await rev(b, c?.id)
  await close(b)
  expect(await oracle(b, { types: RE, dimensions: ['store'] })).toEqual({})
  expect(await violationsOf(b)).toEqual([])
})
test('E hammer', async () => {
  const b = await booksOf([sale(100)], 1)
  const d = await openTestBusiness(ledger, { clientId: b.clientId })
  const errs: Record<string, number> = {}
  const note = (p: Promise<unknown>) => p.then(() => { errs.ok = (errs.ok ?? 0) + 1 }, e => { const k = e.errorEnum ?? e.message; errs[k] = (errs[k] ?? 0) + 1 })
  const jobs: Promise<unknown>[] = []
  const t0 = Date.now()
  for (let i = 0; i < 150; i++) {
    const which = i % 8
    const x = i % 2 ? b : d
    jobs.push(note(
      which === 0 ? updateClientConfiguration(ledger, requestFor(b.clientId, ''), { cleared: i % 16 ? ['closing_date'] : [], ...(i % 16 ? {} : { closing_date: '2025-0' + (1 + i % 5) + '-01' }) } as never)
      : which === 1 ? closeRetainedEarnings(ledger, fresh(b), asked()).then(async a => { if (a.data?.[0]) await rev(b, a.data[0].id) })
      : which === 2 ? createAccount(ledger, fresh(x), { name: 'n' + i, normality: 'DEBIT', account_type: 'EXPENSE', account_subtype: 'COGS' } as never)
      : which === 3 ? updateConfiguration(ledger, fresh(x), { cleared: [], closing_date: '2024-01-0' + (1 + i % 8) } as never)
      : which === 4 ? previewClosing(ledger, fresh(b), asked())
      : which === 5 ? createBusiness(ledger, requestFor(b.clientId, ''), { legal_name: 'n' } as never)
      : post(x, [posting('h' + i, sale(1, { at: new Date('2025-11-11T00:00:00Z'), tags: tag('store', 'one') }))])))
  }
  await Promise.all(jobs)
  console.log('E', errs, Date.now() - t0)
  expect(await violationsOf(b)).toEqual([])
}, 120000)
test('C large answer', async () => {
  const b = await booksOf([])
  const names = Array.from({ length: 2400 }, (_, i) => `s${i}`)
  for (let at = 0; at < names.length; at += 1000)
    await post(b, names.slice(at, at + 1000).flatMap(n => [posting(n, sale(1, { basis: 'ACCRUAL', tags: tag('store', n) })), ]))
  for (let at = 0; at < names.length; at += 1000)
    await post(b, names.slice(at, at + 1000).flatMap(n => [posting(n + 'c', sale(2, { basis: 'CASH', tags: tag('store', n) })), ]))
  await admin.query(`UPDATE tag_dimensions SET strictness='BALANCING', balancing_epoch=1 WHERE business_id=$1 AND key='store'`, [b.businessId])
  await admin.query('ANALYZE')
  const t0 = Date.now()
  const a = await close(b, { memo: 'x'.repeat(4096), metadata: JSON.stringify({ a: 'y'.repeat(1000) }) }).catch(e => e)
  console.log('C', a.length ?? a, JSON.stringify(a).length / 2 ** 20, 'MiB', Date.now() - t0)
}, 120000)
