/** The accounts and tags of a document's line items and taxes. Pure. */
import type { DocumentTag } from '../tags/tags.ts'
import type { Itemized } from './line-items.ts'

/** Those of line items, of their prepayments, and of all taxes. */
export const accountsOfLines = ({ lineItems, additionalSalesTaxes }: Itemized): (string | null)[] => [
  ...lineItems.flatMap(({ accountId, prepaymentAccountId, salesTaxes }) => [
    accountId,
    prepaymentAccountId,
    ...salesTaxes.map((tax) => tax.accountId),
  ]),
  ...additionalSalesTaxes.map(({ accountId }) => accountId),
]

/** Those of a document and of its line items. */
export const tagsWithLines = ({
  tags,
  lineItems,
}: {
  tags: readonly DocumentTag[]
  lineItems: readonly { tags: readonly DocumentTag[] }[]
}): DocumentTag[] => [...tags, ...lineItems.flatMap((line) => line.tags)]
