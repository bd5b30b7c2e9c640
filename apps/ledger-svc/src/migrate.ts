/** `node apps/ledger-svc/src/migrate.ts`: creates the ledger database and its roles, or brings them up to date. */
import { loginOf, provision } from '@pacioli/db/migrate'
import { migrationUrls } from './config.ts'
import { LEDGER_OWNER, LEDGER_POSTINGS, ledgerMigrations } from './migrations/index.ts'

const urls = migrationUrls()
const app = loginOf(urls.app)

await provision({
  adminUrl: urls.admin,
  database: app.database,
  owner: LEDGER_OWNER,
  intake: LEDGER_POSTINGS,
  app,
  relay: loginOf(urls.relay),
  migrations: ledgerMigrations,
  say: (line) => void process.stdout.write(`${line}\n`),
})
