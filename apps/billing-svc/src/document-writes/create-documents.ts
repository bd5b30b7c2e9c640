/** Creates the documents of one request: bills, expenses, invoices. */
import type { Tx } from '@pacioli/db'
import { collectProblems, DomainError, Problems, refused } from '@pacioli/errors'
import { requireBusiness, requireOpen, type KnownBusiness } from '@pacioli/ledger-facts'
import {
  LedgerPrefetch,
  decideOnce,
  reviewed,
  type Books,
  type PostingState,
  type Review,
  type Source,
} from '@pacioli/postings'
import { refuseTooLong, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requireAllActive, type ContactKind, type ContactReference } from '../contacts/contact.ts'
import { findNamedContacts, lockNamedContacts, type NamedContact } from '../contacts/named-contacts.ts'
import { taxAccountsIn, type TaxAccountOf } from '../line-items/resolve-lines.ts'
import { refuseTooMany, taxNamesOf, type RequestedLineItem, type RequestedTax } from '../line-items/requested-lines.ts'
import { sumOf } from '../rounding/sum.ts'
import { refuseOthersThan, refuseDuplicates, type Named } from '../requests/repeats.ts'
import { ensureTaxAccounts, NO_TAX_ACCOUNTS, type TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import type { TaxKind } from '../sales-taxes/tax-name.ts'
import { factsOf, type Answering, type Deciding, type Facts, type Findable } from './create-document.ts'
import { momentOf } from '../documents/moment.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'

/** Documents of one request. */
const MAX_DOCUMENTS = 1_000

/** A document as a request states it; `field` is where: empty, or an index and a dot. */
type RequestedDocument = Named & {
  field: string
  lines: readonly RequestedLineItem[]
  taxes: readonly RequestedTax[]
}

/** Facts of the ledger and the business for creating documents. */
export type OpeningFacts = Facts & { taxAccountOf: TaxAccountOf }

/** A document to create, and its contact: first as read without locks, then locked. */
type Fresh<Requested> = NamedContact & { requested: Requested }

export type Batch<Requested extends RequestedDocument, Made extends { document: Document }, Document, Message> = {
  kind: Findable<Document> & Answering<Document, Message>
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
  findTakenExternalIds?: (tx: Tx, requested: readonly Requested[]) => Promise<(fresh: readonly Requested[]) => void>
  /** Refuses requests that conflict with existing documents. */
  requireSame?: (tx: Tx, requested: readonly Requested[], existingIds: ReadonlyMap<string, string>) => Promise<void>
  contacts: ContactKind
  /** Its contact, as the request names it. */
  contactOf: (requested: Requested) => ContactReference
  prefetch: (asking: LedgerPrefetch, requested: Requested, taxAccounts: TaxAccounts) => void
  /** The document, and what is created with it. @throws every problem of it at once */
  open: (requested: Requested, facts: OpeningFacts & { contactId: string | null }) => Made
  record: (deciding: Deciding, made: readonly (Made & { requested: Requested })[]) => Promise<Source[]>
}

type Found<Requested> = { existingIds: Map<string, string>; fresh: Fresh<Requested>[] }

export type CreatedDocuments<Message> = { data: { message: Message; isNew: boolean }[]; posting: PostingState }

/** The answer for the only document of a request. */
export const onlyOne = <Message>({ data: [only], posting }: CreatedDocuments<Message>) => ({
  data: only?.message,
  created: only?.isNew ?? false,
  posting,
})

/**
 * Creates them, all or none; answers in the order of the request. An external_id that exists or is repeated refers to its
 * document.
 * @throws ExternalIdReused, InvalidPayload, PayloadTooLarge, BusinessNotFound, BusinessArchived, VersionConflict,
 *   ServiceUnavailable, and what the steps throw
 */
export async function createDocuments<
  Requested extends RequestedDocument,
  Made extends { document: Document },
  Document extends { id: string; externalId: string | null },
  Message extends { id?: string | undefined },
>(
  billing: Billing,
  request: BusinessWrite,
  batch: Batch<Requested, Made, Document, Message>,
): Promise<CreatedDocuments<Message>> {
  const { kind, keptAs, contacts, contactOf } = batch
  const business = await requireBusiness(billing, request)
  const unreadable = new Problems()
  const requested = batch.read(business, unreadable)
  if (requested.length > MAX_DOCUMENTS)
    throw refused(
      'InvalidPayload',
      `A request brings at most ${MAX_DOCUMENTS} ${kind.table}; here are ${requested.length}.`,
    )
  refuseDuplicates(requested, unreadable)

  /** @throws VendorArchived, CustomerArchived, naming each */
  const refuseArchived = (fresh: readonly Fresh<Requested>[]): void => {
    const named = fresh.map((one) => ({ ...one, reference: contactOf(one.requested), prefix: one.requested.field }))
    requireAllActive(contacts, named)
  }

  /**
   * Existing documents by external_id, and those to create, read without locks.
   * @throws VendorNotFound, CustomerNotFound, VendorArchived, CustomerArchived, InvalidPayload
   */
  const find = async (tx: Tx, problems?: Problems): Promise<Found<Requested>> => {
    // Each refusal is thrown, or added to the problems of a request that is refused anyway.
    const tried = async <Result>(act: () => Promise<Result> | Result): Promise<Result | undefined> => {
      try {
        return await act()
      } catch (error) {
        if (!problems) throw error
        return collectProblems(problems, (): Result => {
          throw error
        })
      }
    }
    const refuseExisting = await batch.findTakenExternalIds?.(tx, requested)
    const externalIds = requested.flatMap(({ externalId }) => externalId ?? [])
    const existingIds = await findIdsByExternalId(tx, kind.table, externalIds)
    await tried(async () => {
      await batch.requireSame?.(tx, requested, existingIds)
      await refuseOthersThan(tx, kind.table, existingIds, requested)
    })
    const seen = new Set(existingIds.keys())
    const isFirst = requested.filter(({ externalId }) => {
      const isFresh = externalId === null || !seen.has(externalId)
      if (externalId !== null) seen.add(externalId)
      return isFresh
    })
    await tried(() => refuseExisting?.(isFirst))
    const fieldOf = (index: number): string => isFirst[index]?.field ?? ''
    const named = await tried(() => findNamedContacts(tx, contacts, isFirst.map(contactOf), fieldOf))
    const fresh = isFirst.map((one, index) => ({ ...named?.[index], requested: one }))
    await tried(() => refuseArchived(fresh))
    return { existingIds, fresh }
  }

  const prefetch = (fresh: readonly Fresh<Requested>[], taxAccounts: TaxAccounts): LedgerPrefetch => {
    const asking = new LedgerPrefetch()
    for (const one of fresh) batch.prefetch(asking, one.requested, taxAccounts)
    return asking
  }

  const openAll = (books: Books, fresh: readonly Fresh<Requested>[], taxAccountOf: TaxAccountOf) => {
    const problems = new Problems()
    const facts = { ...factsOf({ billing, business, books }), taxAccountOf }
    const opened = fresh.flatMap(({ requested: one, contact }) => {
      const made = collectProblems(problems, () => batch.open(one, { ...facts, contactId: contact?.id ?? null }))
      return made ? [{ ...made, requested: one }] : []
    })
    problems.throwIfAny()
    return opened
  }

  /** @param isSound which of them can be opened at all */
  const reviewOf = (taxAccounts: TaxAccounts, isSound: (one: Requested) => boolean = () => true): Review => ({
    ask: async (tx, problems) => {
      requireOpen(business)
      return prefetch((await find(tx, problems)).fresh, taxAccounts)
    },
    rules: async (tx, books) => {
      const { fresh } = await find(tx, new Problems())
      openAll(
        books,
        fresh.filter((one) => isSound(one.requested)),
        () => '',
      )
    },
  })
  try {
    unreadable.throwIfAny()
  } catch (error) {
    const places = error instanceof DomainError ? error.problems.map(({ meta }) => meta.field ?? '') : []
    const isSound = ({ field }: Requested): boolean => !places.some((place) => place.startsWith(field))
    throw await reviewed(billing, request, error, reviewOf(NO_TAX_ACCOUNTS, isSound))
  }
  refuseTooMany(sumOf(requested.map(batch.partsOf)))

  const taxAccounts = await ensureTaxAccounts(billing, request, business, {
    kind: batch.taxes,
    names: namesOfTaxes(requested),
    // Decides everything before the tax accounts exist.
    tryOut: async () => {
      const whole = async (error: unknown): Promise<never> => {
        throw await reviewed(billing, request, error, reviewOf(NO_TAX_ACCOUNTS))
      }
      const { fresh } = await billing.db.transact(request, (tx) => find(tx)).catch(whole)
      const asking = prefetch(fresh, NO_TAX_ACCOUNTS)
      const books = await billing.postingSession
        .askBooks(request, asking.question())
        .catch((error: unknown) => whole(asking.forEveryField(error)))
      openAll(books, fresh, () => '')
      return namesOfTaxes(fresh.map((one) => one.requested))
    },
  })
  let prefetched: Awaited<ReturnType<typeof find>> | undefined
  const { data, posting } = await decideOnce(billing, request, {
    review: reviewOf(taxAccounts),
    ask: async (tx) => {
      requireOpen(business)
      prefetched = await find(tx)
      return prefetch(prefetched.fresh, taxAccounts)
    },
    write: async (tx, books) => {
      const { existingIds, fresh } = prefetched ?? (await find(tx))
      const named = await lockNamedContacts(tx, billing, contacts, fresh)
      const locked = fresh.map(({ requested: one }, index) => ({ requested: one, contact: named[index] ?? undefined }))
      // One may have been archived meanwhile.
      refuseArchived(locked)
      const opened = openAll(books, locked, taxAccountsIn(books, taxAccounts))
      const sources = await batch.record({ tx, billing, business, books }, opened)
      const existing = await kind.load(tx, [...existingIds.values()])
      const messages = await kind.present(
        tx,
        [...opened.map(({ document }) => document), ...existing],
        momentOf(billing, business),
      )
      const byId = new Map(messages.map((one) => [one.id ?? '', one]))
      const created = new Map(opened.map(({ requested: one, document: { id } }) => [one, id]))
      const idOf = new Map(existingIds)
      for (const { document } of opened) if (document.externalId !== null) idOf.set(document.externalId, document.id)
      const answers = requested.flatMap((one) => {
        const message = byId.get(created.get(one) ?? idOf.get(one.externalId ?? '') ?? '')
        return message ? [{ message, isNew: created.has(one) }] : []
      })
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

const namesOfTaxes = (requested: readonly RequestedDocument[]): string[] =>
  requested.flatMap(({ lines, taxes }) => taxNamesOf(lines, taxes))
