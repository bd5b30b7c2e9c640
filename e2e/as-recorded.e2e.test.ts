/** Reports and lists as they were recorded: whatever has happened since, what was told once is told again. */
import { setTimeout } from 'node:timers/promises'
import { waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from './src/api.ts'
import { Books, newClient, Payables, Receivables, sale, target, type TestClient } from './src/index.ts'
import { expectPromisesKept } from './src/model/properties.ts'
import { payables } from './src/model/payables.ts'
import { receivables } from './src/model/receivables.ts'
import { RecordingApi, withoutTime } from './src/recording.ts'
import { CUSTOMER_LEDGERS, EXPORT_OPERATIONS, VENDOR_LEDGERS } from './src/report-exports.ts'
import { Tagging } from './src/tagging.ts'

const TIME = { timeout: 240_000 }

const REPORTS = [
  'getTrialBalance',
  'getProfitAndLoss',
  'getBalanceSheet',
  'getCashflowStatement',
  'getGeneralLedger',
  'getApAging',
  'getArAging',
  'getVendorLedger',
  'getCustomerLedger',
] as const

/** Those that have a basis. */
const REPORTS_OF_BASIS = [
  'getTrialBalance',
  'getProfitAndLoss',
  'getBalanceSheet',
  'getCashflowStatement',
  'getGeneralLedger',
] as const

const FILES = [
  ...EXPORT_OPERATIONS,
  ...[...VENDOR_LEDGERS, ...CUSTOMER_LEDGERS].filter((one) => one.startsWith('export')),
]

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'as recorded')
})

/** The client, which keeps reports as it writes. */
function recording(every: number) {
  const api = new RecordingApi(client.api, every)
  const kept: TestClient = { ...client, api, books: async (fields) => new Books(api, await client.business(fields)) }
  return { api, client: kept }
}

describe('what was told of random books is told again', TIME, () => {
  test('of those of a vendor', async () => {
    const { api, client: kept } = recording(6)
    await expectPromisesKept({ client: kept, numRuns: 3 }, payables)
    expect(await api.expectSame()).toBeGreaterThan(50)
    expect(await api.expectSameLines()).toBeGreaterThan(0)
  })

  test('of those of a customer', async () => {
    const { api, client: kept } = recording(6)
    await expectPromisesKept({ client: kept, numRuns: 3 }, receivables)
    expect(await api.expectSame()).toBeGreaterThan(50)
    expect(await api.expectSameLines()).toBeGreaterThan(0)
  })

  const place = fc.nat({ max: 30 })
  const steps = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('post'),
        place,
        day: fc.integer({ min: 1, max: 28 }),
        amount: fc.integer({ min: 1, max: 900 }),
      }),
      fc.record({ kind: fc.constant('reverse'), place }),
      fc.record({ kind: fc.constant('tag'), place, value: fc.constantFrom('north', 'south'), ofLine: fc.boolean() }),
      fc.record({ kind: fc.constant('untag'), place, value: fc.constantFrom('north', 'south'), ofLine: fc.boolean() }),
      fc.record({ kind: fc.constant('rename account'), place }),
      fc.record({ kind: fc.constant('rename value'), place }),
      fc.record({ kind: fc.constant('rename dimension'), place }),
      fc.record({ kind: fc.constant('rename business'), place }),
    ),
    { minLength: 15, maxLength: 25 },
  )

  test('of those of a journal with tags, whose names change', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { id } = await client.business({ activation_at: '2025-12-01T00:00:00Z' })
        const split = { split_by: 'region' }
        const filtered = { tag_key: 'region', tag_values: ['north'] }
        const year = { start_date: '2025-12-01', end_date: '2026-12-31' }
        const api = new RecordingApi(client.api, 4, [
          { operationId: 'getProfitAndLoss', call: { query: { ...year, ...split } } },
          { operationId: 'getTrialBalance', call: { query: { effective_date: '2026-01-20', ...split, ...filtered } } },
          { operationId: 'getBalanceSheet', call: { query: { effective_date: '2026-12-31', ...filtered } } },
          { operationId: 'getGeneralLedger', call: { query: { ...year, ...filtered } } },
        ])
        const plain = new Books(client.api.of(id), { id } as never)
        const tagging = new Tagging(plain)
        const region = await tagging.dimension('region')
        const values = await Promise.all(
          ['north', 'south'].map(async (value) => (await tagging.createValue(region.id, { value })).body.data.id),
        )
        const opening = await plain.post(sale(5))
        const accounts = opening.body.data.line_items.map(({ account }) => account.id.id)
        const isKnown = async () => (await plain.api.call('getTrialBalance', { query: split })).status === 200
        await waitFor('reports to know the dimension', isKnown)
        await api.keep(id)
        const books = new Books(api.of(id), { id } as never)
        const later = new Tagging(books)
        const entries: { id: string; lines: string[] }[] = []
        const moments: Date[] = []
        for (const [nth, step] of given.entries()) {
          const entry = entries[step.place % Math.max(entries.length, 1)]
          if (step.kind === 'post') {
            const day = String(step.day).padStart(2, '0')
            const { body } = await books.post(
              sale(step.amount, `2026-01-${day}T12:00:00Z`, {
                memo: `step ${nth}`,
                ...(step.place % 2 === 0 && { tags: [{ key: 'region', value: 'north' }] }),
              }),
            )
            entries.push({ id: body.data.id, lines: body.data.line_items.map((line) => line.id) })
          } else if (step.kind === 'reverse' && entry) {
            await books.api.call('reverseEntry', { path: { entryId: entry.id }, body: {} })
          } else if ((step.kind === 'tag' || step.kind === 'untag') && entry) {
            const [type, ids]: [string, string[]] = step.ofLine
              ? ['LINE_ITEM', [entry.lines[step.place % 2] ?? '']]
              : ['JOURNAL_ENTRY', [entry.id]]
            const tag = { key: 'region', value: step.value }
            await (step.kind === 'tag' ? later.apply(type, ids, tag) : later.remove(type, ids, tag))
          } else if (step.kind === 'rename account') {
            const accountId = accounts[step.place % accounts.length] ?? ''
            await books.api.call('updateAccountByPatch', { path: { accountId }, body: { name: `Account ${nth}` } })
          } else if (step.kind === 'rename value')
            await later.updateValue(values[step.place % 2] ?? '', { display_name: `Value ${nth}` })
          else if (step.kind === 'rename dimension') await later.update(region.id, { display_name: `Region ${nth}` })
          else if (step.kind === 'rename business')
            await books.api.call('updateBusiness', { body: { legal_name: `Business ${nth}` } })
          if (nth % 8 === 0) moments.push(new Date())
        }
        expect(await api.expectSame()).toBeGreaterThan(10)
        expect(await api.expectSameLines()).toBeGreaterThan(5)
        for (const at of moments.slice(-2)) await api.expectSameAt(id, at)
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })
})

const positionsOf = ({ through }: { through: string }): string => through.replace(/,(?:today|basis):.*$/, '')

describe('what a report was asked for without is that of its moment', () => {
  /** Of a client of its own, since its defaults are of all its books. */
  const asked = async () => {
    const own = await newClient(target(), 'defaults of then')
    const books = await own.books()
    await books.allPosted([sale(100)])
    const kept = await waitFor('the sale to be in reports', async () => {
      const answers = await Promise.all(REPORTS_OF_BASIS.map((one) => books.api.call(one)))
      return answers.every(({ text }) => text.includes('ledger:3,')) && answers.map(({ text }) => text)
    })
    const lines = async (query: Call['query']) =>
      (await books.api.call('listAccountLines', { path: { accountId: 'CASH' }, query })).body.meta.reporting_basis
    return { own, books, kept, lines }
  }
  const withDefault = (own: TestClient, default_reporting_basis: string | null) =>
    own.api.call('updateClientAccountingConfiguration', {
      path: { clientId: own.id },
      body: { default_reporting_basis },
    })

  test('its days and its basis are in its through, and by that it is the same again', async () => {
    const { own, books, kept, lines } = await asked()
    await withDefault(own, 'CASH')
    await books.posted(sale(7))
    const day = /"through":"ledger:3,banking:0,billing:0,today:(\d{4}-\d\d-\d\d),basis:ACCRUAL"/
    for (const [nth, operationId] of REPORTS_OF_BASIS.entries()) {
      const before = kept[nth] ?? ''
      expect(before).toMatch(day)
      const { through: recorded_as_of } = (JSON.parse(before) as { data: { through: string } }).data
      const { text } = await books.api.call(operationId, { query: { recorded_as_of } })
      expect(withoutTime(text)).toBe(withoutTime(before))
      expect(await lines({ recorded_as_of })).toBe('ACCRUAL')
      const another = await books.api.call(operationId, {
        query: { recorded_as_of: recorded_as_of.replace(/today:.*$/, 'today:2026-02-28,basis:CASH') },
      })
      expect(another.body.data).toMatchObject({ reporting_basis: 'CASH' })
      expect(another.text).toMatch(/"(?:end_date|effective_date)":"2026-02-28"/)
    }
  })

  test('by an instant its basis is the default of then', async () => {
    const { own, books, lines } = await asked()
    const moments: string[] = []
    for (const basis of ['CASH', 'ACCRUAL', null, 'CASH']) {
      moments.push(new Date().toISOString())
      await setTimeout(2)
      await withDefault(own, basis)
      await setTimeout(2)
    }
    moments.push(new Date().toISOString())
    const basesBy = (of: (moment: string) => Promise<string>) => Promise.all(moments.map(of))
    const patient = books.api.patient()
    const told = await basesBy(async (recorded_as_of) => {
      const { data } = (await patient.call('getBalanceSheet', { query: { recorded_as_of } })).body
      return data.reporting_basis
    })
    const then = ['ACCRUAL', 'CASH', 'ACCRUAL', 'ACCRUAL', 'CASH']
    expect(told).toEqual(then)
    expect(await basesBy((recorded_as_of) => lines({ recorded_as_of }))).toEqual(then)
    const changes = await basesBy(async (until) => {
      const { data } = (await patient.call('getReportChanges', { query: { since: moments[0] ?? '', until } })).body
      return data.reporting_basis
    })
    expect(changes).toEqual(then)
  })

  test('who was made later was not there', async () => {
    const { books, kept } = await asked()
    const { through: recorded_as_of } = (JSON.parse(kept[0] ?? '') as { data: { through: string } }).data
    const { id } = await new Payables(books).vendor('of later')
    const { refusal } = await books.api.call('getVendorLedger', { path: { vendorId: id }, query: { recorded_as_of } })
    expect(refusal).toMatchObject({ status: 404, error_enum: 'VendorNotFound' })
  })
})

describe('a moment', () => {
  let books: Books
  beforeAll(async () => {
    books = await client.books()
    await books.posted(sale(100))
    await waitFor(
      'the sale to be in reports',
      async () => positionsOf(await books.trialBalance()) === 'ledger:3,banking:0,billing:0',
    )
  })

  const askedOf = (recorded_as_of: string, of = books) => of.api.call('getTrialBalance', { query: { recorded_as_of } })

  test.each([
    'yesterday',
    '2026-03-31',
    '2026-02-30T00:00:00Z',
    'ledger:1',
    'ledger:4,banking:0,billing:0',
    '2999-01-01T00:00:00Z',
  ])('that is %s is refused', async (moment) => {
    expect((await askedOf(moment)).refusal).toMatchObject({
      status: 400,
      error_enum: 'InvalidQuery',
      field: 'recorded_as_of',
    })
  })

  test('before the history of the business is refused, with when that began, by every report and file, and by lists', async () => {
    const vendor = await new Payables(books).vendor('of the past')
    const customer = await new Receivables(books).customer('of the past')
    const { id: account } = await books.account('CASH')
    const path = { vendorId: vendor.id, customerId: customer.id, accountId: account.id }
    const query = { recorded_as_of: '2020-01-01T00:00:00Z' }
    const versions = { aggregate_type: 'vendor', aggregate_id: vendor.id }
    for (const operationId of [...REPORTS, ...FILES, 'listAccountLines', 'listVersions'] as const) {
      const { refusal, text } = await books.api.call(operationId, {
        path,
        query: { ...query, ...(operationId === 'listVersions' && versions) },
      })
      expect([operationId, refusal]).toEqual([
        operationId,
        { status: 422, error_enum: 'HistoryIncomplete', field: 'recorded_as_of' },
      ])
      expect(text).toMatch(/began at 20\d\d-/)
    }
  })

  test('of which nothing was recorded yet has no figures', async () => {
    const { rows } = (await askedOf('ledger:2,banking:0,billing:0')).body.data
    expect(rows.map(({ row_key }) => row_key)).toEqual(['TOTAL'])
    const now = (await askedOf('ledger:3,banking:0,billing:0')).body.data
    expect(now.rows.length).toBeGreaterThan(1)
  })

  test('of the books of another client is none', async () => {
    const stranger = (await newClient(target(), 'stranger')).api.of(books.id)
    for (const recorded_as_of of ['ledger:2,banking:0,billing:0', new Date().toISOString()])
      expect((await stranger.call('getTrialBalance', { query: { recorded_as_of } })).refusal).toMatchObject({
        status: 404,
      })
  })
})
