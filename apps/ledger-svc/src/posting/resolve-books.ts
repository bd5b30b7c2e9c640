import { Problems, refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { isUuid, type Tenant } from '@pacioli/rpc'
import { archived, type Books } from '../books/books.ts'
import { lockBooksForPosting, loadBooks, loadFacts, loadHeadroom } from '../books/books.store.ts'
import { findAccount, describeIdentifier, type Account, type AccountIdentifier } from '../chart-of-accounts/account.ts'
import { effectiveSettings, type EffectiveSettings } from '../settings/accounting-configuration.ts'
import { loadSettings } from '../settings/accounting-configuration.store.ts'
import type { Ledger } from '../ledger.ts'
import { findNeverRequested, insertDimensions, markRequested } from '../tags/dimension.store.ts'
import { createdDefinitions, createdEvents } from '../tags/tag.messages.ts'
import { loadDefinitions, loadKnownTags } from '../tags/tag.store.ts'
import { insertValues } from '../tags/tag-value.store.ts'
import {
  archivedText,
  withDefinitionsById,
  NO_TAGS,
  TagResolver,
  type NewDefinitions,
  type TagDefinition,
  type TagInput,
} from '../tags/tag.ts'
import { withSupposed, type MayPreview } from '../books/supposed-accounts.ts'

/** Missing tags are defined and read again; concurrent requests may define the same, or delete them. */
const MAX_ATTEMPTS = 5

export type ResolvedBooks = {
  epoch: number
  closedThrough: Date | null
  businessArchivedAt: Date | null
  settings: EffectiveSettings
  accounts: Account[]
  tags: TagDefinition[]
  /** What may still be debited; undefined if it was not requested and there is plenty. */
  headroom: number | undefined
}

/**
 * What a service needs before it decides a posting: the accounts its identifiers name, the tags for the lines, the
 * period, and the epoch under which the answer holds. Tags that do not exist are defined, and the dimensions of all
 * requested tags can no longer be deleted: a document may carry them. Not so with `definesNothing`, nor for a preview.
 * @throws AccountNotFound naming each identifier that the business does not have, TagValueArchived, BusinessArchived
 *   (where tags have to be defined)
 */
export async function resolveBooks(
  ledger: Ledger,
  tenant: Tenant & MayPreview,
  identifiers: readonly AccountIdentifier[],
  inputs: readonly TagInput[] = [],
  { needsHeadroom = false, definesNothing = false } = {},
): Promise<ResolvedBooks> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const found = await lookUp(ledger, tenant, {
      identifiers,
      inputs,
      needsHeadroom,
    })
    const { settings, known, unmarked, headroom } = found
    const books = withSupposed(found.books, tenant, ledger.now())
    const problems = new Problems()
    const accounts = accountsOf(books, identifiers, problems)
    const resolver = new TagResolver(known, ledger.newId)
    const tags = inputs.map((input) => resolver.define(input))
    refuseArchived(tags, problems)
    problems.throwIfAny()
    const missing = resolver.created
    if (tenant.preview && missing.values.length > 0 && books.archivedAt !== null) throw archived()
    if (definesNothing || tenant.preview || (missing.values.length === 0 && unmarked.length === 0)) {
      const { epoch, closedThrough, archivedAt: businessArchivedAt } = books
      return { epoch, closedThrough, businessArchivedAt, settings, accounts, tags, headroom }
    }
    if (missing.values.length > 0 && books.archivedAt !== null) throw archived()
    await define(ledger, tenant, missing, unmarked)
  }
  throw refused('VersionConflict', 'The tags kept changing while they were resolved. Try again.')
}

/** The chart is large: it is read only if the epoch says that it may have changed since it was last read. */
async function lookUp(
  ledger: Ledger,
  tenant: Tenant,
  asked: { identifiers: readonly AccountIdentifier[]; inputs: readonly TagInput[]; needsHeadroom: boolean },
) {
  const { identifiers, inputs, needsHeadroom } = asked
  const cached = await ledger.books.get(tenant)
  return ledger.db.read(tenant, async (tx) => {
    const [facts, kept] = await Promise.all([loadFacts(tx, tenant), loadSettings(tx, tenant)])
    const isCurrent = facts.epoch === cached.epoch
    if (!isCurrent) ledger.books.drop(tenant)
    const books = isCurrent ? { ...facts, chart: cached.chart } : await loadBooks(tx, tenant)
    const settings = effectiveSettings(kept.own.settings, kept.client.settings, books.timeZone)
    const named = () => identifiers.flatMap((identifier) => findAccount(books.chart, identifier)?.id ?? [])
    const headroom = needsHeadroom || books.isWatched ? await loadHeadroom(tx, tenant.businessId, named()) : undefined
    if (inputs.length === 0) return { books, settings, known: NO_TAGS, unmarked: [], headroom }
    const ids = inputs.flatMap(({ definition_id = '' }) => (isUuid(definition_id) ? [definition_id] : []))
    const byName = await loadKnownTags(tx, tenant.businessId, inputs)
    const known = withDefinitionsById(byName, await loadDefinitions(tx, tenant.businessId, ids))
    const dimensionIds = [...known.dimensions.values()].map(({ id }) => id)
    return { books, settings, known, unmarked: await findNeverRequested(tx, tenant.businessId, dimensionIds), headroom }
  })
}

function refuseArchived(tags: readonly TagDefinition[], problems: Problems): void {
  for (const [index, { key, value, archivedAt }] of tags.entries())
    if (archivedAt !== null)
      problems.add('TagValueArchived', archivedText({ key, value }), {
        field: `tags.${index}`,
        value,
      })
}

function accountsOf(books: Books, identifiers: readonly AccountIdentifier[], problems: Problems): Account[] {
  return identifiers.flatMap((identifier, index) => {
    const account = findAccount(books.chart, identifier)
    if (account) return [account]
    problems.add('AccountNotFound', `The business has no account ${describeIdentifier(identifier)}.`, {
      field: `account_identifiers.${index}`,
      value: describeIdentifier(identifier),
    })
    return []
  })
}

/**
 * Defines missing tags, unless a concurrent request did, and marks the dimensions that still exist. Deleting a dimension
 * takes an exclusive lock of the books.
 */
async function define(
  ledger: Ledger,
  tenant: Tenant,
  missing: NewDefinitions,
  unmarked: readonly string[],
): Promise<void> {
  const now = ledger.now()
  const { businessId } = tenant
  await ledger.db.transact(tenant, async (tx) => {
    await lockBooksForPosting(tx, businessId)
    await markRequested(tx, businessId, unmarked)
    if (missing.values.length === 0) return
    const { dimensions, values } = createdDefinitions(missing, now)
    const madeDimensions = new Set(await insertDimensions(tx, businessId, dimensions))
    const rivals = new Set(dimensions.filter(({ id }) => !madeDimensions.has(id)).map(({ id }) => id))
    await markRequested(tx, businessId, [...madeDimensions])
    const ofThese = values.filter(({ dimensionId }) => !rivals.has(dimensionId))
    const madeValues = new Set(await insertValues(tx, businessId, ofThese))
    const made = {
      dimensions: dimensions.filter(({ id }) => madeDimensions.has(id)),
      values: ofThese.filter(({ id }) => madeValues.has(id)),
    }
    await stageEvents(tx, createdEvents(businessId, made, ledger.newId, now))
    tx.afterCommit(ledger.notify)
  })
}
