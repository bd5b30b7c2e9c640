import type { Database } from '@pacioli/db'
import { catalogue, DomainError } from '@pacioli/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { leavesOf } from '../report-tables/report.ts'
import {
  businessEvent,
  chartEvent,
  delivered,
  dimensionEvent,
  entryEvent,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  valueEvent,
} from '../reporting.test-helpers.ts'
import type { ReportRequest } from '../report-query/report-request.ts'
import { getStatement } from './get-statement.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'

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

/** A business with one sale in each of so many projects, and one project without sales. */
async function businessWith(projects: number): Promise<ReportRequest> {
  const tenant = { clientId: crypto.randomUUID(), businessId: crypto.randomUUID() }
  const business = sampleBusiness(tenant.businessId, tenant.clientId)
  const [cash, sales] = [
    sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET'),
    sampleAccount(crypto.randomUUID(), 'Sales', 'REVENUE'),
  ]
  const dimension = { id: crypto.randomUUID(), key: 'project', display_name: 'Project' }
  const values = Array.from({ length: projects + 1 }, (_, index) => ({
    ...{ id: crypto.randomUUID(), dimension_id: dimension.id },
    ...{ value: `p${index}`, display_name: null },
  }))
  const line = (account_id: string, direction: 'DEBIT' | 'CREDIT', definition_id: string) => ({
    ...{ account_id, direction, amount: 100 },
    transaction_tags: [{ definition_id }],
  })
  const entry = {
    ...{ id: crypto.randomUUID(), basis: 'BOTH' as const, entry_date: '2026-01-31', version: 1 },
    line_items: values
      .slice(0, projects)
      .flatMap(({ id }) => [line(cash.id, 'DEBIT', id), line(sales.id, 'CREDIT', id)]),
  }
  const events = [
    businessEvent(business),
    chartEvent(business.id, [cash, sales]),
    dimensionEvent(business.id, dimension),
    ...values.map((value) => valueEvent(business.id, value)),
    entryEvent(business.id, entry),
  ]
  await eventsSubscriber(db, sample.owners, () => new Date()).handle(business.id, events.map(delivered))
  return requestOf(tenant)
}

const requestOf = (tenant: ReportRequest['tenant']): ReportRequest => ({
  tenant,
  now: new Date('2026-02-01T00:00:00Z'),
  through: null,
  fetchBusiness: () => Promise.reject(new Error('the business is known')),
  fetchDefaultBasis: () => Promise.reject(new Error('the basis is given')),
  fetchContactName: () => Promise.resolve(undefined),
})

test('the cash flow of a period begins, in every column, with what the one before ended with', async () => {
  const tenant = { clientId: crypto.randomUUID(), businessId: crypto.randomUUID() }
  const [cash, sales] = [
    { ...sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET'), account_subtype: 'CASH' as const },
    sampleAccount(crypto.randomUUID(), 'Sales', 'REVENUE'),
  ]
  const dimension = { id: crypto.randomUUID(), key: 'project', display_name: 'Project' }
  const value = { id: crypto.randomUUID(), dimension_id: dimension.id, value: 'p1', display_name: null }
  const line = (account_id: string, direction: 'DEBIT' | 'CREDIT', amount: number, tagged: boolean) => ({
    ...{ account_id, direction, amount },
    transaction_tags: tagged ? [{ definition_id: value.id }] : [],
  })
  const sale = (entry_date: string, amount: number, tagsCash: boolean) =>
    entryEvent(tenant.businessId, {
      ...{ id: crypto.randomUUID(), basis: 'BOTH' as const, entry_date, version: 1 },
      line_items: [line(cash.id, 'DEBIT', amount, tagsCash), line(sales.id, 'CREDIT', amount, true)],
    })
  const events = [
    businessEvent(sampleBusiness(tenant.businessId, tenant.clientId)),
    chartEvent(tenant.businessId, [cash, sales]),
    dimensionEvent(tenant.businessId, dimension),
    valueEvent(tenant.businessId, value),
    sale('2026-01-31', 100, false),
    sale('2026-01-31', 30, true),
    sale('2026-02-28', 5, false),
  ]
  await eventsSubscriber(db, sample.owners, () => new Date()).handle(tenant.businessId, events.map(delivered))
  const request = requestOf(tenant)
  const cashFlow = async (start_date: string, end_date: string) => {
    const { rows, columns } = await getStatement(db, 'CASHFLOW_STATEMENT', request, {
      ...{ reporting_basis: 'ACCRUAL', split_by: 'project', start_date, end_date },
    })
    expect(leavesOf(columns).map(({ key }) => key)).toEqual([value.id, 'untagged', 'total'])
    return Object.fromEntries(rows.map(({ key, cells }) => [key, cells.map((cell) => cell.value)]))
  }
  expect(await cashFlow('2026-01-01', '2026-01-31')).toMatchObject({
    NET_INCOME: [130, 0, 130],
    BETWEEN_TAGS: [-100, 100, 0],
    NET_CHANGE_IN_CASH: [30, 100, 130],
    CASH_AT_BEGINNING: [0, 0, 0],
    TOTAL: [30, 100, 130],
  })
  expect(await cashFlow('2026-02-01', '2026-02-28')).toMatchObject({
    BETWEEN_TAGS: [-5, 5, 0],
    CASH_AT_BEGINNING: [30, 100, 130],
    TOTAL: [30, 105, 135],
  })
})

describe('a statement that is split by the values of a dimension', () => {
  const balanceSheet = (request: ReportRequest, more: ReportParameters = {}) =>
    getStatement(db, 'BALANCE_SHEET', request, { reporting_basis: 'ACCRUAL', split_by: 'project', ...more })
  const refusalOf = (request: ReportRequest, more: ReportParameters = {}) =>
    balanceSheet(request, more).then(
      () => undefined,
      (error: unknown) => error instanceof DomainError && [error.errorEnum, error.message, error.problems[0].meta],
    )
  const refusal = (columns: number) => [
    'ReportTooLarge',
    expect.stringContaining(`would have ${columns} columns; at most 500 are possible`),
    { field: 'split_by', value: 'project' },
  ]

  test('has a column for each of 500 that are in use, and for the total', async () => {
    const report = await balanceSheet(await businessWith(500))
    expect(leavesOf(report.columns).length).toBe(501)
    const assets = [...report.rows].find(({ key }) => key === 'ASSETS')
    expect(assets?.cells.map(({ value }) => value)).toEqual([...Array<number>(500).fill(100), 50_000])
  })

  test('is refused with more', async () => {
    expect(await refusalOf(await businessWith(501))).toEqual(refusal(501))
    expect(catalogue.ReportTooLarge.http).toBe(422)
  })

  test('is refused if its periods have more together', async () => {
    const request = await businessWith(251)
    expect(leavesOf((await balanceSheet(request)).columns).length).toBe(252)
    const compared = { compare_to: 'PREVIOUS_YEAR', comparison_periods: 1 }
    expect(await refusalOf(request, compared)).toEqual(refusal(502))
  })
})
