/** Turns journal entries of QuickBooks Online into our terms. Pure. */
import { isDay } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import type { TagInput } from '../../tags/tag.ts'
import type { ProviderJournalEntry, ProviderLine, ProviderParty } from '../connector.ts'
import { object, objects, oneOf, optionalObject, optionalText, text, type Json } from '../reading.ts'
import { MAX_ID, MAX_NAME, MAX_NOTE } from './limits.ts'

/** Lines without an amount. */
const DESCRIPTION_ONLY = 'DescriptionOnly'

/** References of a line that become tags. */
const FILED_UNDER = [
  { field: 'ClassRef', key: 'quickbooks_class', displayName: 'QuickBooks class' },
  { field: 'DepartmentRef', key: 'quickbooks_location', displayName: 'QuickBooks location' },
]

/** Types of an Entity that have a counterpart here; employees have none. */
const PARTIES: ReadonlyMap<string, ProviderParty['kind']> = new Map([
  ['Customer', 'CUSTOMER'],
  ['Vendor', 'VENDOR'],
])

/** @throws InvalidPayload naming the field */
export function toProviderEntry(source: Json): ProviderJournalEntry {
  const day = text(source, 'TxnDate', MAX_ID)
  if (!isDay(day)) throw refused('InvalidPayload', `TxnDate: expected a day, not ${day}.`, { field: 'TxnDate' })
  const currency = optionalObject(source, 'CurrencyRef')
  return {
    externalId: text(source, 'Id', MAX_ID),
    day,
    currency: currency && optionalText(currency, 'value', MAX_ID),
    referenceNumber: optionalText(source, 'DocNumber', MAX_NAME),
    memo: optionalText(source, 'PrivateNote', MAX_NOTE),
    lines: objects(source, 'Line').flatMap((line) => (line.DetailType === DESCRIPTION_ONLY ? [] : [toLine(line)])),
  }
}

function toLine(source: Json): ProviderLine {
  const detail = object(source, 'JournalEntryLineDetail')
  return {
    accountExternalId: text(object(detail, 'AccountRef'), 'value', MAX_ID),
    amount: text(source, 'Amount', MAX_ID),
    direction: oneOf(detail, 'PostingType', ['Debit', 'Credit']) === 'Debit' ? 'DEBIT' : 'CREDIT',
    memo: optionalText(source, 'Description', MAX_NOTE),
    party: partyOf(detail),
    tags: FILED_UNDER.flatMap(({ field, key, displayName }): TagInput[] => {
      const reference = optionalObject(detail, field)
      if (!reference) return []
      const name = optionalText(reference, 'name', MAX_NAME)
      return [
        {
          key,
          value: text(reference, 'value', MAX_ID),
          dimension_display_name: displayName,
          ...(name === null ? {} : { value_display_name: name }),
        },
      ]
    }),
  }
}

function partyOf(detail: Json): ProviderParty | null {
  const entity = optionalObject(detail, 'Entity')
  const reference = entity && optionalObject(entity, 'EntityRef')
  const type = entity && optionalText(entity, 'Type', MAX_ID)
  const kind = PARTIES.get(type ?? '')
  if (!reference || !kind) return null
  const externalId = text(reference, 'value', MAX_ID)
  return { kind, externalId, name: optionalText(reference, 'name', MAX_NAME) ?? `QuickBooks ${externalId}` }
}
