import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from './logger.ts'
import type { ReadinessCheck } from './readiness.ts'

/** Given to a starting service, to report how it starts and stops. */
export interface ServiceLifecycle {
  /** Registers a step of stopping. Steps run in reverse order, as later things depend on earlier ones. */
  onStop: (what: string, stop: () => unknown) => void
  /** True once the service is stopping. */
  readonly stopping: boolean
  /**
   * Waits until a dependency answers, and logs what it waits for and why. Rethrows permanent failures (`isForGood`).
   * @throws StoppedWhileStarting when the service is stopped meanwhile
   */
  waitFor: (what: string, ask: () => Promise<unknown>) => Promise<void>
  /** Marks the service as started: from now on it is ready while these checks pass, until it stops. */
  readyWhen: (checks: () => Promise<ReadinessCheck[]>) => void
  /** For /readyz. */
  ready: () => Promise<ReadinessCheck[]>
}

/** Stopped before it was up. */
export class StoppedWhileStarting extends Error {
  override readonly name = 'StoppedWhileStarting'
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A wait is logged again from time to time, for readers of the latest lines. */
const LOG_AGAIN_MS = 30_000

/** The lifecycle of one service: what it waits for, its readiness, and what it stops in which order. */
export class Lifecycle implements ServiceLifecycle {
  readonly #name: string
  readonly #logger: Logger
  readonly #steps: { what: string; stop: () => unknown }[] = []
  readonly #stopping = new AbortController()
  #waitingFor = 'what it needs'
  #checks: (() => Promise<ReadinessCheck[]>) | undefined

  constructor({ name, logger }: { name: string; logger: Logger }) {
    this.#name = name
    this.#logger = logger
  }

  get stopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Whether it began to serve. */
  get started(): boolean {
    return this.#checks !== undefined
  }

  readonly onStop = (what: string, stop: () => unknown): void => void this.#steps.push({ what, stop })

  readonly readyWhen = (checks: () => Promise<ReadinessCheck[]>): void => void (this.#checks = checks)

  readonly ready = async (): Promise<ReadinessCheck[]> => {
    if (this.stopping) return [{ name: 'serving', ok: false, detail: 'it is shutting down' }]
    if (!this.#checks)
      return [{ name: 'serving', ok: false, detail: `it is starting, and waits for ${this.#waitingFor}` }]
    return [{ name: 'serving', ok: true }, ...(await this.#checks())]
  }

  readonly waitFor = async (what: string, ask: () => Promise<unknown>): Promise<void> => {
    let logged: { reason: string; at: number } | undefined
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      if (this.stopping) throw new StoppedWhileStarting(`${this.#name} was stopped while it waited for ${what}`)
      try {
        await ask()
        if (logged) this.#logger.info(`${this.#name} has ${what}`)
        return
      } catch (error) {
        if (error instanceof Error && 'isForGood' in error && error.isForGood === true) throw error
        const reason = error instanceof Error ? error.message : String(error)
        this.#waitingFor = `${what}: ${reason}`
        if (logged?.reason !== reason || Date.now() - logged.at > LOG_AGAIN_MS) {
          this.#logger.warn(`${this.#name} waits for ${what}: ${reason} It tries again until it is there.`)
          logged = { reason, at: Date.now() }
        }
      }
      await pause(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    }
  }

  /** Makes it unready and ends its waits. */
  beginStop(): void {
    this.#stopping.abort()
  }

  /** Runs the registered steps in reverse order; a failed one does not prevent the others. @returns how many failed */
  async stop(): Promise<number> {
    this.beginStop()
    let failures = 0
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step.stop()
      } catch (error) {
        failures += 1
        this.#logger.error({ err: error }, `stopping ${step.what} failed`)
      }
    }
    return failures
  }
}
