import { createServer, type LookupFunction, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startReceiver, type Receiver } from './receiver.test-helpers.ts'
import { sender, type SendOptions } from './send.ts'

let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answering.answer = (_request, response) => void response.writeHead(204).end()
})

const now = () => new Date('2026-11-22T10:00:00Z')
const send = (url: string, options: Partial<SendOptions> = {}) =>
  sender({ allowPrivate: true, ...options })(
    { url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
    now,
  )

test('the body arrives as it is, and the response is recorded', async () => {
  receiver.answering.answer = (_request, response) => void response.writeHead(200).end('thanks')
  expect(await send(receiver.url)).toMatchObject({ at: now(), statusCode: 200, error: null, answer: 'thanks' })
  expect(receiver.received.map(({ text }) => text)).toEqual(['{"a":1}'])
})

test('a redirect is a response like any other and is not followed', async () => {
  receiver.answering.answer = ({ path }, response) =>
    void response.writeHead(path === '/hooks' ? 302 : 200, { location: `${receiver.url}/elsewhere` }).end()
  expect(await send(receiver.url)).toMatchObject({ statusCode: 302, error: 'Answered 302' })
  expect(receiver.received.length).toBe(1)
})

test('of a huge response only the beginning is read', async () => {
  let written = 0
  receiver.answering.answer = (_request, response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(64 * 1024, 'é')
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length
    }
    response.on('drain', more)
    more()
  }
  const attempt = await send(receiver.url)
  expect([attempt.statusCode, attempt.error, Buffer.byteLength(attempt.answer ?? '')]).toEqual([200, null, 1_000])
  expect(written).toBeLessThan(50 * 1024 * 1024)
})

test('a response that PostgreSQL could not store is stored as far as possible', async () => {
  receiver.answering.answer = (_request, response) =>
    void response.writeHead(500).end(Buffer.from('a\0b\xff', 'latin1'))
  expect((await send(receiver.url)).answer).toBe('ab')
})

test('a response after the timeout does not count', async () => {
  receiver.answering.answer = () => undefined
  expect(await send(receiver.url, { timeoutMs: 200 })).toMatchObject({
    statusCode: null,
    error: 'No answer within 0.2 seconds',
  })
})

test('a response that begins counts, however long the rest takes', async () => {
  receiver.answering.answer = (_request, response) => void response.writeHead(200).write('well')
  expect(await send(receiver.url, { timeoutMs: 300 })).toMatchObject({ statusCode: 200, error: null, answer: 'well' })
})

const listening = (onConnection: (socket: Socket) => void) =>
  new Promise<Server>((resolve) => {
    const server = createServer(onConnection).listen(0, '127.0.0.1', () => resolve(server))
  })
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as { port: number }).port}/`

const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

test.each([
  ['changes to another protocol', UPGRADE, { statusCode: 101, error: 'Answered 101' }],
  ['changes to another protocol and talks on', `${UPGRADE}hello`, { statusCode: 101, error: 'Answered 101' }],
  ['announces an answer for ever', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3), { statusCode: null }],
  ['changes without a word to what', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', { statusCode: 101 }],
  ['stops in the middle of a header', 'HTTP/1.1 200 OK\r\nContent-Le', { statusCode: null }],
  ['says nothing', '', { statusCode: null }],
])('an endpoint that %s holds nobody up', async (_what, bytes, expected) => {
  const closed: Promise<unknown>[] = []
  const server = await listening((socket) => {
    closed.push(new Promise((resolve) => socket.on('close', resolve)))
    socket.on('error', () => undefined)
    socket.resume().write(bytes)
  })
  expect(await send(urlOf(server), { timeoutMs: 200 })).toMatchObject(expected)
  // Its connection is gone as well.
  await Promise.all(closed)
  expect(closed.length).toBe(1)
  await new Promise((resolve) => server.close(resolve))
})

test('a response after informational ones is the response', async () => {
  const server = await listening((socket) => {
    socket.on('error', () => undefined)
    socket.resume().write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n')
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
  })
  expect(await send(urlOf(server))).toMatchObject({ statusCode: 200, error: null, answer: 'ok' })
  await new Promise((resolve) => server.close(resolve))
})

test('a connection that is closed, refused, or speaks another protocol is reported as such', async () => {
  const closing = await listening((socket) => socket.destroy())
  const babbling = await listening((socket) => void socket.resume().end('SSH-2.0-OpenSSH_9\r\n'))
  const url = urlOf(closing)
  expect(await send(url)).toMatchObject({ statusCode: null, error: 'The connection was closed without an answer' })
  expect(await send(urlOf(babbling))).toMatchObject({ statusCode: null, error: expect.stringContaining('HPE_') })
  await Promise.all([closing, babbling].map((server) => new Promise((resolve) => server.close(resolve))))
  expect(await send(url)).toMatchObject({ statusCode: null, error: 'The connection was refused' })
})

test('Retry-After is returned', async () => {
  receiver.answering.answer = (_request, response) => void response.writeHead(503, { 'retry-after': '120' }).end()
  expect((await send(receiver.url)).retryAfterMs).toBe(120_000)
})

/** A name lookup whose answers the test sets. */
const answers = (...addresses: string[]): LookupFunction & { asked: number } => {
  const lookup = (_name: string, options: { all?: boolean }, callback: (...answer: never[]) => void) => {
    const address = addresses[Math.min(found.asked, addresses.length - 1)] ?? ''
    found.asked += 1
    const family = address.includes(':') ? 6 : 4
    const answer = options.all ? [null, [{ address, family }]] : [null, address, family]
    ;(callback as (...any: unknown[]) => void)(...answer)
  }
  const found = Object.assign(lookup as unknown as LookupFunction, { asked: 0 })
  return found
}

const NOT_PUBLIC = { statusCode: null, error: 'The name leads to an address that is not public' }

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  'fd00::1',
  '::127.0.0.1',
])('a name that leads to %s is not followed there', async (address) => {
  const url = `http://platform.example:${receiver.port}/hooks`
  expect(await send(url, { allowPrivate: false, lookup: answers(address) })).toMatchObject(NOT_PUBLIC)
  expect(receiver.received).toEqual([])
})

test('a literal private address is not reached either, nor the name of this machine', async () => {
  for (const url of [receiver.url, `http://localhost:${receiver.port}/hooks`, `http://[::1]:${receiver.port}/hooks`])
    expect(await send(url, { allowPrivate: false })).toMatchObject({ statusCode: null, error: expect.any(String) })
  expect(receiver.received).toEqual([])
})

test('a name that changes from a public to a private address is no longer reached', async () => {
  const lookup = answers('93.184.215.14', '127.0.0.1')
  const rebinding = sender({ allowPrivate: false, timeoutMs: 100, lookup })
  const outgoing = { url: `http://platform.example:${receiver.port}/hooks`, headers: {}, body: '{}' }
  await rebinding(outgoing, now)
  expect(await rebinding(outgoing, now)).toMatchObject(NOT_PUBLIC)
  // One lookup per connection: the checked address is the one it connects to.
  expect([lookup.asked, receiver.received]).toEqual([2, []])
})

test('in development this machine may be reached, the metadata service never', async () => {
  expect((await send(`http://localhost:${receiver.port}/hooks`)).statusCode).toBe(204)
  const lookup = answers('169.254.169.254')
  expect(await send(`http://platform.example:${receiver.port}/`, { lookup })).toMatchObject(NOT_PUBLIC)
})
