import { loginOf, provision, type Login } from '@pacioli/db/migrate'
import { REPORTING_INTAKE, reportingMigrations } from './migrations/index.ts'

export type ReportingDatabase = { adminUrl: string; database: string; app: Login; relay: Login }

/**
 * Creates the database and its roles if they are missing, and migrates the schema.
 * @param migrations those of this release; tests have those of the next one
 */
export const provisionReporting = (target: ReportingDatabase, migrations = reportingMigrations): Promise<void> =>
  provision({
    ...target,
    owner: 'reporting_owner',
    intake: REPORTING_INTAKE,
    migrations,
    say: (line) => void process.stdout.write(`${line}\n`),
  })

/** The database and logins in the URLs. */
export function reportingDatabaseOf(urls: { admin: string; app: string; relay: string }): ReportingDatabase {
  const { database, ...app } = loginOf(urls.app)
  const { role, password } = loginOf(urls.relay)
  return { adminUrl: urls.admin, database, app, relay: { role, password } }
}
