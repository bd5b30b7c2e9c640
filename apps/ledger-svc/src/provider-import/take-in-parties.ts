import { stageEvents } from '@pacioli/events'
import type { ProviderJournalEntry } from '../connectors/connector.ts'
import type { ImportTarget } from './import-accounts.ts'
import { partiesOf, partyEvent, partyKey, type PartyIds } from './imported-party.ts'
import { insertImportedParties, loadImportedParties } from './imported.store.ts'

/** The ids of the parties that these entries name; new ones are announced, for billing to have them. */
export async function takeInParties(
  { ledger, request, scope, lock }: ImportTarget,
  entries: readonly ProviderJournalEntry[],
): Promise<PartyIds> {
  const named = partiesOf(entries)
  if (named.length === 0) return new Map()
  return ledger.db.transact(request, async (tx) => {
    await lock(tx)
    const added = await insertImportedParties(
      tx,
      scope,
      named.map((party) => ({ ...party, id: ledger.newId() })),
    )
    await stageEvents(
      tx,
      added.map((party) => partyEvent(scope, party, ledger.newId(), ledger.now())),
    )
    tx.afterCommit(ledger.notify)
    const known = await loadImportedParties(
      tx,
      scope,
      named.map(({ externalId }) => externalId),
    )
    return new Map(known.map((party) => [partyKey(party), party.id]))
  })
}
