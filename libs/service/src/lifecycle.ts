import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from './logger.ts'
import type { ReadinessCheck } from './readiness.ts'

/** What a starting service gets to say how it starts and ends. */
export interface ServiceLifecycle {
  /** Registers what has to be stopped. The last one registered is stopped first, as things depend on earlier ones. */
  onStop: (what: string, stop: () => unknown) => void
  /** True as soon as the service was told to end. */
  readonly stopping: boolean
  /**
   * Waits until something that the service cannot start without answers, and says what it waits for and why. What fails
   * for good (`isForGood`) is thrown on.
   * @throws StoppedWhileStarting when the service is told to end meanwhile
   */
  waitFor: (what: string, ask: () => Promise<unknown>) => Promise<void>
  /** It has started: from now on it is ready when these checks pass, until it is told to end. */
  readyWhen: (checks: () => Promise<ReadinessCheck[]>) => void
  /** For /readyz. */
  ready: () => Promise<ReadinessCheck[]>
}

/** Told to end before it was up. */
export class StoppedWhileStarting extends Error {
  override readonly name = 'StoppedWhileStarting'
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** What is waited for is told again from time to time, for whoever looks only at the latest lines. */
const LOG_AGAIN_MS = 30_000

/** The life of one service: from what it waits for, over its readiness, to what it stops in which order. */
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

  /** Whether it got as far as serving. */
  get started(): boolean {
    return this.#checks !== undefined
  }

  readonly onStop = (what: string, stop: () => unknown): void => void this.#steps.push({ what, stop })

  readonly readyWhen = (checks: () => Promise<ReadinessCheck[]>): void => void (this.#checks = checks)

  readonly ready = async (): Promise<ReadinessCheck[]> => {
    if (this.stopping) return [{ name: 'serving', ok: false, detail: 'it was told to end, and ends' }]
    if (!this.#checks)
      return [{ name: 'serving', ok: false, detail: `it is starting, and waits for ${this.#waitingFor}` }]
    return [{ name: 'serving', ok: true }, ...(await this.#checks())]
  }

  readonly waitFor = async (what: string, ask: () => Promise<unknown>): Promise<void> => {
    let told: { reason: string; at: number } | undefined
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      if (this.stopping) throw new StoppedWhileStarting(`${this.#name} was told to end while it waited for ${what}`)
      try {
        await ask()
        if (told) this.#logger.info(`${this.#name} has ${what}`)
        return
      } catch (error) {
        if (error instanceof Error && 'isForGood' in error && error.isForGood === true) throw error
        const reason = error instanceof Error ? error.message : String(error)
        this.#waitingFor = `${what}: ${reason}`
        if (told?.reason !== reason || Date.now() - told.at > LOG_AGAIN_MS) {
          this.#logger.warn(`${this.#name} waits for ${what}: ${reason} It tries again until it is there.`)
          told = { reason, at: Date.now() }
        }
      }
      await pause(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    }
  }

  /** From now on it is not ready, and waits for nothing any more. */
  beginStop(): void {
    this.#stopping.abort()
  }

  /** Stops everything, the last one registered first. A step that fails does not keep the others from it. @returns how many failed */
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
