import { setTimeout as pause } from 'node:timers/promises'
import { refuseOther, writeOnce, type WriteRequest } from '@pacioli/db'
import { stageFirstEvents } from '@pacioli/events'
import type { Business as BusinessMessage, BusinessInput__Output } from '@pacioli/protos/ledger'
import { shareClient, shareClientOnNode } from '../books/books.store.ts'
import { openChart } from '../chart-of-accounts/account.ts'
import { chartEvent } from '../chart-of-accounts/chart.messages.ts'
import { insertAccounts } from '../chart-of-accounts/account.store.ts'
import { closeBooks } from '../settings/close-books.ts'
import type { Ledger } from '../ledger.ts'
import { openBusiness } from './business.ts'
import { canonicalBusinessRequest, businessEvent, toBusinessMessage, toDetails } from './business.messages.ts'
import {
  insertBusiness,
  isExternalIdTaken,
  loadBusinessByExternalId,
  loadCanonicalRequestOfBusiness,
} from './business.store.ts'

type Answer = { data: BusinessMessage; created: boolean }

/**
 * Opens the books of a business: the business, and its chart of accounts from the template. Idempotent on `external_id`.
 * @throws ExternalIdReused if a request with other content created the business that has it
 */
export async function createBusiness(
  ledger: Ledger,
  request: WriteRequest,
  input: BusinessInput__Output,
): Promise<Answer> {
  for (let pauseMs = 5; ; pauseMs *= 2) {
    try {
      return await create(ledger, request, input)
    } catch (error) {
      // A concurrent request with the same external_id was first: answer what it created. In a cluster the external_id may show
      // a moment before the business does, which lies on another node.
      if (!isExternalIdTaken(error) || pauseMs > LONGEST_PAUSE_MS) throw error
    }
    await pause(pauseMs)
  }
}

/** Together somewhat more than a second. */
const LONGEST_PAUSE_MS = 640

function create(ledger: Ledger, request: WriteRequest, input: BusinessInput__Output): Promise<Answer> {
  const now = ledger.now()
  return writeOnce(ledger.db, request, now, async (tx) => {
    await shareClient(tx)
    const details = toDetails(input, now)
    const earlier =
      details.externalId === null ? undefined : await loadBusinessByExternalId(tx, request.clientId, details.externalId)
    if (earlier) {
      const repeat = {
        id: earlier.id,
        externalId: details.externalId ?? '',
        canonicalRequest: canonicalBusinessRequest(input),
        field: '',
      }
      refuseOther(new Map([[earlier.id, await loadCanonicalRequestOfBusiness(tx, request.clientId, earlier.id)]]), [
        repeat,
      ])
      return { data: toBusinessMessage(earlier), created: false }
    }
    const business = openBusiness(
      details,
      { id: ledger.newId(), clientId: request.clientId, ledgerId: ledger.newId() },
      now,
    )
    const accounts = openChart(ledger.newId, now)
    await tx.enterBusiness(business.id)
    await insertBusiness(tx, business, details.externalId === null ? undefined : canonicalBusinessRequest(input))
    await shareClientOnNode(tx, business.id)
    await insertAccounts(tx, business.id, accounts)
    await closeBooks(tx, { clientId: request.clientId, businessId: business.id }, business.timeZone)
    const events = [
      businessEvent(business, 'created', ledger.newId(), now),
      chartEvent(business.id, accounts, ledger.newId(), now),
    ]
    await stageFirstEvents(tx, events, { table: 'businesses', id: business.id })
    tx.afterCommit(ledger.notify)
    return { data: toBusinessMessage(business), created: true }
  })
}
