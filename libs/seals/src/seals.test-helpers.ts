/** A database with histories to be sealed, for the tests of this library. */
import { Database } from '@pacioli/db'
import { provision } from '@pacioli/db/migrate'
import { intakeMigrations, sharedMigrations } from '@pacioli/db/migrations'
import { outboxMigrations, recordMigrations } from '@pacioli/events/migrations'
import { testDatabase } from '@pacioli/testing'
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { sealKeyOf } from './configuration.ts'
import { sealMigrations } from './migrations.ts'
import type { SealKey } from './note.ts'

const PASSWORD = 'test'

/** Connections as each role. */
export type TestSeals = { appUrl: string; app: Database; relay: Database; admin: Database; stop: () => Promise<void> }

export async function startTestSeals(): Promise<TestSeals> {
  const database = await testDatabase({
    name: 'seals',
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: 'seals_owner',
        app: { role: 'seals_app', password: PASSWORD },
        relay: { role: 'seals_relay', password: PASSWORD },
        intake: 'seals_intake',
        migrations: [sharedMigrations, intakeMigrations, outboxMigrations, recordMigrations, sealMigrations],
      }),
  })
  const open = (url: string): Database => new Database({ url, applicationName: 'test', poolSize: 8 })
  const appUrl = database.urlFor('seals_app', PASSWORD)
  const app = open(appUrl)
  const relay = open(database.urlFor('seals_relay', PASSWORD))
  const admin = open(database.adminUrl)
  return {
    appUrl,
    app,
    relay,
    admin,
    stop: async () => void (await Promise.all([app, relay, admin].map((one) => one.close()))),
  }
}

export const newKey = (): SealKey => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return sealKeyOf(JSON.stringify(privateKey.export({ format: 'jwk' })))
}

/** What a service says, by business. */
export class Lines {
  readonly #lines: { businessId: unknown; line: string }[] = []
  readonly #say =
    (level: string) =>
    (facts: { business_id?: unknown }, message: string): void =>
      void this.#lines.push({ businessId: facts.business_id, line: `${level} ${message}` })
  readonly info = this.#say('info')
  readonly error = this.#say('error')

  of(businessId: string | undefined): string[] {
    return this.#lines.filter((one) => one.businessId === businessId).map(({ line }) => line)
  }
}

/** Records so many versions of a bill, as a relay does. */
export async function recordBill(app: Database, businessId: string, count: number): Promise<void> {
  const [id, from] = [randomUUID(), Array.from({ length: count }, (_, nth) => nth + 1)]
  await app.transactMany({ businessIds: [businessId] }, (tx) =>
    tx.rows(
      `SELECT * FROM record_versions_v1($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::uuid[], $6::text[], $7::text[],
                                        $8::text[], $9::text[], $10::bytea[])`,
      [
        from.map(() => businessId),
        from.map(() => 'bill'),
        from.map(() => id),
        from,
        from.map(() => randomUUID()),
        from.map(() => 'changed'),
        from.map(() => null),
        from.map(() => null),
        from.map((version) => JSON.stringify({ id, version, memo: `memo ${version}` })),
        from.map(() => randomBytes(32)),
      ],
    ),
  )
}
