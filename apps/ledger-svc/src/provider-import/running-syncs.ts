import type { Tenant } from '@pacioli/rpc'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '../ledger.ts'
import type { HttpSettings } from './provider-http.ts'
import { runSync } from './run-sync.ts'
import type { Sync } from '../connections/sync.ts'

/** Defaults. A page of a thousand long entries has some megabytes. */
const SETTINGS: HttpSettings = {
  timeoutMs: 60_000,
  maxBytes: 64 * 1024 * 1024,
  maxTries: 6,
  maxWaitMs: 90_000,
  now: () => new Date(),
  random: Math.random,
  wait: async (ms, signal) => pause(ms, undefined, { signal }),
}

/** The imports that run in this process, after the calls that started them were answered. */
export class RunningSyncs {
  readonly #settings: HttpSettings
  readonly #onDefect: (error: unknown, sync: Sync) => void
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(onDefect: (error: unknown, sync: Sync) => void, settings: Partial<HttpSettings> = {}) {
    this.#onDefect = onDefect
    this.#settings = { ...SETTINGS, ...settings }
  }

  start(ledger: Ledger, tenant: Tenant, sync: Sync): void {
    const run = runSync(ledger, tenant, sync, this.#settings, this.#stopping.signal)
      .catch((error: unknown) => this.#onDefect(error, sync))
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Resolves when none is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** Interrupts the running imports: each ends after its current page. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }
}
