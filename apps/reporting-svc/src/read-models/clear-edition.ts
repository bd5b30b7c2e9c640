import type { Database, Tx } from '@pacioli/db'
import { READ_MODELS, removeRows } from './read-model.store.ts'
import { enterEdition, forgetEdition, lockEditions, isAbandoned, shareEditions } from './edition.store.ts'
import type { Edition } from './models.ts'

/** Rows removed per transaction, so that consumers and rebuilds do not wait for long. */
const BATCH = 10_000

/** Empties an abandoned edition and removes it. Several processes may do the same; one that finds it in use again stops. */
export async function clearEdition(
  db: Database,
  businessId: string,
  edition: Edition,
  signal?: AbortSignal,
): Promise<void> {
  for (let removed = BATCH; removed === BATCH;) {
    signal?.throwIfAborted()
    removed = await db.transact({ businessId }, (tx) => removeSome(tx, businessId, edition))
  }
  await db.transact({ businessId }, async (tx) => {
    await lockEditions(tx, businessId)
    await forgetEdition(tx, businessId, edition)
  })
}

/** Returns how many were removed: none if the edition is in use again. */
async function removeSome(tx: Tx, businessId: string, edition: Edition): Promise<number> {
  await shareEditions(tx, [businessId])
  if (!(await isAbandoned(tx, businessId, edition))) return 0
  enterEdition(tx, edition)
  let removed = 0
  for (const table of READ_MODELS) {
    removed += await removeRows(tx, businessId, table, BATCH - removed)
    if (removed === BATCH) break
  }
  return removed
}
