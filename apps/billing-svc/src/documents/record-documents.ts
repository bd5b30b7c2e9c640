/** The one way to write documents: rows, desired entries and events. */
import type { Tx } from '@pacioli/db'
import { stageEvents, type StagedEvent } from '@pacioli/events'
import type { Books, Source } from '@pacioli/postings'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { postDifferences, type DesiredEntries } from '../posting/post-differences.ts'
import { eventOf, type Change, type DocumentKind, type Recorded } from './document-kind.ts'

export type Recording = {
  /** For voids and deletions: they must be possible behind a failed posting. */
  isBehindFailed?: boolean
  /** The field of the request that this source comes from. */
  fieldOf?: (source: Source) => string | undefined
}

/** Changes of documents of one kind. */
export type KindChanges<Accounts> = {
  /** Whether what it is depends on what the others have written. */
  isLate?: boolean
  write: (tx: Tx) => Promise<void>
  entries: (accounts: () => Accounts) => DesiredEntries[]
  events: (billing: Pick<Billing, 'newId' | 'now'>) => StagedEvent[]
}

/** Documents with an unchanged version are skipped. */
export const realChanges = <Document extends Recorded>(changes: readonly Change<Document>[]): Change<Document>[] =>
  changes.filter(({ before, after }) => before?.version !== after.version)

export function changesOf<Document extends Recorded, Accounts>(
  kind: Pick<DocumentKind<Document, never, Accounts>, 'write' | 'partyOf' | 'entriesOf' | 'announcementsOf'>,
  changes: readonly Change<Document>[],
): KindChanges<Accounts> {
  const real = realChanges(changes)
  return {
    write: async (tx) => {
      if (real.length > 0) await kind.write(tx, real)
    },
    entries: (accounts) =>
      real.flatMap((change) =>
        kind
          .entriesOf(change, accounts)
          .map((one) => ({ ...one, party: kind.partyOf(change.after), isNew: change.before === null })),
      ),
    events: ({ newId, now }) =>
      real.flatMap((change) =>
        kind
          .announcementsOf(change)
          .map((one) => eventOf(one, { businessId: change.after.businessId, id: newId(), time: now() })),
      ),
  }
}

/**
 * Writes the changes kind by kind in the order given: referenced documents come first. The caller has locked the documents.
 * Returns the sources whose postings are to be delivered.
 * @throws PostingFailed, PayloadTooLarge, AmountOutOfRange, AccountArchived, TagValueArchived, BalancingTagViolation;
 *   RetryDecision
 */
export async function recordDocuments<Accounts>(
  { tx, billing, business, books }: { tx: Tx; billing: Billing; business: Pick<Tenant, 'clientId'>; books: Books },
  accounts: () => Accounts,
  changes: readonly KindChanges<Accounts>[],
  { isBehindFailed = false, fieldOf = () => undefined }: Recording = {},
): Promise<Source[]> {
  const early = changes.filter(({ isLate }) => !isLate)
  const writing = Promise.all(early.map(({ write }) => write(tx)))
  if (early.length < changes.length) {
    await writing
    for (const { isLate, write } of changes) if (isLate) await write(tx)
  }
  const desired = changes.flatMap(({ entries }) => entries(accounts))
  const placed = desired.map((one): DesiredEntries => {
    const field = fieldOf(one.source)
    return field === undefined ? one : { ...one, field }
  })
  const [sources] = await Promise.all([
    postDifferences(tx, billing, business, books, placed, { isBehindFailed }),
    writing,
  ])
  await stageEvents(
    tx,
    changes.flatMap(({ events }) => events(billing)),
  )
  tx.afterCommit(billing.notify)
  return sources
}
