/** Concurrent requests, and checks of their outcomes. */
import { DomainError } from '@pacioli/errors'
import type { Bill } from '@pacioli/protos/billing'
import type { TestBilling } from './billing.test-helpers.ts'
import { listOf, makeBill, type TestPayables } from './bills.test-helpers.ts'
import { balancesOf, waitUntilPosted, type Basis } from './ledger.test-helpers.ts'
import { creditsAsked } from './vendor-credits.test-helpers.ts'
import { payBill, paymentsAsked } from './bill-payments.test-helpers.ts'
import { getBill, listBillPayments, listBills, listVendorCredits, voidBill } from './use-cases.test-helpers.ts'

/** The refusal of each; undefined for those that succeeded. */
export async function refusalsAmong(acts: readonly Promise<unknown>[]): Promise<(string | undefined)[]> {
  const outcomes = await Promise.allSettled(acts)
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return undefined
    if (outcome.reason instanceof DomainError) return outcome.reason.errorEnum
    throw outcome.reason
  })
}

const sum = (amounts: readonly unknown[]): number => amounts.reduce<number>((total, one) => total + Number(one), 0)

const PAGE = { limit: 500 }

/** Balances that the documents of a business require, each with its origin. */
async function figuresOf(billing: TestBilling, { request }: TestPayables) {
  const { data: bills = [] } = await listBills(billing, request, listOf({ page: PAGE }))
  const { data: payments = [] } = await listBillPayments(billing, request, paymentsAsked({ page: PAGE }))
  const { data: credits = [] } = await listVendorCredits(billing, request, creditsAsked({ page: PAGE }))
  const live = bills.filter(({ status }) => status !== 'VOIDED')
  const paid = (bill: Bill): number => sum(bill.payment_allocations?.map(({ amount }) => amount) ?? [])
  const totals = {
    open: sum(live.map(({ outstanding_balance }) => outstanding_balance)),
    billed: sum(live.map(({ total_amount }) => total_amount)),
    allocated: sum(bills.map(paid)),
    paid: sum(payments.map(({ amount }) => amount)),
    prepaid: sum(payments.map(({ unallocated_amount }) => unallocated_amount)),
    credited: sum(credits.map(({ total_amount }) => total_amount)),
    uncredited: sum(credits.map(({ unallocated_amount }) => unallocated_amount)),
  }
  const costs = { ACCRUAL: totals.billed - totals.credited, CASH: totals.allocated }
  return (basis: Basis) => ({
    payable: basis === 'ACCRUAL' ? totals.open - totals.uncredited : 0,
    clearing: totals.paid,
    prepayments: totals.prepaid,
    waiting: 0,
    costs: costs[basis],
  })
}

/** The same from the ledger. `waiting` is what was paid before a bill was received: none at the end. */
async function booksOf(billing: TestBilling, { request }: TestPayables, basis: Basis) {
  const [payable, clearing, prepayments, waiting, ...costs] = await balancesOf(billing, request, basis, [
    'ACCOUNTS_PAYABLE',
    'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
    'VENDOR_PREPAYMENTS',
    'PREPAID_EXPENSES',
    'OPERATING_EXPENSES',
    'COGS',
    'PURCHASE_DISCOUNTS',
  ])
  const [expenses = 0, goods = 0, discounts = 0] = costs
  return { payable, clearing, prepayments, waiting, costs: expenses + goods - discounts }
}

/**
 * The ledger's balances of a business whose documents are paid by ACH, for expenses and goods, at most 500 of each kind,
 * next to those of the documents.
 */
export async function comparedBooks(billing: TestBilling, payables: TestPayables) {
  await waitUntilPosted(billing, payables.request)
  const expected = await figuresOf(billing, payables)
  return {
    books: {
      ACCRUAL: await booksOf(billing, payables, 'ACCRUAL'),
      CASH: await booksOf(billing, payables, 'CASH'),
    },
    documents: { ACCRUAL: expected('ACCRUAL'), CASH: expected('CASH') },
  }
}

/**
 * Voids bills while they are paid, each pair concurrently: one of the two wins, and the other is refused.
 * @returns how often each won
 * @throws where a pair leaves anything else
 */
export async function raceVoidsAndPayments(
  billing: TestBilling,
  payables: TestPayables,
  rounds: number,
): Promise<{ paid: number; voided: number }> {
  const won = { paid: 0, voided: 0 }
  for (let round = 0; round < rounds; round++) {
    const bill = await makeBill(billing, payables)
    const pay = () => payBill(billing, payables, bill, 100)
    const takeOut = () => voidBill(billing, payables.request, bill.id)
    // The order alternates by round.
    const [payment, voiding] =
      round % 2 === 0 ? await refusalsAmong([pay(), takeOut()]) : (await refusalsAmong([takeOut(), pay()])).toReversed()
    const { data } = await getBill(billing, payables.request, bill.id)
    const left = JSON.stringify([payment, voiding, data?.status])
    if (left === JSON.stringify([undefined, 'BillHasPayments', 'PAID'])) won.paid++
    else if (left === JSON.stringify(['BillVoided', undefined, 'VOIDED'])) won.voided++
    else throw new Error(`round ${round}: a payment and a void left ${left}`)
  }
  return won
}
