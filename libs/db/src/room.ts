import type pg from 'pg'

/**
 * How many connections several pools to one server may have together. A pool that needs another one when there are as many closes
 * an idle one of those that have most of them idle, or waits until one is given back.
 */
export class Room {
  readonly #max: number
  readonly #pools: pg.Pool[] = []
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#max = max
  }

  /** How many wait for room, which no pool knows of. */
  get waiting(): number {
    return this.#waiting.length
  }

  add(pool: pg.Pool): void {
    this.#pools.push(pool)
  }

  /** A connection of the pool, as soon as there is room. @throws Error after so many milliseconds */
  async connect(pool: pg.Pool, timeoutMs: number): Promise<pg.PoolClient> {
    const until = Date.now() + timeoutMs
    while (!hasIdle(pool) && this.#count() >= this.#max) {
      const other = this.#pools.filter(hasIdle).sort((one, another) => another.idleCount - one.idleCount)[0]
      if (other) (await other.connect()).release(true)
      else await this.#turn(until - Date.now())
    }
    return pool.connect()
  }

  /** To be called whenever a connection is given back, or was not made. */
  left(): void {
    this.#waiting.shift()?.()
  }

  #count(): number {
    return this.#pools.reduce((sum, { totalCount }) => sum + totalCount, 0)
  }

  #turn(timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1)
        reject(new Error('timeout exceeded when waiting for another connection to be given back'))
      }
      const timer = setTimeout(late, Math.max(0, timeoutMs))
      const turn = (): void => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.push(turn)
    })
  }
}

/** Whether it has an idle connection that nobody waits for. */
const hasIdle = ({ idleCount, waitingCount }: pg.Pool): boolean => idleCount > waitingCount
