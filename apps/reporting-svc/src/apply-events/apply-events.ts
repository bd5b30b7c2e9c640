import type { Tx } from '@pacioli/db'
import { referenceOf, type CloudEvent } from '@pacioli/events'
import { fieldsOf, listOf, type Fields } from '@pacioli/fields'
import { accountFrom, newestAccounts, type AccountChange } from '../accounts/account.ts'
import { upsertAccounts } from '../accounts/account.store.ts'
import { billFrom, invoiceFrom, vendorCreditFrom, type OpenItem } from '../aging/open-item.ts'
import { entryMovesFrom, type EntryMoves } from '../aging/item-moves.ts'
import { recordAging } from '../aging/record-aging.ts'
import { businessFrom, type Business } from '../businesses/business.ts'
import { upsertBusiness } from '../businesses/business.store.ts'
import { contactFrom, newestContacts, type Contact } from '../contacts/contact.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import { transactionStateFrom, type TransactionState } from '../notifications/bank-transaction.ts'
import {
  externalAccountFrom,
  newestExternalAccounts,
  type ExternalAccountChange,
} from '../notifications/external-account.ts'
import { upsertExternalAccounts } from '../notifications/external-account.store.ts'
import { recordTransactions } from '../notifications/record-transactions.ts'
import type { Owners } from '../owners/owners.ts'
import { entryFrom, type Entry } from '../statements/entry.ts'
import { recordEntries } from '../statements/record-entries.ts'
import { dimensionFrom, newestDimensions, newestValues, valueFrom, type Dimension, type TagValue } from '../tags/tag.ts'
import { upsertDimensions, upsertValues } from '../tags/tag.store.ts'

/** What an event says: what kind of aggregate it is about, and the aggregate's state. */
export type StateEvent = { id: string; aggregate: string; data: unknown }

/**
 * What an event says. A state that was too large to travel with its event is asked of its owner, which answers as of
 * now: `business` says whose it is.
 */
export async function stateEventOf(
  event: CloudEvent,
  owners: Owners,
  business: () => Promise<Business>,
): Promise<StateEvent> {
  const aggregate = aggregateOf(event.type)
  const reference = referenceOf(event)
  const ask = reference && askFor.get(aggregate)
  const data = ask ? await ask(owners, await business(), reference.aggregate_id) : event.data
  return { id: event.id, aggregate, data }
}

type AskFor = (owners: Owners, business: Business, id: string) => Promise<Fields>

/** The kinds of aggregates whose state may be too large, and who knows it. */
const askFor = new Map<string, AskFor>([
  ['entry', ({ ledger }, business, id) => ledger.entryState(business, id)],
  ['bank_transaction', ({ banking }, business, id) => banking.transactionState(business, id)],
  ...['bill', 'vendor_credit', 'invoice'].map((aggregate): [string, AskFor] => [
    aggregate,
    ({ billing }, business, id) => billing.documentState(business, aggregate, id),
  ]),
])

/** `pacioli.<aggregate>.<event>.v1` */
export const aggregateOf = (type: string): string => type.split('.')[1] ?? ''

/** The changes of a batch, by what they are about. */
type Changes = {
  businesses: { business: Business; eventId: string }[]
  accounts: AccountChange[]
  dimensions: Dimension[]
  values: TagValue[]
  entries: Entry[]
  transactions: TransactionState[]
  externalAccounts: ExternalAccountChange[]
  contacts: Contact[]
  openItems: OpenItem[]
  entryMoves: EntryMoves[]
}

/** How the state of each kind of aggregate is read; kinds that no read model is made of are not here. */
const readers = new Map<string, (changes: Changes, state: Fields, eventId: string) => unknown>([
  ['business', ({ businesses }, state, eventId) => businesses.push({ business: businessFrom(state), eventId })],
  ['account', ({ accounts }, state, eventId) => accounts.push({ account: accountFrom(state), eventId })],
  [
    'chart',
    ({ accounts }, state, eventId) =>
      accounts.push(
        ...listOf(state, 'accounts').map((one) => ({ account: accountFrom(fieldsOf('accounts', one)), eventId })),
      ),
  ],
  ['tag_dimension', ({ dimensions }, state, eventId) => dimensions.push(dimensionFrom(state, eventId))],
  ['tag_value', ({ values }, state, eventId) => values.push(valueFrom(state, eventId))],
  [
    'entry',
    ({ entries, entryMoves }, state, eventId) => {
      entries.push(entryFrom(state, eventId))
      entryMoves.push(entryMovesFrom(state))
    },
  ],
  ['bank_transaction', ({ transactions }, state, eventId) => transactions.push(transactionStateFrom(state, eventId))],
  [
    'external_account',
    ({ externalAccounts }, state, eventId) => externalAccounts.push({ account: externalAccountFrom(state), eventId }),
  ],
  ['vendor', ({ contacts }, state, eventId) => contacts.push(contactFrom(state, eventId))],
  ['customer', ({ contacts }, state, eventId) => contacts.push(contactFrom(state, eventId))],
  ['bill', ({ openItems }, state, eventId) => openItems.push(...[billFrom(state, eventId) ?? []].flat())],
  ['vendor_credit', ({ openItems }, state, eventId) => openItems.push(vendorCreditFrom(state, eventId))],
  ['invoice', ({ openItems }, state, eventId) => openItems.push(invoiceFrom(state, eventId))],
])

/** These kinds. */
export const TAKEN_IN = [...readers.keys()]

/**
 * Takes events of one business into its read models. Safe to repeat and in any order; kinds of aggregates that no read
 * model is made of pass by. Tables are written in one order, so that two transactions never wait for each other.
 * @param model that the rows are of which the transaction sees: what a release changes is for its own model alone
 */
export async function takeIn(tx: Tx, businessId: string, events: readonly StateEvent[], model: number): Promise<void> {
  const changes: Changes = {
    businesses: [],
    accounts: [],
    dimensions: [],
    values: [],
    entries: [],
    transactions: [],
    externalAccounts: [],
    contacts: [],
    openItems: [],
    entryMoves: [],
  }
  for (const { id, aggregate, data } of events) readers.get(aggregate)?.(changes, fieldsOf('data', data), id)
  for (const { business, eventId } of changes.businesses) await upsertBusiness(tx, business, eventId, model)
  await upsertAccounts(tx, businessId, newestAccounts(changes.accounts))
  await upsertDimensions(tx, businessId, newestDimensions(changes.dimensions))
  await upsertValues(tx, businessId, newestValues(changes.values))
  await upsertExternalAccounts(tx, businessId, newestExternalAccounts(changes.externalAccounts))
  await recordEntries(tx, businessId, changes.entries)
  await recordTransactions(tx, businessId, changes.transactions)
  await upsertContacts(tx, businessId, newestContacts(changes.contacts))
  await recordAging(tx, businessId, {
    items: changes.openItems,
    entries: changes.entryMoves,
    tellsOfBusiness: changes.businesses.length > 0,
  })
}
