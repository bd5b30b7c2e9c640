import type { Readable } from 'node:stream'

/** What a link hands out, and for how long. */
export type LinkedFile = {
  /** What the file is called where it is saved. */
  fileName: string
  contentType: string
  expiresInSeconds: number
  now: Date
}

/** Files that are written once, handed out by links that expire, and removed. */
export interface FileStore {
  /**
   * Takes the stream as fast as it can keep it, with the same small memory for any length. Rejects if the stream fails
   * or the store cannot keep it; then nothing of the file is left.
   */
  put: (key: string, content: Readable, options: { contentType: string }) => Promise<void>
  /** A link that whoever has it may follow until it expires. It asks nobody, so it says nothing of whether the file is there. */
  presign: (key: string, file: LinkedFile) => Promise<string>
  /** Removes the file, and what an interrupted process left of it. What is gone already is no error. */
  remove: (key: string) => Promise<void>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const isUuid = (text: string): boolean => uuid.test(text)

/**
 * Where a document of a business stands. Keys are made of ids alone: no text of a caller ever names a file.
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
