/** `npm run clients`: the operator's command for the platforms that may call. */
import { Database } from '@pacioli/db'
import { Command } from 'commander'
import { randomBytes } from 'node:crypto'
import type { Client } from './clients/client.ts'
import { loadClients } from './clients/client.store.ts'
import { registerClient, revokeTokens, rotateSecret, type Sources } from './clients/manage-clients.ts'
import { databaseUrls } from './config.ts'
import { newId } from '@pacioli/service'

const made = (): Sources => ({
  now: new Date(),
  newId,
  newSecret: () => randomBytes(32).toString('base64url'),
})

/** Settings are read when there is something to do: help needs none. */
async function withDatabase(role: 'app' | 'relay', work: (db: Database) => Promise<void>): Promise<void> {
  const db = new Database({ url: databaseUrls()[role], applicationName: 'ledger clients', poolSize: 1 })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

const show = (json: boolean | undefined, shown: Record<string, string>): void => {
  if (json) console.log(JSON.stringify(shown))
  else console.table(shown)
}

const row = (client: Client) => ({
  client_id: client.id,
  name: client.name,
  created_at: client.createdAt.toISOString(),
  tokens_not_before: client.tokensNotBefore?.toISOString() ?? '',
})

const program = new Command('clients').description(
  'Platforms that may call the gateway. Uses LEDGER_DATABASE_URL and LEDGER_RELAY_DATABASE_URL.',
)

program
  .command('create')
  .description('register a client, or several; their secrets are shown this once')
  .requiredOption('--name <name...>', 'what people call it; several names make as many clients')
  .option('--json', 'print JSON, one line for each client')
  .action(({ name: names, json }: { name: string[]; json?: boolean }) =>
    withDatabase('app', async (db) => {
      // Each is shown as soon as it exists: its secret would be lost if the next one failed.
      for (const name of names) {
        const { client, secret } = await registerClient(db, name, made())
        show(json, { client_id: client.id, client_secret: secret, name: client.name })
      }
    }),
  )

program
  .command('list')
  .description('all clients')
  .action(() =>
    withDatabase('relay', async (db) => {
      console.table((await db.transact({}, loadClients)).map(row))
    }),
  )

program
  .command('rotate-secret <client_id>')
  .description('give a client a new secret; the old one stops working at once')
  .option('--json', 'print JSON')
  .action((clientId: string, { json }: { json?: boolean }) =>
    withDatabase('app', async (db) => {
      const { client, secret } = await rotateSecret(db, clientId, made())
      show(json, { client_id: client.id, client_secret: secret })
    }),
  )

program
  .command('revoke-tokens <client_id>')
  .description('accept no token of a client that was issued up to now')
  .action((clientId: string) =>
    withDatabase('app', async (db) => show(false, row(await revokeTokens(db, clientId, made())))),
  )

await program.parseAsync()
