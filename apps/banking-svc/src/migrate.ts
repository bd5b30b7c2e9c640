/** `node apps/banking-svc/src/migrate.ts`: creates the banking database and its roles, or brings them up to date. */
import { loginOf, provision } from '@pacioli/db/migrate'
import { migrationUrls } from './config.ts'
import { BANKING_INTAKE, BANKING_OWNER, bankingMigrations } from './migrations/index.ts'

const urls = migrationUrls()
const app = loginOf(urls.app)

await provision({
  adminUrl: urls.admin,
  database: app.database,
  owner: BANKING_OWNER,
  app,
  relay: loginOf(urls.relay),
  intake: BANKING_INTAKE,
  migrations: bankingMigrations,
  say: (line) => void process.stdout.write(`${line}\n`),
})
