/**
 * Documents and their journal in memory. Commands change documents by the pure core; the changes are stored here and posted
 * by the real mechanism. A refused command changes nothing.
 */
import { DomainError, refused, type ErrorEnum } from '@pacioli/errors'
import type { PostingTag, Source } from '@pacioli/postings'
import fc from 'fast-check'
import { entriesOfPayment } from '../payables/bill-payment.postings.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { requireSoundAmounts } from '../payables/bill.ts'
import type { Bill } from '../payables/bill.ts'
import { BILLS } from '../payables/bill.kind.ts'
import { dayOf } from '@pacioli/calendar'
import { movedCredits, NO_CREDIT, type Credit } from '../contacts/customer-credit.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { requireSoundAmounts as requireSoundInvoice, type Invoice } from '../receivables/invoice.ts'
import { memberOfPayment, memberOfRefundPayment } from '../receivables/payout-member.ts'
import type { Payout } from '../receivables/payout.ts'
import { creditMoves } from '../receivables/credit-moves.ts'
import { ACCOUNTS as RECEIVABLE } from './pure-receivables.test-helpers.ts'
import { payoutsThatFollow } from '../receivables/payouts-of-members.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { PAYOUTS } from '../receivables/payout.kind.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'
import { livePayments, type Refund } from '../receivables/refund.ts'
import { entriesOfVendorCredit } from '../payables/vendor-credit.postings.ts'
import { entriesOfVendorRefund } from '../payables/vendor-refund.postings.ts'
import type { VendorRefund } from '../payables/vendor-refund.ts'
import { requireSoundCredit, type VendorCredit } from '../payables/vendor-credit.ts'
import { ModelJournal } from './model-journal.test-helpers.ts'
import { ACCOUNTS as PAYABLE } from './payables.test-helpers.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { corrections, type Correction, type StandingEntry } from '../posting/standing-entries.ts'
import type { TagRef } from '../tags/tags.ts'

/** Accounts of one document, so that the journal shows what was recognized of it. */
export const payableAccountsOf = (id: string) => ({ ...PAYABLE, purchaseDiscounts: `${id}/discounts` })
export const receivableAccountsOf = (id: string) => ({
  ...RECEIVABLE,
  salesDiscounts: `${id}/discounts`,
  tips: `${id}/tips`,
})

type Kinds = {
  bills: Bill
  billPayments: BillPayment
  vendorCredits: VendorCredit
  vendorRefunds: VendorRefund
  invoices: Invoice
  payments: InvoicePayment
  refunds: Refund
  payouts: Payout
}
export type Kind = keyof Kinds
export type Documents = { readonly [One in Kind]: ReadonlyMap<string, Kinds[One]> }
type Changed = { readonly [One in Kind]?: readonly Kinds[One][] }
/** Null where there was none. */
type Changes = { readonly [One in Kind]: { before: Kinds[One] | null; after: Kinds[One] }[] }

const KINDS = [
  ...(['bills', 'billPayments', 'vendorCredits', 'vendorRefunds'] as const),
  ...(['invoices', 'payments', 'refunds', 'payouts'] as const),
]
const eachKind = <Made>(make: (kind: Kind) => unknown): Made =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Made

const nameOf = ({ dimensionId, definitionId }: TagRef): PostingTag => ({
  definitionId,
  key: dimensionId,
  value: definitionId,
})
const sourceKey = ({ type, id }: Source): string => `${type}:${id}`

/** Errors that these commands may end with; any other is a defect. */
export const REFUSALS: ReadonlySet<ErrorEnum> = new Set<ErrorEnum>([
  'AmountOutOfRange',
  'BillVoided',
  'CustomerMismatch',
  'InvoiceVoided',
  'NegativeTotal',
  'OverAllocated',
  'OverRefunded',
  'PeriodClosed',
])

export class ModelBooks {
  readonly journal = new ModelJournal()
  documents = eachKind<Documents>(() => new Map())
  /** Credits of customers. */
  customerCredits: ReadonlyMap<string, Credit> = new Map()
  /** Bills with a removed payment: their recognition is no longer proportional. */
  readonly uneven = new Set<string>()
  /** By document, then by event. */
  readonly #standing = new Map<string, Map<string, StandingEntry>>()
  #lastId = 0
  #changes = 0

  readonly newId = (): string => `id ${++this.#lastId}`

  /** The result: done, nothing to do, or a refusal. */
  attempt(act: () => void): 'done' | 'nothing' | ErrorEnum {
    const before = this.#changes
    try {
      act()
      return this.#changes > before ? 'done' : 'nothing'
    } catch (error) {
      if (error instanceof DomainError && REFUSALS.has(error.errorEnum)) return error.errorEnum
      throw error
    }
  }

  requireOpen(at: Date): void {
    if (this.journal.isClosedAt(at)) throw refused('PeriodClosed', at.toISOString())
  }

  close(through: Date): void {
    if (this.journal.isClosedAt(through)) return
    this.journal.closedThrough = through
    this.#changes++
  }

  commit(changed: Changed): void {
    const changes = eachKind<Changes>((kind) =>
      (changed[kind] ?? [])
        .map((after) => ({ before: this.documents[kind].get(after.id) ?? null, after }))
        .filter(({ before, after }) => before !== after),
    )
    for (const { after } of changes.bills) requireSoundAmounts(after)
    for (const { after } of changes.vendorCredits) requireSoundCredit(after)
    for (const { after } of changes.invoices) requireSoundInvoice(after)
    const moves = creditMoves(changes, (at) => dayOf(this.journal.firstOpenFrom(at), 'UTC'))
    const credits = [...movedCredits(this.customerCredits, moves, () => '')].map(([id, balance]): [string, Credit] => {
      const { days } = this.customerCredits.get(id) ?? NO_CREDIT
      return [id, { balance, days: [...days, ...moves.filter(({ contactId }) => contactId === id)] }]
    })
    const documents = eachKind<Documents>(
      (kind) =>
        new Map<string, unknown>([
          ...this.documents[kind],
          ...changes[kind].map(({ after }) => [after.id, after] as const),
        ]),
    )
    const following = payoutsThatFollow(changes).filter((id) => changes.payouts.every(({ after }) => after.id !== id))
    const payouts = following.map((id) => ({ before: null, after: withMembers(documents, id) }))
    const corrected = this.#correct({ ...changes, payouts: [...changes.payouts, ...payouts] })
    for (const { postings, standing } of corrected) {
      this.journal.post(postings)
      for (const one of standing) {
        const known = this.#standing.get(sourceKey(one.source)) ?? new Map<string, StandingEntry>()
        this.#standing.set(sourceKey(one.source), known.set(one.event, one))
      }
    }
    this.documents = documents
    this.customerCredits = new Map([...this.customerCredits, ...credits])
    this.#changes++
  }

  /** How many postings a second pass would make; 0 expected. */
  postingsForAll(): number {
    const all = eachKind<Changes>((kind) =>
      [...this.documents[kind].values()].map((after) => ({ before: null, after })),
    )
    const payouts = all.payouts.map(({ after: { id } }) => ({ before: null, after: withMembers(this.documents, id) }))
    return this.#correct({ ...all, payouts }).reduce((count, { postings }) => count + postings.length, 0)
  }

  /** Keys of the standing entries, by the documents. */
  saidToStand(): string[] {
    const entries = [...this.#standing.values()].flatMap((one) => [...one.values()].filter(({ stands }) => stands))
    return entries.map(({ source, event, revision }) => `${sourceKey(source)}:${event}:${revision}`)
  }

  #correct({
    bills,
    billPayments,
    vendorCredits,
    vendorRefunds,
    invoices,
    payments,
    refunds,
    payouts,
  }: Changes): Correction[] {
    const desired: DesiredEntries[] = [
      ...bills.flatMap(({ after }) => BILLS.entriesOf({ before: null, after }, () => payableAccountsOf(after.id))),
      ...billPayments.map(({ after }) => ({
        source: { type: 'bill_payment', id: after.id },
        desired: entriesOfPayment(after, PAYABLE),
      })),
      ...vendorCredits.map(({ after }) => ({
        source: { type: 'vendor_credit', id: after.id },
        desired: entriesOfVendorCredit(after, PAYABLE),
      })),
      ...vendorRefunds.map(({ after }) => ({
        source: { type: 'vendor_refund', id: after.id },
        desired: entriesOfVendorRefund(after, PAYABLE),
      })),
      ...invoices.flatMap((one) => INVOICES.entriesOf(one, () => receivableAccountsOf(one.after.id))),
      ...payments.flatMap((one) => INVOICE_PAYMENTS.entriesOf(one, () => RECEIVABLE)),
      ...refunds.flatMap((one) => REFUNDS.entriesOf(one, () => RECEIVABLE)),
      ...payouts.flatMap((one) => PAYOUTS.entriesOf(one, () => RECEIVABLE)),
    ]
    return desired.map(({ source, desired }) =>
      corrections(source, [...(this.#standing.get(sourceKey(source))?.values() ?? [])], desired, this.journal, nameOf),
    )
  }
}

/** The payout as it is read: with its members as they are now. */
export function withMembers({ payouts, payments, refunds }: Documents, id: string): Payout {
  const payout = payouts.get(id)
  if (!payout) throw new Error(`there is no payout ${id}`)
  if (payout.deletedAt !== null) return payout
  const members = [
    ...[...payments.values()].filter((one) => one.payoutId === id).map(memberOfPayment),
    ...[...refunds.values()].flatMap((refund) =>
      livePayments(refund)
        .filter((one) => one.payoutId === id)
        .map((one) => memberOfRefundPayment(refund, one)),
    ),
  ]
  return { ...payout, members }
}

/** Existing kinds of documents. */
export type Model = Set<Kind>

/** Logs a command; the invariants are checked after each. */
export type Watch = { onEnding: (ending: string) => void; check: (books: ModelBooks) => void }

export type Chance = {
  kind: string
  weight: number
  arbitrary: (watch: Watch) => fc.Arbitrary<fc.Command<Model, ModelBooks>>
}

/**
 * A command with its weight, where such documents exist.
 * @param act `id` is unused
 */
export const chance = <Drawn extends object>(
  weight: number,
  kind: string,
  needs: readonly Kind[],
  fields: { [Name in keyof Drawn]: fc.Arbitrary<Drawn[Name]> },
  act: (books: ModelBooks, drawn: Drawn, id: string) => void,
): Chance => ({
  kind,
  weight,
  arbitrary: ({ onEnding, check }) =>
    fc.record(fields).map((drawn) => ({
      check: (model) => needs.every((one) => model.has(one)),
      run: (model, books) => {
        const ending = books.attempt(() => act(books, drawn, books.newId()))
        onEnding(ending === 'done' ? kind : ending)
        check(books)
        for (const one of KINDS) if (books.documents[one].size > 0) model.add(one)
      },
      toString: () => `${kind} ${fc.stringify(drawn)}`,
    })),
})
