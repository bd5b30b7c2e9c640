/**
 * What operators do to a stack that runs: they look into its traces, change its keys and a password, and on their worst
 * day everything is lost but a backup of the databases and the secrets. What comes back is used as before, for a year.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, OPERATOR_FILE, runNode, type Stack } from '@pacioli/dev-stack'
import {
  backUp,
  databaseUrl,
  knownSecret,
  ownStack,
  restore,
  startOtlpReceiver,
  testDirectory,
  waitFor,
  type OtlpReceiver,
} from '@pacioli/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { yearComesOut } from '../examples/year.test-helpers.ts'
import { exerciseReceivables } from '../src/exercise-receivables.ts'
import { expectReportedAsKept } from '../src/fault-checks.ts'
import {
  Api,
  billed,
  Books,
  callFor,
  ledgerRpc,
  newClient,
  Payables,
  platformToken,
  sale,
  type Call,
  type OperationId,
  type TestClient,
} from '../src/index.ts'
import { lasting } from '../src/lasting.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { rebuildAll } from '../src/rebuild.ts'
import { examplesTellWhatIsWrong, examplesTwice } from './examples.ts'
import { generatedClientsPost } from './generators.ts'
import { notedSecrets, secretsAreKept } from './secrets.ts'
import { requestsAreTraced, tracedTo } from './tracing.ts'

const stateDir = testDirectory('operated')
const dataDir = join(stateDir, 'postgres')
const backup = join(stateDir, 'backup')

const records = notedSecrets()

let stack: Stack
let collector: OtlpReceiver

beforeAll(async () => {
  collector = await startOtlpReceiver()
  // The address is the issuer of tokens: it is the same afterwards, as it is behind a name in production.
  const port = await freePort()
  stack = await ownStack('operated', { stateDir, port, env: { ...tracedTo(collector), LOG_LEVEL: 'trace' } })
})
afterAll(async () => {
  await stack?.stop()
  await collector?.close()
})

describe('one request, one trace:', () => requestsAreTraced(() => ({ stack, collector })))

describe('with a log of all that there is to tell,', () => secretsAreKept(() => stack, records))

describe('clients that others generate of the document:', () => generatedClientsPost(() => stack))

const QUESTIONS: [OperationId, Call['query']][] = [
  ['listEntries', { limit: 100 }],
  ['listAccountBalances', {}],
  ['listBills', {}],
  ['listBillPayments', {}],
  ['listInvoices', {}],
  ['listRefunds', {}],
  ['getTrialBalance', { effective_date: '2026-12-31' }],
  ['getProfitAndLoss', { start_date: '2026-01-01', end_date: '2026-12-31' }],
  ['getApAging', { effective_date: '2026-12-31' }],
  ['getArAging', { effective_date: '2026-12-31' }],
  ['getBusinessNotifications', {}],
]

/** All that the books say, as text, but for what differs from one answer to the next. */
const saidBy = async ({ api }: Books): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      QUESTIONS.map(async ([operation, query]) => {
        const { status, text } = await api.call(operation, { query })
        return [operation, `${status} ${lasting(text)}`] as const
      }),
    ),
  )

/** Two readings that are the same, with reports that have everything the ledger has. */
async function atRest(which: Books): Promise<Record<string, string>> {
  await expectReportedAsKept(which)
  let last = await saidBy(which)
  return waitFor('the reports to come to rest', async () => {
    const [before, now] = [last, await saidBy(which)]
    last = now
    return JSON.stringify(before) === JSON.stringify(now) && now
  })
}

describe('books of an operator', () => {
  let client: TestClient
  let books: Books

  beforeAll(async () => {
    client = await newClient(stack, 'backup')
    books = await client.books()
    await books.allPosted([sale(700), sale(300, '2026-02-15T12:00:00Z')])
    const payables = new Payables(books)
    const vendor = await payables.vendor('Acme')
    const bill = await payables.received(vendor, [billed('OPERATING_EXPENSES', 900)])
    await payables.paid(500, [{ bill_id: bill.id, amount: 400 }])
    await exerciseReceivables(books)
  })

  test('a database password is changed under load: open connections stay, and the old one opens none', async () => {
    const operator = JSON.parse(readFileSync(join(stateDir, OPERATOR_FILE), 'utf8')) as Record<string, string>
    const old = operator.LEDGER_DATABASE_URL ?? ''
    const urls = {
      LEDGER_DATABASE_URL: databaseUrl(old, { password: knownSecret('a-new-password', 'the new password') }),
      LEDGER_RELAY_DATABASE_URL: operator.LEDGER_RELAY_DATABASE_URL ?? '',
    }
    const migrate = (env: Record<string, string>): Promise<string> =>
      runNode('Migrating', [join(import.meta.dirname, '..', '..', 'apps', 'ledger-svc', 'src', 'migrate.ts')], {
        PATH: process.env.PATH,
        LEDGER_ADMIN_DATABASE_URL: stack.postgresAdminUrl,
        ...env,
      })
    const opens = (url: string): Promise<boolean> => {
      const one = new pg.Client({ connectionString: url })
      return one.connect().then(
        () => one.end().then(() => true),
        (error: { code?: string }) => {
          if (error.code !== '28P01') throw error
          return false
        },
      )
    }
    await migrate(urls)
    expect([await opens(urls.LEDGER_DATABASE_URL), await opens(old)]).toEqual([true, false])
    await books.posted(sale(11))
    const next = await stack.addReplica('ledger-svc', urls)
    const { journal, close } = ledgerRpc(next.address)
    const { entry_at, line_items } = sale(22)
    expect((await journal.PostJournalEntry({ entry_at, line_items }, callFor(books))).message.created).toBe(true)
    close()
    await next.stop()
    // Back, as if that had been a mistake: the stack's own process has the old one.
    await migrate({ ...urls, LEDGER_DATABASE_URL: old })
    await books.posted(sale(33))
  })

  test('everything is as it was at the moment of the backup, and goes on from there', async () => {
    const before = await atRest(books)
    expect(before.getTrialBalance).toMatch(/^200 .*"value":/s)
    mkdirSync(backup, { mode: 0o700 })
    await backUp(stack.postgresAdminUrl, dataDir, backup)

    const later = await books.posted(sale(12_345))
    await new Payables(books).received(await new Payables(books).vendor('Later'), [billed('COGS', 77)])
    await atRest(books)
    const changed = await saidBy(books)
    for (const changing of ['listEntries', 'listBills', 'getTrialBalance', 'getApAging'])
      expect(changed[changing]).not.toBe(before[changing])

    const port = Number(new URL(stack.baseUrl).port)
    await stack.stop()
    for (const lost of ['postgres', 'nats', 'files']) rmSync(join(stateDir, lost), { recursive: true, force: true })
    await restore(backup, dataDir)
    stack = await ownStack('restored', { stateDir, port })

    const api = await Api.at(stack.baseUrl)
    const restored = new Books(api.as(await platformToken(api, client.id, client.secret)), books.business)
    expect(await atRest(restored)).toEqual(before)
    expect((await restored.api.call('getEntry', { path: { entryId: later.id } })).status).toBe(404)

    await rebuildAll(stack)
    expect(await saidBy(restored)).toEqual(before)

    const next = await restored.posted(sale(54_321))
    expect(await restored.entry(next.id)).toEqual(next)
    await atRest(restored)
  })
})

describe('what came back is used as before:', () => {
  examplesTwice(() => stack)
  examplesTellWhatIsWrong(() => stack)
  yearComesOut(() => stack)
})

test('after all of this the product finds nothing wrong with any of these books', () => expectNoViolations(stack))
