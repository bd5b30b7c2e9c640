/** A wanted bill or expense with what the ledger answered. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { Asking, Books } from '@pacioli/postings'
import { askForPayableAccounts, clearingAccountOf, payableAccounts } from '../payables/payable-accounts.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { askTags, tagsFrom } from '../tags/tag-inputs.ts'
import { entriesOfBill } from '../payables/bill.postings.ts'
import { linesFrom } from './resolve-lines.ts'
import type { StoredBill } from '../payables/stored-bill.ts'
import { opened, type WantedBill } from './wanted-bill.ts'
import { askForLines, askForTaxes, type TaxAccountOf, taxesFrom } from '../line-items/resolve-lines.ts'

/** Asks for whatever the bill names, and for what it is posted to by itself. */
export function askForBill(asking: Asking, wanted: WantedBill, taxAccounts: TaxAccounts): void {
  const { field, spending, lines, taxes, tags } = wanted
  askForPayableAccounts(asking)
  if (spending?.clearingAccount) asking.account(spending.clearingAccount, `${field}payment_clearing_account_identifier`)
  askForLines(asking, lines, taxAccounts)
  askForTaxes(asking, taxes, taxAccounts)
  askTags(asking, tags, `${field}tags`)
}

export type OpeningFacts = {
  businessId: string
  /** Held, if it has one. */
  vendorId: string | null
  books: Books
  taxAccountOf: TaxAccountOf
  newId: () => string
  now: Date
}

/**
 * The new bill, or every problem that there is with it.
 * @throws AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation, PeriodClosed; AskAgain
 */
export function openBill(wanted: WantedBill, facts: OpeningFacts): StoredBill {
  const { books, newId, now } = facts
  const { field, spending } = wanted
  const problems = new Problems()
  const clearing =
    spending &&
    collectProblems(problems, () =>
      clearingAccountOf(
        books,
        spending.method,
        spending.clearingAccount,
        `${field}payment_clearing_account_identifier`,
      ),
    )
  const bill = opened(wanted, {
    id: newId(),
    businessId: facts.businessId,
    vendorId: facts.vendorId,
    clearingAccountId: clearing?.id ?? '',
    lineItems: linesFrom(wanted.lines, [], facts, problems),
    additionalSalesTaxes: taxesFrom(wanted.taxes, [], facts, problems),
    tags: collectProblems(problems, () => tagsFrom(wanted.tags, books, { newId, now }, `${field}tags`)) ?? [],
    now,
  })
  collectProblems(problems, () => requireOpenPeriod(bill, books, `${field}${spending ? 'paid_at' : 'received_at'}`))
  problems.throwIfAny()
  return bill
}

/**
 * What is posted at a time that a request names belongs there: it is not moved out of a closed period.
 * @throws PeriodClosed
 */
export function requireOpenPeriod(bill: StoredBill, books: Books, field: string): void {
  const wanted = entriesOfBill(bill, payableAccounts(books))
  if (wanted.some(({ lines }) => lines.some(({ amount }) => amount !== 0))) books.requireOpenAt(bill.receivedAt, field)
}
