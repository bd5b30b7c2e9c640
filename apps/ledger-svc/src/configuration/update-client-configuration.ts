import { writeOnce, type WriteRequest } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type {
  AccountingConfiguration as ConfigurationMessage,
  UpdateAccountingConfigurationRequest__Output,
} from '@pacioli/protos/ledger'
import { lockClientForChange } from '../books/books.store.ts'
import type { Ledger } from '../ledger.ts'
import { isSame, isSameClosing } from '../settings/accounting-configuration.ts'
import { loadClientSettings, saveClientSettings } from '../settings/accounting-configuration.store.ts'
import { closeBooksOfClient } from '../settings/close-books.ts'
import { changeSettings, clientSettingsEvent, toMessageOfClient } from './configuration.messages.ts'
import { clientNotFound } from './read-configuration.ts'

/**
 * Changes the defaults of all businesses of a client. A `closing_date` locks the books of all of them at once: postings
 * under way finish first, and none begins until this is done.
 * @throws ClientNotFound, InvalidPayload
 */
export function updateClientConfiguration(
  ledger: Ledger,
  request: WriteRequest,
  input: UpdateAccountingConfigurationRequest__Output,
): Promise<ConfigurationMessage> {
  const { clientId } = request
  const now = ledger.now()
  return writeOnce(ledger.db, request, now, async (tx) => {
    await lockClientForChange(tx)
    const earlier = await loadClientSettings(tx, clientId)
    if (!earlier) throw clientNotFound(clientId)
    const settings = changeSettings(earlier.settings, input)
    if (!isSame(earlier.settings, settings)) {
      const changed = { settings, version: earlier.version + 1 }
      await saveClientSettings(tx, clientId, changed, now)
      await stageEvents(tx, [clientSettingsEvent(clientId, changed, { id: ledger.newId(), time: now })])
      tx.afterCommit(ledger.notify)
    }
    if (!isSameClosing(earlier.settings.closing, settings.closing)) {
      await closeBooksOfClient(tx, clientId, settings.closing)
      tx.afterCommit(() => ledger.books.dropAllOf(clientId))
    }
    return toMessageOfClient(clientId, settings)
  })
}
