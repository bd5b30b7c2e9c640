/** Counts what a client sends to PostgreSQL by the times that it waits for the answer. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { messagesIn } from './postgres-messages.ts'

export type OnTheWire = {
  /** How often a client sent something when it had got all that it had waited for: round trips, one after the other. */
  flights: number
  /** What the flights brought: BEGIN and COMMIT are statements, too. */
  statements: number
  /** Of these, texts that the server was given to parse. */
  parsed: number
  /** How often the server had to say that it was ready again: each is a write of its own. */
  answers: number
}

export type CountingProxy = {
  /** The same URL, through the proxy. */
  through: (url: string) => string
  /** Since the proxy began, or since it was asked for the last time. Waits until all that was sent is answered. */
  count: () => Promise<OnTheWire>
  close: () => Promise<void>
}

const nothing = (): OnTheWire => ({ flights: 0, statements: 0, parsed: 0, answers: 0 })

/** A way to PostgreSQL on this machine. Establishing a connection is not counted, nor its end. */
export async function startCountingProxy(server: { host: string; port: number }): Promise<CountingProxy> {
  let counted = nothing()
  const sockets = new Set<Socket>()
  const underWay = new Set<Socket>()
  let onQuiet = (): void => undefined
  const proxy = createServer((client) => {
    const upstream = connect(server)
    const conversation = startConversation()
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => undefined).on('close', () => void sockets.delete(socket))
    }
    const note = (isUnderWay: boolean): void => {
      if (isUnderWay) underWay.add(client)
      else underWay.delete(client)
      if (underWay.size === 0) onQuiet()
    }
    client.on('close', () => upstream.end()).on('close', () => note(false))
    upstream.on('close', () => client.end())
    const asked = messagesIn(true)
    client.on('data', (chunk: Buffer) => {
      for (const { type } of asked(chunk)) conversation.asks(type, counted)
      note(conversation.isUnderWay())
      upstream.write(chunk)
    })
    const answered = messagesIn(false)
    upstream.on('data', (chunk: Buffer) => {
      for (const { type } of answered(chunk)) conversation.answers(type)
      client.write(chunk)
      note(conversation.isUnderWay())
    })
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    through: (url) => {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${port}`
      return changed.href
    },
    count: async () => {
      if (underWay.size > 0) await new Promise<void>((resolve) => (onQuiet = resolve))
      const now = counted
      counted = nothing()
      return now
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** Messages of the client by their type: those that wait for an answer of their own, and those that lead up to one. */
const [QUERY, SYNC, PARSE, EXECUTE] = ['Q', 'S', 'P', 'E']
const NOT_ASKED: ReadonlySet<string> = new Set(['-', 'p', 'X'])
const READY = 'Z'

function startConversation() {
  /** Before its first READY a connection is being established. */
  let isReady = false
  let awaited = 0
  let isUnfinished = false
  const isUnderWay = (): boolean => awaited > 0 || isUnfinished
  return {
    isUnderWay,
    asks: (type: string, counted: OnTheWire): void => {
      if (!isReady || NOT_ASKED.has(type)) return
      if (!isUnderWay()) counted.flights += 1
      if (type === QUERY || type === EXECUTE) counted.statements += 1
      if (type === QUERY || type === PARSE) counted.parsed += 1
      const waits = type === QUERY || type === SYNC
      if (waits) awaited += 1
      if (waits) counted.answers += 1
      isUnfinished = !waits
    },
    answers: (type: string): void => {
      if (type !== READY) return
      if (isReady) awaited -= 1
      isReady = true
    },
  }
}
