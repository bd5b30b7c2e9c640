import type { Database, Tx } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import { replayRows, rowsAfter, theOnlyRow, type EventHead, type OwnedRows } from '@pacioli/history'
import type { Page } from '@pacioli/paging'
import type { Aggregate } from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'
import { findBusiness, loadAllBusinesses, loadBusiness } from '../businesses/business.store.ts'
import { businessEvent } from '../businesses/business.messages.ts'
import { loadAccountsAfter } from '../chart-of-accounts/account.store.ts'
import { closingEvent } from '../closing/closing.events.ts'
import { loadClosingsAfter } from '../closing/closing.store.ts'
import { accountEvent } from '../chart-of-accounts/chart.messages.ts'
import { loadSettings } from '../settings/accounting-configuration.store.ts'
import { ownSettingsEvent } from '../configuration/configuration.messages.ts'
import { entryEvent } from '../journal/entry.events.ts'
import { loadEntryPage } from '../journal/entry.store.ts'
import type { Ledger } from '../ledger.ts'
import { partyEvent } from '../provider-import/imported-party.ts'
import { loadPartiesAfter } from '../provider-import/imported.store.ts'
import { loadDimensionsAfter } from '../tags/dimension.store.ts'
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

/** All that the ledger has of a business but entries, of which the journal has all versions, including what is archived and deleted. */
export const ownedRows = ({ clientId, businessId }: Tenant, head: () => EventHead): OwnedRows => {
  const headed =
    <Row>(announce: (row: Row, id: string, time: Date) => StagedEvent) =>
    (row: Row): StagedEvent => {
      const { id, time } = head()
      return announce(row, id, time)
    }
  const ofBusiness =
    <Row>(load: (tx: Tx, businessId: string, after: string | null, limit: number) => Promise<Row[]>) =>
    (tx: Tx, after: string | null, limit: number): Promise<Row[]> =>
      load(tx, businessId, after, limit)
  return {
    business: theOnlyRow(async (tx) => {
      const business = await findBusiness(tx, { clientId, businessId })
      const { id, time } = head()
      return business && businessEvent(business, 'updated', id, time)
    }),
    accounting_configuration: theOnlyRow(async (tx) => {
      const { own } = await loadSettings(tx, { clientId, businessId })
      return own.version > 0 ? ownSettingsEvent(businessId, own, head()) : undefined
    }),
    account: rowsAfter(
      ofBusiness(loadAccountsAfter),
      headed((account, id, time) => accountEvent(businessId, account, 'updated', id, time)),
    ),
    tag_dimension: rowsAfter(
      ofBusiness(loadDimensionsAfter),
      headed((dimension, id, time) =>
        dimensionEvent(businessId, dimension, dimension.deletedAt === null ? 'updated' : 'deleted', id, time),
      ),
    ),
    tag_value: rowsAfter(
      ofBusiness(loadValuesAfter),
      headed((value, id, time) => valueEvent(businessId, value, 'updated', id, time)),
    ),
    imported_party: rowsAfter(
      ofBusiness(loadPartiesAfter),
      headed((party, id, time) => partyEvent(party, party, id, time)),
    ),
    closing_action: rowsAfter(
      ofBusiness(loadClosingsAfter),
      headed((closing, id, time) => closingEvent(closing, closing.reversedAt ? 'reversed' : 'created', id, time)),
    ),
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

/** What is replayed of a business, in this order: what entries refer to comes before them. */
export const REPLAYED_TYPES: readonly string[] = [
  ...['business', 'accounting_configuration', 'account', 'tag_dimension', 'tag_value', 'imported_party', 'entry'],
]

/**
 * The business itself, its settings, its accounts, its tags, the parties of imports and its entries, each as it is now. Only the
 * given `types` are read; an empty list means all.
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
  const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => ledger.db.transact(tenant, work)
  for (const [type, after] of Object.entries(ownedRows(tenant, () => ({ id: ledger.newId(), time: ledger.now() }))))
    if (REPLAYED_TYPES.includes(type) && isRequested(type))
      for await (const event of replayRows(inTransaction, after, PAGE)) yield toAggregate(event)
  if (!isRequested('entry')) return
  const business = await inTransaction((tx) => loadBusiness(tx, tenant))
  for await (const event of replayEntries(ledger, tenant, business)) yield toAggregate(event)
}
