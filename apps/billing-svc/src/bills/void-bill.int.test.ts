import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import type { Bill__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payBill } from '../testing/bill-payments.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { balancesOf, closeBooks, failPostings } from '../testing/ledger.test-helpers.ts'
import { changeOf as vendorChange } from '../testing/vendors.test-helpers.ts'
import { makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import {
  billInput,
  line,
  makeBill,
  makeExpense,
  openPayables,
  refusals,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { changeAccount, eventsOf, postedOf, standingOf } from '../testing/books.test-helpers.ts'
import {
  createBill,
  deleteBillPayment,
  getBill,
  updateBill,
  updateVendor,
  voidBill,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
})
afterAll(async () => {
  expect(await checkBusiness(billing, payables.request)).toEqual([])
  await billing.stop()
})

const voided = async ({ request }: TestPayables, { id }: { id: string }): Promise<Bill__Output> =>
  (await voidBill(billing, request, id)).data as Bill__Output

test('a voided bill leaves the books, owes nothing, stays readable, and is voided once', async () => {
  const bill = await makeBill(billing, payables, { external_id: 'a', terms: 'NET_30' })
  const answer = await voidBill(billing, payables.request, bill.id.toUpperCase())
  expect(answer).toMatchObject({ created: false, posting: 'posted' })
  expect(answer.data).toEqual({
    ...bill,
    status: 'VOIDED',
    voided_at: answer.data?.voided_at,
    updated_at: answer.data?.updated_at,
    outstanding_balance: 0,
    vendor: { ...bill.vendor, balance: 0, overdue_balance: 0 },
  })
  expect(Date.parse(answer.data?.voided_at ?? '')).toBeGreaterThan(Date.parse(bill.updated_at))
  expect((await getBill(billing, payables.request, bill.id)).data).toEqual(answer.data)
  expect(await postedOf(billing, payables.request, bill.id)).toEqual([
    ['ACCRUAL 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Cr ACCOUNTS_PAYABLE 100']],
    ['reversal ACCRUAL 2026-01-10', ['Cr OPERATING_EXPENSES 100', 'Dr ACCOUNTS_PAYABLE 100']],
  ])
  // A repeated void and a repeated create get the same answer: it keeps its external_id.
  expect(await voidBill(billing, payables.request, bill.id)).toEqual(answer)
  const input = billInput(payables, { external_id: 'a', terms: 'NET_30' })
  expect(await createBill(billing, payables.request, input)).toEqual(answer)
  expect(await refusals(createBill(billing, payables.request, { ...input, memo: 'new' }))).toEqual([
    ['ExternalIdReused', 'memo'],
  ])
  const events = await eventsOf(billing, payables.request, bill.id)
  expect(events.map(({ type }) => type)).toEqual(['pacioli.bill.created.v1', 'pacioli.bill.voided.v1'])
  expect(events[1]?.data).toMatchObject({ status: 'VOIDED', version: 2, outstanding_balance: 0, total_amount: 100 })
})

test('three voids at once are one', async () => {
  const bill = await makeBill(billing, payables)
  const answers = await Promise.all(Array.from({ length: 3 }, () => voided(payables, bill)))
  for (const one of answers) expect(one).toEqual(answers[0])
  expect(await postedOf(billing, payables.request, bill.id)).toHaveLength(2)
})

test('a bill with payments or credits cannot be voided until those are removed', async () => {
  const [paid, credited] = [await makeBill(billing, payables), await makeBill(billing, payables)]
  const payment = await payBill(billing, payables, paid, 1)
  await makeCredit(billing, payables, { allocations: [{ bill_id: credited.id, amount: 1 }] })
  expect(await refusals(voided(payables, paid))).toEqual([['BillHasPayments', undefined]])
  expect(await refusals(voided(payables, credited))).toEqual([['BillHasPayments', undefined]])
  await deleteBillPayment(billing, payables.request, payment.id)
  expect(await voided(payables, paid)).toMatchObject({ status: 'VOIDED', payment_allocations: [] })
  expect(await refusals(payBill(billing, payables, paid, 1))).toEqual([['BillVoided', 'allocations.0.bill_id']])
})

test('the reversal mirrors the entry, whatever has happened to accounts, vendor and period since', async () => {
  const payables = await openPayables(billing)
  const { request } = payables
  const bill = await makeBill(billing, payables, {
    line_items: [line(60, { taxes: { CA: 5 }, tags: [{ key: 'a', value: '1' }] }), line(40)],
    taxes: { NY: 3 },
    additional_discount: 2,
    tags: [{ key: 'b', value: '1' }],
  })
  const [before] = await standingOf(billing, request, bill.id)
  const tax = bill.line_items[0]?.sales_taxes[0]?.tax_ledger_account?.id ?? ''
  await changeAccount(billing, request, tax, { name: 'Old tax', stable_name: 'OLD' })
  await changeAccount(billing, request, tax, { archived: true })
  await changeAccount(billing, request, 'OPERATING_EXPENSES', { name: 'Costs' })
  await updateVendor(billing, request, vendorChange({ id: payables.contactId }, { status: 'ARCHIVED' }))
  await closeBooks(billing, request, '2026-02-15')
  await voided(payables, bill)
  const swapped = before?.[1].map((one) =>
    (one.startsWith('Dr') ? one.replace('Dr', 'Cr') : one.replace('Cr', 'Dr')).replace('SALES_TAXES:CA', 'OLD'),
  )
  expect((await postedOf(billing, request, bill.id))[1]).toEqual(['reversal ACCRUAL 2026-02-16', swapped])
  const accounts = ['OPERATING_EXPENSES', 'SALES_TAXES:NY', 'PURCHASE_DISCOUNTS', 'ACCOUNTS_PAYABLE', 'OLD']
  expect(await balancesOf(billing, request, 'ACCRUAL', accounts)).toEqual([0, 0, 0, 0, 0])
})

test('an expense is voided unless it is matched, and not while banking is unavailable', async () => {
  const expense = await makeExpense(billing, payables)
  const { matched } = billing.bankingPeer
  matched.set(expense.id, { matchId: randomUUID(), transactionId: 'the-transaction' })
  expect(await refusals(voided(payables, expense))).toEqual([['DocumentMatched', undefined]])
  const error: unknown = await voided(payables, expense).catch((one: unknown) => one)
  expect(error).toMatchObject({ problems: [{ meta: { transaction_id: 'the-transaction' } }] })
  matched.delete(expense.id)
  billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
  expect(await refusals(voided(payables, expense))).toEqual([['ServiceUnavailable', undefined]])
  billing.bankingPeer.fault = undefined
  const { clientId, businessId } = payables.request
  const key = { key: randomUUID(), requestHash: 'h' }
  const first = await voidBill(billing, requestFor(clientId, businessId, key), expense.id)
  expect(first.data).toMatchObject({ status: 'VOIDED', paid_at: undefined, outstanding_balance: 0, total_amount: 100 })
  expect(await standingOf(billing, payables.request, expense.id)).toEqual([])
  const [, event] = await eventsOf(billing, payables.request, expense.id)
  expect(event?.data['match_candidate']).toMatchObject({ is_open: false, amount: 100 })
  // A voided bill needs no query.
  billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
  expect(await refusals(voided(payables, expense))).toBe('done')
  const repeat = requestFor(clientId, businessId, key)
  expect(await voidBill(billing, repeat, expense.id)).toEqual(JSON.parse(JSON.stringify(first)))
  expect(repeat.replayed).toBe(true)
  billing.bankingPeer.fault = undefined
})

test('an unknown bill, or one of another business, cannot be voided', async () => {
  const neighbour = await openPayables(billing)
  const theirs = await makeBill(billing, neighbour)
  for (const id of [theirs.id, randomUUID(), 'x'])
    expect(await refusals(voided(payables, { id }))).toEqual([['BillNotFound', 'billId']])
  const { clientId, businessId } = neighbour.request
  await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
  expect(await refusals(voided(neighbour, theirs))).toEqual([['BusinessArchived', undefined]])
})

test('behind a refused posting a bill cannot be changed, but can be voided', async () => {
  const payables = await openPayables(billing)
  const { request } = payables
  const bill = await makeBill(billing, payables)
  await failPostings(billing, request, bill.id)
  expect(
    await refusals(updateBill(billing, request, { bill_id: bill.id, cleared: [], additional_discount: 1 })),
  ).toEqual([['PostingFailed', undefined]])
  expect(await updateBill(billing, request, { bill_id: bill.id, cleared: [], memo: 'words' })).toMatchObject({
    posting: 'failed',
  })
  expect(await voidBill(billing, request, bill.id)).toMatchObject({ posting: 'failed', data: { status: 'VOIDED' } })
})
