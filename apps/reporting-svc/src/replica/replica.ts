/** A hot standby of the reporting database, which reports are read from while it is there and not far behind. */
import { expectBoundRoles, expectSchema, type Database } from '@pacioli/db'
import { Counter, Gauge, type Logger, type ReadinessCheck, type Registry } from '@pacioli/service'
import { reportingMigrations } from '../migrations/index.ts'
import { appliedThroughIn, clusterOf, noteAppliedThrough } from './applied-through.store.ts'
import { MAX_LAG_MS, Reading, type ReportSource } from './report-source.ts'

const LOOK_MS = 1_000

export type ReplicaOptions = {
  /** The pool on the replica. */
  db: Database
  /** The primary, as the role that keeps house. */
  relay: Database
  /** The newest model, the only one that is read on a replica. */
  model: number
  /** Through which instant the primary has everything. */
  appliedThrough: { readonly through: Date | null }
  log: Logger
  everyMs?: number
}

/**
 * Notes on the primary, once a second, through which instant it has everything, and looks how much of that has arrived on the
 * replica. Not usable is one that does not answer, is more than a minute behind, or is not what it should be.
 */
export class Replica {
  readonly #options: ReplicaOptions
  readonly #timer: NodeJS.Timeout
  #isChecked = false
  #noted: Date | undefined
  #through: Date | undefined
  #problem: string | undefined = 'nobody has looked yet'
  #looking: Promise<void> | undefined

  constructor(options: ReplicaOptions) {
    this.#options = options
    const look = (): void => void (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)))
    this.#timer = setInterval(look, options.everyMs ?? LOOK_MS)
    look()
  }

  /** Why it is not read at the moment; undefined while it is. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** The instant through which it has everything; undefined while it does not answer. */
  get through(): Date | undefined {
    return this.#through
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async #look(): Promise<void> {
    await this.#note().catch(() => undefined)
    const problem = await this.#problemOf().catch((error: unknown) => {
      this.#through = undefined
      return error instanceof Error ? error.message : String(error)
    })
    const { log } = this.#options
    if (problem !== undefined && this.#problem === undefined) log.warn(`reports are read on the primary: ${problem}`)
    if (problem === undefined && this.#problem !== undefined) log.info('reports are read on the replica')
    this.#problem = problem
  }

  async #note(): Promise<void> {
    const { relay, model, appliedThrough } = this.#options
    const { through } = appliedThrough
    if (through === null || through.getTime() === this.#noted?.getTime()) return
    await relay.transact({}, (tx) => noteAppliedThrough(tx, model, through))
    this.#noted = through
  }

  async #problemOf(): Promise<string | undefined> {
    const { db, model, appliedThrough } = this.#options
    if (!this.#isChecked) await this.#check()
    const through = await db.read({}, (tx) => appliedThroughIn(tx, model))
    this.#through = through ?? undefined
    if (through === null) return 'the replica does not say through when it has everything'
    const behind = (appliedThrough.through?.getTime() ?? 0) - through.getTime()
    return behind > MAX_LAG_MS ? `the replica is ${Math.round(behind / 1_000)} seconds behind` : undefined
  }

  /** Its role and its schema come from the primary, so it is enough to look at them once. */
  async #check(): Promise<void> {
    const { db, relay } = this.#options
    await expectBoundRoles({ REPORTING_REPLICA_DATABASE_URL: db })
    await expectSchema(db, reportingMigrations)
    const [here, there] = await Promise.all([relay.read({}, clusterOf), db.read({}, clusterOf)])
    if (here.id !== there.id)
      throw new Error(
        'REPORTING_REPLICA_DATABASE_URL leads to another cluster than the primary: expected a standby of it',
      )
    // The standbys of its servers need not be equally far, and the instant is on one of them.
    if (here.isSpread)
      throw new Error(
        'reports of a Citus cluster cannot be read on a replica: leave REPORTING_REPLICA_DATABASE_URL out',
      )
    this.#isChecked = true
  }
}

export type Sources = { primary: Database; replica?: ReportSource | undefined }

/** Sources of reports, and how many figures came from where. */
export class ReportSources {
  readonly #replica: Replica | undefined
  readonly #reads: Counter | undefined

  constructor(replica?: Replica, metrics?: Registry) {
    this.#replica = replica
    this.#reads = metrics && observeSources(metrics, replica)
  }

  /** For one report: from the replica, if it can be used right now. */
  begin({ primary, replica }: Sources): Reading {
    const isUsable = this.#replica !== undefined && this.#replica.problem === undefined
    return new Reading(primary, isUsable ? replica : undefined, (source) => this.#reads?.inc({ source }))
  }
}

function observeSources(metrics: Registry, replica: Replica | undefined): Counter {
  const registers = [metrics]
  new Gauge({
    name: 'pacioli_reports_replica_age_seconds',
    help: 'Time since the instant through which the replica for reports is known to have everything',
    registers,
    collect() {
      if (replica?.through === undefined) this.remove()
      else this.set(Math.max(Date.now() - replica.through.getTime(), 0) / 1_000)
    },
  })
  const reads = new Counter({
    name: 'pacioli_report_reads_total',
    help: 'Reads of the figures of reports, by where they came from',
    labelNames: ['source'],
    registers,
  })
  for (const source of ['primary', 'replica']) reads.inc({ source }, 0)
  return reads
}

/** Never fails readiness: the primary answers instead. */
export function replicaReadiness(replica: Replica | undefined): ReadinessCheck[] {
  if (!replica) return []
  const { problem: detail } = replica
  const name = 'replica'
  return [detail === undefined ? { name, ok: true, needed: false } : { name, ok: false, needed: false, detail }]
}
