/** `npm run ledger:check`: recomputes what the ledger keeps from its lines and names whatever differs. */
import { Database } from '@pacioli/db'
import { Command } from 'commander'
import { loadAllBusinesses } from './businesses/business.store.ts'
import { databaseUrls } from './config.ts'

const PAGE = 500
const TEN_MINUTES_MS = 600_000

type Violation = { invariant: string; detail: string }

async function check(only: string | undefined): Promise<number> {
  const urls = databaseUrls()
  const relay = new Database({ url: urls.relay, applicationName: 'ledger check', poolSize: 1 })
  const app = new Database({
    url: urls.app,
    applicationName: 'ledger check',
    poolSize: 1,
    statementTimeoutMs: TEN_MINUTES_MS,
  })
  let violations = 0
  let businesses = 0
  try {
    for (let after = ''; ;) {
      const page = await relay.transact({}, (tx) => loadAllBusinesses(tx, after, PAGE, only))
      for (const business of page) {
        const found = await app.call<Violation>('SELECT invariant, detail FROM check_books($1, $2)', [
          business.clientId,
          business.id,
        ])
        businesses += 1
        violations += found.length
        for (const { invariant, detail } of found)
          console.log(`${business.id} ${business.legalName}: not so that ${invariant}: ${detail}`)
        if (process.stderr.isTTY) process.stderr.write(`\r${businesses} businesses checked`)
      }
      after = page.at(-1)?.id ?? ''
      if (page.length < PAGE) break
    }
  } finally {
    await Promise.all([relay.close(), app.close()])
  }
  console.log(`${businesses} businesses checked, ${violations} violations`)
  return violations
}

const program = new Command('ledger:check')
  .description(
    'Checks the invariants of the books from the lines up: entries balance, kept sums equal their lines. Reads every line. ' +
      'Uses LEDGER_DATABASE_URL and LEDGER_RELAY_DATABASE_URL; exits 1 if anything differs.',
  )
  .option('--business <id>', 'only this business')
  .action(async ({ business }: { business?: string }) => {
    process.exitCode = (await check(business)) === 0 ? 0 : 1
  })

await program.parseAsync()
