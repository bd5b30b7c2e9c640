/** Random invoices, payments and refunds for the crash series, each with what it comes to. */
import { randomInt, randomUUID } from 'node:crypto'
import { named } from './books.ts'
import { maybeExternalId, randomTime } from './document-load.ts'
import { CREDITS, PROCESSOR, UNDEPOSITED, type Earned, type ModelRefundPayment } from './receivables-model.ts'
import { sum } from './sides.ts'

const ACCOUNTS = ['SALES', 'OTHER_INCOME', 'UNCATEGORIZED_REVENUE'] as const
const TAX = 'Crash City'
const TAX_ACCOUNT = 'SALES_TAXES_PAYABLE:CRASH_CITY'

/** Where money waits, by the method that brings or takes it. */
const METHODS = [
  ['CREDIT_CARD', PROCESSOR],
  ['ACH', UNDEPOSITED],
  ['CASH', 'CASH'],
] as const

const randomMethod = () => METHODS[randomInt(METHODS.length)] ?? METHODS[0]

/** One to three lines, some paid in advance; half of the invoices with a tax and tips, some with a discount on the whole. */
export function randomInvoice(customerId: string) {
  const taxed = randomInt(2) === 0
  const lines = Array.from({ length: randomInt(1, 4) }, () => ({
    account: ACCOUNTS[randomInt(ACCOUNTS.length)] ?? 'SALES',
    amount: randomInt(100, 100_000),
    isRevenue: true,
  }))
  const [tax, tips, discount] = [taxed ? randomInt(1, 1_000) : 0, taxed ? randomInt(500) : 0, randomInt(2)]
  const earned: Earned[] = [
    ...lines,
    { account: TAX_ACCOUNT, amount: tax, isRevenue: false },
    { account: 'TIPS', amount: tips, isRevenue: false },
    { account: 'SALES_DISCOUNTS', amount: -discount, isRevenue: true },
  ].filter(({ amount }) => amount !== 0)
  const input = {
    ...maybeExternalId(),
    customer_id: customerId,
    sent_at: randomTime(),
    line_items: lines.map(({ account, amount }) => ({
      account_identifier: named(account),
      unit_price: amount,
      ...(randomInt(4) === 0 ? { prepayment_account_identifier: named('UNEARNED_REVENUE') } : {}),
    })),
    ...(tax > 0 ? { additional_sales_taxes: [{ amount: tax, tax_account: { type: 'Tax_Name', name: TAX } }] } : {}),
    additional_discount: discount,
    tips,
  }
  return { input, lines: earned, total: sum(earned.map(({ amount }) => amount)) }
}

/** @param amount with its fee */
export function randomPayment(amount: number) {
  const [method, clearing] = randomMethod()
  const fee = method === 'CREDIT_CARD' ? randomInt(Math.min(amount, 500)) : 0
  return { input: { ...maybeExternalId(), method, paid_at: randomTime(), amount, fee }, clearing }
}

/** A refund payment of so much. */
export function randomRefundPayment(refunded_amount: number) {
  const [method, clearing] = randomInt(4) === 0 ? (['STORE_CREDIT', CREDITS] as const) : randomMethod()
  const fee = method === 'CREDIT_CARD' ? randomInt(100) : 0
  const names = { external_id: randomUUID(), completed_at: randomTime() }
  const made: ModelRefundPayment = {
    externalId: names.external_id,
    amount: refunded_amount,
    fee,
    clearing,
    isInPayout: false,
  }
  return { input: { ...names, method, refunded_amount, refund_processing_fee: fee }, made }
}

/** A refund of what it is given with, which comes to so much; paid out at once or not at all. */
export function randomDedicatedRefund(amount: number) {
  const { input, made } = randomRefundPayment(amount)
  const { refunded_amount: _amount, ...payingOut } = input
  const { external_id, completed_at } = input
  const isPaidOut = randomInt(3) > 0
  return { input: isPaidOut ? payingOut : { external_id, completed_at }, paidOut: isPaidOut ? [made] : [] }
}
