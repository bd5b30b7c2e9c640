/** Wanted line items and taxes with the accounts and tags that the ledger answered. Pure. */
import { gather, type Problems } from '@pacioli/errors'
import type { Asking, Books } from '@pacioli/postings'
import { keptMetadata } from '../documents/metadata.ts'
import { namedAccount } from '../documents/payable-accounts.ts'
import { askTags, lineItemTagsFrom, type Making } from '../documents/tag-inputs.ts'
import { taxStableName } from '../documents/tax-name.ts'
import type { BillLineItem, SalesTax } from './bill.ts'
import type { WantedLine, WantedTax } from './wanted-lines.ts'

/** Which account a tax stands on, by the name of the tax. */
export type TaxAccountOf = (taxName: string, field: string) => string

/** @throws ControlAccount, AccountArchived; AskAgain */
export const taxAccountsIn =
  (books: Books, accounts: ReadonlyMap<string, string>): TaxAccountOf =>
  (taxName, field) =>
    namedAccount(books, { type: 'AccountId', id: accounts.get(taxStableName(taxName)) ?? '' }, field).id

/** @param accounts of the taxes, by stable name; those that are not there are not asked for */
export function askForTaxes(asking: Asking, taxes: readonly WantedTax[], accounts: ReadonlyMap<string, string>): void {
  for (const { taxName, field } of taxes) {
    const id = accounts.get(taxStableName(taxName))
    if (id !== undefined) asking.account({ type: 'AccountId', id }, field)
  }
}

export function askForLines(asking: Asking, lines: readonly WantedLine[], accounts: ReadonlyMap<string, string>): void {
  for (const { field, account, prepaymentAccount, salesTaxes, tags } of lines) {
    asking.account(account, `${field}.account_identifier`)
    if (prepaymentAccount) asking.account(prepaymentAccount, `${field}.prepayment_account_identifier`)
    askForTaxes(asking, salesTaxes, accounts)
    askTags(asking, tags, `${field}.tags`)
  }
}

/** What decides how a wanted line becomes one. `there` are the bill's own, whose ids are kept. */
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
    const accountId = gather(problems, () => taxAccountOf(taxName, field)) ?? ''
    return { id: free.get(taxName)?.shift()?.id ?? newId(), taxName, accountId, amount }
  })
}

/**
 * The lines with their accounts and tags. One that the bill has already, by its id or else by its external_id, keeps its
 * ids; every problem is added to `problems`.
 */
export function linesFrom(
  wanted: readonly WantedLine[],
  there: readonly BillLineItem[],
  resolving: Resolving,
  problems: Problems,
): BillLineItem[] {
  const replaced = replacedBy(wanted, there, problems)
  return wanted.map((line) => {
    const before = replaced.get(line)
    const { field, account, prepaymentAccount, salesTaxes, tags, metadata, id: _id, ...rest } = line
    const accountId = gather(problems, () => namedAccount(resolving.books, account, `${field}.account_identifier`).id)
    const prepaymentAccountId =
      prepaymentAccount &&
      gather(
        problems,
        () => namedAccount(resolving.books, prepaymentAccount, `${field}.prepayment_account_identifier`).id,
      )
    const making = { ...resolving, there: before?.tags ?? [] }
    return {
      ...rest,
      id: before?.id ?? resolving.newId(),
      accountId: accountId ?? '',
      prepaymentAccountId: prepaymentAccountId ?? null,
      salesTaxes: taxesFrom(salesTaxes, before?.salesTaxes ?? [], resolving, problems),
      tags: gather(problems, () => lineItemTagsFrom(tags, resolving.books, making, `${field}.tags`)) ?? [],
      metadata: keptMetadata(metadata, before?.metadata ?? null),
    }
  })
}

/** Which of the bill's line items each replaces. Ids go before external ids, and each is replaced once. */
function replacedBy(
  wanted: readonly WantedLine[],
  there: readonly BillLineItem[],
  problems: Problems,
): Map<WantedLine, BillLineItem> {
  const replaced = new Map<WantedLine, BillLineItem>()
  const byId = new Map(there.map((line) => [line.id, line]))
  for (const line of wanted) {
    if (line.id === null) continue
    const known = byId.get(line.id.toLowerCase())
    if (known) replaced.set(line, known)
    else
      problems.add('InvalidPayload', `The bill has no line item ${line.id}.`, {
        field: `${line.field}.id`,
        value: line.id,
      })
  }
  const taken = new Set([...replaced.values()].map(({ id }) => id))
  const byExternalId = new Map(
    there.filter(({ id, externalId }) => externalId !== null && !taken.has(id)).map((line) => [line.externalId, line]),
  )
  for (const line of wanted) {
    const known = line.id === null && line.externalId !== null ? byExternalId.get(line.externalId) : undefined
    if (known) replaced.set(line, known)
  }
  return replaced
}
