/** Invariants of books and documents after any commands: totals, not single entries. */
import { expect } from 'vitest'
import { movedBy } from '../line-items/line-items.ts'
import { unallocatedOf } from '../payables/bill-payment.ts'
import { componentsOf as componentsOfBill } from '../payables/bill.postings.ts'
import { amountsOf as amountsOfBill } from '../payables/bill.ts'
import { componentsOf as componentsOfInvoice } from '../receivables/invoice.postings.ts'
import { amountsOf, liveWriteOffs, type Invoice } from '../receivables/invoice.ts'
import { clearedBy } from '../receivables/invoice-payment.ts'
import { clearingAccountOf } from './refunds-model.test-helpers.ts'
import { ACCOUNTS as RECEIVABLE } from './pure-receivables.test-helpers.ts'
import {
  clearedByRefund,
  livePayments,
  paidOutOf,
  totalOf as totalOfRefund,
  type Refund,
} from '../receivables/refund.ts'
import { refundedOf } from '../payables/refunded-part.ts'
import {
  allocatedOf,
  componentsOf as componentsOfCredit,
  totalOf as totalOfCredit,
  unallocatedOf as restOfCredit,
} from '../payables/vendor-credit.ts'
import { isLive } from './arbitraries.test-helpers.ts'
import { payableAccountsOf, receivableAccountsOf, type ModelBooks } from './model-books.test-helpers.ts'
import { BASES, type Balances } from './model-journal.test-helpers.ts'
import { ACCOUNTS as PAYABLE } from './payables.test-helpers.ts'
import type { Component } from '../allocations/recognition.ts'

const sum = (amounts: Iterable<number>): bigint => [...amounts].reduce((total, one) => total + BigInt(one), 0n)
const amountsIn = (some: readonly { amount: number }[]): bigint => sum(some.map(({ amount }) => amount))

const on = (balances: Balances, account: string): bigint => balances.get(account) ?? 0n
const under = (balances: Balances, prefix: string): bigint =>
  [...balances].reduce((total, [account, one]) => (account.startsWith(prefix) ? total + one : total), 0n)

/** All invariants that hold at any time. */
export function checkBooks(books: ModelBooks): void {
  const { journal, documents } = books
  for (const one of documents.bills.values()) checkDiscounts(one, (bill) => amountsOfBill(bill).totalAmount)
  for (const one of documents.invoices.values()) checkDiscounts(one, (invoice) => amountsOf(invoice).totalAmount)
  checkControls(books)
  for (const one of recognizedIn(books)) checkRecognized(books, one)
  for (const refund of documents.refunds.values()) checkRefund(refund)
  expect(journal.standing().sort()).toEqual(books.saidToStand().sort())
}

type Discounted = Parameters<typeof movedBy>[0] & {
  lineItems: readonly { discountAmount: number }[]
  additionalDiscount: number
}

/** Discounts reduce a document. */
function checkDiscounts<Document extends Discounted>(
  document: Document,
  totalOf: (document: Document) => number,
): void {
  const lineItems = document.lineItems.map((line) => ({ ...line, discountAmount: 0 }))
  const whole = totalOf({ ...document, lineItems, additionalDiscount: 0 })
  // A total may be right where what it is the sum of has lost its last digit.
  if (![whole, movedBy({ ...document, lineItems })].every(Number.isSafeInteger)) return
  const discounts = document.lineItems.map(({ discountAmount }) => discountAmount)
  expect(BigInt(whole) - BigInt(totalOf(document))).toBe(sum([...discounts, document.additionalDiscount]))
}

const creditOf = (shares: readonly { component: string; amount: number }[]): bigint =>
  amountsIn(shares.filter(({ component }) => component === 'credit'))

/** Credit that is refunded and not paid out yet: in the cash books it stays credit until then. */
const creditDue = (refund: Refund): bigint =>
  refund.allocations.flatMap(({ parts }) => parts).reduce((all, { shares }) => all + creditOf(shares), 0n) -
  livePayments(refund).reduce((all, { shares }) => all + creditOf(shares), 0n)

/** Control accounts agree with the documents in both books. */
function checkControls({ journal, documents, customerCredits }: ModelBooks): void {
  const list = <One>(map: ReadonlyMap<string, One>): One[] => [...map.values()]
  const [bills, invoices, refunds] = [list(documents.bills), list(documents.invoices), list(documents.refunds)]
  const billPayments = list(documents.billPayments).filter(isLive)
  const vendorCredits = list(documents.vendorCredits).filter(isLive)
  const vendorRefunds = list(documents.vendorRefunds).filter(isLive)
  const refundPayments = refunds.flatMap(livePayments)
  for (const rest of [
    ...bills.map((bill) => amountsOfBill(bill).outstandingBalance),
    ...billPayments.map(unallocatedOf),
    ...vendorCredits.map(restOfCredit),
    ...invoices.map((invoice) => amountsOf(invoice).outstandingBalance),
    ...invoices.map((invoice) => amountsOf(invoice).paidAmount - amountsOf(invoice).refundedAmount),
    ...refunds.map((refund) => totalOfRefund(refund) - paidOutOf(refund)),
    ...[...customerCredits.values()].map(({ balance }) => balance),
  ])
    expect(rest).toBeGreaterThanOrEqual(0)

  const owed = sum(bills.map((bill) => amountsOfBill(bill).outstandingBalance))
  const credits = sum([...customerCredits.values()].map(({ balance }) => balance))
  const prepaid = sum(billPayments.map(unallocatedOf))
  const deposited = sum(
    list(documents.payouts)
      .filter(isLive)
      .map(({ paidOutAmount }) => paidOutAmount),
  )
  const said: [account: string, accrual: bigint, cash: bigint][] = [
    [PAYABLE.accountsPayable, sum(vendorCredits.map(restOfCredit)) - owed, 0n],
    [PAYABLE.vendorPrepayments, prepaid, prepaid],
    [RECEIVABLE.accountsReceivable, sum(invoices.map((invoice) => amountsOf(invoice).outstandingBalance)), 0n],
    [RECEIVABLE.refundLiabilities, -sum(refunds.map((refund) => totalOfRefund(refund) - paidOutOf(refund))), 0n],
    [RECEIVABLE.customerCredits, -credits, -credits - refunds.map(creditDue).reduce((all, one) => all + one, 0n)],
    [RECEIVABLE.undepositedFunds, deposited, deposited],
    ['deposits of refunds', 0n, 0n],
    ...['ACH', 'CASH', 'CREDIT_CARD'].map((method): [string, bigint, bigint] => {
      const waits = (one: { method: string; payoutId?: string | null }) => one.method === method && !one.payoutId
      const waiting =
        sum(list(documents.payments).filter(waits).map(clearedBy)) -
        sum(refundPayments.filter(waits).map(clearedByRefund)) -
        amountsIn(billPayments.filter(waits)) +
        amountsIn(vendorRefunds.filter(waits)) -
        sum(
          bills
            .filter((one) => !one.voidedAt && one.spending?.method === method)
            .map((one) => amountsOfBill(one).totalAmount),
        )
      return [clearingAccountOf(method), waiting, waiting]
    }),
  ]
  const booked = said.map(([account]) => [account, ...BASES.map((basis) => on(journal.balances(basis), account))])
  expect(booked).toEqual(said)
}

type Recognized = {
  id: string
  /** Debits of its components; negative for an invoice. */
  sign: bigint
  components: Component[]
  total: bigint
  paid: bigint
  /** Each payment recognizes its share of every part. */
  isEven: boolean
}

/** Balances of the documents' own accounts; refunds reduce those of an invoice. */
const recognizedIn = ({ documents, uneven }: ModelBooks): Recognized[] => [
  ...[...documents.bills.values()].map((bill): Recognized => {
    const { totalAmount, paidAmount, creditedAmount } = amountsOfBill(bill)
    const total = bill.voidedAt ? 0n : BigInt(totalAmount)
    return {
      id: bill.id,
      sign: 1n,
      components: componentsOfBill(bill, payableAccountsOf(bill.id)),
      total,
      paid: bill.spending ? total : BigInt(paidAmount + creditedAmount),
      isEven: !uneven.has(bill.id),
    }
  }),
  ...[...documents.vendorCredits.values()].map((credit): Recognized => ({
    id: credit.id,
    sign: -1n,
    components: componentsOfCredit(credit),
    total: isLive(credit) ? BigInt(totalOfCredit(credit)) : 0n,
    paid: isLive(credit) ? BigInt(allocatedOf(credit) + refundedOf(credit)) : 0n,
    isEven: credit.allocations.every(isLive) && !uneven.has(credit.id),
  })),
  ...[...documents.invoices.values()]
    .filter((invoice) => !isRefunded(documents.refunds.values(), invoice))
    .map((invoice): Recognized => ({
      id: invoice.id,
      sign: -1n,
      components: componentsOfInvoice(invoice, receivableAccountsOf(invoice.id)),
      total: invoice.voidedAt ? 0n : BigInt(amountsOf(invoice).totalAmount),
      paid: BigInt(amountsOf(invoice).paidAmount),
      isEven: true,
    })),
]

const isRefunded = (refunds: Iterable<Refund>, { id }: Invoice): boolean =>
  [...refunds].some(({ allocations }) => allocations.some(({ parts }) => parts.some((part) => part.invoiceId === id)))

/**
 * Accrual: the document's total. Cash: what was paid; each part within a unit of its share, and once all is paid equal to
 * the accrual books.
 */
function checkRecognized({ journal }: ModelBooks, { id, sign, components, total, paid, isEven }: Recognized): void {
  const [accrual, cash] = [journal.balances('ACCRUAL'), journal.balances('CASH')]
  expect([id, under(accrual, `${id}/`), under(cash, `${id}/`)]).toEqual([id, sign * total, sign * paid])
  if (total === 0n) return
  for (const account of new Set([...accrual.keys(), ...cash.keys()])) {
    if (!account.startsWith(`${id}/`)) continue
    const [whole, part] = [on(accrual, account), on(cash, account)]
    if (paid === total) expect([account, part]).toEqual([account, whole])
    const off = part * total - whole * paid
    const units = BigInt(components.filter(({ accountId }) => accountId === account).length)
    if (isEven) expect([account, (off < 0n ? -off : off) <= units * total]).toEqual([account, true])
  }
}

/** Its allocations, parts and shares sum to the same amount. */
function checkRefund({ allocations, payments }: Refund): void {
  for (const { totalAmount, lineItems, parts } of allocations) {
    expect(amountsIn(parts)).toBe(BigInt(totalAmount))
    if (lineItems.length > 0) expect(amountsIn(lineItems)).toBe(BigInt(totalAmount))
    for (const { amount, shares } of parts) expect(amountsIn(shares)).toBe(BigInt(amount))
  }
  for (const { refundedAmount, shares } of payments.filter(isLive))
    expect(amountsIn(shares)).toBe(BigInt(refundedAmount))
}

/**
 * At each instant, unless a closed period has moved entries: from its date, a document is owed less what was paid by then,
 * and nothing is prepaid; before, what was paid of it is prepaid or owed back.
 */
export function checkInstants({ journal, documents }: ModelBooks): void {
  if (journal.closedThrough !== null) return
  const until = <Part extends { amount: number }>(
    parts: readonly Part[],
    at: Date,
    when: (part: Part) => Date,
  ): bigint => amountsIn(parts.filter((part) => when(part) <= at))
  const live = [...documents.billPayments.values()].filter(isLive)
  const allocations = live.flatMap((payment) => payment.allocations.filter(isLive))
  const refunds = [...documents.vendorRefunds.values()].filter(isLive)
  const taken = refunds.flatMap((refund) =>
    refund.allocations.map((one) => ({ ...one, documentDate: refund.documentDate })),
  )
  const refunded = taken.filter(({ paymentId }) => paymentId !== null)
  for (const at of journal.instants()) {
    const [accrual, cash] = BASES.map((basis) => journal.balancesAt(basis, at)) as [Balances, Balances]
    const prepaid =
      until(live, at, (one) => one.paidAt) -
      until(allocations, at, (one) => one.allocatedAt) -
      until(refunded, at, (one) => one.documentDate)
    const booked = [accrual, cash].map((balances) => on(balances, PAYABLE.vendorPrepayments))
    expect(booked).toEqual([prepaid, prepaid])
    const waiting = (balances: Balances, id: string): bigint =>
      on(balances, `${id}/deposits`) + on(balances, `${id}/other deposits`)
    for (const bill of documents.bills.values()) {
      if (bill.voidedAt || bill.spending) continue
      const paid = until(bill.paid, at, (one) => one.allocatedAt)
      const owed = -on(accrual, `${PAYABLE.accountsPayable} of ${bill.id}`)
      const said =
        bill.documentDate <= at ? BigInt(amountsOfBill(bill).totalAmount) - paid : waiting(accrual, bill.id) - paid
      const rests = bill.documentDate <= at ? [waiting(accrual, bill.id), waiting(cash, bill.id)] : [0n, 0n]
      expect([bill.id, at, owed, ...rests]).toEqual([bill.id, at, said, 0n, 0n])
    }
    for (const credit of documents.vendorCredits.values()) {
      const given = credit.deletedAt === null && credit.documentDate <= at ? BigInt(totalOfCredit(credit)) : 0n
      const back = until(
        taken.filter(({ vendorCreditId }) => vendorCreditId === credit.id),
        at,
        (one) => one.documentDate,
      )
      expect(on(accrual, `${PAYABLE.accountsPayable} of ${credit.id}`)).toBe(given - back)
    }
    for (const invoice of documents.invoices.values()) {
      if (invoice.voidedAt) continue
      const isSent = invoice.documentDate <= at
      if (!isSent && isRefunded(documents.refunds.values(), invoice)) continue
      const settled =
        until(invoice.paid, at, (one) => one.allocatedAt) + until(liveWriteOffs(invoice), at, (one) => one.writeOffAt)
      const owed = on(accrual, `${RECEIVABLE.accountsReceivable} of ${invoice.id}`)
      const said = (isSent ? BigInt(amountsOf(invoice).totalAmount) : -waiting(accrual, invoice.id)) - settled
      const rests = isSent ? [waiting(accrual, invoice.id), waiting(cash, invoice.id)] : [0n, 0n]
      expect([invoice.id, at, owed, ...rests]).toEqual([invoice.id, at, said, 0n, 0n])
    }
  }
}

/** Once everything is settled, only income and cost remain, equal in both books; except credits that no bill has got. */
export function checkSettled({ journal, documents }: ModelBooks): void {
  const isApart = (account: string): boolean => {
    const [id = ''] = account.split('/')
    const credit = documents.vendorCredits.get(id)
    return (
      (credit !== undefined && restOfCredit(credit) > 0) ||
      account.includes(' of ') ||
      account === PAYABLE.accountsPayable
    )
  }
  const [accrual, cash] = [journal.balances('ACCRUAL'), journal.balances('CASH')]
  for (const account of new Set([...accrual.keys(), ...cash.keys()]))
    if (!isApart(account)) expect([account, on(cash, account)]).toEqual([account, on(accrual, account)])
}
