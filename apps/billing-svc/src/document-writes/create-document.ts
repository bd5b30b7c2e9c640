/** Creates and changes a document: finds what the request names, locks that, decides and records. */
import type { Tx } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import { findBusiness, requireBusiness, requireOpen, type KnownBusiness } from '@pacioli/ledger-facts'
import {
  RetryDecision,
  LedgerPrefetch,
  decideOnce,
  type Books,
  type PostingState,
  type Source,
} from '@pacioli/postings'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { refuseOtherForm, type Forms, type Named } from '../requests/repeats.ts'
import type { Presentable } from '../documents/document-kind.ts'
import { momentOf } from '../documents/moment.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import type { ResolvingFacts } from '../posting/resolve-names.ts'

/** What the use cases of one request work with. */
export type Deciding = { tx: Tx; billing: Billing; business: KnownBusiness; books: Books }

/** What new documents are made with. */
export type Facts = ResolvingFacts & { businessId: string; timeZone: string }

/** The facts of a decision. To be called after locking: `now` is the time of the call. */
export const factsOf = ({ billing, business, books }: Omit<Deciding, 'tx'>): Facts => ({
  businessId: business.id,
  timeZone: business.timeZone,
  books,
  newId: billing.newId,
  now: billing.now(),
})

/** What every new document begins with. */
export const newDocument = ({ businessId, newId, now }: Omit<Facts, 'books' | 'timeZone'>) => ({
  id: newId(),
  businessId,
  version: 1,
  importedAt: now,
  updatedAt: now,
})

/** How it is found by its external_id. */
export type Findable<Document> = {
  table: string
  load: (tx: Tx, ids: readonly string[]) => Promise<Document[]>
}

/** How a write answers with it: as it is shown, once its postings are delivered. */
export type Answering<Document, Message> = Presentable<Document, Message> & {
  /** The sources of its postings. */
  sourcesOf: (document: Document) => Source[]
}

/** The document that has the external_id. @throws ExternalIdReused where another request created it */
export async function findByExternalId<Document>(
  tx: Tx,
  { table, load }: Findable<Document>,
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

/** The document after a decision, and the sources whose postings are to be delivered besides its own. */
type Decided<Document> = { after: Document; sources: Source[]; created?: boolean }

/** A change of an existing document: locked, decided and recorded in one transaction. */
export type Alteration<Document, Message> = {
  kind: Answering<Document, Message>
  /** Collects the ledger queries. */
  prefetch?: (tx: Tx, asking: LedgerPrefetch) => Promise<unknown>
  /** Returns the document afterwards; the same object where nothing changes. */
  alter: (deciding: Deciding) => Promise<Decided<Document>>
}

/** @throws BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable, and what the steps throw */
export async function alterDocument<Document, Message>(
  billing: Billing,
  request: BusinessWrite,
  alteration: Alteration<Document, Message>,
): Promise<Altered<Message>> {
  if (isUuid(request.businessId)) {
    const altered = await alterIn(billing, request, alteration, findKnown).catch((error: unknown) => {
      if (error instanceof NotKnownYet) return undefined
      throw error
    })
    if (altered) return altered
  }
  const business = await requireBusiness(billing, request)
  return alterIn(billing, request, alteration, async () => business)
}

type Altered<Message> = { data: Message | undefined; created: boolean; posting: PostingState }

/** Thrown to leave the transaction: the ledger has to be queried for the business, which no transaction waits for. */
class NotKnownYet extends Error {}

async function findKnown(tx: Tx): Promise<KnownBusiness> {
  const found = await findBusiness(tx)
  if (!found?.isSeeded) throw new NotKnownYet()
  return found.business
}

/** @param read reads the business in the flight of what else the decision reads first */
async function alterIn<Document, Message>(
  billing: Billing,
  request: BusinessWrite,
  { kind, prefetch, alter }: Alteration<Document, Message>,
  read: (tx: Tx) => Promise<KnownBusiness>,
): Promise<Altered<Message>> {
  let business: KnownBusiness | undefined
  const { data, posting } = await decideOnce(billing, request, {
    ask: async (tx) => {
      const asking = new LedgerPrefetch()
      const prefetching = Promise.resolve(prefetch?.(tx, asking))
      // What it finds wrong does not count unless the business is open.
      prefetching.catch(() => undefined)
      business = await read(tx)
      requireOpen(business)
      await prefetching
      return asking
    },
    write: async (tx, books) => {
      if (!business) throw new RetryDecision()
      const { after, sources, created = false } = await alter({ tx, billing, business, books })
      const [shown] = await kind.present(tx, [after], momentOf(billing, business))
      return { data: { data: shown, created }, sources: [...kind.sourcesOf(after), ...sources] }
    },
  })
  return { ...data, posting }
}

type Creation<Document, Message, Found> = {
  kind: Answering<Document, Message>
  /** The document that the same request created earlier. @throws ExternalIdReused */
  findEarlier: (tx: Tx) => Promise<Document | undefined>
  /** What the request names, read without locks. */
  find: (tx: Tx) => Promise<Found>
  /** Collects the ledger queries. */
  prefetch: (tx: Tx, asking: LedgerPrefetch, found: Found) => Promise<void> | void
  /** Locks what was found; the returned function builds and records the document. @throws RetryDecision where it has changed */
  lock: (deciding: Deciding, found: Found) => Promise<(facts: Facts) => Promise<Decided<Document>>>
}

/**
 * Creates the document, or returns the one that the same request created earlier.
 * @throws ExternalIdReused, and what `alterDocument` and the steps throw
 */
export function createDocument<Document, Message, Found>(
  billing: Billing,
  request: BusinessWrite,
  { kind, findEarlier, find, prefetch, lock }: Creation<Document, Message, Found>,
): Promise<{ data: Message | undefined; created: boolean; posting: PostingState }> {
  let prefetched: { found: Found } | undefined
  return alterDocument(billing, request, {
    kind,
    prefetch: async (tx, asking) => {
      prefetched = undefined
      // A repeat queries nothing: what it names may have been archived since, and would be refused.
      if (await findEarlier(tx)) return
      prefetched = await find(tx).then(
        (found) => ({ found }),
        async (error: unknown) => {
          // The same request may have committed since, and what it took is refused to others.
          if (error instanceof DomainError && (await findEarlier(tx))) return undefined
          throw error
        },
      )
      if (prefetched) await prefetch(tx, asking, prefetched.found)
    },
    alter: async (deciding) => {
      const make = prefetched && (await lock(deciding, prefetched.found))
      // The same request may have committed while this one waited for the locks.
      const earlier = await findEarlier(deciding.tx)
      if (earlier) return { after: earlier, sources: [] }
      if (!make) throw new RetryDecision()
      return { ...(await make(factsOf(deciding))), created: true }
    },
  })
}
