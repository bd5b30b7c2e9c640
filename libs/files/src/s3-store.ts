import { createHash } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { Client } from 'minio'
import { blocksOf } from './blocks.ts'
import { attachmentNamed } from './content-disposition.ts'
import { partsOfKey, type FileStore, type LinkedFile } from './file-store.ts'

export type S3Options = {
  /** Where this process reaches the store: `https://s3.example`. */
  endpoint: string
  /** The public address, for links. */
  publicEndpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /** Whether the bucket is in the path instead of the host name. */
  pathStyle: boolean
  /** Bytes of a part; at least 5 MiB by the rules of S3. */
  partSize?: number
  /** How long the store may be unresponsive during a request. */
  silenceMs?: number
  /** Receives uploads that could not be aborted: the bucket's own rules must clean them up. */
  onLeftBehind: (facts: { key: string; uploadId?: string | undefined; error: unknown }) => void
}

/** 10,000 parts of it are 80 GB; two of them are in memory. */
const PART_BYTES = 8 * 1024 * 1024
const SILENCE_MS = 30_000

/** Stores files in a bucket of any S3-compatible store. */
export class S3FileStore implements FileStore {
  readonly #options: S3Options
  readonly #client: Client
  /** Signs links for the public address; it never connects. */
  readonly #signer: Client

  constructor(options: S3Options) {
    this.#options = options
    this.#client = clientOf(options, options.endpoint)
    this.#signer = clientOf(options, options.publicEndpoint)
  }

  async put(key: string, content: Readable, { contentType }: { contentType: string }): Promise<void> {
    partsOfKey(key)
    let uploadId: string | undefined
    try {
      const blocks = blocksOf(content, this.#options.partSize ?? PART_BYTES)
      const first = await nextOf(blocks)
      const second = await nextOf(blocks)
      if (!second) return await this.#putWhole(key, first ?? Buffer.alloc(0), contentType)
      uploadId = await this.#client.initiateNewMultipartUpload(this.#options.bucket, key, {
        'content-type': contentType,
      })
      const etags: { part: number; etag: string }[] = []
      for (let block = first; block; block = etags.length === 1 ? second : await nextOf(blocks))
        etags.push(await this.#putPart(key, uploadId, etags.length + 1, block))
      await this.#client.completeMultipartUpload(this.#options.bucket, key, uploadId, etags)
    } catch (error) {
      content.destroy()
      await this.#takeBack(key, uploadId)
      throw error
    }
  }

  presign(key: string, { fileName, contentType, expiresInSeconds, now }: LinkedFile): Promise<string> {
    partsOfKey(key)
    const overrides = {
      'response-content-type': contentType,
      'response-content-disposition': attachmentNamed(fileName),
      'response-cache-control': 'private, no-store',
    }
    return this.#signer.presignedGetObject(this.#options.bucket, key, expiresInSeconds, overrides, now)
  }

  remove(key: string): Promise<void> {
    partsOfKey(key)
    return this.#client.removeObject(this.#options.bucket, key)
  }

  async #putWhole(key: string, content: Buffer, contentType: string): Promise<void> {
    await this.#client.putObject(this.#options.bucket, key, content, content.length, { 'content-type': contentType })
  }

  #putPart(key: string, uploadID: string, partNumber: number, block: Buffer): Promise<{ part: number; etag: string }> {
    const headers = {
      'content-length': String(block.length),
      'content-md5': createHash('md5').update(block).digest('base64'),
    }
    const part = { bucketName: this.#options.bucket, objectName: key, uploadID, partNumber, headers }
    return this.#client.uploadPart(part, block)
  }

  /** A failed request may have been carried out, so the object is removed, too. */
  async #takeBack(key: string, uploadId: string | undefined): Promise<void> {
    const { bucket, onLeftBehind } = this.#options
    const undo = async (act: () => Promise<unknown>): Promise<void> => {
      try {
        await act()
      } catch (error) {
        onLeftBehind({ key, uploadId, error })
      }
    }
    if (uploadId !== undefined) await undo(() => this.#client.abortMultipartUpload(bucket, key, uploadId))
    await undo(() => this.#client.removeObject(bucket, key))
  }
}

async function nextOf(blocks: AsyncGenerator<Buffer, undefined>): Promise<Buffer | undefined> {
  return (await blocks.next()).value
}

export function clientOf(options: S3Options, endpoint: string): Client {
  const { protocol, hostname, port } = new URL(endpoint)
  const useSSL = protocol === 'https:'
  const { region, accessKey, secretKey, pathStyle, silenceMs = SILENCE_MS } = options
  return new Client({
    endPoint: hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    useSSL,
    // Given, so that it need not be looked up.
    region,
    accessKey,
    secretKey,
    pathStyle,
    transport: impatient(useSSL ? https : http, silenceMs),
  })
}

/** A store that neither answers nor hangs up would block an export for ever. */
const impatient = (transport: typeof http | typeof https, silenceMs: number): Pick<typeof http, 'request'> => ({
  request: (...given: unknown[]) => {
    const request = (transport.request as (...args: unknown[]) => http.ClientRequest)(...given)
    const giveUp = (): void => void request.destroy(new Error(`The file store was silent for ${silenceMs} ms.`))
    return request.setTimeout(silenceMs, giveUp)
  },
})
