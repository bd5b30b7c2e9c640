/** Audits businesses all the time, behind everything else: what was touched soon, and everything in turn. */
import type { Logger } from '@pacioli/service'
import type { Tenant } from '@pacioli/rpc'
import { audit, auditTouched, type AuditOptions, type CheckTouched } from './audit.ts'
import { keyOf, Lane, type Waiting } from './lane.ts'
import { findDue, findProgress, type Due, type Progress, type Scope } from './proof.store.ts'
import { inParts, Registered, type Businesses } from './registered.ts'
import { Suspects } from './suspects.ts'

export type AuditorOptions = AuditOptions &
  Businesses & {
    log: Logger
    /** How much of one processor it takes, in percent. */
    percent: number
    /** Everything of a business is audited again after so long. */
    roundMs: number
    /** So long the same row has to be seen as wrong until it counts as that. */
    sureAfterMs?: Readonly<Record<Scope, number>>
    /** What was touched is to be audited within so long. */
    soonMs?: number
  }

/** What is touched together is audited together. */
const GATHER_MS = 1_000
/** How often it looks for what is due. */
const LOOK_MS = 5_000
/** What could not be audited, or may be wrong, is tried again after so long. */
const AGAIN_MS = { OWN: 2_000, ACROSS: 15_000 }
const PAGE = 500
const SOON_MS = 10_000
/** So many times the share more: under load most of the time of an audit is waiting for the database, not work. */
const WHEN_LATE = 4
/** So many businesses are audited together where little of them was touched, and so much of all of them: it rests in between. */
const TOGETHER = 100
const RECORDS = 1_000
const NEW_ONES = 20
/**
 * The state of one's own rows is read as of one moment, so a second look is only for what nobody thought of. What others tell may
 * still be under way, for as long as an event may be.
 */
const SURE_AFTER_MS = { OWN: 1_000, ACROSS: 60_000 }

/**
 * Any number may run: whoever leases the audit of a business makes it. What was touched has a lane of its own, in which nothing
 * takes long: a business as a whole where that is cheap, else what was touched of it. All that may take long has the other one.
 */
export class Auditor {
  readonly #options: AuditorOptions
  readonly #soon = new Lane()
  readonly #later = new Lane()
  /** By what is audited. */
  readonly #suspects = new Map<string, Suspects>()
  readonly #registered: Registered
  readonly #stopping = Promise.withResolvers<void>()
  readonly #running: Promise<unknown>
  #due: Due[] = []
  #dueBefore = new Date(0)
  #isTurnOfAll = false
  #stopped = false
  #lookAt = 0

  constructor(options: AuditorOptions) {
    this.#options = options
    this.#registered = new Registered(options)
    this.#running = Promise.all([
      this.#run(this.#soon, () => this.#oneSoon()),
      this.#run(this.#later, () => this.#oneInTurn()),
    ])
  }

  /** Something of these businesses has changed. */
  readonly touch = (businessIds: Iterable<string>): void => {
    const now = performance.now()
    for (const businessId of businessIds)
      this.#soon.wait({ scope: 'OWN', businessId, since: now, due: now + GATHER_MS, whole: false })
  }

  /** Somebody wants to know how the books of this business are: they come before what was touched, and before what is due. */
  readonly ask = (businessId: string): void => {
    const since = performance.now()
    this.#soon.wait({ scope: 'OWN', businessId, since, due: 0, whole: true })
    if (this.#options.checks.ACROSS) this.#later.wait({ scope: 'ACROSS', businessId, since, due: 0, whole: true })
  }

  /** How long what was touched waits to be audited, at most. */
  waitingMs(): number {
    const now = performance.now()
    // Where what was touched is audited by itself, the whole of it is only due in turn.
    return Math.max(this.#soon.waitingMs(now), this.#options.checkTouched ? 0 : this.#later.waitingMs(now))
  }

  /** Finishes what it is at, and ends. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopping.resolve()
    await this.#running
  }

  async #run(lane: Lane, work: () => Promise<boolean>): Promise<void> {
    while (!this.#stopped) {
      const began = performance.now()
      let isBusy = true
      let failedMs = 0
      lane.isActive = true
      try {
        isBusy = await work()
        this.#recovered(lane)
      } catch (error) {
        this.#failed(lane, error)
        failedMs = LOOK_MS
      }
      if (isBusy) {
        // It rests so many times as long as it has worked, and after a failure for a while.
        const rest = (performance.now() - began) * (100 / this.#percentOf(lane) - 1)
        await this.#pause(Math.max(rest, failedMs))
      }
      lane.isActive = false
      if (!isBusy) await this.#quiet(lane)
    }
  }

  /** Half of all, or all while the other lane has nothing to do; more to be in time with what was touched. */
  #percentOf(lane: Lane): number {
    const { percent, soonMs = SOON_MS } = this.#options
    const other = lane === this.#soon ? this.#later : this.#soon
    const isLate = lane === this.#soon && lane.waitingMs(performance.now()) > soonMs / 2
    return Math.min(percent * ((other.isActive ? 0.5 : 1) + (isLate ? WHEN_LATE : 0)), 100)
  }

  /** Until something is touched, or due. */
  async #quiet(lane: Lane): Promise<void> {
    const now = performance.now()
    const next = lane.nextBy(lane === this.#later ? this.#lookAt : now + LOOK_MS)
    await Promise.race([lane.woken(), this.#pause(Math.max(next - now, 10))])
    if (lane.size > 0) await this.#pause(GATHER_MS / 4)
  }

  /** One business as a whole where that is cheap, else of several what was touched of them. */
  async #oneSoon(): Promise<boolean> {
    const now = performance.now()
    const first = this.#soon.take(now)
    if (!first) return false
    const { checkTouched } = this.#options
    const isAlone = !checkTouched || first.apart === true
    let batch = isAlone ? [first] : await this.#together(first, this.#soon.others(now))
    try {
      const progress = await this.#progressOf(batch)
      const many = this.#soon.size + 1
      const isWhole = (one: Waiting): boolean => this.#isCheap(progress.get(one.businessId), one.whole ? 1 : many)
      // The others that are cheap have their turn one by one.
      const isNext = (one: Waiting): boolean => one === first || (progress.has(one.businessId) && !isWhole(one))
      batch = isWhole(first) ? [] : batch.filter(isNext)
      this.#soon.leave(batch)
      if (checkTouched) await this.#touchedOf(checkTouched, batch, progress)
      for (const one of batch)
        if (one.whole || !checkTouched || !progress.get(one.businessId)?.auditedAt)
          this.#later.wait({ ...one, whole: true })
    } catch (error) {
      const apart = batch.length > 1
      for (const one of batch) this.#soon.wait({ ...one, due: performance.now() + AGAIN_MS.OWN, apart })
      throw error
    }
    if (batch.length === 0) await this.#oneWhole(this.#soon, first)
    return true
  }

  /** Some of those that nobody has heard of are registered first: it costs a look for each. */
  async #progressOf(batch: readonly Waiting[]): Promise<Map<string, Progress>> {
    const businessIds = batch.map(({ businessId }) => businessId)
    const find = async (): Promise<Map<string, Progress>> => {
      const found = await this.#options.db.transactMany({ businessIds }, (tx) => findProgress(tx, 'OWN', businessIds))
      return new Map(found.map((one) => [one.businessId, one]))
    }
    const known = await find()
    const fresh = businessIds.filter((id) => !known.has(id)).slice(0, NEW_ONES)
    if (fresh.length === 0 || !this.#options.checkTouched) return known
    for (const businessId of fresh) await this.#registered.find(businessId)
    return find()
  }

  /** Those that may share a transaction with the first. */
  async #together(first: Waiting, others: readonly Waiting[]): Promise<Waiting[]> {
    const groups = await this.#options.db.groupsOf([first, ...others].map(({ businessId }) => businessId))
    const group = new Set(groups.find((businessIds) => businessIds.includes(first.businessId)))
    return [first, ...others.filter(({ businessId }) => group.has(businessId))].slice(0, TOGETHER)
  }

  /** Whether its whole can be audited although so many wait that are to be audited soon. Nobody knows before the first time. */
  #isCheap(progress: Progress | undefined, many: number): boolean {
    const { percent, soonMs = SOON_MS } = this.#options
    return progress?.auditedAt ? progress.tookMs * many < (soonMs * percent) / 200 : false
  }

  async #touchedOf(
    checkTouched: CheckTouched,
    batch: readonly Waiting[],
    progress: ReadonlyMap<string, Progress>,
  ): Promise<void> {
    const again: Waiting[] = []
    const ranges: (Progress & { since: number; through: number })[] = []
    let left = RECORDS
    for (const one of batch) {
      const known = progress.get(one.businessId)
      if (!known || known.head <= known.touchedThrough) continue
      const through = Math.min(known.head, known.touchedThrough + left)
      if (through > known.touchedThrough) ranges.push({ ...known, since: known.touchedThrough, through })
      if (through < known.head) again.push(one)
      left -= through - known.touchedThrough
    }
    const keyOfTouched = (businessId: string): string => `${businessId} touched`
    const unsure = new Set(
      ranges.length === 0
        ? []
        : await auditTouched(this.#options, checkTouched, ranges, (businessId) =>
            this.#suspectsOf(keyOfTouched(businessId), 'OWN'),
          ),
    )
    for (const { businessId } of ranges) this.#forget(keyOfTouched(businessId))
    for (const one of again) this.#soon.wait({ ...one, whole: false })
    const due = performance.now() + this.#againMs('OWN')
    for (const one of batch) if (unsure.has(one.businessId)) this.#soon.wait({ ...one, due, whole: false })
  }

  /** What waits, or is due: neither keeps the other from its turn. */
  async #oneInTurn(): Promise<boolean> {
    await this.#registered.addOthers(() => this.#stopped)
    this.#isTurnOfAll = !this.#isTurnOfAll
    return this.#isTurnOfAll
      ? (await this.#oneDue()) || (await this.#oneLater())
      : (await this.#oneLater()) || (await this.#oneDue())
  }

  async #oneLater(): Promise<boolean> {
    const first = this.#later.take(performance.now())
    if (!first) return false
    await this.#oneWhole(this.#later, first)
    return true
  }

  async #oneWhole(lane: Lane, one: Waiting): Promise<void> {
    const { businessId, scope } = one
    lane.leave([one])
    try {
      const tenant = await this.#registered.find(businessId)
      if (tenant) await this.#audit(tenant, { scope })
    } catch (error) {
      lane.wait({ ...one, due: performance.now() + AGAIN_MS[scope] })
      throw error
    }
  }

  async #oneDue(): Promise<boolean> {
    if (this.#due.length === 0) {
      if (performance.now() < this.#lookAt) return false
      const { relayDb, clock, roundMs } = this.#options
      const now = clock()
      this.#dueBefore = new Date(now.getTime() - roundMs)
      this.#due = await inParts(relayDb, (tx) => findDue(tx, this.#dueBefore, now, PAGE))
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
    const outcome = await audit(this.#options, { clientId, businessId }, which, this.#suspectsOf(key, scope))
    if (outcome.kind === 'DONE') this.#suspects.delete(key)
    else this.#forget(key)
    // One that another process has had in turn is none of this one's.
    if (outcome.kind === 'UNSURE' || (outcome.kind === 'BUSY' && !which.before)) {
      const now = performance.now()
      const lane = scope === 'OWN' ? this.#soon : this.#later
      const isDone = outcome.kind === 'UNSURE' && outcome.isDone
      const due = now + (isDone ? this.#sureAfterMs(scope) : this.#againMs(scope))
      lane.wait({ scope, businessId, since: now, due, whole: true })
    }
  }

  /** What is seen as wrong counts when the same row was seen so for a while: of busy books another one is under way at each look. */
  #suspectsOf(key: string, scope: Scope): Suspects {
    const suspects = this.#suspects.get(key) ?? new Suspects(this.#sureAfterMs(scope))
    this.#suspects.set(key, suspects)
    return suspects
  }

  /** Where nothing is suspected. */
  #forget(key: string): void {
    if (this.#suspects.get(key)?.isEmpty) this.#suspects.delete(key)
  }

  #sureAfterMs(scope: Scope): number {
    return (this.#options.sureAfterMs ?? SURE_AFTER_MS)[scope]
  }

  #againMs(scope: Scope): number {
    return Math.min(AGAIN_MS[scope], Math.max(this.#sureAfterMs(scope), 100))
  }

  /** One line per outage. */
  #failed(lane: Lane, error: unknown): void {
    if (!lane.isTroubled) this.#options.log.warn({ err: error }, 'Books cannot be audited; trying again until they can')
    lane.isTroubled = true
  }

  #recovered(lane: Lane): void {
    if (lane.isTroubled) this.#options.log.info({}, 'Books are audited again')
    lane.isTroubled = false
  }

  async #pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
    await Promise.race([passed, this.#stopping.promise])
    clearTimeout(timer)
  }
}
