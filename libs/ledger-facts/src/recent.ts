/** Results that may be as old as `maxAgeMs`, at most `size` of them. Concurrent calls share one result. */
export class Recent<Value> {
  readonly #maxAgeMs: number
  readonly #size: number
  readonly #answers = new Map<string, { answer: Promise<Value>; since: number | undefined }>()

  constructor({ maxAgeMs, size = 10_000 }: { maxAgeMs: number; size?: number }) {
    this.#maxAgeMs = maxAgeMs
    this.#size = size
  }

  /** The result of `ask`, now or a moment ago; a failure is not remembered. */
  get(key: string, now: () => Date, ask: () => Promise<Value>): Promise<Value> {
    const known = this.#answers.get(key)
    if (known && this.#isRecent(known.since, now())) return known.answer
    if (this.#answers.size >= this.#size) this.#answers.clear()
    const entry: { answer: Promise<Value>; since: number | undefined } = { answer: ask(), since: undefined }
    this.#answers.set(key, entry)
    entry.answer.then(
      () => {
        entry.since = now().getTime()
      },
      () => {
        if (this.#answers.get(key) === entry) this.#answers.delete(key)
      },
    )
    return entry.answer
  }

  #isRecent(since: number | undefined, now: Date): boolean {
    return since === undefined || Math.abs(now.getTime() - since) < this.#maxAgeMs
  }
}
