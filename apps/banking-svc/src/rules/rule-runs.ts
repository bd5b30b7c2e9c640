import type { Database } from '@pacioli/db'
import type { Banking } from '../banking.ts'
import { applyBatch } from './apply-rule.ts'
import { findApplying } from './apply-rule.store.ts'

const POLL_MS = 1_000
const RULES = 100

type Log = { warn: (facts: object, message: string) => void }

/** Continues rules that requests have left half applied, a batch of each in rotation. Any number may run. */
export class RuleRuns {
  readonly #banking: Banking
  readonly #relayDb: Database
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>

  constructor(banking: Banking, relayDb: Database, log: Log) {
    this.#banking = banking
    this.#relayDb = relayDb
    this.#log = log
    this.#running = this.#run()
  }

  /** Ends after the current batch. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const more = await this.#applySome().catch((error: unknown) => {
        this.#failed(error)
        return false
      })
      if (!more) await this.#pause()
    }
  }

  /** A batch of every rule that is being applied; returns whether any has more to do. */
  async #applySome(): Promise<boolean> {
    let more = false
    const { rules, failures } = await findApplying(this.#relayDb, RULES)
    if (failures.length > 0) this.#failed(failures[0])
    for (const { ruleId, ...tenant } of rules) {
      if (this.#stopping.signal.aborted) return false
      try {
        const applied = await applyBatch(this.#banking, tenant, ruleId)
        await this.#banking.postingSession.deliver(tenant, applied.sources)
        more ||= applied.more
      } catch (error) {
        this.#log.warn({ err: error, rule_id: ruleId, business_id: tenant.businessId }, 'A rule could not be applied')
      }
    }
    return more
  }

  #failed(error: unknown): void {
    this.#log.warn({ err: error }, 'Rules could not be applied to uncategorized transactions; trying again')
  }

  #pause(): Promise<void> {
    const { signal } = this.#stopping
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    })
  }
}
