import { writeOnce, type Tx } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type {
  AccountingConfiguration as ConfigurationMessage,
  UpdateAccountingConfigurationRequest__Output,
} from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { archived } from '../books/books.ts'
import { type Business, changeBusiness } from '../businesses/business.ts'
import { businessEvent } from '../businesses/business.messages.ts'
import { updateBusiness } from '../businesses/business.store.ts'
import { lockBusinessToChange } from '../businesses/require-business.ts'
import type { Ledger } from '../ledger.ts'
import { isSame, type Settings } from '../settings/accounting-configuration.ts'
import { loadSettings, saveOwnSettings, type StoredSettings } from '../settings/accounting-configuration.store.ts'
import { closeBooks } from '../settings/close-books.ts'
import { changeSettings, ownSettingsEvent, toMessageOfBusiness } from './configuration.messages.ts'

/**
 * Changes what a business has set for itself. A `closing_date` locks its books at once, if the client's is not later.
 * @throws BusinessNotFound, BusinessArchived, InvalidPayload
 */
export function updateConfiguration(
  ledger: Ledger,
  request: BusinessWrite,
  input: UpdateAccountingConfigurationRequest__Output,
): Promise<ConfigurationMessage> {
  const { businessId } = request
  const now = ledger.now()
  return writeOnce(ledger.db, request, now, async (tx) => {
    const business = await lockBusinessToChange(tx, request)
    if (business.archivedAt !== null) throw archived()
    const { own, client } = await loadSettings(tx, request)
    const settings = changeSettings(own.settings, input)
    await saveBasis(ledger, tx, business, settings, now)
    await saveOwn(ledger, tx, business, own, settings, now)
    tx.afterCommit(() => ledger.books.drop(request))
    return toMessageOfBusiness(businessId, { own: settings, client: client.settings, timeZone: business.timeZone })
  })
}

/** The default basis is a field of the business, and in its event. */
async function saveBasis(
  ledger: Ledger,
  tx: Tx,
  business: Business,
  { defaultReportingBasis }: Settings,
  now: Date,
): Promise<void> {
  if (defaultReportingBasis === business.defaultReportingBasis) return
  const changed = changeBusiness(business, { defaultReportingBasis }, true, now)
  await updateBusiness(tx, changed)
  await stageEvents(tx, [businessEvent(changed, 'updated', ledger.newId(), now)])
  tx.afterCommit(ledger.notify)
}

async function saveOwn(
  ledger: Ledger,
  tx: Tx,
  { id, clientId, timeZone }: Business,
  earlier: StoredSettings,
  settings: Settings,
  now: Date,
): Promise<void> {
  const basis = { defaultReportingBasis: settings.defaultReportingBasis }
  if (isSame({ ...earlier.settings, ...basis }, settings)) return
  const changed = { settings, version: earlier.version + 1 }
  await saveOwnSettings(tx, id, changed, now)
  await closeBooks(tx, { clientId, businessId: id }, timeZone)
  await stageEvents(tx, [ownSettingsEvent(id, changed, { id: ledger.newId(), time: now })])
  tx.afterCommit(ledger.notify)
}
