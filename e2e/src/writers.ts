/** Writers that never give up: what they were promised must be there once, whatever was killed meanwhile. */
import { randomInt } from 'node:crypto'
import { waitFor } from '@pacioli/testing'
import { send } from './api.ts'
import type { Books } from './books.ts'

/** How long a writer keeps repeating one request before the test fails, in milliseconds. */
const PATIENCE_MS = 60_000

export class Writers {
  /** Answers that were lost or failures, after which the same request was sent again. */
  repeats = 0
  readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  /**
   * Takes so many steps with so many writers, and lets `disturb` do its worst when a random part of them has been
   * acknowledged. Ends when every one is.
   */
  protected async write(
    steps: number,
    disturb: () => Promise<void>,
    writers: number,
    step: () => Promise<void>,
  ): Promise<void> {
    const disturbAfter = randomInt(Math.max(steps >> 3, 1), Math.max(steps >> 1, 2))
    let [sent, answered] = [0, 0]
    const { promise: itIsTime, resolve: now } = Promise.withResolvers<void>()
    const write = async (): Promise<void> => {
      while (sent < steps) {
        sent += 1
        await step()
        answered += 1
        if (answered === disturbAfter) now()
      }
    }
    await Promise.all([itIsTime.then(disturb), ...Array.from({ length: writers }, write)])
  }

  /** Sends the same request until it is answered with a success; one without a body is safe to repeat by itself. */
  protected sendUntilDone<Body>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    key: string,
    body?: unknown,
  ): Promise<Body> {
    const { api, id } = this.books
    const headers = {
      authorization: `Bearer ${api.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
    }
    const ask = async (): Promise<Body | false> => {
      const url = `${api.baseUrl}/v1/businesses/${id}/${path}`
      const answer = await send(method, url, headers, JSON.stringify(body)).catch(() => undefined)
      if (answer && answer.status < 300) return JSON.parse(answer.text) as Body
      // Lost on the way, or refused by a service that is down or still at it: all of them are worth another try.
      if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${url} refused: ${answer.text}`)
      this.repeats += 1
      return false
    }
    return waitFor(`a ${method} to ${path} to be acknowledged`, ask, { timeoutMs: PATIENCE_MS, everyMs: 25 })
  }
}
