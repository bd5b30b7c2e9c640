/** A platform that began on one server, and goes on with its books in a cluster. */
import { DATABASE_NAMES, freePort, startPostgres, type Postgres, type Stack } from '@pacioli/dev-stack'
import { databaseUrl, ownStack, testDirectory, waitFor, withClient } from '@pacioli/testing'
import { growToCluster } from '@pacioli/testing/citus'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startCitusCluster, type CitusCluster } from '../src/citus-cluster.ts'
import { newClient } from '../src/clients.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { NO_CLUSTER } from '../src/product-cluster.ts'
import { postgresPrograms } from '../src/patroni-programs.ts'
import { sidesOnLedger } from '../src/trial-balances.ts'
import { Work } from '../src/work.ts'

const REQUESTS = 120

let cluster: CitusCluster
let stack: Stack | undefined
/** The same installation, at the same address, with its databases on this server. */
let startOn: (postgresAdminUrl: string) => Promise<Stack>

/** Work on the server, and on it again when it has moved into the cluster. */
async function goesOn(
  server: string,
  move: (whileWorking: (act: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  stack = await startOn(server)
  const work = await Work.begin(await newClient(stack, 'growing', { isPatient: true }))
  await work.run(REQUESTS, () => Promise.resolve())
  await work.expectSound()
  let before: unknown
  await move(async (act) => {
    await work.run(REQUESTS, act)
    await work.expectSound()
    before = await balancesOf(work)
    await stack?.stop()
  })
  for (const database of DATABASE_NAMES) await growToCluster(cluster, database)
  stack = await startOn(cluster.coordinator)
  expect(await balancesOf(work)).toEqual(before)
  await work.expectSound()
  await work.run(REQUESTS, () => Promise.resolve())
  await work.expectSound()
  await expectNoViolations(stack)
}

const balancesOf = (work: Work): Promise<unknown> => Promise.all(work.books.map((books) => sidesOnLedger(books)))

/** Roles and tables, and all rows that there are and that come. */
async function replicate(from: Postgres, to: string): Promise<void> {
  await pipe(['pg_dumpall', '--roles-only', '-d', from.adminUrl], to)
  for (const database of DATABASE_NAMES) {
    await withClient(to, (client) => client.query(`CREATE DATABASE ${database}`))
    await pipe(['pg_dump', '--schema-only', '-d', at(from.adminUrl, database)], at(to, database))
    await withClient(at(from.adminUrl, database), (client) => client.query('CREATE PUBLICATION moving FOR ALL TABLES'))
    await withClient(at(to, database), (client) =>
      client.query(
        `CREATE SUBSCRIPTION moving_${database} CONNECTION '${at(from.adminUrl, database)}' PUBLICATION moving`,
      ),
    )
  }
}

/** When nobody writes any more: waits for the last of it, and numbers on where the server did. */
async function switchOver(from: Postgres, to: string, database: string): Promise<void> {
  await withClient(at(to, database), async (here) => {
    const isCopied = async (): Promise<boolean> =>
      (await here.query(`SELECT FROM pg_subscription_rel WHERE srsubstate <> 'r'`)).rowCount === 0
    await waitFor(`${database} to be copied`, isCopied, { timeoutMs: 120_000 })
    await withClient(at(from.adminUrl, database), async (there) => {
      const { rows } = await there.query<{ end: string }>('SELECT pg_current_wal_lsn() AS end')
      const isThere = async (): Promise<boolean> =>
        (
          await there.query(`SELECT FROM pg_replication_slots WHERE slot_name = $1 AND confirmed_flush_lsn >= $2`, [
            `moving_${database}`,
            rows[0]?.end,
          ])
        ).rowCount === 1
      await waitFor(`the last of ${database}`, isThere, { timeoutMs: 120_000 })
      await here.query(`DROP SUBSCRIPTION moving_${database}`)
      const { rows: sequences } = await there.query<{ name: string; last: string }>(
        `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS last FROM pg_sequences WHERE last_value IS NOT NULL`,
      )
      for (const { name, last } of sequences) await here.query('SELECT setval($1::regclass, $2)', [name, last])
    })
  })
}

const at = (url: string, database: string): string => databaseUrl(url, { database })

const run = promisify(execFile)

/** What a program of PostgreSQL says is done at another server. */
async function pipe([program = '', ...args]: string[], to: string): Promise<void> {
  const inBin = (name: string): string => join(postgresPrograms(), name)
  const { stdout } = await run(inBin(program), args, { maxBuffer: 2 ** 28 })
  const psql = run(inBin('psql'), ['--quiet', '--no-psqlrc', '-d', to])
  psql.child.stdin?.end(stdout)
  await psql
}

describe.skipIf(NO_CLUSTER !== undefined)(
  `a server that grows to a cluster${NO_CLUSTER ? ` (${NO_CLUSTER})` : ''}`,
  () => {
    beforeEach(async () => {
      const started = await startCitusCluster({
        stateDir: testDirectory('growing-cluster'),
        workers: 2,
        durable: false,
      })
      const installation = { stateDir: testDirectory('growing'), port: await freePort() }
      cluster = started
      startOn = (postgresAdminUrl) => ownStack('growing', { ...installation, postgresAdminUrl })
      onTestFinished(async () => {
        await stack?.stop()
        await started.stop()
      }, 120_000)
    }, 120_000)

    test('books that were begun on one server go on when it becomes the coordinator of a cluster', async () => {
      await goesOn(cluster.coordinator, (whileWorking) => whileWorking(() => Promise.resolve()))
    }, 900_000)

    test('books that were begun on one server go on in a cluster to which they were replicated meanwhile', async () => {
      const server = await startPostgres({
        stateDir: testDirectory('growing-from'),
        programs: postgresPrograms(),
        isOpen: true,
        durable: false,
        settings: { wal_level: 'logical', max_connections: 400, jit: 'off' },
      })
      onTestFinished(() => server.stop())
      await goesOn(server.adminUrl, async (whileWorking) => {
        await whileWorking(() => replicate(server, cluster.coordinator))
        for (const database of DATABASE_NAMES) await switchOver(server, cluster.coordinator, database)
      })
    }, 900_000)
  },
)
