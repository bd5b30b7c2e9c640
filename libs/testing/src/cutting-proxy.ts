import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { CertificateFiles } from './certificates.ts'
import { messagesIn } from './postgres-messages.ts'

/** Where a connection is cut: before so many messages of one side have passed, counted from when the proxy was armed. */
export type Cut = { side: 'client' | 'server'; passed: number }

/** Or before the first message that has a text in it. */
type CutBefore = { side: Cut['side']; before: string }

const isAt = (cut: Cut | CutBefore, passed: number, bytes: Buffer): boolean =>
  'before' in cut ? bytes.includes(cut.before) : passed === cut.passed

/** What passed since the proxy was armed, as the type bytes of the messages. */
export type Passed = Record<Cut['side'], string>

/** A connection to PostgreSQL that breaks at a given message of the protocol. */
export type CuttingProxy = {
  /** The same URL, through the proxy. */
  through: (url: string) => string
  /** Starts counting, and cuts once at `cut`, if given. All connections have to be established and quiet. */
  arm: (cut?: Cut | CutBefore) => Passed
  close: () => Promise<void>
}

/** The code of a request for TLS, which is a message without a type. */
const isForTls = (first: Buffer): boolean => first.length === 8 && first.readInt32BE(4) === 80_877_103

/**
 * Forwards PostgreSQL's protocol (version 3) message by message. What was forwarded before a cut arrives; the rest is
 * lost, and both ends see their connection end.
 * @param encrypted the certificate of the proxy, for clients that insist on TLS
 */
export async function startCuttingProxy(
  server: { host: string; port: number },
  encrypted?: Pick<CertificateFiles, 'certFile' | 'keyFile'>,
): Promise<CuttingProxy> {
  let passed: Passed = { client: '', server: '' }
  let cut: Cut | CutBefore | undefined
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    if (!encrypted) return forward(socket)
    socket.once('data', (first: Buffer) => {
      if (!isForTls(first)) {
        socket.unshift(first)
        return forward(socket)
      }
      socket.write('S')
      const [cert, key] = [readFileSync(encrypted.certFile), readFileSync(encrypted.keyFile)]
      forward(new TLSSocket(socket, { isServer: true, cert, key }))
    })
  })
  const forward = (client: Socket): void => {
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
          if (cut?.side === side && isAt(cut, passed[side].length, message.bytes)) {
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
  }
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
