/** Compares a vendor or customer of billing with banking's copy. Pure. */
import type { Finding } from '@pacioli/postings/checking'
import type { KnownContact } from '../contacts/contact.ts'

export type BillingContact = KnownContact & { updatedAt: Date }

/** The invariant of contacts of a kind. */
export const asBilling = (kind: KnownContact['kind']): string => `a ${kind} is called what billing calls it`

/**
 * Undefined where nothing is wrong. The event of a change after `arrivedBefore` may still arrive, so that is unchecked; a
 * newer copy means a change since billing answered.
 */
export function findingOf(
  current: BillingContact,
  stored: KnownContact | undefined,
  arrivedBefore: Date,
): Finding | undefined {
  if (stored && stored.version > current.version) return undefined
  if (stored?.version === current.version && isSame(current, stored)) return undefined
  const invariant = asBilling(current.kind)
  if (stored?.version !== current.version && current.updatedAt >= arrivedBefore)
    return { unchecked: invariant, reason: `${current.kind} ${current.id} has changed within the last minute` }
  return {
    invariant,
    detail: `${current.kind} ${current.id}: ${stored ? described(stored) : 'is not known'}; billing has ${described(current)}`,
  }
}

const isSame = (one: KnownContact, other: KnownContact): boolean =>
  one.externalId === other.externalId && one.name === other.name

const described = ({ version, externalId, name }: KnownContact): string =>
  `version ${version}, ${JSON.stringify(name)} with the external_id ${JSON.stringify(externalId)}`
