/**
 * The system as it runs in production, two of each service and mutual TLS between them: a rollout loses no request, and
 * nobody without a certificate is spoken to. One process of each service is replaced here; the container tests replace all.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATOR_FILE, startStack, type ServiceName, type Stack } from '@pacioli/dev-stack'
import { BankAccountsService } from '@pacioli/protos/banking'
import { BillsService } from '@pacioli/protos/billing'
import { JournalService } from '@pacioli/protos/ledger'
import { NotificationsService } from '@pacioli/protos/reporting'
import { Connection, type TlsFiles } from '@pacioli/rpc'
import { makeAuthority, testDirectory } from '@pacioli/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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
let ours: TlsFiles
let strangers: TlsFiles

const settingsOf = ({ certFile, keyFile, caFile }: TlsFiles) => ({
  GRPC_TLS_CERT_FILE: certFile,
  GRPC_TLS_KEY_FILE: keyFile,
  GRPC_TLS_CA_FILE: caFile,
})

beforeAll(async () => {
  const stateDir = testDirectory('rolling')
  ours = await (await makeAuthority('ours')).issue(join(stateDir, 'ours'), ['127.0.0.1'])
  const theirs = await (await makeAuthority('theirs')).issue(join(stateDir, 'theirs'), ['127.0.0.1'])
  // It believes us; it is we who do not believe it.
  strangers = { ...theirs, caFile: ours.caFile }
  stack = await startStack({
    stateDir,
    replicas: 2,
    env: {
      ...settingsOf(ours),
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
  // The commands that ask services show a certificate, too.
  const file = join(stack.stateDir, OPERATOR_FILE)
  const environment = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  writeFileSync(file, JSON.stringify({ ...environment, ...settingsOf(ours) }))
  await expectNoViolations(stack)
})

const context = { requestId: 'stranger' }

test.each([
  ['ledger-svc', (one: Connection) => one.client(JournalService).GetEntry({}, { context })],
  ['banking-svc', (one: Connection) => one.client(BankAccountsService).ListBankAccounts({}, { context })],
  ['billing-svc', (one: Connection) => one.client(BillsService).GetBill({}, { context })],
  ['reporting-svc', (one: Connection) => one.client(NotificationsService).GetBusinessNotifications({}, { context })],
] as const)('%s answers nobody without a certificate of its authority', async (service, ask) => {
  const { address } = stack.replicas[service][0] ?? { address: '' }
  const outcomeFor = async (tls: TlsFiles | undefined): Promise<string> => {
    const connection = new Connection({ target: { address, tls }, count: 1 })
    onTestFinished(() => connection.close())
    return ask(connection).then(
      () => 'answered',
      (error: unknown) => (error as { errorEnum?: string }).errorEnum ?? String(error),
    )
  }
  expect(await outcomeFor(undefined)).toBe('ServiceUnavailable')
  expect(await outcomeFor(strangers)).toBe('ServiceUnavailable')
  expect(await outcomeFor(ours)).toBe('ClientNotFound')
})
