/** What has changed since a moment, as rows of read models as they were then. */
import { fieldsOf, listOf, text, type Fields } from '@pacioli/fields'
import { accounts } from '../accounts/account.store.ts'
import { accountFrom } from '../accounts/account.ts'
import { creditMoves, opposite, summed, type ItemMove } from '../aging/item-moves.ts'
import { itemsAsJson } from '../aging/open-item.store.ts'
import { billFrom, invoiceFrom, vendorCreditFrom, type OpenItem } from '../aging/open-item.ts'
import { businesses } from '../businesses/business.store.ts'
import { businessFrom } from '../businesses/business.ts'
import { contacts } from '../contacts/contact.store.ts'
import { contactFrom, type Contact } from '../contacts/contact.ts'
import { transactions } from '../notifications/bank-transaction.store.ts'
import { transactionStateFrom } from '../notifications/bank-transaction.ts'
import type { StateThen } from '../owners/histories.ts'
import type { Origin } from '../read-models/newest.ts'
import { dimensions, values } from '../tags/tag.store.ts'
import { dimensionFrom, valueFrom } from '../tags/tag.ts'
import type { RowsThen } from './then-tables.ts'

/** The types of aggregates that reports read, by owner. */
export const READ_TYPES = {
  ledger: ['business', 'account', 'tag_dimension', 'tag_value', 'entry'],
  banking: ['bank_transaction'],
  billing: ['vendor', 'customer', 'bill', 'vendor_credit', 'invoice'],
} as const

/**
 * @param states of what has changed since, as it was
 * @param now the items that have changed since, as they are here
 * @param zone of the days of items
 * @param builtAs the model of the rows
 */
export function rowsThen(
  businessId: string,
  states: readonly StateThen[],
  { now, zone, builtAs }: { now: readonly OpenItem[]; zone: string; builtAs: number },
): RowsThen {
  const origin: Origin = { businessId, eventId: '', recorded: null }
  const read = <Row>(from: (fields: Fields) => Row, ...types: readonly string[]): Row[] =>
    states.flatMap(({ type, state }) =>
      types.includes(type) && state !== null ? [from(fieldsOf(type, JSON.parse(state)))] : [],
    )
  const items: OpenItem[] = [
    ...read((fields) => billFrom(fields, origin), 'bill').filter((item) => item !== undefined),
    ...read((fields) => vendorCreditFrom(fields, origin), 'vendor_credit'),
    ...read((fields) => invoiceFrom(fields, origin), 'invoice'),
  ]
  const people: Contact[] = [
    ...read((fields) => contactFrom('VENDOR', fields, origin), 'vendor'),
    ...read((fields) => contactFrom('CUSTOMER', fields, origin), 'customer'),
  ]
  const tagged = read((fields) => fields, 'entry')
  return {
    businesses: businesses.asJson(
      read((fields) => ({ ...origin, ...businessFrom(fields), id: businessId, builtAs }), 'business'),
    ),
    accounts: accounts.asJson(read((fields) => ({ ...origin, ...accountFrom(fields) }), 'account')),
    tag_dimensions: dimensions.asJson(read((fields) => dimensionFrom(fields, origin), 'tag_dimension')),
    tag_values: values.asJson(read((fields) => valueFrom(fields, origin), 'tag_value')),
    contacts: contacts.asJson(people),
    bank_transactions: transactions.asJson(read((fields) => transactionStateFrom(fields, origin), 'bank_transaction')),
    open_items: itemsAsJson(items, () => zone),
    entries: JSON.stringify(tagged.map((fields) => text(fields, 'id'))),
    line_tags: JSON.stringify(tagged.flatMap(lineTagsOf)),
    credit_moves: JSON.stringify(
      movesOf(
        items.flatMap((item) => creditMoves(item, zone)),
        now.flatMap((item) => creditMoves(item, zone)),
      ),
    ),
  }
}

/** The tags of each line that has some. */
const lineTagsOf = (fields: Fields): object[] =>
  listOf(fields, 'line_items').flatMap((line, position) => {
    const tags = listOf(fieldsOf('line_items', line), 'transaction_tags').map((tag) =>
      text(fieldsOf('transaction_tags', tag), 'definition_id'),
    )
    return tags.length > 0 ? [{ entry_id: text(fields, 'id'), position, tag_value_ids: tags }] : []
  })

const movesOf = (then: readonly ItemMove[], now: readonly ItemMove[]): object[] =>
  summed([...then, ...opposite(now)]).map(({ itemId, day, amount }) => ({
    item_id: itemId,
    day,
    amount: amount.toString(),
  }))
