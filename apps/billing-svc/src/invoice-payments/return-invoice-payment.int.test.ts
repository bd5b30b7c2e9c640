/** Payments that bounced or were charged back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeInvoice,
  changeRefund,
  makeRefund,
  returned,
  undo as undoWriteOff,
  voided,
  writeOff,
} from '../testing/acts.test-helpers.ts'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { openAccount, postedOf, standingOf } from '../testing/books.test-helpers.ts'
import {
  announced,
  archiveAccount,
  archiveTag,
  balancingDimension,
  closeBooks,
} from '../testing/ledger.test-helpers.ts'
import {
  anotherCustomer,
  balances,
  creditOf,
  DEPOSITS,
  expectSoundBooks,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  refundAllocation,
  type InvoiceGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { makePayout, type PayoutGiven } from '../testing/payouts.test-helpers.ts'
import { problemsOf, refundOne, tag } from '../testing/refund-requests.test-helpers.ts'
import {
  deleteInvoicePayment,
  deletePayout,
  getInvoicePayment,
  listInvoicePayments,
  undoInvoicePaymentReturn,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
let closed: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  closed = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'fund')
})
afterAll(async () => {
  await expectSoundBooks(billing, receivables, ['fund'])
  await expectSoundBooks(billing, closed)
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

type Id = { id: string }

const RETURNED_AT = '2026-01-28T12:00:00.000Z'
const somebody = () => anotherCustomer(billing, receivables)
const bounce = (payment: Id, given: Parameters<typeof returned>[3] = {}, where = receivables) =>
  returned(billing, where, payment, given)
const undo = ({ id }: Id, { request } = receivables) => undoInvoicePaymentReturn(billing, request, id)
const remove = ({ id }: Id, { request } = receivables) => deleteInvoicePayment(billing, request, id)
const now = (one: Id, of = receivables) => invoiceNow(billing, of, one)
const posted = ({ id }: Id, { request } = receivables) => standingOf(billing, request, id)
/** The entries of its return, in each of the books. */
async function ofReturn({ id }: Id): Promise<Record<string, string[]>> {
  const { data } = await getInvoicePayment(billing, receivables.request, id)
  return data?.return ? Object.fromEntries(await posted({ id: data.return.id ?? '' })) : {}
}
const sent = (given: InvoiceGiven, of: TestReceivables) => makeInvoice(billing, of, given)
const prepaid = (of: TestReceivables, given: InvoiceGiven = {}) =>
  sent(
    {
      sent_at: '2026-02-01T12:00:00Z',
      line_items: [line(100, { prepayment_account_identifier: DEPOSITS })],
      ...given,
    },
    of,
  )

describe('a returned payment', () => {
  test('is taken back from then on in both books, with the fee, and its invoices and credit are as without it', async () => {
    const of = await somebody()
    const one = await sent({ tags: [tag('fund', 'A')] }, of)
    const other = await sent({ line_items: [line(50)], tags: [tag('fund', 'B')] }, of)
    const payment = await makePayment(billing, of, {
      amount: 170,
      fee: 17,
      memo: 'January',
      allocations: [
        { invoice_id: one.id, amount: 100 },
        { invoice_id: other.id, amount: 50 },
      ],
    })
    const before = await posted(payment)
    const { data, posting } = await bounce(payment, { external_id: 'bounced', fee: 34, reason: 'No funds' })
    expect(posting).toBe('posted')
    expect(data).toMatchObject({
      amount: 170,
      unallocated_amount: 0,
      allocations: [
        { amount: 100, returned_amount: 100 },
        { amount: 50, returned_amount: 50 },
      ],
      return: {
        external_id: 'bounced',
        returned_at: RETURNED_AT,
        amount: 170,
        fee: 34,
        reason: 'No funds',
        is_matched: false,
        payout_id: undefined,
      },
    })
    expect((await getInvoicePayment(billing, of.request, payment.id)).data).toEqual(data)
    const money = [
      'Cr UNDEPOSITED_FUNDS 120 fund:A',
      'Cr UNDEPOSITED_FUNDS 24',
      'Cr UNDEPOSITED_FUNDS 60 fund:B',
      'Dr CUSTOMER_CREDITS 20',
      'Dr PAYMENT_PROCESSING_FEES 10 fund:B',
      'Dr PAYMENT_PROCESSING_FEES 20 fund:A',
      'Dr PAYMENT_PROCESSING_FEES 4',
    ]
    const lines = await ofReturn(payment)
    expect(lines['ACCRUAL 2026-01-28']?.toSorted()).toEqual(
      [...money, 'Dr ACCOUNTS_RECEIVABLE 100 fund:A', 'Dr ACCOUNTS_RECEIVABLE 50 fund:B'].toSorted(),
    )
    expect(lines['CASH 2026-01-28']?.toSorted()).toEqual(
      [...money, 'Dr SALES 100 fund:A', 'Dr SALES 50 fund:B'].toSorted(),
    )
    // What it was stays as it was.
    expect(await posted(payment)).toEqual(before)
    for (const invoice of [one, other])
      expect(await now(invoice, of)).toMatchObject({
        status: 'SENT',
        paid_at: undefined,
        outstanding_balance: invoice.total_amount,
        payment_allocations: [],
      })
    expect(await creditOf(billing, of)).toBe(0)
    expect((await announced(billing, payment.id)).at(-1)).toMatchObject({
      type: 'pacioli.invoice_payment.changed.v1',
      data: { return: { id: data?.return?.id, amount: 170, fee: 34 }, match_candidate: { is_open: true } },
    })
    expect(await announced(billing, data?.return?.id ?? '')).toMatchObject([
      {
        type: 'pacioli.invoice_payment_return.created.v1',
        data: {
          version: 1,
          payment_id: payment.id,
          amount: 170,
          match_candidate: {
            is_open: true,
            direction: 'DEBIT',
            amount: 204,
            date: RETURNED_AT,
            description: 'No funds',
          },
        },
      },
    ])
    // Again, nothing changes; it is still listed with its invoice.
    expect((await bounce(payment, { external_id: 'bounced', fee: 34, reason: 'No funds' })).data).toEqual(data)
    const asked = { page: null, reference_numbers: [], tag_values: [], customer_id: of.contactId }
    const listed = await listInvoicePayments(billing, of.request, { ...asked, invoice_id: one.id })
    expect(listed.data).toEqual([data])
    // And paid again, to the cent.
    await payFor(billing, of, one, 100, { paid_at: '2026-01-30T12:00:00Z' })
    expect(await now(one, of)).toMatchObject({ status: 'PAID', paid_at: '2026-01-30T12:00:00.000Z' })
  })

  test('counts again once that is undone, and may come back again', async () => {
    const of = await somebody()
    const owed = await sent({ line_items: [line(33), line(33), line(34, { taxes: { CA: 1 } })] }, of)
    const first = await payFor(billing, of, owed, 60)
    const other = await payFor(billing, of, owed, 20)
    await bounce(first, { external_id: 'b' })
    await payFor(billing, of, owed, 21, { paid_at: '2026-01-29T12:00:00Z' })
    const { data, posting } = await undo(first)
    expect([posting, data?.return, data?.allocations?.[0]?.returned_amount]).toEqual(['posted', undefined, 0])
    expect((await undo(first)).data).toEqual(data)
    expect((await getInvoicePayment(billing, of.request, first.id)).data).toEqual(data)
    expect(await ofReturn(first)).toEqual({})
    expect((await now(owed, of)).status).toBe('PAID')
    const again = (await bounce(first, { external_id: 'b', returned_at: '2026-01-31T12:00:00Z' })).data
    expect((await now(owed, of)).outstanding_balance).toBe(60)
    await bounce(other)
    expect((await now(owed, of)).outstanding_balance).toBe(80)
    expect((await announced(billing, again?.return?.id ?? '')).map(({ type }) => type)).toEqual([
      'pacioli.invoice_payment_return.created.v1',
    ])
  })

  test('can be one whose time is in a closed period now', async () => {
    const owed = await makeInvoice(billing, closed)
    const payment = await payFor(billing, closed, owed, 60)
    await closeBooks(billing, closed.request, '2026-01-31')
    expect(await refusals(bounce(payment, {}, closed))).toEqual([['PeriodClosed', 'returned_at']])
    await bounce(payment, { returned_at: '2026-02-02T12:00:00Z' }, closed)
    expect(await balances(billing, closed, ['ACCOUNTS_RECEIVABLE', 'SALES'])).toEqual({
      ACCOUNTS_RECEIVABLE: [100, 0],
      SALES: [100, 0],
    })
    const { data } = await getInvoicePayment(billing, closed.request, payment.id)
    await closeBooks(billing, closed.request, '2026-02-28')
    await undo(payment, closed)
    expect((await postedOf(billing, closed.request, data?.return?.id ?? '')).map(([name]) => name).slice(-2)).toEqual([
      'reversal ACCRUAL 2026-03-01',
      'reversal CASH 2026-03-01',
    ])
  })
})

describe('what was prepaid', () => {
  test('comes back from the prepayment account before its invoice is sent, and nothing is taken over then', async () => {
    const of = await somebody()
    const owed = await prepaid(of)
    const payment = await payFor(billing, of, owed, 100)
    await bounce(payment)
    const lines = ['Dr UNEARNED_REVENUE 100', 'Cr UNDEPOSITED_FUNDS 100']
    expect(await ofReturn(payment)).toEqual({ 'ACCRUAL 2026-01-28': lines, 'CASH 2026-01-28': lines })
    expect((await posted(payment)).map(([name]) => name).filter((name) => name.endsWith('02-01'))).toEqual([])
    await undo(payment)
    expect((await posted(payment)).map(([name]) => name).filter((name) => name.endsWith('02-01'))).toHaveLength(2)
  })

  test('comes back from where it was taken over once that was sent', async () => {
    const of = await somebody()
    const owed = await prepaid(of)
    const payment = await payFor(billing, of, owed, 100)
    await bounce(payment, { returned_at: '2026-02-02T12:00:00Z' })
    expect(await ofReturn(payment)).toEqual({
      'ACCRUAL 2026-02-02': ['Dr ACCOUNTS_RECEIVABLE 100', 'Cr UNDEPOSITED_FUNDS 100'],
      'CASH 2026-02-02': ['Dr SALES 100', 'Cr UNDEPOSITED_FUNDS 100'],
    })
    // Sent later after all.
    await changeInvoice(billing, of, owed, { sent_at: '2026-02-03T12:00:00Z' })
    const lines = ['Dr UNEARNED_REVENUE 100', 'Cr UNDEPOSITED_FUNDS 100']
    expect(await ofReturn(payment)).toEqual({ 'ACCRUAL 2026-02-02': lines, 'CASH 2026-02-02': lines })
    expect((await posted(payment)).map(([name]) => name).filter((name) => name.endsWith('02-03'))).toEqual([])
  })

  test('and was refunded in part leaves just that to be taken over', async () => {
    const of = await somebody()
    const owed = await prepaid(of, { tags: [tag('fund', 'A')] })
    const payment = await payFor(billing, of, owed, 100)
    await refundOne(billing, of, owed, { refunded_amount: 30 })
    await bounce(payment)
    expect(await now(owed, of)).toMatchObject({ outstanding_balance: 70, status: 'PARTIALLY_PAID' })
    const taken = (await posted(payment)).filter(([name]) => name.endsWith('02-01'))
    expect(taken).toEqual([
      ['ACCRUAL 2026-02-01', ['Dr UNEARNED_REVENUE 30 fund:A', 'Cr ACCOUNTS_RECEIVABLE 30 fund:A']],
      ['CASH 2026-02-01', ['Dr UNEARNED_REVENUE 30 fund:A', 'Cr SALES 30 fund:A']],
    ])
    // Sent before it came back, of another amount: all of both is posted anew.
    const line_items = [line(45), line(45, { prepayment_account_identifier: DEPOSITS })]
    await changeInvoice(billing, of, owed, { sent_at: '2026-01-27T12:00:00Z', line_items })
    expect(await now(owed, of)).toMatchObject({ outstanding_balance: 60 })
  })
})

describe('what was refunded of it', () => {
  test('stays: only the rest comes back, of each destination', async () => {
    const of = await somebody()
    const one = await sent({ line_items: [line(60), line(40)], tags: [tag('fund', 'A')] }, of)
    const payment = await makePayment(billing, of, {
      amount: 150,
      allocations: [{ invoice_id: one.id, amount: 100 }],
    })
    await makeRefund(billing, of, { allocations: [{ invoice_payment_id: payment.id, total_amount: 10 }] })
    const refund = await makeRefund(billing, of, {
      allocations: [{ invoice_payment_id: payment.id, invoice_id: one.id, total_amount: 31 }],
    })
    const { data } = await bounce(payment, { fee: 5 })
    expect([data?.return?.amount, data?.allocations?.[0]?.returned_amount, data?.unallocated_amount]).toEqual([
      109, 69, 10,
    ])
    expect(await now(one, of)).toMatchObject({
      status: 'PARTIALLY_PAID',
      outstanding_balance: 69,
      payment_allocations: [{ amount: 31 }],
    })
    expect(await creditOf(billing, of)).toBe(0)
    expect(await problemsOf(refundOne(billing, of, one))).toMatchObject([{ error_enum: 'OverRefunded' }])
    const more = makeRefund(billing, of, { allocations: [{ invoice_payment_id: payment.id, total_amount: 1 }] })
    expect(await problemsOf(more)).toMatchObject([
      { error_enum: 'PaymentReturned', field: 'allocations.0.invoice_payment_id', value: payment.id },
    ])
    expect(refund.total_amount).toBe(31)
    await payFor(billing, of, one, 69, { paid_at: '2026-01-30T12:00:00Z' })
    expect(await now(one, of)).toMatchObject({ status: 'PAID' })
    expect(await problemsOf(undo(payment))).toMatchObject([{ error_enum: 'OverAllocated', invoice_id: one.id }])
  })

  test('of its invoice by no name of it stays, too', async () => {
    const of = await somebody()
    const one = await sent({}, of)
    const [first, second] = [await payFor(billing, of, one, 60), await payFor(billing, of, one, 40)]
    const refund = (await refundOne(billing, of, one, { refunded_amount: 50 })).data
    expect((await bounce(first)).data?.return?.amount).toBe(50)
    expect(await now(one, of)).toMatchObject({ outstanding_balance: 50, status: 'PARTIALLY_PAID' })
    expect(await problemsOf(bounce(second))).toMatchObject([
      { error_enum: 'PaymentHasRefunds', refund_ids: [refund?.id] },
    ])
  })

  test('of an invoice that is void since is of that, under its tags', async () => {
    const of = await somebody()
    const one = await sent({ tags: [tag('fund', 'A')] }, of)
    const payment = await makePayment(billing, of, {
      amount: 150,
      tags: [tag('fund', 'B')],
      allocations: [{ invoice_id: one.id, amount: 100 }],
    })
    await makeRefund(billing, of, {
      allocations: [{ invoice_payment_id: payment.id, invoice_id: one.id, total_amount: 40 }],
    })
    const back = async () => {
      const { data } = await bounce(payment)
      expect([data?.return?.amount, data?.allocations?.[0]?.returned_amount]).toEqual([110, 60])
      return (await ofReturn(payment))['ACCRUAL 2026-01-28']
    }
    const money = ['Dr CUSTOMER_CREDITS 50 fund:B', 'Cr UNDEPOSITED_FUNDS 60 fund:A', 'Cr UNDEPOSITED_FUNDS 50 fund:B']
    expect(await back()).toEqual(['Dr ACCOUNTS_RECEIVABLE 60 fund:A', ...money])
    await undo(payment)
    await voided(billing, of, one)
    expect(await back()).toEqual(['Dr CUSTOMER_CREDITS 60 fund:A', ...money])
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('of an invoice that is void since, by no name of it, stays, too', async () => {
    const of = await somebody()
    const one = await sent({}, of)
    const payments = [await payFor(billing, of, one, 60), await payFor(billing, of, one, 40)]
    await refundOne(billing, of, one, { refunded_amount: 30 })
    await voided(billing, of, one)
    const ends = await Promise.all(payments.map(async (payment) => (await bounce(payment)).data?.return?.amount))
    expect([
      [60, 10],
      [30, 40],
    ]).toContainEqual(ends)
    expect(await creditOf(billing, of)).toBe(0)
  })
})

describe('an invoice that changes', () => {
  test('takes the payment and its return with it, also to less than was paid, to nothing, and back', async () => {
    const of = await somebody()
    const owed = await sent({ line_items: [line(61), line(39)], tags: [tag('fund', 'A')] }, of)
    const payment = await payFor(billing, of, owed, 100)
    await bounce(payment)
    await changeInvoice(billing, of, owed, { line_items: [line(7), line(13, { taxes: { CA: 1 } })] })
    const { line_items } = await now(owed, of)
    expect(line_items).toHaveLength(2)
    expect(Object.keys(await ofReturn(payment))).toEqual(['ACCRUAL 2026-01-28', 'CASH 2026-01-28'])
    await changeInvoice(billing, of, owed, { line_items: [line(5, { discount_amount: 5 })] })
    await changeInvoice(billing, of, owed, { tags: [tag('fund', 'B')] })
    expect((await ofReturn(payment))['ACCRUAL 2026-01-28']).toEqual([
      'Dr ACCOUNTS_RECEIVABLE 100 fund:B',
      'Cr UNDEPOSITED_FUNDS 100 fund:B',
    ])
    await changeInvoice(billing, of, owed, { line_items: [line(100)] })
    await undo(payment)
    expect((await now(owed, of)).status).toBe('PAID')
  })

  test('to a void one leaves nothing of both', async () => {
    const of = await somebody()
    const owed = await sent({}, of)
    const payment = await payFor(billing, of, owed, 100)
    await bounce(payment)
    await voided(billing, of, owed, { move_payments_to_credit: false })
    expect(await creditOf(billing, of)).toBe(0)
    expect((await ofReturn(payment))['ACCRUAL 2026-01-28']).toEqual([
      'Dr CUSTOMER_CREDITS 100',
      'Cr UNDEPOSITED_FUNDS 100',
    ])
    await undo(payment)
    expect(await creditOf(billing, of)).toBe(100)
  })

  test('that was void before gives back the credit that it left', async () => {
    const of = await somebody()
    const owed = await sent({}, of)
    const payment = await payFor(billing, of, owed, 100)
    await voided(billing, of, owed)
    const spent = await payFor(billing, of, await sent({ line_items: [line(30)] }, of), 30, {
      method: 'CREDIT_BALANCE',
    })
    expect(await problemsOf(bounce(payment))).toMatchObject([
      { error_enum: 'OverAllocated', field: 'paymentId', spent_by: [{ type: 'invoice_payment', id: spent.id }] },
    ])
    await remove(spent)
    await bounce(payment)
    expect(await creditOf(billing, of)).toBe(0)
  })
})

describe('a return is refused', () => {
  test('of what brought no money, and of what is gone', async () => {
    const of = await somebody()
    const payment = await makePayment(billing, of, { amount: 40 })
    const spent = await payFor(billing, of, await sent({}, of), 40, { method: 'CREDIT_BALANCE' })
    expect(await refusals(bounce(spent))).toEqual([['NotReturnable', 'paymentId']])
    await remove(spent)
    await remove(payment)
    expect(await refusals(bounce(payment))).toEqual([['NotReturnable', 'paymentId']])
    expect(await refusals(bounce({ id: of.contactId }))).toEqual([['InvoicePaymentNotFound', 'paymentId']])
  })

  test('before the day of the payment, with a fee below zero, and twice', async () => {
    const of = await somebody()
    const payment = await payFor(billing, of, await sent({}, of), 40)
    expect(await refusals(bounce(payment, { returned_at: '2026-01-19T12:00:00Z' }))).toEqual([
      ['DatedTooEarly', 'returned_at'],
    ])
    expect(await refusals(bounce(payment, { returned_at: 'never', fee: -1 }))).toEqual([
      ['InvalidPayload', 'returned_at'],
      ['InvalidPayload', 'fee'],
    ])
    const { data } = await bounce(payment, { returned_at: '2026-01-20T00:00:00Z', external_id: 'mine' })
    expect(await refusals(bounce(payment))).toEqual([['PaymentReturned', 'paymentId']])
    expect(await refusals(bounce(payment, { external_id: 'mine', fee: 1 }))).toEqual([['ExternalIdReused', 'fee']])
    const other = await payFor(billing, of, await sent({}, of), 40)
    expect(await refusals(bounce(other, { external_id: 'mine' }))).toEqual([['DuplicateExternalId', 'external_id']])
    expect(await problemsOf(remove(payment))).toMatchObject([
      { error_enum: 'PaymentReturned', return_id: data?.return?.id },
    ])
  })

  test('with a fee that no entry can carry, and on accounts and under tags that are archived', async () => {
    const of = await somebody()
    const account_id = await openAccount(billing, of.request, { account_subtype: 'SALES', name: 'Old sales' })
    const account_identifier = { type: 'AccountId', id: account_id }
    const owed = await sent({ line_items: [line(100, { account_identifier })], tags: [tag('era', 'old')] }, of)
    const payment = await payFor(billing, of, owed, 100)
    expect(await refusals(bounce(payment, { fee: Number.MAX_SAFE_INTEGER }))).toEqual([['AmountOutOfRange', undefined]])
    await archiveAccount(billing, of.request, account_id)
    expect(await refusals(bounce(payment))).toEqual([['AccountArchived', undefined]])
    const later = await sent({ tags: [tag('era', 'older')] }, of)
    const other = await payFor(billing, of, later, 100)
    await archiveTag(billing, of.request, later.transaction_tags[0]?.definition_id ?? '')
    expect(await refusals(bounce(other))).toEqual([['TagValueArchived', 'paymentId']])
  })

  test('to be undone where what was prepaid is taken over on accounts or under tags that are archived', async () => {
    const of = await somebody()
    const account_id = await openAccount(billing, of.request, { account_subtype: 'SALES', name: 'Former sales' })
    const account_identifier = { type: 'AccountId', id: account_id }
    const early = { line_items: [line(100, { account_identifier, prepayment_account_identifier: DEPOSITS })] }
    const paid = async (owed: Id) => payFor(billing, of, owed, 100)
    const [payment, reversed] = [
      await paid(await prepaid(of, early)),
      await paid(await sent({ line_items: [line(100, { account_identifier })] }, of)),
    ]
    const tagged = await prepaid(of, { tags: [tag('era', 'oldest')] })
    const other = await paid(tagged)
    for (const one of [payment, reversed, other]) await bounce(one)
    await archiveAccount(billing, of.request, account_id)
    await archiveTag(billing, of.request, tagged.transaction_tags[0]?.definition_id ?? '')
    expect(await refusals(undo(payment))).toEqual([['AccountArchived', undefined]])
    expect(await refusals(undo(other))).toEqual([['TagValueArchived', 'paymentId']])
    // What is only reversed passes.
    expect((await undo(reversed)).posting).toBe('posted')
  })

  test('to be refunded more than it was, also by a change of a refund', async () => {
    const of = await somebody()
    const payment = await payFor(billing, of, await sent({}, of), 100)
    const refund = await makeRefund(billing, of, {
      allocations: [{ invoice_payment_id: payment.id, total_amount: 30 }],
    })
    await bounce(payment)
    const change = (total_amount: number) =>
      changeRefund(billing, of, refund, {
        allocations: { items: [refundAllocation({ invoice_payment_id: payment.id, total_amount })] },
      })
    expect(await refusals(change(31))).toEqual([['OverRefunded', 'allocations.0.total_amount']])
    await change(20)
    const another = await makeRefund(billing, of, { allocations: [{ customer_id: of.contactId, total_amount: 5 }] })
    const onto = changeRefund(billing, of, another, {
      allocations: { items: [refundAllocation({ invoice_payment_id: payment.id, total_amount: 11 })] },
    })
    expect(await refusals(onto)).toEqual([['OverRefunded', 'allocations.0.total_amount']])
    await change(30)
    const once = changeRefund(billing, of, another, {
      allocations: { items: [refundAllocation({ invoice_payment_id: payment.id, total_amount: 1 })] },
    })
    expect(await refusals(once)).toEqual([['PaymentReturned', 'allocations.0.invoice_payment_id']])
  })

  test('where the credit is spent', async () => {
    const of = await somebody()
    const payment = await makePayment(billing, of, { amount: 100 })
    await payFor(billing, of, await sent({}, of), 1, { method: 'CREDIT_BALANCE' })
    expect(await refusals(bounce(payment))).toEqual([['OverAllocated', 'paymentId']])
  })

  test('to be undone while a bank transaction has it, and where the invoice was written off or made less since', async () => {
    const of = await somebody()
    const owed = await sent({}, of)
    const payment = await payFor(billing, of, owed, 100)
    const { data } = await bounce(payment)
    billing.bankingPeer.matched.set(data?.return?.id ?? '', { matchId: 'match', transactionId: 'transaction' })
    expect(await refusals(undo(payment))).toEqual([['DocumentMatched', undefined]])
    billing.bankingPeer.matched.clear()
    const { id: writeOffId } = await writeOff(billing, of, owed, { amount: 1 })
    const ofPayment = { error_enum: 'OverAllocated', field: 'paymentId', value: payment.id, invoice_id: owed.id }
    expect(await problemsOf(undo(payment))).toMatchObject([
      { ...ofPayment, payment_ids: [], write_off_ids: [writeOffId] },
    ])
    await undoWriteOff(billing, of, owed, { id: writeOffId })
    await changeInvoice(billing, of, owed, { line_items: [line(99)] })
    const other = await payFor(billing, of, owed, 1)
    expect(await problemsOf(undo(payment))).toMatchObject([
      { ...ofPayment, payment_ids: [other.id], write_off_ids: [] },
    ])
  })
})

describe('in a payout', () => {
  const card = (of: TestReceivables, owed: Id) =>
    payFor(billing, of, owed, 100, { method: 'CREDIT_CARD', processor: 'acme', fee: 3 })
  const AFTERWARDS = '2026-01-30T12:00:00Z'

  test('is what came back, with its fee, under the tags of its invoice, also beside its payment', async () => {
    const of = await somebody()
    const owed = await sent({ tags: [tag('fund', 'A')] }, of)
    const payment = await card(of, owed)
    const { data } = await bounce(payment, { external_id: 'charged back', fee: 20 })
    const back = { id: data?.return?.id ?? '' }
    const payout = await makePayout(billing, of, {
      paid_out_amount: 97 - 120,
      completed_at: AFTERWARDS,
      payments: [payment],
      payment_returns: [{ external_id: 'charged back' }],
    })
    expect(payout).toMatchObject({
      payments: [{ id: payment.id, amount: 97 }],
      payment_returns: [{ id: back.id, external_id: 'charged back', amount: 120 }],
    })
    expect(await posted(payout)).toEqual([
      [
        'BOTH 2026-01-30',
        [
          'Cr UNDEPOSITED_FUNDS 23 fund:A',
          'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 97 fund:A',
          'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 120 fund:A',
        ],
      ],
    ])
    const now = (await getInvoicePayment(billing, of.request, payment.id)).data
    expect([now?.payout_id, now?.return?.payout_id]).toEqual([payout.id, payout.id])
    expect((await announced(billing, back.id)).at(-1)).toMatchObject({
      type: 'pacioli.invoice_payment_return.changed.v1',
      data: { version: 2, payout_id: payout.id, match_candidate: { is_open: false } },
    })
    // It follows the tags of the invoice.
    await changeInvoice(billing, of, owed, { tags: [tag('fund', 'B')] })
    expect((await posted(payout)).flatMap(([, lines]) => lines).every((one) => one.endsWith('fund:B'))).toBe(true)
    expect(await refusals(undo(payment))).toEqual([['DocumentMatched', 'paymentId']])
    const twice = makePayout(billing, of, { paid_out_amount: -120, completed_at: AFTERWARDS, payment_returns: [back] })
    expect(await refusals(twice)).toEqual([['NotPaidOut', 'payment_returns.0.id']])
    await deletePayout(billing, of.request, payout.id)
    await undo(payment)
    const gone = makePayout(billing, of, { paid_out_amount: -120, completed_at: AFTERWARDS, payment_returns: [back] })
    expect(await refusals(gone)).toEqual([['NotPaidOut', 'payment_returns.0.id']])
  })

  test('is refused before its return, where there is none, and where the bank has it', async () => {
    const of = await somebody()
    const { data } = await bounce(await card(of, await sent({}, of)))
    const payment_returns = [{ id: data?.return?.id ?? '' }]
    const settle = (given: PayoutGiven) => refusals(makePayout(billing, of, { paid_out_amount: -100, ...given }))
    expect(await settle({ payment_returns, completed_at: '2026-01-27T12:00:00Z' })).toEqual([
      ['DatedTooEarly', 'completed_at'],
    ])
    expect(await settle({ payment_returns: [{ id: of.contactId }] })).toEqual([
      ['PaymentReturnNotFound', 'payment_returns.0.id'],
    ])
    billing.bankingPeer.matched.set(data?.return?.id ?? '', { matchId: 'match', transactionId: 'transaction' })
    expect(await settle({ payment_returns })).toEqual([['DocumentMatched', 'payment_returns.0.id']])
    billing.bankingPeer.matched.clear()
  })

  test('or undone, and not both', async () => {
    for (const _ of [1, 2, 3]) {
      const of = await somebody()
      const payment = await card(of, await sent({}, of))
      const { data } = await bounce(payment)
      const payment_returns = [{ id: data?.return?.id ?? '' }]
      const paidOut = makePayout(billing, of, { paid_out_amount: -100, completed_at: AFTERWARDS, payment_returns })
      const ends = await Promise.all([refusals(paidOut), refusals(undo(payment))])
      expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    }
  })
})

describe('at once', () => {
  test('a payment is returned or deleted, and returned or refunded to no more than it was', async () => {
    for (const _ of [1, 2, 3]) {
      const of = await somebody()
      const owed = await sent({}, of)
      const payment = await payFor(billing, of, owed, 100)
      const ends = await Promise.all([refusals(bounce(payment)), refusals(remove(payment)), refusals(bounce(payment))])
      expect((await now(owed, of)).outstanding_balance).toBe(100)
      expect(ends[1] === 'done').toBe(ends[0] !== 'done')
      const second = await payFor(billing, of, owed, 100)
      await Promise.all([
        refusals(bounce(second)),
        refusals(makeRefund(billing, of, { allocations: [{ invoice_payment_id: second.id, total_amount: 40 }] })),
      ])
      const { outstanding_balance, payment_allocations } = await now(owed, of)
      expect([
        [100, []],
        [60, [40]],
      ]).toContainEqual([outstanding_balance, payment_allocations.map(({ amount }) => amount)])
    }
  })

  test('a payment is returned and paid out', async () => {
    for (const _ of [1, 2, 3]) {
      const of = await somebody()
      const payment = await payFor(billing, of, await sent({}, of), 100, { method: 'CREDIT_CARD' })
      const [back, payout] = await Promise.all([
        bounce(payment),
        makePayout(billing, of, { paid_out_amount: 100, payments: [payment] }),
      ])
      const { data } = await getInvoicePayment(billing, of.request, payment.id)
      expect([data?.payout_id, data?.return?.id]).toEqual([payout.id, back.data?.return?.id])
    }
  })

  test('its invoice is voided, and nothing is left of both', async () => {
    for (const _ of [1, 2, 3]) {
      const of = await somebody()
      const owed = await sent({}, of)
      const payment = await payFor(billing, of, owed, 100)
      await Promise.all([bounce(payment), voided(billing, of, owed)])
      expect(await creditOf(billing, of)).toBe(0)
      expect((await now(owed, of)).status).toBe('VOIDED')
    }
  })
})
