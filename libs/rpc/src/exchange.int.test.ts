/** Many calls over one stream, against a server that serves them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import fc from 'fast-check'
import { Channel, credentials, Server, ServerCredentials, status, type ServerDuplexStream } from '@grpc/grpc-js'
import { busy, refused } from '@pacioli/errors'
import { CallsService, type Answers, type Calls__Output } from '@pacioli/protos/calls'
import { JournalService } from '@pacioli/protos/ledger'
import { afterEach, expect, test } from 'vitest'
import type { CallContext, OutgoingContext } from './context.ts'
import { Exchange, NOT_BEGUN } from './exchange.ts'
import { implement, serve, type CallWorkload, type Handlers } from './index.ts'
import { fromServiceError } from './problems.ts'
import { unaryCall, type Ending, type Method, type Sent } from './unary-call.ts'

type Journal = Handlers<typeof JournalService>
type Name = keyof Journal

const PROGRAM = join(import.meta.dirname, '..', 'test-programs', 'server.ts')
const MIB = 1024 * 1024

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function served(handlers: Partial<Journal>, options: { maxInFlight?: number; workload?: CallWorkload } = {}) {
  const services = [implement(JournalService, handlers as Journal)]
  const server = await serve({ host: '127.0.0.1', port: 0, services, ...options })
  closing.push(() => server.stop(100))
  return server
}

function channelTo(port: number): Channel {
  const channel = new Channel(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': 64 * MIB,
  })
  closing.push(() => channel.close())
  return channel
}

/** An exchange that takes calls, and when it takes no more. */
async function exchangeWith(port: number) {
  const opened = Promise.withResolvers<Exchange>()
  const closed = Promise.withResolvers<status>()
  const listener = {
    opened: opened.resolve,
    closed: (_exchange: Exchange, _peer: string, code: status) => closed.resolve(code),
  }
  const begun = new Exchange(channelTo(port), listener)
  closing.push(() => begun.close())
  return { exchange: await opened.promise, closed: closed.promise }
}

type Options = { timeoutMs?: number; context?: OutgoingContext; request?: object }

const sentTo = (name: Name, { timeoutMs = 10_000, context = { requestId: 'r' }, request = {} }: Options = {}): Sent => {
  const method = JournalService[name] as Method
  const deadline = new Date(Date.now() + timeoutMs)
  return { method, request: method.requestSerialize(request), context, deadline }
}

const ask = (exchange: Exchange, name: Name, options?: Options): Promise<Ending | typeof NOT_BEGUN> =>
  new Promise((resolve) => void exchange.send(sentTo(name, options), resolve))

const errorOf = (ending: Ending | typeof NOT_BEGUN): unknown =>
  ending !== NOT_BEGUN && 'error' in ending ? fromServiceError(ending.error, '/pacioli.ledger.v1.X/Y', false) : ending

const answered = { message: expect.anything() as object, replayed: false }

/** Handlers whose answers a test gives. */
function held(): { GetEntry: Journal['GetEntry']; ends: (() => void)[] } {
  const ends: (() => void)[] = []
  return { GetEntry: () => new Promise((resolve) => void ends.push(() => resolve({}))), ends }
}

test('answers come in any order, each to its own call', async () => {
  const ends: (() => void)[] = []
  const { port } = await served({
    ListEntries: (_request, { requestId }) =>
      new Promise((resolve) => void ends.push(() => resolve({ data: [{ id: requestId }] }))),
  })
  const { exchange } = await exchangeWith(port)
  const order: string[] = []
  const calls = Array.from({ length: 50 }, async (_, index) => {
    const answer = await ask(exchange, 'ListEntries', { context: { requestId: `r${index}` } })
    order.push(`r${index}`)
    return answer
  })
  await expect.poll(() => ends.length).toBe(50)
  for (const end of ends.toReversed()) {
    end()
    await new Promise(setImmediate)
  }
  const answers = await Promise.all(calls)
  expect(answers).toMatchObject(answers.map((_, index) => ({ message: { data: [{ id: `r${index}` }] } })))
  expect(order).toEqual(order.map((_, index) => `r${49 - index}`))
})

test('what goes with a call and with its answer arrives as it does by itself', async () => {
  const heard: CallContext[] = []
  const { port } = await served({
    GetEntry: (_request, context) => {
      heard.push(context)
      context.markReplayed()
      return Promise.resolve({})
    },
    ReverseEntry: () => Promise.reject(refused('EntryNotFound', 'There is none.', { field: 'entry_id' })),
    PostJournalEntry: () => Promise.reject(busy('There is no room.')),
    ListEntries: () => Promise.reject(new Error('password is hunter2')),
  })
  const context: OutgoingContext = {
    requestId: 'r',
    clientId: 'c',
    businessId: 'b',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=b',
    idempotency: { key: 'k', operation: 'POST /x', requestHash: 'h' },
  }
  const { exchange } = await exchangeWith(port)
  const channel = channelTo(port)
  const byItself = (name: Name): Promise<Ending> =>
    new Promise((resolve) => void unaryCall(channel, sentTo(name, { context }), resolve))
  for (const name of ['GetEntry', 'ReverseEntry', 'PostJournalEntry', 'ListEntries'] as const)
    expect(errorOf(await ask(exchange, name, { context })), name).toEqual(errorOf(await byItself(name)))
  const unknown = { error: { code: status.UNIMPLEMENTED } }
  expect([await ask(exchange, 'ListAccountLines'), await byItself('ListAccountLines')]).toMatchObject([
    unknown,
    unknown,
  ])
  const [first, second] = heard.map(({ deadline: _, ...others }) => ({ ...others, markReplayed: undefined }))
  expect(first).toEqual(second)
  expect(first).toMatchObject(context)
  expect(heard[0]?.deadline.getTime()).toBeGreaterThan(Date.now())
})

test('each call begins outside of whatever sent it, and outside of the others', async () => {
  const current = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const { port } = await served({
    GetEntry: (_request, { requestId }) => {
      seen.push(current.getStore())
      return current.run(requestId, async () => {
        await new Promise(setImmediate)
        seen.push(current.getStore())
        return {}
      })
    },
  })
  const { exchange } = await current.run('opens it', () => exchangeWith(port))
  const calls = ['a', 'b'].map((requestId) =>
    current.run('asks', () => ask(exchange, 'GetEntry', { context: { requestId } })),
  )
  await Promise.all(calls)
  await current.run('asks', () => ask(exchange, 'GetEntry', { context: { requestId: 'c' } }))
  expect(seen).toEqual([undefined, undefined, 'a', 'b', undefined, 'c'])
})

test('a call ends at its deadline or when it is cancelled, and the others go on', async () => {
  const { GetEntry, ends } = held()
  let inWork = 0
  const hold = () => {
    inWork += 1
    return () => void (inWork -= 1)
  }
  const workload: CallWorkload = { begin: () => () => undefined, charge: hold }
  const { port } = await served({ GetEntry }, { workload })
  const { exchange } = await exchangeWith(port)
  const late = ask(exchange, 'GetEntry', { timeoutMs: 50 })
  const other = ask(exchange, 'GetEntry')
  const left = new Promise<Ending | typeof NOT_BEGUN>((resolve) => {
    const cancel = exchange.send(sentTo('GetEntry'), resolve)
    setImmediate(() => setImmediate(cancel))
  })
  expect(await late).toMatchObject({ error: { code: status.DEADLINE_EXCEEDED } })
  expect(await left).toMatchObject({ error: { code: status.CANCELLED } })
  await expect.poll(() => ends.length).toBe(3)
  for (const end of ends) end()
  expect(await other).toMatchObject(answered)
  await expect.poll(() => inWork).toBe(0)
})

/** The port of a server of the library that serves exchanges so. */
function plainServer(serveExchange: (stream: ServerDuplexStream<Calls__Output, Answers>) => void): Promise<number> {
  const server = new Server()
  closing.push(() => server.forceShutdown())
  server.addService(CallsService, { Exchange: serveExchange })
  return new Promise((resolve) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_error, bound) => resolve(bound)),
  )
}

/** An exchange with a server that answers nothing, and the messages that come there. */
async function listenedTo() {
  const told: Calls__Output[] = []
  const port = await plainServer((stream) => {
    stream.write({ welcome: true })
    stream.on('data', (message: Calls__Output) => void told.push(message))
  })
  return { exchange: (await exchangeWith(port)).exchange, told }
}

test('a server is told of a call whose caller has gone', async () => {
  const { exchange, told } = await listenedTo()
  const others = [ask(exchange, 'GetEntry'), ask(exchange, 'GetEntry', { timeoutMs: 50 })]
  expect(await others[1]).toMatchObject({ error: { code: status.DEADLINE_EXCEEDED } })
  await expect.poll(() => told).toMatchObject([{ calls: [{ number: 1 }, { number: 2 }] }, { cancelled: [2] }])
})

test('a call alone is sent at once, and those beside it together when the turn ends', async () => {
  const { exchange, told } = await listenedTo()
  const send = (): unknown => exchange.send(sentTo('GetEntry'), () => undefined)
  send()
  for (let beside = 0; beside < 2; beside++) {
    await Promise.resolve()
    send()
  }
  await expect.poll(() => told).toMatchObject([{ calls: [{ number: 1 }] }, { calls: [{ number: 2 }, { number: 3 }] }])
})

test('a call that is cancelled in the turn in which it was made is not sent', async () => {
  const { GetEntry, ends } = held()
  const { port } = await served({ GetEntry })
  const { exchange } = await exchangeWith(port)
  const ending = new Promise((resolve) => exchange.send(sentTo('GetEntry'), resolve)())
  expect(await ending).toMatchObject({ error: { code: status.CANCELLED } })
  const next = ask(exchange, 'GetEntry')
  await expect.poll(() => ends.length).toBe(1)
  ends[0]?.()
  expect(await next).toMatchObject(answered)
})

test('answers of any lengths arrive whole, in whatever order they are there', async () => {
  const ends: (() => void)[] = []
  const ListEntries: Journal['ListEntries'] = (_request, { requestId }) =>
    new Promise((resolve) => void ends.push(() => resolve({ data: [{ memo: 'x'.repeat(Number(requestId)) }] })))
  const { port } = await served({ ListEntries })
  const { exchange } = await exchangeWith(port)
  const lengths = fc.array(fc.nat(300_000), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(lengths, fc.infiniteStream(fc.nat()), async (asked, random) => {
      const calls = asked.map((length) => ask(exchange, 'ListEntries', { context: { requestId: `${length}` } }))
      await expect.poll(() => ends.length).toBe(asked.length)
      while (ends.length > 0) ends.splice((random.next().value as number) % ends.length, 1)[0]?.()
      const arrived = (await Promise.all(calls)) as { message: { data: { memo: string }[] } }[]
      expect(arrived.map(({ message }) => message.data[0]?.memo.length)).toEqual(asked)
    }),
    { numRuns: 20 },
  )
})

test('a short answer passes a long one, which arrives whole', async () => {
  const memo = 'x'.repeat(4 * MIB)
  const { port } = await served({
    ListEntries: () => Promise.resolve({ data: [{ memo }] }),
    GetEntry: () => Promise.resolve({}),
  })
  const { exchange } = await exchangeWith(port)
  const order: string[] = []
  const long = ask(exchange, 'ListEntries').finally(() => order.push('long'))
  const short = ask(exchange, 'GetEntry').finally(() => order.push('short'))
  expect(await short).toMatchObject(answered)
  expect(await long).toMatchObject({ message: { data: [{ memo }] } })
  expect(order).toEqual(['short', 'long'])
})

test('an answer beyond the limit is refused, and ends nothing else', async () => {
  const { GetEntry, ends } = held()
  const { port } = await served({
    ListEntries: () => Promise.resolve({ data: [{ memo: 'x'.repeat(33 * MIB) }] }),
    GetEntry,
  })
  const { exchange } = await exchangeWith(port)
  const other = ask(exchange, 'GetEntry')
  expect(errorOf(await ask(exchange, 'ListEntries'))).toMatchObject({ errorEnum: 'PayloadTooLarge' })
  ends[0]?.()
  expect(await other).toMatchObject(answered)
})

test('long requests, and those beyond what may wait, are not taken', async () => {
  const { GetEntry, ends } = held()
  const { port } = await served({ GetEntry })
  const { exchange } = await exchangeWith(port)
  const entryOf = (bytes: number) => ({ request: { entry_id: 'x'.repeat(bytes) } })
  expect(exchange.takes(sentTo('GetEntry', entryOf(60_000)))).toBe(true)
  expect(exchange.takes(sentTo('GetEntry', entryOf(70_000)))).toBe(false)
  const calls = Array.from({ length: 17 }, () => ask(exchange, 'GetEntry', entryOf(60_000)))
  expect(exchange.takes(sentTo('GetEntry', entryOf(60_000)))).toBe(false)
  await expect.poll(() => ends.length).toBe(17)
  for (const end of ends) end()
  await Promise.all(calls)
  expect(exchange.takes(sentTo('GetEntry', entryOf(60_000)))).toBe(true)
})

test('it ends by itself after some minutes, for both sides, and takes no call that may last longer', async () => {
  const until = Promise.withResolvers<Date | number>()
  const port = await plainServer((stream) => {
    until.resolve(stream.getDeadline())
    stream.write({ welcome: true })
  })
  const { exchange } = await exchangeWith(port)
  const ends = new Date(await until.promise).getTime()
  expect(ends).toBeLessThan(Date.now() + 3_600_000)
  const endsWithin = (timeoutMs: number): boolean => exchange.takes(sentTo('GetEntry', { timeoutMs }))
  expect(endsWithin(120_000)).toBe(true)
  expect(endsWithin(ends - Date.now() + 1_000)).toBe(false)
})

test('calls beyond the limit of a server are refused, and those in flight are not disturbed', async () => {
  const { GetEntry, ends } = held()
  const { port } = await served({ GetEntry }, { maxInFlight: 2 })
  const { exchange } = await exchangeWith(port)
  const calls = [ask(exchange, 'GetEntry'), ask(exchange, 'GetEntry')]
  expect(errorOf(await ask(exchange, 'GetEntry'))).toMatchObject({ errorEnum: 'ServiceUnavailable', by: 'ledger' })
  for (const end of ends.splice(0)) end()
  expect(await Promise.all(calls)).toMatchObject([answered, answered])
  const later = ask(exchange, 'GetEntry')
  await expect.poll(() => ends.length).toBe(1)
  ends[0]?.()
  expect(await later).toMatchObject(answered)
})

test('a draining server answers what it has taken, and does not begin what comes after', async () => {
  const { GetEntry, ends } = held()
  const { port, stop } = await served({ GetEntry })
  const { exchange, closed } = await exchangeWith(port)
  const taken = ask(exchange, 'GetEntry')
  await expect.poll(() => ends.length).toBe(1)
  const stopped = stop()
  // It is on its way when the server says what it took.
  const after = ask(exchange, 'GetEntry')
  expect(await closed).toBe(status.OK)
  expect(await after).toBe(NOT_BEGUN)
  ends[0]?.()
  expect(await taken).toMatchObject(answered)
  await stopped
  expect(ends).toHaveLength(1)
})

test('an exchange that is not used any more ends when its calls are answered', async () => {
  const { GetEntry, ends } = held()
  const { port, stop } = await served({ GetEntry })
  const { exchange, closed } = await exchangeWith(port)
  const call = ask(exchange, 'GetEntry')
  await expect.poll(() => ends.length).toBe(1)
  exchange.close()
  ends[0]?.()
  expect(await call).toMatchObject(answered)
  expect(await closed).toBe(status.CANCELLED)
  await stop(60_000)
})

test('what was sent to a killed server may have been done', async () => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
  closing.push(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { exchange, closed } = await exchangeWith(Number(line.toString()))
  const sent = ask(exchange, 'ListEntries')
  await ask(exchange, 'GetEntry')
  child.kill('SIGKILL')
  expect(await closed).toBe(status.UNAVAILABLE)
  expect(await sent).toMatchObject({ error: { code: status.UNAVAILABLE } })
  expect(errorOf(await sent)).toMatchObject({ errorEnum: 'ServiceUnavailable' })
})
