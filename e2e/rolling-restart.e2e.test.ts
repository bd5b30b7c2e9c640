/**
 * What a rollout does: a process of each service is told to end, and another one takes its place, under load. The container
 * tests do so with each of them.
 */
import { startStack, type ServiceName, type Stack } from '@pacioli/dev-stack'
import { testDirectory } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from './src/api.ts'
import { newClient } from './src/clients.ts'
import { startLoadBalancer, type LoadBalancer } from './src/load-balancer.ts'
import { expectNoViolations } from './src/own-checks.ts'
import { Work } from './src/work.ts'

/** Fewer would leave some kinds of work without a single one. */
const REQUESTS_AT_A_TIME = 32
const READERS = 2

let stack: Stack
let balancer: LoadBalancer
let client: Awaited<ReturnType<typeof newClient>>
let work: Work

beforeAll(async () => {
  stack = await startStack({
    stateDir: testDirectory('rolling'),
    replicas: 2,
    env: {
      GATEWAY_RATE_LIMIT_PER_SECOND: '100000',
      GATEWAY_RATE_LIMIT_BURST: '100000',
      GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0',
      LOG_LEVEL: 'warn',
      // Ten times what the load balancer needs to notice that a gateway ends, and as this machine may have much to do.
      SHUTDOWN_DELAY_MS: '1000',
    },
  })
  balancer = await startLoadBalancer(stack.replicas.gateway.map(({ address }) => ({ url: address, opsUrl: address })))
  client = await newClient({ ...stack, baseUrl: balancer.url }, 'rolling')
  work = await Work.begin(client)
})
afterAll(async () => {
  await balancer?.stop()
  await stack?.stop()
})

/** Something of each service, read again and again; what was answered with anything but 200. */
async function read(businessId: string, isOver: () => boolean): Promise<{ answered: number; failures: string[] }> {
  const paths = [
    'ledger/accounts',
    'ledger/entries',
    'bank-transactions',
    'bills',
    'invoices',
    'reports/trial-balance',
    'reports/balance-sheet',
    'events',
  ]
  const failures: string[] = []
  let answered = 0
  while (!isOver()) {
    const path = paths[answered % paths.length] ?? ''
    const url = `${balancer.url}/v1/businesses/${businessId}/${path}`
    const answer = await send('GET', url, { authorization: `Bearer ${client.api.token}` }).catch((error: unknown) => ({
      status: 0,
      text: String(error),
    }))
    if (answer.status !== 200) failures.push(`GET ${path}: ${answer.status} ${answer.text}`)
    answered += 1
  }
  return { answered, failures }
}

/** One of the two: what its end and its return are to the other one is the same the second time, which takes as long. */
async function restart(service: ServiceName): Promise<void> {
  const [replica] = stack.replicas[service]
  const pid = replica?.pid
  await replica?.stop()
  await replica?.start()
  expect(replica?.pid).not.toBe(pid)
}

test.each(['ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc', 'gateway'] as const)(
  'no request fails while a process of %s is told to end and another one takes its place',
  { timeout: 180_000 },
  async (service) => {
    const { id: businessId } = await client.business()
    const [failed, repeats] = [balancer.failures.length, work.repeats()]
    let isOver = false
    const rollout = restart(service).finally(() => (isOver = true))
    const reading = Promise.all(Array.from({ length: READERS }, () => read(businessId, () => isOver)))
    // At least once, and as long as it takes.
    do await work.run(REQUESTS_AT_A_TIME, () => Promise.resolve())
    while (!isOver)
    await rollout
    const readers = await reading
    expect(balancer.failures.slice(failed)).toEqual([])
    expect(readers.flatMap(({ failures }) => failures)).toEqual([])
    expect(readers.every(({ answered }) => answered > 0)).toBe(true)
    expect(work.repeats()).toEqual(repeats)
  },
)

test('after that everything that was acknowledged is there once', { timeout: 120_000 }, async () => {
  await work.expectSound()
  await expectNoViolations(stack)
})
