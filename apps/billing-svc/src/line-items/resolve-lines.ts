/** Wanted line items and taxes with the accounts and tags that the ledger answered. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { Asking, Books } from '@pacioli/postings'
import type { LineItem, SalesTax } from './line-items.ts'
import { askTags, lineItemTagsFrom, type Making } from '../tags/tag-inputs.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import type { WantedLineItem, WantedTax } from './wanted-lines.ts'
import { namedAccount } from '../posting/named-accounts.ts'

/** Which account a tax stands on, by the name of the tax. */
export type TaxAccountOf = (taxName: string, field: string) => string

/** @throws ControlAccount, AccountArchived; AskAgain */
export const taxAccountsIn =
  (books: Books, accounts: TaxAccounts): TaxAccountOf =>
  (taxName, field) =>
    namedAccount(books, { type: 'AccountId', id: accounts(taxName) ?? '' }, field).id

/** Accounts that are not there are not asked for. */
export function askForTaxes(asking: Asking, taxes: readonly WantedTax[], accounts: TaxAccounts): void {
  for (const { taxName, field } of taxes) {
    const id = accounts(taxName)
    if (id !== undefined) asking.account({ type: 'AccountId', id }, field)
  }
}

export function askForLines(asking: Asking, lines: readonly WantedLineItem[], accounts: TaxAccounts): void {
  for (const { field, account, prepaymentAccount, salesTaxes, tags } of lines) {
    asking.account(account, `${field}.account_identifier`)
    if (prepaymentAccount) asking.account(prepaymentAccount, `${field}.prepayment_account_identifier`)
    askForTaxes(asking, salesTaxes, accounts)
    askTags(asking, tags, `${field}.tags`)
  }
}

/** What decides how a wanted line becomes one. */
export type Resolving = Making & { books: Books; taxAccountOf: TaxAccountOf }

/** A tax keeps the id of the one of its name in that place, so that what was recognised of it is known again. */
export function taxesFrom(
  wanted: readonly WantedTax[],
  there: readonly SalesTax[],
  { taxAccountOf, newId }: Pick<Resolving, 'taxAccountOf' | 'newId'>,
  problems: Problems,
): SalesTax[] {
  const free = Map.groupBy(there, (tax) => tax.taxName)
  return wanted.map(({ taxName, amount, field }) => {
    const accountId = collectProblems(problems, () => taxAccountOf(taxName, field)) ?? ''
    return { id: free.get(taxName)?.shift()?.id ?? newId(), taxName, accountId, amount }
  })
}

/**
 * The line item with its accounts and tags, and with what else is wanted of it. Every problem is added to `problems`.
 * @param before the one that it replaces, whose ids it keeps
 */
export function lineItemFrom<Wanted extends WantedLineItem>(
  wanted: Wanted,
  before: LineItem | undefined,
  resolving: Resolving,
  problems: Problems,
) {
  const { field, account, prepaymentAccount, salesTaxes, tags, ...rest } = wanted
  const { books, newId } = resolving
  const accountId = collectProblems(problems, () => namedAccount(books, account, `${field}.account_identifier`).id)
  const prepaymentAccountId =
    prepaymentAccount &&
    collectProblems(problems, () => namedAccount(books, prepaymentAccount, `${field}.prepayment_account_identifier`).id)
  const making = { ...resolving, there: before?.tags ?? [] }
  return {
    ...rest,
    id: before?.id ?? newId(),
    accountId: accountId ?? '',
    prepaymentAccountId: prepaymentAccountId ?? null,
    salesTaxes: taxesFrom(salesTaxes, before?.salesTaxes ?? [], resolving, problems),
    tags: collectProblems(problems, () => lineItemTagsFrom(tags, books, making, `${field}.tags`)) ?? [],
  }
}
