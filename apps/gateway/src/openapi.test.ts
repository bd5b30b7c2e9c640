import { catalogue, isErrorEnum } from '@pacioli/errors'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { Validator } from '@seriousme/openapi-schema-validator'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import recorded from './contract/examples.json' with { type: 'json' }
import { Contract } from './contract/descriptors.ts'
import { pathName } from './contract/operation-of.ts'
import { exportsOf, REPORTS } from './routes/report-catalogue.ts'
import { testGateway, type TestGateway } from './testing/gateway.test-helpers.ts'
import { resolved } from './testing/resolved.test-helpers.ts'

type Media = { schema: ErrorSchema; example?: unknown; examples?: Record<string, { value: unknown }> }
type ErrorSchema = { allOf: [object, { properties: { error_enum: { enum: string[] } } }] }
type Content = { content?: Record<string, Media>; headers?: object }
type Operation = {
  operationId: string
  description: string
  /** Empty where no token is needed. */
  security?: object[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content>
}
type Document = {
  openapi: string
  components: object
  webhooks: object
  paths: Record<string, Record<string, Operation>>
}

const mediaOf = ({ content = {} }: Content): Media[] => Object.values(content)
const examplesOf = ({ example, examples = {} }: Media): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
]

let gateway: TestGateway
/** With references resolved except those to schemas; and as written. */
let document: Document
let written: Document
let operations: { path: string; method: string; operation: Operation }[]

// Compiles every schema of a body, a query and an answer at once: one that can't be fails this file, not its first use.
beforeAll(async () => {
  gateway = await testGateway({}, { compileAtOnce: true })
  document = (await gateway.app.inject({ url: '/openapi.json' })).json()
  written = document
  document = resolved(document)
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}, 60_000)

afterAll(() => gateway.close())

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toBe('3.1.0')
  const { valid, errors } = await new Validator().validate(structuredClone(written))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every operation that the protos say is in it, and what is routed by hand', () => {
  const B = '/v1/businesses/{businessId}'
  const byHand = [
    ...[
      'GET /.well-known/jwks.json',
      'GET /.well-known/pacioli-seals.json',
      'GET /healthz',
      'GET /readyz',
      'POST /oauth2/token',
      `POST ${B}/auth-token`,
    ],
    ...REPORTS.flatMap((report) => {
      const url = `GET ${B}/${report.path.replaceAll(/:(\w+)/g, '{$1}')}`
      return [url, ...exportsOf(report).map(({ path }) => `${url}/${path}`)]
    }),
  ]
  const documented = new Contract().operations.map(
    ({ http }) => `${http.method} ${http.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `{${pathName(name)}}`)}`,
  )
  const named = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  expect(documented.length).toBeGreaterThan(100)
  expect(named.sort()).toEqual([...byHand, ...documented].sort())
})

test('every operation has an id of its own, a summary, a description and tags', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { operation } of operations) {
    expect(operation).toMatchObject({
      operationId: expect.any(String),
      summary: expect.any(String),
      description: expect.any(String),
      tags: [expect.any(String)],
    })
  }
})

/** Schemas nested in another one, with fields or words, which generators would name in their own way. */
function namelessIn(part: unknown, where: string): string[] {
  if (typeof part !== 'object' || part === null) return []
  const {
    example: _example,
    examples: _examples,
    allOf: _refusal,
    discriminator: _by,
    ...rest
  } = part as Record<string, unknown>
  const own = 'enum' in rest || 'properties' in rest ? [where] : []
  return [...own, ...Object.entries(rest).flatMap(([key, value]) => namelessIn(value, `${where}/${key}`))]
}

test('each schema with fields or words is a component of its own, with a name', () => {
  const { schemas } = written.components as { schemas: Record<string, object> }
  const within = Object.entries(schemas).flatMap(([name, schema]) =>
    // What an event narrows of its envelope needs no name.
    Object.entries(schema).flatMap(([key, value]) => (key === 'allOf' ? [] : namelessIn(value, `${name}/${key}`))),
  )
  const elsewhere = [...namelessIn(written.paths, 'paths'), ...namelessIn(written.webhooks, 'webhooks')]
  expect([...within, ...elsewhere]).toEqual([])
  expect(Object.keys(schemas).length).toBeGreaterThan(400)
})

describe('every example', () => {
  test('fits its schema', () => {
    // Each validator is used for a handful of values: to make them quick would take longer than they do.
    const quickly = { inlineRefs: false, code: { optimize: false } }
    const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: true, ...quickly })
    ajv.addSchema({ $id: 'doc', components: document.components })
    const local = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components'))
    // Many answers have the same errors, and compiling takes its time.
    const validators = new Map<string, ValidateFunction>()
    const validatorOf = (schema: object): ValidateFunction => {
      const key = JSON.stringify(schema)
      const validate = validators.get(key) ?? ajv.compile(local(schema))
      validators.set(key, validate)
      return validate
    }
    let count = 0
    for (const { path, method, operation } of operations) {
      const parts = [...(operation.requestBody ? [operation.requestBody] : []), ...Object.values(operation.responses)]
      for (const media of parts.flatMap(mediaOf)) {
        const validate = validatorOf(media.schema)
        for (const value of examplesOf(media)) {
          count += 1
          expect([`${method} ${path}`, validate(value), validate.errors]).toEqual([`${method} ${path}`, true, null])
        }
      }
    }
    expect(count).toBeGreaterThan(200)
  }, 20_000)

  test('is there: for each answer, and each body that must be sent', () => {
    for (const { path, method, operation } of operations) {
      const where = `${method} ${path}`
      const { requestBody, responses } = operation
      const parts = [...Object.entries(responses), ...(requestBody?.required ? [['body', requestBody] as const] : [])]
      for (const [part, described] of parts) {
        // A redirect has no body.
        if (part === '302') continue
        expect([where, part, mediaOf(described).flatMap(examplesOf).length > 0]).toEqual([where, part, true])
      }
    }
  })
})

test('nothing was recorded for an operation, a body or an answer that the document does not have', () => {
  const parts = operations.flatMap(({ operation: { operationId, requestBody, responses } }) =>
    [...Object.keys(responses), ...(requestBody ? ['body'] : [])].map((part) => `${operationId} ${part}`),
  )
  const shown = Object.entries(recorded).flatMap(([id, examples]) =>
    Object.keys(examples).map((part) => `${id} ${part}`),
  )
  expect(shown.filter((one) => !parts.includes(one))).toEqual([])
})

test('the document has 1.3 MB at most', () => {
  expect(Buffer.byteLength(JSON.stringify(written))).toBeLessThanOrEqual(1_350_000)
})

test('every operation under /v1 names the errors it can answer with, by status', () => {
  for (const { path, method, operation } of operations.filter((one) => one.path.startsWith('/v1/'))) {
    const writes = method !== 'get'
    const needsToken = operation.security?.length !== 0
    // A DELETE takes no key, so no key can clash.
    const clashes = writes && method !== 'delete' ? [409] : []
    const expected = [
      400,
      ...(needsToken ? [401, 403] : []),
      429,
      500,
      503,
      504,
      ...(writes ? [413, 415] : []),
      ...clashes,
    ]
    for (const status of expected) expect([path, status in operation.responses]).toEqual([path, true])
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      const [media] = mediaOf(response)
      for (const name of media?.schema.allOf[1].properties.error_enum.enum ?? []) {
        expect(isErrorEnum(name) && catalogue[name].http).toBe(Number(status))
        expect(media?.examples).toHaveProperty(name)
      }
    }
  }
})

test('limits that a caller can run into are written down', () => {
  const about = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation.description
  expect(about('postJournalEntry')).toContain('at most 10 tags')
  expect(about('postJournalEntries')).toContain('at most 10,000 line items')
  expect(about('archiveBusiness')).toContain('A token for one business cannot')
  expect(about('bulkCategorizeTransactions')).toContain('at most 10,000 parts of splits')
  expect(about('importTransactions')).toContain('at most 10,000 tags')
  const large = ['createBill', 'createBills', 'createExpense', 'updateBill', 'createInvoice', 'createInvoices']
  for (const id of [...large, 'updateInvoice', 'createRefund', 'updateRefund'])
    expect([id, about(id)]).toEqual([id, expect.stringContaining('at most 10,000')])
  const payables = ['createVendor', 'createBill', 'createBillPayment', 'createVendorCredit', 'createCustomer']
  const receivables = ['createInvoice', 'createInvoicePayment', 'payInvoice', 'refundInvoice', 'writeOffInvoice']
  for (const id of [...payables, ...receivables, 'createRefund', 'updateRefund', 'createPayout'])
    expect([id, about(id)]).toEqual([id, expect.stringContaining('at most 10 tags')])
})

const WITH_LINE_ITEMS = [
  'updateBillByPatch',
  'createBill',
  'createBills',
  'createExpense',
  'updateBill',
  'createInvoice',
  'createInvoices',
  'updateInvoice',
  'updateInvoiceByPatch',
]

/** What may go either way in a body. */
const SIGNED = [
  ...WITH_LINE_ITEMS.flatMap((id) => [
    ...[`${id}.line_items.unit_price`, `${id}.line_items.sales_taxes.amount`],
    `${id}.additional_sales_taxes.amount`,
  ]),
  ...['createVendorCredit.line_items.amount', 'createPayout.paid_out_amount'],
  ...['createOpeningBalance.balance', 'updateConnection.latest_balance.balance'],
].sort()

describe('of what a body may hold', () => {
  type Field = { where: string; schema: Record<string, unknown> }

  /** Every schema within, with the names that lead to it. */
  function fieldsIn(schema: unknown, where: string): Field[] {
    if (typeof schema !== 'object' || schema === null) return []
    const { $ref, properties = {}, items, oneOf, anyOf, ...own } = schema as Record<string, unknown>
    const named = typeof $ref === 'string' ? partOf($ref) : undefined
    const choices = [named, ...((oneOf ?? anyOf ?? []) as unknown[])]
    return [
      { where, schema: own },
      ...Object.entries(properties as object).flatMap(([name, of]) => fieldsIn(of, `${where}.${name}`)),
      ...fieldsIn(items, where),
      ...choices.flatMap((choice) => fieldsIn(choice, where)),
    ]
  }

  const partOf = (pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((within, step) => (within as Record<string, unknown>)[step], document)

  const fieldsOfBodies = (): Field[] =>
    operations.flatMap(({ operation }) =>
      operation.requestBody
        ? mediaOf(operation.requestBody).flatMap(({ schema }) => fieldsIn(schema, operation.operationId))
        : [],
    )
  const isWhole = ({ schema: { type } }: Field): boolean => [type].flat().includes('integer')

  test('every whole number is exact, and only what may go either way is below zero', () => {
    const whole = fieldsOfBodies().filter(isWhole)
    expect(whole.length).toBeGreaterThan(50)
    for (const { where, schema } of whole) {
      const { minimum, maximum } = schema as { minimum: number; maximum: number }
      expect([where, minimum >= -Number.MAX_SAFE_INTEGER, maximum <= Number.MAX_SAFE_INTEGER]).toEqual([
        where,
        true,
        true,
      ])
    }
    const belowZero = whole.flatMap(({ where, schema }) => ((schema.minimum as number) < 0 ? [where] : []))
    expect([...new Set(belowZero)].sort()).toEqual(SIGNED)
  })

  test('metadata are objects of 1,024 bytes at most, wherever they are', () => {
    const metadata = fieldsOfBodies().filter(({ where, schema }) => where.endsWith('.metadata') && schema.type)
    expect(metadata.length).toBeGreaterThan(20)
    for (const { where, schema } of metadata)
      expect([where, schema]).toEqual([where, expect.objectContaining({ 'x-max-json-bytes': 1_024 })])
  })
})

test('every write that may post says so in a header, and no other does', () => {
  const posting = operations.filter(({ operation }) =>
    Object.values(operation.responses).some(({ headers = {} }) => 'Pacioli-Posting' in headers),
  )
  expect(posting.map(({ operation }) => operation.operationId).sort()).toEqual(
    [
      ...['createOpeningBalance', 'deleteOpeningBalance', 'importTransactions', 'importStatement'],
      ...['categorizeTransaction', 'bulkCategorizeTransactions', 'matchTransaction', 'uncategorizeTransaction'],
      ...['uncategorizeTransactionByPost', 'updateBillByPatch', 'deleteBillPaymentByDelete'],
      ...['createCategorizationRule', 'updateCategorizationRule', 'applyTags', 'removeTags'],
      ...['createBill', 'createBills', 'createExpense', 'updateBill', 'voidBill'],
      ...['createBillPayment', 'allocateBillPayment', 'deleteBillPayment'],
      ...['createVendorRefund', 'deleteVendorRefund'],
      ...['createVendorCredit', 'deleteVendorCredit', 'allocateVendorCredit', 'removeVendorCreditAllocation'],
      ...['createInvoice', 'createInvoices', 'voidInvoice', 'payInvoice', 'writeOffInvoice', 'undoWriteOff'],
      ...['updateInvoice', 'updateInvoiceByPatch'],
      ...['refundInvoice', 'createInvoicePayment', 'createRefund', 'updateRefund', 'createPayout'],
      ...['deleteInvoicePayment', 'deleteInvoicePaymentByDelete'],
      ...['returnInvoicePayment', 'undoInvoicePaymentReturn'],
      ...['deletePayout', 'deletePayoutByDelete'],
    ].sort(),
  )
})

test('only the list without room for a cursor leads to its next page by a header', () => {
  const linking = operations.filter(({ operation }) => 'Link' in (operation.responses['200']?.headers ?? {}))
  expect(linking.map(({ operation }) => operation.operationId)).toEqual(['listRefundPayments'])
})

test('a body is required exactly where there must be one', () => {
  const required = (path: string) =>
    operations.find((one) => one.path.endsWith(path) && one.method === 'post')?.operation.requestBody?.required
  expect(required('/ledger/journal-entries')).toBe(true)
  expect(required('/reverse')).toBe(false)
  expect(required('/auth-token')).toBe(false)
  expect(required('/invoices/{invoiceId}/void')).toBe(false)
})

test('the documentation page loads nothing from elsewhere', async () => {
  const page = await gateway.app.inject({ url: '/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('http')
  expect(policy).not.toContain('upgrade-insecure-requests')
  const parts = [...page.body.matchAll(/(?:src|href)="\.?\/?([^"]+)"/g)].map(([, part]) => `/docs/${String(part)}`)
  expect(parts.length).toBeGreaterThan(4)
  for (const url of parts) expect([url, (await gateway.app.inject({ url })).statusCode]).toEqual([url, 200])
})

test('the page of errors is one under the same policy, also when it was made before', async () => {
  const { headers } = await gateway.app.inject({ url: '/docs/' })
  for (const time of ['first', 'second']) {
    const page = await gateway.app.inject({ url: '/docs/errors' })
    expect([time, page.statusCode, page.headers['content-type']]).toEqual([time, 200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toBe(headers['content-security-policy'])
  }
})

test('an error leads to its section of the page of errors', async () => {
  for (const url of ['/nothing', '/v1/businesses', '/v1/oauth/quickbooks/callback?state=%FF']) {
    const { error_enum, meta, errors } = (await gateway.app.inject({ url })).json()
    expect(errors[0].meta.doc_url).toBe(meta.doc_url)
    const { origin, pathname, hash } = new URL(meta.doc_url)
    expect([origin, hash]).toEqual(['http://127.0.0.1:8080', `#${error_enum}`])
    const page = await gateway.app.inject({ url: pathname })
    expect(page.body).toContain(`<section id="${hash.slice(1)}">`)
  }
})

test('the document names the page of errors, and shows where each is explained', async () => {
  const { info, components } = (await gateway.app.inject({ url: '/openapi.json' })).json()
  expect(info.description).toContain('/docs/errors')
  expect(components.schemas.Problem_Meta.required).toContain('doc_url')
  const refusals = Object.entries<{ value: { meta: object } }>(components.examples).filter(([name]) =>
    isErrorEnum(name),
  )
  expect(refusals.length).toBeGreaterThan(80)
  for (const [name, { value }] of refusals)
    expect(value.meta).toMatchObject({ doc_url: `http://127.0.0.1:8080/docs/errors#${name}` })
})

describe('the document and its pages', () => {
  const FILES = [
    ...['/openapi.json', '/docs/json', '/docs/', '/docs/errors'],
    ...['/docs/static/swagger-ui-bundle.js', '/docs/static/index.css'],
  ]
  const plain = new Map<string, Buffer>()
  beforeAll(async () => {
    for (const url of FILES) plain.set(url, (await gateway.app.inject({ url })).rawPayload)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('go out as %s to callers that accept it, and are the same', async (encoding, decompress) => {
    for (const url of FILES) {
      const { headers, rawPayload } = await gateway.app.inject({ url, headers: { 'accept-encoding': encoding } })
      expect([url, headers['content-encoding'], headers.vary]).toEqual([url, encoding, 'Accept-Encoding'])
      expect(decompress(rawPayload).equals(plain.get(url) ?? Buffer.alloc(0))).toBe(true)
    }
    const whole = await gateway.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': encoding } })
    expect(whole.rawPayload.length).toBeLessThan((plain.get('/openapi.json')?.length ?? 0) / 8)
  })

  test('are not sent again to callers that have them', async () => {
    for (const url of FILES) {
      const { headers } = await gateway.app.inject({ url })
      const again = await gateway.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect([url, again.statusCode, again.body, again.headers.etag]).toEqual([url, 304, '', headers.etag])
      // Of nothing there is neither a kind nor a length.
      expect([url, again.headers['content-type'], again.headers['content-length']]).toEqual([url, undefined, undefined])
      const other = await gateway.app.inject({ url, headers: { 'if-none-match': '"other"' } })
      expect([url, other.statusCode]).toEqual([url, 200])
    }
  })

  test('are written once', async () => {
    const { app } = await testGateway()
    const swagger = vi.spyOn(app, 'swagger')
    await Promise.all([1, 2].map(() => app.inject({ url: '/openapi.json' })))
    const before = swagger.mock.calls.length
    for (const url of ['/openapi.json', '/docs/json']) expect((await app.inject({ url })).statusCode).toBe(200)
    expect(swagger.mock.calls.length).toBe(before)
    await app.close()
  })

  test('are the same however their paths are written', async () => {
    const { app } = await testGateway()
    expect((await app.inject({ url: '/openapi.json' })).statusCode).toBe(200)
    const swagger = vi.spyOn(app, 'swagger')
    for (const url of ['/%6fpenapi.json', '/docs/%6ason']) expect((await app.inject({ url })).statusCode).toBe(200)
    expect(swagger).not.toHaveBeenCalled()
    expect((await app.inject({ url: '/docs/%79aml' })).statusCode).toBe(404)
    await app.close()
  })

  test('are for each address so many times, and not at all as YAML', async () => {
    const own = await testGateway({}, { limit: { perSecond: 1, burst: 3 } })
    const send = async (url: string) => (await own.app.inject({ url })).statusCode
    expect([await send('/openapi.json'), await send('/docs/'), await send('/docs/yaml')]).toEqual([200, 200, 404])
    expect([await send('/openapi.json'), await send('/docs/static/swagger-ui-bundle.js')]).toEqual([429, 429])
    expect(await send('/healthz')).toBe(200)
    await own.close()
  })
})
