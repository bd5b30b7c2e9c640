import { createServer } from 'node:net'

/**
 * Below the range that Linux (32768) and macOS (49152) hand out to outgoing connections: a port of that range can be
 * taken by anybody's connection between the moment we picked it and the moment a server binds it, or while a crashed
 * server is being restarted on it.
 */
const FIRST = 20_000
const LAST = 32_000

const handedOut = new Set<number>()

/** A port nobody listens on now and that this process hasn't handed out before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (handedOut.has(port) || !(await isPortFree(port))) continue
    handedOut.add(port)
    return port
  }
  throw new Error(
    `No free port found between ${FIRST} and ${LAST} in 200 attempts: is something listening on all of them?`,
  )
}

/** Whether a server could bind this port of the loopback interface now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
