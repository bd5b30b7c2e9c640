/** The one way in which bills are written: their rows and the events that tell of them. */
import { violates, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import type { Billing } from '../billing.ts'
import { billEvent, type BillHappened } from './bill.events.ts'
import { insertBills, updateBills } from './bill.store.ts'
import type { BillChange, StoredBill } from './stored-bill.ts'

type Recorder = Pick<Billing, 'now' | 'newId' | 'notify'>

/** Whether the external_id of a bill to be written is another one's. */
export const isTaken = (error: unknown): boolean => violates(error, 'bills_external_id')

/** Bills that nobody has heard of. Fails as `isTaken` tells where another request has made one of them meanwhile. */
export async function recordNewBills(
  tx: Tx,
  billing: Recorder,
  businessId: string,
  bills: readonly StoredBill[],
): Promise<void> {
  if (bills.length === 0) return
  await insertBills(tx, businessId, bills)
  await tell(
    tx,
    billing,
    bills.map((bill) => ({ bill, happened: 'created' })),
  )
}

/**
 * Writes bills as they are now; those whose version stays are left alone. Who calls holds them. What has to stand of them
 * in the journal is written by `changeBills`; what they have got of payments and credits changes nothing there.
 * @throws DuplicateExternalId
 */
export async function recordBills(
  tx: Tx,
  billing: Recorder,
  businessId: string,
  changes: readonly BillChange[],
): Promise<void> {
  const real = changes.filter(({ before, after }) => before.version !== after.version)
  if (real.length === 0) return
  try {
    await updateBills(tx, businessId, real)
  } catch (error) {
    if (!isTaken(error)) throw error
    throw duplicateExternalId(
      real.find(({ before, after }) => before.externalId !== after.externalId)?.after.externalId,
    )
  }
  await tell(
    tx,
    billing,
    real.map(({ before, after }) => ({
      bill: after,
      happened: before.voidedAt === null && after.voidedAt !== null ? 'voided' : 'changed',
    })),
  )
}

export const duplicateExternalId = (value: string | null | undefined, field = 'external_id') =>
  refused('DuplicateExternalId', `Another bill or expense of the business has the external_id ${value}.`, {
    field,
    value,
  })

async function tell(
  tx: Tx,
  billing: Recorder,
  told: readonly { bill: StoredBill; happened: BillHappened }[],
): Promise<void> {
  const now = billing.now()
  await stageEvents(
    tx,
    told.map(({ bill, happened }) => billEvent(bill, happened, billing.newId(), now)),
  )
  tx.afterCommit(billing.notify)
}
