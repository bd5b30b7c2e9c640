/**
 * What a decision of a request, rule or feed makes of a bank transaction: its new state and postings. A correction never
 * edits: it reverses the standing posting and makes a new one. Pure.
 */
import { Problems, collectProblems, refused } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import { RetryDecision, type AskedAccount, type Books, type NewPosting, type Posting } from '@pacioli/postings'
import {
  BY_REQUEST,
  categorize,
  contactsOf,
  describe,
  exclude,
  requireDecidable,
  split,
  uncategorize,
  type BankTransaction,
  type Contacts,
  type Decider,
  type DecisionDetails,
  type SplitEntry,
} from '../bank-transactions/bank-transaction.ts'
import { requireCategory } from '../bank-transactions/control-accounts.ts'
import { entryAtOf } from '../bank-transactions/entry-at.ts'
import { sourceOf, transactionKey } from '../bank-transactions/posting-keys.ts'
import { refuseRivals, sameTags, tagsFrom } from './decided-tags.ts'
import { isSameDecision, isSameInJournal } from './same-decision.ts'
import { linesOf, toPostingTag, type DecidedTag } from './transaction.postings.ts'

export type { DecidedTag } from './transaction.postings.ts'

/** A requested category once the ledger has said which account it is. */
export type DecidedCategory = Contacts & { account: AskedAccount }

export type DecidedPart = DecidedCategory & { amount: number; memo: string | null; tags: readonly DecidedTag[] }

/** Absent fields stay as they are; `tags` replace the transaction's. */
export type Decision = { taxCode?: string | null; memo?: string | null; tags?: readonly DecidedTag[] } & (
  ({ kind: 'category' } & DecidedCategory) | { kind: 'exclusion' } | { kind: 'split'; entries: readonly DecidedPart[] }
)

export type DecisionFacts = {
  /** Includes the ledger account of the bank account. */
  books: Books
  bankLedgerAccountId: string
  /** The tags that the transaction carries, by definition id. */
  tagNames: ReadonlyMap<string, DecidedTag>
  /** The transactions in a closed period that were in its books by a match. */
  matchedBefore?: ReadonlySet<string>
  now: Date
  newId: () => string
  /** Where the request names the transaction, for refusals: empty, or an index and a dot. */
  field?: string
}

/** `after` is `before` itself where nothing changes. Postings in the order in which they are to be staged. */
export type Decided = { after: BankTransaction; postings: Posting[] }

/** The limit of a journal entry; tags of the whole entry count once per line. */
const MAX_LINE_TAGS = 5_000

/** An event has to carry a split of a thousand parts whole. */
const MAX_PART_TAGS = 2_500

/**
 * Repeating a decision changes nothing. A first posting needs an open period; that of a transaction which was in the
 * books before moves to the first open instant.
 * @throws every problem of it at once: TransactionPending, TransactionMatched, ControlAccount, PartyMismatch,
 *   CategoryIsBankAccount, AccountArchived, PeriodClosed, SplitUnbalanced, AmountNotPositive, DuplicateTagDimension, TagValueArchived, PayloadTooLarge; RetryDecision
 */
export function decideTransaction(
  before: BankTransaction,
  decision: Decision,
  by: Decider,
  facts: DecisionFacts,
): Decided {
  const problems = new Problems()
  collectProblems(problems, () => requireDecidable(before))
  const partTags = decision.kind === 'split' ? decision.entries.flatMap(({ tags }) => tags) : []
  const names = namesFor(before, [...(decision.tags ?? []), ...partTags], facts.tagNames)
  const after = collectProblems(problems, () => {
    const made = decided(before, decision, by, facts)
    refuseRivals(made.tags, made.splits, nameIn(names), facts.field ?? '')
    return made
  })
  if (after && isSameDecision(before, after)) return { after: before, postings: [] }
  if (after && isSameInJournal(before, after)) return { after: { ...after, splits: before.splits }, postings: [] }
  const categories = categoriesOf(decision, facts)
  collectProblems(problems, () => requireCategories(categories))
  collectProblems(problems, () => requirePostable(categories, facts))
  const outcome = collectProblems(problems, () => {
    if (after) return repost(before, after, agentOf(by), { ...facts, tagNames: names })
    if (decision.kind !== 'exclusion' && before.amount > 0) entryAtOf([before], facts.books, facts.matchedBefore)
    return undefined
  })
  problems.throwIfAny()
  return outcome as Decided
}

/**
 * Back to READY_FOR_INPUT; reverses the standing posting. A match is ended by `endMatch` instead.
 * @throws TransactionMatched
 */
export function undecideTransaction(before: BankTransaction, facts: Pick<DecisionFacts, 'books' | 'now'>): Decided {
  if (before.status === 'MATCHED') requireDecidable(before)
  const after = uncategorize(before, facts.now)
  return after === before ? { after, postings: [] } : withPostings(before, after, null, 'API', facts)
}

/**
 * Replaces the tags of the transaction as a whole, and reposts under them. The entry of a match has the tags of its
 * document, or none, and stays.
 * @throws DuplicateTagDimension, TagValueArchived, AccountArchived, PayloadTooLarge; RetryDecision
 */
export function retagTransaction(before: BankTransaction, tags: readonly DecidedTag[], facts: DecisionFacts): Decided {
  const names = namesFor(before, tags, facts.tagNames)
  const carried = tagsFrom(tags, before.tags, facts.newId, `${facts.field ?? ''}tags`)
  if (sameTags(before.tags, carried)) return { after: before, postings: [] }
  const after = describe(before, { tags: carried }, facts.now)
  refuseRivals(after.tags, after.splits, nameIn(names), facts.field ?? '')
  if (before.livePostingKey === null || before.status === 'MATCHED') return { after, postings: [] }
  const accounts = partsOf(after).map(({ accountId }) => ({ account: facts.books.accountById(accountId) }))
  requirePostable(accounts, facts)
  return repost(before, after, agentOf(BY_REQUEST), { ...facts, tagNames: names })
}

/** Only the names that one transaction can need: copying those of thousands for each takes seconds. */
function namesFor(
  { tags, splits }: BankTransaction,
  given: readonly DecidedTag[],
  known: ReadonlyMap<string, DecidedTag>,
): Map<string, DecidedTag> {
  const names = new Map<string, DecidedTag>()
  for (const { definitionId } of [...tags, ...splits.flatMap((part) => part.tags)]) {
    const tag = known.get(definitionId)
    if (tag) names.set(definitionId, tag)
  }
  for (const tag of given) names.set(tag.definitionId, tag)
  return names
}

const nameIn = (names: ReadonlyMap<string, DecidedTag>) => (definitionId: string) => {
  const found = names.get(definitionId)
  if (!found) throw new RetryDecision()
  return found
}

function decided(before: BankTransaction, decision: Decision, by: Decider, facts: DecisionFacts): BankTransaction {
  const { newId, now, field = '' } = facts
  const details: DecisionDetails = {
    ...(decision.taxCode === undefined ? {} : { taxCode: decision.taxCode }),
    ...(decision.memo === undefined ? {} : { memo: decision.memo }),
    ...(decision.tags === undefined ? {} : { tags: tagsFrom(decision.tags, before.tags, newId, `${field}tags`) }),
  }
  if (decision.kind === 'category') {
    const category = { accountId: decision.account.id, ...contactsOf(decision) }
    return categorize(before, category, by, now, details)
  }
  if (decision.kind === 'exclusion') return exclude(before, by, now, details)
  return split(before, splitsFrom(decision.entries, newId, field), by, now, details, `${field}entries`)
}

function splitsFrom(entries: readonly DecidedPart[], newId: () => string, field: string): SplitEntry[] {
  const problems = new Problems()
  const tagCount = entries.reduce((sum, { tags }) => sum + tags.length, 0)
  if (tagCount > MAX_PART_TAGS)
    problems.add(
      'PayloadTooLarge',
      `The parts of a split carry at most ${MAX_PART_TAGS} tags together; here are ${tagCount}.`,
      { field: `${field}entries` },
    )
  const splits = entries.map(({ account, amount, memo, tags, customerId, vendorId }, index): SplitEntry => {
    const at = `${field}entries.${index}`
    if (!isAmount(amount) || amount < 1)
      problems.add('AmountNotPositive', 'The amount of a part is a whole number of minor units above zero.', {
        field: `${at}.amount`,
        value: amount,
      })
    return {
      id: newId(),
      categoryAccountId: account.id,
      amount,
      memo,
      customerId,
      vendorId,
      tags: collectProblems(problems, () => tagsFrom(tags, [], newId, `${at}.tags`)) ?? [],
    }
  })
  problems.throwIfAny()
  return splits
}

type NamedAccount = { account: AskedAccount; field?: string }

function categoriesOf(decision: Decision, { field = '' }: DecisionFacts): (DecidedCategory & { field: string })[] {
  if (decision.kind === 'exclusion') return []
  if (decision.kind === 'category') return [{ ...decision, field: `${field}category` }]
  return decision.entries.map((entry, index) => ({ ...entry, field: `${field}entries.${index}.category` }))
}

/** @throws ControlAccount, PartyMismatch */
function requireCategories(categories: readonly (DecidedCategory & { field: string })[]): void {
  const problems = new Problems()
  for (const category of categories) collectProblems(problems, () => requireCategory(category, category.field))
  problems.throwIfAny()
}

/** @throws CategoryIsBankAccount, AccountArchived */
function requirePostable(accounts: readonly NamedAccount[], { books, bankLedgerAccountId }: DecisionFacts): void {
  if (accounts.length === 0) return
  const problems = new Problems()
  for (const { account, field } of accounts) {
    if (account.id === bankLedgerAccountId)
      problems.add(
        'CategoryIsBankAccount',
        `${account.name} is the ledger account of the bank account itself: choose what the money was for.`,
        { ...(field === undefined ? {} : { field }), value: account.stableName ?? account.id },
      )
    collectProblems(problems, () => books.requirePostable(account, field))
  }
  collectProblems(problems, () => books.requirePostable(books.accountById(bankLedgerAccountId)))
  problems.throwIfAny()
}

/** What each account gets, whatever kind of decision it was. */
function partsOf({ status, isExcluded, categoryAccountId, amount, splits, customerId, vendorId }: BankTransaction) {
  if (status === 'SPLIT') return splits.map(({ categoryAccountId: accountId, ...part }) => ({ ...part, accountId }))
  if (status !== 'CATEGORIZED' || isExcluded || categoryAccountId === null) return []
  return [{ accountId: categoryAccountId, amount, memo: null, tags: [], customerId, vendorId }]
}

const agentOf = ({ method }: Decider): NonNullable<Posting['agent']> => (method === 'RULE' ? 'SERVICE_AUTO' : 'API')

/** Reverses the standing posting and makes the new one. @throws PeriodClosed, TagValueArchived, PayloadTooLarge */
function repost(
  before: BankTransaction,
  after: BankTransaction,
  agent: NonNullable<Posting['agent']>,
  facts: DecisionFacts,
): Decided {
  const nameOf = nameIn(facts.tagNames)
  const named = partsOf(after).map((part) => ({
    ...part,
    tags: part.tags.map(({ definitionId }) => nameOf(definitionId)),
  }))
  const lines = linesOf(after, facts.bankLedgerAccountId, named)
  if (lines.length === 0) return withPostings(before, after, null, agent, facts)
  const tags = after.tags.map(({ definitionId }) => nameOf(definitionId))
  refuseArchived([...tags, ...named.flatMap((part) => part.tags)], facts)
  const lineTags = lines.reduce((sum, line) => sum + tags.length + (line.tags?.length ?? 0), 0)
  if (lineTags > MAX_LINE_TAGS)
    throw refused(
      'PayloadTooLarge',
      `The lines of one entry carry at most ${MAX_LINE_TAGS} tags together, each tag of the transaction counting once per line; here are ${lineTags}.`,
      { field: `${facts.field ?? ''}entries` },
    )
  return withPostings(before, after, { lines, tags: tags.map(toPostingTag) }, agent, facts)
}

function refuseArchived(tags: readonly DecidedTag[], { field = '' }: DecisionFacts): void {
  const problems = new Problems()
  for (const { key, value, archivedAt } of tags)
    if (archivedAt instanceof Date)
      problems.add('TagValueArchived', `${key} = ${value} is archived and cannot be posted. Remove the tag first.`, {
        field: `${field}tags`,
        value,
      })
  problems.throwIfAny()
}

/** The new state with its postings: the reversal of the standing one, then the new entry, if any. */
function withPostings(
  before: BankTransaction,
  after: BankTransaction,
  entry: Pick<NewPosting, 'lines' | 'tags'> | null,
  agent: NonNullable<Posting['agent']>,
  { books, matchedBefore }: Pick<DecisionFacts, 'books' | 'matchedBefore'>,
): Decided {
  const { id, livePostingKey, date } = before
  const postings: Posting[] = []
  let revision = before.postingRevision
  const head = { source: sourceOf(before), agent }
  if (livePostingKey !== null)
    postings.push({
      ...head,
      postingKey: transactionKey(id, 'reversed', ++revision),
      reverses: livePostingKey,
      entryAt: books.firstOpenFrom(date),
    })
  const live = entry && transactionKey(id, after.status === 'SPLIT' ? 'split' : 'categorized', ++revision)
  if (entry !== null && live !== null)
    postings.push({
      ...head,
      ...entry,
      postingKey: live,
      entryAt: entryAtOf([before], books, matchedBefore),
      entryType: 'BANK',
      basis: 'BOTH',
      memo: after.memo ?? after.description,
      referenceNumber: after.referenceNumber,
    })
  return { after: { ...after, livePostingKey: live, postingRevision: revision }, postings }
}
