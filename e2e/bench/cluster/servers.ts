/** The systems that are compared: one on a Citus cluster of its own, one on a single server of the same PostgreSQL. */
import { DATABASE_NAMES, sendSignal, startPostgres, type Stack, type StackOptions } from '@pacioli/dev-stack'
import { createInCluster } from '@pacioli/testing/citus'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withTemporaryStack } from '../../src/temporary-stack.ts'
import type { BenchContext } from '../bench.ts'
import { startCitusCluster } from '../../src/citus-cluster.ts'
import { postgresPrograms } from '../../src/patroni-programs.ts'
import { CpuMeter, POSTGRES, roleIn } from '../tools/cpu.ts'

/** A server of a system: its name in the figures, and its process. */
export type Server = { name: string; pid: number; port: number }

export type Servers = { adminUrl: string; servers: Server[] }

export type Settings = NonNullable<StackOptions['postgresSettings']>

/** Divisible by one, two and three workers. */
const SHARDS = 12

/** With empty databases of all services in it. */
export const withCluster = <Result>(
  workers: number,
  settings: Settings,
  use: (servers: Servers) => Promise<Result>,
): Promise<Result> =>
  inDirectory(async (stateDir) => {
    const cluster = await startCitusCluster({ stateDir, workers, settings })
    const letGo = endWithProgram(cluster.servers.map(({ postgres }) => postgres.pid))
    try {
      for (const database of DATABASE_NAMES) await createInCluster(cluster, database, SHARDS)
      const servers = cluster.servers.map(({ name, postgres }) => ({ name, pid: postgres.pid, port: postgres.port }))
      return await use({ adminUrl: cluster.coordinator, servers })
    } finally {
      letGo()
      await cluster.stop()
    }
  })

/** The same PostgreSQL alone. */
export const withOneServer = <Result>(
  settings: Settings,
  use: (servers: Servers) => Promise<Result>,
): Promise<Result> =>
  inDirectory(async (stateDir) => {
    const { adminUrl, pid, port, stop } = await startPostgres({ stateDir, programs: postgresPrograms(), settings })
    const letGo = endWithProgram([pid])
    try {
      return await use({ adminUrl, servers: [{ name: 'alone', pid, port }] })
    } finally {
      letGo()
      await stop()
    }
  })

/** Has servers end where the program is interrupted, which ends without waiting for anything. @returns what undoes that */
function endWithProgram(pids: readonly number[]): () => void {
  const end = (): void => pids.forEach((pid) => sendSignal(pid, 'SIGINT'))
  process.once('exit', end)
  return () => void process.off('exit', end)
}

/** The whole product with its databases there. */
export const withStackOn = <Result>(
  { say }: BenchContext,
  { adminUrl, servers }: Servers,
  use: (stack: Stack) => Promise<Result>,
): Promise<Result> => {
  say(`starting a stack on ${servers.map(({ name }) => name).join(', ')}`)
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    GATEWAY_RATE_LIMIT_PER_SECOND: '0',
    GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0',
  }
  return withTemporaryStack({ postgresAdminUrl: adminUrl, env }, use)
}

async function inDirectory<Result>(use: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'pacioli-cluster-'))
  try {
    return await use(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The CPU of each database server by the role that it works for, and of the services. */
export const meterOfServers = (stack: Stack, { servers }: Servers): CpuMeter => {
  const services = Object.entries(stack.services).map(([name, { pid }]) => [name, pid ?? 0] as const)
  const databases = servers.map(({ name, pid }) => [`${POSTGRES} ${name}`, pid] as const)
  return new CpuMeter(Object.fromEntries([...services, ...databases]), undefined, undefined, roleIn)
}
