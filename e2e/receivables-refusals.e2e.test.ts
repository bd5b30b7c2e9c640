/** What receivables refuse, told by each operation that it can happen to, with the field that is wrong; nothing is left behind. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  named,
  newClient,
  Receivables,
  receivablesOf,
  receivablesOperations,
  sold,
  Tagging,
  target,
  type Answer,
  type Books,
  type Customer,
  type Invoice,
  type OperationId,
  type ReceivablesIds,
  type Refund,
  type TestClient,
} from './src/index.ts'
import { leavesUntouched, untouched } from './src/untouched.ts'

const MAX = Number.MAX_SAFE_INTEGER
const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient
let books: Books
let receivables: Receivables
let customer: Customer
let other: Customer
let archived: Customer
/** An account that takes no postings. */
let closedAccount: string
/** A tag that is applied no more, and one of a BALANCING dimension. */
const gone = { key: 'old', value: 'gone' }
const balancing = { key: 'fund', value: 'building' }
const twice = ['a', 'b'].map((value) => ({ key: 'store', value }))

beforeAll(async () => {
  client = await newClient(target(), 'receivables-refusals')
  books = await client.books()
  receivables = new Receivables(books)
  ;[customer, other, archived] = [
    await receivables.customer('customer'),
    await receivables.customer('other'),
    await receivables.customer('archived'),
  ]
  await receivables.updateCustomer(archived.id, { status: 'ARCHIVED' })
  const account = await books.createAccount({ name: 'Closed', account_subtype: 'OTHER_INCOME' })
  closedAccount = account.id.id
  await close(closedAccount)
  const tagging = new Tagging(books)
  const dimension = await tagging.dimension(gone.key, { defined_values: [{ value: gone.value }] })
  await tagging.updateValue(dimension.defined_values[0]?.id ?? '', { is_archived: true })
  // The ledger defines the tags that a request brings before anybody refuses it; these are there already.
  await tagging.dimension('store', { defined_values: twice.map(({ value }) => ({ value })) })
  await tagging.dimension(balancing.key, { strictness: 'BALANCING', defined_values: [{ value: balancing.value }] })
  await books.api.call('updateAccountingConfiguration', { body: { closing_date: '2025-12-31' } })
})

const close = (accountId: string, of = books) =>
  of.api.call('updateAccount', { path: { accountId }, body: { archived: true } })

type Expected = { status: number; error_enum: string; field?: string }

/** Holds a refusal against what it should be; `field` ends so, whatever it is nested in. */
function expectRefusal(answer: Answer<unknown>, expected: Expected): void {
  const { field, ...refusal } = answer.refusal
  const isThere = expected.field === undefined || field === expected.field || field?.endsWith(`.${expected.field}`)
  expect([answer.operationId, refusal, isThere || field]).toEqual([
    answer.operationId,
    { status: expected.status, error_enum: expected.error_enum },
    true,
  ])
}

async function expectRefused(asked: (() => Promise<Answer<unknown>>)[], expected: Expected): Promise<void> {
  for (const answer of await Promise.all(asked.map((ask) => ask()))) expectRefusal(answer, expected)
}

const broken = (error_enum: string, field?: string): Expected => ({
  status: 422,
  error_enum,
  ...(field === undefined ? {} : { field }),
})
const missing = (error_enum: string, field?: string): Expected => ({ ...broken(error_enum, field), status: 404 })
const taken = (field: string): Expected => ({ status: 409, error_enum: 'DuplicateExternalId', field })
const invalid = (field?: string): Expected => ({ ...broken('InvalidPayload', field), status: 400 })

const line_items = [sold('SALES', 100)]
const january = '2026-01-15T12:00:00Z'
const lastYear = '2025-12-31T12:00:00Z'
const inCash = (amount: number, more: object = {}) => ({ method: 'CASH', paid_at: january, amount, ...more })

describe('an archived business', () => {
  test('is refused by every operation of receivables that writes, and read by all others', async () => {
    const closed = new Receivables(await client.books())
    const ids: ReceivablesIds = await receivablesOf(closed, 'closed')
    const { api } = closed.books
    await api.call('archiveBusiness')
    const rename = { path: { customerId: ids.customer }, body: { memo: 'No' } }
    await waitFor('the news to reach billing', async () => (await api.call('updateCustomer', rename)).status === 422)
    await untouched(closed.books, async () => {
      for (const [operationId, call] of receivablesOperations(() => ids)) {
        const answer = await api.call(operationId, call())
        const reads = api.contract.operation(operationId).method === 'GET'
        expect([operationId, reads || answer.refusal.error_enum]).toEqual([operationId, reads || 'BusinessArchived'])
        if (reads) expect([operationId, answer.status]).toEqual([operationId, 200])
      }
      for (const operationId of ['applyTags', 'removeTags'] as const)
        for (const [entity_type, id] of taggable(ids)) {
          const body = { entity_type, entity_ids: [id], key_values: [{ key: 'closed', value: 'closed' }] }
          expect((await api.call(operationId, { body })).refusal).toMatchObject({ error_enum: 'BusinessArchived' })
        }
    })
  })
})

const taggable = (ids: ReceivablesIds): [entityType: string, id: string][] => [
  ['CUSTOMER', ids.customer],
  ['INVOICE', ids.invoice],
  ['INVOICE_PAYMENT', ids.invoicePayment],
  ['REFUND', ids.refund],
  ['PAYOUT', ids.payout],
]

const nobody: ReceivablesIds = {
  ...{ customer: NOBODY, invoice: NOBODY, invoiceLineItem: NOBODY, invoicePayment: NOBODY, invoiceAllocation: NOBODY },
  ...{ writeOff: NOBODY, refund: NOBODY, refundAllocation: NOBODY, refundPayment: NOBODY, payout: NOBODY },
  invoicePosting: NOBODY,
}

describe('what is not there', () => {
  test('is unknown by its id', async () => {
    const names: Record<string, string> = {
      customerId: 'CustomerNotFound',
      invoiceId: 'InvoiceNotFound',
      writeOffId: 'WriteOffNotFound',
      paymentId: 'InvoicePaymentNotFound',
      refundId: 'RefundNotFound',
      payoutId: 'PayoutNotFound',
    }
    const { id: invoiceId } = await receivables.sent(customer, line_items)
    const writeOffId = (await receivables.writeOff(invoiceId, { amount: 1 })).body.data.id
    for (const [operationId, call] of receivablesOperations(() => nobody)) {
      const { path = {}, ...rest } = call()
      for (const field of Object.keys(path))
        for (const id of [NOBODY, 'nonsense'])
          expectRefusal(
            await books.api.call(operationId, { ...rest, path: { invoiceId, writeOffId, [field]: id } }),
            missing(names[field] ?? '', field),
          )
    }
  })

  test('is not found by a cursor of something else, or half a filter', async () => {
    const lists = ['listCustomers', 'listInvoices', 'listInvoicePayments', 'listRefunds', 'listPayouts'] as const
    for (const operationId of [...lists, 'listRefundPayments'] as const)
      expectRefusal(await books.api.call(operationId, { query: { cursor: 'x' } }), {
        status: 400,
        error_enum: 'InvalidCursor',
        field: 'cursor',
      })
    for (const operationId of lists)
      expectRefusal(await books.api.call(operationId, { query: { tag_key: 'store' } }), {
        status: 400,
        error_enum: 'MissingTagValues',
        field: 'tag_values',
      })
  })
})

describe('a customer', () => {
  test('has a name, an external id and tags of its own', async () => {
    const create = (body: object) => () => receivables.createCustomer({ company_name: 'x', ...body })
    const update = (body: object) => () => receivables.updateCustomer(customer.id, body)
    await untouched(books, async () => {
      await expectRefused([create({ tags: twice }), update({ tags: twice })], broken('DuplicateTagDimension'))
      await expectRefused([create({ tags: [gone] }), update({ tags: [gone] })], broken('TagValueArchived'))
      await expectRefused([update({ external_id: 'other' })], taken('external_id'))
      await expectRefused([() => receivables.createCustomer({ email: 'a@b.example' })], invalid())
    })
  })
})

describe('an invoice', () => {
  let writers: ((more: object) => Promise<Answer<unknown>>)[]

  beforeAll(async () => {
    await receivables.sent(customer, line_items, {
      payments: [inCash(100, { external_id: 'taken payment' })],
      dedicated_refunds: [{ external_id: 'taken refund', line_items: [{ amount: 1 }] }],
    })
    const base = { customer_id: customer.id, line_items, sent_at: january }
    writers = [
      (more) => receivables.createInvoice({ ...base, ...more }),
      (more) => receivables.createInvoices([base, { ...base, ...more }]),
    ]
  })

  const line = (account: string, unit_price: number, more: object = {}) => ({
    line_items: [sold(account, unit_price, more)],
  })
  const payments = (...more: object[]) => ({ payments: more.map((one) => inCash(100, one)) })
  const refunds = (...amounts: number[]) =>
    amounts.map((amount) => ({ completed_at: january, line_items: [{ amount }] }))
  const account = 'line_items.0.account_identifier'

  describe('is refused with', () => {
    leavesUntouched(() => books)

    test.each<[string, () => object, Expected]>([
      ['an account that is not there', () => line('NO_SUCH', 1), missing('AccountNotFound', account)],
      ['an account that takes no postings', () => line(closedAccount, 1), broken('AccountArchived', account)],
      ['the account of receivables', () => line('ACCOUNTS_RECEIVABLE', 1), broken('ControlAccount', account)],
      [
        'the account of payables for prepayments',
        () => line('SALES', 1, { prepayment_account_identifier: named('ACCOUNTS_PAYABLE') }),
        broken('ControlAccount', 'line_items.0.prepayment_account_identifier'),
      ],
      [
        'an account for tips that is not there',
        () => ({ tips: 1, tips_account: named('NO') }),
        missing('AccountNotFound'),
      ],
      ['a total below zero', () => line('SALES', -1), broken('NegativeTotal', 'line_items')],
      ['a discount above the total', () => ({ additional_discount: 101 }), broken('NegativeTotal', 'line_items')],
      ['more than a number holds', () => line('SALES', MAX, { quantity: '2' }), broken('AmountOutOfRange')],
      ['tips beyond what a number holds', () => ({ tips: MAX }), broken('AmountOutOfRange')],
      ['two values of a dimension', () => ({ tags: twice }), broken('DuplicateTagDimension')],
      ['a value that is applied no more', () => ({ tags: [gone] }), broken('TagValueArchived')],
      [
        'a BALANCING tag on a line item',
        () => line('SALES', 1, { tags: [balancing] }),
        broken('BalancingTagViolation', 'line_items.0.tags.0'),
      ],
      ['a customer that is not there', () => ({ customer_id: NOBODY }), missing('CustomerNotFound', 'customer_id')],
      ['an archived customer', () => ({ customer_id: archived.id }), broken('CustomerArchived', 'customer_id')],
      ['no customer', () => ({ customer_id: null }), invalid('customer_id')],
      ['two customers', () => ({ customer_external_id: 'other' }), invalid()],
      ['an instant in a closed period', () => ({ sent_at: lastYear }), broken('PeriodClosed', 'sent_at')],
      [
        'a payment of a closed period',
        () => payments({ paid_at: lastYear }),
        broken('PeriodClosed', 'payments.0.paid_at'),
      ],
      ['a payment of another one', () => payments({ external_id: 'taken payment' }), taken('payments.0.external_id')],
      [
        'a refund of another one',
        () => ({ ...payments({}), dedicated_refunds: [{ external_id: 'taken refund' }] }),
        taken('dedicated_refunds.0.external_id'),
      ],
      ['more payments than it comes to', () => payments({}, {}), broken('OverAllocated', 'payments.1.amount')],
      [
        'a payment out of credit that is not there',
        () => payments({ method: 'CREDIT_BALANCE' }),
        broken('OverAllocated', 'payments.0.amount'),
      ],
      ['refunds of what was not paid', () => ({ dedicated_refunds: refunds(1) }), broken('OverRefunded')],
      [
        'refunds of more than was paid',
        () => ({ ...payments({ dedicated_refunds: refunds(60) }), dedicated_refunds: refunds(41) }),
        broken('OverRefunded', 'dedicated_refunds.0.line_items'),
      ],
      [
        'payments though it is void',
        () => ({ voided_at: january, ...payments({}) }),
        broken('InvoiceVoided', 'payments.0'),
      ],
      [
        'a refund for which nobody says how, and what it cost',
        () => ({ ...payments({}), dedicated_refunds: [{ refund_processing_fee: 1 }] }),
        invalid('dedicated_refunds.0.refund_processing_fee'),
      ],
    ])('%s', async (_what, more, expected) => {
      await expectRefused(
        writers.map((write) => () => write(more())),
        expected,
      )
    })
  })

  test('that was paid is not voided without a word about its payments, nor with words that cannot be posted', async () => {
    const own = new Receivables(await client.books())
    const owing = await own.customer('owing')
    const account = (await own.books.createAccount({ name: 'Closing', account_subtype: 'OTHER_INCOME' })).id.id
    const onIt = await own.sent(owing, [sold(account, 100)], { payments: [inCash(100)] })
    const tagged = await own.sent(owing, line_items, {
      payments: [inCash(100)],
      tags: [{ key: 'past', value: 'one' }],
    })
    await close(account, own.books)
    const definition = tagged.transaction_tags[0]?.definition_id ?? ''
    await new Tagging(own.books).updateValue(definition, { is_archived: true })
    const shown = async () => (await own.invoice(tagged.id)).transaction_tags[0]?.archived_at
    await waitFor('the news to reach billing', async () => (await shown()) !== null)
    const moving = { move_payments_to_credit: true }
    await untouched(own.books, async () => {
      await expectRefused([() => own.voidInvoice(onIt.id)], broken('InvoiceHasPayments', 'move_payments_to_credit'))
      await expectRefused([() => own.voidInvoice(onIt.id, moving)], broken('AccountArchived'))
      await expectRefused([() => own.voidInvoice(tagged.id, moving)], broken('TagValueArchived'))
    })
  })
})

describe('a payment', () => {
  let invoice: Invoice
  let theirs: Invoice
  let voided: Invoice
  /** Two ways to pay an invoice: what is said of the payment, and of the invoice. */
  let payers: ((said: object, id?: string) => Promise<Answer<unknown>>)[]
  const pay = (more: object) => () => receivables.createPayment({ ...inCash(10), ...more })

  beforeAll(async () => {
    invoice = await receivables.sent(customer, line_items, { external_id: 'owed' })
    theirs = await receivables.sent(other, line_items)
    voided = await receivables.sent(customer, line_items)
    await receivables.voidInvoice(voided.id)
    payers = [
      (said, id = invoice.id) => receivables.payInvoice(id, { ...inCash(10), ...said }),
      (said, id = invoice.id) => {
        const body = { ...inCash(10), ...said }
        return receivables.createPayment({ ...body, allocations: [{ invoice_id: id, amount: body.amount }] })
      },
    ]
  })

  const clearing = (account: string) => ({ payment_clearing_account_identifier: named(account) })

  describe('is refused with', () => {
    leavesUntouched(() => books)

    test.each<[string, () => object, Expected]>([
      ['more than is outstanding', () => ({ amount: 101 }), broken('OverAllocated', 'amount')],
      ['credit that is not there', () => ({ method: 'CREDIT_BALANCE' }), broken('OverAllocated', 'amount')],
      ['an account that is not there', () => clearing('NO_SUCH'), missing('AccountNotFound')],
      ['an account that takes no postings', () => clearing(closedAccount), broken('AccountArchived')],
      ['the account of receivables', () => clearing('ACCOUNTS_RECEIVABLE'), broken('ControlAccount')],
      ['an account for credit', () => ({ ...clearing('CASH'), method: 'CREDIT_BALANCE' }), invalid()],
      ['two values of a dimension', () => ({ tags: twice }), broken('DuplicateTagDimension', 'tags.1')],
      ['a value that is applied no more', () => ({ tags: [gone] }), broken('TagValueArchived')],
      ['an instant in a closed period', () => ({ paid_at: lastYear }), broken('PeriodClosed', 'paid_at')],
      ['no amount', () => ({ amount: undefined }), invalid()],
      ['no method', () => ({ method: undefined }), invalid('method')],
    ])('%s', async (_what, said, expected) => {
      await expectRefused(
        payers.map((write) => () => write(said())),
        expected,
      )
    })
  })

  test('is of an invoice that can be paid, and of its customer', () =>
    untouched(books, async () => {
      await expectRefused(
        payers.map((write) => () => write({}, voided.id)),
        broken('InvoiceVoided'),
      )
      const of = (...allocations: object[]) => pay({ allocations })
      const name = 'allocations.0.invoice_id'
      await expectRefused([of({ invoice_id: NOBODY, amount: 1 })], missing('InvoiceNotFound', name))
      const unknown = [of({ invoice_external_id: 'nobody', amount: 1 })]
      await expectRefused(unknown, missing('InvoiceNotFound', 'allocations.0.invoice_external_id'))
      const both = [invoice, theirs].map(({ id }) => ({ invoice_id: id, amount: 1 }))
      await expectRefused([of(...both)], broken('CustomerMismatch', 'allocations.1.invoice_id'))
      await expectRefused(
        [pay({ customer_id: other.id, allocations: both.slice(0, 1) })],
        broken('CustomerMismatch', name),
      )
      await expectRefused([of({ amount: 1 }), of(both[0] ?? {}, both[0] ?? {})], invalid())
      await expectRefused([of({ invoice_id: invoice.id, amount: 11 })], broken('OverAllocated', 'allocations'))
      await expectRefused([pay({ customer_id: NOBODY })], missing('CustomerNotFound', 'customer_id'))
      await expectRefused([pay({ customer_external_id: 'new' })], missing('CustomerNotFound', 'customer_external_id'))
      await expectRefused([pay({ customer_id: archived.id })], broken('CustomerArchived', 'customer_id'))
      await expectRefused([pay({})], invalid())
    }))

  test('brings refunds of its own, of no more than itself', async () => {
    await receivables.refunded([{ customer_id: customer.id, total_amount: 1 }], [], { external_id: 'their refund' })
    const withRefund = (refund: object) => () =>
      receivables.payInvoice(invoice.id, inCash(10, { dedicated_refunds: [refund] }))
    await untouched(books, async () => {
      await expectRefused([withRefund({ external_id: 'their refund' })], taken('dedicated_refunds.0.external_id'))
      await expectRefused(
        [withRefund({ line_items: [{ amount: 11 }] })],
        broken('OverRefunded', 'dedicated_refunds.0.line_items'),
      )
      await expectRefused(
        [withRefund({ line_items: [{ amount: 1, tags: [balancing] }] })],
        broken('BalancingTagViolation', 'dedicated_refunds.0.line_items.0.tags.0'),
      )
    })
  })

  test('moves no more than a number holds', async () => {
    const own = new Receivables(await client.books())
    const owing = await own.customer('owing')
    const refund = { line_items: [{ amount: MAX }, { amount: MAX }] }
    const huge = await own.sent(owing, [sold('SALES', MAX), sold('OTHER_INCOME', 100 - MAX)])
    const other = await own.sent(owing, [sold('OTHER_INCOME', MAX), sold('SALES', 100 - MAX)])
    const allocations = [huge, other].map(({ id }) => ({ invoice_id: id, amount: 100 }))
    await untouched(own.books, () =>
      expectRefused(
        [
          () => own.payInvoice(huge.id, inCash(100, { dedicated_refunds: [refund] })),
          () => own.createPayment(inCash(200, { allocations })),
        ],
        broken('AmountOutOfRange'),
      ),
    )
  })
})

describe('a write-off', () => {
  let invoice: Invoice
  let voided: Invoice

  beforeAll(async () => {
    invoice = await receivables.sent(customer, line_items)
    voided = await receivables.sent(customer, line_items)
    await receivables.voidInvoice(voided.id)
    const another = await receivables.sent(customer, line_items)
    await receivables.writeOff(another.id, { external_id: 'taken write-off', amount: 1 })
  })

  const onto = (account: string) => ({ destination_ledger_account: named(account) })

  describe('is refused with', () => {
    leavesUntouched(() => books)

    test.each<[string, () => object, Expected]>([
      ['more than is outstanding', () => ({ amount: 101 }), broken('OverAllocated', 'amount')],
      ['nothing', () => ({ amount: 0 }), invalid('amount')],
      ['an account that is not there', () => onto('NO_SUCH'), missing('AccountNotFound', 'destination_ledger_account')],
      ['an account that takes no postings', () => onto(closedAccount), broken('AccountArchived')],
      ['the account of receivables', () => onto('ACCOUNTS_RECEIVABLE'), broken('ControlAccount')],
      ['two values of a dimension', () => ({ tags: twice }), broken('DuplicateTagDimension')],
      ['a value that is applied no more', () => ({ tags: [gone] }), broken('TagValueArchived')],
      ['an instant in a closed period', () => ({ write_off_at: lastYear }), broken('PeriodClosed', 'write_off_at')],
      ['the external id of another one', () => ({ external_id: 'taken write-off' }), taken('external_id')],
    ])('%s', async (_what, said, expected) => {
      await expectRefused([() => receivables.writeOff(invoice.id, said())], expected)
    })
  })

  test('is not of a voided invoice, nor of one that is settled', async () => {
    const paid = await receivables.sent(customer, line_items, { payments: [inCash(100)] })
    const { data } = (await receivables.writeOff(invoice.id, { amount: 1 })).body
    await untouched(books, async () => {
      await expectRefused([() => receivables.writeOff(voided.id)], broken('InvoiceVoided', 'invoiceId'))
      await expectRefused([() => receivables.writeOff(paid.id)], broken('OverAllocated'))
      await expectRefused([() => receivables.undoWriteOff(paid.id, data.id)], missing('WriteOffNotFound', 'writeOffId'))
    })
  })
})

describe('a refund', () => {
  let invoice: Invoice
  let voided: Invoice
  let refund: Refund
  /** Three ways to give back: what is said of what it hangs on, and of the refund. */
  let refunders: ((of: object, said?: object) => Promise<Answer<unknown>>)[]
  const create = (allocation: object, more: object = {}) =>
    receivables.createRefund({ allocations: [allocation], ...more })
  const update = (allocation: object, more: object = {}) =>
    receivables.updateRefund(refund.id, { allocations: [allocation], ...more })
  /** As `refundInvoice` has it. */
  const dedicated = ({ total_amount, ...of }: { total_amount?: number }) => ({
    ...of,
    ...(total_amount === undefined ? {} : { refunded_amount: total_amount }),
  })

  beforeAll(async () => {
    invoice = await receivables.sent(customer, line_items, { payments: [inCash(100)] })
    voided = await receivables.sent(customer, line_items)
    await receivables.voidInvoice(voided.id)
    refund = await receivables.refunded([{ invoice_id: invoice.id, total_amount: 10 }])
    await receivables.refunded(
      [{ customer_id: customer.id, total_amount: 5 }],
      [{ external_id: 'taken out', refunded_amount: 5, method: 'CASH' }],
      { external_id: 'taken' },
    )
    refunders = [
      (of, said) => receivables.refundInvoice(invoice.id, { ...dedicated(of), ...said }),
      (of, said) => create({ invoice_id: invoice.id, ...of }, said),
      (of, said) => update({ invoice_id: invoice.id, ...of }, said),
    ]
  })

  const line = (more: object) => ({ line_items: [{ amount: 1, ...more }] })
  const account = (name: string) => line({ account_identifier: named(name) })

  describe('is refused with', () => {
    leavesUntouched(() => books)

    test.each<[string, () => [of: object, said?: object], Expected]>([
      ['more than was paid', () => [{ total_amount: 101 }], broken('OverRefunded')],
      ['an account that is not there', () => [account('NO_SUCH')], missing('AccountNotFound')],
      ['an account that takes no postings', () => [account(closedAccount)], broken('AccountArchived')],
      ['the account of receivables', () => [account('ACCOUNTS_RECEIVABLE')], broken('ControlAccount')],
      ['a BALANCING tag on a line item', () => [line({ tags: [balancing] })], broken('BalancingTagViolation')],
      ['two values of a dimension', () => [{ total_amount: 1 }, { tags: twice }], broken('DuplicateTagDimension')],
      ['a value that is applied no more', () => [{ total_amount: 1 }, { tags: [gone] }], broken('TagValueArchived')],
      [
        'an instant in a closed period',
        () => [{ total_amount: 1 }, { completed_at: lastYear }],
        broken('PeriodClosed', 'completed_at'),
      ],
    ])('%s', async (_what, said, expected) => {
      await expectRefused(
        refunders.map((write) => () => write(...said())),
        expected,
      )
    })
  })

  test('is of an invoice, a line item and a payment that are there, and of their customer', () =>
    untouched(books, async () => {
      const writers = [create, update]
      const refusedWith = (of: object, expected: Expected) =>
        expectRefused(
          writers.map((write) => () => write({ total_amount: 1, ...of })),
          expected,
        )
      const on = (field: string) => `allocations.0.${field}`
      await refusedWith({ invoice_id: NOBODY }, missing('InvoiceNotFound', on('invoice_id')))
      await refusedWith({ invoice_external_id: 'no' }, missing('InvoiceNotFound', on('invoice_external_id')))
      await refusedWith({ invoice_payment_id: NOBODY }, missing('InvoicePaymentNotFound', on('invoice_payment_id')))
      await refusedWith({ invoice_line_item_id: NOBODY }, invalid(on('invoice_line_item_id')))
      await refusedWith({ customer_id: NOBODY }, missing('CustomerNotFound', on('customer_id')))
      await expectRefused(
        [() => create({ customer_id: archived.id, total_amount: 1 })],
        broken('CustomerArchived', on('customer_id')),
      )
      await refusedWith(
        { invoice_id: invoice.id, customer_id: other.id },
        broken('CustomerMismatch', on('customer_id')),
      )
      await expectRefused([() => receivables.refundInvoice(voided.id)], broken('InvoiceVoided'))
      await refusedWith({ invoice_id: voided.id }, broken('InvoiceVoided', on('invoice_id')))
      await refusedWith({ invoice_id: invoice.id, line_items: [{ amount: 2 }] }, invalid(on('total_amount')))
      await expectRefused([() => create({ customer_id: customer.id })], invalid(on('total_amount')))
      await expectRefused([() => receivables.createRefund({ allocations: [] })], invalid('allocations'))
      const unknown = [{ id: NOBODY, invoice_id: invoice.id, total_amount: 1 }]
      await expectRefused(
        [() => receivables.updateRefund(refund.id, { allocations: unknown })],
        invalid('allocations.0.id'),
      )
    }))

  test('is paid out by payments of its own, of no more than itself', () =>
    untouched(books, async () => {
      const out = (more: object) => ({ payments: [{ refunded_amount: 1, method: 'CASH', ...more }] })
      const of = { invoice_id: invoice.id, total_amount: 1 }
      const writers = [
        (said: object) => create(of, { external_id: 'new', ...said }),
        (said: object) => update(of, said),
      ]
      const refusedWith = (said: object, expected: Expected) =>
        expectRefused(
          writers.map((write) => () => write(said)),
          expected,
        )
      await refusedWith(out({ refunded_amount: 2 }), broken('OverRefunded', 'payments'))
      await refusedWith(out({ external_id: 'taken out' }), taken('payments.0.external_id'))
      await refusedWith(out({ method: 'CREDIT_BALANCE' }), invalid('payments.0.method'))
      await refusedWith(out({ completed_at: lastYear }), broken('PeriodClosed', 'payments.0.completed_at'))
      await refusedWith(out({ refund_processing_fee: MAX }), broken('AmountOutOfRange'))
      const fee = { account: { type: 'AccountId', id: closedAccount }, fee_amount: 1 }
      await refusedWith(out({ refunded_payment_fees: [fee] }), broken('AccountArchived'))
      await expectRefused([() => update(of, { external_id: 'taken' })], taken('external_id'))
      const atOnce = { refunded_amount: 1, method: 'CASH' }
      const refundAtOnce = (more: object) => () => receivables.refundInvoice(invoice.id, { ...atOnce, ...more })
      await expectRefused([refundAtOnce({ external_id: 'taken out' })], taken('external_id'))
      await expectRefused([refundAtOnce({ refund_processing_fee: MAX })], broken('AmountOutOfRange'))
    }))

  test('takes no credit that was spent', async () => {
    const rich = await receivables.customer('rich')
    const payment = await receivables.paid(100, [], { customer_id: rich.id })
    const owed = await receivables.sent(rich, line_items)
    await receivables.payInvoice(owed.id, { method: 'CREDIT_BALANCE', amount: 60 })
    const small = await receivables.refunded([{ invoice_payment_id: payment.id, total_amount: 1 }])
    const allocations = [{ invoice_payment_id: payment.id, total_amount: 50 }]
    await untouched(books, () =>
      expectRefused(
        [() => receivables.createRefund({ allocations }), () => receivables.updateRefund(small.id, { allocations })],
        broken('OverAllocated'),
      ),
    )
  })
})

describe('a payout', () => {
  const payOut = (more: object) => () => receivables.createPayout({ paid_out_amount: 1, ...more })
  const settled = (account: string, more: object = {}) => ({
    other_transactions: [{ amount: 1, direction: 'CREDIT', account_identifier: named(account), ...more }],
  })

  describe('is refused with', () => {
    leavesUntouched(() => books)

    test.each<[string, () => object, Expected]>([
      ['an account that is not there', () => settled('NO_SUCH'), missing('AccountNotFound')],
      ['an account that takes no postings', () => settled(closedAccount), broken('AccountArchived')],
      ['the account of payables', () => settled('ACCOUNTS_PAYABLE'), broken('ControlAccount')],
      ['two values of a dimension', () => ({ ...settled('SALES'), tags: twice }), broken('DuplicateTagDimension')],
      ['a value that is applied no more', () => settled('SALES', { tags: [gone] }), broken('TagValueArchived')],
      [
        'an instant in a closed period',
        () => ({ ...settled('SALES'), completed_at: lastYear }),
        broken('PeriodClosed', 'completed_at'),
      ],
      ['more than it holds', () => settled('SALES', { amount: 2 }), broken('PayoutUnbalanced', 'paid_out_amount')],
      [
        'a payment that is not there',
        () => ({ payments: [{ id: NOBODY }] }),
        missing('InvoicePaymentNotFound', 'payments.0.id'),
      ],
      [
        'a refund payment that is not there',
        () => ({ refund_payments: [{ external_id: 'no' }] }),
        missing('RefundPaymentNotFound', 'refund_payments.0.external_id'),
      ],
      ['something that nobody names', () => ({ payments: [{}] }), invalid('payments.0.id')],
      [
        'more than a number holds',
        () => ({
          paid_out_amount: MAX,
          other_transactions: ['CREDIT', 'CREDIT', 'DEBIT'].map((direction) => ({
            ...{ amount: MAX, direction },
            account_identifier: named('SALES'),
          })),
        }),
        broken('AmountOutOfRange'),
      ],
    ])('%s', async (_what, more, expected) => {
      await expectRefused([payOut(more())], expected)
    })
  })

  test('has members that moved money, and are in no other one', async () => {
    const rich = await receivables.customer('rich too')
    await receivables.paid(10, [], { customer_id: rich.id, method: 'CREDIT_CARD', external_id: 'card' })
    const owed = await receivables.sent(rich, line_items)
    const spent = { method: 'CREDIT_BALANCE', amount: 5, external_id: 'out of credit' }
    await receivables.payInvoice(owed.id, spent)
    const stored = (external_id: string) =>
      receivables.refunded(
        [{ customer_id: rich.id, total_amount: 2 }],
        [{ external_id, refunded_amount: 2, method: 'STORE_CREDIT' }],
      )
    await stored('stored')
    const { id, payments } = await stored('taken back')
    await receivables.updateRefund(id, { payments: [] })
    const member = (external_id: string) => [{ external_id }]
    await receivables.createPayout({ paid_out_amount: 10, payments: member('card') })
    const [notMoved, takenOut] = [member('stored'), [{ id: payments[0]?.id }]]
    await untouched(books, async () => {
      const out = payOut({ payments: member('out of credit') })
      await expectRefused([out], broken('NotPaidOut', 'payments.0.external_id'))
      await expectRefused(
        [payOut({ refund_payments: notMoved })],
        broken('NotPaidOut', 'refund_payments.0.external_id'),
      )
      await expectRefused([payOut({ payments: member('card') })], broken('NotPaidOut'))
      await expectRefused([payOut({ refund_payments: takenOut })], broken('NotPaidOut', 'refund_payments.0.id'))
    })
  })
})

describe('tags', () => {
  const both = (entity_type: string, id: string) =>
    (['applyTags', 'removeTags'] as const).map(
      (operationId: OperationId) => () =>
        books.api.call(operationId, {
          body: { entity_type, entity_ids: [id], key_values: [{ key: 'shop', value: 'one' }] },
        }),
    )

  test('are not changed on what is voided or not there', async () => {
    const invoice = await receivables.sent(customer, line_items)
    await receivables.voidInvoice(invoice.id)
    await untouched(books, async () => {
      await expectRefused(both('INVOICE', invoice.id), broken('InvoiceVoided'))
      for (const [entityType] of taggable(nobody))
        await expectRefused(both(entityType, NOBODY), missing('EntityNotFound', 'entity_ids.0'))
    })
  })
})

/** The journal holds no more than the largest number: the second of two such is refused, after it was decided. */
test('a posting that the ledger refuses holds up its document until it is retried', async () => {
  const own = new Receivables(await client.books())
  const { api } = own.books
  const owing = await own.customer('owing')
  const huge = () => own.createInvoice({ customer_id: owing.id, sent_at: january, line_items: [sold('SALES', MAX)] })
  const [first, second] = [await huge(), await huge()]
  expect([first, second].map(({ status, headers }) => [status, headers['pacioli-posting']])).toEqual([
    [201, 'posted'],
    [201, 'failed'],
  ])
  const invoiceId = second.body.data.id
  const blocked = { status: 409, error_enum: 'PostingFailed' }
  const tags = { entity_type: 'INVOICE', entity_ids: [invoiceId], key_values: [{ key: 'shop', value: 'one' }] }
  expectRefusal(await api.call('applyTags', { body: tags }), blocked)
  const allocations = [{ customer_id: owing.id, total_amount: MAX }]
  const stuck = await own.createRefund({ allocations })
  expect(stuck.headers['pacioli-posting']).toBe('failed')
  const less = [{ customer_id: owing.id, total_amount: 1 }]
  expectRefusal(await own.updateRefund(stuck.body.data.id, { allocations: less }), blocked)
  const failed = (await api.call('listPostings', { query: { status: 'FAILED' } })).body.data
  expect(new Set(failed.map(({ source_type }) => source_type))).toEqual(new Set(['invoice', 'refund']))
  const path = { postingId: failed.find(({ source_id }) => source_id === invoiceId)?.id ?? '' }
  expect((await api.call('retryPosting', { path })).body.data.status).toBe('FAILED')
  await own.voidInvoice(first.body.data.id)
  expect((await api.call('retryPosting', { path })).body.data).toMatchObject({ status: 'POSTED', source_id: invoiceId })
  expect((await api.call('applyTags', { body: tags })).headers['pacioli-posting']).toBe('posted')
})
