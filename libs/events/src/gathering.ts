/**
 * How long a queue gathers events before a batch begins. Each batch costs a transaction and a packet of
 * acknowledgements, so what is written to all the time would cost several times as much with a batch for each event
 * (decision 0234). Otherwise the next event is unlikely to come soon.
 */
const GATHER_MS = { usually: 5, busy: 150 }
/** A queue is busy if this many batches began within this time. */
const BUSY = { batches: 4, withinMs: 2_000 }

/** When batches of a queue begin. Times are of `performance.now()`. Pure. */
export class Gathering {
  /** When the latest batches began. */
  readonly #begun: number[] = []

  began(now: number): void {
    this.#begun.push(now)
    if (this.#begun.length > BUSY.batches) this.#begun.shift()
  }

  isBusy(now: number): boolean {
    return this.#begun.length === BUSY.batches && now - (this.#begun[0] ?? 0) < BUSY.withinMs
  }

  /** How much longer a queue waits for more, whose first event came then. */
  left(since: number, now: number): number {
    return Math.max(since + (this.isBusy(now) ? GATHER_MS.busy : GATHER_MS.usually) - now, 0)
  }
}
