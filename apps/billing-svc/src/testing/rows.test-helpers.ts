import type { BusinessWrite } from '@pacioli/rpc'
import type { TestBilling } from './billing.test-helpers.ts'

/** How many rows of a business a table holds. */
export const rowsIn = ({ db }: TestBilling, request: BusinessWrite, table: string): Promise<number> =>
  db.transact(request, async (tx) => {
    const row = await tx.row<{ count: string }>(`SELECT count(*) AS count FROM ${table} WHERE business_id = $1`, [
      request.businessId,
    ])
    return Number(row?.count)
  })

const OF_INVOICES = ['customers', 'invoices', 'invoice_payments', 'refunds', 'postings'] as const

/** The same of all tables that an invoice may write. */
export const allRows = async (billing: TestBilling, request: BusinessWrite): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(OF_INVOICES.map(async (table) => [table, await rowsIn(billing, request, table)] as const)),
  )
