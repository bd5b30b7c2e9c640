import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { partsOfKey, type FileStore, type LinkedFile } from './file-store.ts'
import { signLink } from './signed-link.ts'

export type DiskOptions = {
  /** Contains a directory per business; created when missing. */
  directory: string
  /** The public address of the server of these files (`serveFiles`). */
  baseUrl: string
  /** 32 bytes: enough to make valid links. */
  signingKey: Buffer
}

/** The path of a file. @throws TypeError for a key that `fileKey` did not make */
export function pathOf(directory: string, key: string): string {
  const { businessId, documentId } = partsOfKey(key)
  return join(directory, businessId, documentId)
}

/** Stores files in a directory of one machine. `serveFiles` serves links to them. */
export class DiskFileStore implements FileStore {
  readonly #options: DiskOptions

  constructor(options: DiskOptions) {
    this.#options = options
  }

  /** The file gets its name once it is complete: half a file is never found. */
  async put(key: string, content: Readable, _options: { contentType: string }): Promise<void> {
    const path = pathOf(this.#options.directory, key)
    const unfinished = unfinishedOf(path)
    try {
      const directory = join(path, '..')
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
      await rename(unfinished, path)
      await sync(directory)
    } catch (error) {
      content.destroy()
      await this.remove(key)
      throw error
    }
  }

  presign(key: string, { fileName, contentType, expiresInSeconds, now }: LinkedFile): Promise<string> {
    partsOfKey(key)
    const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000)
    const link = signLink({ key, fileName, contentType, expiresAt }, this.#options.signingKey)
    return Promise.resolve(`${this.#options.baseUrl.replace(/\/+$/, '')}${link}`)
  }

  async remove(key: string): Promise<void> {
    const path = pathOf(this.#options.directory, key)
    await Promise.all([path, unfinishedOf(path)].map((file) => rm(file, { force: true })))
  }
}

const unfinishedOf = (path: string): string => `${path}.unfinished`

/** A name is durable once the directory is synced, too. */
async function sync(directory: string): Promise<void> {
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
