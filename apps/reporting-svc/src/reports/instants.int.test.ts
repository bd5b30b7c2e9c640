/** An instant in a request for a report means its day in the zone of the business. */
import type { Database } from '@pacioli/db'
import type { CallContext } from '@pacioli/rpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareExport } from '../exports/prepare-export.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import {
  businessEvent,
  chartEvent,
  delivered,
  entryEvent,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
} from '../reporting.test-helpers.ts'
import { reportRequestOf } from '../report-query/report-request.ts'
import { ReportSources } from '../replica/replica.ts'
import { getReport } from './get-report.ts'
import { leavesOf } from '../report-tables/report.ts'

const now = new Date('2026-06-15T12:00:00Z')
const DAYS = ['2026-01-31', '2026-02-01']

/** The last instant of January, and the first one of February. */
const BOUNDARIES = {
  'America/New_York': ['2026-02-01T04:59:59.999Z', '2026-02-01T00:00:00.000-05:00'],
  'Pacific/Auckland': ['2026-01-31T10:59:59.999Z', '2026-01-31T11:00:00Z'],
} as const

let db: Database
const businesses = new Map<string, CallContext>()
let sample: Awaited<ReturnType<typeof sampleOwners>>

beforeAll(async () => {
  db = (await reportingDatabase()).app
  sample = await sampleOwners()
  for (const zone of Object.keys(BOUNDARIES)) businesses.set(zone, await businessIn(zone))
})
afterAll(async () => {
  await sample.close()
  await db.close()
})

/** A business that received 1.00 on each of two days. */
async function businessIn(time_zone: string): Promise<CallContext> {
  const [clientId, businessId] = [crypto.randomUUID(), crypto.randomUUID()]
  const [cash, sales] = [
    sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET'),
    sampleAccount(crypto.randomUUID(), 'Sales', 'REVENUE'),
  ]
  const entries = DAYS.map((entry_date) => ({
    ...{ id: crypto.randomUUID(), basis: 'BOTH' as const, entry_date, version: 1 },
    line_items: [
      { account_id: cash.id, direction: 'DEBIT' as const, amount: 100 },
      { account_id: sales.id, direction: 'CREDIT' as const, amount: 100 },
    ],
  }))
  const events = [
    businessEvent(sampleBusiness(businessId, clientId, { time_zone })),
    chartEvent(businessId, [cash, sales]),
    ...entries.map((entry) => entryEvent(businessId, entry)),
  ]
  await eventsSubscriber(db, sample.owners, () => now).handle(businessId, events.map(delivered))
  return { requestId: 'r', clientId, businessId, deadline: new Date('2027-01-01'), markReplayed: () => undefined }
}

/** The names of its columns, and its rows. */
const read = (report: string, context: CallContext, parameters: object) =>
  getReport(
    db,
    report,
    reportRequestOf(sample.owners, context, now, null),
    { reporting_basis: 'ACCRUAL', ...parameters },
    async ({ columns, batches }) => ({
      columns: leavesOf(columns).map(({ key }) => key),
      rows: (await Array.fromAsync<readonly unknown[], readonly unknown[]>(batches, (rows) => rows)).flat(),
    }),
  )

const sources = new ReportSources()

const fileOf = async (report: string, context: CallContext, parameters: object) => {
  const prepare = prepareExport({
    begin: () => sources.begin({ primary: db }),
    primary: db,
    owners: sample.owners,
    now: () => now,
    appliedThrough: { through: null },
  })
  const request = { report, tag_values: [], reporting_basis: 'ACCRUAL', ...parameters }
  return (await prepare(request, context)).fileName
}

const REPORTS = {
  effective_date: ['TRIAL_BALANCE', 'BALANCE_SHEET', 'AP_AGING', 'AR_AGING'],
  end_date: ['PROFIT_AND_LOSS', 'CASHFLOW_STATEMENT', 'GENERAL_LEDGER'],
  start_date: ['PROFIT_AND_LOSS', 'CASHFLOW_STATEMENT', 'GENERAL_LEDGER'],
} as const
const cases = Object.entries(BOUNDARIES).flatMap(([zone, moments]) =>
  Object.entries(REPORTS).flatMap(([field, names]) => names.map((name) => [zone, field, name, moments] as const)),
)

test.each(cases)('in %s %s of %s', async (zone, field, name, moments) => {
  const context = businesses.get(zone) as CallContext
  const both = await Promise.all(
    moments.map(async (moment, at) => {
      const asked = { [field]: moment }
      const day = { [field]: DAYS[at] }
      const report = await read(name, context, asked)
      expect(report).toEqual(await read(name, context, day))
      const file = await fileOf(name, context, asked)
      expect(file).toBe(await fileOf(name, context, day))
      expect(file).toContain(DAYS[at])
      return { report, file }
    }),
  )
  const [before, after] = both
  expect(before?.file).not.toBe(after?.file)
  // Nothing is owed, so the agings of the two days are equal.
  if (!name.endsWith('AGING')) expect(before?.report).not.toEqual(after?.report)
})
