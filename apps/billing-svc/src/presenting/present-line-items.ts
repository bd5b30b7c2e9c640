/** Line items and sales taxes of bills and invoices as callers see them. Pure. */
import type { SalesTaxEntry } from '@pacioli/protos/billing'
import type { DocumentNames } from './document-names.ts'
import { toSendable } from '../documents/wire-format.ts'
import { shownOfLine } from '../line-items/line-item-state.ts'
import type { LineItem, SalesTax } from '../line-items/line-items.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toDocumentTags } from '../tags/present-tags.ts'

export const toTaxMessage = (
  { taxName, accountId, amount }: SalesTax,
  { accounts }: Pick<DocumentNames, 'accounts'>,
): SalesTaxEntry => ({
  tax_account: { type: 'Tax_Name', name: taxName },
  tax_ledger_account: toAccountSummary(accountId, accounts),
  amount,
})

/** What line items of all kinds of documents show. */
export const toLineItemMessage = (line: LineItem, names: DocumentNames) => ({
  ...toSendable(shownOfLine(line)),
  account_identifier: { type: 'AccountId', id: line.accountId },
  ledger_account: toAccountSummary(line.accountId, names.accounts),
  prepayment_account:
    line.prepaymentAccountId === null ? undefined : toAccountSummary(line.prepaymentAccountId, names.accounts),
  sales_taxes: line.salesTaxes.map((tax) => toTaxMessage(tax, names)),
  transaction_tags: toDocumentTags(line.tags, names.tags),
})
