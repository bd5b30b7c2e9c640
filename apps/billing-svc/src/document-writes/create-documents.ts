/** Creates the documents of one request: bills, expenses, invoices. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { requireBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { LedgerPrefetch, decideOnce, type Books, type PostingState, type Source } from '@pacioli/postings'
import { refuseTooLong, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requireAllActive, type Contact, type ContactKind, type ContactReference } from '../contacts/contact.ts'
import { findNamedContacts, lockNamedContacts, type NamedContact } from '../contacts/named-contacts.ts'
import { taxAccountsIn, type TaxAccountOf } from '../line-items/resolve-lines.ts'
import { refuseTooMany, taxNamesOf, type RequestedLineItem, type RequestedTax } from '../line-items/requested-lines.ts'
import { refuseOthersThan, refuseDuplicates, type Named } from '../requests/repeats.ts'
import { ensureTaxAccounts, NO_TAX_ACCOUNTS, type TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import type { TaxKind } from '../sales-taxes/tax-name.ts'
import type { Deciding } from './create-document.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'

/** Documents of one request. */
const MAX_DOCUMENTS = 1_000

/** A document as a request states it; `field` is where: empty, or an index and a dot. */
export type RequestedDocument = Named & {
  field: string
  lines: readonly RequestedLineItem[]
  taxes: readonly RequestedTax[]
}

/** Facts of the ledger and the business for creating documents. */
export type OpeningFacts = {
  businessId: string
  books: Books
  taxAccountOf: TaxAccountOf
  newId: () => string
  now: Date
}

/** `named` is its contact as read without locks. */
type Fresh<Requested> = { requested: Requested; named: NamedContact }

export type Batch<Requested extends RequestedDocument, Made, Document, Message> = {
  kind: {
    table: string
    noun: string
    load: (tx: Tx, ids: readonly string[]) => Promise<Document[]>
    present: (tx: Tx, documents: readonly Document[]) => Promise<Message[]>
    sourcesOf: (document: Document) => Source[]
  }
  /** The name of the document in the answer kept for an idempotency key, which the releases before and after read, too. */
  keptAs: 'bill' | 'invoice'
  taxes: TaxKind
  /** Every problem is added to `problems`. */
  read: (business: KnownBusiness, problems: Problems) => Requested[]
  /** How many parts a document has. */
  partsOf: (requested: Requested) => number
  /**
   * Reads the external ids of their payments and refunds before those of the documents, so that whatever a concurrent
   * request commits is found with its document. Returns a function that refuses those in use.
   */
  requireFree?: (tx: Tx, requested: readonly Requested[]) => Promise<(fresh: readonly Requested[]) => void>
  /** Refuses requests that conflict with existing documents. */
  requireSame?: (tx: Tx, requested: readonly Requested[], there: ReadonlyMap<string, string>) => Promise<void>
  contacts: ContactKind
  /** Its contact, as the request names it. */
  contactOf: (requested: Requested) => ContactReference
  prefetch: (asking: LedgerPrefetch, requested: Requested, taxAccounts: TaxAccounts) => void
  /** @throws every problem of it at once */
  open: (requested: Requested, facts: OpeningFacts & { contactId: string | null }) => Made
  documentOf: (made: Made) => Document
  record: (deciding: Deciding, made: readonly (Made & { requested: Requested })[]) => Promise<Source[]>
}

export type CreatedDocuments<Message> = { data: { message: Message; isNew: boolean }[]; posting: PostingState }

/**
 * Creates them, all or none; answers in the order of the request. An external_id that exists or is repeated refers to its
 * document.
 * @throws ExternalIdReused, InvalidPayload, PayloadTooLarge, BusinessNotFound, BusinessArchived, VersionConflict,
 *   ServiceUnavailable, and what the steps throw
 */
export async function createDocuments<
  Requested extends RequestedDocument,
  Made extends object,
  Document extends { id: string; externalId: string | null },
  Message extends { id?: string | undefined },
>(
  billing: Billing,
  request: BusinessWrite,
  batch: Batch<Requested, Made, Document, Message>,
): Promise<CreatedDocuments<Message>> {
  const { kind, keptAs } = batch
  const business = await requireBusiness(billing, request)
  const requested = readAll(batch, business)
  const prepare = (tx: Tx) => prepared(tx, batch, requested)
  const prefetch = ({ fresh }: Prepared<Requested>, taxAccounts: TaxAccounts): LedgerPrefetch => {
    const asking = new LedgerPrefetch()
    for (const one of fresh) batch.prefetch(asking, one.requested, taxAccounts)
    return asking
  }
  const openAll = (
    books: Books,
    fresh: readonly { requested: Requested; contactId: string | null }[],
    taxAccountOf: TaxAccountOf,
  ) => {
    const problems = new Problems()
    const facts = { businessId: business.id, books, taxAccountOf, newId: billing.newId, now: billing.now() }
    const opened = fresh.flatMap(({ requested: one, contactId }) => {
      const made = collectProblems(problems, () => batch.open(one, { ...facts, contactId }))
      return made ? [{ ...made, requested: one }] : []
    })
    problems.throwIfAny()
    return opened
  }
  const taxAccounts = await ensureTaxAccounts(billing, request, business, {
    kind: batch.taxes,
    names: namesOfTaxes(requested),
    // Decides everything before the tax accounts exist.
    tryOut: async () => {
      const found = await billing.db.transact(request, prepare)
      const asking = prefetch(found, NO_TAX_ACCOUNTS)
      const books = await billing.desk.askBooks(request, asking.question()).catch((error: unknown) => {
        throw asking.forEveryField(error)
      })
      const fresh = found.fresh.map((one) => ({ requested: one.requested, contactId: one.named.contact?.id ?? '' }))
      openAll(books, fresh, () => '')
      return namesOfTaxes(found.fresh.map((one) => one.requested))
    },
  })
  let prefetched: Prepared<Requested> | undefined
  const { data, posting } = await decideOnce(billing, request, business, {
    ask: async (tx) => {
      prefetched = await prepare(tx)
      return prefetch(prefetched, taxAccounts)
    },
    write: async (tx, books) => {
      const { there, fresh } = prefetched ?? (await prepare(tx))
      const deciding = { tx, billing, business, books }
      const named = fresh.map((one) => one.named)
      const contacts = await lockNamedContacts(tx, billing, batch.contacts, named)
      // One may have been archived meanwhile.
      refuseArchived(batch, fresh, contacts)
      const locked = fresh.map((one, index) => ({ requested: one.requested, contactId: contacts[index]?.id ?? null }))
      const opened = openAll(books, locked, taxAccountsIn(books, taxAccounts))
      const sources = await batch.record(deciding, opened)
      const existing = await kind.load(tx, [...there.values()])
      const documents = [...opened.map((made) => batch.documentOf(made)), ...existing]
      const messages = await kind.present(tx, documents)
      const answers = inOrder(requested, there, opened, batch, new Map(messages.map((one) => [one.id ?? '', one])))
      refuseTooLong(answers.map(({ message }) => message))
      return {
        data: answers.map(({ message, isNew }) => ({ [keptAs]: message, isNew })),
        sources: [...sources, ...existing.flatMap((document) => kind.sourcesOf(document))],
      }
    },
  })
  return {
    data: data.map(({ [keptAs]: message, isNew }) => ({ message: message as Message, isNew: isNew === true })),
    posting,
  }
}

function readAll<Requested extends RequestedDocument, Made, Document, Message>(
  { read, partsOf, kind }: Batch<Requested, Made, Document, Message>,
  business: KnownBusiness,
): Requested[] {
  const problems = new Problems()
  const requested = read(business, problems)
  if (requested.length > MAX_DOCUMENTS)
    throw refused(
      'InvalidPayload',
      `A request brings at most ${MAX_DOCUMENTS} ${kind.table}; here are ${requested.length}.`,
    )
  refuseDuplicates(requested, problems)
  problems.throwIfAny()
  refuseTooMany(requested.reduce((sum, one) => sum + partsOf(one), 0))
  return requested
}

const namesOfTaxes = (requested: readonly RequestedDocument[]): string[] =>
  requested.flatMap(({ lines, taxes }) => taxNamesOf(lines, taxes))

/** Existing documents by external_id, and those to create, each with its contact. */
type Prepared<Requested> = { there: Map<string, string>; fresh: Fresh<Requested>[] }

/** Reads without locks. @throws VendorNotFound, CustomerNotFound, VendorArchived, CustomerArchived, InvalidPayload */
async function prepared<Requested extends RequestedDocument, Made, Document, Message>(
  tx: Tx,
  batch: Batch<Requested, Made, Document, Message>,
  requested: readonly Requested[],
): Promise<Prepared<Requested>> {
  const { kind, requireSame, contacts, contactOf } = batch
  const refuseExisting = await batch.requireFree?.(tx, requested)
  const there = await findIdsByExternalId(
    tx,
    kind.table,
    requested.flatMap(({ externalId }) => externalId ?? []),
  )
  await requireSame?.(tx, requested, there)
  await refuseOthersThan(tx, kind.table, there, requested)
  const seen = new Set(there.keys())
  const fresh = requested.filter(({ externalId }) => {
    const isFresh = externalId === null || !seen.has(externalId)
    if (externalId !== null) seen.add(externalId)
    return isFresh
  })
  refuseExisting?.(fresh)
  const named = await findNamedContacts(tx, contacts, fresh.map(contactOf), (index) => fresh[index]?.field ?? '')
  const prepared = fresh.map((one, index) => ({ requested: one, named: named[index] ?? {} }))
  refuseArchived(
    batch,
    prepared,
    named.map(({ contact = null }) => contact),
  )
  return { there, fresh: prepared }
}

/** @throws VendorArchived, CustomerArchived, naming each */
const refuseArchived = <Requested extends RequestedDocument>(
  { contacts: kind, contactOf }: { contacts: ContactKind; contactOf: (requested: Requested) => ContactReference },
  fresh: readonly { requested: Requested }[],
  contacts: readonly (Contact | null)[],
): void =>
  requireAllActive(
    kind,
    fresh.map(({ requested }, index) => ({
      contact: contacts[index] ?? undefined,
      reference: contactOf(requested),
      prefix: requested.field,
    })),
  )

/** Each requested document with the document that it became. */
function inOrder<
  Requested extends RequestedDocument,
  Made,
  Document extends { id: string; externalId: string | null },
  Message,
>(
  requested: readonly Requested[],
  there: ReadonlyMap<string, string>,
  opened: readonly (Made & { requested: Requested })[],
  { documentOf }: Batch<Requested, Made, Document, Message>,
  messages: ReadonlyMap<string, Message>,
): { message: Message; isNew: boolean }[] {
  const made = opened.map((one) => ({ requested: one.requested, document: documentOf(one) }))
  const madeFor = new Map(made.map((one): [Requested, string] => [one.requested, one.document.id]))
  const idOf = new Map([
    ...there,
    ...made.flatMap(({ document: { id, externalId } }): [string, string][] =>
      externalId === null ? [] : [[externalId, id]],
    ),
  ])
  return requested.flatMap((one) => {
    const message = messages.get(madeFor.get(one) ?? idOf.get(one.externalId ?? '') ?? '')
    return message ? [{ message, isNew: madeFor.has(one) }] : []
  })
}
