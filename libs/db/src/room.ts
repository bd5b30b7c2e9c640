import type pg from 'pg'

/** A connection that was not needed for so long may be closed in favour of another pool. */
const SPARE_AFTER_MS = 10_000
/**
 * Who has waited for so long, while none of its own was given back, gets any that is idle: its own are in use for long. Much longer
 * than transactions take on a server that is full: there, new connections would take what is left.
 */
const PATIENCE_MS = 2_000

type Use = {
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
  readonly #pools = new Map<pg.Pool, Use>()
  readonly #waiting = new Set<() => void>()

  /** @param max how many, as of now */
  constructor(max: () => number) {
    this.#max = max
  }

  get max(): number {
    return this.#max()
  }

  /** How many wait for room, which no pool knows of. */
  get waiting(): number {
    return this.#waiting.size
  }

  add(pool: pg.Pool): void {
    this.#pools.set(pool, { allInUseAt: performance.now(), givenBackAt: -Infinity })
  }

  /** A connection of the pool, as soon as there is room. @throws Error after so many milliseconds */
  async connect(pool: pg.Pool, timeoutMs: number): Promise<pg.PoolClient> {
    const began = performance.now()
    const use = this.#useOf(pool)
    while (!hasIdle(pool) && this.#count() >= this.max) {
      const heldMs = performance.now() - Math.max(began, use.givenBackAt)
      const other = this.#whoSparesOne(pool.totalCount === 0 || heldMs >= PATIENCE_MS)
      if (other) (await other.connect()).release(true)
      else await this.#turn(began + timeoutMs - performance.now())
    }
    const connecting = pool.connect()
    if (!hasIdle(pool)) use.allInUseAt = performance.now()
    return connecting
  }

  /** To be called whenever a connection of the pool is given back, or was not made. */
  left(pool: pg.Pool): void {
    this.#useOf(pool).givenBackAt = performance.now()
    // Each looks again, who has waited longest first: one alone might not be served by what was given back.
    for (const look of this.#waiting) look()
  }

  #useOf(pool: pg.Pool): Use {
    const use = this.#pools.get(pool)
    if (!use) throw new Error('Expected a pool that was added to this room.')
    return use
  }

  #count(): number {
    let count = 0
    for (const { totalCount } of this.#pools.keys()) count += totalCount
    return count
  }

  /** Of those that may, the one that has longest had one to spare; one that would be left with none comes last. */
  #whoSparesOne(ofAny: boolean): pg.Pool | undefined {
    const idle = [...this.#pools].filter(([pool]) => hasIdle(pool)).sort(([, a], [, b]) => a.allInUseAt - b.allInUseAt)
    const spare = idle.find(([, { allInUseAt }]) => allInUseAt <= performance.now() - SPARE_AFTER_MS)
    const any = idle.find(([{ totalCount }]) => totalCount > 1) ?? idle[0]
    return (spare ?? (ofAny ? any : undefined))?.[0]
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
