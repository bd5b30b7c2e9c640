/** Where reports are read: on a replica while there is one that can be used, else on the primary. */
import { pgErrorOf, type Database, type TenantScope, type Tx } from '@pacioli/db'
import { DomainError, refused, type ErrorEnum } from '@pacioli/errors'
import { findBusiness } from '../businesses/business.store.ts'
import { appliedThroughIn } from './applied-through.store.ts'

export type ReportSource = {
  /** What a report is about: statements that need no common snapshot. */
  read: Database['read']
  /**
   * The figures, all of one snapshot.
   * @param work gets the instant through which the snapshot has everything, where that is not the one that was known before the
   *   report: a replica has what it has
   */
  snapshot: <Result>(scope: TenantScope, work: (tx: Tx, through?: Date | null) => Promise<Result>) => Promise<Result>
  /** Whether it stays as it was at a moment: nothing arrives there. */
  isOfThePast?: true
}

/** Further behind, a replica is not read: the primary has newer figures. */
export const MAX_LAG_MS = 60_000

/** What reading a replica takes: the model that it has to serve, and through which instant the primary has everything. */
export type ReplicaTerms = { model: number; known: () => Date | null }

/** Failures of a replica that others, or the same one a moment later, need not have. */
const PASSING: ReadonlySet<ErrorEnum> = new Set(['ServiceUnavailable', 'VersionConflict', 'OutcomeUnknown'])
/** Schemas, tables, columns and functions that have not arrived there yet. */
const NOT_THERE_YET: ReadonlySet<string> = new Set(['3F000', '42P01', '42703', '42883'])

const unusable = (cause: unknown): DomainError =>
  refused('ServiceUnavailable', 'The report cannot be read from the replica right now. Try again.', {}, { cause })

/** A statement that reads never meets a competing change: 40001 is a conflict with what the replica is to take over. */
const failureOf = (error: unknown): unknown => {
  const passes =
    error instanceof DomainError ? PASSING.has(error.errorEnum) : NOT_THERE_YET.has(pgErrorOf(error)?.code ?? '')
  return passes ? unusable(error) : error
}

/** @throws ServiceUnavailable where the replica, and it alone, is at fault */
export const replicaSource = (db: Database, terms: ReplicaTerms): ReportSource => ({
  read: async (scope, work) => {
    try {
      return await db.read(scope, async (tx) => {
        const [, result] = await Promise.all([throughOnReplica(tx, scope, terms), work(tx)])
        return result
      })
    } catch (error) {
      throw failureOf(error)
    }
  },
  snapshot: async (scope, work) => {
    try {
      return await db.snapshot(scope, async (tx) => work(tx, await throughOnReplica(tx, scope, terms)))
    } catch (error) {
      throw failureOf(error)
    }
  },
})

/**
 * The instant through which the snapshot has everything. A replica shows commits in the order of the primary, so what was
 * committed before the row that says so is there, too. A business that it does not have yet, or not as this release builds it, is
 * read on the primary: of what has not arrived nobody can tell whether it exists.
 */
async function throughOnReplica(
  tx: Tx,
  { businessId = '' }: TenantScope,
  { model, known }: ReplicaTerms,
): Promise<Date> {
  const [through, business] = await Promise.all([appliedThroughIn(tx, model), findBusiness(tx, businessId)])
  if (through === null) throw unusable(new Error('the replica does not say through when it has everything'))
  const behind = (known()?.getTime() ?? 0) - through.getTime()
  if (behind > MAX_LAG_MS) throw unusable(new Error(`the replica is ${Math.round(behind / 1_000)} seconds behind`))
  if (business?.builtAs !== model)
    throw unusable(new Error('the replica does not have the business as of this release'))
  return through
}

/**
 * The sources of one report. It stays with the primary once it had to go there, and nothing is read again once its reader has
 * been told of it.
 */
export class Reading implements ReportSource {
  readonly #primary: Database
  readonly #answered: (source: 'primary' | 'replica') => void
  #replica: ReportSource | undefined
  #isTold = false

  constructor(primary: Database, replica: ReportSource | undefined, answered: (source: 'primary' | 'replica') => void) {
    this.#primary = primary
    this.#replica = replica
    this.#answered = answered
  }

  /** Where it is read from here on. */
  get source(): 'primary' | 'replica' {
    return this.#replica ? 'replica' : 'primary'
  }

  /** From here on a failure is the reader's. */
  told(): void {
    this.#isTold = true
  }

  readonly read: ReportSource['read'] = (scope, work) => this.#from((source) => source.read(scope, work))

  readonly snapshot: ReportSource['snapshot'] = async (scope, work) => {
    const result = await this.#from((source) => source.snapshot(scope, work))
    this.#answered(this.source)
    return result
  }

  async #from<Result>(ask: (source: ReportSource) => Promise<Result>): Promise<Result> {
    if (!this.#replica) return ask(this.#primary)
    try {
      return await ask(this.#replica)
    } catch (error) {
      const passes = error instanceof DomainError && error.errorEnum === 'ServiceUnavailable'
      if (this.#isTold || !passes) throw error
      this.#replica = undefined
      return ask(this.#primary)
    }
  }
}
