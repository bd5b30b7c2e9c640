/** A Citus cluster with the databases of all services, whose servers die, come back, join and leave. */
import { DATABASE_NAMES, waitFor } from '@pacioli/dev-stack'
import { databaseUrl, testDirectory, withClient } from '@pacioli/testing'
import { createInCluster, joinCluster } from '@pacioli/testing/citus'
import { hasCitus, startCitusCluster, type CitusCluster, type CitusNode, type CitusOptions } from './citus-cluster.ts'

const SETTINGS = {
  // What was committed outlives the process, though not the machine.
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Of the transactions of a coordinator that died; a minute by default.
  'citus.recover_2pc_interval': '5s',
}

/** Why there can be none here; undefined where there can. */
export const NO_CLUSTER: string | undefined = hasCitus()
  ? undefined
  : 'left out: they start servers of their own, and the PostgreSQL of this machine has no Citus'

export type Death = 'killed' | 'stopped at once'

export class ProductCluster {
  readonly #cluster: CitusCluster

  private constructor(cluster: CitusCluster) {
    this.#cluster = cluster
  }

  /** @param options settings are those of its servers, besides what a cluster needs */
  static async start(
    name: string,
    workers: number,
    { isArchiving = false, settings }: Pick<CitusOptions, 'isArchiving' | 'settings'> = {},
  ): Promise<ProductCluster> {
    const started = await startCitusCluster({
      stateDir: testDirectory(name),
      workers,
      isArchiving,
      durable: false,
      settings: { ...SETTINGS, ...settings },
    })
    const cluster = new ProductCluster(started)
    try {
      for (const database of DATABASE_NAMES) await createInCluster(started, database)
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** The superuser's URL of the coordinator. */
  get adminUrl(): string {
    return this.#cluster.coordinator
  }

  get coordinator(): CitusNode {
    return this.#cluster.servers[0] as CitusNode
  }

  /** The coordinator first. */
  get servers(): readonly CitusNode[] {
    return this.#cluster.servers
  }

  get workers(): readonly CitusNode[] {
    return this.#cluster.servers.slice(1)
  }

  /** One more, as an operator adds it; the migrations have to be run again before rows move there. */
  async addWorker(): Promise<CitusNode> {
    const node = await this.#cluster.add()
    for (const database of DATABASE_NAMES) await joinCluster(this.adminUrl, node.postgres.adminUrl, database)
    return node
  }

  /** A statement of an operator, in one of the databases of the coordinator. */
  ask<Row extends object>(database: string, sql: string, bind: unknown[] = []): Promise<Row[]> {
    return withClient(databaseUrl(this.adminUrl, { database }), async (client) => {
      return (await client.query<Row>(sql, bind)).rows
    })
  }

  /** The worker that has a business in one of the databases. */
  async workerOf(database: string, businessId: string): Promise<CitusNode> {
    const [found] = await this.ask<{ port: number }>(
      database,
      `SELECT n.nodeport AS port FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
        WHERE n.noderole = 'primary' AND p.shardid = get_shard_id_for_distribution_column('idempotency_keys', $1::uuid)`,
      [businessId],
    )
    const worker = this.workers.find(({ postgres }) => postgres.port === found?.port)
    if (!worker) throw new Error(`${businessId} of ${database} is with no worker`)
    return worker
  }

  /** The one that has a business in every database; undefined where they are several. */
  async homeOf(businessId: string): Promise<CitusNode | undefined> {
    const homes = new Set(await Promise.all(DATABASE_NAMES.map((database) => this.workerOf(database, businessId))))
    return homes.size === 1 ? [...homes][0] : undefined
  }

  stop(): Promise<void> {
    return this.#cluster.stop()
  }
}

export async function die({ postgres }: CitusNode, how: Death): Promise<void> {
  if (how === 'stopped at once') return postgres.crash()
  process.kill(postgres.pid, 'SIGKILL')
  await postgres.exited
}

/** The backends of a killed server take a moment to notice, and until then no other one may start. */
export async function comeBack(node: CitusNode): Promise<void> {
  const start = (): Promise<boolean> =>
    node.start().then(
      () => true,
      () => false,
    )
  await waitFor(`${node.name} to start again`, start, { timeoutMs: 120_000, everyMs: 100 })
}
