/** Exported files on the S3 server of the compose file: the real one, or not at all. */
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileKey } from '@pacioli/files'
import { makeBucket, S3FileStore, type S3Options } from '@pacioli/files/s3'
import { describe, expect, inject, test } from 'vitest'
import type {} from './setup.ts'

const { files, environment } = inject('pacioliSystem').system
const name = files.isReal ? files.image : `${files.image} (skipped: this image cannot be pulled here)`

const MIB = 1024 * 1024
const link = { fileName: 'Übersicht.xlsx', contentType: 'application/octet-stream', expiresInSeconds: 60 }

describe.skipIf(!files.isReal)(name, () => {
  const endpoint = `http://127.0.0.1:${environment.FILES_PORT}`
  const options: S3Options = {
    endpoint,
    publicEndpoint: endpoint,
    region: 'us-east-1',
    bucket: 'pacioli-documents',
    accessKey: environment.S3_ACCESS_KEY ?? '',
    secretKey: environment.S3_SECRET_KEY ?? '',
    pathStyle: true,
    partSize: 5 * MIB,
    onLeftBehind: ({ error }) => {
      throw error
    },
  }
  const store = new S3FileStore(options)
  const newKey = (): string => fileKey(randomUUID(), randomUUID())

  test.each([
    ['of one part', 1_000],
    ['of several parts', 12 * MIB + 1],
  ])('a file %s comes back by its link, under its name, until it is removed', async (_, size) => {
    const [key, content] = [newKey(), randomBytes(size)]
    await store.put(key, Readable.from([content]), { contentType: link.contentType })
    const url = await store.presign(key, { ...link, now: new Date() })
    const response = await fetch(url)
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining(`filename*=UTF-8''%C3%9Cbersicht.xlsx`),
    ])
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    await store.remove(key)
    expect((await fetch(url)).status).toBe(404)
  })

  test('a link opens nothing else, and nothing opens without one', async () => {
    const [mine, other] = [newKey(), newKey()]
    for (const key of [mine, other]) await store.put(key, Readable.from(['books']), { contentType: 'text/plain' })
    const url = await store.presign(mine, { ...link, now: new Date() })
    expect((await fetch(url.replace(mine, other))).status).toBe(403)
    expect((await fetch(new URL(new URL(url).pathname, endpoint))).status).toBe(403)
  })

  test('the bucket is made once', async () => {
    const another = { ...options, bucket: `pacioli-${randomUUID()}` }
    expect([await makeBucket(another), await makeBucket(another)]).toEqual([true, false])
  })
})
