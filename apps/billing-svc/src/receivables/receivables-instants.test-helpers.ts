/** What the books of a simulation have to say at each instant. */
import { expect } from 'vitest'
import type { Invoice } from '../invoices/invoice.ts'
import type { RefundPayment } from '../refunds/refund.ts'
import { ACCOUNTS } from './pure-receivables.test-helpers.ts'
import {
  allocationsOn,
  allParts,
  amountsIn,
  isLive,
  livePaymentsOf,
  partsOf,
  sum,
  totalOf,
} from './receivables-oracle.test-helpers.ts'
import type { SimulatedReceivables } from './simulated-receivables.test-helpers.ts'

type World = SimulatedReceivables

/** At each instant, unless a closed period has moved entries away from theirs. */
export function checkInstants(world: World): void {
  if (world.journal.closedThrough !== null) return
  const invoices = [...world.invoices.values()].filter(({ voidedAt }) => voidedAt === null)
  const allocated = invoices.flatMap((invoice) =>
    allocationsOn(world, invoice).map((one) => ({ ...one, sentAt: invoice.sentAt, waits: waitingOf(invoice, one) })),
  )
  const writeOffs = invoices.flatMap((invoice) => invoice.writeOffs.filter(isLive))
  const takenBack = earlyRefunds(world)
  for (const at of new Set([
    ...invoices.map(({ sentAt }) => sentAt),
    ...allocated.map(({ paidAt }) => paidAt),
    ...takenBack.map((one) => one.takenAt),
  ])) {
    const paid = allocated.filter(({ paidAt }) => paidAt <= at)
    const waiting = paid.filter(({ sentAt }) => sentAt > at).flatMap(({ waits }) => waits)
    const owed =
      sum(invoices.filter(({ sentAt }) => sentAt <= at).map(totalOf)) -
      amountsIn(paid) +
      sum(waiting.map(({ amount }) => amount)) -
      amountsIn(writeOffs.filter(({ writeOffAt }) => writeOffAt <= at))
    expect(world.journal.balanceAt(ACCOUNTS.accountsReceivable, 'ACCRUAL', at)).toBe(owed)
    for (const basis of ['ACCRUAL', 'CASH'] as const)
      for (const deposits of ['deposits', 'other deposits']) {
        const back = takenBack.filter((one) => one.basis === basis && one.takenAt <= at && one.sentAt > at)
        expect([deposits, world.journal.balanceAt(deposits, basis, at)]).toEqual([
          deposits,
          amountsIn(back.filter((one) => one.deposits === deposits)) -
            sum(waiting.filter((one) => one.deposits === deposits).map(({ amount }) => amount)),
        ])
      }
  }
}

type PaidShares = { paidAt: Date; shares: readonly { component: string; amount: number }[] }

/** What of a payment waits until the invoice is sent. */
function waitingOf(invoice: Invoice, { paidAt, shares }: PaidShares): { deposits: string; amount: bigint }[] {
  const parts = new Map(partsOf(invoice).map((part) => [part.key, part]))
  return shares.flatMap(({ component, amount }) => {
    const deposits = paidAt < invoice.sentAt ? (parts.get(component)?.deposits ?? null) : null
    return deposits === null ? [] : [{ deposits, amount: BigInt(amount) }]
  })
}

/** What was taken back before the invoice is sent, from where it waits. */
const earlyRefunds = (world: World) =>
  [...world.refunds.values()].flatMap((refund) => {
    const early = (basis: 'ACCRUAL' | 'CASH', takenAt: Date, shares: RefundPayment['shares']) =>
      shares.flatMap(({ partId, prepaymentAccountId: deposits, amount }) => {
        const sentAt = allParts(refund).find(({ id }) => id === partId)?.invoiceSentAt
        return deposits !== null && sentAt && takenAt < sentAt ? [{ basis, takenAt, sentAt, deposits, amount }] : []
      })
    const shares = allParts(refund).flatMap((part) => part.shares.map((share) => ({ ...share, partId: part.id })))
    return [
      ...early('ACCRUAL', refund.completedAt ?? refund.importedAt, shares),
      ...livePaymentsOf(refund).flatMap((payment) => early('CASH', payment.completedAt, payment.shares)),
    ]
  })
