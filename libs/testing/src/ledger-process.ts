import { join } from 'node:path'
import { freePort, runNode, startNodeService } from '@pacioli/dev-stack'
import { sharedServers, testDirectory } from './shared.ts'
import { testDatabase } from './test-database.ts'

const SRC = join(import.meta.dirname, '..', '..', '..', 'apps', 'ledger-svc', 'src')

/** As in the tests of the ledger itself: roles belong to the server that all files share. */
const PASSWORDS = { ledger_app: 'app', ledger_relay: 'relay' }

export interface LedgerProcess {
  /** host:port of its gRPC. */
  target: string
  /** A client registered there. */
  clientId: string
  /** The superuser's URL of its database. */
  adminUrl: string
  pid: number
  /** Ends it, with SIGTERM unless told otherwise, and waits until it is gone. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Starts it again after `stop`, on the same port and database. */
  restart: () => Promise<void>
}

/** A real ledger-svc with a database of its own, for the tests of a service that posts to it. */
export async function testLedger(options: { natsUrl: string }): Promise<LedgerProcess> {
  const database = await testDatabase({
    name: 'ledger',
    migrate: async (adminUrl, name) => {
      const env = { ...process.env, ...urlsOf(adminUrl, name), LEDGER_ADMIN_DATABASE_URL: adminUrl }
      await runNode('Migrating the ledger', [join(SRC, 'migrate.ts')], env)
    },
  })
  const [port, opsPort] = [await freePort(), await freePort()]
  const logFile = join(testDirectory('ledger'), 'ledger-svc.log')
  const urls = urlsOf(sharedServers().postgresAdminUrl, database.name)
  const env = {
    ...process.env,
    ...urls,
    HOST: '127.0.0.1',
    GRPC_PORT: String(port),
    OPS_PORT: String(opsPort),
    NATS_URL: options.natsUrl,
    CURSOR_KEY: Buffer.alloc(32, 7).toString('base64'),
    LEDGER_MASTER_KEYS: JSON.stringify([{ id: 'test', key: Buffer.alloc(32, 9).toString('base64') }]),
    LEDGER_POOL_SIZE: '8',
  }
  const start = () =>
    startNodeService(
      {
        name: 'ledger-svc',
        entry: join(SRC, 'main.ts'),
        env,
        readyUrl: `http://127.0.0.1:${opsPort}/readyz`,
        logFile,
      },
      new AbortController().signal,
    )
  const [created, first] = await Promise.all([
    runNode('Creating a client', [join(SRC, 'clients.ts'), 'create', '--name', 'test', '--json'], {
      ...process.env,
      ...urls,
    }),
    start(),
  ])
  let running = first
  return {
    target: `127.0.0.1:${port}`,
    clientId: (JSON.parse(created) as { client_id: string }).client_id,
    adminUrl: database.adminUrl,
    get pid() {
      return running.pid
    },
    stop: async (signal = 'SIGTERM') => {
      if (signal === 'SIGTERM') return running.stop()
      process.kill(running.pid, signal)
      await running.exited
    },
    restart: async () => {
      running = await start()
    },
  }
}

function urlsOf(adminUrl: string, name: string): Record<string, string> {
  const urlFor = (role: keyof typeof PASSWORDS): string => {
    const url = new URL(adminUrl)
    url.username = role
    url.password = PASSWORDS[role]
    url.pathname = `/${name}`
    return url.href
  }
  return { LEDGER_DATABASE_URL: urlFor('ledger_app'), LEDGER_RELAY_DATABASE_URL: urlFor('ledger_relay') }
}
