import type { Database } from '@pacioli/db'
import { READ_MODELS, removeRows } from '../intake/read-model.store.ts'
import { enterEdition, forgetEdition, holdEditions, isLeft, shareEditions } from './edition.store.ts'
import type { Edition } from './models.ts'

/** So many rows are removed in one transaction, so that nobody who feeds or switches waits for long. */
const BATCH = 10_000

/** Empties an edition that is left, and forgets it. Several may do the same; whoever finds it in use again stops. */
export async function clearEdition(db: Database, businessId: string, edition: Edition, signal?: AbortSignal) {
  for (const table of READ_MODELS)
    for (let removed = BATCH; removed === BATCH;) {
      signal?.throwIfAborted()
      const found = await db.transact({ businessId }, async (tx) => {
        await shareEditions(tx, businessId)
        if (!(await isLeft(tx, businessId, edition))) return undefined
        await enterEdition(tx, edition)
        return removeRows(tx, businessId, table, BATCH)
      })
      if (found === undefined) return
      removed = found
    }
  await db.transact({ businessId }, async (tx) => {
    await holdEditions(tx, businessId)
    await forgetEdition(tx, businessId, edition)
  })
}
