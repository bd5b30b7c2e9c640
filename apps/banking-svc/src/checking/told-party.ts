/** A vendor or a customer as billing tells of it when asked, beside what banking keeps of it. Pure. */
import type { Violation } from '@pacioli/postings/checking'
import type { KnownParty } from '../parties/party.ts'

export type ToldParty = KnownParty & { updatedAt: Date }

/**
 * What is not so of a party; undefined where nothing is wrong. One that changed after `arrivedBefore` may be told of any
 * moment, and one that is newer here has changed since billing answered.
 */
export function violationOf(told: ToldParty, kept: KnownParty | undefined, arrivedBefore: Date): Violation | undefined {
  if (kept && kept.version > told.version) return undefined
  if (kept?.version === told.version ? isSame(told, kept) : told.updatedAt >= arrivedBefore) return undefined
  return {
    invariant: `a ${told.kind} is called what billing calls it`,
    detail: `${told.kind} ${told.id}: ${kept ? described(kept) : 'is not known'}; billing has ${described(told)}`,
  }
}

const isSame = (one: KnownParty, other: KnownParty): boolean =>
  one.externalId === other.externalId && one.name === other.name

const described = ({ version, externalId, name }: KnownParty): string =>
  `version ${version}, ${JSON.stringify(name)} with the external_id ${JSON.stringify(externalId)}`
