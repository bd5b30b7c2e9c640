/** What the crash series write into the journal. */
import { randomInt, randomUUID } from 'node:crypto'
import { credit, debit, type EntryInput } from './books.ts'
import type { Entry } from './answers.ts'
import { Writers } from './writers.ts'

const ACCOUNTS = ['CASH', 'BANK_ACCOUNTS', 'SALES', 'COGS', 'TIPS', 'PAYROLL', 'INVENTORY'] as const

/** The dimension that some entries are tagged with after they were posted, and its values. */
export const TEAM = 'team'
const TEAMS = ['red', 'green', 'blue'] as const

/** Entries posted, tagged and reversed; closings. */
export class Load extends Writers {
  /** Acknowledged entries: reference number and id. */
  readonly acknowledged = new Map<string, string>()
  /** Entries acknowledged as reversed, with the id of the reversal. */
  readonly reversed = new Map<string, string>()
  /** Entries acknowledged as tagged, with the value. */
  readonly tagged = new Map<string, string>()
  /** Closings acknowledged as made, and after that as reversed. */
  readonly closings: string[] = []

  /**
   * Posts so many requests with eight writers, and runs `disturb` when a random part of them has been acknowledged.
   * Ends when every one is.
   */
  run(requests: number, disturb: () => Promise<void>): Promise<void> {
    return this.write(requests, disturb, 8, () => this.#postSomething())
  }

  /** The same with closings of 2026, each reversed before the next. */
  runClosings(closings: number, disturb: () => Promise<void>): Promise<void> {
    return this.write(closings, disturb, 1, () => this.#closeAndReverse())
  }

  /** One in six requests is a bulk post, one in eight entries is tagged, and reversed; keys make repeats safe. */
  async #postSomething(): Promise<void> {
    const key = randomUUID()
    if (randomInt(6) === 0) {
      const inputs = Array.from({ length: 5 }, randomEntry)
      const { data } = await this.callUntilDone('postJournalEntries', key, { body: inputs })
      for (const entry of data) this.#note(entry)
      return
    }
    const { data } = await this.callUntilDone('postJournalEntry', key, { body: randomEntry() })
    this.#note(data)
    if (randomInt(8) === 0) await this.#tag(data.id)
    if (randomInt(8) > 0) return
    const reversal = await this.callUntilDone('reverseEntry', key, { path: { entryId: data.id }, body: {} })
    this.reversed.set(data.id, reversal.data.id)
  }

  async #tag(entryId: string): Promise<void> {
    const value = TEAMS[randomInt(TEAMS.length)] ?? 'red'
    const body = { entity_type: 'JOURNAL_ENTRY', entity_ids: [entryId], key_values: [{ key: TEAM, value }] }
    await this.callUntilDone('applyTags', randomUUID(), { body })
    this.tagged.set(entryId, value)
  }

  async #closeAndReverse(): Promise<void> {
    const { data } = await this.callUntilDone('closeRetainedEarnings', randomUUID(), { body: { year: 2026 } })
    if (data.length !== 1) throw new Error(`One closing should have been made, not ${data.length}.`)
    for (const { id } of data) {
      await this.callUntilDone('reverseClosingAction', randomUUID(), { path: { closingId: id }, body: {} })
      this.closings.push(id)
    }
  }

  #note({ reference_number, id }: Entry): void {
    this.acknowledged.set(reference_number ?? '', id)
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
