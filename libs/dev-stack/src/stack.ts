import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { demoBusiness, demoClient, devToken } from './demo.ts'
import type { DevInfo } from './demo.ts'
import { inheritedEnvironment } from './inherited-environment.ts'
import { forgetService, noteService, stopLeftoverServices } from './leftovers.ts'
import { jetStreamAnswers } from './nats-probe.ts'
import { isNatsDiskFull, startNats } from './nats-server.ts'
import type { Nats } from './nats-server.ts'
import { runNode, startNodeService } from './node-service.ts'
import { Takeovers } from './takeovers.ts'
import { supervisePgbouncer } from './pgbouncer.ts'
import { isPortFree } from './ports.ts'
import { startPostgres } from './postgres.ts'
import type { Postgres } from './postgres.ts'
import { loadSecrets, writePrivateJson } from './secrets.ts'
import type { Secrets } from './secrets.ts'
import { lockWithRetry } from './state-dir.ts'
import { elsewhere, stopInOrder, supervise } from './supervisor.ts'
import type { Supervised } from './supervisor.ts'
import { APPS, HOST, launchOf, migrationsOf, operatorEnv, pickPorts, ROLES, SERVICES } from './topology.ts'
import type { ServiceName, ServicePorts, StackEnvironment } from './topology.ts'

/** The file with the environment of operator commands for a running stack. */
export const OPERATOR_FILE = 'operator.json'

/** The stream that the services create. */
const EVENT_STREAM = 'PACIOLI'

export interface StackOptions {
  /** Contains all data, secrets and logs; created when missing. */
  stateDir: string
  /** The gateway's port; a free one when absent. */
  port?: number
  /** More environment for every service. */
  env?: Record<string, string>
  /** More environment for single services. */
  serviceEnv?: Partial<Record<ServiceName, Record<string, string>>>
  /** Processes of each service; one by default. Callers rotate over all of them. */
  replicas?: number
  /** false: PostgreSQL without fsync, for tests. Default true. */
  durable?: boolean
  /** The superuser's URL of a PostgreSQL that is there already, perhaps of several servers, to use in place of one's own. */
  postgresAdminUrl?: string
  /** Requests go through a PgBouncer in transaction mode, with so many connections for each role. */
  poolerSize?: number
  /** More PostgreSQL settings. */
  postgresSettings?: Record<string, string | number>
  /** Other programs in place of this repository's services; for tests of the stack itself. */
  appsDir?: string
  /** Receives what happens, for the operator. */
  say?: (line: string) => void
  /** Receives every line that a service prints; all are also in `<state>/logs/`. */
  onServiceLine?: (service: string, line: string) => void
  /** Aborts the start: whatever is up is stopped, and startStack fails. */
  signal?: AbortSignal
}

export interface Replica extends Supervised {
  readonly ports: ServicePorts
  /** http://host:port for a gateway, host:port of gRPC for the others. */
  readonly address: string
}

export interface Stack {
  stateDir: string
  baseUrl: string
  /** Also in `<state>/dev.json`. */
  dev: DevInfo
  secrets: Secrets
  postgresAdminUrl: string
  natsUrl: string
  /** Stop, start, or kill (by `pid`) these as you please: what ends by itself is started again. */
  postgres: Supervised
  nats: Supervised
  services: Record<ServiceName, Replica>
  /** All processes of each service, including the first. */
  replicas: Record<ServiceName, Replica[]>
  /** Starts one more process of a service on ports of its own, with other settings if need be, as in a rollout. */
  addReplica: (service: ServiceName, env?: Record<string, string>) => Promise<Replica>
  /**
   * Starts programs of this directory from now on, another version's for example; running ones go on. Absent: this
   * repository's own.
   */
  useApps: (appsDir?: string) => void
  /** Runs the migrations of all services once more. */
  migrate: () => Promise<void>
  /** Stops everything in order: gateways, services, then database and broker. */
  stop: () => Promise<void>
}

/**
 * Starts the whole product on this machine: database, broker, migrations, services, demo client and business. Repairs
 * what an earlier run left behind, even a killed one. On failure nothing is left running.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const state = await lockWithRetry(options.stateDir, options.say)
  const groups: Groups = { places: [], gateways: [], services: [], servers: [] }
  const stop = async (): Promise<void> => {
    try {
      await stopInOrder([groups.places, groups.gateways, groups.services, groups.servers])
    } finally {
      state.release()
    }
  }
  // Stopping what is starting makes bringUp fail immediately, instead of when everything is up.
  const giveUp = (): void => void stopInOrder(Object.values(groups)).catch(() => {})
  options.signal?.addEventListener('abort', giveUp)
  try {
    await stopLeftoverServices(state.path)
    await refuseTakenPort(options.port)
    const up = await bringUp({ ...options, stateDir: state.path }, groups)
    options.signal?.throwIfAborted()
    return { ...up, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', giveUp)
  }
}

async function refuseTakenPort(port: number | undefined): Promise<void> {
  if (port === undefined || (await isPortFree(port))) return
  throw new Error(`Port ${port} is taken by another program. Stop that one, or choose another: PACIOLI_PORT=<port>.`)
}

type Groups = Record<'gateways' | 'services' | 'servers', Supervised[]> & { places: Takeovers[] }

async function bringUp(options: StackOptions, groups: Groups): Promise<Omit<Stack, 'stop'>> {
  const { stateDir, say = () => {} } = options
  mkdirSync(join(stateDir, 'logs'), { recursive: true, mode: 0o700 })
  const secrets = loadSecrets(stateDir, ROLES)
  const servers = await startServers(options, groups)
  const { poolerSize: poolSize } = options
  const { postgresAdminUrl: behind } = servers
  const pooler =
    poolSize && (await supervisePgbouncer({ stateDir, behind, passwords: secrets.passwords, poolSize, say }))
  if (pooler) groups.servers.push(pooler)
  const ports = await pickAllPorts(options)
  const baseUrl = `http://${HOST}:${ports.gateway[0].main}`
  const around: StackEnvironment = {
    appsDir: options.appsDir ?? APPS,
    filesDir: join(stateDir, 'files'),
    postgresAdminUrl: servers.postgresAdminUrl,
    poolerPort: pooler ? pooler.port : undefined,
    natsUrl: servers.natsUrl,
    baseUrl,
    secrets,
    grpc: {
      'ledger-svc': addressesOf(ports['ledger-svc']),
      'banking-svc': addressesOf(ports['banking-svc']),
      'billing-svc': addressesOf(ports['billing-svc']),
      'reporting-svc': addressesOf(ports['reporting-svc']),
    },
  }
  options.signal?.throwIfAborted()
  await migrate(options, around)
  options.signal?.throwIfAborted()
  say('Databases migrated')

  const start = (name: ServiceName, at: ServicePorts, label: string, own = {}): Promise<Replica> =>
    startReplica(options, groups, around, { name, ports: at, label, own })
  const startAll = (name: ServiceName): Promise<Replica[]> =>
    Promise.all(ports[name].map((at, index) => start(name, at, index === 0 ? name : `${name}-${index + 1}`)))
  const [client, ...started] = await Promise.all([
    demoClient(stateDir, around, serviceEnvironment(options)),
    ...SERVICES.map(startAll),
  ])
  const replicas = Object.fromEntries(SERVICES.map((name, index) => [name, started[index]])) as Stack['replicas']
  const services = Object.fromEntries(SERVICES.map((name) => [name, replicas[name][0]])) as Stack['services']
  const dev: DevInfo = {
    base_url: baseUrl,
    token: devToken(baseUrl, client, secrets),
    ...client,
    business_id: await demoBusiness(stateDir, baseUrl, client),
  }
  writePrivateJson(join(stateDir, 'dev.json'), dev)
  writePrivateJson(join(stateDir, OPERATOR_FILE), operatorEnv(around))
  groups.places.push(await openPlaces(options, services, around))

  let added = options.replicas ?? 1
  const addReplica = async (name: ServiceName, own: Record<string, string> = {}): Promise<Replica> => {
    added += 1
    return start(name, await pickPorts(), `${name}-${added}`, own)
  }
  const { postgres, nats, postgresAdminUrl, natsUrl } = servers
  const all = { stateDir, baseUrl, dev, secrets, postgresAdminUrl, natsUrl, postgres, nats, services, replicas }
  return {
    ...all,
    addReplica,
    useApps: (appsDir = APPS) => void (around.appsDir = appsDir),
    migrate: () => migrate(options, around),
  }
}

type AllPorts = Record<ServiceName, [ServicePorts, ...ServicePorts[]]>

/** The gateway that was given a port is the first one. */
async function pickAllPorts({ port, replicas = 1 }: StackOptions): Promise<AllPorts> {
  const ofOne = (name: ServiceName): Promise<ServicePorts[]> =>
    Promise.all(
      Array.from({ length: replicas }, (_, index) => pickPorts(name === 'gateway' && index === 0 ? port : undefined)),
    )
  return Object.fromEntries(await Promise.all(SERVICES.map(async (name) => [name, await ofOne(name)]))) as AllPorts
}

const addressesOf = (replicas: readonly ServicePorts[]): string =>
  replicas.map(({ main }) => `${HOST}:${main}`).join(',')

interface Servers {
  postgres: Supervised
  nats: Supervised
  postgresAdminUrl: string
  natsUrl: string
}

/** Database and broker; after a crash each comes back on the port it had, where the services look for it. */
async function startServers(options: StackOptions, groups: Groups): Promise<Servers> {
  const { stateDir, say, durable, postgresSettings: settings } = options
  let database: Postgres | undefined
  let broker: Nats | undefined
  const ownPostgres = supervise(
    {
      name: 'PostgreSQL',
      start: async () => (database = await startPostgres({ stateDir, port: database?.port, durable, settings })),
    },
    { say },
  )
  const nats = supervise(
    {
      name: 'NATS',
      start: async () => (broker = await startNats({ stateDir, port: broker?.port, say })),
      works: async () => isNatsDiskFull(stateDir) || (await jetStreamAnswers(broker?.port ?? 0, EVENT_STREAM)),
    },
    { say },
  )
  const postgres = options.postgresAdminUrl === undefined ? ownPostgres : elsewhere('PostgreSQL')
  groups.servers.push(postgres, nats)
  await allOrThrow([postgres.start(), nats.start()])
  const postgresAdminUrl = options.postgresAdminUrl ?? database?.adminUrl
  if (postgresAdminUrl === undefined || !broker)
    throw new Error('Database and broker were started, yet one is missing.')
  say?.(`PostgreSQL on ${database ? `${HOST}:${database.port}` : 'servers of its own'}, NATS on ${HOST}:${broker.port}`)
  return { postgres, nats, postgresAdminUrl, natsUrl: broker.url }
}

async function migrate(options: StackOptions, around: StackEnvironment): Promise<void> {
  const env = serviceEnvironment(options)
  await allOrThrow(
    migrationsOf(SERVICES, around).map((migration) =>
      runNode(`Migrating the database of ${migration.service}`, [migration.entry], { ...env, ...migration.env }),
    ),
  )
}

/** Each service can be replaced: a developer runs one from changing sources. */
async function openPlaces(
  { stateDir, env, serviceEnv, say = () => {} }: StackOptions,
  services: Stack['services'],
  around: StackEnvironment,
): Promise<Takeovers> {
  const places = SERVICES.map((name) => {
    const own = services[name]
    const { env: made, readyUrl } = launchOf(name, own.ports, around)
    const migrationEnv = migrationsOf([name], around)[0]?.env
    const terms = { env: { ...made, ...env, ...serviceEnv?.[name] }, readyUrl, ...(migrationEnv && { migrationEnv }) }
    return [name, { own, terms }] as const
  })
  return Takeovers.open({ stateDir, say, services: Object.fromEntries(places) })
}

/** One process of a service: `own` are settings that no other one has. */
interface Process {
  name: ServiceName
  ports: ServicePorts
  label: string
  own: Record<string, string>
}

async function startReplica(
  options: StackOptions,
  groups: Groups,
  around: StackEnvironment,
  { name: service, ports, label, own }: Process,
): Promise<Replica> {
  const { env, readyUrl } = launchOf(service, ports, around)
  const nodeService = {
    name: label,
    env: { ...serviceEnvironment(options), ...env, ...options.env, ...options.serviceEnv?.[service], ...own },
    readyUrl,
    logFile: join(options.stateDir, 'logs', `${label}.log`),
    onSpawn: (pid: number) => noteService(options.stateDir, label, pid),
    onExit: () => forgetService(options.stateDir, label),
    onLine: (line: string) => options.onServiceLine?.(label, line),
  }
  const supervised = supervise(
    {
      name: label,
      // The directory of programs may change between starts.
      start: (signal) => startNodeService({ ...nodeService, entry: launchOf(service, ports, around).entry }, signal),
    },
    { say: options.say },
  )
  groups[service === 'gateway' ? 'gateways' : 'services'].push(supervised)
  await supervised.start()
  options.say?.(`${label} is ready`)
  const address = service === 'gateway' ? `http://${HOST}:${ports.main}` : `${HOST}:${ports.main}`
  return Object.assign(supervised, { ports, address })
}

const serviceEnvironment = ({ env }: StackOptions): NodeJS.ProcessEnv => ({ ...inheritedEnvironment(), ...env })

/** Waits for all before it fails, so that nothing is still starting while the caller cleans up. */
async function allOrThrow(all: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(all)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
