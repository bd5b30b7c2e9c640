/** Writers that never give up: what they were promised must be in the books once, whatever was killed meanwhile. */
import { randomInt, randomUUID } from 'node:crypto'
import { waitFor } from '@pacioli/testing'
import { send } from './api.ts'
import { credit, debit, type Books, type EntryInput } from './books.ts'
import type { Data, Entry } from './shapes.ts'

const ACCOUNTS = ['CASH', 'BANK_ACCOUNTS', 'SALES', 'COGS', 'TIPS', 'PAYROLL', 'INVENTORY'] as const

/** How long a writer keeps repeating one request before the test fails, in milliseconds. */
const PATIENCE_MS = 60_000

export class Load {
  /** What was acknowledged: the reference number of each entry, and the id it was told. */
  readonly acknowledged = new Map<string, string>()
  /** Entries acknowledged as reversed, with the id of the reversal. */
  readonly reversed = new Map<string, string>()
  /** Answers that were lost or failures, after which the same request was sent again. */
  repeats = 0
  readonly #books: Books
  readonly #urls: readonly string[]
  #requests = 0

  /** @param urls the gateways to send to, in turn */
  constructor(books: Books, urls: readonly string[] = [books.api.baseUrl]) {
    this.#books = books
    this.#urls = urls
  }

  /**
   * Posts so many requests with eight writers, and lets `disturb` do its worst when a random part of them has been
   * acknowledged. Ends when every one is.
   */
  async run(requests: number, disturb: () => Promise<void>, writers = 8): Promise<void> {
    const start = this.#requests
    const disturbAt = start + randomInt(requests >> 3, requests >> 1)
    let [sent, disturbed] = [0, undefined as Promise<void> | undefined]
    const write = async (): Promise<void> => {
      while (sent < requests) {
        sent += 1
        await this.#postSomething()
        this.#requests += 1
        if (this.#requests >= disturbAt) disturbed ??= disturb()
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
    await (disturbed ?? disturb())
  }

  /** One in six requests is a bulk post, one in eight entries is reversed; keys of both kinds make repeats safe. */
  async #postSomething(): Promise<void> {
    const inputs = Array.from({ length: randomInt(6) === 0 ? 5 : 1 }, randomEntry)
    const [only] = inputs
    const one = inputs.length === 1
    const key = randomUUID()
    const body = one
      ? this.#sendUntilDone<Data<Entry>>('', key, only)
      : this.#sendUntilDone<Data<Entry[]>>('/bulk', key, inputs)
    for (const entry of [(await body).data].flat()) this.acknowledged.set(entry.reference_number ?? '', entry.id)
    if (!one || randomInt(8) > 0) return
    const { data } = (await body) as Data<Entry>
    const reversal = await this.#sendUntilDone<Data<Entry>>(`/../entries/${data.id}/reverse`, key, {})
    this.reversed.set(data.id, reversal.data.id)
  }

  /** Sends the same request until it is answered with a success. */
  #sendUntilDone<Body>(path: string, key: string, body: unknown): Promise<Body> {
    const { api, id } = this.#books
    const headers = {
      authorization: `Bearer ${api.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    const ask = async (): Promise<Body | false> => {
      const base = this.#urls[randomInt(this.#urls.length)] ?? api.baseUrl
      const url = new URL(`/v1/businesses/${id}/ledger/journal-entries${path}`, base).href
      const answer = await send('POST', url, headers, JSON.stringify(body)).catch(() => undefined)
      if (answer && answer.status < 300) return JSON.parse(answer.text) as Body
      // Lost on the way, or refused by a service that is down or still at it: all of them are worth another try.
      if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${url} refused: ${answer.text}`)
      this.repeats += 1
      return false
    }
    return waitFor(`a POST to journal-entries${path} to be acknowledged`, ask, { timeoutMs: PATIENCE_MS, everyMs: 25 })
  }
}

/** Half of the entries are safe to repeat by their external_id too, the others by the Idempotency-Key alone. */
function randomEntry(): EntryInput {
  const [from, to] = [randomInt(ACCOUNTS.length), randomInt(1, ACCOUNTS.length)]
  const amount = randomInt(1, 100_000)
  const name = randomUUID()
  const day = new Date(Date.UTC(2026, 0, 1 + randomInt(120), randomInt(24), randomInt(60)))
  return {
    entry_at: day.toISOString(),
    reference_number: name,
    line_items: [
      debit(ACCOUNTS[from] ?? 'CASH', amount),
      credit(ACCOUNTS[(from + to) % ACCOUNTS.length] ?? 'SALES', amount),
    ],
    ...(randomInt(2) === 0 ? { external_id: name } : {}),
  }
}
