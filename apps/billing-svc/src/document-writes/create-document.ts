/** Creates a document idempotently: finds what it names, locks that, and writes. */
import type { Tx } from '@pacioli/db'
import { requireBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import {
  RetryDecision,
  LedgerPrefetch,
  decideOnce,
  type Books,
  type PostingState,
  type Source,
} from '@pacioli/postings'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { refuseOtherForm, type Forms, type Named } from '../requests/repeats.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'

/** What the use cases of one request work with. */
export type Deciding = { tx: Tx; billing: Billing; business: KnownBusiness; books: Books }

/** How it is found by its external_id. */
type Loadable<Document> = {
  table: string
  load: (tx: Tx, ids: readonly string[]) => Promise<Document[]>
}

/** How it is presented. */
type Answerable<Document, Message> = {
  present: (tx: Tx, documents: readonly Document[]) => Promise<Message[]>
  /** What it posts as. */
  sourcesOf: (document: Document) => Source[]
}

export type Creation<Document, Message, Found> = {
  requested: Named
  /** Given where two operations can create it. */
  forms?: Forms
  /** What the request names, read without locks. */
  find: (tx: Tx) => Promise<Found>
  /** Collects the ledger queries. */
  prefetch: (tx: Tx, asking: LedgerPrefetch, found: Found) => Promise<void> | void
  /** Locks what was found; the returned function builds and records the document. @throws RetryDecision where it has changed */
  lock: (deciding: Deciding, found: Found) => Promise<() => Promise<{ made: Document; sources: Source[] }>>
} & (
  | { kind: Answerable<Document, Message> & Loadable<Document>; findEarlier?: undefined }
  | {
      kind: Answerable<Document, Message>
      /** How an earlier one is found, if not by external_id alone. */
      findEarlier: (tx: Tx) => Promise<Document | undefined>
    }
)

/** The document that has the external_id. @throws ExternalIdReused where another request created it */
export async function findByExternalId<Document>(
  tx: Tx,
  { table, load }: Loadable<Document>,
  requested: Named,
  forms?: Forms,
): Promise<Document | undefined> {
  const { externalId } = requested
  if (externalId === null) return undefined
  const id = (await findIdsByExternalId(tx, table, [externalId])).get(externalId)
  if (id === undefined) return undefined
  await refuseOtherForm(tx, table, id, requested, forms)
  return (await load(tx, [id]))[0]
}

/**
 * Creates the document, or returns the one that the same request has created before.
 * @throws ExternalIdReused, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable, and what the steps
 *   throw
 */
export async function createDocument<Document, Message, Found>(
  billing: Billing,
  request: BusinessWrite,
  creation: Creation<Document, Message, Found>,
): Promise<{ data: Message | undefined; created: boolean; posting: PostingState }> {
  const business = await requireBusiness(billing, request)
  const { kind, requested, forms, find, prefetch, lock } = creation
  const earlierIn = (tx: Tx): Promise<Document | undefined> =>
    creation.findEarlier ? creation.findEarlier(tx) : findByExternalId(tx, creation.kind, requested, forms)
  const answer = async (tx: Tx, document: Document, sources: Source[], created: boolean) => ({
    data: { data: (await kind.present(tx, [document]))[0], created },
    sources: [...kind.sourcesOf(document), ...sources],
  })
  let prefetched: { found: Found } | undefined
  const { data, posting } = await decideOnce(billing, request, business, {
    ask: async (tx) => {
      const asking = new LedgerPrefetch()
      prefetched = undefined
      // A repeat queries nothing that could be refused by now.
      if (await earlierIn(tx)) return asking
      prefetched = { found: await find(tx) }
      await prefetch(tx, asking, prefetched.found)
      return asking
    },
    write: async (tx, books) => {
      const make = prefetched && (await lock({ tx, billing, business, books }, prefetched.found))
      // The same request may have committed while this one waited for the locks.
      const earlier = await earlierIn(tx)
      if (earlier) return answer(tx, earlier, [], false)
      if (!make) throw new RetryDecision()
      const { made, sources } = await make()
      return answer(tx, made, sources, true)
    },
  })
  return { ...data, posting }
}

/** A change of an existing document: locked, decided and recorded in one transaction. */
export type Alteration<Document, Message> = {
  kind: Answerable<Document, Message>
  /** Collects the ledger queries. */
  prefetch?: (tx: Tx, asking: LedgerPrefetch) => Promise<void>
  /** Returns the document afterwards; the same object where nothing changes. */
  alter: (deciding: Deciding) => Promise<{ after: Document; sources: Source[]; created?: boolean }>
}

/** @throws BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable, and what the steps throw */
export async function alterDocument<Document, Message>(
  billing: Billing,
  request: BusinessWrite,
  { kind, prefetch, alter }: Alteration<Document, Message>,
): Promise<{ data: Message | undefined; created: boolean; posting: PostingState }> {
  const business = await requireBusiness(billing, request)
  const { data, posting } = await decideOnce(billing, request, business, {
    ask: async (tx) => {
      const asking = new LedgerPrefetch()
      await prefetch?.(tx, asking)
      return asking
    },
    write: async (tx, books) => {
      const { after, sources, created = false } = await alter({ tx, billing, business, books })
      const [shown] = await kind.present(tx, [after])
      return { data: { data: shown, created }, sources: [...kind.sourcesOf(after), ...sources] }
    },
  })
  return { ...data, posting }
}
