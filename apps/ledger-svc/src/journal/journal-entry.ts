/**
 * Journal entries and the rules of posting them: debits equal credits, nothing goes into a closed period, to an account
 * that is archived or not there, and nothing is ever edited (posting-rules.md).
 */
import type { CanonicalRequest } from '@pacioli/fields'
import { DomainError, Problems, refused } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT, opposite, type Direction } from '@pacioli/money'
import type { Books } from '../books/books.ts'
import { archived } from '../businesses/business.ts'
import { findAccount, wordsFor, type Account, type AccountIdentifier } from '../chart-of-accounts/account.ts'
import { addImbalance, imbalancesOf, type TaggedAmount } from '../tags/balancing.ts'
import type { AppliedTag, TagInput, TagResolver } from '../tags/tag.ts'

export type EntryType = 'BANK' | 'MANUAL' | 'OPENING_BALANCE' | 'CLOSING_ACTION_RETAINED_EARNINGS'
export type Basis = 'ACCRUAL' | 'CASH' | 'BOTH'
export type Agent = 'SMS' | 'API' | 'SERVICE_AUTO' | 'SERVICE_MANUAL'

/** What one request may bring: beyond that the answer would be too large to give. */
export const MAX_LINES_PER_REQUEST = 10_000
export const MAX_LINE_TAGS_PER_REQUEST = 10_000

/**
 * Tags on the lines of one entry, those of the entry counting once per line. Their names may change later, and an entry
 * has to fit into an answer even with the longest ones.
 */
export const MAX_LINE_TAGS_PER_ENTRY = 5_000

/** What is said of an entry besides its lines. `metadata` is JSON text. */
export type EntryHead = {
  externalId: string | null
  /** What a request asked for to have it posted; there only while it is. */
  asked?: CanonicalRequest | undefined
  /** The request that it comes from, where that is not the one that is being served; there only while it is posted. */
  requestId?: string | undefined
  postingKey: string | null
  entryType: EntryType
  basis: Basis
  agent: Agent
  entryAt: Date
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
  /** The document that caused the entry; null for entries made by hand. */
  sourceType: string | null
  sourceId: string | null
  reversalOfId: string | null
}

export type LineItem = {
  id: string
  account: Account
  amount: number
  direction: Direction
  memo: string | null
  /** The bill, vendor credit or invoice whose debt the line moves, on a control account; else null. */
  documentId: string | null
  tags: AppliedTag[]
}

export type JournalEntry = EntryHead & {
  id: string
  businessId: string
  ledgerId: string
  recordedAt: Date
  /** The entry that reverses this one. */
  reversalId: string | null
  lines: LineItem[]
  tags: AppliedTag[]
  /** How often its tags, or those of its lines, were changed after it was posted. */
  tagRevision: number
}

export type LineDraft = {
  account: AccountIdentifier
  amount: number
  direction: string
  memo: string | null
  documentId: string | null
  tags: readonly TagInput[]
}

/** An entry as asked for. `field` is where it stands in the request: empty, or an index and a dot. */
export type EntryDraft = EntryHead & { field: string; lines: readonly LineDraft[]; tags: readonly TagInput[] }

/** What deciding needs to know besides the books. */
export type Decision = {
  books: Books
  tags: TagResolver
  now: Date
  newId: () => string
  /** The epoch under which the caller asked; older than the books when a service had decided before they changed. */
  askedEpoch: number
}

/**
 * Decides which entries are posted: all of them, or none with every problem named.
 * @throws PayloadTooLarge, UnbalancedEntry, PeriodClosed, AccountNotFound, AccountArchived, AmountNotPositive, AmountOutOfRange,
 *   BusinessArchived, DuplicateTagDimension, TagValueArchived, BalancingTagViolation
 */
export function decideEntries(drafts: readonly EntryDraft[], decision: Decision): JournalEntry[] {
  refuseArchivedBusiness(decision)
  refuseTooMuch(drafts)
  const problems = new Problems()
  const entries = drafts.map((draft) => decideEntry(draft, decision, problems))
  problems.throwIfAny()
  return entries
}

function refuseArchivedBusiness({ books, askedEpoch }: Pick<Decision, 'books' | 'askedEpoch'>): void {
  if (books.archivedAt !== null && askedEpoch >= (books.archivedEpoch ?? 0)) throw archived()
}

function refuseTooMuch(drafts: readonly EntryDraft[]): void {
  const sum = (of: (draft: EntryDraft) => number): number => drafts.reduce((total, draft) => total + of(draft), 0)
  const lines = sum((draft) => draft.lines.length)
  const tagsOf = (draft: EntryDraft): number =>
    draft.lines.reduce((total, line) => total + line.tags.length + draft.tags.length, 0)
  const tags = sum(tagsOf)
  if (lines > MAX_LINES_PER_REQUEST)
    throw refused(
      'PayloadTooLarge',
      `A request brings at most ${MAX_LINES_PER_REQUEST} line items; here are ${lines}.`,
      {
        field: 'line_items',
      },
    )
  if (tags > MAX_LINE_TAGS_PER_REQUEST)
    throw refused(
      'PayloadTooLarge',
      `A request puts at most ${MAX_LINE_TAGS_PER_REQUEST} tags on line items, each tag of an entry counting once per line; here are ${tags}.`,
      { field: 'tags' },
    )
  const tooWide = drafts.find((draft) => tagsOf(draft) > MAX_LINE_TAGS_PER_ENTRY)
  if (tooWide) throw tooManyTags(`${tooWide.field}tags`)
}

/** @param field where the request names the entry, or what is put on it */
export const tooManyTags = (field: string): DomainError =>
  refused(
    'PayloadTooLarge',
    `The lines of one entry carry at most ${MAX_LINE_TAGS_PER_ENTRY} tags together, each tag of the entry counting once per line.`,
    { field },
  )

function decideEntry(draft: EntryDraft, decision: Decision, problems: Problems): JournalEntry {
  const { books, tags, now, newId } = decision
  refuseClosedPeriod(draft, decision, problems)
  const entryTags = tags.apply(draft.tags, [], `${draft.field}tags`, problems)
  const tagged: TaggedAmount[] = []
  const lines = draft.lines.flatMap((line, index) => {
    const field = `${draft.field}line_items.${index}`
    const account = accountFor(line, field, decision, problems)
    if (!isAmount(line.amount) || line.amount < 1)
      problems.add('AmountNotPositive', `The amount is a whole number of minor units from 1 to ${MAX_AMOUNT}.`, {
        field: `${field}.amount`,
        value: line.amount,
      })
    const lineTags = tags.apply(line.tags, entryTags, `${field}.tags`, problems)
    tagged.push({ amount: line.amount, direction: line.direction as Direction, tags: lineTags })
    if (!account) return []
    return [
      {
        id: newId(),
        account,
        amount: line.amount,
        direction: line.direction as Direction,
        memo: line.memo,
        documentId: line.documentId,
        tags: lineTags,
      },
    ]
  })
  refuseUnbalanced(draft, problems)
  refuseUnbalancedTags(tagged, draft.field, decision.askedEpoch, problems)
  const { field: _field, lines: _lines, tags: _tags, ...head } = draft
  return {
    ...head,
    id: newId(),
    businessId: books.businessId,
    ledgerId: books.ledgerId,
    recordedAt: now,
    reversalId: null,
    lines,
    tags: entryTags,
    tagRevision: 0,
  }
}

function refuseClosedPeriod({ entryAt, field }: EntryDraft, { books, askedEpoch }: Decision, problems: Problems): void {
  const { closedThrough, closedEpoch } = books
  if (closedThrough !== null && entryAt <= closedThrough && askedEpoch >= closedEpoch)
    problems.add(
      'PeriodClosed',
      `The books are closed through ${closedThrough.toISOString()}; the entry is at ${entryAt.toISOString()}.`,
      {
        field: `${field}entry_at`,
        value: entryAt.toISOString(),
      },
    )
}

function accountFor(
  line: LineDraft,
  field: string,
  { books, askedEpoch }: Decision,
  problems: Problems,
): Account | undefined {
  const account = findAccount(books.chart, line.account)
  const at = { field: `${field}.account_identifier`, value: wordsFor(line.account) }
  if (!account) {
    problems.add('AccountNotFound', `The business has no account ${wordsFor(line.account)}.`, at)
    return undefined
  }
  if (account.archivedAt !== null && askedEpoch >= (account.archivedEpoch ?? 0))
    problems.add('AccountArchived', `${account.name} is archived and takes no postings.`, at)
  return account
}

function refuseUnbalanced({ lines, field }: EntryDraft, problems: Problems): void {
  const total = (direction: Direction): bigint =>
    lines.reduce(
      (sum, line) => (line.direction === direction && isAmount(line.amount) ? sum + BigInt(line.amount) : sum),
      0n,
    )
  const [debits, credits] = [total('DEBIT'), total('CREDIT')]
  const at = { field: `${field}line_items` }
  if (debits !== credits)
    problems.add('UnbalancedEntry', `Debits are ${debits} and credits ${credits}; they must be equal.`, {
      ...at,
      value: String(debits - credits),
    })
  else if (debits > BigInt(MAX_AMOUNT))
    problems.add('AmountOutOfRange', `The entry moves ${debits}; at most ${MAX_AMOUNT} is possible.`, at)
  else if (lines.length < 2) problems.add('UnbalancedEntry', 'An entry has at least two line items.', at)
}

/** What was asked before a dimension became BALANCING is accepted as it is. */
function refuseUnbalancedTags(
  lines: readonly TaggedAmount[],
  field: string,
  askedEpoch: number,
  problems: Problems,
): void {
  // Whatever is wrong with an amount has been said already, and sums of such amounts would say nothing.
  if (!lines.every(({ amount }) => isAmount(amount))) return
  const isEnforced = (tag: AppliedTag): boolean => tag.balancingEpoch !== null && askedEpoch >= tag.balancingEpoch
  for (const imbalance of imbalancesOf(lines, isEnforced)) addImbalance(problems, imbalance, `${field}line_items`)
}

/**
 * The reversal of an entry: the same lines with sides swapped, the same basis, type and tags, at the same time while
 * that period is open, else at the first open instant. It posts to archived accounts too.
 * @throws EntryIsReversal, EntryOwned (unless the owner itself asks), BusinessArchived
 */
export function reverseEntry(
  entry: JournalEntry,
  by: { postingKey: string | null; memo: string | null; agent: Agent; ownerAsks: boolean },
  { books, now, newId, askedEpoch }: Omit<Decision, 'tags'>,
): JournalEntry {
  refuseArchivedBusiness({ books, askedEpoch })
  if (entry.reversalOfId !== null)
    throw refused('EntryIsReversal', `Entry ${entry.id} is itself a reversal. Post a new entry instead.`, {
      field: 'entryId',
      value: entry.id,
    })
  if (entry.sourceType !== null && !by.ownerAsks)
    throw refused(
      'EntryOwned',
      `Entry ${entry.id} belongs to ${entry.sourceType} ${entry.sourceId}: change or undo that instead.`,
      {
        field: 'entryId',
        value: entry.id,
      },
    )
  const { closedThrough, closedEpoch } = books
  const closed = closedThrough !== null && entry.entryAt <= closedThrough && askedEpoch >= closedEpoch
  const copyTags = (tags: readonly AppliedTag[]): AppliedTag[] => tags.map((tag) => ({ ...tag, id: newId() }))
  return {
    ...entry,
    id: newId(),
    externalId: null,
    postingKey: by.postingKey,
    agent: by.agent,
    entryAt: closed ? new Date(closedThrough.getTime() + 1) : entry.entryAt,
    recordedAt: now,
    memo: by.memo ?? entry.memo,
    reversalOfId: entry.id,
    reversalId: null,
    lines: entry.lines.map((line) => ({
      ...line,
      id: newId(),
      direction: opposite(line.direction),
      tags: copyTags(line.tags),
    })),
    tags: copyTags(entry.tags),
    tagRevision: 0,
  }
}

/** Whether an error is about the books as they were read, so that reading them anew may end it. */
export const dependsOnBooks = (error: unknown): boolean =>
  error instanceof DomainError &&
  ['PeriodClosed', 'AccountNotFound', 'AccountArchived', 'BusinessArchived', 'TagValueArchived'].includes(
    error.errorEnum,
  )

/** The books of a basis are all entries but those of the other one (posting-rules.md, "Which basis"). */
export const otherBasisOf = (reportingBasis: string): 'ACCRUAL' | 'CASH' =>
  reportingBasis === 'CASH' ? 'ACCRUAL' : 'CASH'
