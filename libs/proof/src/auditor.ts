/** Audits businesses all the time, behind everything else: what was touched soon, and everything in turn. */
import type { Database, Tx } from '@pacioli/db'
import type { Logger } from '@pacioli/service'
import type { Tenant } from '@pacioli/rpc'
import { audit, type AuditOptions } from './audit.ts'
import { findDue, findUnregistered, register, type Due, type Scope } from './proof.store.ts'

export type AuditorOptions = AuditOptions & {
  /** Connected as the relay's role: it sees all businesses. */
  relayDb: Database
  /** A page of all businesses in the order of their ids, as the relay's role. */
  loadPage: (
    tx: Tx,
    page: { after: string | undefined; limit: number; only: string | undefined },
  ) => Promise<readonly Tenant[]>
  log: Logger
  /** How much of one processor it takes, in percent. */
  percent: number
  /** Everything of a business is audited again after so long. */
  roundMs: number
  /** So long an invariant has to be seen not to hold until it counts as that. */
  sureAfterMs?: Readonly<Record<Scope, number>>
}

/** What is touched together is audited together. */
const GATHER_MS = 1_000
/** How often it looks for what is due. */
const LOOK_MS = 5_000
/** How often it looks for businesses that nobody told it of. */
const REGISTER_MS = 600_000
/** What could not be audited, or may be wrong, is tried again after so long. */
const AGAIN_MS = { OWN: 2_000, ACROSS: 15_000 }
const PAGE = 500
const MOST_KNOWN = 100_000

/**
 * The state of one's own rows is read as of one moment, so a second look is only for what nobody thought of. What others tell may
 * still be under way, for as long as an event may be.
 */
const SURE_AFTER_MS = { OWN: 1_000, ACROSS: 60_000 }

type Waiting = { scope: Scope; businessId: string; since: number; due: number }

/** Any number may run: whoever leases the audit of a business makes it. */
export class Auditor {
  readonly #options: AuditorOptions
  readonly #scopes: readonly Scope[]
  readonly #waiting = new Map<string, Waiting>()
  /** Since when an invariant of a business was seen not to hold, by the business and the invariant. */
  readonly #suspected = new Map<string, Map<string, number>>()
  /** Businesses that were registered, as far as this process remembers. */
  readonly #known = new Set<string>()
  readonly #stopping = Promise.withResolvers<void>()
  readonly #running: Promise<void>
  #touched = Promise.withResolvers<void>()
  #due: Due[] = []
  #dueBefore = new Date(0)
  #isTurnOfAsked = false
  #stopped = false
  #lookAt = 0
  #registerAt = 0
  #troubled = false

  constructor(options: AuditorOptions) {
    this.#options = options
    this.#scopes = (['OWN', 'ACROSS'] as const).filter((scope) => options.checks[scope])
    this.#running = this.#run()
  }

  /** Something of these businesses has changed. */
  readonly touch = (businessIds: Iterable<string>): void => {
    const now = performance.now()
    for (const businessId of businessIds) this.#wait({ scope: 'OWN', businessId, since: now, due: now + GATHER_MS })
    this.#touched.resolve()
  }

  /** Somebody wants to know how the books of this business are: they come before what was touched. */
  readonly ask = (businessId: string): void => {
    const now = performance.now()
    this.#wait({ scope: 'OWN', businessId, since: now, due: 0 })
    this.#touched.resolve()
  }

  /** How long what was touched waits to be audited, at most. */
  waitingMs(): number {
    const now = performance.now()
    return [...this.#waiting.values()].reduce((longest, { since }) => Math.max(longest, now - since), 0)
  }

  /** Finishes what it is at, and ends. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopping.resolve()
    await this.#running
  }

  /** The one that waits already keeps its turn. */
  #wait(one: Waiting): void {
    const key = keyOf(one)
    const before = this.#waiting.get(key)
    if (!before || before.due > one.due) this.#waiting.set(key, { ...one, since: before?.since ?? one.since })
  }

  async #run(): Promise<void> {
    let isTurnOfAll = false
    while (!this.#stopped) {
      const began = performance.now()
      let failedMs = 0
      try {
        await this.#register()
        // One of what was touched, one of all in turn: neither keeps the other from its turn.
        isTurnOfAll = !isTurnOfAll
        const isBusy = isTurnOfAll
          ? (await this.#oneDue()) || (await this.#oneTouched())
          : (await this.#oneTouched()) || (await this.#oneDue())
        this.#recovered()
        if (!isBusy) {
          await this.#quiet()
          continue
        }
      } catch (error) {
        this.#failed(error)
        failedMs = LOOK_MS
      }
      // It rests so many times as long as it has worked, and after a failure for a while.
      const rest = (performance.now() - began) * (100 / this.#options.percent - 1)
      await this.#pause(Math.max(rest, failedMs))
    }
  }

  /** Until something is touched, or due. */
  async #quiet(): Promise<void> {
    const next = [...this.#waiting.values()].reduce((first, { due }) => Math.min(first, due), this.#lookAt)
    this.#touched = Promise.withResolvers()
    await Promise.race([this.#touched.promise, this.#pause(Math.max(next - performance.now(), 10))])
    if (this.#waiting.size > 0) await this.#pause(GATHER_MS / 4)
  }

  async #oneTouched(): Promise<boolean> {
    const now = performance.now()
    // Who asks comes first, and who waits longest next: however often somebody asks, others have their turn.
    this.#isTurnOfAsked = !this.#isTurnOfAsked
    const order = this.#isTurnOfAsked ? 'due' : 'since'
    let first: Waiting | undefined
    for (const one of this.#waiting.values()) if (one.due <= now && (!first || one[order] < first[order])) first = one
    if (!first) return false
    const { businessId, scope } = first
    const key = keyOf(first)
    this.#waiting.delete(key)
    try {
      const { relayDb, loadPage } = this.#options
      const [tenant] = await this.#inParts(relayDb, (tx) =>
        loadPage(tx, { after: undefined, limit: 1, only: businessId }),
      )
      if (tenant) {
        await this.#know([tenant])
        await this.#audit(tenant, { scope })
      }
    } catch (error) {
      this.#wait({ ...first, due: performance.now() + AGAIN_MS[scope] })
      throw error
    }
    return true
  }

  async #oneDue(): Promise<boolean> {
    if (this.#due.length === 0) {
      if (performance.now() < this.#lookAt) return false
      const { relayDb, clock, roundMs } = this.#options
      const now = clock()
      this.#dueBefore = new Date(now.getTime() - roundMs)
      this.#due = await this.#inParts(relayDb, (tx) => findDue(tx, this.#dueBefore, now, PAGE))
      // A full page means that there is more.
      if (this.#due.length < PAGE) this.#lookAt = performance.now() + LOOK_MS
    }
    const next = this.#due.shift()
    if (!next) return false
    await this.#audit(next, { scope: next.scope, before: this.#dueBefore })
    return true
  }

  async #audit({ clientId, businessId }: Tenant, which: { scope: Scope; before?: Date }): Promise<void> {
    const { scope } = which
    const key = keyOf({ businessId, scope })
    const { sureAfterMs = SURE_AFTER_MS } = this.#options
    const { kind } = await audit(this.#options, { clientId, businessId }, which, (invariants) => {
      const now = performance.now()
      const before = this.#suspected.get(key)
      const since = new Map([...invariants].map((one) => [one, before?.get(one) ?? now]))
      if (since.size > 0) this.#suspected.set(key, since)
      else this.#suspected.delete(key)
      return (invariant) => now - (since.get(invariant) ?? now) >= sureAfterMs[scope]
    })
    if (kind === 'DONE') this.#suspected.delete(key)
    // One that another process has had in turn is none of this one's.
    else if (kind === 'UNSURE' || !which.before) {
      const now = performance.now()
      this.#wait({
        scope,
        businessId,
        since: now,
        due: now + Math.min(AGAIN_MS[scope], Math.max(sureAfterMs[scope], 100)),
      })
    }
  }

  /** Businesses of before there was an auditor, or that were touched while there was none. */
  async #register(): Promise<void> {
    if (performance.now() < this.#registerAt) return
    const { relayDb, loadPage } = this.#options
    for (const part of await relayDb.parts())
      for (let after: string | undefined; !this.#stopped;) {
        const page = await part.transact({}, (tx) => loadPage(tx, { after, limit: PAGE, only: undefined }))
        const ids = page.map(({ businessId }) => businessId)
        const missing = new Set(await part.transact({}, (tx) => findUnregistered(tx, ids)))
        await this.#know(page.filter(({ businessId }) => missing.has(businessId)))
        if (page.length < PAGE) break
        after = page.at(-1)?.businessId
      }
    this.#registerAt = performance.now() + REGISTER_MS
  }

  /** All of these are audited in turn from now on. */
  async #know(tenants: readonly Tenant[]): Promise<void> {
    const { db, clock } = this.#options
    const fresh = tenants.filter(({ businessId }) => !this.#known.has(businessId))
    for (const businessIds of await db.groupsOf(fresh.map(({ businessId }) => businessId)))
      await db.transactMany({ businessIds }, async (tx) =>
        register(
          tx,
          this.#scopes,
          fresh.filter(({ businessId }) => businessIds.includes(businessId)),
          clock(),
        ),
      )
    if (this.#known.size > MOST_KNOWN) this.#known.clear()
    for (const { businessId } of fresh) this.#known.add(businessId)
  }

  async #inParts<Row>(db: Database, read: (tx: Tx) => Promise<readonly Row[]>): Promise<Row[]> {
    const found = await db.inEachPart((part) => part.transact({}, read))
    return found.flat()
  }

  /** One line per outage. */
  #failed(error: unknown): void {
    if (!this.#troubled) this.#options.log.warn({ err: error }, 'Books cannot be audited; trying again until they can')
    this.#troubled = true
  }

  #recovered(): void {
    if (this.#troubled) this.#options.log.info({}, 'Books are audited again')
    this.#troubled = false
  }

  async #pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
    await Promise.race([passed, this.#stopping.promise])
    clearTimeout(timer)
  }
}

const keyOf = ({ businessId, scope }: { businessId: string; scope: Scope }): string => `${businessId} ${scope}`
