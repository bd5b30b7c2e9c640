import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { fileKey, type FileStore } from '@pacioli/files'
import type { Tenant } from '@pacioli/rpc'
import type { Logger } from '@pacioli/service'
import { PassThrough, type Writable } from 'node:stream'
import { LINK_SECONDS, type Document } from './document.ts'
import { deleteDocument, insertDocument, markStored } from './document.store.ts'

/** Writes a file, and waits whenever the sink is full. Throws if the sink is closed meanwhile. */
export type Producer = (sink: Writable) => Promise<void>

export type DocumentStores = { db: Database; store: FileStore; logger: Logger; clock: () => Date }

export type ExportedDocument = Omit<Document, 'businessId'> & {
  tenant: Tenant
  produce: Producer
  /** The caller waits until then. */
  deadline: Date
}

/** The limit for any deadline of a caller. */
const MAX_EXPORT_MS = 15 * 60_000

/**
 * Stores what the producer writes and returns a link to it. If anything fails, it removes the file and the row; what cannot be
 * removed at once still has its row, and housekeeping removes it.
 * @throws ServiceUnavailable when the file store does not answer; DeadlineExceeded; what the producer throws
 */
export async function exportDocument(
  { db, store, logger, clock }: DocumentStores,
  { tenant, produce, deadline, ...about }: ExportedDocument,
): Promise<{ document: Document; url: string }> {
  const document: Document = { ...about, businessId: tenant.businessId }
  const key = fileKey(document.businessId, document.id)
  await db.transact(tenant, (tx) => insertDocument(tx, document))
  try {
    const timeout = AbortSignal.timeout(Math.min(Math.max(deadline.getTime() - clock().getTime(), 0), MAX_EXPORT_MS))
    await pipeToStore(produce, timeout, (content) => store.put(key, content, { contentType: document.fileType }))
    await db.transact(tenant, (tx) => markStored(tx, document, clock()))
    const { fileName, fileType: contentType, createdAt: now } = document
    const url = await store.presign(key, { fileName, contentType, expiresInSeconds: LINK_SECONDS, now })
    return { document, url }
  } catch (error) {
    try {
      await store.remove(key)
      await db.transact(tenant, (tx) => deleteDocument(tx, document))
    } catch (cleanupError) {
      logger.warn({ err: cleanupError, document_id: document.id }, 'A failed export is left to housekeeping')
    }
    if (!(error instanceof StoreFailed)) throw error
    logger.warn({ err: error.cause, document_id: document.id }, 'The file store failed')
    throw refused('ServiceUnavailable', 'The file store cannot be reached right now. Nothing was kept. Try again.')
  }
}

/** The file store failed, not the producer. */
class StoreFailed extends Error {}

/** Runs producer and store, waits for both, and throws the first error. */
async function pipeToStore(
  produce: Producer,
  timeout: AbortSignal,
  store: (content: PassThrough) => Promise<void>,
): Promise<void> {
  const pipe = new PassThrough()
  let failure: { error: unknown } | undefined
  const fail = (error: unknown): void => {
    failure ??= { error }
    pipe.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  // Both ends report it; without a listener it would end the process.
  pipe.on('error', () => undefined)
  const onTimeout = (): void => fail(refused('DeadlineExceeded', 'The export took too long. Nothing was kept.'))
  timeout.addEventListener('abort', onTimeout)
  const producing = async (): Promise<void> => {
    try {
      await produce(pipe)
      if (!pipe.writableEnded) pipe.end()
    } catch (error) {
      // A producer that finds its sink closed is not the one that failed.
      if (!pipe.destroyed) fail(error)
    }
  }
  const storing = async (): Promise<void> => {
    try {
      await store(pipe)
    } catch (error) {
      fail(new StoreFailed('The file store failed', { cause: error }))
    }
  }
  await Promise.all([producing(), storing()])
  timeout.removeEventListener('abort', onTimeout)
  if (failure) throw failure.error
}
