/** The facts in the ledger's events that services keep copies of. Pure. */
import { isTimeZone } from '@pacioli/calendar'
import { fieldsOf, integer, listOf, moment, momentOrNull, oneOf, text, textOrNull, type Fields } from '@pacioli/fields'
import type { KnownBusiness } from './business.ts'
import type { KnownAccount, TagDimension, TagValue } from './reference.ts'

/** Facts of a business: the newest version of each, in the order of their ids, in which rows are locked. */
export type Facts = {
  businessId: string
  business: KnownBusiness | undefined
  accounts: readonly KnownAccount[]
  dimensions: readonly TagDimension[]
  values: readonly TagValue[]
}

/** The kinds of aggregates that contain facts, as requested in a replay. */
export const FACTS = ['business', 'chart', 'account', 'tag_dimension', 'tag_value']

export function businessFrom(fields: Fields): KnownBusiness {
  const timeZone = text(fields, 'time_zone')
  if (!isTimeZone(timeZone)) throw new TypeError(`time_zone: expected an IANA time zone, got ${timeZone}`)
  return {
    id: text(fields, 'id'),
    clientId: text(fields, 'client_id'),
    timeZone,
    currency: text(fields, 'currency'),
    activationAt: moment(fields, 'activation_at'),
    archivedAt: momentOrNull(fields, 'archived_at'),
    version: integer(fields, 'version'),
  }
}

const accountFrom = (fields: Fields): KnownAccount => ({
  id: text(fields, 'id'),
  parentId: textOrNull(fields, 'parent_id'),
  name: text(fields, 'name'),
  accountNumber: textOrNull(fields, 'account_number'),
  stableName: textOrNull(fields, 'stable_name'),
  normality: oneOf(fields, 'normality', ['DEBIT', 'CREDIT']),
  type: text(fields, 'account_type'),
  subtype: text(fields, 'account_subtype'),
  archivedAt: momentOrNull(fields, 'archived_at'),
  version: integer(fields, 'version'),
})

const dimensionFrom = (fields: Fields): TagDimension => ({
  id: text(fields, 'id'),
  key: text(fields, 'key'),
  displayName: textOrNull(fields, 'display_name'),
  strictness: text(fields, 'strictness'),
  deletedAt: momentOrNull(fields, 'deleted_at'),
  version: integer(fields, 'version'),
})

const valueFrom = (fields: Fields): TagValue => ({
  id: text(fields, 'id'),
  dimensionId: text(fields, 'dimension_id'),
  value: text(fields, 'value'),
  displayName: textOrNull(fields, 'display_name'),
  archivedAt: momentOrNull(fields, 'archived_at'),
  version: integer(fields, 'version'),
})

/** The newest version of each, in the order of their ids. */
export function newest<Thing extends { id: string; version: number }>(things: readonly Thing[]): Thing[] {
  const found = new Map<string, Thing>()
  for (const thing of things) {
    const other = found.get(thing.id)
    if (!other || other.version < thing.version) found.set(thing.id, thing)
  }
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * The facts in aggregates of one business; other kinds are skipped.
 * @throws TypeError for an invalid state, or that of another business: among several, row-level security would admit it
 */
export function factsFrom(businessId: string, states: readonly { aggregate: string; data: unknown }[]): Facts {
  const businesses: KnownBusiness[] = []
  const accounts: KnownAccount[] = []
  const dimensions: TagDimension[] = []
  const values: TagValue[] = []
  for (const { aggregate, data } of states) {
    if (!FACTS.includes(aggregate)) continue
    const state = fieldsOf('data', data)
    if (aggregate === 'business') businesses.push(ownBusinessFrom(businessId, state))
    else if (aggregate === 'account') accounts.push(accountFrom(state))
    else if (aggregate === 'tag_dimension') dimensions.push(dimensionFrom(state))
    else if (aggregate === 'tag_value') values.push(valueFrom(state))
    else for (const account of listOf(state, 'accounts')) accounts.push(accountFrom(fieldsOf('accounts', account)))
  }
  return {
    businessId,
    business: newest(businesses)[0],
    accounts: newest(accounts),
    dimensions: newest(dimensions),
    values: newest(values),
  }
}

function ownBusinessFrom(businessId: string, state: Fields): KnownBusiness {
  const business = businessFrom(state)
  if (business.id !== businessId)
    throw new TypeError(`id: expected the business ${businessId} of the event, got ${business.id}`)
  return business
}

/** `pacioli.<aggregate>.<event>.v1` */
export const aggregateOf = (type: string): string => type.split('.')[1] ?? ''
