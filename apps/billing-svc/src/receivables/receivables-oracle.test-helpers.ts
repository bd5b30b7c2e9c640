/** What the books of a simulation have to say, computed once more from line items and amounts alone. */
import { expect } from 'vitest'
import { amountsOf, paidAtOf, statusOf, type Invoice } from '../invoices/invoice.ts'
import type { InvoicePayment } from '../invoice-payments/invoice-payment.ts'
import type { Refund, RefundPart, RefundPayment } from '../refunds/refund.ts'
import { destinationsOf } from '../refunds/refundable.ts'
import { ACCOUNTS } from './pure-receivables.test-helpers.ts'
import { clearingAccountOf } from './receivables-commands.test-helpers.ts'
import type { SimulatedReceivables } from './simulated-receivables.test-helpers.ts'

type World = SimulatedReceivables

export const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, one) => total + one, 0n)
const sumOf = (amounts: Iterable<number>): bigint => sum([...amounts].map(BigInt))
export const amountsIn = (some: readonly { amount: number }[]): bigint => sumOf(some.map(({ amount }) => amount))
export const isLive = ({ deletedAt }: { deletedAt: Date | null }): boolean => deletedAt === null

type Part = { key: string; account: string; deposits: string | null; isEarned: boolean; amount: bigint }

/** What an invoice is for, part by part in its order, and where each part goes. */
export const partsOf = (invoice: Invoice): Part[] =>
  [
    ...invoice.lineItems.flatMap((line): Part[] => [
      {
        key: line.id,
        account: line.accountId,
        deposits: line.prepaymentAccountId,
        isEarned: true,
        amount: BigInt(line.subtotal) - BigInt(line.discountAmount),
      },
      ...line.salesTaxes.map(({ id, accountId, amount }) => ({
        key: id,
        account: accountId,
        deposits: line.prepaymentAccountId,
        isEarned: false,
        amount: BigInt(amount),
      })),
    ]),
    ...invoice.additionalSalesTaxes.map(({ id, accountId, amount }) => ({
      key: id,
      account: accountId,
      deposits: null,
      isEarned: false,
      amount: BigInt(amount),
    })),
    {
      key: 'tips',
      account: invoice.tipsAccountId ?? ACCOUNTS.tips,
      deposits: null,
      isEarned: false,
      amount: BigInt(invoice.tips),
    },
    {
      key: 'additional_discount',
      account: `discounts of ${invoice.id}`,
      deposits: null,
      isEarned: true,
      amount: -BigInt(invoice.additionalDiscount),
    },
  ].filter(({ amount }) => amount !== 0n)

export const totalOf = (invoice: Invoice): bigint => sum(partsOf(invoice).map(({ amount }) => amount))

/** The whole units nearest below, and what is missing one by one to whoever lacks most. */
function divided(parts: readonly bigint[], total: bigint, paid: bigint): bigint[] {
  const floors = parts.map((part) => {
    const quotient = (part * paid) / total
    return part * paid < 0n && quotient * total !== part * paid ? quotient - 1n : quotient
  })
  const lacks = parts.map((part, index) => part * paid - (floors[index] ?? 0n) * total)
  for (let missing = paid - sum(floors); missing > 0n; missing--) {
    const neediest = lacks.reduce((best, lack, index) => (lack > (lacks[best] ?? 0n) ? index : best), 0)
    floors[neediest] = (floors[neediest] ?? 0n) + 1n
    lacks[neediest] = 0n
  }
  return floors
}

const byAccount = (amounts: readonly (readonly [string, bigint])[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const [account, one] of amounts) sums.set(account, (sums.get(account) ?? 0n) + one)
  return sums
}

export const allocationsOn = (world: World, { id }: Invoice) =>
  [...world.payments.values()].flatMap(({ paidAt, allocations }) =>
    allocations
      .filter(({ invoiceId, movedToCreditAt }) => invoiceId === id && movedToCreditAt === null)
      .map((one) => ({ ...one, paidAt })),
  )

export const allParts = ({ allocations }: Refund): RefundPart[] => allocations.flatMap(({ parts }) => [...parts])
const refundsOn = (world: World, { id }: Invoice) =>
  [...world.refunds.values()].flatMap((refund) =>
    allParts(refund).filter((part) => part.invoiceId === id && !part.isOfCredit),
  )
export const livePaymentsOf = ({ payments }: Refund): RefundPayment[] => payments.filter(isLive)
export const issued = (refund: Refund): bigint => amountsIn(allParts(refund))
export const paidOut = (refund: Refund): bigint =>
  sumOf(livePaymentsOf(refund).map(({ refundedAmount }) => refundedAmount))
const clearedBy = ({ refundedAmount, fee, refundedPaymentFees }: RefundPayment): bigint =>
  BigInt(refundedAmount) + BigInt(fee ?? 0) - sumOf(refundedPaymentFees.map(({ feeAmount }) => feeAmount))

const paidOn = (world: World, invoice: Invoice): bigint => amountsIn(allocationsOn(world, invoice))
const writtenOffOn = ({ writeOffs }: Invoice): bigint => amountsIn(writeOffs.filter(isLive))
export const outstandingOf = (world: World, invoice: Invoice): bigint =>
  invoice.voidedAt === null ? totalOf(invoice) - paidOn(world, invoice) - writtenOffOn(invoice) : 0n

/** What debits less credits come to, in both books. */
function inBooks(world: World, account: string, accrual: bigint, cash: bigint): void {
  const { journal } = world
  expect([account, journal.balance(account, 'ACCRUAL'), journal.balance(account, 'CASH')]).toEqual([
    account,
    accrual,
    cash,
  ])
}

/** Open invoices are owed, refunds that are not paid out are; customers have what is of no invoice. */
function checkControls(world: World): void {
  const [invoices, payments, refunds] = [
    [...world.invoices.values()],
    [...world.payments.values()],
    [...world.refunds.values()],
  ]
  inBooks(world, ACCOUNTS.accountsReceivable, sum(invoices.map((invoice) => outstandingOf(world, invoice))), 0n)
  inBooks(world, ACCOUNTS.refundLiabilities, sum(refunds.map((refund) => paidOut(refund) - issued(refund))), 0n)
  inBooks(world, ACCOUNTS.badDebt, sum(invoices.map(writtenOffOn)), 0n)
  for (const deposits of ['deposits', 'other deposits']) inBooks(world, deposits, 0n, 0n)
  const credits = sumOf(world.credits.values())
  expect(credits).toBe(sum([...payments.map(creditBy), ...refunds.map(creditByRefund)]))
  for (const credit of world.credits.values()) expect(credit).toBeGreaterThanOrEqual(0)
  // In the cash books, what is refunded of it is there until it is paid out.
  inBooks(world, ACCOUNTS.customerCredits, -credits, -credits - sum(refunds.map(owedOfCredit)))
}

/** What of a payment no invoice that stands has got, unless it came out of the credit. */
const creditBy = ({ amount, method, allocations }: InvoicePayment): bigint =>
  BigInt(method === 'CREDIT_BALANCE' ? 0 : amount) -
  amountsIn(allocations.filter(({ movedToCreditAt }) => movedToCreditAt === null))

const creditShares = <Share extends { component: string; amount: number }>(shares: readonly Share[]): bigint =>
  amountsIn(shares.filter(({ component }) => component === 'credit'))
const takenOfCredit = (refund: Refund): bigint => sum(allParts(refund).map(({ shares }) => creditShares(shares)))
const owedOfCredit = (refund: Refund): bigint =>
  takenOfCredit(refund) - sum(livePaymentsOf(refund).map(({ shares }) => creditShares(shares)))
const creditByRefund = (refund: Refund): bigint =>
  sum(livePaymentsOf(refund).map((one) => (one.method === 'STORE_CREDIT' ? clearedBy(one) : 0n))) -
  takenOfCredit(refund)

/** What was paid and is not paid out lies in clearing; what was paid out waits for the bank. */
function checkClearing(world: World): void {
  const payments = [...world.payments.values()]
  const refundPayments = [...world.refunds.values()].flatMap(livePaymentsOf)
  const payouts = [...world.payouts.values()]
  for (const method of ['CASH', 'CREDIT_CARD'] as const) {
    const waits = (one: { method: string; payoutId: string | null }): boolean =>
      one.method === method && one.payoutId === null
    const waiting =
      sumOf(payments.filter(waits).map(({ amount, fee }) => amount - fee)) -
      sum(refundPayments.filter(waits).map(clearedBy))
    inBooks(world, clearingAccountOf(method), waiting, waiting)
  }
  const paid = sumOf(payouts.map(({ paidOutAmount }) => paidOutAmount))
  inBooks(world, ACCOUNTS.undepositedFunds, paid, paid)
  const fees = sumOf([
    ...payments.map(({ fee }) => fee),
    ...refundPayments.map(({ fee }) => fee ?? 0),
    ...refundPayments.flatMap(({ refundedPaymentFees }) => refundedPaymentFees.map(({ feeAmount }) => -feeAmount)),
    ...payouts.map(({ fee }) => fee),
  ])
  inBooks(world, ACCOUNTS.processingFees, fees, fees)
}

/** Accrual: what the invoice is for. Cash: what was paid of it, pro rata, so all of it exactly once it is fully paid. */
function checkRecognised(world: World, invoice: Invoice): void {
  const parts = partsOf(invoice)
  const [total, paid] = [totalOf(invoice), paidOn(world, invoice)]
  const isVoid = invoice.voidedAt !== null
  const shares =
    isVoid || paid === 0n
      ? parts.map(() => 0n)
      : divided(
          parts.map(({ amount }) => amount),
          total,
          paid,
        )
  const expected = (amounts: readonly bigint[]) =>
    byAccount(
      parts.flatMap(({ account, isEarned }, index) => (isEarned ? [[account, amounts[index] ?? 0n] as const] : [])),
    )
  const accrual = expected(parts.map(({ amount }) => (isVoid ? 0n : amount)))
  const cash = expected(shares)
  for (const account of accrual.keys())
    inBooks(world, account, -(accrual.get(account) ?? 0n), -(cash.get(account) ?? 0n))
  checkHeld(world, invoice, parts, shares)
}

/** Taxes and tips are for others: what of them is refunded is taken back of where they are. */
function checkHeld(world: World, invoice: Invoice, parts: readonly Part[], shares: readonly bigint[]): void {
  const isVoid = invoice.voidedAt !== null
  const refunded = new Map(
    [...world.refunds.values()].flatMap((refund) =>
      allParts(refund)
        .filter(({ invoiceId, isOfCredit }) => invoiceId === invoice.id && !isOfCredit)
        .map((part) => [part.id, { part, refund }] as const),
    ),
  )
  const back = (some: readonly { component: string; amount: number }[], key: string): bigint =>
    amountsIn(some.filter(({ component }) => component === key))
  const held = parts.filter(({ isEarned, account }) => !isEarned && account !== ACCOUNTS.tips)
  const [accrual, cash] = [new Map<string, bigint>(), new Map<string, bigint>()]
  for (const { key, account, amount } of held) {
    const share = shares[parts.findIndex((part) => part.key === key)] ?? 0n
    const takenBack = sum([...refunded.values()].map(({ part }) => back(part.shares, key)))
    const paidBack = sum(
      [...new Set([...refunded.values()].map(({ refund }) => refund))].flatMap(livePaymentsOf).map((payment) =>
        back(
          payment.shares.filter(({ partId }) => refunded.has(partId)),
          key,
        ),
      ),
    )
    accrual.set(account, (accrual.get(account) ?? 0n) - (isVoid ? 0n : amount) + takenBack)
    cash.set(account, (cash.get(account) ?? 0n) - share + paidBack)
  }
  for (const account of accrual.keys()) inBooks(world, account, accrual.get(account) ?? 0n, cash.get(account) ?? 0n)
}

/** What hangs on no line and has no account of its own is taken back pro rata of the whole. */
function checkTakenBack(world: World, invoice: Invoice): void {
  const onIt = refundsOn(world, invoice)
  const isWhole = onIt.every(({ shares }) =>
    shares.every(({ component, lineItemId }) => lineItemId === null && component !== 'own_account'),
  )
  const hangsOnLine = [...world.refunds.values()].some(({ allocations }) =>
    allocations.some(({ invoiceId, invoiceLineItemId }) => invoiceId === invoice.id && invoiceLineItemId !== null),
  )
  if (onIt.length === 0 || !isWhole || hangsOnLine || world.reissued.has(invoice.id)) return
  const parts = partsOf(invoice)
  const expected = divided(
    parts.map(({ amount }) => amount),
    totalOf(invoice),
    amountsIn(onIt),
  )
  const taken = parts.map(({ key }) =>
    amountsIn(onIt.flatMap(({ shares }) => shares.filter(({ component }) => component === key))),
  )
  expect(taken).toEqual(expected)
}

/** Nothing is refunded that was not paid. */
function checkRefunded(world: World): void {
  for (const invoice of world.invoices.values()) {
    const refunded = amountsIn(refundsOn(world, invoice))
    expect(BigInt(amountsOf(invoice).refundedAmount)).toBe(refunded)
    expect(refunded <= paidOn(world, invoice)).toBe(true)
  }
  for (const payment of world.payments.values()) {
    const through = [...world.refunds.values()].flatMap(allParts).filter(({ paymentId }) => paymentId === payment.id)
    expect(amountsIn(payment.refunded)).toBe(amountsIn(through))
    expect(amountsIn(through) <= BigInt(payment.amount)).toBe(true)
    const ofCredit = destinationsOf(payment).filter(({ invoiceId }) => invoiceId === null)
    expect(amountsIn(ofCredit)).toBe(creditBy({ ...payment, method: 'CASH' }))
  }
  for (const refund of world.refunds.values()) {
    expect(paidOut(refund) <= issued(refund)).toBe(true)
    for (const { totalAmount, parts, lineItems } of refund.allocations) {
      expect(amountsIn(parts)).toBe(BigInt(totalAmount))
      if (lineItems.length > 0) expect(amountsIn(lineItems)).toBe(BigInt(totalAmount))
      for (const { amount, shares } of parts) expect(amountsIn(shares)).toBe(BigInt(amount))
    }
  }
}

/** What was earned is taken back as returns, what has an account of its own of that; in the cash books once it is paid out. */
function checkReturns(world: World): void {
  const earned = new Set(
    [...world.invoices.values()].flatMap(partsOf).flatMap((part) => (part.isEarned ? part.key : [])),
  )
  const isReturn = (component: string): boolean => component === 'returns' || earned.has(component)
  const isOwn = (component: string): boolean => component === 'own_account'
  const refunds = [...world.refunds.values()]
  const back = refunds.flatMap(allParts).flatMap(({ shares }) => shares)
  const paidBack = refunds.flatMap(livePaymentsOf).flatMap(({ shares }) => shares)
  for (const [account, is] of [
    [ACCOUNTS.returnsAllowances, isReturn],
    ['goodwill', isOwn],
  ] as const) {
    const of = (some: readonly { component: string; amount: number }[]) =>
      amountsIn(some.filter(({ component }) => is(component)))
    inBooks(world, account, of(back), of(paidBack))
  }
}

/** The first that holds; paid at the instant at which nothing was left. */
function checkStatus(world: World, invoice: Invoice): void {
  const outstanding = outstandingOf(world, invoice)
  const [paid, refunded] = [paidOn(world, invoice), amountsIn(refundsOn(world, invoice))]
  const isWrittenOff = writtenOffOn(invoice) > 0n
  expect(outstanding >= 0n).toBe(true)
  expect(BigInt(amountsOf(invoice).outstandingBalance)).toBe(outstanding)
  const called = (): string => {
    if (invoice.voidedAt !== null) return 'VOIDED'
    if (outstanding === 0n && paid > 0n && refunded === paid) return 'REFUNDED'
    if (outstanding === 0n) return isWrittenOff ? 'WRITTEN_OFF' : 'PAID'
    if (isWrittenOff) return 'PARTIALLY_WRITTEN_OFF'
    return paid > 0n ? 'PARTIALLY_PAID' : 'SENT'
  }
  expect(statusOf(invoice)).toBe(called())
  let left = totalOf(invoice)
  let settledAt = left === 0n ? invoice.sentAt : null
  const settled = [
    ...allocationsOn(world, invoice).map(({ amount, paidAt }) => ({ amount, at: paidAt })),
    ...invoice.writeOffs.filter(isLive).map(({ amount, writeOffAt }) => ({ amount, at: writeOffAt })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const { amount, at } of settled) {
    left -= BigInt(amount)
    if (left === 0n) settledAt = at
  }
  expect(paidAtOf(invoice)).toEqual(['PAID', 'REFUNDED'].includes(called()) ? settledAt : null)
}

/** Each entry that stands is known, and the others are reversed. */
const checkStanding = (world: World): void =>
  expect(world.journal.standing().sort()).toEqual(world.saidToStand().sort())

/** Everything that must be so at any time. */
export function check(world: World): void {
  checkControls(world)
  checkClearing(world)
  checkRefunded(world)
  checkReturns(world)
  for (const invoice of world.invoices.values()) {
    checkRecognised(world, invoice)
    checkTakenBack(world, invoice)
    checkStatus(world, invoice)
  }
  checkStanding(world)
}

/** Once everything is settled, all is the same in both books, but for invoices that come to nothing: nobody pays them. */
export function checkSettled({ journal, invoices }: World): void {
  if ([...invoices.values()].some((invoice) => invoice.voidedAt === null && totalOf(invoice) === 0n)) return
  const accounts = new Set([...journal.accounts('ACCRUAL'), ...journal.accounts('CASH')])
  for (const account of accounts)
    expect([account, journal.balance(account, 'CASH')]).toEqual([account, journal.balance(account, 'ACCRUAL')])
}
