/** The routes of receivables before fake services: which requests they receive, and how their answers are shown. */
import {
  ContactsService,
  InvoicePaymentsService,
  InvoicesService,
  PayoutsService,
  RefundsService,
  BillsService,
} from '@pacioli/protos/billing'
import { BankTransactionsService } from '@pacioli/protos/banking'
import { JournalService } from '@pacioli/protos/ledger'
import { refused } from '@pacioli/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestGateway } from './testing/gateway.test-helpers.ts'
import { refusal, FakeServices } from './testing/fake-services.test-helpers.ts'
import recorded from './contract/examples.json' with { type: 'json' }
import type { Schema } from './contract/schema-writer.ts'
import { bodySchemaOf, querySchemaOf, shownData } from './testing/interface.test-helpers.ts'
import { sampleOf, SAMPLE_ID, receivedOf } from './testing/schema-samples.test-helpers.ts'

const services = new FakeServices()
const { businessId, call, lastOf } = services

const ID = SAMPLE_ID
const id = ID.toLowerCase()
const metadata = { shown: 'as it is' }

const examples = {
  invoice: shownData('getInvoice'),
  invoicePayment: shownData('getInvoicePayment'),
  refund: shownData('getRefund'),
  refundPayment: (recorded.listRefundPayments[200] as Record<string, unknown>[])[0] ?? {},
  payout: shownData('getPayout'),
  writeOff: shownData('undoWriteOff'),
  returned: shownData('returnInvoicePayment'),
}

/** Values for the fields of answers that the examples leave empty. */
function filled(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, field))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, name)]))
  if (value !== null) return value
  if (field === 'metadata') return metadata
  if (field.endsWith('_account')) return examples.writeOff.destination_ledger_account
  if (field === 'fee') return 3
  if (field === 'return') return filled(examples.returned['return'])
  if (field.endsWith('_at')) return '2026-01-31T17:00:00.000Z'
  return field.endsWith('_id') ? id : 'text'
}

/** The service's message for this answer: no nulls, metadata as text, accounts as summaries. */
function messageOf(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(messageOf)
  if (typeof shown !== 'object' || shown === null) return shown
  const fields = Object.entries(shown).filter(([, value]) => value !== null)
  return Object.fromEntries(
    fields.map(([name, value]) => {
      if (name === 'metadata') return [name, JSON.stringify(value)]
      if (name === 'id' && typeof value === 'object') return [name, (value as { id: string }).id]
      if (name === 'stable_name' && typeof value === 'object') return [name, (value as Record<string, string>)[name]]
      return [name, messageOf(value)]
    }),
  )
}

let created = true
let shown = (example: object): unknown => example
let isMore = false
let lines: object[] = []
let sourced: { type: string; id: string }[] = []
let invoices: object[] = []
let billingIsAway = false
let answersAll = true
/** For how many sources billing returns invoices. */
let roomFor = 500

const answered = (example: object) => ({ data: messageOf(shown(example)), created, posting: 'posted' })
const page = (example: object) => ({
  data: [messageOf(shown(example))],
  pagination: { sort_by: 'sent_at', sort_order: 'DESC', total_count: 1, ...(isMore ? { cursor: 'c&1' } : {}) },
})
const pagination = { sort_by: 'date', sort_order: 'ASC', total_count: 1 }

let gateway: TestGateway

beforeAll(async () => {
  gateway = await services.start({
    ledger: [
      services.serving(JournalService, () => ({}), {
        ListAccountLines: ({ page: requested }) => ({
          data: lines.slice(0, (requested as { limit?: number }).limit),
          pagination,
        }),
      }),
    ],
    banking: [services.serving(BankTransactionsService, () => ({ data: [], left_out: [] }))],
    billing: [
      services.serving(InvoicesService, () => answered(examples.invoice), {
        CreateInvoices: ({ invoices: sent }) => ({
          data: (sent as { external_id?: string }[])
            .slice(0, answersAll ? undefined : 1)
            .map(({ external_id }) => messageOf({ ...examples.invoice, external_id })),
          posting: 'pending',
        }),
        ListInvoices: () => page(examples.invoice),
        WriteOffInvoice: () => answered(examples.writeOff),
        UndoWriteOff: () => answered(examples.writeOff),
        FindInvoicesOfSources: ({ sources }) => {
          if (billingIsAway) throw refused('ServiceUnavailable', 'away')
          const known = (sources as typeof sourced).filter((one) => sourced.some((other) => other.id === one.id))
          return {
            sources: known.map((source) => ({ source, invoice_id: examples.invoice.id })),
            invoices: (sources as unknown[]).length > roomFor ? [] : invoices,
          }
        },
      }),
      services.serving(InvoicePaymentsService, () => answered(examples.invoicePayment), {
        ListInvoicePayments: () => page(examples.invoicePayment),
      }),
      services.serving(RefundsService, () => answered(examples.refund), {
        ListRefunds: () => page(examples.refund),
        ListRefundPayments: () => page(examples.refundPayment),
      }),
      services.serving(ContactsService, () => ({
        customers: [{ id: 'c1', name: 'Ada' }],
        vendors: [{ id: 'v1', name: 'Analytical Papers' }],
      })),
      services.serving(PayoutsService, () => answered(examples.payout), { ListPayouts: () => page(examples.payout) }),
      services.serving(BillsService, () => ({}), {
        ApplyTags: ({ entity_type }) => ({ data: [{ entity_type, entity_id: id }], posting: 'posted' }),
        RemoveTags: ({ entity_type }) => ({ data: [{ entity_type, entity_id: id }] }),
      }),
    ],
  })
})
afterAll(() => services.stop())

beforeEach(() => {
  services.received = []
  created = true
  shown = (example) => example
  isMore = false
  lines = []
  billingIsAway = false
  answersAll = true
})

const sales = { type: 'StableName', stable_name: 'SALES' }
const item = { account_identifier: sales, unit_price: 100 }
const fine = { customer_id: id, line_items: [item] }

describe('what is shown', () => {
  const kinds: [string, object][] = [
    [`invoices/${id}`, examples.invoice],
    [`invoices/payments/${id}`, examples.invoicePayment],
    [`invoices/refunds/${id}`, examples.refund],
    [`payouts/${id}`, examples.payout],
  ]

  test.each(kinds)(
    'of %s is what the documentation shows, with nulls where there is nothing',
    async (path, example) => {
      expect((await call('GET', path)).body).toEqual({ data: example })
    },
  )

  test.each(kinds)('of %s has a value in every field that the service fills', async (path, example) => {
    shown = filled
    expect((await call('GET', path)).body).toEqual({ data: filled(example) })
  })

  test('of a write-off, and of refund payments, too', async () => {
    const path = `invoices/${id}/write-off`
    const read = async () => [
      (await call('POST', path, {})).body.data,
      (await call('GET', 'invoices/refunds/payments')).body,
    ]
    expect(await read()).toEqual([examples.writeOff, [examples.refundPayment]])
    shown = filled
    expect(await read()).toEqual([filled(examples.writeOff), [filled(examples.refundPayment)]])
  })

  test.each([
    ['invoices', examples.invoice],
    ['invoices/payments', examples.invoicePayment],
    ['invoices/refunds', examples.refund],
    ['payouts', examples.payout],
  ])('of a list of %s has pages', async (path, example) => {
    const { body } = await call('GET', path)
    expect([body.data, body.meta.pagination.total_count]).toEqual([[example], 1])
  })
})

describe('every field reaches the service', () => {
  const item_lists = (body: Record<string, unknown>, ...names: string[]) => ({
    ...body,
    ...Object.fromEntries(names.map((name) => [name, { items: body[name] }])),
  })
  type Sent = Record<string, unknown>

  test.each<[string, string, string, Schema, (sent: Sent) => object]>([
    ['an invoice', 'invoices', 'CreateInvoice', bodySchemaOf('createInvoice'), (sent) => sent],
    ['a payment', 'invoices/payments', 'CreateInvoicePayment', bodySchemaOf('createInvoicePayment'), (sent) => sent],
    ['a refund', 'invoices/refunds', 'CreateRefund', bodySchemaOf('createRefund'), (sent) => sent],
    ['a payout', 'payouts', 'CreatePayout', bodySchemaOf('createPayout'), (sent) => sent],
    [
      'a payment of one',
      `invoices/${ID}/payment`,
      'PayInvoice',
      bodySchemaOf('payInvoice'),
      (payment) => ({ invoice_id: id, payment }),
    ],
    [
      'a refund of one',
      `invoices/${ID}/refund`,
      'RefundInvoice',
      bodySchemaOf('refundInvoice'),
      (refund) => ({ invoice_id: id, refund }),
    ],
    [
      'a write-off',
      `invoices/${ID}/write-off`,
      'WriteOffInvoice',
      bodySchemaOf('writeOffInvoice'),
      (sent) => ({ ...sent, invoice_id: id }),
    ],
  ])('of %s: 201 what is new, 200 what was there', async (_what, path, method, schema, expected) => {
    const body = sampleOf(schema)
    const first = await call('POST', path, body)
    created = false
    const again = await call('POST', path, body)
    expect([first.status, again.status, first.posting]).toEqual([201, 200, 'posted'])
    expect(lastOf(method)).toMatchObject(expected(receivedOf(body) as Sent))
  })

  test('of a change of a refund', async () => {
    const body = sampleOf(bodySchemaOf('updateRefund'))
    const { status, posting } = await call('PATCH', `invoices/refunds/${ID}`, body)
    expect([status, posting]).toEqual([200, 'posted'])
    const sent = receivedOf(body) as Sent
    expect(lastOf('UpdateRefund')).toMatchObject({
      ...item_lists(sent, 'allocations', 'payments', 'tags'),
      refund_id: id,
      cleared: [],
    })
  })

  test.each<[string, string, Schema]>([
    ['invoices', 'ListInvoices', querySchemaOf('listInvoices')],
    ['invoices/payments', 'ListInvoicePayments', querySchemaOf('listInvoicePayments')],
    ['invoices/refunds', 'ListRefunds', querySchemaOf('listRefunds')],
    ['invoices/refunds/payments', 'ListRefundPayments', querySchemaOf('listRefundPayments')],
    ['payouts', 'ListPayouts', querySchemaOf('listPayouts')],
  ])('of a query of %s', async (path, method, schema) => {
    const sample = { ...sampleOf(schema), reference_numbers: 'a,b' } as Record<string, string>
    if ('statuses' in sample) sample['statuses'] = 'PAID,VOIDED'
    expect((await call('GET', `${path}?${new URLSearchParams(sample).toString()}`)).status).toBe(200)
    // Other names of parameters.
    for (const alias of ['start_date', 'end_date'])
      if (`completed_at_${alias.slice(0, -5)}` in sample) delete sample[alias]
    const { cursor, limit, sort_by, sort_order, reference_number, status, statuses, ...filters } = receivedOf(
      sample,
    ) as Record<string, unknown>
    const paging = { cursor, limit, ...(sort_by === undefined ? {} : { sort_by, sort_order }) }
    expect(lastOf(method)).toMatchObject({
      ...filters,
      page: paging,
      reference_numbers: [reference_number, 'a', 'b'],
      ...(statuses === undefined ? {} : { statuses: [status, 'PAID', 'VOIDED'] }),
    })
  })

  test('of voiding, which needs no body', async () => {
    expect((await call('POST', `invoices/${ID}/void`)).status).toBe(200)
    expect(lastOf('VoidInvoice')).toEqual({ invoice_id: id })
    await call('POST', `invoices/${ID}/void`, { move_payments_to_credit: true })
    expect(lastOf('VoidInvoice')).toEqual({ invoice_id: id, move_payments_to_credit: true })
    await call('POST', `invoices/${ID}/void`, { move_payments_to_credit: null })
    expect(lastOf('VoidInvoice')).toEqual({ invoice_id: id })
  })

  test('of undoing a write-off', async () => {
    const { status, body } = await call('DELETE', `invoices/${ID}/write-offs/${ID}`)
    expect([status, body.data.id]).toEqual([200, examples.writeOff.id])
    expect(lastOf('UndoWriteOff')).toEqual({ invoice_id: id, write_off_id: id })
  })
})

describe('a day for an instant', () => {
  const asked = () => services.received.filter(({ method }) => method === 'GetBusiness').length

  test('is the first of that day in the zone that the business has now', async () => {
    expect((await call('POST', 'invoices', fine)).status).toBe(201)
    const before = asked()
    for (const zone of ['America/Santiago', 'Asia/Beirut']) {
      services.timeZone = zone
      const sent = { ...fine, sent_at: '2024-09-08', payments: [{ method: 'ACH', amount: 1, paid_at: '2024-09-09' }] }
      expect((await call('POST', 'invoices', sent)).status).toBe(201)
      const isGap = zone === 'America/Santiago'
      expect(lastOf('CreateInvoice')).toMatchObject({
        sent_at: isGap ? '2024-09-08T04:00:00.000Z' : '2024-09-07T21:00:00.000Z',
        payments: [{ paid_at: isGap ? '2024-09-09T03:00:00.000Z' : '2024-09-08T21:00:00.000Z' }],
      })
    }
    expect(asked() - before).toBe(2)
    await call('POST', 'invoices', { ...fine, sent_at: '2024-09-08T00:00:00Z' })
    expect(asked() - before).toBe(2)
  })
})

describe('bulk', () => {
  test('takes and answers a bare list, in one order, always with 200', async () => {
    const { status, posting, body } = await call('POST', 'invoices/bulk', [
      { ...fine, external_id: 'b' },
      { ...fine, external_id: 'a', customer_id: ID },
    ])
    expect([status, posting]).toEqual([200, 'pending'])
    expect(body).toEqual(['b', 'a'].map((external_id) => ({ ...examples.invoice, external_id })))
    expect(lastOf('CreateInvoices')?.invoices).toMatchObject([
      { external_id: 'b' },
      { external_id: 'a', customer_id: id },
    ])
  })

  test('names every failing index, and takes 1 to 1,000 invoices', async () => {
    const wrong = { ...fine, line_items: [{ ...item, unit_price: 'x' }] }
    const answer = await call('POST', 'invoices/bulk', [fine, wrong, fine, { ...fine, mood: 'good' }])
    expect(
      answer.body.errors.map(({ meta, error_enum }: never) => [(meta as { field: string }).field, error_enum]),
    ).toEqual([
      ['1.line_items.0.unit_price', 'InvalidPayload'],
      ['3.mood', 'UnknownField'],
    ])
    for (const body of [[], Array(1_001).fill(fine), { data: [fine] }])
      expect((await call('POST', 'invoices/bulk', body)).status).toBe(400)
    answersAll = false
    expect((await call('POST', 'invoices/bulk', Array(1_000).fill(fine))).status).toBe(200)
  })

  test('takes up to 10 MiB, and one invoice 1 MiB', async () => {
    const large = { ...fine, line_items: Array(260).fill({ ...item, description: 'm'.repeat(4_096) }) }
    expect((await call('POST', 'invoices', large)).status).toBe(413)
    expect((await call('POST', 'invoices/bulk', [large])).status).toBe(200)
    expect((await call('POST', 'invoices/bulk', Array(10).fill(large))).status).toBe(413)
  })
})

describe('the list of refund payments', () => {
  const read = (query: string) => call('GET', `invoices/refunds/payments?${query}`)

  test('links to its next page with all filters, while there is more', async () => {
    isMore = true
    const { headers, body } = await read('method=ACH&reference_numbers=a%20b,c&limit=1&min_amount=0')
    expect(Array.isArray(body)).toBe(true)
    const [, target, relation] = /^<([^>]+)>; (.+)$/.exec(String(headers['link'])) ?? []
    expect(relation).toBe('rel="next"')
    isMore = false
    const token = await gateway.tokenFor()
    const next = await gateway.app.inject({ url: String(target), headers: { authorization: `Bearer ${token}` } })
    expect([next.statusCode, next.headers['link']]).toEqual([200, undefined])
    expect(lastOf('ListRefundPayments')).toMatchObject({
      page: { cursor: 'c&1', limit: 1 },
      method: 'ACH',
      reference_numbers: ['a b', 'c'],
      min_amount: 0,
    })
    isMore = true
    const again = await gateway.app.inject({ url: String(target), headers: { authorization: `Bearer ${token}` } })
    expect(again.headers['link']).toBe(headers['link'])
  })

  test.each([
    ['min_amount=-1', 'min_amount'],
    ['max_amount=-1', 'max_amount'],
    ['min_amount=1.5', 'min_amount'],
    ['max_amount=x', 'max_amount'],
    ['max_amount=9007199254740992', 'max_amount'],
    ['method=CREDIT_BALANCE', 'method'],
    ['is_matched=maybe', 'is_matched'],
    ['included_in_payout=1', 'included_in_payout'],
    ['completed_at_start=January', 'completed_at_start'],
    ['limit=501', 'limit'],
  ])('refuses %s', async (query, field) => expect(refusal(await read(query))).toEqual([400, 'InvalidQuery', field]))

  test('comes in one order: there is nothing to sort by', async () =>
    expect(refusal(await read('sort_by=completed_at'))).toEqual([400, 'UnknownField', 'sort_by']))
})

describe('ids in the path', () => {
  test('that are invalid are not found, without calling a service', async () => {
    const paths: [Parameters<typeof call>[0], string, string, object?][] = [
      ['GET', 'invoices/x', 'InvoiceNotFound'],
      ['GET', 'invoices/bulk', 'InvoiceNotFound'],
      ['POST', 'invoices/x/void', 'InvoiceNotFound'],
      ['POST', 'invoices/payments/void', 'InvoiceNotFound'],
      ['POST', 'invoices/x/payment', 'InvoiceNotFound', { method: 'ACH', amount: 1 }],
      ['POST', 'invoices/x/write-off', 'InvoiceNotFound', {}],
      ['POST', 'invoices/x/refund', 'InvoiceNotFound', {}],
      ['DELETE', `invoices/x/write-offs/${id}`, 'InvoiceNotFound'],
      ['DELETE', `invoices/${id}/write-offs/x`, 'WriteOffNotFound'],
      ['GET', 'invoices/payments/x', 'InvoicePaymentNotFound'],
      ['GET', 'invoices/refunds/x', 'RefundNotFound'],
      ['PATCH', 'invoices/refunds/x', 'RefundNotFound', {}],
      ['PATCH', 'invoices/refunds/payments', 'RefundNotFound', {}],
      ['GET', 'payouts/x', 'PayoutNotFound'],
    ]
    for (const [method, path, name, body] of paths)
      expect([path, ...refusal(await call(method, path, body)).slice(0, 2)]).toEqual([path, 404, name])
    const calls = services.received.filter(({ method }) => method !== 'GetBusiness' && method !== 'GetClient')
    expect(calls).toEqual([])
  })
})

describe('an invalid request is refused', () => {
  const big = 2 ** 53
  const allocation = { invoice_id: id }
  const refunding = (more: object) => ({ allocations: [{ ...allocation, ...more }] })
  const given = (more: object) => ({ ...refunding({}), payments: [{ refunded_amount: 1, method: 'ACH', ...more }] })
  const paying = { method: 'ACH', amount: 1 }
  const tooManyRefunds = Array(101).fill({})
  const inBody: [string, object, string][] = [
    ['invoices', { customer_id: id }, 'line_items'],
    ['invoices', { ...fine, line_items: Array(1_001).fill(item) }, 'line_items'],
    ['invoices', { ...fine, line_items: [{ unit_price: 1 }] }, 'line_items.0.account_identifier'],
    ['invoices', { ...fine, line_items: [{ ...item, unit_price: big }] }, 'line_items.0.unit_price'],
    ['invoices', { ...fine, line_items: [{ ...item, quantity: '0.123456789' }] }, 'line_items.0.quantity'],
    ['invoices', { ...fine, line_items: [{ ...item, quantity: 'x' }] }, 'line_items.0.quantity'],
    ['invoices', { ...fine, line_items: [{ ...item, discount_amount: -1 }] }, 'line_items.0.discount_amount'],
    ['invoices', { ...fine, line_items: [{ ...item, time_entry_id: 'x' }] }, 'line_items.0.time_entry_id'],
    ['invoices', { ...fine, additional_discount: -1 }, 'additional_discount'],
    ['invoices', { ...fine, tips: -1 }, 'tips'],
    ['invoices', { ...fine, sent_at: '2026-02-30' }, 'sent_at'],
    ['invoices', { ...fine, metadata: { a: 'x'.repeat(1_017) } }, 'metadata'],
    ['invoices', { ...fine, payments: [{ method: 'STORE_CREDIT', amount: 1 }] }, 'payments.0.method'],
    ['invoices', { ...fine, payments: [{ method: 'ACH', amount: 0 }] }, 'payments.0.amount'],
    ['invoices', { ...fine, payments: [{ method: 'ACH', amount: 1, fee: -1 }] }, 'payments.0.fee'],
    ['invoices', { ...fine, payments: Array(101).fill(paying) }, 'payments'],
    ['invoices', { ...fine, dedicated_refunds: tooManyRefunds }, 'dedicated_refunds'],
    [
      'invoices',
      { ...fine, line_items: [{ ...item, dedicated_refunds: tooManyRefunds }] },
      'line_items.0.dedicated_refunds',
    ],
    [
      'invoices',
      { ...fine, payments: [{ ...paying, dedicated_refunds: tooManyRefunds }] },
      'payments.0.dedicated_refunds',
    ],
    [`invoices/${id}/payment`, { ...paying, dedicated_refunds: tooManyRefunds }, 'dedicated_refunds'],
    ['invoices', { ...fine, dedicated_refunds: [{ method: 'CREDIT_BALANCE' }] }, 'dedicated_refunds.0.method'],
    ['invoices/payments', { method: 'ACH' }, 'amount'],
    ['invoices/payments', { amount: 1 }, 'method'],
    ['invoices/payments', { method: 'ACH', amount: -1 }, 'amount'],
    ['invoices/payments', { method: 'ACH', amount: 1, allocations: [{ amount: 0 }] }, 'allocations.0.amount'],
    [`invoices/${id}/write-off`, { amount: 0 }, 'amount'],
    [`invoices/${id}/refund`, { refunded_amount: 0 }, 'refunded_amount'],
    [`invoices/${id}/refund`, { refund_processing_fee: -1 }, 'refund_processing_fee'],
    [`invoices/${id}/refund`, { line_items: [{ amount: 0 }] }, 'line_items.0.amount'],
    ['invoices/refunds', { allocations: [] }, 'allocations'],
    ['invoices/refunds', refunding({ total_amount: 0 }), 'allocations.0.total_amount'],
    ['invoices/refunds', given({ refunded_amount: 0 }), 'payments.0.refunded_amount'],
    ['invoices/refunds', given({ method: 'CREDIT_BALANCE' }), 'payments.0.method'],
    [
      'invoices/refunds',
      given({ refunded_payment_fees: [{ account: { type: 'AccountId', id }, fee_amount: -1 }] }),
      'payments.0.refunded_payment_fees.0.fee_amount',
    ],
    [
      'invoices/refunds',
      given({ refunded_payment_fees: [{ account: { type: 'StableName' }, fee_amount: 1 }] }),
      'payments.0.refunded_payment_fees.0.account.stable_name',
    ],
    ['payouts', {}, 'paid_out_amount'],
    ['payouts', { paid_out_amount: big }, 'paid_out_amount'],
    ['payouts', { paid_out_amount: 1, fee: -1 }, 'fee'],
    [
      'payouts',
      { paid_out_amount: 1, other_transactions: [{ amount: 1, account_identifier: sales }] },
      'other_transactions.0.direction',
    ],
  ]

  test.each(inBody)('%s: %#', async (path, body, field) => {
    const answer = await call('POST', path, body)
    expect(
      answer.body.errors.map(({ error_enum, meta }: never) => [error_enum, (meta as { field: string }).field]),
    ).toEqual([['InvalidPayload', field]])
  })

  test.each<[string, object, string]>([
    ['invoices', { ...fine, id }, 'id'],
    ['invoices', { ...fine, line_items: [{ ...item, product_name: 'x' }] }, 'line_items.0.product_name'],
    ['invoices', { ...fine, payments: [{ method: 'ACH', amount: 1, at: 'x' }] }, 'payments.0.at'],
    ['invoices', { ...fine, dedicated_refunds: [{ refunded_amount: 1 }] }, 'dedicated_refunds.0.refunded_amount'],
    ['invoices/refunds', { allocations: [{ invoice_id: id, id }] }, 'allocations.0.id'],
    [`invoices/${id}/void`, { move_payments: true }, 'move_payments'],
    ['payouts', { paid_out_amount: 1, payments: [{ payment_id: id }] }, 'payments.0.payment_id'],
  ])('%s: a field that does not exist, by its name: %#', async (path, body, field) => {
    expect(refusal(await call('POST', path, body))).toEqual([400, 'UnknownField', field])
  })

  test.each([
    ['invoices?status=RECEIVED', 'status'],
    ['invoices?statuses=PAID,RECEIVED', 'statuses'],
    ['invoices?sort_by=received_at', 'sort_by'],
    ['invoices?min_amount=-1', 'min_amount'],
    ['invoices/payments?method=STORE_CREDIT', 'method'],
    ['invoices/payments?invoice_id=x', 'invoice_id'],
    ['invoices/refunds?invoice_payment_id=x', 'invoice_payment_id'],
    ['payouts?start_date=January', 'start_date'],
  ])('%s', async (path, field) => expect(refusal(await call('GET', path))).toEqual([400, 'InvalidQuery', field]))

  test.each(['invoices', 'invoices/payments', 'invoices/refunds', 'payouts'])(
    'half a tag filter of %s, and more than 100 reference numbers',
    async (path) => {
      expect(refusal(await call('GET', `${path}?tag_key=k`))).toEqual([400, 'MissingTagValues', 'tag_values'])
      const many = Array.from({ length: 101 }, (_, at) => at).join()
      expect(refusal(await call('GET', `${path}?reference_numbers=${many}`)).slice(0, 2)).toEqual([400, 'InvalidQuery'])
    },
  )

  test('as many as there can be pass: 100 payments and refunds of one thing, 10,000 members of a payout', async () => {
    const dedicated_refunds = Array(100).fill({})
    const payments = [...Array(99).fill(paying), { ...paying, dedicated_refunds }]
    const line_items = [{ ...item, dedicated_refunds }]
    expect((await call('POST', 'invoices', { ...fine, line_items, payments, dedicated_refunds })).status).toBe(201)
    const members = Array(10_000).fill({ id })
    expect((await call('POST', 'payouts', { paid_out_amount: 1, payments: members })).status).toBe(201)
  })

  test.each<[string, object]>([
    [`invoices/${id}/refund`, { refunded_amount: 1, method: 'ACH', refund_processing_fee: 0 }],
    [`invoices/${id}/refund`, { line_items: [{ amount: 1 }] }],
    ['invoices/refunds', refunding({ total_amount: 1 })],
    ['invoices/refunds', given({ refunded_amount: 1, refund_processing_fee: 0 })],
  ])('%s: 1 can be refunded, and its fee be nothing: %#', async (path, body) =>
    expect((await call('POST', path, body)).status).toBe(201),
  )

  test('metadata of 1,024 bytes passes', async () => {
    const { status } = await call('POST', 'invoices', { ...fine, metadata: { a: 'x'.repeat(1_016) } })
    expect(status).toBe(201)
  })
})

describe('a request over the limits is refused without calling a service', () => {
  const tags = Array.from({ length: 10 }, (_, at) => ({ key: `k${at}`, value: 'v' }))
  const allocated = (count: number) => Array(count).fill({ invoice_id: id, amount: 1, tags })
  const refunded = { allocations: Array(1_000).fill({ invoice_id: id, tags }), tags }

  test.each<['POST' | 'PATCH', string, object, string]>([
    ['POST', 'invoices', { ...fine, line_items: Array(1_000).fill({ ...item, tags }), tags }, 'line_items'],
    ['POST', 'invoices/bulk', Array(91).fill({ ...fine, line_items: Array(11).fill({ ...item, tags }) }), 'line_items'],
    ['POST', 'invoices/payments', { method: 'ACH', amount: 1, allocations: allocated(1_000), tags }, 'allocations'],
    ['POST', 'invoices/refunds', refunded, 'allocations'],
    ['PATCH', `invoices/refunds/${id}`, refunded, 'allocations'],
  ])('%s %s', async (method, path, body, field) => {
    expect(refusal(await call(method, path, body))).toEqual([413, 'PayloadTooLarge', field])
    expect(services.received.filter((one) => /^(Create|Update)/.test(one.method))).toEqual([])
  })
})

describe('a change of a refund', () => {
  const change = async (body: object) => {
    const answer = await call('PATCH', `invoices/refunds/${id}`, body)
    return answer.status === 200 ? lastOf('UpdateRefund') : refusal(answer)
  }

  test('leaves what is absent, and clears what is null: a list is then empty', async () => {
    expect(await change({})).toEqual({ refund_id: id, cleared: [] })
    const fields = { external_id: null, completed_at: null, memo: null, metadata: null, reference_number: null }
    expect(await change(fields)).toEqual({ refund_id: id, cleared: Object.keys(fields) })
    const empty = { items: [] }
    for (const given of [null, []])
      expect(await change({ allocations: given, payments: given, tags: given })).toEqual({
        refund_id: id,
        cleared: [],
        allocations: empty,
        payments: empty,
        tags: empty,
      })
  })

  test('names what stays by its id, anywhere', async () => {
    const allocation = { id: ID, total_amount: 5, line_items: [{ id: ID, amount: 5 }] }
    expect(
      await change({ allocations: [allocation], payments: [{ id: ID, refunded_amount: 5, method: 'ACH' }] }),
    ).toMatchObject({
      allocations: { items: [{ id, total_amount: 5, line_items: [{ id, amount: 5 }] }] },
      payments: { items: [{ id, refunded_amount: 5 }] },
    })
  })
})

describe('the lines of an account', () => {
  const line = (source_type?: string, source_id?: string) => ({
    id,
    entry_id: id,
    account: { id: { id }, account_type: { value: 'ASSET' }, account_subtype: { value: 'ACCOUNTS_RECEIVABLE' } },
    amount: 5,
    direction: 'DEBIT',
    ...(source_type === undefined ? {} : { source_type, source_id }),
  })
  const read = () => call('GET', 'ledger/accounts/ACCOUNTS_RECEIVABLE/lines')
  const askedOf = (name: string) => services.received.filter(({ method }) => method === name)

  beforeEach(() => {
    sourced = [
      { type: 'invoice', id: 's1' },
      { type: 'refund', id: 's2' },
    ]
    invoices = [messageOf(examples.invoice) as object]
    roomFor = 500
  })

  test('show their invoice, queried once', async () => {
    lines = [
      line('invoice', 's1'),
      line('invoice_payment', 's3'),
      line('invoice', 's1'),
      line('refund', 's2'),
      line('bill', 's1'),
      line(),
    ]
    const { body } = await read()
    const { invoice } = examples
    expect(body.data.map((one: { invoice: unknown }) => one.invoice)).toEqual([
      invoice,
      null,
      invoice,
      invoice,
      null,
      null,
    ])
    expect(askedOf('FindInvoicesOfSources').map(({ request }) => request)).toEqual([
      {
        sources: [
          { type: 'invoice', id: 's1' },
          { type: 'invoice_payment', id: 's3' },
          { type: 'refund', id: 's2' },
        ],
      },
    ])
    expect(body.data[0]).not.toHaveProperty('source_type')
  })

  test('are queried together with their bank transactions', async () => {
    lines = [line('invoice_write_off', 's1'), line('bank_transaction', 's1'), line('refund_payment', 's2')]
    expect((await read()).body.data.map((one: { invoice: unknown }) => one.invoice !== null)).toEqual([
      true,
      false,
      true,
    ])
    expect(askedOf('GetTransactionsOfEntries')).toHaveLength(1)
    expect(askedOf('FindInvoicesOfSources')).toHaveLength(1)
  })

  test('without invoices query nothing, whether or not billing answers', async () => {
    billingIsAway = true
    lines = [line('bill_payment', 's1'), line('payout', 's1'), line('customer', 's1'), line()]
    expect((await read()).status).toBe(200)
    expect(askedOf('FindInvoicesOfSources')).toEqual([])
    lines = [line('invoice', 's1')]
    expect(refusal(await read()).slice(0, 2)).toEqual([503, 'ServiceUnavailable'])
  })

  test('name whom they concern, whatever they are of, queried once', async () => {
    lines = [
      { ...line('invoice', 's1'), customer_id: 'c1' },
      { ...line('bank_transaction', 's1'), vendor_id: 'v1', source: { counterparty: 'ANALYT PAPERS 42' } },
      { ...line(), customer_id: 'c1' },
      { ...line('payout', 's1'), vendor_id: 'of another business' },
      line('bill', 's1'),
    ]
    const { body } = await read()
    expect(
      body.data.map(({ source }: { source: Record<string, unknown> | null }) => [
        source?.['entity_name'] ?? null,
        source?.['counterparty'] ?? null,
      ]),
    ).toEqual([
      ['Ada', 'Ada'],
      ['Analytical Papers', 'ANALYT PAPERS 42'],
      ['Ada', 'Ada'],
      [null, null],
      [null, null],
    ])
    expect(body.data[0].invoice).toEqual(examples.invoice)
    expect(askedOf('FindContacts').map(({ request }) => request)).toEqual([
      { customer_ids: ['c1'], vendor_ids: ['v1', 'of another business'] },
    ])
    lines = [line('invoice', 's1')]
    services.received = []
    await read()
    expect(askedOf('FindContacts')).toEqual([])
  })

  test('end where no more invoices fit: the ledger is queried again for fewer', async () => {
    const long = { ...examples.invoice, memo: 'm'.repeat(1024 * 1024) }
    invoices = [messageOf(long) as object]
    lines = Array.from({ length: 9 }, () => line('invoice', 's1'))
    const limits = () =>
      askedOf('ListAccountLines').map(({ request }) => (request as { page: { limit?: number } }).page.limit)
    expect((await read()).body.data).toHaveLength(2)
    expect(limits()).toEqual([undefined, 2])
    invoices = [messageOf(examples.invoice) as object]
    services.received = []
    // No two fit together: the first line is queried alone, and always shown.
    lines = [line('bill', 's0'), line('invoice', 's1'), line('refund', 's2')]
    roomFor = 1
    expect((await read()).body.data.map((one: { invoice: unknown }) => one.invoice)).toEqual([null])
    lines = lines.slice(1)
    expect((await read()).body.data.map((one: { invoice: unknown }) => one.invoice)).toEqual([examples.invoice])
    expect(limits()).toEqual([undefined, 1, undefined, 1])
  })
})

describe('tags', () => {
  test.each(['INVOICE', 'INVOICE_LINE_ITEM', 'INVOICE_WRITE_OFF', 'INVOICE_PAYMENT', 'REFUND', 'PAYOUT'])(
    'of a %s are kept by billing',
    async (entity_type) => {
      const body = { entity_type, entity_ids: [id], key_values: [{ key: 'k', value: 'v' }] }
      const applied = await call('POST', 'tags', body)
      expect([applied.status, applied.posting, applied.body.data[0].entity_type]).toEqual([200, 'posted', entity_type])
      expect(lastOf('ApplyTags')).toMatchObject({ entity_type, entity_ids: [id] })
      expect((await call('POST', 'tags/delete', body)).status).toBe(200)
      expect(lastOf('RemoveTags')).toMatchObject({ entity_type })
    },
  )
})

test('a token for reading reads invoices and sends none', async () => {
  services.token = await gateway.tokenFor({ businessId, scopes: ['books:read'] })
  expect((await call('GET', 'invoices')).status).toBe(200)
  for (const path of ['invoices', 'invoices/bulk', 'invoices/payments', 'invoices/refunds', 'payouts'])
    expect([path, ...refusal(await call('POST', path, {})).slice(0, 2)]).toEqual([path, 403, 'InsufficientScope'])
  services.token = await gateway.tokenFor()
})
