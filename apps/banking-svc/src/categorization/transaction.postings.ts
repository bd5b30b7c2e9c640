/** What a decided bank transaction says in the journal (docs/POSTING-RULES.md, "Banking"). Pure. */
import { credit, debit, withoutZeroes, type PostingLine, type PostingTag } from '@pacioli/postings'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'

/** A tag value by the names it has now. */
export type DecidedTag = {
  dimensionId: string
  definitionId: string
  key: string
  value: string
  strictness: string
  archivedAt?: Date | null
}

/** What one account gets of a transaction. Amounts are minor units, above zero unless the transaction is worth nothing. */
export type PostingPart = { accountId: string; amount: number; memo: string | null; tags: readonly DecidedTag[] }

export const toPostingTag = ({ definitionId, key, value }: DecidedTag): PostingTag => ({ definitionId, key, value })

/**
 * Money in raises the bank account's ledger account with a debit, whether that is money (ASSET) or less debt (LIABILITY).
 * The bank account has one line; parts tagged in BALANCING dimensions get one for each combination of their values, so
 * that the entry balances under each.
 */
export function linesOf(
  { direction }: Pick<BankTransaction, 'direction'>,
  bankLedgerAccountId: string,
  parts: readonly PostingPart[],
): PostingLine[] {
  const [onBank, onPart] = direction === 'CREDIT' ? [debit, credit] : [credit, debit]
  const bankLines = [...Map.groupBy(parts, combinationOf).values()].map((group) =>
    onBank(
      bankLedgerAccountId,
      group.reduce((sum, { amount }) => sum + amount, 0),
      withTags(group[0]?.tags.filter(isBalancing) ?? []),
    ),
  )
  const partLines = parts.map(({ accountId, amount, memo, tags }) =>
    onPart(accountId, amount, { memo, ...withTags(tags) }),
  )
  return withoutZeroes([...bankLines, ...partLines])
}

const isBalancing = ({ strictness }: DecidedTag): boolean => strictness === 'BALANCING'

const combinationOf = ({ tags }: PostingPart): string =>
  tags
    .filter(isBalancing)
    .map(({ definitionId }) => definitionId)
    .sort()
    .join(' ')

const withTags = (tags: readonly DecidedTag[]): { tags?: PostingTag[] } =>
  tags.length === 0 ? {} : { tags: tags.map(toPostingTag) }
