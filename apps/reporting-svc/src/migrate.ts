import { migrationConfig } from './config.ts'
import { provisionReporting, reportingDatabaseOf } from './provisioning.ts'

const config = migrationConfig()

await provisionReporting(
  reportingDatabaseOf({
    admin: config.REPORTING_ADMIN_DATABASE_URL,
    app: config.REPORTING_DATABASE_URL,
    relay: config.REPORTING_RELAY_DATABASE_URL,
  }),
)
