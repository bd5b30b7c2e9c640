/**
 * The system as in production, two of each service and mutual TLS between them: it begins as the previous version, and
 * neither the rollout of this one nor a rollback loses a request; both replicas act as one, and no one without a
 * certificate gets an answer.
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
import { Api } from '../src/api.ts'
import { Books, sale } from '../src/books.ts'
import { newClient, platformToken } from '../src/clients.ts'
import { contractOfVersions } from '../src/contract.ts'
import { expectReportedAsKept } from '../src/fault-checks.ts'
import { callFor, ledgerRpc, type LedgerRpc } from '../src/ledger-rpc.ts'
import { startLoadBalancer, type LoadBalancer } from '../src/load-balancer.ts'
import { unpackPreviousVersion } from '../src/previous-version.ts'
import { Work } from '../src/work.ts'
import { limitsHold } from './rate-limits.ts'
import { knowFeedsAsWhole, migrationsOfBeforeDoNoHarm, versionsMix } from './versions.ts'

let stack: Stack
let appsOfBefore: string
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
  // It trusts us; we do not trust it.
  strangers = { ...theirs, caFile: ours.caFile }
  // Ten times what the load balancer needs to notice that a gateway ends, and as this machine may have much to do.
  const env = { ...settingsOf(ours), SHUTDOWN_DELAY_MS: '1000' }
  appsOfBefore = unpackPreviousVersion(join(stateDir, 'previous'))
  stack = await ownStack('two of each', { stateDir, replicas: 2, env, appsDir: appsOfBefore })
  // The commands that ask services show a certificate, too.
  const file = join(stack.stateDir, OPERATOR_FILE)
  const environment = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  writeFileSync(file, JSON.stringify({ ...environment, ...settingsOf(ours) }))
  balancer = await startLoadBalancer(stack.replicas.gateway.map(({ address }) => ({ url: address, opsUrl: address })))
  await contractOfVersions(balancer.url)
  client = await newClient({ ...stack, baseUrl: balancer.url, appsDir: appsOfBefore }, 'rolling')
  work = await Work.begin(client)
  await knowFeedsAsWhole(stack, work)
})
afterAll(async () => {
  await balancer?.stop()
  await stack?.stop()
})

describe('versions side by side', () => versionsMix(() => ({ stack, balancer, client, work, previous: appsOfBefore })))

describe('in a rollback', () => migrationsOfBeforeDoNoHarm(() => ({ stack, previous: appsOfBefore })))

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

test('a business of a database that is older than its history is reported of from its first record on', async () => {
  const { api } = await client.books()
  const query = { recorded_as_of: 'ledger:0,banking:0,billing:0' }
  const { status, body } = await api.call('getTrialBalance', { query })
  expect([status, body.data.rows.filter(({ cells }) => cells.debit?.value)]).toEqual([200, []])
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

  test('post once what both are sent with one key', async () => {
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

  test('send the reporting service every entry once', async () => {
    await expectReportedAsKept(books)
  })
})

describe('across two gateways', () => limitsHold(() => ({ stack, client, baseUrl: balancer.url })))
