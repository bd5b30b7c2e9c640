/** Two years of books, entered as callers would, in parts: how they were after each of these can be asked for later. */
import type { Stack } from '@pacioli/dev-stack'
import { idsOf } from '../journal/setting.ts'
import { caughtUp } from '../tools/behind.ts'
import { callGateway, type Gateway } from '../tools/gateway.ts'
import { sized } from '../tools/size.ts'

const ENTRIES = 20_000
/** Of each kind. */
const DOCUMENTS = 1_000
const PARTIES = 100
/** One in so many entries is of a day long past. */
const BACKDATED_EACH = 10
/** One in so many invoices is paid by a request of its own, after it was entered. */
const PAID_EACH = 10
const IN_BULK = 500
const DAYS = 730
const DAY_MS = 86_400_000

/** Parts of the books in the order in which they are recorded. */
const PARTS = [0.5, 0.4, 0.09, 0.01]
/** What came after each of the parts but the last, as a share of all. */
export const SHARES_SINCE = [0.5, 0.1, 0.01]

export type LoadedBooks = {
  /** Path of the business. */
  base: string
  /** A day long past, and today. */
  begin: string
  today: string
  /** Days in the midst of what was recorded first. */
  quarter: { start: string; end: string }
  vendorId: string
  customerId: string
  /** Of an account that most entries are on. */
  accountId: string
  /** The trial balance after each of the parts, as far as the version tells of what it is. */
  throughs: readonly string[]
}

type Loading = { gateway: Gateway; base: string; began: Date; accounts: readonly string[] }

/** The same for each version. */
export async function loadBooks(stack: Stack, gateway: Gateway, now: Date): Promise<LoadedBooks> {
  const began = new Date(now.getTime() - DAYS * DAY_MS)
  const { data } = await callGateway<'createBusiness'>(gateway, '/v1/businesses', {
    legal_name: 'Two years',
    time_zone: 'UTC',
    activation_at: began.toISOString(),
  })
  const base = `/v1/businesses/${data.id}`
  const chart = await callGateway<'getChartOfAccounts'>(gateway, `${base}/ledger/chart`)
  const loading: Loading = { gateway, base, began, accounts: idsOf(chart.data.accounts) }
  const parties = await openParties(loading)
  const throughs: string[] = []
  let done = 0
  for (const part of PARTS) {
    await loadPart(loading, done, done + part)
    done += part
    await caughtUp(stack)
    throughs.push(await throughOf(loading))
  }
  const dayAt = (share: number): string => instantAt(began, share).slice(0, 10)
  return {
    base,
    begin: dayAt(0),
    today: dayAt(1),
    quarter: { start: dayAt(0.25), end: dayAt(0.375) },
    ...parties,
    accountId: loading.accounts[0] ?? '',
    throughs,
  }
}

const throughOf = async ({ gateway, base }: Loading): Promise<string> =>
  (await callGateway<'getTrialBalance'>(gateway, `${base}/reports/trial-balance`)).data.through

const numbers = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n)

async function openParties({ gateway, base }: Loading): Promise<{ vendorId: string; customerId: string }> {
  const ids = { vendorId: '', customerId: '' }
  for (const n of numbers(0, PARTIES)) {
    const named = { external_id: `p${n}`, company_name: `Party ${n} Ltd` }
    ids.vendorId = (await callGateway<'createVendor'>(gateway, `${base}/vendors`, named)).data.id
    ids.customerId = (await callGateway<'createCustomer'>(gateway, `${base}/customers`, named)).data.id
  }
  return ids
}

/** What is entered between two shares of the time. */
async function loadPart(loading: Loading, from: number, until: number): Promise<void> {
  const { gateway, base, began } = loading
  const of = (all: number): number[] => numbers(Math.round(sized(all) * from), Math.round(sized(all) * until))
  const atOf = (n: number): string => instantAt(began, n / sized(DOCUMENTS))
  await inBulk(of(ENTRIES), (some) =>
    gateway.send('POST', `${base}/ledger/journal-entries/bulk`, JSON.stringify(some.map((n) => entry(loading, n)))),
  )
  await inBulk(of(DOCUMENTS), (some) =>
    gateway.send('POST', `${base}/bills/bulk`, JSON.stringify(some.map((n) => bill(n, atOf(n))))),
  )
  await inBulk(of(DOCUMENTS), async (some) => {
    const bodies = some.map((n) => invoice(n, atOf(n)))
    const invoices = await callGateway<'createInvoices'>(gateway, `${base}/invoices/bulk`, bodies)
    for (const { id } of invoices.filter((_, n) => n % PAID_EACH === 0))
      await gateway.send('POST', `${base}/invoices/${id}/payment`, JSON.stringify({ method: 'ACH', amount: 1_250 }))
  })
}

async function inBulk(all: readonly number[], send: (some: readonly number[]) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < all.length; first += IN_BULK) await send(all.slice(first, first + IN_BULK))
}

/** The instant at a share of the two years. */
const instantAt = (began: Date, share: number): string =>
  new Date(began.getTime() + share * DAYS * DAY_MS).toISOString()

/** From the account that most entries are on to each of the others in turn. */
function entry({ began, accounts }: Loading, n: number) {
  const share = n / sized(ENTRIES)
  const [common = '', ...others] = accounts
  const line = (id: string, direction: 'DEBIT' | 'CREDIT') => ({
    account_identifier: { type: 'AccountId', id },
    amount: 1_000 + (n % 977),
    direction,
  })
  return {
    entry_at: instantAt(began, n % BACKDATED_EACH === 0 ? (share * ((n * 7_919) % 1_000)) / 1_000 : share),
    memo: `Sale ${n} at the counter`,
    line_items: [line(common, 'DEBIT'), line(others[n % others.length] ?? '', 'CREDIT')],
  }
}

const lineOn = (stable_name: string, n: number) => ({
  account_identifier: { type: 'StableName', stable_name },
  unit_price: 2_000 + (n % 733),
})

const bill = (n: number, received_at: string) => ({
  external_id: `bill-${n}`,
  vendor_external_id: `p${n % PARTIES}`,
  received_at,
  line_items: [lineOn('OPERATING_EXPENSES', n)],
})

const invoice = (n: number, sent_at: string) => ({
  external_id: `invoice-${n}`,
  customer_external_id: `p${n % PARTIES}`,
  sent_at,
  line_items: [lineOn('SALES', n)],
})
