import { Database, type TenantScope, type Tx } from '@pacioli/db'
import { enterServed } from './edition.store.ts'
import { MODELS, type KeptModels } from './models.ts'

/** For whoever reads: over the same connections, and what is no read model is where it always is. */
class ServedDatabase extends Database {
  readonly #kept: KeptModels

  constructor(db: Database, kept: KeptModels) {
    super(db)
    this.#kept = kept
  }

  override transact<Result>(scope: TenantScope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.transact(scope, (tx) => this.#entered(tx, scope, work))
  }

  override read<Result>(scope: TenantScope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.read(scope, (tx) => {
      tx.stayOpen()
      return this.#entered(tx, scope, work)
    })
  }

  override snapshot<Result>(scope: TenantScope, read: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.snapshot(scope, (tx) => this.#entered(tx, scope, read))
  }

  async #entered<Result>(tx: Tx, { businessId }: TenantScope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    if (!businessId) return work(tx)
    const [, result] = await Promise.all([enterServed(tx, businessId, this.#kept), work(tx)])
    return result
  }
}

/**
 * The database in which each transaction of a business sees the newest of its read models that is whole. It may be served no
 * longer, and be emptied, while the transaction goes on: whoever takes rows that are missing for none reads in a snapshot, which
 * has them to its last statement.
 */
export const servedBy = (db: Database, kept: KeptModels = MODELS): Database => new ServedDatabase(db, kept)
