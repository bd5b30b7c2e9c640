/** The OpenAPI document is valid, and tells the truth about every operation. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, send, target, type Api, type Books, type Call, type TestClient } from './src/index.ts'
import type { Exercised } from './src/exercise-receivables.ts'
import { exerciseEverything } from './src/exercise.ts'
import * as fields from './src/interface-fields.ts'

let client: TestClient
let anybody: Api

beforeAll(async () => {
  client = await newClient(target(), 'contract')
  anybody = client.api.as(undefined)
})

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { document } = client.api.contract
    expect(document.openapi).toBe('3.1.0')
    const validator = new Validator()
    const { valid, errors } = await validator.validate({ ...document })
    expect([valid, errors]).toEqual([true, undefined])
  })

  test('shows an example of every answer, and of every request body but one that may be left out', () => {
    const without = [...client.api.contract.operations.values()].flatMap(({ operationId, requestBody, responses }) => {
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
      return contents.every((content) => 'example' in content || 'examples' in content) ? [] : [operationId]
    })
    // Without a body it answers with a secret, which is what should be seen of it.
    expect(without).toEqual(['rotateWebhookSecret'])
  })
})

describe('the pages for people and machines', () => {
  test.each(['/docs', '/docs/json', '/openapi.json', '/healthz', '/readyz', '/.well-known/jwks.json'])(
    '%s answers without a token',
    async (path) => {
      const { status, headers } = await send('GET', target().baseUrl + path, {})
      expect([path, status < 400]).toEqual([path, true])
      expect(headers['x-content-type-options']).toBe('nosniff')
    },
  )

  test('the figures are on the port of operations alone', async () => {
    const { status, text } = await send('GET', `${target().baseUrl}/metrics`, {})
    expect([status, JSON.parse(text)]).toMatchObject([404, { error_enum: 'RouteNotFound' }])
  })

  test('the reference loads nothing from elsewhere', async () => {
    const page = await send('GET', `${target().baseUrl}/docs/static/index.html`, {})
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('an error leads to what explains it', async () => {
    const { error } = await client.api.call('getBusiness', { path: { businessId: 'none' } })
    const { pathname, hash } = new URL(error.meta.doc_url ?? '')
    expect(hash).toBe(`#${error.error_enum}`)
    const page = await send('GET', `${target().baseUrl}${pathname}`, {})
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain(`<section id="${error.error_enum}">`)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('an unknown path is 404, a known one with a wrong method 405 with what is allowed', async () => {
    const unknown = await send('GET', `${target().baseUrl}/v1/nothing`, {})
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([404, { error_enum: 'RouteNotFound' }])
    const wrong = await send('DELETE', `${target().baseUrl}/v1/businesses`, {})
    expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([405, { error_enum: 'MethodNotAllowed' }])
    expect(String(wrong.headers.allow)).toContain('POST')
  })

  test("a caller's request id comes back, an unusable one is replaced", async () => {
    const answer = await client.api.call('listBusinesses', { headers: { 'x-request-id': 'import-7' } })
    expect(answer.headers['x-request-id']).toBe('import-7')
    const replaced = await client.api.call('listBusinesses', { headers: { 'x-request-id': 'x'.repeat(129) } })
    expect(String(replaced.headers['x-request-id'])).toMatch(/^[0-9a-f-]{36}$/)
  })
})

/** They answer with 201 alone. */
const ALWAYS_NEW = [
  ...['createAccount', 'createTagDimension', 'createOpeningBalance'],
  ...['allocateBillPayment', 'allocateVendorCredit', 'createWebhook'],
]

describe('once everything was asked for in one business', () => {
  let books: Books
  let shown: Exercised

  beforeAll(async () => {
    ;({ books, receivables: shown } = await exerciseEverything(client))
  }, 300_000)

  test('every operation has answered as the document says, with every success that it has', () => {
    const { contract } = client.api
    const operations = [...contract.operations.values()]
    const hasAnswered = (name: string, ...statuses: number[]): boolean =>
      statuses.some((status) => contract.seen.has(`${name} ${status}`))
    const called = operations.map(({ operationId }) => operationId)
    // Other files may have called the rest: what is refused for good must be retried, and takes a while to come about.
    const again = called.filter((name) => ![...ALWAYS_NEW, 'retryPosting'].includes(name))
    expect(
      again.filter((name) => !hasAnswered(name, 200, 202)),
      'operations without a call in e2e/src/exercise.ts, or that answer 201 alone and are not in ALWAYS_NEW',
    ).toEqual([])
    expect(
      ALWAYS_NEW.filter((name) => hasAnswered(name, 200, 202)),
      'operations of ALWAYS_NEW that answer something else than 201, too',
    ).toEqual([])
    const created = operations.filter(({ responses }) => responses[201]).map(({ operationId }) => operationId)
    expect(
      created.filter((name) => !hasAnswered(name, 201)),
      'operations that e2e/src/exercise.ts does not call with what is new',
    ).toEqual([])
  })

  const expectFields = (shape: object | null | undefined, expected: readonly string[]): void =>
    expect(Object.keys(shape ?? {}).sort(), 'the fields that e2e/src/interface-fields.ts lists').toEqual(
      expected.toSorted(),
    )

  test('an invoice has the fields of the interface document, and no others, wherever it is shown', () => {
    for (const invoice of [shown.invoice, shown.single, ...shown.bulk]) {
      expectFields(invoice, fields.INVOICE)
      expect(invoice.type).toBe('Invoice')
      const [line] = invoice.line_items
      expectFields(line, fields.INVOICE_LINE_ITEM)
      expectFields(line?.account_identifier, ['type', 'id'])
      for (const account of [line?.ledger_account, line?.prepayment_account, invoice.tips_account])
        expectFields(account, fields.ACCOUNT_SUMMARY)
      for (const tax of [line?.sales_taxes[0], invoice.additional_sales_taxes[0]]) {
        expectFields(tax, fields.SALES_TAX_ENTRY)
        expectFields(tax?.tax_account, ['type', 'name'])
        expectFields(tax?.tax_ledger_account, fields.ACCOUNT_SUMMARY)
      }
    }
    expect(shown.invoice.line_items[0]?.sales_taxes[0]).toMatchObject({
      tax_account: { type: 'Tax_Name', name: 'CA' },
      tax_ledger_account: { stable_name: 'SALES_TAXES_PAYABLE:CA' },
    })
    for (const list of ['payment_allocations', 'refund_allocations', 'write_offs'] as const)
      expect([list, shown.invoice[list].length > 0]).toEqual([list, true])
  })

  test('invoices in bulk are answered as a bare array, in the order of the request', () =>
    expect(shown.bulk.map(({ external_id }) => external_id)).toEqual(['a', 'b']))

  test('a refund payment has the fields of the interface document, and no others, with accounts in the form of the chart', () => {
    const full = shown.refundPayments.find((one) => one.refunded_payment_fees.length > 0)
    expectFields(full, fields.REFUND_PAYMENT)
    const [fee] = full?.refunded_payment_fees ?? []
    expectFields(fee, fields.REFUNDED_PAYMENT_FEE)
    for (const account of [full?.payment_clearing_account, fee?.account]) {
      expectFields(account, fields.CHART_ACCOUNT)
      expectFields(account?.id, ['type', 'id'])
      expectFields(account?.stable_name, ['type', 'stable_name'])
    }
    expect(shown.refundPayments.find(({ refunded_payment_fees: fees }) => fees.length === 0)).toBeDefined()
  })

  test('refund payments are a bare array, newest first, with a link to the next page while there is one', async () => {
    const page = (query: Call['query']) => books.api.call('listRefundPayments', { query })
    const all = await page({})
    expect(all.headers.link).toBeUndefined()
    const times = all.body.map(({ completed_at }) => completed_at)
    expect([times.length > 3, times]).toEqual([true, times.toSorted().reverse()])
    const first = await page({ limit: 2, method: 'CREDIT_CARD' })
    const [, path, relation] = /^<([^>]+)>; rel="(\w+)"$/.exec(String(first.headers.link)) ?? []
    const { pathname, searchParams } = new URL(path ?? '', target().baseUrl)
    expect([pathname, relation]).toEqual([`/v1/businesses/${books.id}/invoices/refunds/payments`, 'next'])
    expect([searchParams.get('limit'), searchParams.get('method')]).toEqual(['2', 'CREDIT_CARD'])
    const second = await page({ ...Object.fromEntries(searchParams) })
    const cards = all.body.filter(({ method }) => method === 'CREDIT_CARD')
    expect([...first.body, ...second.body]).toEqual(cards.slice(0, 4))
  })
})

test('every operation that needs a token refuses to work without one, as documented', async () => {
  const path = {
    clientId: client.id,
    businessId: client.id,
    accountId: 'CASH',
    entryId: client.id,
    size: '1',
    closingId: client.id,
    dimensionId: client.id,
    definitionId: client.id,
    bankAccountId: client.id,
    externalAccountId: client.id,
    transactionId: client.id,
    ruleId: client.id,
    vendorId: client.id,
    billId: client.id,
    paymentId: client.id,
    vendorCreditId: client.id,
    vendorRefundId: client.id,
    allocationId: client.id,
    customerId: client.id,
    invoiceId: client.id,
    writeOffId: client.id,
    refundId: client.id,
    payoutId: client.id,
    postingId: client.id,
    taskId: client.id,
    webhookId: client.id,
    deliveryId: client.id,
    provider: 'quickbooks',
    processor: 'stripe',
  }
  for (const { operationId, path: template, security } of client.api.contract.operations.values()) {
    if (!template.startsWith('/v1/') || security?.length === 0) continue
    const answer = await anybody.call(operationId as 'getBusiness', { path })
    expect([operationId, answer.refusal.error_enum]).toEqual([operationId, 'MissingToken'])
    expect(answer.headers['www-authenticate']).toContain('Bearer')
  }
})
