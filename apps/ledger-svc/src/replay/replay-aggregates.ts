import type { Database } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import type { Page } from '@pacioli/paging'
import type { Aggregate } from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import { loadAllBusinesses, loadBusiness } from '../businesses/business.store.ts'
import { businessEvent } from '../businesses/business.messages.ts'
import { loadAccounts } from '../chart-of-accounts/account.store.ts'
import { accountEvent } from '../chart-of-accounts/chart.messages.ts'
import { loadSettings } from '../configuration/accounting-configuration.store.ts'
import { ownSettingsEvent } from '../configuration/configuration.messages.ts'
import { entryEvent } from '../journal/entry.events.ts'
import { loadEntryPage } from '../journal/entry.store.ts'
import type { Ledger } from '../ledger.ts'
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

/** All businesses, of every client. */
export async function* replayBusinesses(ledger: Ledger, relayDb: Database): AsyncGenerator<Aggregate> {
  for (let after = ''; ;) {
    const businesses = await relayDb.transact({}, (tx) => loadAllBusinesses(tx, after, PAGE))
    for (const business of businesses)
      yield toAggregate(businessEvent(business, 'updated', ledger.newId(), ledger.now()))
    after = businesses.at(-1)?.id ?? ''
    if (businesses.length < PAGE) return
  }
}

/** The dimensions and values of tags, deleted and archived ones too, each as it is now. */
async function* replayTags(ledger: Ledger, tenant: Tenant): AsyncGenerator<Aggregate> {
  const { businessId } = tenant
  for (const dimension of await ledger.db.transact(tenant, (tx) => loadAllDimensions(tx, businessId))) {
    const event = dimension.deletedAt === null ? 'updated' : 'deleted'
    yield toAggregate(dimensionEvent(businessId, dimension, event, ledger.newId(), ledger.now()))
  }
  for (let after = ''; ;) {
    const values = await ledger.db.transact(tenant, (tx) => loadValuesAfter(tx, businessId, after, PAGE))
    for (const value of values)
      yield toAggregate(valueEvent(businessId, value, 'updated', ledger.newId(), ledger.now()))
    after = values.at(-1)?.id ?? ''
    if (values.length < PAGE) return
  }
}

/** The business itself, its settings, its accounts, its tags and its entries, each as it is now. */
export async function* replayBusiness(
  ledger: Ledger,
  relayDb: Database,
  businessId: string,
): AsyncGenerator<Aggregate> {
  const [found] = await relayDb.transact({}, (tx) => loadAllBusinesses(tx, '', 1, businessId))
  if (!found) return
  const tenant = { clientId: found.clientId, businessId }
  const [business, accounts] = await ledger.db.transact(tenant, async (tx) => [
    await loadBusiness(tx, tenant),
    await loadAccounts(tx, businessId),
  ])
  if (!business) return
  yield toAggregate(businessEvent(business, 'updated', ledger.newId(), ledger.now()))
  const own = (await ledger.db.transact(tenant, (tx) => loadSettings(tx, tenant)))?.own
  if (own && own.version > 0)
    yield toAggregate(ownSettingsEvent(businessId, own, { id: ledger.newId(), time: ledger.now() }))
  for (const account of accounts)
    yield toAggregate(accountEvent(businessId, account, 'updated', ledger.newId(), ledger.now()))
  yield* replayTags(ledger, tenant)
  let page: Page = { limit: PAGE, sortBy: 'entry_at', sortOrder: 'ASC', after: undefined, totalCount: undefined }
  for (;;) {
    const { entries, last } = await ledger.db.transact(tenant, (tx) => loadEntryPage(tx, businessId, {}, page))
    for (const entry of entries) yield toAggregate(entryEvent(entry, business.timeZone, ledger.newId(), ledger.now()))
    if (!last) return
    page = { ...page, after: last }
  }
}
