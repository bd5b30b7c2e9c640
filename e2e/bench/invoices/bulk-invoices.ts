import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Figure } from '../bench.ts'
import { writeBatch } from '../journal/raw-batch.ts'
import { openSetting, type Setting } from '../journal/setting.ts'
import { caughtUp } from '../tools/behind.ts'
import { asService, asSuperuser, whileRelaying } from '../tools/database.ts'
import { gatewayOf, type Gateway } from '../tools/gateway.ts'
import { alternately, timeOf } from '../tools/measure.ts'
import { median, ratios } from '../tools/statistics.ts'
import { captureTable, charactersOf, copiesOf, ownIdsOf, transactionOf, type RawTable } from './raw-rows.ts'

const INVOICES = 1_000
/** Parents before children. */
const OF_BILLING = [
  'invoices',
  'invoice_line_items',
  'invoice_payments',
  'invoice_payment_allocations',
  'standing_entries',
  'postings',
  'events',
]
const OF_LEDGER = ['journal_entries', 'line_items', 'events']
const BALANCES = 'account_balances'

/** An invoice of three line items, paid in full by a payment in the same call. */
const invoice = (customer: string, index: number) => ({
  customer_external_id: customer,
  sent_at: new Date().toISOString(),
  line_items: [1_250, 990, 15_000].map((unit_price, position) => ({
    account_identifier: { type: 'StableName', stable_name: 'SALES' },
    product: `P${position}`,
    description: `Item ${position} of order ${index}`,
    unit_price,
    quantity: '2',
  })),
  payments: [{ method: 'CREDIT_CARD', processor: 'acme', amount: 34_480, fee: 1_030 }],
})

export const requestBody = (): string =>
  JSON.stringify(Array.from({ length: INVOICES }, (_, index) => invoice(`c${index % 50}`, index)))

/** The request, until all of its entries are in the journal. */
export async function enterInvoices(gateway: Gateway, billing: pg.Pool, base: string, body: string): Promise<void> {
  await gateway.send('POST', `${base}/invoices/bulk`, body)
  const businessId = base.slice(base.lastIndexOf('/') + 1)
  for (;;) {
    const { rows } = await billing.query<{ left: boolean }>(
      `SELECT EXISTS (SELECT FROM postings WHERE business_id = $1 AND status <> 'POSTED') AS left`,
      [businessId],
    )
    if (rows[0]?.left === false) return
    await pause(5)
  }
}

/**
 * Requests of 1,000 invoices with three line items and a payment each, until everything is posted, against the same rows
 * written by pg: for each of the two databases one transaction with one multi-row INSERT for each table, as the role of the
 * service, and the balances moved likewise. The rows are copies, under new ids, of what the product wrote for such a request,
 * made before the clock starts. The events of both sides are delivered while it writes.
 */
export async function bulkInvoices(context: Setting): Promise<Figure> {
  const { stack } = context
  const setting = await openSetting(context, 'Invoices')
  const { base, books, superuser } = setting
  const gateway = gatewayOf(stack, 1)
  const billingSuperuser = asSuperuser(stack, 'billing')
  const [billing, ledger] = [asService(stack, 'billing', 1), asService(stack, 'ledger', 1)]
  const body = requestBody()
  // Customers are made on the way by the first request of all, and are there for those that are compared.
  await enterInvoices(gateway, billingSuperuser, base, JSON.stringify((JSON.parse(body) as unknown[]).slice(0, 50)))
  await caughtUp(stack)
  const before = await rowsIn(superuser, billingSuperuser, books.businessId)
  await enterInvoices(gateway, billingSuperuser, base, body)
  await caughtUp(stack)
  const written = since(before, await rowsIn(superuser, billingSuperuser, books.businessId))
  const ownIds = ownIdsOf([...written.billing, ...written.ledger])
  await refuseOtherRows(written, ownIds)

  const product = (): Promise<number> => timeOf(() => enterInvoices(gateway, billingSuperuser, base, body))
  const byHand = async (): Promise<number> => {
    const copies = copiesOf([...written.billing, ...written.ledger], ownIds)
    const ofBilling = transactionOf(books, copies.slice(0, OF_BILLING.length))
    const ofLedger = transactionOf(books, copies.slice(OF_BILLING.length), written.balances)
    const write = async (): Promise<void> => {
      await writeBatch(billing, ofBilling)
      await writeBatch(ledger, ofLedger)
    }
    return whileRelaying([billingSuperuser, superuser], () => timeOf(write))
  }
  const { first, second } = await alternately(product, byHand, { before: () => caughtUp(stack) })
  await Promise.all([gateway.close(), billing.end(), ledger.end(), billingSuperuser.end(), superuser.end()])
  const rows = [...written.billing, ...written.ledger].reduce((sum, table) => sum + table.rows.length, 0)
  const rate = (times: readonly number[]): string => ((INVOICES * 1_000) / median([...times])).toFixed(0)
  return {
    what: `${INVOICES} invoices of 3 line items with a payment in one request, posted / the same ${rows} rows by raw pg`,
    sides: `${rate(first)} invoices/s / ${rate(second)} invoices/s`,
    value: median(ratios(second, first)),
    target: { atLeast: 0.4 },
    samples: { product_ms: first, raw_ms: second },
  }
}

type Rows = { billing: RawTable[]; ledger: RawTable[]; balances: RawTable }

async function rowsIn(ledger: pg.Pool, billing: pg.Pool, businessId: string): Promise<Rows> {
  const captured = { billing: [] as RawTable[], ledger: [] as RawTable[] }
  for (const table of OF_BILLING) captured.billing.push(await captureTable(billing, businessId, table))
  for (const table of OF_LEDGER) captured.ledger.push(await captureTable(ledger, businessId, table))
  return { ...captured, balances: await captureTable(ledger, businessId, BALANCES) }
}

/** What was added, and by how much balances were moved. */
function since(before: Rows, after: Rows): Rows {
  const added = (was: readonly RawTable[], is: readonly RawTable[]): RawTable[] =>
    is.map((table, index) => {
      const known = new Set(was[index]?.rows.map((row) => JSON.stringify(row)))
      return { ...table, rows: table.rows.filter((row) => !known.has(JSON.stringify(row))) }
    })
  return {
    billing: added(before.billing, after.billing),
    ledger: added(before.ledger, after.ledger),
    balances: moved(before.balances, after.balances),
  }
}

const SUMS = ['debits', 'credits', 'line_count', 'hidden_count']

function moved(before: RawTable, after: RawTable): RawTable {
  const isSum = after.columns.map(({ name }) => SUMS.includes(name))
  const keyOf = (row: readonly (string | null)[]): string => JSON.stringify(row.filter((_, index) => !isSum[index]))
  const known = new Map(before.rows.map((row) => [keyOf(row), row]))
  const rows = after.rows.map((row) => {
    const was = known.get(keyOf(row))
    return row.map((value, index) => (isSum[index] ? String(Number(value) - Number(was?.[index] ?? 0)) : value))
  })
  return { ...after, rows: rows.filter((row) => row.some((value, index) => isSum[index] && Number(value) !== 0)) }
}

/** A comparison is worth something only if both sides write the same. */
async function refuseOtherRows({ billing, ledger }: Rows, ownIds: ReadonlySet<string>): Promise<void> {
  const expected: Record<string, number> = { invoices: 1, invoice_line_items: 3, invoice_payments: 1, postings: 3 }
  for (const { table, rows } of billing) {
    const each = expected[table]
    if (each !== undefined && rows.length !== each * INVOICES)
      throw new Error(`Expected ${each * INVOICES} rows of ${table} for a request, found ${rows.length}.`)
  }
  const tables = [...billing, ...ledger]
  const copies = copiesOf(tables, ownIds)
  for (const [index, table] of tables.entries()) {
    const copy = copies[index]
    if (!copy || copy.rows.length !== table.rows.length || charactersOf(copy) !== charactersOf(table))
      throw new Error(`The copy of ${table.table} is not as long as what the product wrote.`)
  }
}
