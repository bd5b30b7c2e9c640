import { loginOf, provision, type Login } from '@pacioli/db/migrate'
import { reportingMigrations } from './migrations/index.ts'

export type ReportingDatabase = { adminUrl: string; database: string; app: Login; relay: Login }

/** Creates the database and its roles where they are missing, and brings the schema up to date. */
export const provisionReporting = (target: ReportingDatabase): Promise<void> =>
  provision({
    ...target,
    owner: 'reporting_owner',
    migrations: reportingMigrations,
    say: (line) => void process.stdout.write(`${line}\n`),
  })

/** Where to provision and for whom, as the URLs say. */
export function reportingDatabaseOf(urls: { admin: string; app: string; relay: string }): ReportingDatabase {
  const { database, ...app } = loginOf(urls.app)
  const { role, password } = loginOf(urls.relay)
  return { adminUrl: urls.admin, database, app, relay: { role, password } }
}
