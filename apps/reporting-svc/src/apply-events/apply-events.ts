import type { Tx } from '@pacioli/db'
import { fieldsOf, listOf, textOrNull, type Fields } from '@pacioli/fields'
import { accountFrom, newestAccounts, type AccountChange } from '../accounts/account.ts'
import { upsertAccounts } from '../accounts/account.store.ts'
import { billFrom, invoiceFrom, newestItems, vendorCreditFrom, type OpenItem } from '../aging/open-item.ts'
import { entryMovesFrom, type EntryMoves } from '../aging/item-moves.ts'
import { recordAging } from '../aging/record-aging.ts'
import { businessFrom, newestBusinesses, type BusinessChange } from '../businesses/business.ts'
import { upsertBusinesses } from '../businesses/business.store.ts'
import { contactFrom, newestContacts, type Contact } from '../contacts/contact.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import { newestTransactions, transactionStateFrom, type TransactionState } from '../notifications/bank-transaction.ts'
import {
  externalAccountFrom,
  newestExternalAccounts,
  type ExternalAccountChange,
} from '../notifications/external-account.ts'
import { upsertExternalAccounts } from '../notifications/external-account.store.ts'
import { recordTransactions } from '../notifications/record-transactions.ts'
import { OWNERS } from '../owners/owners.ts'
import { FIRST_MODEL } from '../read-models/models.ts'
import { businessesOf, keyOf, type Origin } from '../read-models/newest.ts'
import { markRecorded, type RecordMark } from '../read-models/record-marks.store.ts'
import { byKey, controlsIn, loadControls, lockControls, markLines } from '../statements/control-account.store.ts'
import type { ControlAccounts } from '../statements/control-account.ts'
import { accountsOf, entryFrom, newestEntries, type Entry } from '../statements/entry.ts'
import { insertEntries } from '../statements/entry.store.ts'
import { recordEntries } from '../statements/record-entries.ts'
import { dimensionFrom, newestDimensions, newestValues, valueFrom, type Dimension, type TagValue } from '../tags/tag.ts'
import { upsertDimensions, upsertValues } from '../tags/tag.store.ts'
import type { StateEvent } from './state-event.ts'

/** The changes of a batch, by kind. */
type Changes = {
  businesses: BusinessChange[]
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

/** Reads the state of each kind of aggregate that read models are built from. */
const readers = new Map<string, (changes: Changes, state: Fields, origin: Origin) => unknown>([
  ['business', ({ businesses }, state, origin) => businesses.push({ ...origin, business: businessFrom(state) })],
  ['account', ({ accounts }, state, origin) => accounts.push({ ...origin, account: accountFrom(state) })],
  [
    'chart',
    ({ accounts }, state, origin) => {
      for (const one of listOf(state, 'accounts'))
        accounts.push({ ...origin, account: accountFrom(fieldsOf('accounts', one)) })
    },
  ],
  ['tag_dimension', ({ dimensions }, state, origin) => dimensions.push(dimensionFrom(state, origin))],
  ['tag_value', ({ values }, state, origin) => values.push(valueFrom(state, origin))],
  [
    'entry',
    ({ entries, entryMoves }, state, origin) => {
      entries.push(entryFrom(state, origin))
      entryMoves.push(entryMovesFrom(state, origin.businessId))
    },
  ],
  ['bank_transaction', ({ transactions }, state, origin) => transactions.push(transactionStateFrom(state, origin))],
  [
    'external_account',
    ({ externalAccounts }, state, origin) => externalAccounts.push({ ...origin, account: externalAccountFrom(state) }),
  ],
  ['vendor', ({ contacts }, state, origin) => contacts.push(contactFrom('VENDOR', state, origin))],
  ['customer', ({ contacts }, state, origin) => contacts.push(contactFrom('CUSTOMER', state, origin))],
  ['bill', ({ openItems }, state, origin) => openItems.push(...[billFrom(state, origin) ?? []].flat())],
  ['vendor_credit', ({ openItems }, state, origin) => openItems.push(vendorCreditFrom(state, origin))],
  ['invoice', ({ openItems }, state, origin) => openItems.push(invoiceFrom(state, origin))],
])

/** The kinds that change rows; of the others only their places are kept. */
export const APPLIED_AGGREGATES = [...readers.keys()]

/**
 * Applies events of any number of businesses to their read models, in a handful of statements. Safe to repeat and in any order;
 * other kinds of aggregates are ignored. Tables are written in one order, and in each the rows by business and key, so that two
 * transactions never wait for each other.
 * @param model of the rows that the transaction sees: a release changes rows of its own model only
 */
export async function applyEvents(tx: Tx, events: readonly StateEvent[], model: number): Promise<void> {
  const changes = changesIn(events)
  const { entries, transactions, contacts } = changes
  const [controls, inserted] = await Promise.all([knownControls(tx, changes, model), insertNew(tx, changes, model)])
  await recordEntries(tx, entries, inserted, controls)
  await recordTransactions(tx, transactions)
  upsertContacts(tx, contacts)
  await recordAging(tx, { items: changes.openItems, entries: changes.entryMoves, businesses: changes.businesses })
  if (model > FIRST_MODEL) markRecorded(tx, marksIn(events))
}

const marksIn = (events: readonly StateEvent[]): RecordMark[] =>
  events.flatMap(({ businessId, place }) => (place && isOwner(place.owner) ? [{ businessId, ...place }] : []))

const isOwner = (name: string): boolean => OWNERS.some((owner) => owner === name)

/** The newest states in these events. */
function changesIn(events: readonly StateEvent[]): Changes {
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
  for (const { businessId, id, aggregate, data, place } of events) {
    const read = readers.get(aggregate)
    if (!read) continue
    const state = fieldsOf('data', data)
    requireOwn(businessId, aggregate, state)
    read(changes, state, { businessId, eventId: id, recorded: place?.position ?? null })
  }
  return {
    businesses: newestBusinesses(changes.businesses),
    accounts: newestAccounts(changes.accounts),
    dimensions: newestDimensions(changes.dimensions),
    values: newestValues(changes.values),
    entries: newestEntries(changes.entries),
    transactions: newestTransactions(changes.transactions),
    externalAccounts: newestExternalAccounts(changes.externalAccounts),
    contacts: newestContacts(changes.contacts),
    openItems: newestItems(changes.openItems),
    entryMoves: changes.entryMoves,
  }
}

/**
 * Refuses a state that names another business than the subject of its event: that one may be among the businesses of the
 * transaction, whose rows it may write.
 */
function requireOwn(businessId: string, aggregate: string, state: Fields): void {
  const named = textOrNull(state, aggregate === 'business' ? 'id' : 'business_id')
  if (named !== null && named.toLowerCase() !== businessId)
    throw new TypeError(`An event of the business ${businessId} has a state that names the business ${named}.`)
}

/** Stores what needs no earlier row; returns the keys of the entries that were not here. Travels with the control accounts. */
async function insertNew(tx: Tx, changes: Changes, model: number): Promise<Set<string>> {
  upsertBusinesses(tx, changes.businesses, model)
  upsertAccounts(tx, changes.accounts)
  upsertDimensions(tx, changes.dimensions)
  upsertValues(tx, changes.values)
  upsertExternalAccounts(tx, changes.externalAccounts)
  return insertEntries(tx, changes.entries)
}

/**
 * The control accounts that the lines of this batch may be on, with those that it tells of; lines that came before their account
 * are marked. The model of `public` does not know them.
 */
async function knownControls(tx: Tx, { accounts, entries }: Changes, model: number): Promise<ControlAccounts> {
  const told = controlsIn(accounts)
  if (model <= FIRST_MODEL || (told.length === 0 && entries.length === 0)) return new Map()
  lockControls(tx, businessesOf([...told, ...entries]), new Set(told.map(({ businessId }) => businessId)))
  const known = await loadControls(tx, [...told, ...accountsOf(entries)])
  markLines(
    tx,
    told.filter((one) => !known.has(keyOf(one))),
  )
  return new Map([...known, ...byKey(told)])
}
