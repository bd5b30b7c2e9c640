/**
 * Writers that repeat each request until it succeeds: what was acknowledged must exist once, whatever was killed
 * meanwhile.
 */
import { randomInt } from 'node:crypto'
import { waitFor } from '@pacioli/testing'
import type { Answers, OperationId } from './answers.ts'
import { send, urlOf, type Call } from './api.ts'
import type { Books } from './books.ts'
import type { RawAnswer } from './contract.ts'

/** How long a writer keeps repeating one request before the test fails, in milliseconds. */
const PATIENCE_MS = 60_000

export class Writers {
  /** The failures after which a request was sent again. */
  readonly repeats: string[] = []
  readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  /**
   * Takes so many steps with so many writers, and runs `disturb` when a random part of them has been acknowledged. Ends
   * when every one is.
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
  protected async callUntilDone<Name extends OperationId>(
    operationId: Name,
    key: string,
    { path, body }: Pick<Call, 'path' | 'body'>,
  ): Promise<Answers[Name]> {
    const { api } = this.books
    const operation = api.contract.operation(operationId)
    const url = api.baseUrl + urlOf(operation, { ...api.path, ...path })
    const request = { method: operation.method, url, key, body }
    const { status, text } = await this.sendUntilAnswered(request)
    if (status >= 300) throw new Error(`${request.url} refused: ${text}`)
    return JSON.parse(text) as Answers[Name]
  }

  /** Sends the same request until the product has carried it out or refused it. */
  protected sendUntilAnswered(request: KeyedRequest): Promise<RawAnswer> {
    const ask = async (): Promise<RawAnswer | false> => {
      const answer = await sendKeyed(this.books, request).catch((error: unknown) => error as Error)
      // Lost on the way, or refused by a service that is down or still at it: worth another try.
      const isLost = answer instanceof Error
      if (!isLost && answer.status < 500 && answer.status !== 409) return answer
      const why = isLost ? answer.message : refusalIn(answer)
      this.repeats.push(`${request.method} ${request.url}: ${why}`)
      return false
    }
    const what = `a ${request.method} to ${request.url} to be answered`
    return waitFor(what, ask, { timeoutMs: PATIENCE_MS, everyMs: 25 })
  }
}

/** A refusal in words: its status, when to try again, and all of it. */
export function refusalIn({ status, headers, text }: RawAnswer): string {
  const seconds = headers['retry-after']
  return `${status}${typeof seconds === 'string' ? `, again after ${seconds} s` : ''}: ${text}`
}

/** A request that is safe to repeat: by its key, or by an external_id in its body. */
export type KeyedRequest = { method: string; url: string; key?: string | undefined; body: unknown }

export function sendKeyed({ api }: Books, { method, url, key, body }: KeyedRequest): Promise<RawAnswer> {
  const headers = {
    authorization: `Bearer ${api.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined || key === undefined ? {} : { 'idempotency-key': key }),
  }
  return send(method, url, headers, JSON.stringify(body), true)
}
