/** Requested line items and taxes resolved with the accounts and tags that the ledger answered. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { LedgerPrefetch, Books } from '@pacioli/postings'
import type { LineItem, SalesTax } from './line-items.ts'
import { prefetchTags, lineItemTagsFrom } from '../tags/tag-inputs.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import type { RequestedLineItem, RequestedTax } from './requested-lines.ts'
import { namedAccount } from '../posting/named-accounts.ts'
import { resolveAccount, resolveTags, type ResolvingFacts } from '../posting/resolve-names.ts'

/** The account of a tax, by the name of the tax. */
export type TaxAccountOf = (taxName: string, field: string) => string

/** @throws ControlAccount, AccountArchived; RetryDecision */
export const taxAccountsIn =
  (books: Books, accounts: TaxAccounts): TaxAccountOf =>
  (taxName, field) =>
    namedAccount(books, { type: 'AccountId', id: accounts(taxName) ?? '' }, field).id

/** Missing accounts are not queried. */
export function prefetchTaxes(asking: LedgerPrefetch, taxes: readonly RequestedTax[], accounts: TaxAccounts): void {
  for (const { taxName, field } of taxes) {
    const id = accounts(taxName)
    if (id !== undefined) asking.account({ type: 'AccountId', id }, field)
  }
}

export function prefetchLines(
  asking: LedgerPrefetch,
  lines: readonly RequestedLineItem[],
  accounts: TaxAccounts,
): void {
  for (const { field, account, prepaymentAccount, salesTaxes, tags } of lines) {
    asking.account(account, `${field}account_identifier`)
    if (prepaymentAccount) asking.account(prepaymentAccount, `${field}prepayment_account_identifier`)
    prefetchTaxes(asking, salesTaxes, accounts)
    prefetchTags(asking, tags, `${field}tags`)
  }
}

/** What a requested line is resolved with. */
export type Resolving = ResolvingFacts & { taxAccountOf: TaxAccountOf }

/** A tax keeps the id of the previous tax of its name there, so that its recognized amounts stay attributed. */
export function taxesFrom(
  requested: readonly RequestedTax[],
  existing: readonly SalesTax[],
  { taxAccountOf, newId }: Pick<Resolving, 'taxAccountOf' | 'newId'>,
  problems: Problems,
): SalesTax[] {
  const free = Map.groupBy(existing, (tax) => tax.taxName)
  return requested.map(({ taxName, amount, field }) => {
    const accountId = collectProblems(problems, () => taxAccountOf(taxName, field)) ?? ''
    return { id: free.get(taxName)?.shift()?.id ?? newId(), taxName, accountId, amount }
  })
}

/**
 * The line item with its accounts, tags and other requested fields. Every problem is added to `problems`.
 * @param before the one that it replaces, whose ids it keeps
 */
export function lineItemFrom<Requested extends RequestedLineItem>(
  requested: Requested,
  before: LineItem | undefined,
  resolving: Resolving,
  problems: Problems,
) {
  const { field, account, prepaymentAccount, salesTaxes, ...rest } = requested
  const { books, newId } = resolving
  const prepaymentField = `${field}prepayment_account_identifier`
  return {
    ...rest,
    id: before?.id ?? newId(),
    accountId: resolveAccount(account, `${field}account_identifier`, books, problems) ?? '',
    prepaymentAccountId: resolveAccount(prepaymentAccount, prepaymentField, books, problems),
    salesTaxes: taxesFrom(salesTaxes, before?.salesTaxes ?? [], resolving, problems),
    tags: resolveTags(requested, resolving, problems, before?.tags, lineItemTagsFrom),
  }
}
