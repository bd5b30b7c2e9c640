/** How much the gateway has in work at once, and how callers are led away from one that ends. */
import { busy, type Busy } from '@pacioli/errors'
import type { FastifyInstance } from 'fastify'
import { callerAt } from './edge/addresses.ts'
import { whenFinished } from './edge/when-finished.ts'
import { SharedBudget } from './edge/shared-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Among those in work; absent for what is always answered. */
    permit: Permit | undefined
  }
}

/** Probes are answered however much there is to do: an orchestrator would take a busy gateway for a dead one. */
const ALWAYS = new Set(['/healthz', '/readyz'])

export type Capacity = {
  /** Requests in work at once; what comes beyond is refused. */
  limit: number
  /** Of one address or client. */
  limitEach: number
}

/**
 * The place of one request among those in work. It is left while a body is on its way in, which takes as long as the caller
 * likes, and taken again when all of it is there.
 */
export class Permit {
  /** Who is charged: the address, and the client once it is known. */
  readonly owners: string[]
  readonly #permits: SharedBudget
  #isHeld = false
  #isOver = false

  constructor(places: SharedBudget, address: string) {
    this.#permits = places
    this.owners = [`address ${address}`]
  }

  /** @throws ServiceUnavailable where there is none for it */
  acquire(): void {
    // Of a request that is over none would be given back.
    if (this.#isHeld || this.#isOver) return
    if (!this.#permits.reserve(this.owners, 1)) throw noCapacity()
    this.#isHeld = true
  }

  release(): void {
    if (this.#isHeld) this.#permits.release(this.owners, 1)
    this.#isHeld = false
  }

  /** @throws ServiceUnavailable where the client has as many as it may have */
  chargeClient(clientId: string): void {
    const owner = `client ${clientId}`
    if (this.#isHeld && !this.#permits.charge([owner], 1)) throw noCapacity()
    this.owners.push(owner)
  }

  end(): void {
    this.release()
    this.#isOver = true
  }
}

const noCapacity = (): Busy => busy('The gateway has as many requests in work as it can take, of yours or in all.')

/**
 * Refuses with 503 and `Retry-After` what comes while so many requests are in work, before anything of them is read: one
 * more in a queue would be answered after its caller has given up. No address and no client gets more than a share.
 */
export function shedLoad(app: FastifyInstance, capacity: Capacity): void {
  const permits = new SharedBudget(capacity)
  app.decorateRequest('permit', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    if (ALWAYS.has(request.routeOptions.url ?? '')) return done()
    const permit = new Permit(permits, callerAt(request.ip))
    whenFinished(reply, () => permit.end())
    request.permit = permit
    permit.acquire()
    done()
  })
}

/**
 * While it serves on after it was told to end, each answer is the last one of its connection: callers that keep theirs
 * connect to another gateway next time, and none is left to be cut off.
 */
export function drainConnections(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close')
    done()
  })
}
