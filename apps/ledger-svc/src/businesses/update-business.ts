import { writeOnce } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import type { Business as BusinessMessage, UpdateBusinessRequest__Output } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { closeBooks } from '../settings/close-books.ts'
import type { Ledger } from '../ledger.ts'
import { archiveBusiness as archive, changeBusiness, type Business } from './business.ts'
import { businessEvent, toBusinessMessage, toChange } from './business.messages.ts'
import { changeExternalId, hasActivity, isExternalIdTaken, updateBusiness as write } from './business.store.ts'
import { lockBusinessToChange } from './require-business.ts'

type Answer = { data: BusinessMessage; created: boolean }

/**
 * Changes the facts of a business; currency and time zone only until anything is posted or imported.
 * @throws BusinessNotFound, BusinessArchived, BusinessFieldLocked, DuplicateExternalId, InvalidPayload
 */
export async function updateBusiness(
  ledger: Ledger,
  request: BusinessWrite,
  input: UpdateBusinessRequest__Output,
): Promise<Answer> {
  const change = toChange(input)
  try {
    return await rewrite(ledger, request, 'updated', async (business, hasActivity, now) =>
      Object.keys(change).length === 0 ? business : changeBusiness(business, change, await hasActivity(), now),
    )
  } catch (error) {
    if (!isExternalIdTaken(error)) throw error
    throw refused('DuplicateExternalId', 'Another business of the client has this external_id.', {
      field: 'external_id',
      value: input.external_id,
    })
  }
}

/** Ends writing to the books of a business; archiving twice changes nothing. @throws BusinessNotFound */
export const archiveBusiness = (ledger: Ledger, request: BusinessWrite): Promise<Answer> =>
  rewrite(ledger, request, 'archived', (business, _hasActivity, now) =>
    Promise.resolve(business.archivedAt === null ? archive(business, now) : business),
  )

function rewrite(
  ledger: Ledger,
  request: BusinessWrite,
  event: 'updated' | 'archived',
  decide: (business: Business, hasActivity: () => Promise<boolean>, now: Date) => Promise<Business>,
): Promise<Answer> {
  const now = ledger.now()
  return writeOnce(ledger.db, request, now, async (tx) => {
    const business = await lockBusinessToChange(tx, request)
    const changed = await decide(business, () => hasActivity(tx, business.id), now)
    if (changed !== business) {
      await changeExternalId(tx, changed, business.externalId)
      await write(tx, changed)
      // The closing day ends at another instant in the new zone.
      if (changed.timeZone !== business.timeZone) await closeBooks(tx, request, changed.timeZone)
      await stageEvents(tx, [businessEvent(changed, event, ledger.newId(), now)])
      tx.afterCommit(ledger.notify)
      tx.afterCommit(() => ledger.books.drop(request))
    }
    return { data: toBusinessMessage(changed), created: false }
  })
}
