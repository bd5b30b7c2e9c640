/** The settings of a service that posts. Separate from the code that runs it, so that commands load no more than they need. */
import {
  base64Key,
  brokerOf,
  brokerSettings,
  callGraceOf,
  capacitySettings,
  endingOf,
  hostAndPort,
  loadConfig,
  num,
  port,
  postgresUrl,
  unpooledPostgresUrl,
  processSettings,
  tlsFilesOf,
  tlsSettings,
  workloadOf,
} from '@pacioli/service/configuration'
import { auditingOf, auditSettings } from '@pacioli/proof/configuration'
import { sealingOf, sealSettings, witnessingOf } from '@pacioli/seals/configuration'

/** Services that post; each calls the other one. */
type Owner = 'banking' | 'billing'

/** Example addresses of these services and of the ledger. */
const ADDRESSES = { ledger: '127.0.0.1:50051', banking: '127.0.0.1:50052', billing: '127.0.0.1:50053' }

const setting = <Name extends string, Spec>(name: Name, spec: Spec) => ({ [name]: spec }) as Record<Name, Spec>

const address = (service: keyof typeof ADDRESSES) =>
  hostAndPort({ desc: `host:port of ${service}-svc`, example: ADDRESSES[service] })

/**
 * The environment variables of each program of the service, by the name of its file, and the functions that read them.
 * @param peer the service that it calls besides the ledger @param parked what its `parked-events` reads
 */
export function postingServiceSettings(
  owner: Owner,
  { peer, parked }: { peer: Owner; parked: 'database' | 'database and peers' },
) {
  const prefix = owner.toUpperCase() as Uppercase<Owner>
  const app = `${prefix}_DATABASE_URL` as const
  const relay = `${prefix}_RELAY_DATABASE_URL` as const
  const admin = `${prefix}_ADMIN_DATABASE_URL` as const
  const size = `${prefix}_POOL_SIZE` as const
  const peerUrl = `${peer.toUpperCase() as Uppercase<Owner>}_GRPC_URL` as const

  const relayUrl = setting(
    relay,
    unpooledPostgresUrl({ desc: `the ${owner} database, as the role that relays events and postings and keeps house` }),
  )
  const appUrl = setting(app, postgresUrl({ desc: `the ${owner} database, as the role that serves requests` }))
  const urls = { ...appUrl, ...relayUrl }
  const peers = { LEDGER_GRPC_URL: address('ledger'), ...setting(peerUrl, address(peer)) }
  const command = { ...urls, ...peers, ...tlsSettings }
  const main = {
    ...urls,
    ...processSettings,
    ...tlsSettings,
    ...capacitySettings,
    GRPC_PORT: port({ desc: 'gRPC for the other services' }),
    OPS_PORT: port({ desc: 'HTTP for probes and metrics' }),
    ...brokerSettings,
    ...peers,
    CURSOR_KEY: base64Key({ desc: '32 random bytes in base64, the same for all replicas: signs page cursors' }),
    ...sealSettings,
    ...auditSettings,
    ...setting(
      size,
      num({ default: 16, desc: 'connections to the database for requests; the relays have 4 more, and 1 to listen' }),
    ),
  }
  const migrate = {
    ...urls,
    ...setting(
      admin,
      unpooledPostgresUrl({
        desc: 'the maintenance database, as a role that may create databases and roles',
        example: 'postgres://admin:…@db:5432/postgres',
      }),
    ),
  }

  /** For commands that read the database. */
  const databaseConfig = (env: Record<typeof app | typeof relay, string> = loadConfig(urls)) => ({
    databaseUrl: env[app],
    relayDatabaseUrl: env[relay],
  })
  /** For commands that read the database and query the ledger and the peer. */
  const commandConfig = (env = loadConfig(command)) => ({
    ...databaseConfig(env),
    ledgerTarget: { address: env.LEDGER_GRPC_URL, tls: tlsFilesOf(env) },
    peerTarget: { address: env[peerUrl], tls: tlsFilesOf(env) },
  })
  return {
    programs: {
      main,
      migrate,
      [`check-${owner}`]: command,
      'import-books': appUrl,
      'parked-events': parked === 'database' ? urls : command,
    },
    /** The settings of the service process. */
    readConfig: () => {
      const env = loadConfig(main)
      return {
        ...commandConfig(env),
        logLevel: env.LOG_LEVEL,
        host: env.HOST,
        ending: endingOf(env),
        callGraceMs: callGraceOf(env),
        tls: tlsFilesOf(env),
        maxInFlight: env.GRPC_MAX_IN_FLIGHT,
        workload: workloadOf(env, env[size]),
        grpcPort: env.GRPC_PORT,
        opsPort: env.OPS_PORT,
        broker: brokerOf(env),
        cursorKey: env.CURSOR_KEY,
        sealing: sealingOf(env),
        witnessing: witnessingOf(env),
        auditing: auditingOf(env),
        poolSize: env[size],
      }
    },
    /** For migrations: also a role that may create databases and roles. */
    migrationUrls: () => {
      const env = loadConfig(migrate)
      return { app: env[app], relay: env[relay], admin: env[admin] }
    },
    /** For commands that need only the relay's role. */
    relayConfig: () => ({ relayUrl: loadConfig(relayUrl)[relay] }),
    databaseConfig: () => databaseConfig(),
    /** For `books:import`. */
    importUrl: (): string => loadConfig(appUrl)[app],
    commandConfig: () => commandConfig(),
  }
}
