/** A billing database of a test file's own, migrated: all that tests of stores need. */
import { Database } from '@pacioli/db'
import { provision } from '@pacioli/db/migrate'
import { testDatabase } from '@pacioli/testing'
import { BILLING_INTAKE, BILLING_OWNER, billingMigrations } from '../migrations/index.ts'

const APP = { role: 'billing_app', password: 'app' }
const RELAY = { role: 'billing_relay', password: 'relay' }

export type TestBillingDatabase = {
  /** As the service connects. */
  db: Database
  /** As its relay does. */
  relayDb: Database
  /** The superuser's URL. */
  adminUrl: string
  close: () => Promise<void>
}

/** @param through a proxy that the service connects by, as a function of the URL of its database */
export async function testBillingDatabase({
  poolSize = 16,
  through = (url: string) => url,
} = {}): Promise<TestBillingDatabase> {
  const database = await testDatabase({
    name: 'billing',
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: BILLING_OWNER,
        app: APP,
        relay: RELAY,
        intake: BILLING_INTAKE,
        migrations: billingMigrations,
      }),
  })
  const db = new Database({
    url: through(database.urlFor(APP.role, APP.password)),
    applicationName: 'test',
    poolSize,
  })
  const relayDb = new Database({
    url: database.urlFor(RELAY.role, RELAY.password),
    applicationName: 'test relay',
    poolSize: 2,
  })
  return {
    db,
    relayDb,
    adminUrl: database.adminUrl,
    close: async () => {
      await Promise.all([db.close(), relayDb.close()])
    },
  }
}
