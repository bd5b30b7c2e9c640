/** A server that does not answer: what is sent to it stays on its way, and connections stay open. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type FreezingProxy = { port: number; freeze: () => void; thaw: () => void; close: () => Promise<void> }

/** A proxy before a server; while it is frozen nothing moves in either direction, on new connections neither. */
export async function startFreezingProxy(to: { host: string; port: number }): Promise<FreezingProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(to.port, to.host)
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => onto.write(bytes)).on('close', () => onto.destroy())
      from.on('error', () => onto.destroy())
      if (isFrozen) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const setFrozen = (frozen: boolean): void => {
    isFrozen = frozen
    for (const socket of sockets) socket[frozen ? 'pause' : 'resume']()
  }
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => setFrozen(true),
    thaw: () => setFrozen(false),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
