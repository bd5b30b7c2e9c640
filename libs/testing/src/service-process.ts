import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { forgetService, freePort, newSigningKey, noteService, runNode, startNodeService } from '@pacioli/dev-stack'
import { sharedServers, testDirectory } from './shared.ts'
import { testDatabase } from './test-database.ts'
import { timed } from './time-report/noted-times.ts'

export interface ServiceProcess {
  /** host:port of its gRPC. */
  target: string
  /** The superuser's URL of its database. */
  adminUrl: string
  /** Whether its process is there: tests may kill it by its id. */
  isRunning: boolean
  /** Ends it and waits until it is gone. */
  stop: () => Promise<void>
}

export type ServiceProcessOptions = {
  /** Its database; the app is `<name>-svc`, its variables begin with the name in capitals. */
  name: 'ledger' | 'billing'
  /** Its environment besides its addresses and databases. */
  env: Record<string, string>
}

/** The folder of a service's programs. */
const sourceOf = (name: ServiceProcessOptions['name']): string =>
  join(import.meta.dirname, '..', '..', '..', 'apps', `${name}-svc`, 'src')

/** A real service with a database of its own, migrated. It doesn't outlive the worker, nor the run. */
export async function testService({ name, env }: ServiceProcessOptions): Promise<ServiceProcess> {
  const prefix = name.toUpperCase()
  const database = await testDatabase({
    ofWorker: true,
    name,
    migrate: async (adminUrl, database) => {
      const urls = { ...urlsOf(name, adminUrl, database), [`${prefix}_ADMIN_DATABASE_URL`]: adminUrl }
      await runNode(`Migrating ${name}`, [join(sourceOf(name), 'migrate.ts')], { ...process.env, ...urls })
    },
  })
  const [port, opsPort] = [await freePort(), await freePort()]
  const directory = testDirectory(name)
  const databaseUrls = urlsOf(name, sharedServers().postgresAdminUrl, database.name)
  let isRunning = false
  const launch = () =>
    startNodeService(
      {
        name: `${name}-svc`,
        entry: join(sourceOf(name), 'main.ts'),
        env: {
          ...process.env,
          ...databaseUrls,
          HOST: '127.0.0.1',
          GRPC_PORT: String(port),
          OPS_PORT: String(opsPort),
          CURSOR_KEY: randomBytes(32).toString('base64'),
          SEAL_KEY: JSON.stringify(newSigningKey()),
          [`${prefix}_POOL_SIZE`]: '8',
          ...env,
        },
        readyUrl: `http://127.0.0.1:${opsPort}/readyz`,
        logFile: join(directory, `${name}-svc.log`),
        onSpawn: (pid) => {
          isRunning = true
          noteService(directory, name, pid)
        },
        onExit: () => {
          isRunning = false
          forgetService(directory, name)
        },
      },
      new AbortController().signal,
    )
  const { stop } = await timed('set-up', `a process of ${name}-svc`, launch)
  return {
    target: `127.0.0.1:${port}`,
    adminUrl: database.adminUrl,
    get isRunning() {
      return isRunning
    },
    stop,
  }
}

/** Roles belong to the server that all files share: they have the passwords that the tests of the service itself use. */
function urlsOf(name: string, adminUrl: string, database: string): Record<string, string> {
  const urlFor = (role: string, password: string): string => {
    const url = new URL(adminUrl)
    url.username = role
    url.password = password
    url.pathname = `/${database}`
    return url.href
  }
  const prefix = name.toUpperCase()
  return {
    [`${prefix}_DATABASE_URL`]: urlFor(`${name}_app`, 'app'),
    [`${prefix}_RELAY_DATABASE_URL`]: urlFor(`${name}_relay`, 'relay'),
  }
}
