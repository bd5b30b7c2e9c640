/** Expensive requests of one client, each as often as its limits allow. */
import type { BenchContext } from '../bench.ts'
import { openSetting, spreadBody } from '../journal/setting.ts'
import { callGateway, gatewayOf } from '../tools/gateway.ts'

export type FloodRequest = { method: 'GET' | 'POST'; path: string; body?: string; headers?: Record<string, string> }

/** What one measures alone. */
export const FLOODS = ['entries', 'invoices', 'files', 'reports', 'exports', 'secrets', 'lists'] as const
type FloodPart = (typeof FLOODS)[number]

/** Requests of one kind in rotation, so many at a time. Plain data: another thread sends them. */
export type Flood = { part: FloodPart; what: string; atOnce: number; requests: FloodRequest[] }

const ENTRIES = 1_000
const INVOICES = 1_000
const MEGABYTES = 8
/** As many as a statement may have lines, and a column in each that makes it so long. */
const ROWS = 10_000

/** A CSV file of eight megabytes. */
function statementFile(): string {
  const more = 'x'.repeat((MEGABYTES * 1024 * 1024) / ROWS - 30)
  const rows = Array.from({ length: ROWS }, (_, row) => `2026-01-15,Payment ${row},-4.50,${more}`)
  return Buffer.from(`Date,Text,Amount,More\n${rows.join('\n')}\n`).toString('base64')
}

const mapping = { date: 'Date', amount: 'Amount', description: 'Text' }

const customerInvoice = (index: number) => ({
  customer_external_id: `c${index % 50}`,
  sent_at: new Date().toISOString(),
  line_items: [{ account_identifier: { type: 'StableName', stable_name: 'SALES' }, unit_price: 1_250, quantity: '2' }],
})

/** A business of the client that floods, and all that it floods with. */
export async function floodsOf(context: BenchContext): Promise<Flood[]> {
  const { base, accounts, superuser } = await openSetting(context, 'Flooding')
  await superuser.end()
  const gateway = gatewayOf(context.stack, 1)
  const account = await callGateway<'createCustomAccount'>(gateway, `${base}/custom-accounts`, {
    external_id: 'flooded',
    account_name: 'Flooded',
    account_type: 'DEPOSITORY',
    account_subtype: 'CHECKING',
  })
  await gateway.close()
  const entries = JSON.stringify(Array.from({ length: ENTRIES }, (_, n) => spreadBody(accounts, n)))
  const invoices = JSON.stringify(Array.from({ length: INVOICES }, (_, n) => customerInvoice(n)))
  const file = JSON.stringify({ content: statementFile(), csv_mapping: mapping, format: 'CSV', file_name: 'large.csv' })
  const into = `${base}/custom-accounts/${account.data.id}`
  const report = `${base}/reports/general-ledger`
  return [
    {
      part: 'entries',
      what: 'entries, 1,000 at once',
      atOnce: 12,
      requests: [{ method: 'POST', path: `${base}/ledger/journal-entries/bulk`, body: entries }],
    },
    {
      part: 'invoices',
      what: 'invoices, 1,000 at once',
      atOnce: 12,
      requests: [{ method: 'POST', path: `${base}/invoices/bulk`, body: invoices }],
    },
    {
      part: 'files',
      what: `statement files of ${MEGABYTES} MB`,
      atOnce: 10,
      requests: [{ method: 'POST', path: `${into}/statement-import`, body: file }],
    },
    {
      part: 'reports',
      what: 'reports',
      atOnce: 12,
      requests: [{ method: 'GET', path: `${base}/reports/trial-balance` }],
    },
    { part: 'exports', what: 'exports', atOnce: 12, requests: [{ method: 'GET', path: `${report}/exports/excel` }] },
    {
      part: 'secrets',
      what: 'guesses of secrets',
      atOnce: 20,
      requests: Array.from({ length: 1_000 }, (_, n) => guessOf(n)),
    },
    {
      part: 'lists',
      what: 'lists with filters',
      atOnce: 20,
      requests: Array.from({ length: 10 }, (_, n) => ({
        method: 'GET',
        path: `${base}/bank-transactions?limit=500&description_filter=x${n}`,
      })),
    },
  ]
}

/** A guessed secret of a client. */
const guessOf = (index: number): FloodRequest => ({
  method: 'POST',
  path: '/oauth2/token',
  body: 'grant_type=client_credentials',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(`0b9c2d4e-6f1a-4b3c-8d5e-7f9a1b2c3d4e:${index}`).toString('base64')}`,
  },
})
