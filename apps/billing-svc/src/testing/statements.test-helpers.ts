/** What the service asks of its database, for tests. */
import type { TestBilling } from './billing.test-helpers.ts'

/** How many statements the service runs from now on. */
export function countStatements({ db }: TestBilling): { stop: () => number } {
  let count = 0
  const { sequelize } = db
  const query = sequelize.query.bind(sequelize)
  sequelize.query = ((...args: Parameters<typeof query>) => {
    count += 1
    return query(...args)
  }) as typeof sequelize.query
  return {
    stop: () => {
      sequelize.query = query
      return count
    },
  }
}
