import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBucket, type S3Options } from './s3.ts'
import { BUCKET, S3_KEYS, startS3 } from './s3rver.test-helpers.ts'

let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => void (s3 = await startS3()))
afterAll(() => s3.stop())

const optionsOf = (bucket: string, keys = S3_KEYS): S3Options => ({
  ...{ endpoint: s3.endpoint, publicEndpoint: s3.endpoint, region: 'us-east-1', pathStyle: true },
  ...{ bucket, ...keys },
  onLeftBehind: () => undefined,
})

test('a bucket is made where it is missing, once', async () => {
  expect(await makeBucket(optionsOf('new-one'))).toBe(true)
  expect(await makeBucket(optionsOf('new-one'))).toBe(false)
  expect(await makeBucket(optionsOf(BUCKET))).toBe(false)
})

test('a key without permission is refused', async () => {
  await expect(makeBucket(optionsOf('denied', { accessKey: 'nobody', secretKey: 'knows' }))).rejects.toThrow()
})
