/** Refunds created within another document: an external_id that exists belongs to a different document. */
import type { Tx } from '@pacioli/db'
import { findIdsByExternalId } from '../documents/document.store.ts'
import type { Problems } from '@pacioli/errors'
import { externalIdsOf, refuseExisting, type Named } from '../requests/existing-external-ids.ts'
import { findRefundPaymentOwners } from './refund-payment.store.ts'

/** Which of their external ids are in use: the refund payments have the same. */
export async function findTakenRefunds(tx: Tx, refunds: readonly Named[]): Promise<Set<string>> {
  const externalIds = externalIdsOf(refunds)
  const ids = await findIdsByExternalId(tx, 'refunds', externalIds)
  const owners = await findRefundPaymentOwners(tx, externalIds)
  return new Set([...ids.keys(), ...owners.keys()])
}

/** Adds DuplicateExternalId for each that is in use. */
export async function refuseTakenRefunds(tx: Tx, refunds: readonly Named[], problems: Problems): Promise<void> {
  refuseExisting(refunds, await findTakenRefunds(tx, refunds), 'refund', problems)
}
