import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, json, lost, startService, type Reply, type Service } from './testing/service.test-helpers.ts'

let api: Service
let store: Service
beforeAll(async () => {
  api = await startService()
  store = await startService()
})
afterAll(() => Promise.all([api.close(), store.close()]))

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const content = randomBytes(300_000)
const file: Reply = (_received, response) => void response.writeHead(200, { 'content-type': 'text/x' }).end(content)
const link = () => ({ presignedUrl: `${store.url}/files/1?signature=secret`, fileName: 'aging.xlsx', fileType: 'a/b' })

test('a file is fetched whole, from another host, without the token', async () => {
  store.replies(lost, json(503, 'Slow down'), file)
  const { name, type, bytes } = await clientOf(api).client.download(link())
  expect([name, type, digest(await bytes())]).toEqual(['aging.xlsx', 'a/b', digest(content)])
  expect(store.received).toHaveLength(3)
  for (const { url, headers } of store.received)
    expect([url, headers.authorization]).toEqual(['/files/1?signature=secret', undefined])
  expect(api.received).toEqual([])
})

test('a file is fetched as a stream', async () => {
  store.replies(file)
  const { type, stream } = await clientOf(api).client.download({ presignedUrl: link().presignedUrl })
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  expect([type, hash.digest('hex')]).toEqual(['text/x', digest(content)])
})

test('a store may lead on to where the file is', async () => {
  store.replies((_received, response) => void response.writeHead(307, { location: '/elsewhere' }).end(), file)
  const { bytes } = await clientOf(api).client.download(link())
  expect([digest(await bytes()), store.received.at(-1)?.url]).toEqual([digest(content), '/elsewhere'])
})

test('a stream ends with the signal that was given', async () => {
  store.replies((_received, response) => void response.writeHead(200).write('beginning'))
  const giving = new AbortController()
  const { stream } = await clientOf(api).client.download(link(), { signal: giving.signal })
  const reading = stream.getReader()
  expect((await reading.read()).done).toBe(false)
  giving.abort()
  await expect(reading.read()).rejects.toMatchObject({ name: 'AbortError' })
})

test('a link that has expired is refused without telling its signature', async () => {
  store.replies((_received, response) => void response.writeHead(403).end('<Error/>'))
  const error = await clientOf(api)
    .client.download(link())
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 403, errorEnum: undefined, description: '<Error/>' })
  expect(String(error)).not.toContain('secret')
})
