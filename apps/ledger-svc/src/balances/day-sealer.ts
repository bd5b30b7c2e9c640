import type { Tenant } from '@pacioli/rpc'

/** A day of an account that has many lines. */
export type LongDay = Tenant & { accountId: string; day: string }

/**
 * Sums parts of long days, one day after another, once the postings that made them long are answered. What a crash loses
 * is made up for when the day grows: these sums only save reading lines.
 */
export class DaySealer {
  readonly #seal: (day: LongDay) => Promise<unknown>
  readonly #onFailure: (error: unknown, day: LongDay) => void
  readonly #waiting = new Map<string, LongDay>()
  #running: Promise<void> | undefined
  #stopped = false

  constructor(seal: (day: LongDay) => Promise<unknown>, onFailure: (error: unknown, day: LongDay) => void) {
    this.#seal = seal
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
      await this.#seal(day).catch((error: unknown) => this.#onFailure(error, day))
    }
  }
}
