/** A Citus cluster of its own on this machine, of the operating system's PostgreSQL, for tests that stop its servers. */
import { giveToPostgresUser, startPostgres, type Postgres, type PostgresOptions } from '@pacioli/dev-stack'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { postgresPrograms } from './patroni-programs.ts'

export type CitusNode = {
  name: string
  postgres: Postgres
  dataDir: string
  /** What the server says, and has said before it was started again. */
  logFile: string
  /** Beside its data, a place for backups of it. */
  backupDir: string
  /** Beside it, too, the log that it has archived, where it does. */
  archiveDir: string
  /** At its address again, with these settings as well. */
  start: (settings?: Record<string, string>) => Promise<void>
}

export type CitusCluster = {
  /** The superuser's URLs, of the maintenance databases. */
  coordinator: string
  nodes: string[]
  /** The coordinator first. Each may be stopped, crashed, and started again at its address. */
  servers: CitusNode[]
  /** Starts one more, which is in no database yet. */
  add: () => Promise<CitusNode>
  stop: () => Promise<void>
}

/**
 * What a node needs: logical replication and prepared transactions to move shards and to write to several nodes, and
 * workers for moves in as many databases as services have.
 */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: 400,
  max_prepared_transactions: 400,
  max_worker_processes: 64,
  max_logical_replication_workers: 32,
  max_replication_slots: 64,
  max_wal_senders: 64,
  // Checks by the superuser are long statements over few rows; roles of services are without it anyway.
  jit: 'off',
}

/** Whether the PostgreSQL of this machine has Citus. */
export function hasCitus(): boolean {
  try {
    return existsSync(join(postgresPrograms(), '..', 'lib', 'citus.so'))
  } catch {
    return false
  }
}

export type CitusOptions = Pick<PostgresOptions, 'stateDir' | 'durable' | 'settings'> & {
  workers: number
  /** Whether each server archives its log. Default false. */
  isArchiving?: boolean
}

/**
 * Starts a coordinator and so many workers, which know of each other once databases are made in them (createInCluster).
 * @throws Error where Citus is not installed, with what to install
 */
export async function startCitusCluster(options: CitusOptions): Promise<CitusCluster> {
  if (!hasCitus())
    throw new Error('Expected Citus for the PostgreSQL of this machine (Debian: https://docs.citusdata.com).')
  const names = ['coordinator', ...Array.from({ length: options.workers }, (_, index) => `worker-${index + 1}`)]
  const servers = await Promise.all(names.map((name) => startNode(name, options)))
  const [coordinator, ...nodes] = servers.map(({ postgres }) => postgres.adminUrl)
  return {
    coordinator: coordinator ?? '',
    nodes,
    servers,
    add: async () => {
      const node = await startNode(`worker-${servers.length}`, options)
      servers.push(node)
      return node
    },
    stop: async () => void (await Promise.all(servers.map(({ postgres }) => postgres.stop()))),
  }
}

async function startNode(
  name: string,
  { stateDir, durable, settings, isArchiving = false }: CitusOptions,
): Promise<CitusNode> {
  const own = join(stateDir, name)
  const [backupDir, archiveDir] = [join(own, 'backup'), join(own, 'archive')]
  mkdirSync(own, { recursive: true, mode: 0o755 })
  for (const directory of [backupDir, archiveDir]) {
    mkdirSync(directory, { mode: 0o700 })
    giveToPostgresUser(directory)
  }
  const archiving = { archive_mode: 'on', archive_command: `test ! -f ${archiveDir}/%f && cp %p ${archiveDir}/%f` }
  const start = (more: Record<string, string>, port?: number): Promise<Postgres> =>
    startPostgres({
      stateDir: own,
      programs: postgresPrograms(),
      isOpen: true,
      settings: { ...SETTINGS, ...settings, ...(isArchiving ? archiving : {}), ...more },
      ...(port === undefined ? {} : { port }),
      ...(durable === undefined ? {} : { durable }),
    })
  const node: CitusNode = {
    name,
    dataDir: join(own, 'postgres'),
    logFile: join(own, 'postgres.log'),
    backupDir,
    archiveDir,
    postgres: await start({}),
    start: async (more = {}) => void (node.postgres = await start(more, node.postgres.port)),
  }
  return node
}
