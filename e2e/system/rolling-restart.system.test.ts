/**
 * The system as it runs in production, two of each service and mutual TLS between them: two act as one, a rollout loses no
 * request, and nobody without a certificate is spoken to. One process of each service is replaced here; the container
 * tests replace all.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATOR_FILE, type Replica, type ServiceName, type Stack } from '@pacioli/dev-stack'
import { BankAccountsService } from '@pacioli/protos/banking'
import { BillsService } from '@pacioli/protos/billing'
import { JournalService } from '@pacioli/protos/ledger'
import { NotificationsService } from '@pacioli/protos/reporting'
import { DomainError } from '@pacioli/errors'
import { Connection, type TlsFiles } from '@pacioli/rpc'
import { makeAuthority, ownStack, testDirectory } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Api, send } from '../src/api.ts'
import { Books, sale } from '../src/books.ts'
import { newClient, platformToken } from '../src/clients.ts'
import { expectReportedAsKept } from '../src/fault-checks.ts'
import { callFor, ledgerRpc, type LedgerRpc } from '../src/ledger-rpc.ts'
import { startLoadBalancer, type LoadBalancer } from '../src/load-balancer.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { Work } from '../src/work.ts'
import { limitsHold } from './rate-limits.ts'

/** Fewer would leave some kinds of work without a single one. */
const REQUESTS_AT_A_TIME = 12

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
  // Ten times what the load balancer needs to notice that a gateway ends, and as this machine may have much to do.
  const env = { ...settingsOf(ours), SHUTDOWN_DELAY_MS: '1000' }
  stack = await ownStack('two of each', { stateDir, replicas: 2, env })
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

describe('no request fails', () => {
  // One of the two: what its end and its return are to the other one is the same the second time, which takes as long.
  test.each(['ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc', 'gateway'] as const)(
    'while a process of %s is told to end and another one takes its place',
    async (service) => {
      const { id: businessId } = await client.business()
      const [failed, repeats] = [balancer.failures.length, work.repeats()]
      const [replica] = stack.replicas[service]
      if (!replica) throw new Error(`There is no ${service}.`)
      const { pid } = replica
      const run = (): Promise<void> => work.run(REQUESTS_AT_A_TIME, () => Promise.resolve())
      let [isStopped, isOver] = [false, false]
      const reading = read(businessId, () => isOver)
      try {
        const stopping = replica.stop().finally(() => (isStopped = true))
        // At least once, and as long as it takes.
        do await run()
        while (!isStopped)
        await stopping
        // There is reading meanwhile; more would only take from the start what it needs.
        await replica.start()
        await run()
      } finally {
        isOver = true
      }
      const { answered, failures } = await reading
      expect(replica.pid).not.toBe(pid)
      expect(balancer.failures.slice(failed)).toEqual([])
      expect(failures).toEqual([])
      expect(answered).toBeGreaterThan(0)
      expect(work.repeats()).toEqual(repeats)
    },
  )
})

test('after that everything that was acknowledged is there once', async () => {
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

const two = (service: ServiceName): [Replica, Replica] => stack.replicas[service] as [Replica, Replica]

describe('two gateways', () => {
  /** The same client at both. */
  const atBoth = (): [Api, Api] => {
    const { api } = client
    const [one, other] = two('gateway')
    return [new Api(one.address, api.contract, api), new Api(other.address, api.contract, api)]
  }

  test('accept the tokens of each other', async () => {
    const [one, other] = atBoth()
    const token = await platformToken(other, client.id, client.secret)
    expect((await one.as(token).call('listBusinesses')).status).toBe(200)
  })

  test('serve a business the moment it was created through the other, with its cursors and keys', async () => {
    const [one, other] = atBoth()
    const { data: business } = (await one.call('createBusiness', { body: { legal_name: 'Both' } })).body
    const [here, there] = [new Books(one, business), new Books(other, business)]
    const headers = { 'idempotency-key': 'both' }
    const posts = await Promise.all(
      Array.from({ length: 6 }, (_none, index) => (index % 2 ? here : there).post(sale(5), headers)),
    )
    expect(new Set(posts.map(({ body }) => body.data.id)).size).toBe(1)
    await here.allPosted([sale(1), sale(2)])
    const cursor = (await here.entries({ limit: 1 })).meta.pagination.cursor ?? ''
    expect((await there.entries({ cursor })).data).toHaveLength(2)
  })
})

describe('two ledgers', () => {
  let rpcs: [LedgerRpc, LedgerRpc]
  let books: Books

  beforeAll(async () => {
    const [one, other] = two('ledger-svc')
    rpcs = [ledgerRpc({ address: one.address, tls: ours }), ledgerRpc({ address: other.address, tls: ours })]
    books = await client.books()
  })
  afterAll(() => rpcs?.forEach((rpc) => rpc.close()))

  const message = (amount: number, at?: string) => {
    const { entry_at, line_items } = sale(amount, at)
    return { entry_at, line_items }
  }

  const errorOf = async (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'accepted',
      (error: unknown) => (error instanceof DomainError ? error.errorEnum : error),
    )

  test('post once what both are asked to post with one key', async () => {
    const idempotency = { key: 'ledgers', operation: 'POST', requestHash: 'same' }
    const call = { context: { ...callFor(books).context, idempotency } }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_none, index) =>
        rpcs[index % 2 === 0 ? 0 : 1].journal.PostJournalEntry(message(5), call),
      ),
    )
    expect(new Set(answers.map((answer) => answer.message.data?.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.replayed)).toHaveLength(5)
  })

  test('close the books for each other at once', async () => {
    const [one, two] = rpcs
    const call = callFor(books)
    for (const [closing_date, entry_at] of [
      ['2025-06-30', '2025-06-30T12:00:00Z'],
      ['2025-12-31', '2025-12-31T12:00:00Z'],
    ] as const) {
      // Both have read the books by now, and remember them.
      for (const rpc of rpcs) await rpc.journal.PostJournalEntry(message(1, entry_at), call)
      await one.configuration.UpdateAccountingConfiguration({ closing_date }, call)
      for (const rpc of rpcs)
        expect(await errorOf(rpc.journal.PostJournalEntry(message(1, entry_at), call))).toBe('PeriodClosed')
    }
    await two.configuration.UpdateAccountingConfiguration({ cleared: ['closing_date'] }, call)
    for (const rpc of rpcs) await rpc.journal.PostJournalEntry(message(1, '2025-06-30T12:00:00Z'), call)
  })

  test('tell the reporting service of every entry once', async () => {
    await expectReportedAsKept(books)
  })
})

describe('across two gateways', () => limitsHold(() => ({ stack, client, baseUrl: balancer.url })))
