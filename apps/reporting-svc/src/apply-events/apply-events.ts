import type { Tx } from '@pacioli/db'
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
import { FIRST_MODEL } from '../read-models/models.ts'
import { controlsIn, loadControls, lockControls, markLines } from '../statements/control-account.store.ts'
import type { ControlAccount } from '../statements/control-account.ts'
import { entryFrom, type Entry } from '../statements/entry.ts'
import { recordEntries } from '../statements/record-entries.ts'
import { dimensionFrom, newestDimensions, newestValues, valueFrom, type Dimension, type TagValue } from '../tags/tag.ts'
import { upsertDimensions, upsertValues } from '../tags/tag.store.ts'
import type { StateEvent } from './state-event.ts'

/** The changes of a batch, by kind. */
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

/** Reads the state of each kind of aggregate that read models are built from. */
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
  ['vendor', ({ contacts }, state, eventId) => contacts.push(contactFrom('VENDOR', state, eventId))],
  ['customer', ({ contacts }, state, eventId) => contacts.push(contactFrom('CUSTOMER', state, eventId))],
  ['bill', ({ openItems }, state, eventId) => openItems.push(...[billFrom(state, eventId) ?? []].flat())],
  ['vendor_credit', ({ openItems }, state, eventId) => openItems.push(vendorCreditFrom(state, eventId))],
  ['invoice', ({ openItems }, state, eventId) => openItems.push(invoiceFrom(state, eventId))],
])

export const APPLIED_AGGREGATES = [...readers.keys()]

/**
 * Applies events of one business to its read models. Safe to repeat and in any order; other kinds of aggregates are ignored.
 * Tables are written in one order, so that two transactions never wait for each other.
 * @param model of the rows that the transaction sees: a release changes rows of its own model only
 */
export async function applyEvents(
  tx: Tx,
  businessId: string,
  events: readonly StateEvent[],
  model: number,
): Promise<void> {
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
  const accounts = newestAccounts(changes.accounts)
  const controls = await knownControls(tx, businessId, { model, accounts, entries: changes.entries })
  for (const { business, eventId } of changes.businesses) upsertBusiness(tx, business, eventId, model)
  upsertAccounts(tx, businessId, accounts)
  upsertDimensions(tx, businessId, newestDimensions(changes.dimensions))
  upsertValues(tx, businessId, newestValues(changes.values))
  upsertExternalAccounts(tx, businessId, newestExternalAccounts(changes.externalAccounts))
  await recordEntries(tx, businessId, changes.entries, controls)
  await recordTransactions(tx, businessId, changes.transactions)
  upsertContacts(tx, businessId, newestContacts(changes.contacts))
  await recordAging(tx, businessId, {
    items: changes.openItems,
    entries: changes.entryMoves,
    changesBusiness: changes.businesses.length > 0,
  })
}

/**
 * The control accounts, with those of this batch; lines that came before their account are marked. The model of `public` does
 * not know them.
 */
async function knownControls(
  tx: Tx,
  businessId: string,
  { model, accounts, entries }: { model: number; accounts: readonly AccountChange[]; entries: readonly Entry[] },
): Promise<ReadonlyMap<string, ControlAccount>> {
  const told = controlsIn(accounts)
  if (model <= FIRST_MODEL || (told.size === 0 && entries.length === 0)) return new Map()
  lockControls(tx, businessId, told.size > 0)
  const known = await loadControls(tx, businessId)
  markLines(tx, businessId, new Map([...told].filter(([id]) => !known.has(id))))
  return new Map([...known, ...told])
}
