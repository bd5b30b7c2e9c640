/** What the crash series do: entries, bank transactions, payables and receivables, at the same time, each in books of its own. */
import { Banking } from './banking.ts'
import { expectSoundBanking } from './banking-checks.ts'
import { BankingLoad } from './banking-load.ts'
import type { Books } from './books.ts'
import type { TestClient } from './clients.ts'
import { DocumentLoad } from './document-load.ts'
import { expectSoundBooks } from './fault-checks.ts'
import { Load } from './load.ts'
import type { Model as Customer } from './model/customer.ts'
import { payables, type Command as OfVendor } from './model/payables.ts'
import { receivables, type Command as OfCustomer } from './model/receivables.ts'
import type { Model as Vendor } from './model/vendor.ts'

type Loads = {
  journal: Load
  banking: BankingLoad
  payables: DocumentLoad<Vendor, OfVendor>
  receivables: DocumentLoad<Customer, OfCustomer>
}
export type Kind = keyof Loads

/** A bank transaction costs several requests to one service after another, a bill more, and an invoice no less. */
const STEPS_OF_BANKING = 0.25
const STEPS_OF_PAYABLES = 0.3
const STEPS_OF_RECEIVABLES = 0.3

export class Work {
  readonly #postgresAdminUrl: string
  readonly #loads: Loads

  private constructor(postgresAdminUrl: string, loads: Loads) {
    this.#postgresAdminUrl = postgresAdminUrl
    this.#loads = loads
  }

  static async begin(client: TestClient): Promise<Work> {
    const [journal, banked, vendors, customers] = await Promise.all([
      client.books({ activation_at: '2026-01-01T00:00:00Z' }),
      client.books({ activation_at: '2026-01-01T00:00:00Z' }),
      DocumentLoad.begin(client, payables),
      DocumentLoad.begin(client, receivables),
    ])
    const banking = new Banking(banked)
    const accounts = [await banking.account('checking'), await banking.account('savings')] as const
    return new Work(client.postgresAdminUrl, {
      journal: new Load(journal),
      banking: new BankingLoad(banked, accounts),
      payables: vendors,
      receivables: customers,
    })
  }

  /** All of it, and `disturb` once, in the midst of each: when the first has come to the moment it would choose. */
  async run(requests: number, disturb: () => Promise<void>): Promise<void> {
    let disturbed: Promise<void> | undefined
    const once = (): Promise<void> => (disturbed ??= disturb())
    const { journal, banking, payables: vendors, receivables: customers } = this.#loads
    await Promise.all([
      journal.run(requests, once),
      banking.run(Math.round(requests * STEPS_OF_BANKING), once),
      vendors.run(Math.round(requests * STEPS_OF_PAYABLES), once),
      customers.run(Math.round(requests * STEPS_OF_RECEIVABLES), once),
    ])
  }

  /** What each had to send again, and why. */
  repeats(): Record<Kind, string[]> {
    const { journal, banking, payables: vendors, receivables: customers } = this.#loads
    return {
      journal: [...journal.repeats],
      banking: [...banking.repeats],
      payables: [...vendors.repeats],
      receivables: [...customers.repeats],
    }
  }

  /** The books that it writes into. */
  get books(): Books[] {
    return Object.values(this.#loads).map(({ books }) => books)
  }

  /** Everything that was acknowledged is there once, and nothing else is. */
  async expectSound(): Promise<void> {
    const { journal, banking, payables: vendors, receivables: customers } = this.#loads
    await Promise.all([
      expectSoundBooks(this.#postgresAdminUrl, journal.books, journal),
      expectSoundBanking(this.#postgresAdminUrl, banking.books, banking),
      vendors.expectSound(this.#postgresAdminUrl),
      customers.expectSound(this.#postgresAdminUrl),
    ])
  }
}
