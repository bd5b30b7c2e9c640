import type pg from 'pg'

/** A connection that was not needed for so long may be closed in favour of another pool. */
const SPARE_AFTER_MS = 10_000
/** Who has waited for so long, while none of its own was given back, gets any that is idle: its own are in use for long. */
const PATIENCE_MS = 500

type Member = {
  pool: pg.Pool
  /** When all of its connections were last in use. */
  allInUseAt: number
  /** When one was last given back. */
  givenBackAt: number
}

/**
 * How many connections several pools to one server may have together. When there are as many, a pool that needs another one closes
 * one that others do not need, or, if it has none or its own are in use for long, any idle one; otherwise it waits until one is given
 * back. A new connection costs the server more than the work of many requests, so pools that are all busy keep what they have.
 */
export class Room {
  readonly #max: () => number
  readonly #now: () => number
  readonly #members = new Map<pg.Pool, Member>()
  readonly #waiting = new Set<() => void>()

  /** @param max how many, as of now */
  constructor(max: () => number, now = (): number => performance.now()) {
    this.#max = max
    this.#now = now
  }

  get max(): number {
    return this.#max()
  }

  /** How many wait for room, which no pool knows of. */
  get waiting(): number {
    return this.#waiting.size
  }

  add(pool: pg.Pool): void {
    this.#members.set(pool, { pool, allInUseAt: this.#now(), givenBackAt: -Infinity })
  }

  /** A connection of the pool, as soon as there is room. @throws Error after so many milliseconds */
  async connect(pool: pg.Pool, timeoutMs: number): Promise<pg.PoolClient> {
    const began = this.#now()
    const until = began + timeoutMs
    while (!hasIdle(pool) && this.#count() >= this.max) {
      const heldSince = Math.max(began, this.#members.get(pool)?.givenBackAt ?? began)
      const takesAny = pool.totalCount === 0 || this.#now() - heldSince >= PATIENCE_MS
      const other = this.#whoSparesOne(takesAny)
      if (other) (await other.connect()).release(true)
      else await this.#turn(until - this.#now())
    }
    const connecting = pool.connect()
    const member = this.#members.get(pool)
    if (member && !hasIdle(pool)) member.allInUseAt = this.#now()
    return connecting
  }

  /** To be called whenever a connection of the pool is given back, or was not made. */
  left(pool: pg.Pool): void {
    const member = this.#members.get(pool)
    if (member) member.givenBackAt = this.#now()
    // Each looks again, who has waited longest first: one alone might not be served by what was given back.
    for (const look of this.#waiting) look()
  }

  #count(): number {
    let count = 0
    for (const { totalCount } of this.#members.keys()) count += totalCount
    return count
  }

  /** Of those that may, the one that has longest had one to spare. */
  #whoSparesOne(ofAny: boolean): pg.Pool | undefined {
    const latest = ofAny ? Infinity : this.#now() - SPARE_AFTER_MS
    let best: Member | undefined
    for (const member of this.#members.values())
      if (hasIdle(member.pool) && member.allInUseAt <= (best?.allInUseAt ?? latest)) best = member
    return best?.pool
  }

  /** Until something was given back, or patience may have ended. */
  #turn(leftMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (act: () => void): void => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        act()
      }
      const look = (): void => end(resolve)
      const timer = setTimeout(
        () =>
          end(() => {
            if (leftMs > PATIENCE_MS) resolve()
            else reject(new Error('timeout exceeded when waiting for another connection to be given back'))
          }),
        Math.min(PATIENCE_MS, Math.max(0, leftMs)),
      )
      this.#waiting.add(look)
    })
  }
}

/** Whether it has an idle connection that nobody waits for. */
const hasIdle = ({ idleCount, waitingCount }: pg.Pool): boolean => idleCount > waitingCount
