/** The journal lines of a decided bank transaction (docs/POSTING-RULES.md "Banking"). Pure. */
import { credit, debit, withoutZeroes, type PostingLine, type PostingTag } from '@pacioli/postings'
import {
  contactsOf,
  NO_CONTACTS,
  partyOf,
  sameContacts,
  type BankTransaction,
  type Contacts,
} from '../bank-transactions/bank-transaction.ts'

/** A tag value by its current names. */
export type DecidedTag = {
  dimensionId: string
  definitionId: string
  key: string
  value: string
  strictness: string
  archivedAt?: Date | null
}

/** What one account gets of a transaction. Minor units, above zero unless the transaction is of zero. */
export type PostingPart = Contacts & {
  accountId: string
  amount: number
  memo: string | null
  tags: readonly DecidedTag[]
}

export const toPostingTag = ({ definitionId, key, value }: DecidedTag): PostingTag => ({ definitionId, key, value })

/**
 * Money in raises the bank account's ledger account with a debit, whether that is money (ASSET) or less debt (LIABILITY).
 * The bank account has one line; parts tagged in BALANCING dimensions get one for each combination of their values, so
 * that the entry balances under each. It names the customer or vendor that all its parts name.
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
      { ...withTags(group[0]?.tags.filter(isBalancing) ?? []), ...partyOf(commonContacts(group)) },
    ),
  )
  const partLines = parts.map(({ accountId, amount, memo, tags, ...contacts }) =>
    onPart(accountId, amount, { memo, ...withTags(tags), ...partyOf(contacts) }),
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

const commonContacts = ([first, ...others]: readonly PostingPart[]): Contacts =>
  first && others.every((other) => sameContacts(first, other)) ? contactsOf(first) : NO_CONTACTS

const withTags = (tags: readonly DecidedTag[]): { tags?: PostingTag[] } =>
  tags.length === 0 ? {} : { tags: tags.map(toPostingTag) }
