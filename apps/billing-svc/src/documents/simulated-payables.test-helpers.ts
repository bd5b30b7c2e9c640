/**
 * Payables as their use cases run them, without database and ledger: documents are changed in memory by the pure core, and
 * a simulated journal takes what follows by the one mechanism. What is refused changes nothing.
 */
import { refused } from '@pacioli/errors'
import type { Source } from '@pacioli/postings'
import { amountsOf, requireSoundAmounts, type Bill } from '../bills/bill.ts'
import { componentsOf, entriesOfBill } from '../bills/bill.postings.ts'
import { unallocatedOf, type BillPayment, type PaymentAllocation } from '../bill-payments/bill-payment.ts'
import { entriesOfPayment } from '../bill-payments/bill-payment.postings.ts'
import { requireSoundCredit, type VendorCredit } from '../vendor-credits/vendor-credit.ts'
import { entriesOfVendorCredit } from '../vendor-credits/vendor-credit.postings.ts'
import { ACCOUNTS } from './payables.test-helpers.ts'
import { isBalancing, nameOf } from './simulated-desk.test-helpers.ts'
import { SimulatedJournal } from './simulated-journal.test-helpers.ts'
import { corrections, type Correction, type StandingEntry, type Wanted } from './standing-entries.ts'
import type { DocumentTag } from './tags.ts'
import { type Component, recognise, recogniseAnew } from './recognition.ts'

/** Discounts are kept apart by bill, so that the journal tells what each bill has recognised. */
export const accountsOf = (billId: string) => ({ ...ACCOUNTS, purchaseDiscounts: `discounts of ${billId}` })

export type AllocationWanted = { billId: string; amount: number; tags: readonly DocumentTag[] }

const latest = (one: Date, other: Date): Date => (one > other ? one : other)
const keyOf = ({ type, id }: Source): string => `${type} ${id}`
const isLive = ({ deletedAt }: { deletedAt: Date | null }): boolean => deletedAt === null

export class SimulatedPayables {
  readonly journal = new SimulatedJournal()
  readonly bills = new Map<string, Bill>()
  readonly payments = new Map<string, BillPayment>()
  readonly credits = new Map<string, VendorCredit>()
  /** By document, then by event. */
  readonly standing = new Map<string, Map<string, StandingEntry>>()
  /** Bills whose allocations were all recognised one after the other, none of them taken back. */
  readonly evenlyRecognised = new Set<string>()
  /** The order in which allocations were made. */
  readonly #places = new Map<string, number>()

  receive(bill: Bill): void {
    this.#requireOpen(bill.receivedAt)
    this.#commit([bill], [], [])
  }

  update(billId: string, change: (bill: Bill) => Bill): void {
    const before = this.#bill(billId)
    if (before.voidedAt !== null) throw refused('BillVoided', billId)
    const bill = change(before)
    if (bill.receivedAt.getTime() !== before.receivedAt.getTime()) this.#requireOpen(bill.receivedAt)
    requireSoundAmounts(bill)
    const was = componentsOf(before, accountsOf(billId))
    const worth = (parts: readonly Component[]) => JSON.stringify(parts.map(({ key, amount }) => [key, amount]))
    const payments = this.#recogniseAnew(bill, was)
    const credits = [...this.credits.values()]
      .filter(({ allocations }) => allocations.some((one) => one.billId === billId))
      .map((credit) => ({
        ...credit,
        allocations: credit.allocations.map((one) =>
          one.billId === billId ? { ...one, allocatedAt: latest(credit.receivedAt, bill.receivedAt) } : one,
        ),
      }))
    this.#commit([bill], payments, credits)
    if (worth(was) !== worth(componentsOf(bill, accountsOf(billId)))) this.evenlyRecognised.add(billId)
  }

  voidBill(billId: string, at: Date): void {
    const bill = this.#bill(billId)
    if (bill.paid.length + bill.credited.length > 0) throw refused('BillHasPayments', billId)
    this.#commit([{ ...bill, voidedAt: bill.voidedAt ?? at }], [], [])
  }

  pay(payment: BillPayment, wanted: readonly AllocationWanted[]): void {
    this.#requireOpen(payment.paidAt)
    this.#allocate(payment, wanted, payment.paidAt, false)
  }

  allocateLater(paymentId: string, wanted: AllocationWanted, at: Date): void {
    const payment = this.payments.get(paymentId)
    if (!payment || payment.deletedAt !== null) throw refused('DocumentDeleted', paymentId)
    const allocatedAt = latest(at, payment.paidAt)
    this.#requireOpen(allocatedAt)
    this.#allocate(payment, [wanted], allocatedAt, true)
  }

  retagPayment(paymentId: string, tags: readonly DocumentTag[]): void {
    const found = this.payments.get(paymentId)
    if (!found || found.deletedAt !== null) throw refused('DocumentDeleted', paymentId)
    const payment = { ...found, tags }
    const payments = new Map([[paymentId, payment]])
    for (const { billId } of payment.allocations.filter(isLive)) {
      const bill = this.#bill(billId)
      for (const changed of this.#recogniseAnew(bill, componentsOf(bill, accountsOf(billId)), payments))
        payments.set(changed.id, changed)
    }
    this.#commit([], [...payments.values()], [])
  }

  deletePayment(paymentId: string, at: Date): void {
    const payment = this.payments.get(paymentId)
    if (!payment || payment.deletedAt !== null) throw refused('DocumentDeleted', paymentId)
    const allocations = payment.allocations.map((one) => ({ ...one, deletedAt: one.deletedAt ?? at }))
    for (const { billId } of payment.allocations) this.evenlyRecognised.delete(billId)
    this.#commit([], [{ ...payment, allocations, deletedAt: at }], [])
  }

  credit(credit: VendorCredit, wanted: readonly AllocationWanted[]): void {
    this.#requireOpen(credit.receivedAt)
    this.#give(credit, wanted)
  }

  allocateCredit(creditId: string, wanted: AllocationWanted): void {
    const credit = this.credits.get(creditId)
    if (!credit || credit.deletedAt !== null) throw refused('DocumentDeleted', creditId)
    this.#give(credit, [wanted])
  }

  takeBack(creditId: string, which: number, at: Date): void {
    const credit = this.credits.get(creditId)
    const live = credit?.allocations.filter(isLive) ?? []
    if (!credit || live.length === 0) throw refused('AllocationNotFound', creditId)
    const taken = live[which % live.length]
    const allocations = credit.allocations.map((one) => (one === taken ? { ...one, deletedAt: at } : one))
    this.#commit([], [], [{ ...credit, allocations }])
  }

  deleteCredit(creditId: string, at: Date): void {
    const credit = this.credits.get(creditId)
    if (!credit || credit.deletedAt !== null) throw refused('DocumentDeleted', creditId)
    const allocations = credit.allocations.map((one) => ({ ...one, deletedAt: one.deletedAt ?? at }))
    this.#commit([], [], [{ ...credit, allocations, deletedAt: at }])
  }

  /** Says everything once more: what is posted is a defect. */
  settleAgain(): number {
    const all = this.#correct(this.bills.values(), this.payments.values(), this.credits.values())
    return all.reduce((count, { postings }) => count + postings.length, 0)
  }

  liveAllocations(billId: string): { allocation: PaymentAllocation; payment: BillPayment }[] {
    return [...this.payments.values()]
      .flatMap((payment) => payment.allocations.map((allocation) => ({ allocation, payment })))
      .filter(({ allocation }) => isLive(allocation) && allocation.billId === billId)
      .sort((one, other) => this.#placeOf(one.allocation) - this.#placeOf(other.allocation))
  }

  #allocate(payment: BillPayment, wanted: readonly AllocationWanted[], allocatedAt: Date, isLater: boolean): void {
    const allocations = wanted.map(({ billId, amount, tags }, index): PaymentAllocation => {
      const bill = this.#bill(billId)
      if (bill.voidedAt !== null || bill.spending !== null) throw refused('BillVoided', billId)
      if (amount > amountsOf(bill).outstandingBalance) throw refused('OverAllocated', billId)
      const recognised = recognise(
        {
          components: componentsOf(bill, accountsOf(billId)),
          total: amountsOf(bill).totalAmount,
          standsFrom: bill.receivedAt,
          tags: bill.tags,
          before: this.liveAllocations(billId).flatMap(({ allocation }) => allocation.shares),
        },
        { amount, allocatedAt, tags, paymentTags: payment.tags },
      )
      return {
        id: `${payment.id}-${payment.allocations.length + index}`,
        paymentId: payment.id,
        billId,
        billReceivedAt: bill.receivedAt,
        amount,
        allocatedAt,
        isLater,
        ...recognised,
        tags,
        memo: null,
        metadata: null,
        referenceNumber: null,
        createdAt: allocatedAt,
        deletedAt: null,
      }
    })
    const paid = { ...payment, allocations: [...payment.allocations, ...allocations] }
    if (unallocatedOf(paid) < 0) throw refused('OverAllocated', payment.id)
    this.#commit([], [paid], [])
  }

  #give(credit: VendorCredit, wanted: readonly AllocationWanted[]): void {
    const allocations = wanted.map(({ billId, amount }, index) => {
      const bill = this.#bill(billId)
      if (bill.voidedAt !== null || bill.spending !== null) throw refused('BillVoided', billId)
      return {
        id: `${credit.id}-${credit.allocations.length + index}`,
        vendorCreditId: credit.id,
        billId,
        amount,
        allocatedAt: latest(credit.receivedAt, bill.receivedAt),
        createdAt: credit.receivedAt,
        deletedAt: null,
      }
    })
    const given = { ...credit, allocations: [...credit.allocations, ...allocations] }
    requireSoundCredit(given)
    this.#commit([], [], [given])
  }

  #recogniseAnew(
    bill: Bill,
    was: readonly Component[],
    changed: ReadonlyMap<string, BillPayment> = new Map(),
  ): BillPayment[] {
    const on = this.liveAllocations(bill.id).map(({ allocation, payment }) => ({
      allocation,
      payment: changed.get(payment.id) ?? payment,
    }))
    const anew = recogniseAnew(
      {
        components: componentsOf(bill, accountsOf(bill.id)),
        total: amountsOf(bill).totalAmount,
        standsFrom: bill.receivedAt,
        tags: bill.tags,
        was,
      },
      on.map(({ allocation, payment }) => ({ allocation, paymentTags: payment.tags })),
    )
    const byId = new Map(anew.map((one) => [one.id, { ...one, billReceivedAt: bill.receivedAt }]))
    return [...new Set(on.map(({ payment }) => payment))].map((payment) => ({
      ...payment,
      allocations: payment.allocations.map((one) => byId.get(one.id) ?? one),
    }))
  }

  /** Takes over the documents if what hangs on them is sound, and settles these alone with the journal. */
  #commit(bills: readonly Bill[], payments: readonly BillPayment[], credits: readonly VendorCredit[]): void {
    const before = [new Map(this.bills), new Map(this.payments), new Map(this.credits)] as const
    try {
      for (const payment of payments) {
        for (const one of payment.allocations) this.#placeOf(one)
        this.payments.set(payment.id, payment)
      }
      for (const credit of credits) this.credits.set(credit.id, credit)
      for (const bill of bills) this.bills.set(bill.id, bill)
      const allocated = [...payments, ...credits].flatMap(({ allocations }) => allocations.map(({ billId }) => billId))
      for (const billId of new Set([...bills.map(({ id }) => id), ...allocated])) this.#refresh(billId)
      this.#settle(this.#correct(bills, payments, credits))
    } catch (error) {
      restore(this.bills, before[0])
      restore(this.payments, before[1])
      restore(this.credits, before[2])
      throw error
    }
  }

  #refresh(billId: string): void {
    const bill = { ...this.#bill(billId), paid: this.#paidOn(billId), credited: this.#creditedOn(billId) }
    if (bill.paid.length === 0) this.evenlyRecognised.add(billId)
    requireSoundAmounts(bill)
    this.bills.set(billId, bill)
  }

  #paidOn(billId: string) {
    return this.liveAllocations(billId).map(({ allocation: { amount, allocatedAt } }) => ({ amount, allocatedAt }))
  }

  #creditedOn(billId: string) {
    return [...this.credits.values()]
      .flatMap(({ allocations }) => allocations)
      .filter((one) => isLive(one) && one.billId === billId)
      .map(({ amount, allocatedAt }) => ({ amount, allocatedAt }))
  }

  #correct(bills: Iterable<Bill>, payments: Iterable<BillPayment>, credits: Iterable<VendorCredit>): Correction[] {
    const settle = (source: Source, wanted: Wanted[]): Correction =>
      corrections(source, [...(this.standing.get(keyOf(source))?.values() ?? [])], wanted, this.journal, nameOf)
    return [
      ...[...bills].map((bill) => settle({ type: 'bill', id: bill.id }, entriesOfBill(bill, accountsOf(bill.id)))),
      ...[...payments].map((payment) =>
        settle({ type: 'bill_payment', id: payment.id }, entriesOfPayment(payment, ACCOUNTS)),
      ),
      ...[...credits].map((credit) =>
        settle({ type: 'vendor_credit', id: credit.id }, entriesOfVendorCredit(credit, ACCOUNTS)),
      ),
    ]
  }

  #settle(settled: readonly Correction[]): void {
    for (const { postings, standing } of settled) {
      this.journal.post(postings, isBalancing)
      for (const one of standing) {
        const known = this.standing.get(keyOf(one.source)) ?? new Map<string, StandingEntry>()
        this.standing.set(keyOf(one.source), known.set(one.event, one))
      }
    }
  }

  #requireOpen(moment: Date): void {
    if (this.journal.isClosedAt(moment)) throw refused('PeriodClosed', moment.toISOString())
  }

  #bill(billId: string): Bill {
    const bill = this.bills.get(billId)
    if (!bill) throw refused('BillNotFound', billId)
    return bill
  }

  #placeOf({ id }: PaymentAllocation): number {
    const place = this.#places.get(id) ?? this.#places.size
    this.#places.set(id, place)
    return place
  }
}

function restore<Value>(map: Map<string, Value>, before: ReadonlyMap<string, Value>): void {
  map.clear()
  for (const [key, value] of before) map.set(key, value)
}
