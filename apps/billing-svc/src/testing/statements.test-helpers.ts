/** What the service asks of its database, for tests. */
import type { TenantScope, Tx } from '@pacioli/db'
import type { TestBilling } from './billing.test-helpers.ts'

type Work<Result> = (tx: Tx) => Promise<Result>

/** How many statements the service runs from now on in its transactions. */
export function countStatements({ db }: TestBilling): { stop: () => number } {
  let count = 0
  const counted = <Result>(work: Work<Result>): Work<Result> => {
    return (tx) => {
      const { rows, send } = tx
      tx.rows = (...statement) => {
        count += 1
        return rows.apply(tx, statement) as Promise<never[]>
      }
      tx.send = (...statement) => {
        count += 1
        send.apply(tx, statement)
      }
      return work(tx)
    }
  }
  const { transact, read } = db
  db.transact = (scope: TenantScope, work) => transact.call(db, scope, counted(work)) as Promise<never>
  db.read = (scope: TenantScope, work) => read.call(db, scope, counted(work)) as Promise<never>
  return {
    stop: () => {
      db.transact = transact
      db.read = read
      return count
    },
  }
}
