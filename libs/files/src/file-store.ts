import type { Readable } from 'node:stream'

/** What a link serves, and for how long. */
export type LinkedFile = {
  /** The name under which browsers save the file. */
  fileName: string
  contentType: string
  expiresInSeconds: number
  now: Date
}

/** Files that are written once, served by expiring links, and removed. */
export interface FileStore {
  /**
   * Stores the stream with backpressure, in constant memory. Rejects if the stream or the store fails; then nothing of
   * the file remains.
   */
  put: (key: string, content: Readable, options: { contentType: string }) => Promise<void>
  /** A link that serves the file without a token until it expires. Made without looking whether the file exists. */
  presign: (key: string, file: LinkedFile) => Promise<string>
  /** Removes the file, and the remains of an interrupted upload. A missing file is no error. */
  remove: (key: string) => Promise<void>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const isUuid = (text: string): boolean => uuid.test(text)

/**
 * The key of a document. Keys consist of ids alone: no caller's text ever names a file.
 * @throws TypeError for what is no UUID in lower case
 */
export function fileKey(businessId: string, documentId: string): string {
  for (const id of [businessId, documentId])
    if (!isUuid(id)) throw new TypeError(`A file is named by UUIDs in lower case, not by ${JSON.stringify(id)}.`)
  return `${businessId}/${documentId}`
}

/** @throws TypeError for a key that `fileKey` did not make */
export function partsOfKey(key: string): { businessId: string; documentId: string } {
  const [businessId = '', documentId = '', ...more] = key.split('/')
  if (more.length > 0 || !isUuid(businessId) || !isUuid(documentId))
    throw new TypeError(`Expected <business id>/<document id>, got ${JSON.stringify(key)}.`)
  return { businessId, documentId }
}
