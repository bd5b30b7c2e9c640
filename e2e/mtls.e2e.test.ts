/** The system with mutual TLS between its services: it works as ever, and speaks to nobody without a certificate. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATOR_FILE, startStack, type Stack } from '@pacioli/dev-stack'
import { BillsService } from '@pacioli/protos/billing'
import { BankAccountsService } from '@pacioli/protos/banking'
import { JournalService } from '@pacioli/protos/ledger'
import { NotificationsService } from '@pacioli/protos/reporting'
import { Connection, type TlsFiles } from '@pacioli/rpc'
import { makeAuthority, testDirectory } from '@pacioli/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newClient } from './src/index.ts'
import { expectNoViolations } from './src/own-checks.ts'
import { Work } from './src/work.ts'

let stack: Stack
let ours: TlsFiles
let strangers: TlsFiles

const settingsOf = ({ certFile, keyFile, caFile }: TlsFiles) => ({
  GRPC_TLS_CERT_FILE: certFile,
  GRPC_TLS_KEY_FILE: keyFile,
  GRPC_TLS_CA_FILE: caFile,
})

beforeAll(async () => {
  const stateDir = testDirectory('mtls')
  ours = await (await makeAuthority('ours')).issue(join(stateDir, 'ours'), ['127.0.0.1'])
  const theirs = await (await makeAuthority('theirs')).issue(join(stateDir, 'theirs'), ['127.0.0.1'])
  // It believes us; it is we who do not believe it.
  strangers = { ...theirs, caFile: ours.caFile }
  stack = await startStack({ stateDir, durable: false, env: settingsOf(ours) })
})
afterAll(() => stack?.stop())

test('all services work with each other, and so do commands that ask them', async () => {
  const client = await newClient(stack, 'mtls')
  const work = await Work.begin(client)
  await work.run(16, () => Promise.resolve())
  // Also compares reports with the books they are made of.
  await work.expectSound()
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
