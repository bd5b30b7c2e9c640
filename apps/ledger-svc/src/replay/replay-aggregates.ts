import type { Database } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import type { Page } from '@pacioli/paging'
import type { Aggregate } from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'
import { loadAllBusinesses, loadBusiness } from '../businesses/business.store.ts'
import { businessEvent } from '../businesses/business.messages.ts'
import { loadAccounts } from '../chart-of-accounts/account.store.ts'
import { accountEvent } from '../chart-of-accounts/chart.messages.ts'
import { loadSettings } from '../settings/accounting-configuration.store.ts'
import { ownSettingsEvent } from '../configuration/configuration.messages.ts'
import { entryEvent } from '../journal/entry.events.ts'
import { loadEntryPage } from '../journal/entry.store.ts'
import type { Ledger } from '../ledger.ts'
import { partyEvent } from '../provider-import/imported-party.ts'
import { loadPartiesAfter } from '../provider-import/imported.store.ts'
import { loadAllDimensions } from '../tags/dimension.store.ts'
import { dimensionEvent, valueEvent } from '../tags/tag.messages.ts'
import { loadValuesAfter } from '../tags/tag-value.store.ts'

const PAGE = 500

const toAggregate = (event: StagedEvent): Aggregate => ({
  type: event.aggregateType,
  id: event.aggregateId,
  version: event.version,
  event: event.event,
})

/** All businesses of every client; none if only other types are named. */
export async function* replayBusinesses(
  ledger: Ledger,
  relayDb: Database,
  types: readonly string[] = [],
): AsyncGenerator<Aggregate> {
  if (types.length > 0 && !types.includes('business')) return
  for (let after = ''; ;) {
    const businesses = await relayDb.transact({}, (tx) => loadAllBusinesses(tx, after, PAGE))
    for (const business of businesses)
      yield toAggregate(businessEvent(business, 'updated', ledger.newId(), ledger.now()))
    after = businesses.at(-1)?.id ?? ''
    if (businesses.length < PAGE) return
  }
}

async function* replayDimensions(ledger: Ledger, tenant: Tenant): AsyncGenerator<StagedEvent> {
  for (const dimension of await ledger.db.transact(tenant, (tx) => loadAllDimensions(tx, tenant.businessId))) {
    const event = dimension.deletedAt === null ? 'updated' : 'deleted'
    yield dimensionEvent(tenant.businessId, dimension, event, ledger.newId(), ledger.now())
  }
}

async function* replayValues(ledger: Ledger, tenant: Tenant): AsyncGenerator<StagedEvent> {
  const { businessId } = tenant
  for (let after = ''; ;) {
    const values = await ledger.db.transact(tenant, (tx) => loadValuesAfter(tx, businessId, after, PAGE))
    for (const value of values) yield valueEvent(businessId, value, 'updated', ledger.newId(), ledger.now())
    after = values.at(-1)?.id ?? ''
    if (values.length < PAGE) return
  }
}

async function* replaySettings(ledger: Ledger, tenant: Tenant): AsyncGenerator<StagedEvent> {
  const { own } = await ledger.db.transact(tenant, (tx) => loadSettings(tx, tenant))
  if (own.version > 0) yield ownSettingsEvent(tenant.businessId, own, { id: ledger.newId(), time: ledger.now() })
}

async function* replayAccounts(ledger: Ledger, tenant: Tenant): AsyncGenerator<StagedEvent> {
  for (const account of await ledger.db.transact(tenant, (tx) => loadAccounts(tx, tenant.businessId)))
    yield accountEvent(tenant.businessId, account, 'updated', ledger.newId(), ledger.now())
}

async function* replayParties(ledger: Ledger, tenant: Tenant): AsyncGenerator<StagedEvent> {
  for (let after = ''; ;) {
    const parties = await ledger.db.transact(tenant, (tx) => loadPartiesAfter(tx, tenant.businessId, after, PAGE))
    for (const party of parties) yield partyEvent(party, party, ledger.newId(), ledger.now())
    after = parties.at(-1)?.id ?? ''
    if (parties.length < PAGE) return
  }
}

async function* replayEntries(ledger: Ledger, tenant: Tenant, { timeZone }: Business): AsyncGenerator<StagedEvent> {
  let page: Page = { limit: PAGE, sortBy: 'entry_at', sortOrder: 'ASC', after: undefined, totalCount: undefined }
  for (;;) {
    const { entries, last } = await ledger.db.transact(tenant, (tx) => loadEntryPage(tx, tenant.businessId, {}, page))
    for (const entry of entries) yield entryEvent(entry, timeZone, ledger.newId(), ledger.now())
    if (!last) return
    page = { ...page, after: last }
  }
}

type Replay = (ledger: Ledger, tenant: Tenant, business: Business) => AsyncGenerator<StagedEvent>

/** The aggregates of a business by type; what entries refer to comes before them. */
const REPLAYS: readonly [type: string, replay: Replay][] = [
  ['accounting_configuration', replaySettings],
  ['account', replayAccounts],
  ['tag_dimension', replayDimensions],
  ['tag_value', replayValues],
  ['imported_party', replayParties],
  ['entry', replayEntries],
]

export const REPLAYED_TYPES: readonly string[] = ['business', ...REPLAYS.map(([type]) => type)]

/**
 * The business itself, its settings, its accounts, its tags (deleted and archived ones too), the parties of
 * imports and its entries, each as it is
 * now. Only the given `types` are read; an empty list means all.
 */
export async function* replayBusiness(
  ledger: Ledger,
  relayDb: Database,
  businessId: string,
  types: readonly string[] = [],
): AsyncGenerator<Aggregate> {
  const isRequested = (type: string): boolean => types.length === 0 || types.includes(type)
  const [found] = await relayDb.transact({}, (tx) => loadAllBusinesses(tx, '', 1, businessId))
  if (!found) return
  const tenant = { clientId: found.clientId, businessId }
  const business = await ledger.db.transact(tenant, (tx) => loadBusiness(tx, tenant))
  if (isRequested('business')) yield toAggregate(businessEvent(business, 'updated', ledger.newId(), ledger.now()))
  for (const [type, replay] of REPLAYS)
    if (isRequested(type)) for await (const event of replay(ledger, tenant, business)) yield toAggregate(event)
}
