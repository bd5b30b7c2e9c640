/** A vendor or a customer as billing tells of it when asked, beside what banking keeps of it. Pure. */
import type { Finding } from '@pacioli/postings/checking'
import type { KnownParty } from '../contacts/contact.ts'

export type ToldParty = KnownParty & { updatedAt: Date }

/**
 * What is not so of a party; undefined where nothing is wrong. One that changed after `arrivedBefore` may be told of any
 * moment, so nobody can tell yet; one that is newer here has changed since billing answered.
 */
export function findingOf(told: ToldParty, kept: KnownParty | undefined, arrivedBefore: Date): Finding | undefined {
  if (kept && kept.version > told.version) return undefined
  if (kept?.version === told.version && isSame(told, kept)) return undefined
  const invariant = `a ${told.kind} is called what billing calls it`
  if (kept?.version !== told.version && told.updatedAt >= arrivedBefore)
    return { unchecked: invariant, reason: `${told.kind} ${told.id} has changed within the last minute` }
  return {
    invariant,
    detail: `${told.kind} ${told.id}: ${kept ? described(kept) : 'is not known'}; billing has ${described(told)}`,
  }
}

const isSame = (one: KnownParty, other: KnownParty): boolean =>
  one.externalId === other.externalId && one.name === other.name

const described = ({ version, externalId, name }: KnownParty): string =>
  `version ${version}, ${JSON.stringify(name)} with the external_id ${JSON.stringify(externalId)}`
