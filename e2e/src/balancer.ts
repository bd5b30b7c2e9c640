/** What stands before several gateways in production: a connection goes to one that says that it is ready. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'

/** How often each gateway is asked, in milliseconds; an orchestrator asks once in seconds. */
const ASKED_EVERY_MS = 25

export type Balancer = { url: string; stop: () => Promise<void> }

/** Asked over a connection of its own each time, as orchestrators do: one that is kept says nothing by being closed. */
const isReady = (url: string): Promise<boolean> =>
  request(`${url}/readyz`, { headersTimeout: 1_000, reset: true }).then(
    async ({ statusCode, body }) => (await body.dump(), statusCode === 200),
    () => false,
  )

/** Passes connections on to those of these gateways that are ready, in turn. */
export async function startBalancer(gateways: readonly string[]): Promise<Balancer> {
  let ready = [...gateways]
  let turn = 0
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const are = await Promise.all(gateways.map(isReady))
      ready = gateways.filter((_, index) => are[index])
      await pause(ASKED_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()

  const open = new Set<Socket>()
  const server = createServer((caller) => {
    turn += 1
    const chosen = ready[turn % Math.max(ready.length, 1)]
    if (!chosen) return void caller.destroy()
    const { hostname, port } = new URL(chosen)
    const gateway = connect(Number(port), hostname)
    for (const [one, other] of [
      [caller, gateway],
      [gateway, caller],
    ] as const) {
      open.add(one)
      one.pipe(other)
      // A gateway closes after its last answer, which has to arrive before its caller's side is closed, too.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroySoon()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      stopping.abort()
      await asking
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
