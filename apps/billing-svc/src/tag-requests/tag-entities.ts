/** Tags of vendors, customers and documents, put on and taken off by request. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import { loadTagDefinitions, requireBusiness, requireOpen } from '@pacioli/ledger-facts'
import { LedgerPrefetch, decideOnce } from '@pacioli/postings'
import type {
  ApplyTagsRequest__Output,
  RemoveTagsRequest__Output,
  TaggedEntitiesResponse,
  TaggedEntity,
} from '@pacioli/protos/common'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { recordContacts } from '../contact-requests/alter-contact.ts'
import type { RecordedContactKind } from '../contacts/contact.kind.ts'
import type { Contact } from '../contacts/contact.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { VENDORS } from '../contacts/vendor.ts'
import type { Deciding } from '../document-writes/create-document.ts'
import { definitionIdsOf, toAppliedTags, type TagNames } from '../tags/present-tags.ts'
import { remainingTags, tagsAfter, type TagChange } from '../tags/tag-change.ts'
import { prefetchTags, tagsFrom, requestedTags } from '../tags/tag-inputs.ts'
import { taggableInvoiceLineItems, taggableWriteOffs } from './tag-invoice-parts.ts'
import { taggableInvoices } from './tag-invoices.ts'
import { taggableBills, taggableCredits, taggablePayments, taggableVendorRefunds } from './tag-payables.ts'
import { taggableInvoicePayments, taggablePayouts, taggableRefunds } from './tag-receivables.ts'
import { retaggedVersions, type Retagging, type TagCarrier, type Taggable } from './taggable.ts'

/** The same limits as for entries of the journal. */
const MAX_ENTITIES = 500
const MAX_TAGS = 10

/** `ids` as the request names them, possibly repeated. */
type Tagging = { entityType: string; ids: readonly string[]; change: TagChange }

type Tag = (billing: Billing, request: BusinessWrite, tagging: Tagging) => Promise<TaggedEntitiesResponse>

/** A contact's tags are on no document and on no entry. */
const taggableContacts = (kind: RecordedContactKind): Taggable<Contact> => ({
  load: kind.load,
  lock: kind.lock,
  write: (deciding, changes) => recordContacts(deciding, kind, retaggedVersions(changes, deciding.billing.now())),
})

/** BILL covers expenses, too. */
const kinds: Readonly<Record<string, Tag>> = {
  VENDOR: taggerOf(taggableContacts(VENDORS)),
  BILL: taggerOf(taggableBills),
  BILL_PAYMENT: taggerOf(taggablePayments),
  VENDOR_CREDIT: taggerOf(taggableCredits),
  VENDOR_REFUND: taggerOf(taggableVendorRefunds),
  CUSTOMER: taggerOf(taggableContacts(CUSTOMERS)),
  INVOICE: taggerOf(taggableInvoices),
  INVOICE_LINE_ITEM: taggerOf(taggableInvoiceLineItems),
  INVOICE_WRITE_OFF: taggerOf(taggableWriteOffs),
  INVOICE_PAYMENT: taggerOf(taggableInvoicePayments),
  REFUND: taggerOf(taggableRefunds),
  PAYOUT: taggerOf(taggablePayouts),
}

/**
 * Puts tags on entities, on all or on none; values that are not defined yet are defined. Tags that are there already stay.
 * Documents are reposted where this changes the tags of their lines.
 * @throws EntityNotFound, BillVoided, InvoiceVoided, DocumentDeleted, TagValueArchived, DuplicateTagDimension,
 *   BalancingTagViolation, AccountArchived, PostingFailed, PayloadTooLarge, InvalidPayload, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export const applyTags = (
  billing: Billing,
  request: BusinessWrite,
  input: ApplyTagsRequest__Output,
): Promise<TaggedEntitiesResponse> => tag(billing, request, input, { kind: 'apply', inputs: input.key_values })

/** Takes tags off entities, off all or off none; those that are not there do not matter. @throws the same */
export const removeTags = (
  billing: Billing,
  request: BusinessWrite,
  input: RemoveTagsRequest__Output,
): Promise<TaggedEntitiesResponse> => tag(billing, request, input, { kind: 'remove', names: input.key_values })

type Input = { entity_type: string; entity_ids: readonly string[]; key_values: readonly object[] }

async function tag(
  billing: Billing,
  request: BusinessWrite,
  { entity_type, entity_ids, key_values }: Input,
  change: TagChange,
): Promise<TaggedEntitiesResponse> {
  const run = Object.hasOwn(kinds, entity_type) ? kinds[entity_type] : undefined
  const problems = new Problems()
  const refuse = (field: string, description: string, meta: object = {}): void =>
    problems.add('InvalidPayload', description, { field, ...meta })
  if (!run) refuse('entity_type', `Expected one of ${Object.keys(kinds).join(', ')}.`, { value: entity_type })
  if (entity_ids.length > MAX_ENTITIES)
    refuse('entity_ids', `At most ${MAX_ENTITIES} at a time; here are ${entity_ids.length}.`)
  if (key_values.length > MAX_TAGS)
    refuse('key_values', `At most ${MAX_TAGS} at a time; here are ${key_values.length}.`)
  problems.throwIfAny()
  const ids = entity_ids.map((id) => id.toLowerCase())
  return run ? run(billing, request, { entityType: entity_type, ids, change }) : { data: [] }
}

function taggerOf<Entity extends TagCarrier>(kind: Taggable<Entity>): Tag {
  const { sourcesOf } = kind
  return async (billing, request, { entityType, ids, change }) => {
    const business = await requireBusiness(billing, request)
    const named = [...new Set(ids)].filter(isUuid)
    const fieldOf = (id: string): string => `entity_ids.${ids.indexOf(id)}`
    const { data, posting } = await decideOnce<TaggedEntity[]>(billing, request, {
      ask: async (tx) => {
        requireOpen(business)
        const found = await kind.load(tx, named)
        // No tag is defined for a request that is refused.
        requireTaggable(kind, ids, found)
        const asking = new LedgerPrefetch()
        if (change.kind === 'apply') prefetchTags(asking, change.inputs, 'key_values')
        const names = await namesOf(tx, found)
        const remaining = found.map((entity) => ({ ...entity, tags: remainingTags(entity.tags, change, names) }))
        await kind.prefetch?.(tx, asking, remaining, fieldOf)
        return asking
      },
      write: async (tx, books) => {
        const deciding = { tx, billing, business, books }
        const locked = await kind.lock(tx, named)
        requireTaggable(kind, ids, locked)
        const retagged = await retag(deciding, kind, change, locked, fieldOf)
        const changed = retagged.filter(({ before, tags }) => before.tags !== tags)
        const sources = await kind.write(deciding, changed)
        // What changes nothing may repeat a change that is not delivered yet.
        const delivered = sourcesOf ? [...locked.flatMap((entity) => sourcesOf(entity)), ...sources] : []
        return { data: await present(tx, entityType, ids, retagged), sources: delivered }
      },
    })
    return sourcesOf ? { data, posting } : { data }
  }
}

/** @throws EntityNotFound, and what the kind refuses, naming each */
function requireTaggable<Entity extends TagCarrier>(
  { requireOpen }: Taggable<Entity>,
  ids: readonly string[],
  found: readonly Entity[],
): void {
  const byId = new Map(found.map((entity) => [entity.id, entity]))
  const problems = new Problems()
  for (const [index, id] of ids.entries()) {
    const field = `entity_ids.${index}`
    const entity = byId.get(id)
    if (!entity)
      problems.add('EntityNotFound', `The business has nothing of this type with the id ${id}.`, { field, value: id })
    else
      collectProblems(
        problems,
        () => requireOpen?.(entity),
        (meta) => ({ ...meta, field }),
      )
  }
  problems.throwIfAny()
}

const namesOf = (tx: Tx, entities: readonly Pick<TagCarrier, 'tags'>[]): Promise<TagNames> =>
  loadTagDefinitions(tx, definitionIdsOf(...entities.map(({ tags }) => tags)))

/** The resulting tags of each, or every problem. */
async function retag<Entity extends TagCarrier>(
  { tx, billing, books }: Deciding,
  kind: Taggable<Entity>,
  change: TagChange,
  locked: readonly Entity[],
  fieldOf: (id: string) => string,
): Promise<Retagging<Entity>[]> {
  const making = { newId: billing.newId, now: billing.now() }
  const inputs = change.kind === 'apply' ? change.inputs : []
  // What can be on nothing of this kind, such as two values of one dimension, is refused by its own fields.
  const requireTags = kind.tagsFrom ?? tagsFrom
  requireTags(inputs, books, making, 'key_values')
  const requested = requestedTags(inputs, books, 'key_values')
  const names = await namesOf(tx, locked)
  const problems = new Problems()
  const retagged = locked.map((before) => {
    const added = requested.map((one) => ({ ...one, field: fieldOf(before.id) }))
    return { before, tags: tagsAfter(before.tags, change, added, { ...making, names }, problems) }
  })
  problems.throwIfAny()
  return retagged
}

/** In the order of the request. */
async function present(
  tx: Tx,
  entityType: string,
  ids: readonly string[],
  retagged: readonly Retagging<TagCarrier>[],
): Promise<TaggedEntity[]> {
  const names = await namesOf(tx, retagged)
  const tagsById = new Map(retagged.map(({ before, tags }) => [before.id, tags]))
  return ids.map((id) => ({
    entity_type: entityType,
    entity_id: id,
    transaction_tags: toAppliedTags(tagsById.get(id) ?? [], names),
  }))
}
