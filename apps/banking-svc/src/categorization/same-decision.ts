/** Whether a decision changes anything. Pure. */
import { sameContacts, type BankTransaction, type SplitEntry } from '../bank-transactions/bank-transaction.ts'
import { sameTags } from './decided-tags.ts'

const samePart = (one: SplitEntry, other: SplitEntry | undefined): boolean =>
  other !== undefined &&
  one.categoryAccountId === other.categoryAccountId &&
  one.amount === other.amount &&
  one.memo === other.memo &&
  sameContacts(one, other) &&
  sameTags(one.tags, other.tags)

/** Whether both have the same entry. The memo of a transaction is not in the books: its entry keeps the earlier one. */
export const isSameInJournal = (before: BankTransaction, after: BankTransaction): boolean =>
  before.status === after.status &&
  before.categoryAccountId === after.categoryAccountId &&
  before.isExcluded === after.isExcluded &&
  sameContacts(before, after) &&
  before.splits.length === after.splits.length &&
  before.splits.every((part, index) => samePart(part, after.splits[index])) &&
  sameTags(before.tags, after.tags)

export const isSameDecision = (before: BankTransaction, after: BankTransaction): boolean =>
  isSameInJournal(before, after) &&
  before.categorizationMethod === after.categorizationMethod &&
  before.ruleId === after.ruleId &&
  before.memo === after.memo &&
  before.taxCode === after.taxCode
