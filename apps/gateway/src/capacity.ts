/** Bounds the requests in flight, and drains connections when the gateway stops. */
import { busy, type Busy } from '@pacioli/errors'
import type { FastifyInstance } from 'fastify'
import { callerAt } from './edge/addresses.ts'
import { whenFinished } from './edge/when-finished.ts'
import { SharedBudget } from './edge/shared-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its permit to be in flight; absent for probes, which are always answered. */
    permit: Permit | undefined
  }
}

/** Probes are answered under any load: an orchestrator would take a busy gateway for a dead one. */
const ALWAYS = new Set(['/healthz', '/readyz'])

export type Capacity = {
  /** Requests in flight; more are refused. */
  limit: number
  /** Per address or client. */
  limitEach: number
}

/**
 * One request's permit to be in flight. It is released while the body arrives, which takes as long as the caller likes,
 * and acquired again once the body is complete.
 */
export class Permit {
  /** Who is charged: the address, and the client once known. */
  readonly owners: string[]
  readonly #permits: SharedBudget
  #isHeld = false
  #isOver = false

  constructor(places: SharedBudget, address: string) {
    this.#permits = places
    this.owners = [`address ${address}`]
  }

  /** @throws ServiceUnavailable where no permit is left */
  acquire(): void {
    // A finished request would never release it.
    if (this.#isHeld || this.#isOver) return
    if (!this.#permits.reserve(this.owners, 1)) throw noCapacity()
    this.#isHeld = true
  }

  release(): void {
    if (this.#isHeld) this.#permits.release(this.owners, 1)
    this.#isHeld = false
  }

  /** @throws ServiceUnavailable where the client has used up its permits */
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
 * Refuses with 503 and `Retry-After` what exceeds the capacity, before reading any of it: a queued request would be
 * answered after its caller has given up. No address or client gets more than its share.
 */
export function shedLoad(app: FastifyInstance, capacity: Capacity): void {
  const permits = new SharedBudget(capacity)
  app.decorateRequest('permit', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    if (ALWAYS.has(request.route.url ?? '')) return done()
    const permit = new Permit(permits, callerAt(request.ip))
    whenFinished(reply, () => permit.end())
    request.permit = permit
    permit.acquire()
    done()
  })
}

/**
 * While the gateway shuts down, each answer closes its connection: callers that keep theirs connect to another gateway,
 * and none is cut off.
 */
export function drainConnections(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close')
    done()
  })
}
