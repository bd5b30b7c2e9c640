/** `npm run banking:check`: recomputes what banking keeps, compares it with the journal and names whatever differs. */
import { Database } from '@pacioli/db'
import { businessIdFrom } from '@pacioli/events/parked-command'
import { Command } from 'commander'
import { loadAllTenants } from './businesses/business.store.ts'
import { checkBusiness } from './checking/check-business.ts'
import { commandConfig } from './config.ts'
import { connectLedger } from './ledger-clients.ts'

const PAGE = 500
const TEN_MINUTES_MS = 600_000

async function check(only: string | undefined): Promise<number> {
  const config = commandConfig()
  const relay = new Database({ url: config.relayDatabaseUrl, applicationName: 'banking check', poolSize: 1 })
  const db = new Database({
    url: config.databaseUrl,
    applicationName: 'banking check',
    poolSize: 1,
    statementTimeoutMs: TEN_MINUTES_MS,
  })
  const { ledger, close } = connectLedger(config.ledgerTarget)
  let violations = 0
  let businesses = 0
  try {
    for (let after: string | undefined; ;) {
      const page = await relay.transact({}, (tx) => loadAllTenants(tx, { after, limit: PAGE, only }))
      for (const tenant of page) {
        const found = await checkBusiness({ db, ledger }, tenant)
        businesses += 1
        violations += found.length
        for (const { invariant, detail } of found)
          console.log(`${tenant.businessId}: not so that ${invariant}: ${detail}`)
        if (process.stderr.isTTY) process.stderr.write(`\r${businesses} businesses checked`)
      }
      after = page.at(-1)?.businessId
      if (page.length < PAGE) break
    }
  } finally {
    close()
    await Promise.all([relay.close(), db.close()])
  }
  console.log(`${businesses} businesses checked, ${violations} violations`)
  return violations
}

const program = new Command('banking:check')
  .description(
    'Checks what banking keeps from its transactions up: totals, splits, matches, and for each decision the posting that ' +
      'stands; then that the journal has just these entries. Reads every transaction, and every entry of banking in the ' +
      'ledger. Uses BANKING_DATABASE_URL, BANKING_RELAY_DATABASE_URL and LEDGER_GRPC_URL; exits 1 if anything differs.',
  )
  .option('--business <id>', 'only this business', businessIdFrom)
  .action(async ({ business }: { business?: string }) => {
    process.exitCode = (await check(business)) === 0 ? 0 : 1
  })

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
