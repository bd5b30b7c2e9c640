/**
 * Whatever is done with bills, payments and credits, in whichever order, both books say what the documents say. What they
 * have to say is computed here once more, from line items and amounts alone.
 */
import { DomainError } from '@pacioli/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountsOf, BILL_STATUSES, paidAtOf, statusOf, type Bill } from '../bills/bill.ts'
import { clearingAccountOf, command, KINDS, run } from './payables-commands.test-helpers.ts'
import { aPayment } from './payables.test-helpers.ts'
import { SimulatedPayables } from './simulated-payables.test-helpers.ts'

const isLive = ({ deletedAt }: { deletedAt: Date | null }): boolean => deletedAt === null
const sum = (amounts: readonly number[]): bigint => amounts.reduce((total, one) => total + BigInt(one), 0n)
const amountsIn = (some: readonly { amount: number }[]): bigint => sum(some.map(({ amount }) => amount))

/** What a bill is for, part by part in its order, and where each part goes. */
const partsOf = (bill: Bill): { key: string; account: string; deposits: string | null; amount: bigint }[] => [
  ...bill.lineItems.flatMap((line) => [
    {
      key: line.id,
      account: line.accountId,
      deposits: line.prepaymentAccountId,
      amount: BigInt(line.subtotal) - BigInt(line.discountAmount),
    },
    ...line.salesTaxes.map(({ id, accountId, amount }) => ({
      key: id,
      account: accountId,
      deposits: line.prepaymentAccountId,
      amount: BigInt(amount),
    })),
  ]),
  ...bill.additionalSalesTaxes.map(({ id, accountId, amount }) => ({
    key: id,
    account: accountId,
    deposits: null,
    amount: BigInt(amount),
  })),
  {
    key: 'additional_discount',
    account: `discounts of ${bill.id}`,
    deposits: null,
    amount: -BigInt(bill.additionalDiscount),
  },
]

const totalOf = (bill: Bill): bigint => partsOf(bill).reduce((total, { amount }) => total + amount, 0n)

/** The whole units nearest below, and what is missing one by one to whoever lacks most. */
function divided(parts: readonly bigint[], total: bigint, paid: bigint): bigint[] {
  const floors = parts.map((part) => {
    const quotient = (part * paid) / total
    return part * paid < 0n && quotient * total !== part * paid ? quotient - 1n : quotient
  })
  const lacks = parts.map((part, index) => part * paid - (floors[index] ?? 0n) * total)
  for (let missing = paid - floors.reduce((all, one) => all + one, 0n); missing > 0n; missing--) {
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

type World = SimulatedPayables

const paidOn = (world: World, bill: Bill): bigint =>
  amountsIn(world.liveAllocations(bill.id).map(({ allocation }) => allocation))

const creditsOn = (world: World, bill: Bill) =>
  [...world.credits.values()].flatMap(({ receivedAt, allocations }) =>
    allocations.filter((one) => isLive(one) && one.billId === bill.id).map(({ amount }) => ({ amount, receivedAt })),
  )

const isOwed = ({ spending, voidedAt }: Bill): boolean => spending === null && voidedAt === null

const outstandingOf = (world: World, bill: Bill): bigint =>
  isOwed(bill) ? totalOf(bill) - paidOn(world, bill) - amountsIn(creditsOn(world, bill)) : 0n

const live = <Document extends { deletedAt: Date | null }>(map: ReadonlyMap<string, Document>): Document[] =>
  [...map.values()].filter(isLive)

/** Accrual: open bills less unallocated credits; cash: nothing is owed. */
function checkPayable(world: World): void {
  const open = [...world.bills.values()].reduce((all, bill) => all + outstandingOf(world, bill), 0n)
  const rests = live(world.credits).map(
    ({ lineItems, allocations }) => amountsIn(lineItems) - amountsIn(allocations.filter(isLive)),
  )
  const unallocated = rests.reduce((all, rest) => all + rest, 0n)
  expect(-world.journal.balance('payable', 'ACCRUAL')).toBe(open - unallocated)
  expect(world.journal.balance('payable', 'CASH')).toBe(0n)
  for (const rest of rests) expect(rest >= 0n).toBe(true)
}

/** What was paid lies in clearing, what no bill has got is prepaid, and nothing waits once all is received. */
function checkPayments(world: World): void {
  const rests = live(world.payments).map(
    ({ amount, allocations }) => BigInt(amount) - amountsIn(allocations.filter(isLive)),
  )
  const expenses = [...world.bills.values()].filter(({ spending, voidedAt }) => spending !== null && voidedAt === null)
  for (const basis of ['ACCRUAL', 'CASH'] as const) {
    expect(world.journal.balance('prepayments', basis)).toBe(rests.reduce((all, one) => all + one, 0n))
    for (const deposits of ['deposits', 'other deposits']) expect(world.journal.balance(deposits, basis)).toBe(0n)
    for (const method of ['ACH', 'CASH', 'CREDIT_CARD'] as const) {
      const paid = amountsIn(live(world.payments).filter((payment) => payment.method === method))
      const spent = expenses.filter(({ spending }) => spending?.method === method)
      expect(-world.journal.balance(clearingAccountOf(method), basis)).toBe(
        spent.reduce((all, bill) => all + totalOf(bill), paid),
      )
    }
  }
  for (const rest of rests) expect(rest >= 0n).toBe(true)
}

/** Accrual: what each bill is for. Cash: what was paid of it, pro rata, and all of it exactly once it is fully paid. */
function checkRecognised(world: World, bill: Bill): void {
  const parts = partsOf(bill).filter(({ amount }) => amount !== 0n)
  const [total, paid] = [totalOf(bill), paidOn(world, bill)]
  const all = parts.map(({ account, amount }): [string, bigint] => [account, amount])
  const inBooks = (basis: 'ACCRUAL' | 'CASH', expected: ReadonlyMap<string, bigint>): void => {
    const accounts = [...world.journal.accounts(basis)].filter(
      (account) => account.startsWith(`${bill.id}/`) || account === `discounts of ${bill.id}`,
    )
    for (const account of new Set([...accounts, ...expected.keys()]))
      expect([account, world.journal.balance(account, basis)]).toEqual([account, expected.get(account) ?? 0n])
  }
  inBooks('ACCRUAL', byAccount(bill.voidedAt === null ? all : []))
  if (bill.voidedAt !== null || (bill.spending === null && paid === 0n)) return inBooks('CASH', new Map())
  if (bill.spending !== null || paid === total) return inBooks('CASH', byAccount(all))
  if (world.evenlyRecognised.has(bill.id)) {
    const shares = divided(
      parts.map(({ amount }) => amount),
      total,
      paid,
    )
    return inBooks('CASH', byAccount(parts.map(({ account }, index) => [account, shares[index] ?? 0n])))
  }
  const recognised = [...new Set(parts.map(({ account }) => account))].map((one) => world.journal.balance(one, 'CASH'))
  expect(recognised.reduce((some, one) => some + one, 0n)).toBe(paid)
}

/** The first that holds; paid at the instant at which nothing was left. */
function checkStatus(world: World, bill: Bill): void {
  const outstanding = outstandingOf(world, bill)
  expect(outstanding >= 0n).toBe(true)
  expect(BigInt(amountsOf(bill).outstandingBalance)).toBe(outstanding)
  const settled = [
    ...world.liveAllocations(bill.id).map(({ allocation: { amount, allocatedAt } }) => ({ amount, at: allocatedAt })),
    ...creditsOn(world, bill).map(({ amount, receivedAt }) => ({
      amount,
      at: receivedAt > bill.receivedAt ? receivedAt : bill.receivedAt,
    })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  if (bill.voidedAt !== null) expect([statusOf(bill), settled]).toEqual(['VOIDED', []])
  else if (outstanding === 0n) expect(statusOf(bill)).toBe('PAID')
  else expect(statusOf(bill)).toBe(settled.length > 0 ? 'PARTIALLY_PAID' : 'RECEIVED')
  let left = totalOf(bill)
  let paidAt = left === 0n || bill.spending !== null ? bill.receivedAt : null
  for (const { amount, at } of settled) {
    left -= BigInt(amount)
    if (left === 0n) paidAt = at
  }
  expect(paidAtOf(bill)).toEqual(bill.voidedAt === null ? paidAt : null)
}

/** Each entry that stands is known, and the others are reversed. */
function checkStanding(world: World): void {
  const known = [...world.standing.values()].flatMap((one) => [...one.values()].filter(({ stands }) => stands))
  const keys = known.map(({ source, event, revision }) => `${source.type}:${source.id}:${event}:${revision}`)
  expect(world.journal.standing().sort()).toEqual(keys.sort())
}

/** At each instant, unless a closed period has moved entries away from theirs. */
function checkInstants(world: World): void {
  if (world.journal.closedThrough !== null) return
  const [bills, payments, credits] = [[...world.bills.values()], live(world.payments), live(world.credits)]
  const allocated = payments
    .flatMap(({ allocations }) => allocations.filter(isLive))
    .map((allocation) => {
      const bill = world.bills.get(allocation.billId) as Bill
      const parts = new Map(partsOf(bill).map((part) => [part.key, part]))
      const waiting = allocation.shares.map(({ component, amount }): [string | null, number] => [
        allocation.allocatedAt < bill.receivedAt ? (parts.get(component)?.deposits ?? null) : null,
        amount,
      ])
      return { ...allocation, receivedAt: bill.receivedAt, waiting: waiting.filter(([deposits]) => deposits !== null) }
    })
  const instants = [...bills, ...credits].map((one) => one.receivedAt)
  for (const at of new Set([
    ...instants,
    ...payments.map(({ paidAt }) => paidAt),
    ...allocated.map((one) => one.allocatedAt),
  ])) {
    const given = allocated.filter(({ allocatedAt }) => allocatedAt <= at)
    const waiting = given.filter(({ receivedAt }) => receivedAt > at).flatMap((one) => one.waiting)
    const paid = amountsIn(payments.filter(({ paidAt }) => paidAt <= at))
    const received = bills.filter((bill) => isOwed(bill) && bill.receivedAt <= at)
    const credited = credits.filter(({ receivedAt }) => receivedAt <= at).flatMap(({ lineItems }) => lineItems)
    const held = sum(waiting.map(([, amount]) => amount))
    for (const basis of ['ACCRUAL', 'CASH'] as const) {
      const books = (account: string) => world.journal.balanceAt(account, basis, at)
      expect(books('prepayments')).toBe(paid - amountsIn(given))
      for (const deposits of ['deposits', 'other deposits'])
        expect(books(deposits)).toBe(sum(waiting.filter(([where]) => where === deposits).map(([, amount]) => amount)))
    }
    const owed = received.reduce((all, bill) => all + totalOf(bill), 0n) - amountsIn(given) + held - amountsIn(credited)
    expect(-world.journal.balanceAt('payable', 'ACCRUAL', at)).toBe(owed)
  }
}

function check(world: World): void {
  checkPayable(world)
  checkPayments(world)
  for (const bill of world.bills.values()) {
    checkRecognised(world, bill)
    checkStatus(world, bill)
  }
  checkStanding(world)
}

/** What may be refused; anything else that is thrown is a defect. */
const REFUSALS = new Set([
  'AllocationNotFound',
  'AmountOutOfRange',
  'BillHasPayments',
  'BillNotFound',
  'BillVoided',
  'DocumentDeleted',
  'NegativeTotal',
  'OverAllocated',
  'PeriodClosed',
])

/** Undefined where it was done. */
function refusalOf(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof DomainError && REFUSALS.has(error.errorEnum)) return error.errorEnum
    throw error
  }
}

/** Much later everything that is owed is paid, each bill by a payment of its own. */
function payEverything(world: World): void {
  for (const bill of world.bills.values()) {
    const amount = Number(outstandingOf(world, bill))
    if (amount === 0) continue
    const payment = aPayment({ id: `last payment of ${bill.id}`, paidAt: new Date('2027-01-01'), amount })
    const clearingAccountId = clearingAccountOf(payment.method)
    const refusal = refusalOf(() =>
      world.pay({ ...payment, clearingAccountId }, [{ billId: bill.id, amount, tags: [] }]),
    )
    // What it moves may be beyond the largest amount, as may be what the bill itself does.
    expect([undefined, 'AmountOutOfRange']).toContain(refusal)
  }
}

/** Of a hundred and fifty runs each. */
const MOST_TURNS = 10

test('whatever is done with payables, both books say what the documents say', () => {
  const seen = new Set<string>()
  const property = fc.property(fc.array(command, { maxLength: 40, size: 'max' }), (commands) => {
    const world = new SimulatedPayables()
    for (const [step, done] of commands.entries()) {
      seen.add(refusalOf(() => run(world, done, step)) ?? done.kind)
      check(world)
    }
    for (const bill of world.bills.values()) seen.add(statusOf(bill))
    payEverything(world)
    check(world)
    checkInstants(world)
    expect(world.settleAgain()).toBe(0)
  })
  const unseen = (): string[] => [...KINDS, ...REFUSALS, ...BILL_STATUSES].filter((one) => !seen.has(one))
  // All of it must have happened, or this would show less than it says; what is rare may take another turn.
  for (let turn = 0; turn === 0 || (turn < MOST_TURNS && unseen().length > 0); turn++)
    fc.assert(property, { numRuns: 150 })
  expect(unseen()).toEqual([])
}, 120_000)
