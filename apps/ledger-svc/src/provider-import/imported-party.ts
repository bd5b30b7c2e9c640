/** Customers and vendors of a provider that imported lines name. Pure. */
import { PARTY_ACCOUNTS } from '@pacioli/chart'
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { ProviderJournalEntry, ProviderParty } from '../connectors/connector.ts'
import { NO_PARTY, type Party } from '../journal/party.ts'

type Named = Pick<ProviderParty, 'kind' | 'externalId'>

/** A party of a provider, with the id that its customer or vendor has here. */
export type ImportedParty = ProviderParty & { id: string }

/** The ids of parties, by how lines name them. */
export type PartyIds = ReadonlyMap<string, string>

export const partyKey = ({ kind, externalId }: Named): string => `${kind} ${externalId}`

/** Whose debts stand on the account of this stable name; undefined where it is nobody's. */
export function partyOn(stableName: string | null): ProviderParty['kind'] | undefined {
  const found = PARTY_ACCOUNTS.find(({ account }) => account === stableName)
  return found && (found.noun === 'customer' ? 'CUSTOMER' : 'VENDOR')
}

/** The entry with parties where lines may name them alone: a customer of receivables, a vendor of payables. */
export const withParties = (
  entry: ProviderJournalEntry,
  partyOf: (accountExternalId: string) => ProviderParty['kind'] | undefined,
): ProviderJournalEntry => ({
  ...entry,
  lines: entry.lines.map((line) => ({
    ...line,
    party: line.party?.kind === partyOf(line.accountExternalId) ? line.party : null,
  })),
})

/** Each party of these entries once. */
export const partiesOf = (entries: readonly ProviderJournalEntry[]): ProviderParty[] => {
  const named = entries.flatMap(({ lines }) => lines.flatMap(({ party }) => party ?? []))
  return [...new Map(named.map((party) => [partyKey(party), party])).values()]
}

/** How a line of the journal names it. */
export function partyOfLine(party: ProviderParty | null, ids: PartyIds): Party {
  const id = party ? ids.get(partyKey(party)) : undefined
  if (!party || id === undefined) return NO_PARTY
  return party.kind === 'CUSTOMER' ? { ...NO_PARTY, customerId: id } : { ...NO_PARTY, vendorId: id }
}

/** Where parties come from: part of their names here. */
export type PartyOrigin = { businessId: string; connector: string; externalCompanyId: string }

/** Tells billing of whom lines speak. A party never changes: its name is the one by which the import met it. */
export const partyEvent = (
  { businessId, connector, externalCompanyId }: PartyOrigin,
  { id: partyId, kind, externalId, name }: ImportedParty,
  id: string,
  time: Date,
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId,
    aggregateType: 'imported_party',
    aggregateId: partyId,
    version: 1,
    type: 'created',
    data: {
      id: partyId,
      business_id: businessId,
      kind,
      name,
      external_id: `${connector}:${externalCompanyId}:${externalId}`,
    },
  })
