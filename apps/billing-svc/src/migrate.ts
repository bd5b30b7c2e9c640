/** `node apps/billing-svc/src/migrate.ts`: creates the billing database and its roles, or brings them up to date. */
import { loginOf, provision } from '@pacioli/db/migrate'
import { migrationUrls } from './config.ts'
import { BILLING_INTAKE, BILLING_OWNER, billingMigrations } from './migrations/index.ts'

const urls = migrationUrls()
const app = loginOf(urls.app)

await provision({
  adminUrl: urls.admin,
  database: app.database,
  owner: BILLING_OWNER,
  app,
  relay: loginOf(urls.relay),
  intake: BILLING_INTAKE,
  migrations: billingMigrations,
  say: (line) => void process.stdout.write(`${line}\n`),
})
