/** What the crash series do: entries, bank transactions, payables and receivables, at the same time, each in books of its own. */
import { Banking } from './banking.ts'
import { expectSoundBanking } from './banking-checks.ts'
import { BankingLoad } from './banking-load.ts'
import type { TestClient } from './clients.ts'
import { expectSoundBooks } from './fault-checks.ts'
import { Load } from './load.ts'
import { expectSoundPayables } from './payables-checks.ts'
import { PayablesLoad } from './payables-load.ts'
import { expectSoundReceivables } from './receivables-checks.ts'
import { ReceivablesLoad } from './receivables-load.ts'

type Loads = { journal: Load; banking: BankingLoad; payables: PayablesLoad; receivables: ReceivablesLoad }
export type Kind = keyof Loads

/** A bank transaction costs several requests to one service after another, a bill more, and an invoice no less. */
const STEPS_OF_BANKING = 0.25
const STEPS_OF_PAYABLES = 0.3
const STEPS_OF_RECEIVABLES = 0.3

export class Work {
  readonly #loads: Loads

  private constructor(loads: Loads) {
    this.#loads = loads
  }

  static async begin(client: TestClient): Promise<Work> {
    const since = { activation_at: '2026-01-01T00:00:00Z' }
    const [journal, banked, billed, invoiced] = await Promise.all([
      client.books(),
      client.books(since),
      client.books(since),
      client.books(since),
    ])
    const banking = new Banking(banked)
    const accounts = [await banking.account('checking'), await banking.account('savings')] as const
    const payables = new PayablesLoad(billed)
    const receivables = new ReceivablesLoad(invoiced)
    await Promise.all([payables.prepare(), receivables.prepare()])
    return new Work({ journal: new Load(journal), banking: new BankingLoad(banked, accounts), payables, receivables })
  }

  /** All of it, and `disturb` once, in the midst of each: when the first has come to the moment it would choose. */
  async run(requests: number, disturb: () => Promise<void>): Promise<void> {
    let disturbed: Promise<void> | undefined
    const once = (): Promise<void> => (disturbed ??= disturb())
    const { journal, banking, payables, receivables } = this.#loads
    await Promise.all([
      journal.run(requests, once),
      banking.run(Math.round(requests * STEPS_OF_BANKING), once),
      payables.run(Math.round(requests * STEPS_OF_PAYABLES), once),
      receivables.run(Math.round(requests * STEPS_OF_RECEIVABLES), once),
    ])
  }

  /** How often each had to send a request again. */
  repeats(): Record<Kind, number> {
    const { journal, banking, payables, receivables } = this.#loads
    return {
      journal: journal.repeats,
      banking: banking.repeats,
      payables: payables.repeats,
      receivables: receivables.repeats,
    }
  }

  /** Everything that was acknowledged is there once, and nothing else is. */
  async expectSound(): Promise<void> {
    const { journal, banking, payables, receivables } = this.#loads
    await Promise.all([
      expectSoundBooks(journal.books, journal),
      expectSoundBanking(banking.books, banking),
      expectSoundPayables(payables.books, payables),
      expectSoundReceivables(receivables.books, receivables),
    ])
  }
}
