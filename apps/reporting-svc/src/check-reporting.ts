/** `npm run reporting:check`: compares read models with their owners, and names every difference. */
import { runCheckCommand } from '@pacioli/events/check-command'
import { newId } from '@pacioli/service'
import { checkBusiness } from './checking/check-business.ts'
import { loadBusinesses } from './checking/compare-editions.store.ts'
import { checkConfig, ownerTargetsOf } from './config.ts'
import { connectOwners } from './owners/owners.ts'
import { MODELS } from './read-models/models.ts'
import { listBusinesses, type Source } from './rebuild/rebuild-business.ts'
import { connectSource } from './rebuild/source.ts'

type Listed = Map<string, Awaited<ReturnType<typeof listBusinesses>>[number]>

let source: (Source & { close: () => void }) | undefined
let listed: Promise<Listed> | undefined

/** The businesses of the ledger, fetched once. */
const inLedger = (): Promise<Listed> =>
  (listed ??= (async () => {
    if (!source) return new Map()
    return new Map((await listBusinesses(source.ledgerReplay)).map((business) => [business.subject, business]))
  })())

await runCheckCommand({
  name: 'reporting:check',
  description:
    'Checks that read models match their owners, row by row: lines, sums and days of statements, open items and their days, ' +
    'transactions that wait, copies of accounts, tags, contacts and the business; that sums are those of the lines; and that the ' +
    'feed has no gap. It builds the read models of one business after the other beside those that are served, which takes as much ' +
    'time and space as a rebuild, and removes them. Changes of the last half minute may still be on their way. ' +
    'Uses REPORTING_DATABASE_URL, REPORTING_RELAY_DATABASE_URL, LEDGER_GRPC_URL, BANKING_GRPC_URL and BILLING_GRPC_URL.',
  loadPage: async (tx, page) => {
    const businesses = await inLedger()
    const ids = await loadBusinesses(tx, [...businesses.keys()], page)
    return ids.map((businessId) => ({ clientId: '', businessId }))
  },
  open: () => {
    const config = checkConfig()
    const targets = ownerTargetsOf(config)
    const owners = connectOwners(targets)
    const connected = connectSource(targets, owners)
    source = connected
    const options = { model: MODELS.newest, clock: () => new Date(), newId }
    return {
      databaseUrl: config.REPORTING_DATABASE_URL,
      relayUrl: config.REPORTING_RELAY_DATABASE_URL,
      check: async (db, { businessId }, say) =>
        checkBusiness(db, connected, businessId, (await inLedger()).get(businessId), { ...options, say }),
      close: () => {
        for (const one of [connected, owners]) one.close()
      },
    }
  },
})
