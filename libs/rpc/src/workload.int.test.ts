/**
 * The workload of a service: admits each call by its owner and size, learns when it is over, and counts each answer
 * until it is sent.
 */
import { busy, refused } from '@pacioli/errors'
import { JournalService, ReplayService } from '@pacioli/protos/ledger'
import { once } from 'node:events'
import { connect, constants, type ClientHttp2Stream } from 'node:http2'
import { afterEach, expect, test } from 'vitest'
import { toMetadata } from './context.ts'
import { Connection, implement, implementStream, serve, type CallWorkload, type Handlers } from './index.ts'

const MIB = 1024 * 1024
const LEFT = constants.NGHTTP2_CANCEL

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A service whose writes end when a test lets them, with capacity for so many bytes. */
async function withRoomFor(most: number, { answerBytes = 0 } = {}) {
  const held: (() => void)[] = []
  const asked: { clientId: string | undefined; bytes: number }[] = []
  let inWork = 0
  const hold = (bytes: number) => {
    inWork += bytes
    return () => void (inWork -= bytes)
  }
  const workload: CallWorkload = {
    begin: ({ clientId }, bytes) => {
      asked.push({ clientId, bytes })
      if (inWork + bytes > most) throw busy('There is no room.')
      return hold(bytes)
    },
    charge: (_context, bytes) => hold(bytes),
  }
  const journal = {
    PostJournalEntries: () => new Promise((resolve) => held.push(() => resolve({ data: [] }))),
    GetEntry: () => Promise.reject(refused('EntryNotFound', 'There is none.')),
    ListEntries: () => Promise.resolve({ data: [{ memo: 'x'.repeat(answerBytes) }] }),
    ReverseEntry: () => Promise.resolve({ data: { id: 5 } }),
  } as unknown as Handlers<typeof JournalService>
  let made = 0
  const replay = implementStream(ReplayService, {
    ReplayAggregates: async function* ({ business_id }) {
      if (business_id === 'broken') {
        yield null as unknown as { id: string }
        await new Promise((resolve) => held.push(() => resolve(undefined)))
      }
      for (made = 0; made < 40; made++) yield { id: String(made), event: 'x'.repeat(answerBytes) }
    },
  })
  const services = [implement(JournalService, journal), replay]
  const server = await serve({ host: '127.0.0.1', port: 0, services, workload })
  const target = `127.0.0.1:${server.port}`
  const connection = new Connection({ target, count: 1 })
  closing.push(
    () => server.stop(100),
    () => connection.close(),
  )
  const client = connection.client(JournalService)
  const streams = connection.streams(ReplayService)
  return { client, streams, target, held, asked, inWork: () => inWork, made: () => made }
}

/** Calls like a client that reads nothing of its answer until the test says so. */
function stalled(target: string, { path }: { path: string }): ClientHttp2Stream {
  const session = connect(`http://${target}`)
  closing.push(() => session.destroy())
  const stream = session.request({
    ...toMetadata({ requestId: 'r', clientId: 'slow' }).toHttp2Headers(),
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  stream.on('error', () => undefined)
  stream.end(Buffer.alloc(5))
  return stream
}

const of = (clientId: string) => ({ context: { requestId: 'r', clientId } })
const entries = (bytes: number) => ({ entries: [{ memo: 'x'.repeat(bytes) }] })
const noRoom = { errorEnum: 'ServiceUnavailable', by: 'ledger' }

test('a call whose bytes do not fit is refused before it begins; answered ones free theirs', async () => {
  const { client, held, asked, inWork } = await withRoomFor(100_000)
  const first = client.PostJournalEntries(entries(60_000), of('one'))
  await expect.poll(() => held.length).toBe(1)
  expect(inWork()).toBeGreaterThanOrEqual(60_000)
  await expect(client.PostJournalEntries(entries(60_000), of('other'))).rejects.toMatchObject(noRoom)
  expect(held).toHaveLength(1)
  expect(asked.map(({ clientId }) => clientId)).toEqual(['one', 'other'])
  held[0]?.()
  await first
  await expect.poll(inWork).toBe(0)
  const next = client.PostJournalEntries(entries(60_000), of('other'))
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await next
})

test('a call that is refused by its handler frees its bytes, too', async () => {
  const { client, inWork } = await withRoomFor(100)
  await expect(client.GetEntry({ entry_id: 'x' }, of('one'))).rejects.toMatchObject({ errorEnum: 'EntryNotFound' })
  expect(inWork()).toBe(0)
})

test('an answer counts until its reader has read it or gone, and keeps out calls meanwhile', async () => {
  const { client, target, inWork } = await withRoomFor(8 * MIB, { answerBytes: 8 * MIB })
  const read = (reader: ClientHttp2Stream) => reader.resume()
  const leave = (reader: ClientHttp2Stream) => reader.close(LEFT)
  for (const end of [read, leave]) {
    const reader = stalled(target, JournalService.ListEntries)
    await expect.poll(inWork).toBeGreaterThanOrEqual(8 * MIB)
    await expect(client.PostJournalEntries(entries(1_000), of('other'))).rejects.toMatchObject(noRoom)
    end(reader)
    await expect.poll(inWork).toBe(0)
  }
})

test('an answer that cannot be serialized is a defect that callers learn of, and does not count', async () => {
  const { client, inWork } = await withRoomFor(100)
  await expect(client.ReverseEntry({}, of('one'))).rejects.toMatchObject({ errorEnum: 'InternalError' })
  expect(inWork()).toBe(0)
})

test('so is a part of an answer, and what the next one waits for is not waited for', async () => {
  const { streams, held, inWork } = await withRoomFor(100)
  const parts = streams.ReplayAggregates({ business_id: 'broken' }, of('one'))
  await expect(Array.fromAsync(parts)).rejects.toMatchObject({ errorEnum: 'InternalError' })
  expect(held).toEqual([])
  await expect.poll(inWork).toBe(0)
})

test('of an answer in parts two are there at a time, however slowly it is read', async () => {
  const { client, target, inWork, made } = await withRoomFor(100 * MIB, { answerBytes: MIB })
  const reader = stalled(target, ReplayService.ReplayAggregates)
  await expect.poll(inWork).toBeGreaterThanOrEqual(MIB)
  // Each yields to the stream once.
  for (let turn = 0; turn < 50; turn++) await client.GetEntry({}, of('other')).catch(() => undefined)
  expect(made()).toBeLessThanOrEqual(2)
  expect(inWork()).toBeLessThan(2 * MIB)
  let read = 0
  reader.on('data', (bytes: Buffer) => (read += bytes.length))
  await expect.poll(() => read, { timeout: 10_000 }).toBeGreaterThan(40 * MIB)
  await expect.poll(inWork).toBe(0)
})

test('a streamed answer is counted, and freed when its caller leaves', async () => {
  const { client, target, held, asked, inWork } = await withRoomFor(60_000, { answerBytes: MIB })
  const writing = client.PostJournalEntries(entries(60_000 - 100), of('one'))
  await expect.poll(() => held.length).toBe(1)
  const before = inWork()
  const reader = stalled(target, ReplayService.ReplayAggregates)
  await once(reader, 'response')
  expect(asked).toHaveLength(2)
  reader.close(LEFT)
  await expect.poll(inWork).toBe(before)
  held[0]?.()
  await writing
  await expect.poll(inWork).toBe(0)
})
