/** Corrections of invoices, with what is on them; with a real ledger. */
import { randomUUID } from 'node:crypto'
import type { Invoice__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeInvoice,
  makePayout,
  makeRefund,
  refundOf,
  undo,
  voided,
  writeOff,
  type InvoiceChange,
} from '../testing/acts.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { openAccount, taxAccountsOf } from '../testing/books.test-helpers.ts'
import { changeOf as customerChange } from '../testing/customers.test-helpers.ts'
import {
  allEntries,
  announced,
  archiveAccount,
  balancingDimension,
  changesOn,
  closeBooks,
  entriesOf,
  standingEntries,
} from '../testing/ledger.test-helpers.ts'
import {
  anotherCustomer,
  DEPOSITS,
  expectSoundBooks,
  FEES,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  type InvoiceGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { getInvoice, getRefund, updateCustomer, updateInvoice } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Its books are closed by a test. */
let closing: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'fund')
  closing = await openReceivables(billing)
})
afterAll(async () => {
  await expectSoundBooks(billing, receivables, ['fund'])
  await expectSoundBooks(billing, closing)
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

type Id = { id: string }

const somebody = () => anotherCustomer(billing, receivables)
const invoice = (given: InvoiceGiven = {}, of = receivables) => makeInvoice(billing, of, given)
const change = (of: Id, to: InvoiceChange, where = receivables) => changeInvoice(billing, where, of, to)
const entries = ({ id }: Id, { request } = receivables) => standingEntries(billing, request, id)
const posted = async ({ id }: Id, { request } = receivables) => (await entriesOf(billing, request, id)).length
const tag = (key: string, value: string) => ({ key, value })

/** The answer is what is stored. */
async function changed(of: Id, to: InvoiceChange, where = receivables): Promise<Invoice__Output> {
  const data = await change(of, to, where)
  expect(await invoiceNow(billing, where, of)).toEqual(data)
  return data
}

describe('descriptive fields', () => {
  test('change where named, are removed where cleared, and post nothing', async () => {
    const made = await invoice({
      external_id: 'given up',
      due_at: '2026-02-10T12:00:00Z',
      memo: 'old',
      metadata: '{"a": 1}',
      reference_number: 'R',
    })
    const one = await changed(made, {
      external_id: 'named anew',
      due_at: '2026-03-01T00:00:00Z',
      memo: 'new',
      metadata: '{"b": 2}',
      reference_number: 'S',
    })
    expect(one).toMatchObject({
      external_id: 'named anew',
      due_at: '2026-03-01T00:00:00.000Z',
      memo: 'new',
      metadata: '{"b": 2}',
      reference_number: 'S',
      line_items: made.line_items,
    })
    const other = await changed(made, {
      cleared: ['external_id', 'due_at', 'memo', 'metadata', 'reference_number', 'tips', 'additional_discount'],
    })
    for (const field of ['external_id', 'due_at', 'memo', 'metadata', 'reference_number'] as const)
      expect(other[field]).toBeUndefined()
    expect(await posted(made)).toBe(1)
    expect((await announced(billing, made.id)).map(({ type, data }) => [type.split('.').at(-2), data.version])).toEqual(
      [
        ['created', 1],
        ['changed', 2],
        ['changed', 3],
      ],
    )
  })

  test('that stay as they are make no version and no event', async () => {
    const made = await invoice({ memo: 'same', line_items: [line(70, { external_id: 'a', taxes: { NY: 7 } })] })
    await change(made, { memo: 'same', sent_at: '2026-01-10T12:00:00Z', taxes: {} })
    await change(made, { line_items: [line(70, { external_id: 'a', taxes: { NY: 7 } })] })
    expect(await announced(billing, made.id)).toHaveLength(1)
    expect((await invoiceNow(billing, receivables, made)).updated_at).toBe(made.updated_at)
  })

  test('are changed once for an Idempotency-Key, and an external_id is unique', async () => {
    const [made, other] = [await invoice({ external_id: 'taken' }), await invoice()]
    const { clientId, businessId } = receivables.request
    const keyed = () =>
      updateInvoice(billing, requestFor(clientId, businessId, { key: 'correct once', requestHash: 'h' }), {
        invoice_id: other.id.toUpperCase(),
        memo: 'once',
        cleared: [],
      })
    const answer = await keyed()
    await change(other, { memo: 'twice' })
    expect(await keyed()).toEqual(answer)
    expect(await refusals(change(other, { external_id: 'taken' }))).toEqual([['DuplicateExternalId', 'external_id']])
    await change(made, { cleared: ['external_id'] })
    await change(other, { external_id: 'taken' })
  })
})

describe('line items, taxes, tips and discounts', () => {
  test('are replaced as a list; lines matched by id or external_id keep their ids', async () => {
    const of = await somebody()
    const made = await invoice(
      {
        line_items: [
          line(100, { external_id: 'a', taxes: { NY: 8 }, product: 'Desk', description: 'A desk' }),
          line(40, { external_id: 'b' }),
          line(5),
        ],
        taxes: { CA: 3 },
        additional_discount: 10,
        tips: 4,
      },
      of,
    )
    const [a, b, c] = made.line_items
    const time_entry_id = randomUUID()
    const after = await changed(made, {
      line_items: [
        line(7, { id: c?.id ?? '', quantity: '3', product: 'Lamp', time_entry_id }),
        line(90, { external_id: 'a', taxes: { NY: 9, TX: 1 }, account_identifier: FEES }),
        line(1, { external_id: 'new' }),
      ],
      taxes: { CA: 2 },
      additional_discount: 1,
      tips: 6,
      tips_account: named('OTHER_INCOME'),
    })
    expect(after.line_items.map(({ id, total_amount, product }) => [id, total_amount, product])).toEqual([
      [c?.id, 21, 'Lamp'],
      [a?.id, 100, undefined],
      [expect.any(String), 1, undefined],
    ])
    expect(after.line_items[0]).toMatchObject({ time_entry_id, quantity: '3', subtotal: 21 })
    expect(after.line_items.map(({ id }) => id)).not.toContain(b?.id)
    expect(after).toMatchObject({
      total_amount: 21 + 100 + 1 + 2 - 1 + 6,
      outstanding_balance: 129,
      additional_discount: 1,
      tips: 6,
      status: 'SENT',
    })
    expect(await entries(made)).toEqual([
      {
        basis: 'ACCRUAL',
        at: '2026-01-10T12:00:00.000Z',
        lines: [
          'Cr OTHER_INCOME 96',
          'Cr SALES 22',
          'Cr SALES_TAXES_PAYABLE:CA 2',
          'Cr SALES_TAXES_PAYABLE:NY 9',
          'Cr SALES_TAXES_PAYABLE:TX 1',
          'Dr ACCOUNTS_RECEIVABLE 129',
          'Dr SALES_DISCOUNTS 1',
        ],
      },
    ])
    const cleared = await changed(made, { cleared: ['tips', 'additional_discount', 'tips_account'] })
    expect(cleared).toMatchObject({ tips: 0, additional_discount: 0, total_amount: 124, tips_account: undefined })
  })

  test('of taxes that nobody named before open their accounts, and a refused update does not', async () => {
    const made = await invoice()
    expect(await refusals(change(made, { line_items: [line(-1, { taxes: { 'Never Opened': 0 } })] }))).toEqual([
      ['NegativeTotal', 'line_items'],
    ])
    await change(made, { taxes: { 'Opened Late': 5 } })
    const names = JSON.stringify(
      await taxAccountsOf(billing, receivables.request, 'SALES_TAXES_PAYABLE:'),
    ).toUpperCase()
    expect(names).toContain('OPENED')
    expect(names).not.toContain('NEVER')
  })
})

describe('an invoice with payments', () => {
  test('recognizes them again in the cash books, to the cent', async () => {
    const of = await somebody()
    const change100 = await changesOn(billing, of, [
      'SALES',
      'OTHER_INCOME',
      'ACCOUNTS_RECEIVABLE',
      'UNDEPOSITED_FUNDS',
    ])
    const made = await invoice({ line_items: [line(100, { external_id: 'a' }), line(100, { external_id: 'b' })] }, of)
    const [one, two] = [await payFor(billing, of, made, 33), await payFor(billing, of, made, 50)]
    expect(await change100()).toMatchObject({ SALES: [200, 83] })
    await changed(made, {
      line_items: [line(30, { external_id: 'a' }), line(70, { external_id: 'b', account_identifier: FEES })],
    })
    expect(await change100()).toEqual({
      SALES: [30, 25],
      OTHER_INCOME: [70, 58],
      ACCOUNTS_RECEIVABLE: [17, 0],
      UNDEPOSITED_FUNDS: [83, 83],
    })
    expect((await entries(one)).map(({ basis, lines }) => [basis, ...lines])).toEqual([
      ['ACCRUAL', 'Cr ACCOUNTS_RECEIVABLE 33', 'Dr UNDEPOSITED_FUNDS 33'],
      ['CASH', 'Cr OTHER_INCOME 23', 'Cr SALES 10', 'Dr UNDEPOSITED_FUNDS 33'],
    ])
    await payFor(billing, of, made, 17)
    expect(await change100()).toMatchObject({ SALES: [30, 30], OTHER_INCOME: [70, 70] })
    // Only the cash entry was posted again.
    expect(await posted(two)).toBe(4)
  })

  test('sent later than it was paid, or earlier: lines with a prepayment account are prepaid there', async () => {
    const of = await somebody()
    const books = await changesOn(billing, of, ['UNEARNED_REVENUE', 'SALES', 'ACCOUNTS_RECEIVABLE'])
    const made = await invoice({ line_items: [line(60, { prepayment_account_identifier: DEPOSITS }), line(40)] }, of)
    const payment = await payFor(billing, of, made, 50)
    expect(await entries(payment)).toHaveLength(2)
    await changed(made, { sent_at: '2026-01-25T12:00:00Z' })
    expect((await entries(payment)).map(({ basis, at, lines }) => [basis, at.slice(0, 10), ...lines])).toEqual([
      ['ACCRUAL', '2026-01-20', 'Cr ACCOUNTS_RECEIVABLE 20', 'Cr UNEARNED_REVENUE 30', 'Dr UNDEPOSITED_FUNDS 50'],
      ['ACCRUAL', '2026-01-25', 'Cr ACCOUNTS_RECEIVABLE 30', 'Dr UNEARNED_REVENUE 30'],
      ['CASH', '2026-01-20', 'Cr SALES 20', 'Cr UNEARNED_REVENUE 30', 'Dr UNDEPOSITED_FUNDS 50'],
      ['CASH', '2026-01-25', 'Cr SALES 30', 'Dr UNEARNED_REVENUE 30'],
    ])
    await changed(made, { sent_at: '2026-01-20T12:00:00Z' })
    expect(await entries(payment)).toHaveLength(2)
    expect(await books()).toEqual({ UNEARNED_REVENUE: [0, 0], SALES: [100, 50], ACCOUNTS_RECEIVABLE: [50, 0] })
  })

  test('comes to no less than was paid and written off, on both sides of that', async () => {
    const of = await somebody()
    const made = await invoice({}, of)
    await payFor(billing, of, made, 40)
    const writtenOff = await writeOff(billing, of, made, { amount: 25 })
    const before = await invoiceNow(billing, of, made)
    expect(await refusals(change(made, { line_items: [line(64)] }))).toEqual([['OverAllocated', 'line_items']])
    expect(await refusals(change(made, { additional_discount: 36 }))).toEqual([['OverAllocated', 'line_items']])
    expect(await invoiceNow(billing, of, made)).toEqual(before)
    expect(await changed(made, { line_items: [line(65)] })).toMatchObject({ status: 'WRITTEN_OFF' })
    await undo(billing, of, made, writtenOff)
    expect(await changed(made, { line_items: [line(40)] })).toMatchObject({ status: 'PAID' })
    expect(await changed(made, { line_items: [line(41)] })).toMatchObject({ status: 'PARTIALLY_PAID' })
  })

  test('stays the invoice of its customer; one without becomes that of another, who is not archived', async () => {
    const [of, other] = [await somebody(), await anotherCustomer(billing, receivables, { external_id: 'the other' })]
    const [free, paid] = [await invoice({}, of), await invoice({}, of)]
    const lost = await writeOff(billing, of, free, { amount: 10 })
    const payment = await payFor(billing, of, paid, 10)
    const to = { customer_id: other.contactId }
    await expect(change(paid, to)).rejects.toMatchObject({
      problems: [{ error_enum: 'InvoiceHasPayments', meta: { field: 'customer_id', payment_ids: [payment.id] } }],
    })
    await change(paid, { customer_id: of.contactId.toUpperCase() })
    expect(await changed(free, { customer_external_id: 'the other' })).toMatchObject({
      customer: { id: other.contactId },
      status: 'PARTIALLY_WRITTEN_OFF',
      write_offs: [{ id: lost.id }],
    })
    for (const one of [free, lost]) {
      const [standing] = (await entriesOf(billing, of.request, one.id)).filter(
        (entry) => !entry.reversal_id && !entry.reversal_of_id,
      )
      expect(new Set(standing?.line_items.map(({ customer_id }) => customer_id))).toEqual(new Set([other.contactId]))
    }
    await payFor(billing, other, free, 90)
    expect(await refusals(change(paid, { customer_external_id: 'nobody' }))).toEqual([
      ['CustomerNotFound', 'customer_external_id'],
    ])
    expect(await refusals(change(paid, { customer_id: randomUUID() }))).toEqual([['CustomerNotFound', 'customer_id']])
    const gone = await somebody()
    await updateCustomer(billing, receivables.request, customerChange({ id: gone.contactId }, { status: 'ARCHIVED' }))
    const unpaid = await invoice({}, of)
    expect(await refusals(change(unpaid, { customer_id: gone.contactId }))).toEqual([
      ['CustomerArchived', 'customer_id'],
    ])
  })

  test('keeps its payout and its match candidate; the payout carries the tags of its lines', async () => {
    const of = await somebody()
    const made = await invoice({ tags: [tag('fund', 'A')] }, of)
    const payment = await payFor(billing, of, made, 100, { method: 'CREDIT_CARD' })
    const payout = await makePayout(billing, of, { paid_out_amount: 100, payments: [{ id: payment.id }] })
    await changed(made, { tags: [tag('fund', 'B'), tag('area', 'south')], line_items: [line(60), line(40)] })
    expect((await entries(payout)).map(({ lines }) => lines)).toEqual([
      ['Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 100 area=south fund=B', 'Dr UNDEPOSITED_FUNDS 100 area=south fund=B'],
    ])
    const [state] = (await announced(billing, payment.id)).slice(-1)
    expect(state?.data).toMatchObject({ match_candidate: { amount: 100, is_open: false } })
  })
})

describe('an invoice with refunds', () => {
  test('is refunded pro rata of what it is made of now', async () => {
    const of = await somebody()
    const made = await invoice({ line_items: [line(90, { external_id: 'a', taxes: { WA: 10 } })] }, of)
    await payFor(billing, of, made, 100)
    const refund = await refundOf(billing, of, made, { refunded_amount: 50, method: 'CHECK' })
    const lines = async () => (await entries(refund)).map((one) => one.lines)
    expect(await lines()).toEqual([
      ['Cr REFUND_LIABILITIES 50', 'Dr RETURNS_ALLOWANCES 45', 'Dr SALES_TAXES_PAYABLE:WA 5'],
    ])
    await changed(made, { line_items: [line(100, { external_id: 'a', taxes: { WA: 0 } })] })
    expect(await lines()).toEqual([['Cr REFUND_LIABILITIES 50', 'Dr RETURNS_ALLOWANCES 50']])
    await changed(made, { line_items: [line(60, { external_id: 'a', taxes: { WA: 20 } }), line(20)] })
    expect(await lines()).toEqual([
      ['Cr REFUND_LIABILITIES 50', 'Dr RETURNS_ALLOWANCES 40', 'Dr SALES_TAXES_PAYABLE:WA 10'],
    ])
    const { data } = await getRefund(billing, of.request, refund.id)
    expect(
      (await entries({ id: data?.payments?.[0]?.id ?? '' })).map(({ basis, lines: own }) => [basis, ...own]),
    ).toEqual([
      ['ACCRUAL', 'Cr UNDEPOSITED_FUNDS 50', 'Dr REFUND_LIABILITIES 50'],
      ['CASH', 'Cr UNDEPOSITED_FUNDS 50', 'Dr RETURNS_ALLOWANCES 40', 'Dr SALES_TAXES_PAYABLE:WA 10'],
    ])
  })

  test('keeps the line items that they hang on, worth no less than those', async () => {
    const of = await somebody()
    const made = await invoice({ line_items: [line(60, { external_id: 'a' }), line(40, { external_id: 'b' })] }, of)
    await payFor(billing, of, made, 100)
    const onA = { invoice_line_item_external_id: 'a' }
    await refundOf(billing, of, made, { refunded_amount: 20 })
    await makeRefund(billing, of, { allocations: [{ ...onA, invoice_id: made.id, total_amount: 45 }] })
    expect(await refusals(change(made, { line_items: [line(100)] }))).toEqual([['OverRefunded', 'line_items']])
    expect(
      await refusals(change(made, { line_items: [line(56, { external_id: 'b' }), line(44, { external_id: 'a' })] })),
    ).toEqual([['OverRefunded', 'line_items.1']])
    const after = await changed(made, {
      line_items: [line(55, { external_id: 'b' }), line(45, { external_id: 'a', tags: [tag('project', 'x')] })],
    })
    expect(after.line_items.map((one) => one.refund_allocations.length)).toEqual([0, 1])
    await refundOf(billing, of, made)
    expect(await invoiceNow(billing, of, made)).toMatchObject({ status: 'REFUNDED' })
  })

  test('before it is sent takes them from the prepayment account, and releases them when it is', async () => {
    const of = await somebody()
    const made = await invoice({ line_items: [line(100, { external_id: 'a' })] }, of)
    await payFor(billing, of, made, 100)
    const refund = await makeRefund(billing, of, { allocations: [{ invoice_id: made.id, total_amount: 30 }] })
    await changed(made, {
      sent_at: '2026-01-28T12:00:00Z',
      line_items: [line(100, { external_id: 'a', prepayment_account_identifier: DEPOSITS })],
    })
    expect((await entries(refund)).map(({ at, lines }) => [at.slice(0, 10), ...lines])).toEqual([
      ['2026-01-25', 'Cr REFUND_LIABILITIES 30', 'Dr UNEARNED_REVENUE 30'],
      ['2026-01-28', 'Cr UNEARNED_REVENUE 30', 'Dr RETURNS_ALLOWANCES 30'],
    ])
  })
})

describe('tags', () => {
  test('of a BALANCING dimension go on all that is on it, and every entry balances', async () => {
    const of = await somebody()
    const [made, other] = [
      await invoice({ tags: [tag('fund', 'A')] }, of),
      await invoice({ tags: [tag('fund', 'Z')] }, of),
    ]
    const payment = await makePayment(billing, of, {
      amount: 90,
      fee: 7,
      allocations: [
        { invoice_id: made.id, amount: 50 },
        { invoice_id: other.id, amount: 30 },
      ],
    })
    const lost = await writeOff(billing, of, made, { amount: 5 })
    const refund = await makeRefund(billing, of, {
      allocations: [{ invoice_payment_id: payment.id, total_amount: 33 }],
    })
    await changed(made, { tags: [tag('fund', 'B')], line_items: [line(80), line(20)] })
    for (const one of [made, payment, lost, refund]) expect(JSON.stringify(await entries(one))).toContain('fund=B')
    for (const one of [made, payment, lost, refund]) expect(JSON.stringify(await entries(one))).not.toContain('fund=A')
    expect(JSON.stringify(await entries(payment))).toContain('fund=Z')
    await changed(made, { tags: [] })
    expect(JSON.stringify(await entries(payment))).not.toContain('fund=B')
  })

  test('of a line item are its own: not of a BALANCING dimension', async () => {
    const made = await invoice()
    expect(await refusals(change(made, { line_items: [line(100, { tags: [tag('fund', 'A')] })] }))).toEqual([
      ['BalancingTagViolation', 'line_items.0.tags.0'],
    ])
  })
})

describe('an update is refused', () => {
  test('with every problem at once, and nothing is written', async () => {
    const made = await invoice()
    const id = await openAccount(billing, receivables.request, { name: 'Old sales', account_subtype: 'SALES' })
    await archiveAccount(billing, receivables.request, id)
    const before = await allEntries(billing, receivables.request)
    expect(
      await refusals(
        change(made, {
          line_items: [
            line(1, { account_identifier: { type: 'AccountId', id } }),
            line(1, { id: randomUUID() }),
            line(1, { account_identifier: named('ACCOUNTS_RECEIVABLE') }),
          ],
          tips_account: named('CUSTOMER_CREDITS'),
          additional_discount: 4,
          tags: [tag('team', 'a'), tag('team', 'b')],
        }),
      ),
    ).toEqual([
      ['InvalidPayload', 'line_items.1.id'],
      ['AccountArchived', 'line_items.0.account_identifier'],
      ['ControlAccount', 'line_items.2.account_identifier'],
      ['ControlAccount', 'tips_account'],
      ['DuplicateTagDimension', 'tags.1'],
      ['NegativeTotal', 'line_items'],
    ])
    expect(await refusals(change(made, { line_items: [line(1, { account_identifier: named('NOWHERE') })] }))).toEqual([
      ['AccountNotFound', 'line_items.0.account_identifier'],
    ])
    expect(await refusals(change(made, { line_items: [] }))).toEqual([['InvalidPayload', 'line_items']])
    for (const to of [{ due_at: 'soon' }, { sent_at: 'x' }, { cleared: ['sent_at'] }, { tips: -1 }] as InvoiceChange[])
      expect(await refusals(change(made, to))).toEqual([['InvalidPayload', to.cleared?.[0] ?? Object.keys(to)[0]]])
    expect(await allEntries(billing, receivables.request)).toHaveLength(before.length)
    expect(await invoiceNow(billing, receivables, made)).toEqual(made)
    expect(await announced(billing, made.id)).toHaveLength(1)
  })

  test('due before it is sent, or sent after it was written off; the same day passes at any hour', async () => {
    const made = await invoice({ due_at: '2026-01-20T12:00:00Z' })
    await writeOff(billing, receivables, made, { amount: 10 })
    const early = async (to: InvoiceChange, field: string) =>
      expect(await refusals(change(made, to))).toEqual([['DatedTooEarly', field]])
    await early({ due_at: '2026-01-09T23:59:59Z' }, 'due_at')
    await early({ sent_at: '2026-01-21T00:00:00Z' }, 'sent_at')
    await early({ sent_at: '2026-01-23T00:00:00Z', cleared: ['due_at'] }, 'sent_at')
    await changed(made, { due_at: '2026-01-10T00:00:00Z' })
    await changed(made, { sent_at: '2026-01-22T23:00:00Z', cleared: ['due_at'] })
  })

  test('of a voided, an unknown, and another business’s invoice', async () => {
    const made = await invoice()
    await voided(billing, receivables, made)
    expect(await refusals(change(made, { memo: 'late' }))).toEqual([['InvoiceVoided', 'invoiceId']])
    const theirs = await invoice({}, closing)
    for (const id of [randomUUID(), 'x', theirs.id])
      expect(await refusals(change({ id }, { memo: 'x' }))).toEqual([['InvoiceNotFound', 'invoiceId']])
    const { data } = await getInvoice(billing, closing.request, theirs.id)
    expect(data).toEqual(theirs)
  })
})

test('in a closed period it is posted again at the first open instant, and is not sent there anew', async () => {
  const of = closing
  const made = await invoice({ line_items: [line(60), line(40)] }, of)
  const payment = await payFor(billing, of, made, 50)
  const lost = await writeOff(billing, of, made, { amount: 10 })
  const refund = await makeRefund(billing, of, { allocations: [{ invoice_id: made.id, total_amount: 20 }] })
  await closeBooks(billing, of.request, '2026-01-31')
  expect(await refusals(change(made, { sent_at: '2026-01-21T12:00:00Z' }, of))).toEqual([['PeriodClosed', 'sent_at']])
  await changed(made, { line_items: [line(90, { account_identifier: FEES, taxes: { NV: 9 } })] }, of)
  const at = async (one: Id) => (await entries(one, of)).map((entry) => [entry.basis, entry.at.slice(0, 10)])
  expect(await at(made)).toEqual([['ACCRUAL', '2026-02-01']])
  expect(await at(payment)).toEqual([
    ['ACCRUAL', '2026-01-20'],
    ['CASH', '2026-02-01'],
  ])
  expect(await at(lost)).toEqual([['ACCRUAL', '2026-01-22']])
  expect(await at(refund)).toEqual([['ACCRUAL', '2026-02-01']])
  const reversals = (await entriesOf(billing, of.request, made.id)).filter((one) => one.reversal_of_id)
  expect(reversals.map((one) => one.entry_at)).toEqual(['2026-02-01T00:00:00.000Z'])
  await undo(billing, of, made, lost)
  await changed(made, { sent_at: '2026-02-01T00:00:00Z' }, of)
})
