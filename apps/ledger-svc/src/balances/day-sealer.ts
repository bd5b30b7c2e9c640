import type { Database } from '@pacioli/db'
import { sealAccountDay, type LongDay } from '../journal/posting.store.ts'

/**
 * Gives long days sums within, one after another, after the postings that made them long were answered. What is lost in
 * a crash is made up for when the day grows on: these sums only save reading lines.
 */
export class DaySealer {
  readonly #db: Database
  readonly #onFailure: (error: unknown, day: LongDay) => void
  readonly #waiting = new Map<string, LongDay>()
  #running: Promise<void> | undefined
  #stopped = false

  constructor(db: Database, onFailure: (error: unknown, day: LongDay) => void) {
    this.#db = db
    this.#onFailure = onFailure
  }

  add(days: readonly LongDay[]): void {
    for (const day of days) this.#waiting.set(`${day.businessId}/${day.accountId}/${day.day}`, day)
    if (days.length > 0) this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    await this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    for (const [key, day] of this.#waiting) {
      if (this.#stopped) return
      this.#waiting.delete(key)
      await sealAccountDay(this.#db, day).catch((error: unknown) => this.#onFailure(error, day))
    }
  }
}
