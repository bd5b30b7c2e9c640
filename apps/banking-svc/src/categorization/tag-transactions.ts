import type { Tx } from '@pacioli/db'
import { Problems, collectProblems } from '@pacioli/errors'
import { requireOpen } from '@pacioli/ledger-facts'
import { LedgerPrefetch, type Books, type PostingState, decideOnce } from '@pacioli/postings'
import type {
  ApplyTagsRequest__Output,
  RemoveTagsRequest__Output,
  TaggedEntitiesResponse,
  TaggedEntity,
} from '@pacioli/protos/common'
import { isUuid, refuseTooLong, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { loadLedgerAccountIds } from '../bank-accounts/bank-account.store.ts'
import { toAppliedTag } from '../bank-transactions/bank-transaction.messages.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { recordDecisions, type DecidedChanges } from './record-decisions.ts'
import { retagTransaction } from './decide-transaction.ts'
import { prefetchStored, definitionsOf, loadNames, namesOf } from './stored-tags.ts'
import { remainingTags, refuseRivalInputs, type Names, type TagChange } from './tag-change.ts'
import { toInput } from './requested-decision.ts'

const ENTITY_TYPE = 'BANK_TRANSACTION'

/** The same limits as for entries of the journal. */
const MAX_ENTITIES = 500
const MAX_TAGS = 10

/** `ids` as the request names them, perhaps with repeats. */
type Tagging = { ids: readonly string[]; change: TagChange }

/**
 * Adds tags to transactions, all or none; missing values are defined. Tags that a transaction carries stay as they are.
 * @throws EntityNotFound, TagValueArchived, DuplicateTagDimension, AccountArchived, PostingFailed, PayloadTooLarge,
 *   InvalidPayload, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function applyTags(
  banking: Banking,
  request: BusinessWrite,
  input: ApplyTagsRequest__Output,
): Promise<TaggedEntitiesResponse & { posting: PostingState }> {
  const ids = entitiesOf(input)
  refuseRivalInputs(input.key_values)
  return tag(banking, request, { ids, change: { kind: 'apply', inputs: input.key_values.map(toInput) } })
}

/**
 * Removes tags from transactions, all or none; tags that a transaction does not carry are ignored.
 * @throws the same
 */
export async function removeTags(
  banking: Banking,
  request: BusinessWrite,
  input: RemoveTagsRequest__Output,
): Promise<TaggedEntitiesResponse & { posting: PostingState }> {
  const ids = entitiesOf(input)
  return tag(banking, request, { ids, change: { kind: 'remove', names: input.key_values } })
}

/** The ids as the database spells them. @throws InvalidPayload */
function entitiesOf(input: {
  entity_type: string
  entity_ids: readonly string[]
  key_values: readonly object[]
}): string[] {
  const { entity_type, entity_ids, key_values } = input
  const problems = new Problems()
  if (entity_type !== ENTITY_TYPE)
    problems.add('InvalidPayload', `Expected ${ENTITY_TYPE}.`, { field: 'entity_type', value: entity_type })
  if (entity_ids.length > MAX_ENTITIES)
    problems.add('InvalidPayload', `At most ${MAX_ENTITIES} at a time; here are ${entity_ids.length}.`, {
      field: 'entity_ids',
    })
  if (key_values.length > MAX_TAGS)
    problems.add('InvalidPayload', `At most ${MAX_TAGS} at a time; here are ${key_values.length}.`, {
      field: 'key_values',
    })
  problems.throwIfAny()
  return entity_ids.map((id) => id.toLowerCase())
}

async function tag(
  banking: Banking,
  request: BusinessWrite,
  tagging: Tagging,
): Promise<TaggedEntitiesResponse & { posting: PostingState }> {
  const business = await requireBusiness(banking, request)
  const ids = [...new Set(tagging.ids)].filter(isUuid)
  return decideOnce(banking, request, {
    ask: async (tx) => {
      requireOpen(business)
      const existing = await loadTransactions(tx, ids)
      return prefetchFor(tx, tagging, existing)
    },
    write: async (tx, books) => {
      const locked = await lockTransactions(tx, ids)
      requireAll(tagging.ids, [...locked.values()])
      const decided = await retag(tx, banking, books, tagging, locked)
      const sources = await recordDecisions(tx, banking, business, books, decided)
      const after = new Map(decided.changed.map((change) => [change.after.id, change.after]))
      const data = await present(
        tx,
        tagging.ids.map((id) => after.get(id) as BankTransaction),
      )
      refuseTooLong(data)
      return { data, sources }
    },
  })
}

/** Whether its entry has its tags. */
const isPosted = ({ status, livePostingKey }: BankTransaction): boolean =>
  livePostingKey !== null && status !== 'MATCHED'

function requireAll(ids: readonly string[], existing: readonly BankTransaction[]): void {
  const known = new Set(existing.map(({ id }) => id))
  const problems = new Problems()
  for (const [index, id] of ids.entries())
    if (!known.has(id))
      problems.add('EntityNotFound', `The business has no bank transaction ${id}.`, {
        field: `entity_ids.${index}`,
        value: id,
      })
  problems.throwIfAny()
}

/** What is posted will be reposted: its accounts, and the tags that remain. */
async function prefetchFor(
  tx: Tx,
  { ids, change }: Tagging,
  existing: readonly BankTransaction[],
): Promise<LedgerPrefetch> {
  requireAll(ids, existing)
  const asking = new LedgerPrefetch()
  if (change.kind === 'apply') change.inputs.forEach((one, index) => asking.tag(one, `key_values.${index}`))
  const posted = existing.filter(isPosted)
  for (const { categoryAccountId, splits } of posted)
    for (const id of [categoryAccountId, ...splits.map((part) => part.categoryAccountId)])
      if (id !== null) asking.account({ type: 'AccountId', id })
  const bankAccounts = posted.map(({ bankAccountId }) => bankAccountId)
  for (const id of (await loadLedgerAccountIds(tx, bankAccounts)).values()) asking.account({ type: 'AccountId', id })
  const names = await loadNames(tx, posted.flatMap(carriedBy))
  for (const one of posted)
    prefetchStored(asking, keptOf(one, change, names), names, `entity_ids.${ids.indexOf(one.id)}`)
  return asking
}

const carriedBy = (transaction: BankTransaction): string[] => definitionsOf(transaction, { withParts: true })

/** The tags that remain on a posted transaction and its parts. */
const keptOf = (transaction: BankTransaction, change: TagChange, names: Names): string[] =>
  [...remainingTags(transaction, change, names), ...transaction.splits.flatMap((part) => part.tags)].map(
    ({ definitionId }) => definitionId,
  )

/** All changes to the locked transactions, or every problem in the order of the request. */
async function retag(
  tx: Tx,
  banking: Banking,
  books: Books,
  { ids, change }: Tagging,
  locked: ReadonlyMap<string, BankTransaction>,
): Promise<DecidedChanges> {
  const transactions = [...new Set(ids)].flatMap((id) => locked.get(id) ?? [])
  const bankAccounts = transactions.map(({ bankAccountId }) => bankAccountId)
  const ledgerAccounts = await loadLedgerAccountIds(tx, bankAccounts)
  const names = await loadNames(tx, transactions.flatMap(carriedBy))
  const applied = change.kind === 'apply' ? change.inputs.map((one) => books.tag(one)) : []
  const problems = new Problems()
  const decided = transactions.flatMap((before) => {
    const tagNames: Names = isPosted(before) ? namesOf(books, keptOf(before, change, names), names) : names
    const kept = remainingTags(before, change, names).map((tag) => tagNames.get(tag.definitionId) ?? tag)
    const facts = {
      books,
      bankLedgerAccountId: ledgerAccounts.get(before.bankAccountId) ?? '',
      tagNames,
      now: banking.now(),
      newId: banking.newId,
    }
    const outcome = collectProblems(
      problems,
      () => retagTransaction(before, [...kept, ...applied], facts),
      (meta) => ({ ...meta, field: `entity_ids.${ids.indexOf(before.id)}` }),
    )
    return outcome ? [{ before, ...outcome }] : []
  })
  problems.throwIfAny()
  return { changed: decided, postings: decided.flatMap(({ postings }) => postings) }
}

async function present(tx: Tx, transactions: readonly BankTransaction[]): Promise<TaggedEntity[]> {
  const ids = transactions.flatMap(({ tags }) => tags.map(({ definitionId }) => definitionId))
  const names = await loadNames(tx, ids)
  return transactions.map(({ id, tags }) => ({
    entity_type: ENTITY_TYPE,
    entity_id: id,
    transaction_tags: tags.map((one) => toAppliedTag(one, names)),
  }))
}
