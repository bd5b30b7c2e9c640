/** A server of exchanges, and callers that do not do as they should. */
import { connect, type ClientHttp2Stream } from 'node:http2'
import { Client, credentials, status, type ClientDuplexStream, type ServiceError } from '@grpc/grpc-js'
import { CallsService, type Answers__Output, type Calls } from '@pacioli/protos/calls'
import { JournalService } from '@pacioli/protos/ledger'
import { afterEach, expect, test } from 'vitest'
import { implement, serve, type Handlers } from './index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const { path, requestSerialize, responseDeserialize } = CallsService.Exchange

type Raw = ClientDuplexStream<Buffer, Answers__Output>

/** A server whose calls end when a test lets them, and a stream to it, which the test reads. */
async function served() {
  const ends: (() => void)[] = []
  let begun = 0
  const journal = {
    GetEntry: () => new Promise((resolve) => void ends.push(() => resolve({}))),
    ListEntries: () => Promise.resolve({ data: [{ memo: `${(begun += 1)}${'x'.repeat(1_000)}` }] }),
  } as unknown as Handlers<typeof JournalService>
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [implement(JournalService, journal)],
    maxInFlight: 10_000,
  })
  closing.push(() => server.stop(100))
  const stream = (): { stream: Raw; write: (calls: Calls) => boolean; ended: Promise<ServiceError> } => {
    const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
    })
    closing.push(() => client.close())
    const opened = client.makeBidiStreamRequest(path, (bytes: Buffer) => bytes, responseDeserialize)
    const ended = new Promise<ServiceError>((resolve) => void opened.on('error', resolve))
    return { stream: opened, write: (calls) => opened.write(requestSerialize(calls)), ended }
  }
  return { port: server.port, ends, stream, begun: () => begun }
}

const call = (number: number, method: 'GetEntry' | 'ListEntries') => ({
  number,
  path: JournalService[method].path,
  timeout_ms: 10_000,
  request: Buffer.alloc(0),
})

/** The numbers of what is answered. */
function answeredOn(stream: Raw): number[] {
  const numbers: number[] = []
  stream.on('data', ({ answers }: Answers__Output) => void numbers.push(...answers.map(({ number }) => number)))
  return numbers
}

test.each([
  ['that cannot be read', Buffer.from('what is this?')],
  ['with a number twice', requestSerialize({ calls: [call(1, 'GetEntry')] })],
])('a message %s ends its stream, and nothing else', async (_what, poison) => {
  const { stream, ends } = await served()
  const [bad, good] = [stream(), stream()]
  const [toBad, toGood] = [answeredOn(bad.stream), answeredOn(good.stream)]
  for (const { write } of [bad, good]) write({ calls: [call(1, 'GetEntry')] })
  await expect.poll(() => ends.length).toBe(2)
  bad.stream.write(poison)
  expect(await bad.ended).toMatchObject({ code: status.INVALID_ARGUMENT })
  for (const end of ends) end()
  await expect.poll(() => toGood).toEqual([1])
  good.write({ calls: [call(2, 'ListEntries')] })
  await expect.poll(() => toGood).toEqual([1, 2])
  expect(toBad).toEqual([])
})

/** A stream like that of a caller that reads nothing. */
function unread(port: number): ClientHttp2Stream {
  const session = connect(`http://127.0.0.1:${port}`)
  closing.push(() => session.destroy())
  const headers = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' }
  return session.request(headers).on('error', () => undefined)
}

/** A message as gRPC frames it. */
function framed(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

test('a stream that is flooded and whose answers are not read is not read either, and others are served', async () => {
  const { port, stream, begun } = await served()
  const CALLS = 4_000
  const flood = unread(port)
  for (let number = 1; number <= CALLS; number += 50) {
    const calls = Array.from({ length: 50 }, (_, index) => call(number + index, 'ListEntries'))
    flood.write(framed(requestSerialize({ calls })))
  }
  let before = 0
  const isStuck = (): boolean => {
    const was = before
    before = begun()
    return was === before && was > 0
  }
  await expect.poll(isStuck, { timeout: 10_000, interval: 200 }).toBe(true)
  expect(begun()).toBeLessThan(CALLS / 2)
  const other = stream()
  const answered = answeredOn(other.stream)
  other.write({ calls: [call(1, 'ListEntries')] })
  await expect.poll(() => answered).toEqual([1])
  flood.resume()
  await expect.poll(begun, { timeout: 10_000 }).toBe(CALLS + 1)
})

test('answers of one turn are one message, whatever else is under way', async () => {
  const { ends, stream } = await served()
  const { stream: opened, write } = stream()
  const messages: number[][] = []
  opened.on('data', ({ answers }: Answers__Output) => void messages.push(answers.map(({ number }) => number)))
  write({ calls: [1, 2, 3].map((number) => call(number, 'GetEntry')) })
  await expect.poll(() => ends.length).toBe(3)
  for (const end of ends.splice(0, 2)) {
    end()
    await Promise.resolve()
  }
  await expect.poll(() => messages).toEqual([[], [1, 2]])
  ends[0]?.()
  await expect.poll(() => messages).toEqual([[], [1, 2], [3]])
})

test('a caller that leaves takes what it asked with it', async () => {
  const { stream, ends } = await served()
  const { stream: left, write } = stream()
  left.on('error', () => undefined).resume()
  write({ calls: [call(1, 'GetEntry')] })
  await expect.poll(() => ends.length).toBe(1)
  left.cancel()
  ends[0]?.()
  const next = stream()
  const answered = answeredOn(next.stream)
  next.write({ calls: [call(1, 'ListEntries')] })
  await expect.poll(() => answered).toEqual([1])
})

test('a call whose caller has gone is not answered', async () => {
  const { stream, ends } = await served()
  const { stream: read, write } = stream()
  const answered = answeredOn(read)
  write({ calls: [call(1, 'GetEntry'), call(2, 'GetEntry')] })
  await expect.poll(() => ends.length).toBe(2)
  write({ calls: [call(3, 'ListEntries')], cancelled: [1] })
  await expect.poll(() => answered).toEqual([3])
  for (const end of ends) end()
  await expect.poll(() => answered).toEqual([3, 2])
})
