/**
 * Receivables as their use cases run them, without database and ledger: documents are changed in memory by the pure core, and
 * a simulated journal takes what follows by the one mechanism. What is refused changes nothing.
 */
import { isDeepStrictEqual } from 'node:util'
import { Problems, refused } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import { movedCredits } from '../customers/customer-credit.ts'
import { SimulatedDesk } from '../documents/simulated-desk.test-helpers.ts'
import type { Settling } from '../documents/settle-entries.ts'
import { sumOf } from '../documents/sum.ts'
import type { DocumentTag } from '../documents/tags.ts'
import type { InvoicePayment } from '../invoice-payments/invoice-payment.ts'
import { retaggedPayment } from '../invoice-payments/retag-payment.ts'
import { canBePaid, pay } from '../invoices/held-invoice.ts'
import { amountsOf, requireNotVoided, requireSoundAmounts, type Invoice } from '../invoices/invoice.ts'
import type { WriteOff } from '../invoices/write-off.ts'
import { memberOfPayment, memberOfRefundPayment } from '../payouts/payout-member.ts'
import { requireBalanced, type Payout } from '../payouts/payout.ts'
import { issue, type WantedRefundAllocation } from '../refunds/issue-refund.ts'
import type { Refundable } from '../refunds/refund-places.ts'
import { nextVersion } from '../refunds/next-version.ts'
import { paidOutAnew } from '../refunds/pay-out-refund.ts'
import { issuedAtOf, livePayments, type Refund, type RefundPayment } from '../refunds/refund.ts'
import { retaggedRefund, takenOutOfCredit } from '../refunds/retag-refund.ts'
import { creditDeltas } from './credit-deltas.ts'
import { ACCOUNTS } from './pure-receivables.test-helpers.ts'
import type { ReceivablesChange } from './record-receivables.ts'
import { payoutsThatFollow, settlingOf } from './settling.ts'

/** Discounts are kept apart by invoice, so that the journal tells what each invoice has recognised. */
export const accountsOf = (invoiceId: string) => ({ ...ACCOUNTS, salesDiscounts: `discounts of ${invoiceId}` })

export type PartWanted = { invoiceId: string; amount: number; tags: readonly DocumentTag[] }

/** What of a payout is said; its members are named. */
export type PayoutHead = Omit<Payout, 'members' | 'paidOutAmount'>

const WORDS = { memo: null, metadata: null, referenceNumber: null } as const

/** The next version of a document that is another one. */
const next = <Document extends { version: number }>(document: Document): Document => ({
  ...document,
  version: document.version + 1,
})

export class SimulatedReceivables {
  readonly #desk = new SimulatedDesk()
  readonly journal = this.#desk.journal
  readonly invoices = new Map<string, Invoice>()
  readonly payments = new Map<string, InvoicePayment>()
  readonly refunds = new Map<string, Refund>()
  readonly payouts = new Map<string, PayoutHead & { paidOutAmount: number }>()
  /** What customers have. */
  credits = new Map<string, number>()
  /** Invoices of which a refund has taken something back and then something else, so not pro rata one after the other. */
  readonly reissued = new Set<string>()
  #lastId = 0

  readonly newId = (): string => `id ${++this.#lastId}`

  send(invoice: Invoice): void {
    requireSoundAmounts(invoice)
    if (invoice.voidedAt === null) this.#requireOpen(invoice.sentAt)
    this.#commit({ invoices: [{ before: null, after: invoice }] })
  }

  pay(head: InvoicePayment, wanted: readonly PartWanted[]): void {
    this.#requireOpen(head.paidAt)
    const problems = new Problems()
    const parts = wanted.map((one, index) => {
      const field = `allocations.${index}.`
      return { ...WORDS, ...one, field, invoiceField: `${field}invoice_id` }
    })
    const held = parts.map((part) => ({ part, invoice: this.invoice(part.invoiceId) }))
    for (const { part, invoice } of held) canBePaid({ invoice, recognised: [] }, head.customerId, part, problems)
    problems.throwIfAny()
    let payment = head
    const invoices = held.map(({ part, invoice }) => {
      const facts = { accounts: accountsOf(invoice.id), newId: this.newId, now: head.paidAt }
      const result = pay({ invoice, recognised: this.#recognisedOf(invoice.id) }, payment, part, facts)
      payment = result.payment
      return { before: invoice, after: next(result.held.invoice) }
    })
    this.#commit({ invoices, payments: [{ before: null, after: payment }] })
  }

  writeOff(invoiceId: string, writeOff: WriteOff): void {
    const before = this.invoice(invoiceId)
    requireNotVoided(before)
    if (writeOff.amount > amountsOf(before).outstandingBalance) throw refused('OverAllocated', invoiceId)
    this.#requireOpen(writeOff.writeOffAt)
    this.#commit({ invoices: [{ before, after: next({ ...before, writeOffs: [...before.writeOffs, writeOff] }) }] })
  }

  undo(invoiceId: string, writeOffId: string, at: Date): void {
    const before = this.invoice(invoiceId)
    const writeOffs = before.writeOffs.map((one) => (one.id === writeOffId ? { ...one, deletedAt: at } : one))
    this.#commit({ invoices: [{ before, after: next({ ...before, writeOffs }) }] })
  }

  voidInvoice(invoiceId: string, at: Date, movesPayments: boolean): void {
    const before = this.invoice(invoiceId)
    requireNotVoided(before)
    if (!movesPayments && amountsOf(before).paidAmount > 0) throw refused('InvoiceHasPayments', invoiceId)
    const writeOffs = before.writeOffs.map((one) => ({ ...one, deletedAt: one.deletedAt ?? at }))
    const after = next({ ...before, voidedAt: at, paid: [], refunded: [], writeOffs })
    const payments = this.#paymentsOn(invoiceId).map((payment) => ({
      before: payment,
      after: next({
        ...payment,
        allocations: payment.allocations.map((one) =>
          one.invoiceId === invoiceId ? { ...one, movedToCreditAt: one.movedToCreditAt ?? at } : one,
        ),
        refunded: payment.refunded.map((part) => (part.invoiceId === invoiceId ? { ...part, invoiceId: null } : part)),
      }),
    }))
    const refunds = this.#refundsOn(invoiceId).map((refund) => ({
      before: refund,
      after: nextVersion(refund, takenOutOfCredit(refund, new Set([invoiceId]), ACCOUNTS), at),
    }))
    this.#commit({ invoices: [{ before, after }], payments, refunds })
  }

  refund(head: Refund, wanted: readonly WantedRefundAllocation[], payments: readonly RefundPayment[]): void {
    this.#requireOpen(issuedAtOf(head))
    this.#issue(null, head, wanted, payments)
  }

  /** Other allocations in place of those that it has. */
  reissue(refundId: string, wanted: readonly WantedRefundAllocation[]): void {
    const before = this.refundOf(refundId)
    this.#issue(before, before, wanted, before.payments)
    for (const { parts } of before.allocations) for (const { invoiceId } of parts) this.reissued.add(invoiceId ?? '')
  }

  payOutRefund(refundId: string, payment: RefundPayment): void {
    const before = this.refundOf(refundId)
    this.#requireOpen(payment.completedAt)
    const after = paidOutAnew({ ...before, payments: [...before.payments, payment] })
    this.#commit({ refunds: [{ before, after: nextVersion(before, after, payment.completedAt) }] })
  }

  takeOutPayment(refundId: string, paymentId: string, at: Date): void {
    const before = this.refundOf(refundId)
    if (before.payments.some(({ id, payoutId }) => id === paymentId && payoutId !== null))
      throw refused('DocumentMatched', paymentId)
    const payments = before.payments.map((one) => (one.id === paymentId ? { ...one, deletedAt: at } : one))
    this.#commit({ refunds: [{ before, after: nextVersion(before, paidOutAnew({ ...before, payments }), at) }] })
  }

  payOut(head: PayoutHead, paymentIds: readonly string[], refundPaymentIds: readonly string[]): void {
    this.#requireOpen(head.completedAt)
    const payments = paymentIds.flatMap((id) => this.payments.get(id) ?? [])
    const refunds = [...this.refunds.values()].filter((refund) =>
      refund.payments.some(({ id }) => refundPaymentIds.includes(id)),
    )
    const members = [
      ...payments.map(memberOfPayment),
      ...refunds.flatMap((refund) =>
        refund.payments
          .filter(({ id }) => refundPaymentIds.includes(id))
          .map((payment) => memberOfRefundPayment(refund, payment)),
      ),
    ]
    const brought = members.flatMap(({ parts }) => parts.map(({ amount }) => amount))
    const others = head.otherTransactions.map((one) => (one.direction === 'CREDIT' ? one.amount : -one.amount))
    const paidOutAmount = sumOf([...brought, ...others, -head.fee])
    if (!isAmount(paidOutAmount)) throw refused('AmountOutOfRange', head.id)
    const after: Payout = { ...head, members, paidOutAmount }
    requireBalanced(after)
    this.#commit({
      payouts: [{ before: null, after }],
      payments: payments.map((before) => ({ before, after: next({ ...before, payoutId: head.id }) })),
      refunds: refunds.map((before) => {
        const all = before.payments.map((one) =>
          refundPaymentIds.includes(one.id) ? { ...one, payoutId: head.id } : one,
        )
        return { before, after: nextVersion(before, { ...before, payments: all }, head.completedAt) }
      }),
    })
  }

  retagInvoice(invoiceId: string, tags: readonly DocumentTag[], at: Date): void {
    const before = this.invoice(invoiceId)
    requireNotVoided(before)
    const after = next({ ...before, tags })
    const invoices = new Map([...this.invoices, [invoiceId, after]])
    const alone = new Map([[invoiceId, after]])
    this.#commit({
      invoices: [{ before, after }],
      payments: this.#paymentsOn(invoiceId).flatMap((payment) => {
        const retagged = retaggedPayment(payment, alone, accountsOf(invoiceId))
        return retagged === payment ? [] : [{ before: payment, after: next(retagged) }]
      }),
      refunds: this.#refundsOn(invoiceId).map((refund) => ({
        before: refund,
        after: nextVersion(refund, retaggedRefund(refund, invoices, ACCOUNTS), at),
      })),
    })
  }

  retagPayment(paymentId: string, tags: readonly DocumentTag[]): void {
    const before = this.payments.get(paymentId)
    if (!before) throw refused('InvoicePaymentNotFound', paymentId)
    const ids = new Set(before.allocations.map(({ invoiceId }) => invoiceId))
    // Each of its invoices has accounts of its own here.
    const after = [...ids].reduce(
      (payment, id) => retaggedPayment(payment, new Map([[id, this.invoice(id)]]), accountsOf(id)),
      { ...before, tags },
    )
    this.#commit({ payments: [{ before, after: next(after) }] })
  }

  retagRefund(refundId: string, tags: readonly DocumentTag[], at: Date): void {
    const before = this.refundOf(refundId)
    const after = retaggedRefund({ ...before, tags }, this.invoices, ACCOUNTS)
    this.#commit({ refunds: [{ before, after: nextVersion(before, after, at) }] })
  }

  retagPayout(payoutId: string, tags: readonly DocumentTag[]): void {
    const before = this.payout(payoutId)
    if (before) this.#commit({ payouts: [{ before, after: next({ ...before, tags }) }] })
  }

  /** Says everything once more: what is posted is a defect. */
  settleAgain(): number {
    const again = <Document>(documents: Iterable<Document>) => [...documents].map((after) => ({ before: null, after }))
    const payouts = [...this.payouts.keys()].flatMap((id) => this.payout(id) ?? [])
    return this.#desk.postingsFor(
      this.#settlingOf({
        invoices: again(this.invoices.values()),
        payments: again(this.payments.values()),
        refunds: again(this.refunds.values()),
        payouts: again(payouts),
      }),
    )
  }

  /** Keys of the entries that documents say to stand. */
  saidToStand(): string[] {
    return this.#desk.saidToStand()
  }

  invoice(invoiceId: string): Invoice {
    const invoice = this.invoices.get(invoiceId)
    if (!invoice) throw refused('InvoiceNotFound', invoiceId)
    return invoice
  }

  refundOf(refundId: string): Refund {
    const refund = this.refunds.get(refundId)
    if (!refund) throw refused('RefundNotFound', refundId)
    return refund
  }

  /** As it is read: with its members as they are now. */
  payout(payoutId: string): Payout | undefined {
    const head = this.payouts.get(payoutId)
    return (
      head && {
        ...head,
        members: [
          ...[...this.payments.values()].filter((one) => one.payoutId === payoutId).map(memberOfPayment),
          ...[...this.refunds.values()].flatMap((refund) =>
            livePayments(refund)
              .filter((one) => one.payoutId === payoutId)
              .map((one) => memberOfRefundPayment(refund, one)),
          ),
        ],
      }
    )
  }

  #issue(
    before: Refund | null,
    head: Refund,
    wanted: readonly WantedRefundAllocation[],
    payments: readonly RefundPayment[],
  ): void {
    for (const one of payments) if (before === null) this.#requireOpen(one.completedAt)
    const held = { invoices: new Map(this.invoices), payments: new Map(this.payments) }
    const refundable: Refundable = { invoices: new Map(held.invoices), payments: new Map(held.payments) }
    takeBack(head.id, refundable)
    const problems = new Problems()
    const facts = { refundId: head.id, tags: head.tags, accounts: ACCOUNTS, newId: this.newId }
    const allocations = wanted.flatMap((one) => issue(one, refundable, facts, problems) ?? [])
    problems.throwIfAny()
    const refund = paidOutAnew({ ...head, allocations, payments })
    const changed = <Document extends { version: number }>(
      was: ReadonlyMap<string, Document>,
      is: ReadonlyMap<string, Document>,
    ) =>
      [...was].flatMap(([id, one]) => {
        const other = is.get(id) ?? one
        return other === one ? [] : [{ before: one, after: next(other) }]
      })
    this.#commit({
      invoices: changed(held.invoices, refundable.invoices),
      payments: changed(held.payments, refundable.payments),
      refunds: [{ before, after: before === null ? refund : nextVersion(before, refund, head.updatedAt) }],
    })
  }

  #recognisedOf(invoiceId: string) {
    return [...this.payments.values()].flatMap(({ allocations }) =>
      allocations
        .filter((one) => one.invoiceId === invoiceId && one.movedToCreditAt === null)
        .flatMap(({ shares }) => shares),
    )
  }

  readonly #paymentsOn = (invoiceId: string): InvoicePayment[] =>
    [...this.payments.values()].filter(({ allocations }) => allocations.some((one) => one.invoiceId === invoiceId))

  readonly #refundsOn = (invoiceId: string): Refund[] =>
    [...this.refunds.values()].filter(({ allocations }) =>
      allocations.some(({ parts }) => parts.some((part) => part.invoiceId === invoiceId)),
    )

  #settlingOf({ invoices, ...others }: ReceivablesChange): Settling[] {
    const nothing = { payments: [], refunds: [], payouts: [] }
    return [
      ...invoices.flatMap((change) =>
        settlingOf({ ...nothing, invoices: [change] }, () => accountsOf(change.after.id)),
      ),
      ...settlingOf({ ...others, invoices: [] }, () => ACCOUNTS),
    ]
  }

  /** Takes over the documents if what hangs on them is sound, and settles these alone with the journal. */
  #commit(given: Partial<ReceivablesChange>): void {
    const isReal = ({ before, after }: { before: { version: number } | null; after: { version: number } }): boolean =>
      before?.version !== after.version
    const change: ReceivablesChange = {
      invoices: (given.invoices ?? []).filter(isReal),
      payments: (given.payments ?? []).filter(isReal),
      refunds: (given.refunds ?? []).filter(isReal),
      payouts: given.payouts ?? [],
    }
    for (const { after } of change.invoices) requireSoundAmounts(after)
    const credits = movedCredits(this.credits, creditDeltas(change), () => '')
    const before = [
      new Map(this.invoices),
      new Map(this.payments),
      new Map(this.refunds),
      new Map(this.payouts),
    ] as const
    try {
      for (const { after } of change.invoices) this.invoices.set(after.id, after)
      for (const { after } of change.payments) this.payments.set(after.id, after)
      for (const { after } of change.refunds) this.refunds.set(after.id, after)
      for (const { after } of change.payouts) this.payouts.set(after.id, after)
      const told = new Set(change.payouts.map(({ after }) => after.id))
      const following = payoutsThatFollow(change)
        .filter((id) => !told.has(id))
        .flatMap((id) => this.payout(id) ?? [])
      const all = [...change.payouts, ...following.map((one) => ({ before: one, after: next(one) }))]
      this.#desk.settle(this.#settlingOf({ ...change, payouts: all }))
    } catch (error) {
      restore(this.invoices, before[0])
      restore(this.payments, before[1])
      restore(this.refunds, before[2])
      restore(this.payouts, before[3])
      throw error
    }
    this.credits = new Map([...this.credits, ...credits])
  }

  #requireOpen(at: Date): void {
    if (this.journal.isClosedAt(at)) throw refused('PeriodClosed', at.toISOString())
  }
}

/** What is held, without what the refund has taken of it. */
function takeBack(refundId: string, { invoices, payments }: Refundable): void {
  const without = <Document extends { id: string; refunded: readonly { refundId: string }[] }>(
    documents: Map<string, Document>,
  ): void => {
    for (const one of documents.values()) {
      const refunded = one.refunded.filter((part) => part.refundId !== refundId)
      if (!isDeepStrictEqual(refunded, one.refunded)) documents.set(one.id, { ...one, refunded })
    }
  }
  without(invoices)
  without(payments)
}

function restore<Value>(map: Map<string, Value>, before: ReadonlyMap<string, Value>): void {
  map.clear()
  for (const [key, value] of before) map.set(key, value)
}
