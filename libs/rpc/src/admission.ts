/** How much a service takes on at a time. */
import { busy } from '@pacioli/errors'
import type { CallContext } from './context.ts'

/** Bounds the work of a service by size. */
export type CallWorkload = {
  /**
   * Called before a call begins, with the size of its request. Returns how to end it, possibly after waiting for a
   * permit.
   * @throws ServiceUnavailable where there is no capacity
   */
  begin: (context: CallContext, bytes: number) => (() => void) | Promise<() => void>
  /** Counts an answer, or a part of one; call the returned function when it is sent. */
  charge: (context: CallContext, bytes: number) => () => void
}

/**
 * Bounds the calls in flight. They share the few connections to the database: beyond some hundreds one more would make
 * all of them late, and its caller would have given up by then.
 */
export class Admission {
  readonly #most: number
  readonly #workload: CallWorkload | undefined
  #running = 0
  readonly #idle: (() => void)[] = []

  constructor(most: number, workload: CallWorkload | undefined) {
    this.#most = most
    this.#workload = workload
  }

  /** Runs one call. @throws ServiceUnavailable at the limit of calls or bytes */
  async run<Done>(bytes: number, context: CallContext, work: () => Promise<Done>): Promise<Done> {
    this.#enter()
    try {
      const begun = this.#workload?.begin(context, bytes)
      const over = begun instanceof Promise ? await begun : begun
      try {
        return await work()
      } finally {
        over?.()
      }
    } finally {
      this.#leave()
    }
  }

  /** Counts bytes waiting to be sent, until the returned function is called. */
  hold(context: CallContext, bytes: number): () => void {
    return this.#workload?.charge(context, bytes) ?? (() => undefined)
  }

  /** @throws ServiceUnavailable at the limit */
  #enter(): void {
    if (this.#running >= this.#most) throw busy('A part of the service has as much to do as it can.')
    this.#running += 1
  }

  #leave(): void {
    this.#running -= 1
    if (this.#running === 0) this.#idle.splice(0).forEach((resolve) => resolve())
  }

  /** Resolves when no call is in flight. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => void this.#idle.push(resolve))
  }
}
