import { Problems, refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { isUuid, type Tenant } from '@pacioli/rpc'
import { archived, type Books } from '../books/books.ts'
import { lockBooksForPosting, loadBooks, loadHeadroom } from '../books/books.store.ts'
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

/** What is missing is made and read again; others may make the same, or delete it, at the same moment. */
const MAX_ATTEMPTS = 5

export type ResolvedBooks = {
  epoch: number
  closedThrough: Date | null
  businessArchivedAt: Date | null
  settings: EffectiveSettings
  accounts: Account[]
  tags: TagDefinition[]
  /** What more may be debited; undefined where nobody asked and there is plenty. */
  headroom: number | undefined
}

/**
 * What a service asks before it decides a posting: the accounts its identifiers name, the tags it means to put on the
 * lines, the period, and the epoch under which the answer holds. Tags that nobody has defined are defined by asking, and
 * the dimensions of all that are asked for are kept from being deleted: a document may carry them.
 * @throws AccountNotFound naming each identifier that the business does not have, TagValueArchived, BusinessArchived
 *   (where tags have to be defined)
 */
export async function resolveBooks(
  ledger: Ledger,
  tenant: Tenant,
  identifiers: readonly AccountIdentifier[],
  inputs: readonly TagInput[] = [],
  needsHeadroom = false,
): Promise<ResolvedBooks> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const { books, settings, known, unmarked, headroom } = await lookUp(ledger, tenant, inputs, needsHeadroom)
    const problems = new Problems()
    const accounts = accountsOf(books, identifiers, problems)
    const resolver = new TagResolver(known, ledger.newId)
    const tags = inputs.map((input) => resolver.define(input))
    refuseArchived(tags, problems)
    problems.throwIfAny()
    const missing = resolver.created
    if (missing.values.length === 0 && unmarked.length === 0) {
      const { epoch, closedThrough, archivedAt: businessArchivedAt } = books
      return { epoch, closedThrough, businessArchivedAt, settings, accounts, tags, headroom }
    }
    if (missing.values.length > 0 && books.archivedAt !== null) throw archived()
    await define(ledger, tenant, missing, unmarked)
  }
  throw refused('VersionConflict', 'The tags kept changing while they were asked for. Try again.')
}

async function lookUp(ledger: Ledger, tenant: Tenant, inputs: readonly TagInput[], needsHeadroom: boolean) {
  return ledger.db.transact(tenant, async (tx) => {
    const books = await loadBooks(tx, tenant)
    const kept = await loadSettings(tx, tenant)
    const settings = effectiveSettings(kept.own.settings, kept.client.settings, books.timeZone)
    const headroom = needsHeadroom || books.isWatched ? await loadHeadroom(tx, tenant.businessId) : undefined
    if (inputs.length === 0) return { books, settings, known: NO_TAGS, unmarked: [], headroom }
    const ids = inputs.flatMap(({ definition_id = '' }) => (isUuid(definition_id) ? [definition_id] : []))
    const named = await loadKnownTags(tx, tenant.businessId, inputs)
    const known = withDefinitionsById(named, await loadDefinitions(tx, tenant.businessId, ids))
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
 * Makes what is missing, as far as nobody else has made it meanwhile, and marks the dimensions, as far as they are still
 * there. A dimension may turn out to be there already. What deletes a dimension holds the books alone.
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
