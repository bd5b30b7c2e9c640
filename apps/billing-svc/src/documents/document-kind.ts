/** What distinguishes one kind of documents from another: how it is stored, presented, announced and posted. */
import type { Tx } from '@pacioli/db'
import { refused, type DomainError, type ErrorEnum } from '@pacioli/errors'
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { Source } from '@pacioli/postings'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import type { Party } from '../posting/standing-entries.ts'
import { momentOf, type Moment } from './moment.ts'

/** What every document has. */
export type Recorded = { id: string; businessId: string; externalId: string | null; version: number }

/**
 * A change of a document; `before` is null for a new one. Unchanged parts stay the same objects: only other objects are
 * written, posted and announced.
 */
export type Change<Document> = { before: Document | null; after: Document }

/** A change of an existing document. */
export type Update<Document> = { before: Document; after: Document }

/** New documents, and changes of existing ones. */
export const addedAndUpdated = <Document>(changes: readonly Change<Document>[]) => ({
  added: changes.flatMap(({ before, after }) => (before === null ? [after] : [])),
  updated: changes.filter((change): change is Update<Document> => change.before !== null),
})

export type Happened = 'created' | 'changed' | 'deleted' | 'voided'

/** The content of an event: aggregate, version and state. */
export type Announcement = { aggregateType: string; id: string; version: number; type: Happened; data: object }

/** The tables of documents, and of vendors and customers, which are recorded like documents. */
export type DocumentTable =
  | 'vendors'
  | 'bills'
  | 'bill_payments'
  | 'vendor_credits'
  | 'vendor_refunds'
  | 'customers'
  | 'invoices'
  | 'invoice_payments'
  | 'invoice_payment_returns'
  | 'refunds'
  | 'refund_payments'
  | 'payouts'

export type DocumentKind<Document extends Recorded, Message, Accounts> = {
  /** The table that it is stored in. */
  table: DocumentTable
  /** Its name in messages. */
  noun: string
  notFound: ErrorEnum
  /** The parameter of a path that names one. */
  parameter: string
  /** By id, deleted and voided ones too, in the order given; unknown ones are left out. */
  load: (tx: Tx, ids: readonly string[]) => Promise<Document[]>
  /** The same, locked until the transaction ends. Locked and returned in ascending order of id, which avoids deadlocks. */
  lock: (tx: Tx, ids: readonly string[]) => Promise<Document[]>
  /** Inserts new ones, and updates changed ones, which the caller has locked. */
  write: (tx: Tx, changes: readonly Change<Document>[]) => Promise<void> | void
  /** Whom the lines of its entries name: none of payouts, which are of many. */
  partyOf: (document: Document) => Party
  /** Its desired entries, where they may have changed. */
  entriesOf: (change: Change<Document>, accounts: () => Accounts) => DesiredEntries[]
  announcementsOf: (change: Change<Document>) => Announcement[]
  /** The sources of its postings, parts included. */
  sourcesOf: (document: Document) => Source[]
  /** As callers see them, in the order given, in a constant number of statements. */
  present: (tx: Tx, documents: readonly Document[], at: Moment) => Promise<Message[]>
}

type Named = Pick<DocumentKind<Recorded, never, never>, 'noun' | 'notFound' | 'parameter'>

export const notFound = ({ noun, notFound: error, parameter }: Named, value: string): DomainError =>
  refused(error, `The business has no ${noun} ${value}.`, { field: parameter, value })

type Loadable<Document> = Named & {
  load: (tx: Tx, ids: readonly string[]) => Promise<Document[]>
}

/** A document as it is, without a lock. @throws the kind's own NotFound */
export async function requireDocument<Document>(tx: Tx, kind: Loadable<Document>, id: string): Promise<Document> {
  const [document] = isUuid(id) ? await kind.load(tx, [id.toLowerCase()]) : []
  if (!document) throw notFound(kind, id)
  return document
}

/** @throws DocumentDeleted */
export function requireLive(
  { noun, parameter }: Named,
  { id, deletedAt }: { id: string; deletedAt: Date | null },
): void {
  if (deletedAt === null) return
  throw refused('DocumentDeleted', `The ${noun} ${id} was deleted at ${deletedAt.toISOString()}.`, {
    field: parameter,
    value: id,
  })
}

/** A kind whose documents can be shown. */
export type Presentable<Document, Message> = {
  present: (tx: Tx, documents: readonly Document[], at: Moment) => Promise<Message[]>
}

/** One document, deleted or voided or not. @throws the kind's own NotFound; BusinessNotFound */
export async function getDocument<Document, Message>(
  billing: Billing,
  context: BusinessRead,
  kind: Loadable<Document> & Presentable<Document, Message>,
  id: string,
): Promise<{ data: Message | undefined; created: boolean }> {
  const business = await requireBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const document = await requireDocument(tx, kind, id)
    const [data] = await kind.present(tx, [document], momentOf(billing, business))
    return { data, created: false }
  })
}

/** What happened to a document, from its deletion and void times. */
export function happenedTo(
  before: { deletedAt?: Date | null; voidedAt?: Date | null } | null,
  after: { deletedAt?: Date | null; voidedAt?: Date | null },
): Happened {
  if (before === null) return 'created'
  if (!before.deletedAt && after.deletedAt) return 'deleted'
  return !before.voidedAt && after.voidedAt ? 'voided' : 'changed'
}

/** Announces documents of one kind, each with its whole state. */
export const announcing =
  <Document extends Recorded & { deletedAt?: Date | null; voidedAt?: Date | null }>(
    aggregateType: string,
    stateOf: (document: Document) => object,
  ) =>
  ({ before, after }: Change<Document>): Announcement[] => [
    { aggregateType, id: after.id, version: after.version, type: happenedTo(before, after), data: stateOf(after) },
  ]

/** The event of an announcement. */
export const eventOf = (
  { aggregateType, id: aggregateId, version, type, data }: Announcement,
  { businessId, id, time }: { businessId: string; id: string; time: Date },
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({ id, time, service: 'billing', businessId, aggregateType, aggregateId, version, type, data })
