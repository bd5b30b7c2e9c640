/** How the business stands, on a page and in a file. */
import { credit, debit } from '../../src/books.ts'
import { CUSTOMER_LEDGERS, VENDOR_LEDGERS } from '../../src/report-exports.ts'
import type { Telling } from '../telling.ts'

const SPAN = { start_date: '2025-12-01', end_date: '2025-12-31' }
const DAY = { effective_date: '2025-12-31' }

export async function report(telling: Telling): Promise<void> {
  for (const kind of ['TrialBalance', 'BalanceSheet', 'ApAging', 'ArAging'] as const) {
    await telling.tell(`get${kind}`, { query: DAY })
    await telling.tell(`export${kind}`, { query: DAY })
  }
  const { data: vendors } = (await telling.api.call('listVendors', { query: { q: 'Analytical Papers', limit: 1 } }))
    .body
  const { data: customers } = (await telling.api.call('listCustomers', { query: { limit: 1 } })).body
  const [vendor, customer] = [{ vendorId: vendors[0]?.id ?? '' }, { customerId: customers[0]?.id ?? '' }]
  for (const operation of VENDOR_LEDGERS) await telling.tell(operation, { path: vendor, query: SPAN })
  for (const operation of CUSTOMER_LEDGERS) await telling.tell(operation, { path: customer, query: SPAN })
  for (const kind of ['ProfitAndLoss', 'CashflowStatement', 'GeneralLedger'] as const) {
    await telling.tell(`get${kind}`, { query: SPAN })
    await telling.tell(`export${kind}`, { query: SPAN })
  }
  const income = { report: 'PROFIT_AND_LOSS', row_key: 'INCOME', column_key: 'total', reporting_basis: 'ACCRUAL' }
  await telling.tell('listReportLines', { query: { ...income, ...SPAN, limit: 2 } })
  await telling.tell('exportBooks')
  await compare(telling)
}

/** A bill for paper comes late, and the figures of December are not what was told of them. */
async function compare(telling: Telling): Promise<void> {
  const { data: told } = (await telling.api.call('getTrialBalance', { query: DAY })).body
  await telling.api.call('postJournalEntry', {
    body: {
      entry_at: '2025-12-30T17:00:00Z',
      memo: 'Paper, December, billed late',
      reference_number: 'P-2025-12',
      line_items: [debit('COGS', 18_400), credit('BANK_ACCOUNTS', 18_400)],
    },
  })
  await telling.reported()
  await telling.tell('getReportChanges', { query: { since: told.through, ...DAY } })
}
