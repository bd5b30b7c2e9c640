/** What the crash series do with bank transactions: import, decide, split, exclude, match, take back. */
import { randomInt, randomUUID } from 'node:crypto'
import { moneyIn, moneyOut, type TransactionInput } from './banking.ts'
import type { Books } from './books.ts'
import type { ExternalAccount } from './answers.ts'
import { Writers } from './writers.ts'

const CATEGORIES = ['OPERATING_EXPENSES', 'COGS', 'SALES', 'PAYROLL'] as const
const WRITERS = 8

export type Status = 'READY_FOR_INPUT' | 'CATEGORIZED' | 'SPLIT' | 'MATCHED'

export class BankingLoad extends Writers {
  /** By id, the last acknowledged state of every imported transaction. */
  readonly expected = new Map<string, Status>()
  readonly #amounts = new Map<string, number>()
  readonly #accounts: readonly [ExternalAccount, ExternalAccount]
  /** Each writer decides its own transactions: no other one changes them. */
  readonly #own: string[][] = Array.from({ length: WRITERS }, () => [])
  #next = 0

  constructor(books: Books, accounts: readonly [ExternalAccount, ExternalAccount]) {
    super(books)
    this.#accounts = accounts
  }

  /** So many steps of eight writers, in the midst of which `disturb` happens. */
  run(steps: number, disturb: () => Promise<void>): Promise<void> {
    return this.write(steps, disturb, WRITERS, () => this.#step())
  }

  async #step(): Promise<void> {
    this.#next = (this.#next + 1) % WRITERS
    const own = this.#own[this.#next] ?? []
    const dice = randomInt(6)
    if (own.length === 0 || dice === 0) return this.#import(own)
    if (dice === 1) return this.#transfer(own)
    // Removed while it is decided, so that no other step of this writer uses it.
    const id = own.splice(randomInt(own.length), 1)[0] ?? ''
    await (dice === 2 ? this.#takeBack(id) : this.#decide(id))
    own.push(id)
  }

  async #import(own: string[]): Promise<void> {
    const account = this.#accounts[randomInt(2)] ?? this.#accounts[0]
    const rows = Array.from({ length: 3 }, () => randomTransaction())
    const [first] = rows
    if (first) first.category = 'UNCATEGORIZED_EXPENSE'
    const ids = await this.#imported(account, rows)
    this.expected.set(ids[0] ?? '', 'CATEGORIZED')
    own.push(...ids)
  }

  /** Money from one account to the other, which both banks report. */
  async #transfer(own: string[]): Promise<void> {
    const amount = randomInt(1, 1_000_000)
    const [from, to] = this.#accounts
    const [sent = ''] = await this.#imported(from, [moneyOut(randomUUID(), amount)])
    const [received = ''] = await this.#imported(to, [moneyIn(randomUUID(), amount)])
    const body = { type: 'Confirm_Match', match_id: received }
    await this.callUntilDone('matchTransaction', randomUUID(), { path: { transactionId: sent }, body })
    for (const id of [sent, received]) this.expected.set(id, 'MATCHED')
    if (randomInt(3) > 0) return
    await this.#uncategorize(received)
    for (const id of [sent, received]) this.expected.set(id, 'READY_FOR_INPUT')
    own.push(sent, received)
  }

  async #decide(id: string): Promise<void> {
    const amount = this.#amounts.get(id) ?? 0
    const [one, other] = [CATEGORIES[randomInt(2)] ?? 'COGS', CATEGORIES[randomInt(2, 4)] ?? 'SALES']
    const part = amount > 1 ? randomInt(1, amount) : 0
    if (part > 0 && randomInt(2) === 0) {
      const entries = [
        { category: one, amount: part },
        { category: other, amount: amount - part },
      ]
      await this.#categorize(id, { type: 'Split', entries })
      this.expected.set(id, 'SPLIT')
      return
    }
    const category = randomInt(5) === 0 ? 'Exclusion' : one
    await this.#categorize(id, { type: 'Category', category })
    this.expected.set(id, 'CATEGORIZED')
  }

  async #takeBack(id: string): Promise<void> {
    await this.#uncategorize(id)
    this.expected.set(id, 'READY_FOR_INPUT')
  }

  #categorize(transactionId: string, body: object) {
    return this.callUntilDone('categorizeTransaction', randomUUID(), { path: { transactionId }, body })
  }

  #uncategorize(transactionId: string) {
    return this.callUntilDone('uncategorizeTransaction', randomUUID(), { path: { transactionId }, body: {} })
  }

  async #imported(account: ExternalAccount, transactions: TransactionInput[]): Promise<string[]> {
    const call = { path: { externalAccountId: account.id }, body: { transactions } }
    const { data } = await this.callUntilDone('importTransactions', randomUUID(), call)
    return data.rows.map(({ transaction_id }, index) => {
      const id = transaction_id ?? ''
      this.expected.set(id, 'READY_FOR_INPUT')
      this.#amounts.set(id, transactions[index]?.amount ?? 0)
      return id
    })
  }
}

const randomTransaction = (): TransactionInput =>
  (randomInt(2) === 0 ? moneyIn : moneyOut)(randomUUID(), randomInt(1, 1_000_000), {
    date: new Date(Date.UTC(2026, 0, 1 + randomInt(120), randomInt(24))).toISOString(),
  })
