import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Where a connection is cut: before so many messages of one side have passed, counted from when the proxy was armed. */
export type Cut = { side: 'client' | 'server'; passed: number }

/** What passed since the proxy was armed, as the type bytes of the messages. */
export type Passed = Record<Cut['side'], string>

/** A connection to PostgreSQL that breaks at a given message of the protocol. */
export type CuttingProxy = {
  /** The same URL, through the proxy. */
  through: (url: string) => string
  /** Starts counting, and cuts once at `cut`, if given. All connections have to be established and quiet. */
  arm: (cut?: Cut) => Passed
  close: () => Promise<void>
}

/**
 * Forwards PostgreSQL's protocol (version 3) message by message. What was forwarded before a cut arrives; the rest is
 * lost, and both ends see their connection end.
 */
export async function startCuttingProxy(server: { host: string; port: number }): Promise<CuttingProxy> {
  let passed: Passed = { client: '', server: '' }
  let cut: Cut | undefined
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(server)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => undefined).on('close', () => void sockets.delete(socket))
    }
    client.on('close', () => upstream.end())
    upstream.on('close', () => client.end())
    const pass = (side: Cut['side'], from: Socket, to: Socket): void => {
      const messages = messagesIn(side === 'client')
      from.on('data', (chunk: Buffer) => {
        for (const message of messages(chunk)) {
          if (cut?.side === side && passed[side].length === cut.passed) {
            cut = undefined
            from.removeAllListeners('data').resume()
            // What was written before still leaves.
            upstream.end()
            client.destroySoon()
            return
          }
          passed[side] += message.type
          to.write(message.bytes)
        }
      })
    }
    pass('client', client, upstream)
    pass('server', upstream, client)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    through: (url) => {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${port}`
      return changed.href
    },
    arm: (at) => {
      cut = at
      return (passed = { client: '', server: '' })
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** Splits a stream into messages. The client's first one has a length and no type. */
function messagesIn(beginsUntyped: boolean): (chunk: Buffer) => Generator<{ type: string; bytes: Buffer }> {
  let rest = Buffer.alloc(0)
  let typeBytes = beginsUntyped ? 0 : 1
  return function* (chunk) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      yield { type: typeBytes === 0 ? '-' : String.fromCharCode(bytes[0] ?? 0), bytes }
      typeBytes = 1
    }
  }
}
