import type { Database } from '@pacioli/db'
import { everyHour, inBatches } from '@pacioli/events'
import { fileKey, type FileStore } from '@pacioli/files'
import type { Logger } from '@pacioli/service'
import { findOldFiles, markRemoved } from './document.store.ts'

export type DocumentRetention = {
  /** Connected as the housekeeping role. */
  relay: Database
  store: FileStore
  keepHours: number
}

const BATCH = 500
const HOUR_MS = 3_600_000

/**
 * Removes the files of exports that are too old, including those of interrupted processes, marks them, and returns their
 * number. No transaction is open while files are removed; an interrupted run is repeated.
 */
export async function removeOldDocuments(
  { relay, store, keepHours }: DocumentRetention,
  now: Date,
  stopped?: () => boolean,
): Promise<number> {
  const before = new Date(now.getTime() - keepHours * HOUR_MS)
  const removed = await relay.inEachPart((part) =>
    inBatches(
      BATCH,
      async (size) => {
        const files = await part.transact({}, (tx) => findOldFiles(tx, before, size))
        for (const { businessId, documentId } of files) await store.remove(fileKey(businessId, documentId))
        await part.transact({}, (tx) => markRemoved(tx, files, now))
        return files.length
      },
      stopped,
    ),
  )
  return removed.reduce((sum, count) => sum + count, 0)
}

/** Removes old exports every hour. */
export const startRemovingOldDocuments = (
  documents: DocumentRetention,
  clock: () => Date,
  logger: Logger,
): { stop: () => Promise<void> } =>
  everyHour(async (stopped) => {
    try {
      const files = await removeOldDocuments(documents, clock(), stopped)
      if (files > 0) logger.info({ files }, 'Removed old exports')
    } catch (error) {
      logger.warn({ err: error }, 'Old exports could not be removed; trying again in an hour')
    }
  })
