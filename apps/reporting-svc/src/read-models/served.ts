import { Database, type TenantScope, type Tx } from '@pacioli/db'
import { enterServed } from './edition.store.ts'
import { MODELS, type ServedModels } from './models.ts'

/** For readers: the same connections; tables that are no read models are in `public` as always. */
class ServedDatabase extends Database {
  readonly #models: ServedModels

  constructor(db: Database, models: ServedModels) {
    super(db)
    this.#models = models
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
    const [, result] = await Promise.all([enterServed(tx, businessId, this.#models), work(tx)])
    return result
  }
}

/**
 * The database in which each transaction of a business sees its newest complete read models. These may be replaced and emptied
 * during the transaction: a reader that would take missing rows for none reads in a snapshot, which has them to the end.
 */
export const servedBy = (db: Database, models: ServedModels = MODELS): Database => new ServedDatabase(db, models)
