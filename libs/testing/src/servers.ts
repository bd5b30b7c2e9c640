import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats, startPostgres } from '@pacioli/dev-stack'
import { citusServers } from './citus.ts'
import type { SharedServers } from './shared.ts'
import { timed } from './time-report/noted-times.ts'

/** One PostgreSQL and one NATS for a test run. */
export interface RunServers {
  servers: SharedServers
  stop: () => Promise<void>
}

/** Dozens of databases that live for seconds: looking after each once a minute would be most of what the server does. */
const SETTINGS = { max_connections: 400, autovacuum: 'off' }

/**
 * Starts the run's servers in a temporary directory, without fsync. They never outlive the run: a cleaner process
 * watches this one, and stops and removes them when it is gone, even by Ctrl-C or kill -9.
 */
export async function startRunServers(): Promise<RunServers> {
  const runDir = mkdtempSync(join(tmpdir(), 'pacioli-test-'))
  chmodSync(runDir, 0o755)
  const cleaner = fork(join(import.meta.dirname, 'cleaner.ts'), [runDir], { detached: true, stdio: 'ignore' })
  const cleaned = new Promise<void>((resolve) => cleaner.once('exit', () => resolve()))
  cleaner.unref()
  cleaner.channel?.unref()
  const stop = async (): Promise<void> => {
    cleaner.ref()
    if (cleaner.connected) cleaner.disconnect()
    await cleaned
  }
  try {
    const start = () =>
      Promise.all([
        postgresOfRun(runDir),
        startNats({ stateDir: runDir, say: (line) => process.stderr.write(`${line}\n`) }),
      ])
    const [postgres, nats] = await timed('set-up', 'PostgreSQL and NATS of the run', start)
    return { servers: { runDir, ...postgres, natsUrl: nats.url }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Postgres = Pick<SharedServers, 'postgresAdminUrl' | 'nodes'>

/** Of the run; or the cluster that CITUS_URL names, which is there before it. */
async function postgresOfRun(runDir: string): Promise<Postgres> {
  const cluster = await citusServers()
  if (cluster) return { postgresAdminUrl: cluster.coordinator, nodes: cluster.nodes }
  const { adminUrl } = await startPostgres({ stateDir: runDir, durable: false, settings: SETTINGS })
  return { postgresAdminUrl: adminUrl, nodes: [] }
}
