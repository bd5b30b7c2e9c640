/**
 * Journal entries and the rules of posting them: debits equal credits, nothing is posted into a closed period or to an
 * account that is archived or does not exist, and nothing is ever edited (docs/POSTING-RULES.md).
 */
import type { CanonicalRequest } from '@pacioli/fields'
import { DomainError, Problems, refused } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT, opposite, type Direction } from '@pacioli/money'
import { archived, type Books } from '../books/books.ts'
import { findAccount, describeIdentifier, type Account, type AccountIdentifier } from '../chart-of-accounts/account.ts'
import { addImbalance, imbalancesOf, type TaggedAmount } from '../tags/balancing.ts'
import type { AppliedTag, TagInput, TagResolver } from '../tags/tag.ts'
import { refuseOwned, refuseParty, type Party, type UnknownIds } from './party.ts'

export type EntryType = 'BANK' | 'MANUAL' | 'OPENING_BALANCE' | 'CLOSING_ACTION_RETAINED_EARNINGS'
export type Basis = 'ACCRUAL' | 'CASH' | 'BOTH'
export type Agent = 'SMS' | 'API' | 'SERVICE_AUTO' | 'SERVICE_MANUAL'

/** Limits of one request: beyond them the answer would be too long. */
export const MAX_LINES_PER_REQUEST = 10_000
export const MAX_LINE_TAGS_PER_REQUEST = 10_000

/**
 * Tags on the lines of one entry, those of the entry counting once per line. Their names may change later, and an entry
 * has to fit into an answer even with the longest ones.
 */
export const MAX_LINE_TAGS_PER_ENTRY = 5_000

/** An entry without its lines. `metadata` is JSON text. */
export type EntryHead = {
  externalId: string | null
  /** The canonical request; only while the entry is posted. */
  asked?: CanonicalRequest | undefined
  /** The request it comes from, if that is another than the one being served; only while the entry is posted. */
  requestId?: string | undefined
  /** Who asked for it, as JSON text; null where nobody did, or it is not known. */
  actor: string | null
  postingKey: string | null
  entryType: EntryType
  basis: Basis
  agent: Agent
  entryAt: Date
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
  /** The document that caused the entry; null for manual entries. */
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
} & Party

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
  /** Customers and vendors that the business does not have. */
  unknownIds?: UnknownIds
} & Party

/** A requested entry. `field` is its place in the request: empty, or an index and a dot. */
export type EntryDraft = EntryHead & { field: string; lines: readonly LineDraft[]; tags: readonly TagInput[] }

export type Decision = {
  books: Books
  tags: TagResolver
  now: Date
  newId: () => string
  /** The epoch that was decided under: older than the books' if another service decided before they changed. */
  decisionEpoch: number
}

/**
 * Decides which entries are posted: all of them, or none with every problem named.
 * @throws PayloadTooLarge, UnbalancedEntry, PeriodClosed, AccountNotFound, AccountArchived, AmountNotPositive, AmountOutOfRange,
 *   BusinessArchived, DuplicateTagDimension, TagValueArchived, BalancingTagViolation, ControlAccount, CustomerNotFound, VendorNotFound,
 *   PartyMismatch
 */
export function decideEntries(drafts: readonly EntryDraft[], decision: Decision): JournalEntry[] {
  refuseArchivedBusiness(decision)
  refuseTooMuch(drafts)
  const problems = new Problems()
  const entries = drafts.map((draft) => decideEntry(draft, decision, problems))
  problems.throwIfAny()
  return entries
}

function refuseArchivedBusiness({ books, decisionEpoch }: Pick<Decision, 'books' | 'decisionEpoch'>): void {
  if (books.archivedAt !== null && decisionEpoch >= (books.archivedEpoch ?? 0)) throw archived()
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
    if (draft.sourceType === null) {
      if (account) refuseOwned(account, field, problems)
      refuseParty(line, account, field, problems)
    }
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
        customerId: line.customerId,
        vendorId: line.vendorId,
        tags: lineTags,
      },
    ]
  })
  refuseUnbalanced(draft, problems)
  refuseUnbalancedTags(tagged, draft.field, decision.decisionEpoch, problems)
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

function refuseClosedPeriod(
  { entryAt, field }: EntryDraft,
  { books, decisionEpoch }: Decision,
  problems: Problems,
): void {
  const { closedThrough, closedEpoch } = books
  if (closedThrough !== null && entryAt <= closedThrough && decisionEpoch >= closedEpoch)
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
  { books, decisionEpoch }: Decision,
  problems: Problems,
): Account | undefined {
  const account = findAccount(books.chart, line.account)
  const at = { field: `${field}.account_identifier`, value: describeIdentifier(line.account) }
  if (!account) {
    problems.add('AccountNotFound', `The business has no account ${describeIdentifier(line.account)}.`, at)
    return undefined
  }
  if (account.archivedAt !== null && decisionEpoch >= (account.archivedEpoch ?? 0))
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

/** What was decided before a dimension became BALANCING is accepted. */
function refuseUnbalancedTags(
  lines: readonly TaggedAmount[],
  field: string,
  decisionEpoch: number,
  problems: Problems,
): void {
  // Wrong amounts are reported already, and their sums mean nothing.
  if (!lines.every(({ amount }) => isAmount(amount))) return
  const isEnforced = (tag: AppliedTag): boolean => tag.balancingEpoch !== null && decisionEpoch >= tag.balancingEpoch
  for (const imbalance of imbalancesOf(lines, isEnforced)) addImbalance(problems, imbalance, `${field}line_items`)
}

/**
 * The reversal of an entry: the same lines with sides swapped, the same basis, type and tags, at the same time while
 * that period is open, else at the first open instant. It posts to archived accounts too.
 * @throws EntryIsReversal, EntryOwned (unless its owner reverses it), BusinessArchived
 */
export function reverseEntry(
  entry: JournalEntry,
  by: { postingKey: string | null; memo: string | null; agent: Agent; isOwner: boolean; actor: string | null },
  { books, now, newId, decisionEpoch }: Omit<Decision, 'tags'>,
): JournalEntry {
  refuseArchivedBusiness({ books, decisionEpoch })
  if (entry.reversalOfId !== null)
    throw refused('EntryIsReversal', `Entry ${entry.id} is itself a reversal. Post a new entry instead.`, {
      field: 'entryId',
      value: entry.id,
    })
  if (entry.sourceType !== null && !by.isOwner)
    throw refused(
      'EntryOwned',
      `Entry ${entry.id} belongs to ${entry.sourceType} ${entry.sourceId}: change or undo that instead.`,
      {
        field: 'entryId',
        value: entry.id,
      },
    )
  const { closedThrough, closedEpoch } = books
  const closed = closedThrough !== null && entry.entryAt <= closedThrough && decisionEpoch >= closedEpoch
  const copyTags = (tags: readonly AppliedTag[]): AppliedTag[] => tags.map((tag) => ({ ...tag, id: newId() }))
  return {
    ...entry,
    id: newId(),
    externalId: null,
    postingKey: by.postingKey,
    agent: by.agent,
    actor: by.actor,
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

/** Whether an error depends on the books as they were read, so that reading them again may end it. */
export const dependsOnBooks = (error: unknown): boolean =>
  error instanceof DomainError &&
  error.problems.some(({ error_enum }) =>
    ['PeriodClosed', 'AccountNotFound', 'AccountArchived', 'BusinessArchived', 'TagValueArchived'].includes(error_enum),
  )

/** The books of a basis are all entries but those of the other one (docs/POSTING-RULES.md, "Which basis"). */
export const otherBasisOf = (reportingBasis: string): 'ACCRUAL' | 'CASH' =>
  reportingBasis === 'CASH' ? 'ACCRUAL' : 'CASH'
