import type { Tx } from '@pacioli/db'
import { referenceOf, type CloudEvent } from '@pacioli/events'
import { accountFrom, newestAccounts, type AccountChange } from '../accounts/account.ts'
import { upsertAccounts } from '../accounts/account.store.ts'
import { businessFrom, type Business } from '../businesses/business.ts'
import { upsertBusiness } from '../businesses/business.store.ts'
import type { LedgerReader } from '../ledger-reader.ts'
import { contributionFrom, type Contribution } from '../statements/contribution.ts'
import { recordEntries } from '../statements/record-entries.ts'
import { fieldsOf, listOf } from './fields.ts'

/** An event of the ledger: what kind of aggregate it is about, and the aggregate's state. */
export type LedgerEvent = { id: string; aggregate: string; data: unknown }

/**
 * What an event says. The state of an entry that was too large to travel with its event is asked of the ledger, which
 * answers as of now: `business` says whose entry it is.
 */
export async function ledgerEventOf(
  event: CloudEvent,
  ledger: LedgerReader,
  business: () => Promise<Business>,
): Promise<LedgerEvent> {
  const aggregate = aggregateOf(event.type)
  const reference = aggregate === 'entry' ? referenceOf(event) : undefined
  const data = reference ? await ledger.entryState(await business(), reference.aggregate_id) : event.data
  return { id: event.id, aggregate, data }
}

/** `pacioli.<aggregate>.<event>.v1` */
const aggregateOf = (type: string): string => type.split('.')[1] ?? ''

/**
 * Takes events of one business into its read models. Safe to repeat and in any order; kinds of aggregates that no
 * report is made of pass by.
 */
export async function takeIn(tx: Tx, businessId: string, events: readonly LedgerEvent[]): Promise<void> {
  const accounts: AccountChange[] = []
  const entries: Contribution[] = []
  for (const { id, aggregate, data } of events) {
    const state = fieldsOf('data', data)
    if (aggregate === 'business') await upsertBusiness(tx, businessFrom(state), id)
    else if (aggregate === 'account') accounts.push({ account: accountFrom(state), eventId: id })
    else if (aggregate === 'chart') {
      for (const account of listOf(state, 'accounts'))
        accounts.push({ account: accountFrom(fieldsOf('accounts', account)), eventId: id })
    } else if (aggregate === 'entry') entries.push(contributionFrom(state, id))
  }
  await upsertAccounts(tx, businessId, newestAccounts(accounts))
  await recordEntries(tx, businessId, entries)
}
