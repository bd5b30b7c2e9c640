/**
 * Documents and their journal in memory. What commands make of documents by the pure core is taken over here, and posted by
 * the mechanism that posts everything; what is refused changes nothing.
 */
import { DomainError, refused, type ErrorEnum } from '@pacioli/errors'
import type { PostingTag, Source } from '@pacioli/postings'
import fc from 'fast-check'
import { entriesOfPayment } from '../payables/bill-payment.postings.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { requireSoundAmounts } from '../payables/bill.ts'
import { settlingOf as settlingOfBill, type StoredBill } from '../payables/stored-bill.ts'
import { movedCredits } from '../contacts/customer-credit.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { requireSoundAmounts as requireSoundInvoice, type Invoice } from '../receivables/invoice.ts'
import { memberOfPayment, memberOfRefundPayment } from '../receivables/payout-member.ts'
import type { Payout } from '../receivables/payout.ts'
import { creditDeltas } from '../receivables/credit-deltas.ts'
import { ACCOUNTS as RECEIVABLE } from './pure-receivables.test-helpers.ts'
import { payoutsThatFollow, settlingOf } from '../receivables/settling.ts'
import { livePayments, type Refund } from '../receivables/refund.ts'
import { entriesOfVendorCredit } from '../payables/vendor-credit.postings.ts'
import { requireSoundCredit, type VendorCredit } from '../payables/vendor-credit.ts'
import { ModelJournal } from './model-journal.test-helpers.ts'
import { ACCOUNTS as PAYABLE } from './payables.test-helpers.ts'
import type { Settling } from '../posting/settle-entries.ts'
import { corrections, type Correction, type StandingEntry } from '../posting/standing-entries.ts'
import type { TagRef } from '../tags/tags.ts'

/** Accounts that a document has for itself, so that the journal tells what of it was recognised. */
export const payableAccountsOf = (id: string) => ({ ...PAYABLE, purchaseDiscounts: `${id}/discounts` })
export const receivableAccountsOf = (id: string) => ({
  ...RECEIVABLE,
  salesDiscounts: `${id}/discounts`,
  tips: `${id}/tips`,
})

type Kinds = {
  bills: StoredBill
  billPayments: BillPayment
  vendorCredits: VendorCredit
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

const KINDS = ['bills', 'billPayments', 'vendorCredits', 'invoices', 'payments', 'refunds', 'payouts'] as const
const eachKind = <Made>(make: (kind: Kind) => unknown): Made =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Made

const nameOf = ({ dimensionId, definitionId }: TagRef): PostingTag => ({
  definitionId,
  key: dimensionId,
  value: definitionId,
})
const sourceKey = ({ type, id }: Source): string => `${type}:${id}`

/** What of the catalogue may be said of these commands; anything else that is thrown is a defect. */
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
  /** What customers have. */
  customerCredits: ReadonlyMap<string, number> = new Map()
  /** Bills that a payment was taken off: what of them is recognised is not in proportion any more. */
  readonly uneven = new Set<string>()
  /** By document, then by event. */
  readonly #standing = new Map<string, Map<string, StandingEntry>>()
  #lastId = 0
  #changes = 0

  readonly newId = (): string => `id ${++this.#lastId}`

  /** What it ended with: done, nothing to do, or a refusal. */
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
    const credits = movedCredits(this.customerCredits, creditDeltas(changes), () => '')
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

  /** How many postings it takes to say everything once more. */
  postingsForAll(): number {
    const all = eachKind<Changes>((kind) =>
      [...this.documents[kind].values()].map((after) => ({ before: null, after })),
    )
    const payouts = all.payouts.map(({ after: { id } }) => ({ before: null, after: withMembers(this.documents, id) }))
    return this.#correct({ ...all, payouts }).reduce((count, { postings }) => count + postings.length, 0)
  }

  /** Keys of the entries that documents say to stand. */
  saidToStand(): string[] {
    const entries = [...this.#standing.values()].flatMap((one) => [...one.values()].filter(({ stands }) => stands))
    return entries.map(({ source, event, revision }) => `${sourceKey(source)}:${event}:${revision}`)
  }

  #correct({ bills, billPayments, vendorCredits, invoices, ...others }: Changes): Correction[] {
    const settling: Settling[] = [
      ...bills.map(({ after }) => settlingOfBill(after, () => payableAccountsOf(after.id))),
      ...billPayments.map(({ after }) => ({
        source: { type: 'bill_payment', id: after.id },
        wanted: entriesOfPayment(after, PAYABLE),
      })),
      ...vendorCredits.map(({ after }) => ({
        source: { type: 'vendor_credit', id: after.id },
        wanted: entriesOfVendorCredit(after, PAYABLE),
      })),
      ...invoices.flatMap((one) =>
        settlingOf({ ...NO_RECEIVABLES, invoices: [one] }, () => receivableAccountsOf(one.after.id)),
      ),
      ...settlingOf({ ...others, invoices: [] }, () => RECEIVABLE),
    ]
    return settling.map(({ source, wanted }) =>
      corrections(source, [...(this.#standing.get(sourceKey(source))?.values() ?? [])], wanted, this.journal, nameOf),
    )
  }
}

const NO_RECEIVABLES = { payments: [], refunds: [], payouts: [] }

/** The payout as it is read: with its members as they are now. */
export function withMembers({ payouts, payments, refunds }: Documents, id: string): Payout {
  const payout = payouts.get(id)
  if (!payout) throw new Error(`there is no payout ${id}`)
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

/** Which kinds of documents there are by now. */
export type Model = Set<Kind>

/** What is told of a command, and what has to be so after each of them. */
export type Watch = { onEnding: (ending: string) => void; check: (books: ModelBooks) => void }

export type Chance = {
  kind: string
  weight: number
  arbitrary: (watch: Watch) => fc.Arbitrary<fc.Command<Model, ModelBooks>>
}

/**
 * Something that is done, and how often, where there are such documents.
 * @param act `id` is one that no other document has
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
