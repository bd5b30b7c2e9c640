/** The client that users of the API install, against everything that runs. */
import { PacioliClient, PacioliError, type FeedPage } from '@pacioli/client'
import { knownSecret, waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientsTool, newClient, target, type TestClient } from './src/index.ts'

let platform: TestClient
let pacioli: PacioliClient
let path: { businessId: string }
/** Statuses of all that was answered to it, in their order. */
const answered: [method: string, path: string, status: number][] = []
/** The next answer is lost after it was sent. */
let losesNext = false

const watched = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, init)
  answered.push([String(init.method), new URL(url).pathname, response.status])
  if (!losesNext) return response
  losesNext = false
  throw new TypeError('The connection was lost.')
}

beforeAll(async () => {
  platform = await newClient(target(), 'client')
  pacioli = new PacioliClient({
    baseUrl: target().baseUrl,
    clientId: platform.id,
    clientSecret: platform.secret,
    world: { fetch: watched },
  })
  const { body, response } = await pacioli.POST('/v1/businesses', { body: { legal_name: 'Lovelace Engines' } })
  expect(response.status).toBe(201)
  path = { businessId: body.data.id }
})

const account = (stable_name: string) => ({ type: 'StableName', stable_name }) as const
const sale = (amount: number, external_id: string | null, credited = amount) => ({
  external_id,
  entry_at: '2026-01-31T17:00:00Z',
  line_items: [
    { account_identifier: account('CASH'), amount, direction: 'DEBIT' as const },
    { account_identifier: account('SALES'), amount: credited, direction: 'CREDIT' as const },
  ],
})
const ENTRIES = '/v1/businesses/{businessId}/ledger/entries'
const POSTING = '/v1/businesses/{businessId}/ledger/journal-entries'

test('one token was enough for what was asked so far', () => {
  expect(answered.slice(0, 2)).toEqual([
    ['POST', '/oauth2/token', 200],
    ['POST', '/v1/businesses', 201],
  ])
})

test('entries are posted, and read page by page in their order', async () => {
  for (const amount of [1, 2, 3, 4, 5])
    await pacioli.POST(POSTING, { params: { path }, body: sale(amount, `paged-${amount}`) })
  const query = { limit: 2, sort_by: 'entry_at', sort_order: 'ASC' } as const
  const read: (string | null)[] = []
  for await (const entry of pacioli.pages(ENTRIES, { params: { path, query } })) read.push(entry.external_id)
  expect(read.filter((id) => id?.startsWith('paged'))).toEqual([1, 2, 3, 4, 5].map((amount) => `paged-${amount}`))
})

test('a write whose answer was lost is done once, and answered', async () => {
  losesNext = true
  const { body, response } = await pacioli.POST(POSTING, {
    params: { path },
    body: { ...sale(700, null), memo: 'lost' },
  })
  expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  const found: string[] = []
  for await (const { id, memo } of pacioli.pages(ENTRIES, { params: { path } })) if (memo === 'lost') found.push(id)
  expect(found).toEqual([body.data.id])
})

describe('a refusal is thrown', () => {
  test('by its name, with the field it is about', async () => {
    const body = sale(100, 'unbalanced', 99)
    const error = await pacioli.POST(POSTING, { params: { path }, body }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PacioliError)
    const { status, errorEnum, meta, errors, requestId } = error as PacioliError
    expect([status, errorEnum, meta.field]).toEqual([422, 'UnbalancedEntry', 'line_items'])
    expect([errors.length, meta.request_id]).toEqual([1, requestId])
  })

  test('where the token is not good for it', async () => {
    const { body } = await pacioli.POST('/v1/businesses/{businessId}/auth-token', { params: { path } })
    knownSecret(body.data.access_token, 'a token for one business')
    const browser = new PacioliClient({ baseUrl: target().baseUrl, token: body.data.access_token })
    expect((await browser.GET('/v1/businesses/{businessId}', { params: { path } })).body.data.id).toBe(path.businessId)
    await expect(browser.GET('/v1/businesses')).rejects.toMatchObject({ status: 403, errorEnum: 'InsufficientScope' })
  })
})

test('an invoice is waited for, in the ledger and in reports', async () => {
  const before = await receivables()
  const { body, posting } = await pacioli.POST('/v1/businesses/{businessId}/invoices', {
    params: { path },
    body: {
      customer_external_id: 'client-7',
      sent_at: '2026-01-10T09:00:00Z',
      due_at: '2026-02-09T09:00:00Z',
      line_items: [{ account_identifier: account('SALES'), product: 'Design', unit_price: 12_500, quantity: '2' }],
    },
  })
  expect(['posted', 'pending']).toContain(posting)
  const postings = await pacioli.waitForPosting(path.businessId, body.data.id)
  expect(postings.map(({ status, source_id }) => [status, source_id])).toEqual([['POSTED', body.data.id]])
  await pacioli.waitForReports(path.businessId)
  expect((await receivables()) - before).toBe(25_000)
})

async function receivables(): Promise<number> {
  const params = { path, query: { reporting_basis: 'ACCRUAL' } } as const
  const { body } = await pacioli.GET('/v1/businesses/{businessId}/reports/trial-balance', { params })
  const row = body.data.rows.find(({ display_name }) => display_name.endsWith('Accounts Receivable'))
  const value = row?.cells.debit?.value
  return typeof value === 'number' ? value : 0
}

test('a bare list is read page by page', async () => {
  const invoice = await pacioli.POST('/v1/businesses/{businessId}/invoices', {
    params: { path },
    body: {
      customer_external_id: 'client-8',
      sent_at: '2026-01-10T09:00:00Z',
      line_items: [{ account_identifier: account('SALES'), product: 'Print', unit_price: 1_000, quantity: 1 }],
      payments: [{ method: 'CASH', amount: 1_000 }],
    },
  })
  for (const refunded_amount of [100, 200, 300])
    await pacioli.POST('/v1/businesses/{businessId}/invoices/{invoiceId}/refund', {
      params: { path: { ...path, invoiceId: invoice.body.data.id } },
      body: { refunded_amount, method: 'CASH' },
    })
  const amounts: number[] = []
  const list = '/v1/businesses/{businessId}/invoices/refunds/payments'
  for await (const refund of pacioli.pages(list, { params: { path, query: { limit: 1 } } }))
    amounts.push(refund.refunded_amount)
  expect(amounts.sort()).toEqual([100, 200, 300])
})

test('an export is downloaded', async () => {
  const report = '/v1/businesses/{businessId}/reports/trial-balance/exports/excel'
  const { body } = await pacioli.GET(report, { params: { path } })
  const file = await pacioli.download(body.data)
  expect(file.name).toMatch(/\.xlsx$/)
  const bytes = await file.bytes()
  // A workbook is a ZIP archive.
  expect([bytes.length > 1_000, new TextDecoder().decode(bytes.slice(0, 2))]).toEqual([true, 'PK'])
})

test('the feed is read from its beginning, and from where its reader stands', async () => {
  await pacioli.waitForReports(path.businessId)
  const pages = async (after?: number) => {
    const read: FeedPage[] = []
    for await (const page of pacioli.events(path.businessId, { limit: 3, ...(after && { after }) })) read.push(page)
    return read
  }
  const all = (await waitFor('the feed', async () => {
    const read = await pages()
    return read.flatMap(({ events }) => events).some(({ type }) => type === 'refund.created') && read
  })) satisfies FeedPage[]
  const positions = all.flatMap(({ events }) => events.map(({ position }) => position))
  expect(positions).toEqual(positions.map((_position, index) => index + 1))
  expect(all[0]?.events[0]?.type).toBe('business.created')
  const [first] = await pages(3)
  expect(first?.events[0]?.position).toBe(4)
})

test('a client whose tokens are revoked gets another one, and goes on', async () => {
  await clientsTool(target(), 'revoke-tokens', platform.id)
  answered.length = 0
  await waitFor('the token to be refused', async () => {
    await pacioli.GET('/v1/businesses/{businessId}', { params: { path } })
    return answered.some(([, , status]) => status === 401)
  })
  expect(answered.slice(-3).map(([, url, status]) => [url, status])).toEqual([
    [`/v1/businesses/${path.businessId}`, 401],
    ['/oauth2/token', 200],
    [`/v1/businesses/${path.businessId}`, 200],
  ])
})
