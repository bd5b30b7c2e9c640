/**
 * The system behind PgBouncer in transaction mode, with far fewer connections than its pools have, and reports read from a hot
 * standby: everything works as on a server of its own.
 */
import type { Stack } from '@pacioli/dev-stack'
import { ReportsService } from '@pacioli/protos/reporting'
import { clientOfStreams } from '@pacioli/rpc'
import { databaseUrl, ownStack, startStandby, testDirectory, waitFor, withClient, type Standby } from '@pacioli/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sale } from '../src/books.ts'
import { newClient } from '../src/clients.ts'
import { contractOf } from '../src/contract.ts'
import { CATCH_UP_MS } from '../src/fault-checks.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { Work } from '../src/work.ts'

/** Connections of the server for each service's requests, of which ledger-svc alone would open 16. */
const POOL = 3

let stack: Stack
let client: Awaited<ReturnType<typeof newClient>>
let standby: Standby | undefined

beforeAll(async () => {
  stack = await ownStack('behind a pooler', { poolerSize: POOL })
  await contractOf(stack.baseUrl)
  client = await newClient(stack, 'pooled')
})
afterAll(async () => {
  await standby?.server.stop()
  await stack?.stop()
})

/** The connections of each role that serves requests. */
const connections = () =>
  withClient(stack.postgresAdminUrl, async (admin) => {
    const { rows } = await admin.query<{ role: string; count: number }>(
      `SELECT usename AS role, count(*)::int AS count FROM pg_stat_activity WHERE usename LIKE '%\\_app' GROUP BY usename`,
    )
    return rows
  })

test('every kind of work is done once, while all connections of the pooler are cut', async () => {
  const work = await Work.begin(client)
  const cut = () =>
    withClient(stack.postgresAdminUrl, async (admin) => {
      const { rows } = await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '%\\_app'`,
      )
      expect(rows.length).toBeGreaterThan(0)
    })
  const most = new Map<string, number>()
  let isWorking = true
  const watch = async (): Promise<void> => {
    while (isWorking)
      for (const { role, count } of await connections()) most.set(role, Math.max(count, most.get(role) ?? 0))
  }
  const watching = watch()
  await work.run(120, cut).finally(() => (isWorking = false))
  await watching
  await work.expectSound()
  expect([...most.keys()].toSorted()).toEqual(['banking_app', 'billing_app', 'ledger_app', 'reporting_app'])
  expect(Math.max(...most.values())).toBe(POOL)
})

test('postings race for one key and one external_id, and are written once', async () => {
  const books = await client.books()
  const headers = { 'idempotency-key': 'race' }
  const posts = await Promise.all(Array.from({ length: 40 }, () => books.post(sale(5), headers)))
  expect(new Set(posts.map(({ body }) => body.data.id)).size).toBe(1)
  const input = { ...sale(7), external_id: 'race' }
  const others = await Promise.all(Array.from({ length: 40 }, () => books.post(input)))
  expect(others.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(others.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await books.entries({ limit: 10 })).data).toHaveLength(2)
})

test('the checks of operators find nothing wrong', () => expectNoViolations(stack))

test('a reporting-svc with a replica reads reports there, and says what the replica has', async () => {
  const replica = await startStandby({
    stateDir: testDirectory('standby'),
    primary: { adminUrl: stack.postgresAdminUrl, stateDir: stack.stateDir },
    settings: { max_connections: 200 },
  })
  standby = replica
  const { reporting_app: password = '' } = stack.secrets.passwords
  const login = { user: 'reporting_app', password, database: 'reporting' }
  const reporting = await stack.addReplica('reporting-svc', {
    REPORTING_REPLICA_DATABASE_URL: databaseUrl(replica.server.adminUrl, login),
  })
  const connected = clientOfStreams(ReportsService, { target: reporting.address, count: 1 })
  onTestFinished(() => connected.close())
  const ops = `http://127.0.0.1:${reporting.ports.ops}`
  const reads = async () =>
    Number(
      /pacioli_report_reads_total\{.*source="replica".*\} (\d+)/.exec(
        await (await fetch(`${ops}/metrics`)).text(),
      )?.[1],
    )
  await waitFor('the replica', async () => {
    const { checks } = (await (await fetch(`${ops}/readyz`)).json()) as { checks: { name: string; ok: boolean }[] }
    return checks.find(({ name }) => name === 'replica')?.ok
  })

  const books = await client.books()
  const context = { requestId: 'r', clientId: client.id, businessId: books.id }
  /** Its total, and the instant that comes with it. */
  const report = async () => {
    const pieces = await Array.fromAsync(connected.client.GetReport({ report: 'TRIAL_BALANCE' }, { context }))
    const text = Buffer.concat(pieces.map(({ json }) => json)).toString()
    const { data } = JSON.parse(text) as {
      data: { rows: { cells: Record<string, { value: number }> }[] }
    }
    return { total: Object.values(data.rows.at(-1)?.cells ?? {})[0]?.value, through: pieces[0]?.through ?? '' }
  }
  /** As a caller waits for its own write. */
  const reportAfter = (instant: string) =>
    waitFor(
      'a report of that instant',
      async () => {
        const one = await report()
        return one.through > instant && one
      },
      { timeoutMs: CATCH_UP_MS },
    )
  await books.posted(sale(5))
  const before = await reads()
  expect(await reportAfter(new Date().toISOString())).toMatchObject({ total: 5 })
  expect(await reads()).toBeGreaterThan(before)

  await replica.pauseReplay()
  await books.posted(sale(6))
  const stopped = new Date().toISOString()
  const old = await report()
  expect(old).toMatchObject({ total: 5 })
  expect(old.through < stopped).toBe(true)
  await replica.resumeReplay()
  expect(await reportAfter(stopped)).toMatchObject({ total: 11 })
})
