/**
 * Whatever is done with invoices, payments, write-offs, refunds and payouts, in whichever order, both books say what the
 * documents say.
 */
import { DomainError } from '@pacioli/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anInvoicePayment } from '../documents/receivables.test-helpers.ts'
import { aRefundPayment, tagOf } from './pure-receivables.test-helpers.ts'
import { commands, KINDS, type Command } from './receivables-arbitraries.test-helpers.ts'
import { clearingAccountOf, run } from './receivables-commands.test-helpers.ts'
import { checkInstants } from './receivables-instants.test-helpers.ts'
import { check, checkSettled, isLive, issued, outstandingOf, paidOut } from './receivables-oracle.test-helpers.ts'
import { SimulatedReceivables } from './simulated-receivables.test-helpers.ts'

type World = SimulatedReceivables

/** What may be refused; anything else that is thrown is a defect. */
const REFUSALS = new Set([
  'AmountOutOfRange',
  'CustomerMismatch',
  'DocumentMatched',
  'InvoiceHasPayments',
  'InvoiceVoided',
  'NegativeTotal',
  'OverAllocated',
  'OverRefunded',
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

const MUCH_LATER = new Date('2027-01-01')

/** Nothing is written off, all invoices are paid and all refunds paid out; whether that could be. */
function settleEverything(world: World): boolean {
  const refusals: (string | undefined)[] = []
  const attempt = (act: () => void): void => void refusals.push(refusalOf(act))
  for (const { id, writeOffs } of world.invoices.values())
    for (const writeOff of writeOffs.filter(isLive)) attempt(() => world.undo(id, writeOff.id, MUCH_LATER))
  for (const invoice of world.invoices.values()) {
    const amount = Number(outstandingOf(world, invoice))
    if (amount === 0) continue
    const { id, customerId } = invoice
    const payment = anInvoicePayment({
      id: `last payment of ${id}`,
      customerId,
      paidAt: MUCH_LATER,
      method: 'CASH',
      clearingAccountId: clearingAccountOf('CASH'),
      amount,
    })
    attempt(() => world.pay(payment, [{ invoiceId: id, amount, tags: [] }]))
  }
  for (const refund of world.refunds.values()) {
    const amount = Number(issued(refund) - paidOut(refund))
    const payment = aRefundPayment(amount, {
      id: `last payment of ${refund.id}`,
      refundId: refund.id,
      completedAt: MUCH_LATER,
      method: 'CASH',
      clearingAccountId: clearingAccountOf('CASH'),
    })
    if (amount > 0) attempt(() => world.payOutRefund(refund.id, payment))
  }
  // What it moves may be beyond the largest amount, as may be what an invoice itself does.
  expect(refusals.filter((one) => one !== undefined && one !== 'AmountOutOfRange')).toEqual([])
  return refusals.every((one) => one === undefined)
}

test('whatever is done with receivables, both books say what the documents say', () => {
  const property = fc.property(commands, (all) => {
    const world = new SimulatedReceivables()
    for (const [step, done] of all.entries()) {
      refusalOf(() => run(world, done, step))
      check(world)
    }
    const isSettled = settleEverything(world)
    check(world)
    checkInstants(world)
    if (isSettled) checkSettled(world)
    expect(world.settleAgain()).toBe(0)
  })
  fc.assert(property, { numRuns: 200 })
}, 120_000)

const AT = new Date(Date.UTC(2026, 0, 5))
const [NORTH, SOUTH] = [[tagOf('balancing region:a')], [tagOf('balancing region:b'), tagOf('team:a')]]
const LINE = { quantity: '1', discountAmount: 3, taxes: [{ account: 0, amount: 8 }], account: 0, tags: [] }
const CONTENT = {
  lines: [
    { ...LINE, unitPrice: 103, prepayment: 'deposits' },
    { ...LINE, unitPrice: -7, prepayment: null },
  ],
  additionalTaxes: [{ account: 1, amount: 5 }],
  additionalDiscount: 4,
  tips: 6,
  hasTipsAccount: false,
}
const ON = { document: 0, part: 0, share: 300, lines: null, isOwn: false, tags: SOUTH }
const OUT = { share: 500, at: AT, method: 'CREDIT_CARD' as const, fee: 2, feesBack: [1], tags: [] }

/** One of everything that can be done, each to something that is there. */
const ONE_OF_EACH: readonly Command[] = [
  { kind: 'send', at: new Date(Date.UTC(2026, 0, 9)), content: CONTENT, customer: 0, tags: NORTH },
  { kind: 'send', at: AT, content: { ...CONTENT, hasTipsAccount: true }, customer: 0, tags: SOUTH },
  {
    kind: 'pay',
    at: AT,
    allocations: [
      { invoice: 0, share: 700, tags: SOUTH },
      { invoice: 1, share: 400, tags: [] },
    ],
    rest: 30,
    customer: 0,
    method: 'CREDIT_CARD',
    fee: 3,
    tags: SOUTH,
  },
  { kind: 'write off', at: AT, invoice: 1, share: 'all', tags: NORTH },
  { kind: 'undo', invoice: 0, writeOff: 0 },
  {
    kind: 'refund',
    at: null,
    allocations: [
      { ...ON, on: 'line' },
      { ...ON, on: 'payment' },
    ],
    payments: [OUT],
    customer: 0,
    tags: NORTH,
  },
  { kind: 'pay out refund', refund: 0, payment: { ...OUT, method: 'STORE_CREDIT' } },
  { kind: 'reissue', refund: 0, allocations: [{ ...ON, on: 'invoice', share: 'all' }] },
  { kind: 'take out payment', refund: 0, payment: 1 },
  { kind: 'pay out', at: AT, payments: 1, refundPayments: 1, fee: 2, other: -4, tags: NORTH },
  { kind: 'retag invoice', invoice: 0, tags: SOUTH },
  { kind: 'retag payment', payment: 0, tags: NORTH },
  { kind: 'retag refund', refund: 0, tags: [tagOf('project:a')] },
  { kind: 'retag payout', payout: 0, tags: SOUTH },
  { kind: 'void', invoice: 0, movesPayments: true },
  { kind: 'close', at: AT },
]

test('each of the things that are done at random can be done', () => {
  const world = new SimulatedReceivables()
  for (const [step, done] of ONE_OF_EACH.entries()) {
    const before = stateOf(world)
    run(world, done, step)
    expect([done.kind, stateOf(world) === before]).toEqual([done.kind, false])
    check(world)
  }
  expect(new Set(ONE_OF_EACH.map(({ kind }) => kind))).toEqual(new Set(KINDS))
})

const stateOf = ({ journal, payouts, invoices }: World): string =>
  JSON.stringify([journal.standing(), journal.closedThrough, [...payouts.values()], [...invoices.values()]])
