/** Writers that never give up: what they were promised must be in the books once, whatever was killed meanwhile. */
import { randomInt, randomUUID } from 'node:crypto'
import { waitFor } from '@pacioli/testing'
import { send } from './api.ts'
import { credit, debit, type Books, type EntryInput } from './books.ts'
import type { ClosingAction, Data, Entry } from './shapes.ts'

const ACCOUNTS = ['CASH', 'BANK_ACCOUNTS', 'SALES', 'COGS', 'TIPS', 'PAYROLL', 'INVENTORY'] as const

/** The dimension that some entries are tagged with after they were posted, and its values. */
export const TEAM = 'team'
const TEAMS = ['red', 'green', 'blue'] as const

/** How long a writer keeps repeating one request before the test fails, in milliseconds. */
const PATIENCE_MS = 60_000

export class Load {
  /** What was acknowledged: the reference number of each entry, and the id it was told. */
  readonly acknowledged = new Map<string, string>()
  /** Entries acknowledged as reversed, with the id of the reversal. */
  readonly reversed = new Map<string, string>()
  /** Entries acknowledged as tagged, with the value. */
  readonly tagged = new Map<string, string>()
  /** Closings acknowledged as made, and after that as reversed. */
  readonly closings: string[] = []
  /** Answers that were lost or failures, after which the same request was sent again. */
  repeats = 0
  readonly #books: Books

  constructor(books: Books) {
    this.#books = books
  }

  /**
   * Posts so many requests with eight writers, and lets `disturb` do its worst when a random part of them has been
   * acknowledged. Ends when every one is.
   */
  run(requests: number, disturb: () => Promise<void>): Promise<void> {
    return this.#write(requests, disturb, 8, () => this.#postSomething())
  }

  /** The same with closings of 2026, each of which is taken back before the next. */
  runClosings(closings: number, disturb: () => Promise<void>): Promise<void> {
    return this.#write(closings, disturb, 1, () => this.#closeAndReverse())
  }

  async #write(
    requests: number,
    disturb: () => Promise<void>,
    writers: number,
    step: () => Promise<void>,
  ): Promise<void> {
    const disturbAfter = randomInt(requests >> 3, requests >> 1)
    let [sent, answered] = [0, 0]
    const { promise: itIsTime, resolve: now } = Promise.withResolvers<void>()
    const write = async (): Promise<void> => {
      while (sent < requests) {
        sent += 1
        await step()
        answered += 1
        if (answered === disturbAfter) now()
      }
    }
    await Promise.all([itIsTime.then(disturb), ...Array.from({ length: writers }, write)])
  }

  /** One in six requests is a bulk post, one in eight entries is tagged, and reversed; keys make repeats safe. */
  async #postSomething(): Promise<void> {
    const key = randomUUID()
    if (randomInt(6) === 0) {
      const inputs = Array.from({ length: 5 }, randomEntry)
      const { data } = await this.#sendUntilDone<Data<Entry[]>>('ledger/journal-entries/bulk', key, inputs)
      for (const entry of data) this.#note(entry)
      return
    }
    const { data } = await this.#sendUntilDone<Data<Entry>>('ledger/journal-entries', key, randomEntry())
    this.#note(data)
    if (randomInt(8) === 0) await this.#tag(data.id)
    if (randomInt(8) > 0) return
    const reversal = await this.#sendUntilDone<Data<Entry>>(`ledger/entries/${data.id}/reverse`, key, {})
    this.reversed.set(data.id, reversal.data.id)
  }

  async #tag(entryId: string): Promise<void> {
    const value = TEAMS[randomInt(TEAMS.length)] ?? 'red'
    const body = { entity_type: 'JOURNAL_ENTRY', entity_ids: [entryId], key_values: [{ key: TEAM, value }] }
    await this.#sendUntilDone('tags', randomUUID(), body)
    this.tagged.set(entryId, value)
  }

  async #closeAndReverse(): Promise<void> {
    const path = 'closing/retained-earnings'
    const { data } = await this.#sendUntilDone<Data<ClosingAction[]>>(path, randomUUID(), { year: 2026 })
    if (data.length !== 1) throw new Error(`One closing should have been made, not ${data.length}.`)
    for (const { id } of data) {
      await this.#sendUntilDone(`${path}/${id}/reverse`, randomUUID(), {})
      this.closings.push(id)
    }
  }

  #note({ reference_number, id }: Entry): void {
    this.acknowledged.set(reference_number ?? '', id)
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
      const url = `${api.baseUrl}/v1/businesses/${id}/${path}`
      const answer = await send('POST', url, headers, JSON.stringify(body)).catch(() => undefined)
      if (answer && answer.status < 300) return JSON.parse(answer.text) as Body
      // Lost on the way, or refused by a service that is down or still at it: all of them are worth another try.
      if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${url} refused: ${answer.text}`)
      this.repeats += 1
      return false
    }
    return waitFor(`a POST to ${path} to be acknowledged`, ask, { timeoutMs: PATIENCE_MS, everyMs: 25 })
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
