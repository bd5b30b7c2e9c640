/**
 * A cluster that is lost while the product is at work, and restored on all of its servers to a point that was made meanwhile,
 * from copies of each that are older.
 */
import { asPostgresUser, DATABASE_NAMES, freePort, giveToPostgresUser, type Stack } from '@pacioli/dev-stack'
import { ownStack, restore, testDirectory, waitFor, withClient } from '@pacioli/testing'
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sale, type Books } from '../src/books.ts'
import type { CitusNode } from '../src/citus-cluster.ts'
import { newClient } from '../src/clients.ts'
import { areAllReady, expectAllPosted, expectReportedAsKept } from '../src/fault-checks.ts'
import { Load } from '../src/load.ts'
import { violationsIn } from '../src/model/violations.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { postgresPrograms } from '../src/patroni-programs.ts'
import { die, NO_CLUSTER, ProductCluster } from '../src/product-cluster.ts'
import { sidesOnLedger } from '../src/trial-balances.ts'
import { Work } from '../src/work.ts'

const REQUESTS = 40
const POINT = 'nightly'
const SCRIPT = join(import.meta.dirname, '..', '..', 'deploy', 'citus', 'restore-point.sh')

const run = promisify(execFile)

let cluster: ProductCluster
let stack: Stack
/** The same installation at the same address. */
let start: () => Promise<Stack>
let stateDir: string

/** All servers at once. */
const onAll = <Result>(act: (node: CitusNode) => Promise<Result>): Promise<Result[]> =>
  Promise.all(cluster.servers.map(act))

const askOf = <Row extends object>({ postgres }: CitusNode, sql: string): Promise<Row[]> =>
  withClient(postgres.adminUrl, async (client) => (await client.query<Row>(sql)).rows)

/** Of one server while it is at work, as the documentation says. */
async function backUp({ postgres, backupDir }: CitusNode): Promise<void> {
  const program = join(postgresPrograms(), 'pg_basebackup')
  const args = ['--dbname', postgres.adminUrl, '--pgdata', backupDir, '--checkpoint', 'fast']
  const { file, args: all, ...user } = asPostgresUser(program, args, [program, backupDir])
  await run(file, all, { ...user, cwd: '/' })
}

/** Its log through now. */
async function archived(node: CitusNode): Promise<void> {
  const [last] = await askOf<{ name: string }>(node, 'SELECT pg_walfile_name(pg_switch_wal()) AS name')
  const isThere = async (): Promise<boolean> =>
    (await askOf(node, `SELECT FROM pg_stat_archiver WHERE last_archived_wal >= '${last?.name}'`)).length > 0
  await waitFor(`the log of ${node.name} to be archived`, isThere, { timeoutMs: 60_000 })
}

/** Makes the server anew from its copy and the log that it had archived. */
async function bringBack(node: CitusNode): Promise<void> {
  await restore(node.backupDir, node.dataDir)
  const signal = join(node.dataDir, 'recovery.signal')
  writeFileSync(signal, '')
  giveToPostgresUser(signal)
  await node.start({
    restore_command: `cp ${node.archiveDir}/%f %p`,
    recovery_target_name: POINT,
    recovery_target_action: 'promote',
    // Citus would do it by itself.
    'citus.recover_2pc_interval': '-1',
  })
  const isOver = async (): Promise<boolean> => (await askOf(node, 'SELECT WHERE NOT pg_is_in_recovery()')).length > 0
  await waitFor(`${node.name} to have reached the point`, isOver, { timeoutMs: 120_000 })
}

/** What commits on the server waits from here on, as the script does it. */
const hold = (node: CitusNode): Promise<void> =>
  withClient(node.postgres.adminUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'nobody_while_a_restore_point_is_made'`)
    await client.query('SELECT pg_reload_conf()')
  })

const waitingFor = (node: CitusNode, what: string): Promise<boolean> =>
  askOf(node, `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query ~ '${what}'`).then(
    (rows) => rows.length > 0,
  )

/** A write on all nodes; it is over when the servers let go of it. */
const mark = (table: string): Promise<object[]> => cluster.ask('ledger', `INSERT INTO ${table} VALUES ('here')`)

const marksIn = (table: string): Promise<object[]> => cluster.ask('ledger', `TABLE ${table}`)

const PREPARED = `SELECT gid FROM pg_prepared_xacts WHERE gid LIKE 'citus_%'`

/** Those of the entries that are in books, each once. */
async function entriesIn(books: Books): Promise<Set<string>> {
  const entries = await books.allEntries()
  const names = entries.filter(({ reversal_of_id }) => reversal_of_id === null).map((entry) => entry.reference_number)
  expect(new Set(names).size).toBe(names.length)
  return new Set(names.map(String))
}

describe.skipIf(NO_CLUSTER !== undefined)(`a cluster that is restored${NO_CLUSTER ? ` (${NO_CLUSTER})` : ''}`, () => {
  beforeAll(async () => {
    cluster = await ProductCluster.start('restored-cluster', 2, { isArchiving: true })
    stateDir = testDirectory('restored')
    const installation = { stateDir, port: await freePort(), postgresAdminUrl: cluster.adminUrl }
    start = () => ownStack('restored', installation)
    stack = await start()
    for (const table of ['committed_marks', 'uncommitted_marks']) {
      await cluster.ask('ledger', `CREATE TABLE ${table} (name text PRIMARY KEY)`)
      await cluster.ask('ledger', `SELECT create_reference_table('${table}')`)
    }
  }, 600_000)
  afterAll(async () => {
    await stack?.stop()
    await cluster?.stop()
  }, 120_000)

  test('what was acknowledged before the point is there once, nothing that came later is, and all services agree', async () => {
    const client = await newClient(stack, 'restored', { isPatient: true })
    const [quiet, busy] = await Promise.all([Work.begin(client), Work.begin(client)])
    const [busyEntries, lostEntries] = await Promise.all(
      Array.from({ length: 2 }, async () => new Load(await client.books({ activation_at: '2026-01-01T00:00:00Z' }))),
    )
    if (!busyEntries || !lostEntries) throw new Error('no books to post into')

    await quiet.run(REQUESTS, async () => void (await onAll(backUp)))
    await quiet.run(REQUESTS, () => Promise.resolve())
    await quiet.expectSound()
    const balances = await Promise.all(quiet.books.map((books) => sidesOnLedger(books)))

    let isLate = false
    const keepBusy = async (some: (count: number) => Promise<void>): Promise<void> => {
      do await some(16)
      while (!isLate)
    }
    const working = [busy, busyEntries].map((load) => keepBusy((count) => load.run(count, () => Promise.resolve())))
    await waitFor('some entries', () => Promise.resolve(busyEntries.acknowledged.size > 32), { timeoutMs: 120_000 })

    // Two writes to all nodes that are under way: the coordinator has committed one of them, and is not asked of the other.
    await hold(cluster.coordinator)
    const marks = [mark('committed_marks')]
    await waitFor('the coordinator to commit', () => waitingFor(cluster.coordinator, 'committed_marks'))
    await Promise.all(cluster.workers.map(hold))
    marks.push(mark('uncommitted_marks'))
    const [worker] = cluster.workers as [CitusNode]
    await waitFor('a worker to be prepared', () => waitingFor(worker, 'PREPARE TRANSACTION'))

    const before = new Set(busyEntries.acknowledged.keys())
    const { stdout } = await run(SCRIPT, [POINT, ...cluster.servers.map(({ postgres }) => postgres.adminUrl)], {
      env: { PATH: `${postgresPrograms()}:${process.env['PATH']}` },
    })
    expect(stdout).toBe(`Made the restore point ${POINT} on 3 servers.\n`)
    await lostEntries.run(REQUESTS, () => Promise.resolve())
    expect(lostEntries.acknowledged.size).toBeGreaterThan(0)
    isLate = true
    await Promise.all([...working, ...marks])
    expect(before.size).toBeLessThan(busyEntries.acknowledged.size)
    const lost = await client.books()
    await onAll(archived)

    await stack.stop()
    await onAll((node) => die(node, 'killed'))
    for (const { dataDir } of cluster.servers) rmSync(dataDir, { recursive: true })
    // The stream knows what is lost.
    rmSync(join(stateDir, 'nats'), { recursive: true })
    await onAll(bringBack)

    for (const node of cluster.workers) expect((await askOf(node, PREPARED)).length).toBeGreaterThanOrEqual(2)
    for (const database of DATABASE_NAMES) await cluster.ask(database, 'SELECT recover_prepared_transactions()')
    for (const some of await onAll((node) => askOf(node, PREPARED))) expect(some).toEqual([])
    expect(await marksIn('committed_marks')).toEqual([{ name: 'here' }])
    expect(await marksIn('uncommitted_marks')).toEqual([])

    stack = await start()
    await waitFor('every service to be ready', () => areAllReady(stack), { timeoutMs: 60_000 })
    expect((await lost.api.call('getBusiness', {})).status).toBe(404)
    await quiet.expectSound()
    expect(await Promise.all(quiet.books.map((books) => sidesOnLedger(books)))).toEqual(balances)
    expect(await entriesIn(lostEntries.books)).toEqual(new Set())
    const kept = await entriesIn(busyEntries.books)
    expect([...before].filter((name) => !kept.has(name))).toEqual([])
    expect([...kept].filter((name) => !busyEntries.acknowledged.has(name))).toEqual([])
    for (const books of [busyEntries.books, ...busy.books]) {
      await expectAllPosted(books)
      expect(await violationsIn(cluster.adminUrl, books)).toEqual([])
      await expectReportedAsKept(books)
    }
    await expectNoViolations(stack)

    await quiet.run(REQUESTS, () => Promise.resolve())
    await lostEntries.books.posted(sale(700))
    await quiet.expectSound()
    await expectReportedAsKept(lostEntries.books)
    await expectNoViolations(stack)
  }, 900_000)
})
