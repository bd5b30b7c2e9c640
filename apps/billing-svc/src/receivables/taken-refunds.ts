/** Refunds that are made with what they hang on: one whose external_id exists would be another document's. */
import type { Tx } from '@pacioli/db'
import type { Problems } from '@pacioli/errors'
import { externalIdsOf, refuseTaken, type Named } from '../requests/taken-names.ts'
import { findRefundPaymentOwners } from './refund-payment.store.ts'
import { findRefundIds } from './refund.store.ts'

/** Which of their external ids are taken: they are those of what the refunds pay out, too. */
export async function findTakenRefunds(tx: Tx, businessId: string, refunds: readonly Named[]): Promise<Set<string>> {
  const externalIds = externalIdsOf(refunds)
  const ids = await findRefundIds(tx, businessId, externalIds)
  const owners = await findRefundPaymentOwners(tx, businessId, externalIds)
  return new Set([...ids.keys(), ...owners.keys()])
}

/** Adds DuplicateExternalId for each that is. */
export async function refuseTakenRefunds(
  tx: Tx,
  businessId: string,
  refunds: readonly Named[],
  problems: Problems,
): Promise<void> {
  refuseTaken(refunds, await findTakenRefunds(tx, businessId, refunds), 'refund', problems)
}
