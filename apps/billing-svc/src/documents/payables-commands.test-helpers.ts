/** Random things that are done with payables, and how they are done to a simulation. */
import { MAX_AMOUNT } from '@pacioli/money'
import fc from 'fast-check'
import { amountsOf, type Bill, type BillLineItem, type PaymentMethod } from '../bills/bill.ts'
import { unallocatedOf } from '../bill-payments/bill-payment.ts'
import { unallocatedOf as unallocatedOfCredit } from '../vendor-credits/vendor-credit.ts'
import { aBill, aCredit, aCreditLine, aLine, aPayment, spent } from './payables.test-helpers.ts'
import {
  among,
  amount,
  chance,
  documentTags,
  isLive,
  lineTags,
  moment,
  momentOf,
  NOW,
  partOf,
  quantity,
  rest,
  share,
  small,
  taxes,
  which,
  type Portion,
} from './arbitraries.test-helpers.ts'
import { subtotalOf } from './quantity.ts'
import type { AllocationWanted, SimulatedPayables } from './simulated-payables.test-helpers.ts'
import type { SalesTax } from './line-items.ts'

const line = fc.record({
  unitPrice: amount,
  quantity,
  discountAmount: small,
  taxes,
  account: fc.nat(2),
  prepayment: fc.constantFrom(null, 'deposits', 'other deposits'),
  tags: lineTags,
})
type Line = typeof line extends fc.Arbitrary<infer Drawn> ? Drawn : never
const content = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  additionalTaxes: taxes,
  additionalDiscount: small,
})
type Content = typeof content extends fc.Arbitrary<infer Drawn> ? Drawn : never

const method = fc.constantFrom<PaymentMethod>('ACH', 'CASH', 'CREDIT_CARD')

const allocation = fc.record({ bill: which, share, tags: documentTags })
const allocations = fc.array(allocation, { maxLength: 3 })

const chances = [
  chance(5, 'receive', { at: moment, content, tags: documentTags }),
  chance(1, 'spend', { at: moment, content, method, tags: documentTags }),
  chance(8, 'pay', { at: moment, allocations, rest, method, tags: documentTags }),
  chance(4, 'allocate', { payment: which, allocation, at: moment }),
  chance(2, 'credit', {
    at: moment,
    amounts: fc.array(amount, { minLength: 1, maxLength: 3 }),
    allocations,
    tags: documentTags,
  }),
  chance(2, 'allocate credit', { credit: which, allocation }),
  chance(1, 'take back', { credit: which, place: which }),
  chance(1, 'delete credit', { credit: which }),
  chance(2, 'delete payment', { payment: which }),
  chance(1, 'retag payment', { payment: which, tags: documentTags }),
  chance(1, 'void', { bill: which }),
  chance(3, 'replace lines', { bill: which, content, coversPaid: fc.boolean() }),
  chance(1, 'move lines', { bill: which, by: fc.nat(2), prepayment: fc.constantFrom(null, 'deposits') }),
  chance(1, 'move bill', { bill: which, at: moment }),
  chance(1, 'retag bill', { bill: which, tags: documentTags }),
  chance(1, 'reword bill', { bill: which, memo: fc.constantFrom(null, 'May') }),
  chance(1, 'close', { at: fc.nat(15).map(momentOf) }),
] as const

export const command = fc.oneof(...chances)
/** Everything that can be done. */
export const KINDS: readonly string[] = chances.map(({ kind }) => kind)

export type Command = typeof command extends fc.Arbitrary<infer Drawn> ? Drawn : never

export const clearingAccountOf = (paidBy: PaymentMethod): string => `clearing of ${paidBy}`

const taxesOf = (drawn: Content['additionalTaxes'], billId: string, prefix: string): SalesTax[] =>
  drawn.map((one, index) => ({
    id: `${prefix} tax ${index}`,
    taxName: 'tax',
    accountId: `${billId}/tax ${one.account}`,
    amount: one.amount,
  }))

const lineOf = (drawn: Line, billId: string, id: string): BillLineItem => ({
  id,
  externalId: null,
  accountId: `${billId}/account ${drawn.account}`,
  prepaymentAccountId: drawn.prepayment,
  description: null,
  productName: null,
  unitPrice: drawn.unitPrice,
  quantity: drawn.quantity,
  subtotal: subtotalOf(drawn.unitPrice, drawn.quantity),
  discountAmount: drawn.discountAmount,
  salesTaxes: taxesOf(drawn.taxes, billId, id),
  tags: drawn.tags,
  memo: null,
  metadata: null,
  referenceNumber: null,
})

/** `step` makes ids that no other content has. */
const contentOf = ({ lines, additionalTaxes, additionalDiscount }: Content, billId: string, step: number) => ({
  lineItems: lines.map((one, index) => lineOf(one, billId, `line ${step}.${index}`)),
  additionalSalesTaxes: taxesOf(additionalTaxes, billId, `bill ${step}`),
  additionalDiscount,
})

/** The id of one that is usable, or of any if there are not so many. */
const idAmong = <Document extends { id: string }>(
  map: ReadonlyMap<string, Document>,
  place: number,
  isUsable: (document: Document) => boolean,
): string => among(map.values(), place, isUsable)?.id ?? 'none'

const isOwed = (bill: Bill): boolean => amountsOf(bill).outstandingBalance > 0

/** @param available what there is to allocate; by default as much as is outstanding */
function wantedOf(
  world: SimulatedPayables,
  drawn: readonly { bill: number; share: Portion; tags: AllocationWanted['tags'] }[],
  available = MAX_AMOUNT,
): AllocationWanted[] {
  const wanted = drawn.flatMap(({ bill: place, share: part, tags }): AllocationWanted[] => {
    const bill = world.bills.get(idAmong(world.bills, place, isOwed))
    if (!bill) return []
    const whole = Math.min(amountsOf(bill).outstandingBalance, available)
    return [{ billId: bill.id, amount: partOf(whole, part), tags }]
  })
  // One allocation to each bill, above zero.
  return [...new Map(wanted.map((one) => [one.billId, one])).values()].filter((one) => one.amount > 0)
}

/** @param step makes ids that no other document has */
export function run(world: SimulatedPayables, done: Command, step: number): void {
  const [billId, paymentId, creditId] = [`bill ${step}`, `payment ${step}`, `credit ${step}`]
  switch (done.kind) {
    case 'receive':
      return world.receive({
        ...aBill({ ...contentOf(done.content, billId, step), id: billId, receivedAt: done.at }),
        tags: done.tags,
      })
    case 'spend': {
      const spending = spent({ method: done.method, clearingAccountId: clearingAccountOf(done.method) })
      const written = contentOf(done.content, billId, step)
      return world.receive({ ...aBill({ ...written, id: billId, receivedAt: done.at, spending }), tags: done.tags })
    }
    case 'pay': {
      const wanted = wantedOf(world, done.allocations)
      const whole = wanted.reduce((sum, one) => sum + one.amount, done.rest)
      if (whole < 1 || whole > MAX_AMOUNT) return
      const clearingAccountId = clearingAccountOf(done.method)
      const payment = aPayment({
        id: paymentId,
        paidAt: done.at,
        amount: whole,
        method: done.method,
        clearingAccountId,
      })
      return world.pay({ ...payment, tags: done.tags }, wanted)
    }
    case 'allocate': {
      const payment = world.payments.get(idAmong(world.payments, done.payment, isLive))
      if (!payment) return
      const [wanted] = wantedOf(world, [done.allocation], unallocatedOf(payment))
      return wanted && world.allocateLater(payment.id, wanted, done.at)
    }
    case 'credit': {
      const lineItems = done.amounts.map((one, index) => aCreditLine(`${creditId}/account ${index}`, one))
      const credit = aCredit({ id: creditId, receivedAt: done.at, lineItems })
      return world.credit(
        { ...credit, tags: done.tags },
        wantedOf(world, done.allocations, unallocatedOfCredit(credit)),
      )
    }
    case 'allocate credit': {
      const credit = world.credits.get(idAmong(world.credits, done.credit, isLive))
      if (!credit) return
      const [wanted] = wantedOf(world, [done.allocation], unallocatedOfCredit(credit))
      return wanted && world.allocateCredit(credit.id, wanted)
    }
    case 'take back':
      return world.takeBack(idAmong(world.credits, done.credit, isLive), done.place, NOW)
    case 'delete credit':
      return world.deleteCredit(idAmong(world.credits, done.credit, isLive), NOW)
    case 'delete payment':
      return world.deletePayment(idAmong(world.payments, done.payment, isLive), NOW)
    case 'retag payment':
      return world.retagPayment(idAmong(world.payments, done.payment, isLive), done.tags)
    case 'void':
      return world.voidBill(
        idAmong(world.bills, done.bill, ({ voidedAt }) => voidedAt === null),
        NOW,
      )
    case 'close':
      if (world.journal.isClosedAt(done.at)) return
      world.journal.closedThrough = done.at
      return
    default:
      return change(world, done, step)
  }
}

type Change = Extract<Command, { kind: 'replace lines' | 'move lines' | 'move bill' | 'retag bill' | 'reword bill' }>

function change(world: SimulatedPayables, done: Change, step: number): void {
  const billId = idAmong(world.bills, done.bill, ({ voidedAt }) => voidedAt === null)
  world.update(billId, (bill) => {
    switch (done.kind) {
      case 'replace lines': {
        const replaced = { ...bill, ...contentOf(done.content, billId, step) }
        if (!done.coversPaid) return replaced
        // What was paid stays paid: else most of these would be refused.
        const { paidAmount, creditedAmount } = amountsOf(bill)
        const cover = aLine(`${billId}/account 0`, paidAmount + creditedAmount, { id: `line ${step}.cover` })
        return { ...replaced, lineItems: [...replaced.lineItems, cover] }
      }
      case 'move lines': {
        const moved = bill.lineItems.map((one, index) => ({
          ...one,
          accountId: `${billId}/account ${(index + done.by) % 3}`,
          prepaymentAccountId: done.prepayment,
        }))
        return { ...bill, lineItems: moved }
      }
      case 'move bill':
        return { ...bill, receivedAt: done.at }
      case 'retag bill':
        return { ...bill, tags: done.tags }
      case 'reword bill':
        return { ...bill, memo: done.memo }
    }
  })
}
