import { databaseUrl } from '@pacioli/fields/database-url'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import type { Secrets } from './secrets.ts'

/** Where the services are: apps/ of this repository. */
export const APPS = join(import.meta.dirname, '..', '..', '..', 'apps')

export const SERVICES = ['ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc', 'gateway'] as const
export type ServiceName = (typeof SERVICES)[number]

/** The services with a database, each with the name of it; its roles are <database>_app and <database>_relay. */
const DATABASES = {
  'ledger-svc': 'ledger',
  'banking-svc': 'banking',
  'billing-svc': 'billing',
  'reporting-svc': 'reporting',
} as const
type DatabaseService = keyof typeof DATABASES

export const DATABASE_NAMES: readonly string[] = Object.values(DATABASES)

export const ROLES = DATABASE_NAMES.flatMap((database) => [`${database}_app`, `${database}_relay`])

/** What is the same for every process of a stack. */
export interface StackEnvironment {
  /** The directory with a directory per service. */
  appsDir: string
  /** Where reporting-svc stores exported files. */
  filesDir: string
  /** The superuser's URL, perhaps of several servers. */
  postgresAdminUrl: string
  /** Of the pooler in front of it, on this machine. */
  poolerPort?: number | undefined
  natsUrl: string
  baseUrl: string
  secrets: Secrets
  /** host:port by service, for those that serve gRPC. */
  grpc: Record<DatabaseService, string>
}

export interface ServicePorts {
  /** gRPC, or public HTTP for the gateway. */
  main: number
  ops: number
  /** Where reporting-svc serves exported files; no other service uses it. */
  files: number
}

export interface Launch {
  entry: string
  env: Record<string, string>
  readyUrl: string
}

export const HOST = '127.0.0.1'
export const AUDIENCE = 'pacioli'

export async function pickPorts(main?: number): Promise<ServicePorts> {
  return { main: main ?? (await freePort()), ops: await freePort(), files: await freePort() }
}

/** How to run a service, or one more replica of it on other ports. */
export function launchOf(service: ServiceName, ports: ServicePorts, around: StackEnvironment): Launch {
  const common = { HOST, NATS_URL: around.natsUrl, OPS_PORT: String(ports.ops) }
  const entry = join(around.appsDir, service, 'src', 'main.ts')
  if (service === 'gateway') {
    return { entry, env: { ...common, ...gatewayEnv(ports, around) }, readyUrl: `http://${HOST}:${ports.main}/readyz` }
  }
  const env = {
    ...common,
    ...databaseEnv(service, around),
    GRPC_PORT: String(ports.main),
    CURSOR_KEY: around.secrets.cursorKey,
    ...ownEnv(service, ports, around),
  }
  return { entry, env, readyUrl: `http://${HOST}:${ports.ops}/readyz` }
}

/** The settings of one service alone. */
function ownEnv(service: DatabaseService, ports: ServicePorts, around: StackEnvironment): Record<string, string> {
  const ledger = { LEDGER_GRPC_URL: around.grpc['ledger-svc'] }
  switch (service) {
    case 'ledger-svc':
      return { ...ledgerKeysEnv(around), ...sealEnv(around), GATEWAY_BASE_URL: around.baseUrl }
    // These two call each other, in either order of start.
    case 'banking-svc':
      return { ...ledger, ...sealEnv(around), BILLING_GRPC_URL: around.grpc['billing-svc'] }
    case 'billing-svc':
      return { ...ledger, ...sealEnv(around), BANKING_GRPC_URL: around.grpc['banking-svc'] }
    case 'reporting-svc':
      return {
        ...ledger,
        BANKING_GRPC_URL: around.grpc['banking-svc'],
        BILLING_GRPC_URL: around.grpc['billing-svc'],
        ...filesEnv(ports, around),
        ...reportingKeysEnv(around),
        // A platform that is being developed listens on this machine, too.
        WEBHOOKS_ALLOW_PRIVATE: 'true',
      }
  }
}

/** Replicas share the directory and the key, so each serves all links. */
const filesEnv = ({ files }: ServicePorts, { filesDir, secrets }: StackEnvironment): Record<string, string> => ({
  FILE_STORE: 'disk',
  FILES_DIR: filesDir,
  FILES_PORT: String(files),
  FILES_BASE_URL: `http://${HOST}:${files}`,
  FILES_SIGNING_KEY: secrets.filesKey,
})

/** The key of the tokens will do where all keys are in one file. */
const sealEnv = ({ secrets }: StackEnvironment): Record<string, string> => ({
  SEAL_KEY: JSON.stringify(secrets.signingKey),
})

const ledgerKeysEnv = ({ secrets }: StackEnvironment): Record<string, string> => ({
  LEDGER_MASTER_KEYS: JSON.stringify([{ id: 'local', key: secrets.masterKey }]),
})

const reportingKeysEnv = ({ secrets }: StackEnvironment): Record<string, string> => ({
  REPORTING_MASTER_KEYS: JSON.stringify([{ id: 'local', key: secrets.reportingMasterKey }]),
})

function gatewayEnv(ports: ServicePorts, around: StackEnvironment): Record<string, string> {
  return {
    GATEWAY_PORT: String(ports.main),
    GATEWAY_BASE_URL: around.baseUrl,
    GATEWAY_REPLICAS: '1',
    GATEWAY_ISSUER: around.baseUrl,
    GATEWAY_AUDIENCE: AUDIENCE,
    GATEWAY_SIGNING_KEYS: JSON.stringify([around.secrets.signingKey]),
    CURSOR_KEY: around.secrets.cursorKey,
    LEDGER_GRPC_URL: around.grpc['ledger-svc'],
    BANKING_GRPC_URL: around.grpc['banking-svc'],
    BILLING_GRPC_URL: around.grpc['billing-svc'],
    REPORTING_GRPC_URL: around.grpc['reporting-svc'],
  }
}

export type Migration = Omit<Launch, 'readyUrl'> & { service: ServiceName }

/** The programs that create the databases and their tables; each can be repeated. */
export function migrationsOf(services: readonly ServiceName[], around: StackEnvironment): Migration[] {
  return services.flatMap((service) => {
    if (service === 'gateway') return []
    const entry = join(around.appsDir, service, 'src', 'migrate.ts')
    const admin = { [`${DATABASES[service].toUpperCase()}_ADMIN_DATABASE_URL`]: around.postgresAdminUrl }
    return [{ service, entry, env: { ...databaseEnv(service, around), ...admin } }]
  })
}

/** The database URLs of a service and its relay. Never the superuser's: that is for migrations. */
export function databaseEnv(service: DatabaseService, around: StackEnvironment): Record<string, string> {
  const database = DATABASES[service]
  const prefix = database.toUpperCase()
  const urlFor = (user: string): string =>
    databaseUrl(around.postgresAdminUrl, { user, password: around.secrets.passwords[user] ?? '', database })
  const pooled = (url: string): string => {
    if (around.poolerPort === undefined) return url
    const changed = new URL(`${url}?pooler=transaction`)
    changed.host = `${HOST}:${around.poolerPort}`
    return changed.href
  }
  return {
    [`${prefix}_DATABASE_URL`]: pooled(urlFor(`${database}_app`)),
    [`${prefix}_RELAY_DATABASE_URL`]: urlFor(`${database}_relay`),
  }
}

/** The environment of the operator commands (clients, ledger:check, banking:check, reporting:rebuild and so on). */
export function operatorEnv(everything: StackEnvironment): Record<string, string> {
  // They go to the server itself: their statements may take minutes.
  const around = { ...everything, poolerPort: undefined }
  return {
    ...databaseEnv('ledger-svc', around),
    ...ledgerKeysEnv(around),
    ...reportingKeysEnv(around),
    ...databaseEnv('banking-svc', around),
    ...databaseEnv('billing-svc', around),
    ...databaseEnv('reporting-svc', around),
    LEDGER_GRPC_URL: around.grpc['ledger-svc'],
    BANKING_GRPC_URL: around.grpc['banking-svc'],
    BILLING_GRPC_URL: around.grpc['billing-svc'],
    NATS_URL: around.natsUrl,
  }
}
