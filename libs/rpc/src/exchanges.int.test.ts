/** The exchanges of a connection: with which replicas, and what goes which way. */
import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js'
import { CallsService, type Answers, type Call__Output } from '@pacioli/protos/calls'
import { JournalService } from '@pacioli/protos/ledger'
import { afterEach, expect, test } from 'vitest'
import { Connection, implement, serve, type Handlers } from './index.ts'
import { servingBytes } from './message-size.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Journal = Handlers<typeof JournalService>

const { requestDeserialize, responseSerialize } = CallsService.Exchange

/** An exchange that takes calls, and answers those of a message with what it is told. */
const exchanging =
  (answer: (calls: readonly Call__Output[]) => Buffer) => (stream: ServerDuplexStream<Buffer, Buffer>) => {
    stream.write(responseSerialize({ welcome: true }))
    stream.on('data', (bytes: Buffer) => stream.write(answer(requestDeserialize(bytes).calls)))
  }

/** A server of the library, and how many calls came by themselves. */
async function plainServer(exchange?: (stream: ServerDuplexStream<Buffer, Buffer>) => void) {
  const server = new Server()
  const asked = { count: 0 }
  const GetEntry = (_call: unknown, respond: (error: null, answer: object) => void) => {
    asked.count += 1
    respond(null, {})
  }
  server.addService(JournalService, { GetEntry, PostJournalEntry: GetEntry })
  if (exchange) server.addService(servingBytes(CallsService), { Exchange: exchange })
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  closing.push(() => server.forceShutdown())
  return { port, asked }
}

async function replica() {
  const asked = { count: 0 }
  const GetEntry = () => {
    asked.count += 1
    return Promise.resolve({})
  }
  const services = [implement(JournalService, { GetEntry } as unknown as Journal)]
  const server = await serve({ host: '127.0.0.1', port: 0, services })
  closing.push(() => server.stop(100))
  return { port: server.port, asked }
}

function clientOf(...replicas: { port: number }[]) {
  const address = replicas.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const connection = new Connection({ target: address, count: 2 })
  closing.push(() => connection.close())
  return connection.client(JournalService)
}

const options = { context: { requestId: 'r' }, timeoutMs: 10_000 }

test('what is called in one turn of the event loop is one message', async () => {
  const came: number[] = []
  const answer = (calls: readonly Call__Output[]): Buffer => {
    came.push(calls.length)
    const answers: Answers['answers'] = calls.map(({ number }) => ({ number, message: Buffer.alloc(0) }))
    return responseSerialize({ answers })
  }
  const { port, asked } = await plainServer(exchanging(answer))
  const client = clientOf({ port })
  const allAtOnce = async (): Promise<number> => {
    const before = asked.count
    came.length = 0
    await Promise.all(Array.from({ length: 30 }, () => client.GetEntry({}, options)))
    return asked.count - before
  }
  await expect.poll(allAtOnce, { timeout: 10_000, interval: 1 }).toBe(0)
  expect(came).toEqual([30])
})

test('a service of the version before is called as before', async () => {
  const { port, asked } = await plainServer()
  const client = clientOf({ port })
  for (let calls = 1; calls <= 200; calls++) {
    expect(await client.GetEntry({}, options)).toMatchObject({ replayed: false })
    expect(asked.count).toBe(calls)
  }
})

test('a replica of the version before has its share beside one of this version', async () => {
  const [before, now] = await Promise.all([plainServer(), replica()])
  const client = clientOf(before, now)
  const shares = async (): Promise<boolean> => {
    before.asked.count = now.asked.count = 0
    await Promise.all(Array.from({ length: 80 }, () => client.GetEntry({}, options)))
    expect(before.asked.count + now.asked.count).toBe(80)
    // Half of the calls go by themselves, to both in turn.
    return before.asked.count === 20
  }
  await expect.poll(shares, { timeout: 10_000, interval: 1 }).toBe(true)
})

test('of a write that is answered with what cannot be read, the outcome is unknown', async () => {
  const { port } = await plainServer(exchanging(() => Buffer.from('what is this?')))
  const client = clientOf({ port })
  const outcome = (): Promise<unknown> =>
    client.PostJournalEntry({}, options).then(
      () => 'done',
      ({ errorEnum }: { errorEnum?: string }) => errorEnum,
    )
  // The first ones go by themselves.
  expect(await outcome()).toBe('done')
  await expect.poll(outcome, { timeout: 10_000, interval: 1 }).toBe('OutcomeUnknown')
})
