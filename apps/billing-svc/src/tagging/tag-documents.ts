/** Tags of vendors, customers and documents, put on and taken off by request. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import { loadTagDefinitions, meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books } from '@pacioli/postings'
import type {
  ApplyTagsRequest__Output,
  RemoveTagsRequest__Output,
  TaggedEntitiesResponse,
  TaggedEntity,
} from '@pacioli/protos/common'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import { taggablePayments } from './tag-bill-payments.ts'
import type { Billing } from '../billing.ts'
import { taggableBills } from './tag-bills.ts'
import { taggableContacts } from './tag-contacts.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { taggableInvoicePayments } from './tag-invoice-payments.ts'
import { taggableInvoiceLineItems, taggableWriteOffs } from './tag-invoice-parts.ts'
import { taggableInvoices } from './tag-invoices.ts'
import { taggablePayouts } from './tag-payouts.ts'
import { taggableRefunds } from './tag-refunds.ts'
import { taggableCredits } from './tag-credits.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { definitionIdsOf, toAppliedTags, type TagNames } from '../tags/present-tags.ts'
import { keptTags, tagsAfter, type TagChange } from '../tags/tag-change.ts'
import { askTags, tagsFrom, wantedTags } from '../tags/tag-inputs.ts'
import type { Carrier, Retagging, Taggable } from '../tags/taggable.ts'

/** The same limits as for entries of the journal. */
const MAX_ENTITIES = 500
const MAX_TAGS = 10

/** `ids` as the request names them, one perhaps twice. */
type Tagging = { entityType: string; ids: readonly string[]; change: TagChange }

type Tag = (billing: Billing, request: BusinessWrite, tagging: Tagging) => Promise<TaggedEntitiesResponse>

/** A bill may be an expense. */
const kinds: Readonly<Record<string, Tag>> = {
  VENDOR: taggerOf(taggableContacts(VENDORS)),
  BILL: taggerOf(taggableBills),
  BILL_PAYMENT: taggerOf(taggablePayments),
  VENDOR_CREDIT: taggerOf(taggableCredits),
  CUSTOMER: taggerOf(taggableContacts(CUSTOMERS)),
  INVOICE: taggerOf(taggableInvoices),
  INVOICE_LINE_ITEM: taggerOf(taggableInvoiceLineItems),
  INVOICE_WRITE_OFF: taggerOf(taggableWriteOffs),
  INVOICE_PAYMENT: taggerOf(taggableInvoicePayments),
  REFUND: taggerOf(taggableRefunds),
  PAYOUT: taggerOf(taggablePayouts),
}

/**
 * Puts tags on entities, on all or on none; values that nobody has defined are defined. What is carried already stays as it
 * is. Documents are posted anew where their lines have other tags by that.
 * @throws EntityNotFound, BillVoided, InvoiceVoided, DocumentDeleted, TagValueArchived, DuplicateTagDimension,
 *   BalancingTagViolation, AccountArchived, PostingFailed, PayloadTooLarge, InvalidPayload, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export const applyTags = (
  billing: Billing,
  request: BusinessWrite,
  input: ApplyTagsRequest__Output,
): Promise<TaggedEntitiesResponse> => tag(billing, request, input, { kind: 'apply', inputs: input.key_values })

/**
 * Takes tags off entities, off all or off none; what is not carried is no matter.
 * @throws the same
 */
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
  const refuse = (field: string, description: string, value?: string): void =>
    problems.add('InvalidPayload', description, { field, ...(value === undefined ? {} : { value }) })
  if (!run) refuse('entity_type', `Expected one of ${Object.keys(kinds).join(', ')}.`, entity_type)
  if (entity_ids.length > MAX_ENTITIES)
    refuse('entity_ids', `At most ${MAX_ENTITIES} at a time; here are ${entity_ids.length}.`)
  if (key_values.length > MAX_TAGS)
    refuse('key_values', `At most ${MAX_TAGS} at a time; here are ${key_values.length}.`)
  problems.throwIfAny()
  const ids = entity_ids.map((id) => id.toLowerCase())
  return run ? run(billing, request, { entityType: entity_type, ids, change }) : { data: [] }
}

function taggerOf<Entity extends Carrier>(kind: Taggable<Entity>): Tag {
  return async (billing, request, tagging) => {
    const business = await meetBusiness(billing, request)
    const ids = [...new Set(tagging.ids)].filter(isUuid)
    const { data, posting } = await decideOnce<TaggedEntity[]>(billing, request, business, {
      ask: async (tx) => askFor(tx, kind, business, tagging, await kind.load(tx, business.id, ids)),
      write: async (tx, books) => {
        const held = await kind.lock(tx, business.id, ids)
        requireTaggable(kind, tagging.ids, held)
        const retagged = await retag(tx, billing, business, books, kind, tagging, held)
        const changed = retagged.filter(({ before, tags }) => before.tags !== tags)
        const sources = await kind.write(tx, billing, business, books, changed)
        const data = await present(tx, business, tagging, retagged)
        // What changes nothing may repeat a change that is still on its way.
        return { data, sources: kind.sourceOf ? [...held.map(kind.sourceOf), ...sources] : [] }
      },
    })
    return kind.sourceOf ? { data, posting } : { data }
  }
}

const fieldIn = (ids: readonly string[]) => (id: string) => `entity_ids.${ids.indexOf(id)}`

/** @throws EntityNotFound, and what the kind refuses, naming each */
function requireTaggable<Entity extends Carrier>(
  { requireOpen }: Taggable<Entity>,
  ids: readonly string[],
  there: readonly Entity[],
): void {
  const byId = new Map(there.map((entity) => [entity.id, entity]))
  const problems = new Problems()
  for (const [index, id] of ids.entries()) {
    const field = `entity_ids.${index}`
    const entity = byId.get(id)
    if (!entity)
      problems.add('EntityNotFound', `The business has nothing of this type with the id ${id}.`, { field, value: id })
    else
      collectProblems(
        problems,
        () => requireOpen(entity),
        (meta) => ({ ...meta, field }),
      )
  }
  problems.throwIfAny()
}

const namesOf = (tx: Tx, business: KnownBusiness, entities: readonly Pick<Carrier, 'tags'>[]): Promise<TagNames> =>
  loadTagDefinitions(tx, business.id, definitionIdsOf(...entities.map(({ tags }) => tags)))

/** Nothing is defined for the sake of a request that cannot be. */
async function askFor<Entity extends Carrier>(
  tx: Tx,
  kind: Taggable<Entity>,
  business: KnownBusiness,
  { ids, change }: Tagging,
  there: readonly Entity[],
): Promise<Asking> {
  requireTaggable(kind, ids, there)
  const asking = new Asking()
  if (change.kind === 'apply') askTags(asking, change.inputs, 'key_values')
  const names = await namesOf(tx, business, there)
  const kept = there.map((entity) => ({ ...entity, tags: keptTags(entity.tags, change, names) }))
  await kind.ask(tx, asking, business.id, kept, fieldIn(ids))
  return asking
}

/** What each is to carry, or every problem. */
async function retag<Entity extends Carrier>(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  kind: Taggable<Entity>,
  { ids, change }: Tagging,
  held: readonly Entity[],
): Promise<Retagging<Entity>[]> {
  const making = { newId: billing.newId, now: billing.now() }
  const inputs = change.kind === 'apply' ? change.inputs : []
  // What can be on nothing of this kind, such as two values of one dimension, is refused by its own fields.
  const requireTags = kind.tagsFrom ?? tagsFrom
  requireTags(inputs, books, making, 'key_values')
  const wanted = wantedTags(inputs, books, 'key_values')
  const names = await namesOf(tx, business, held)
  const fieldOf = fieldIn(ids)
  const problems = new Problems()
  const retagged = held.map((before) => {
    const added = wanted.map((one) => ({ ...one, field: fieldOf(before.id) }))
    return { before, tags: tagsAfter(before.tags, change, added, { ...making, names }, problems) }
  })
  problems.throwIfAny()
  return retagged
}

/** In the order asked. */
async function present<Entity extends Carrier>(
  tx: Tx,
  business: KnownBusiness,
  { entityType, ids }: Tagging,
  retagged: readonly Retagging<Entity>[],
): Promise<TaggedEntity[]> {
  const names = await namesOf(tx, business, retagged)
  const tagsById = new Map(retagged.map(({ before, tags }) => [before.id, tags]))
  return ids.map((id) => ({
    entity_type: entityType,
    entity_id: id,
    transaction_tags: toAppliedTags(tagsById.get(id) ?? [], names),
  }))
}
