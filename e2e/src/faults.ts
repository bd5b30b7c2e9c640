/** The crash series: the same tests for `npm test`, with few rounds, and for `npm run test:faults`, with many. */
import { startStack, wipeNatsStore, type Stack, type Supervised } from '@pacioli/dev-stack'
import { testDirectory, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Banking } from './banking.ts'
import { expectSoundBanking } from './banking-checks.ts'
import { BankingLoad } from './banking-load.ts'
import { newClient, type TestClient } from './clients.ts'
import { allPages, sale } from './books.ts'
import { closings } from './closings.ts'
import { expectSoundBooks } from './fault-checks.ts'
import { Load } from './load.ts'
import { expectSoundPayables } from './payables-checks.ts'
import { PayablesLoad } from './payables-load.ts'

export interface Series {
  /** Crashes of ledger-svc and of NATS while entries are posted. */
  rounds: number
  /** Crashes of billing-svc and of ledger-svc while payables are written; of PostgreSQL and of all at once, if any. */
  payables: number
  payablesElsewhere?: number
  /** Crashes of each other kind. */
  others: number
  /** Requests that a crash comes in the midst of, but for payables. */
  requests: number
}

/** The supervisor waits ever longer after each crash: after this many, waiting would be most of the series. */
const LEFT_TO_THE_SUPERVISOR = 1

const RESTART_MS = 30_000

/** Steps that a crash comes in the midst of: enough for eight writers to be at work before, meanwhile and after. */
const PAYABLES_STEPS = 40

/** Services come back in seconds, and more of them in more; so do the requests that a crash comes in the midst of. */
const timeFor = (crashes: number): { timeout: number } => ({ timeout: 120_000 + crashes * 30_000 })

/** Ends the process as only the kernel can, and sees it come back. */
async function kill(program: Supervised, round: number): Promise<void> {
  const { restarts } = program
  process.kill(await waitFor(`${program.name} to run`, () => program.pid), 'SIGKILL')
  if (round < LEFT_TO_THE_SUPERVISOR) {
    await waitFor(`${program.name} to be started again`, () => program.restarts > restarts, { timeoutMs: RESTART_MS })
  } else {
    await program.stop()
    // The backends of a killed PostgreSQL take a moment to notice, and until then no other one may start.
    const start = (): Promise<boolean> =>
      program.start().then(
        () => true,
        () => false,
      )
    await waitFor(`${program.name} to start`, start, { timeoutMs: RESTART_MS, everyMs: 100 })
  }
}

export function crashSeries({ rounds, payables, payablesElsewhere = 0, others, requests }: Series): void {
  let stack: Stack
  let client: TestClient

  beforeAll(async () => {
    stack = await startStack({
      stateDir: testDirectory('crashes'),
      env: { GATEWAY_RATE_LIMIT_PER_SECOND: '100000', GATEWAY_RATE_LIMIT_BURST: '100000', LOG_LEVEL: 'warn' },
    })
    client = await newClient(stack, 'crashes')
  })
  afterAll(() => stack?.stop())

  /** Lets the crash happen in the midst of requests, round after round, then looks at the books. */
  async function survive(
    crash: (round: number) => Promise<void>,
    felt: 'felt by callers' | 'unnoticed',
    times = others,
  ): Promise<void> {
    const books = await client.books()
    const load = new Load(books)
    for (let round = 0; round < times; round++) await load.run(requests, () => crash(round))
    expect(load.repeats > 0).toBe(felt === 'felt by callers')
    await expectSoundBooks(books, load)
  }

  describe(
    'every acknowledged entry is there once, and all figures agree, after',
    timeFor(Math.max(rounds, others)),
    () => {
      test('kill -9 of ledger-svc', () =>
        survive((round) => kill(stack.services['ledger-svc'], round), 'felt by callers', rounds))

      test('kill -9 of reporting-svc', () =>
        survive((round) => kill(stack.services['reporting-svc'], round), 'unnoticed'))

      test('kill -9 of the gateway', () => survive((round) => kill(stack.services.gateway, round), 'felt by callers'))

      test('kill -9 of PostgreSQL', () => survive((round) => kill(stack.postgres, round), 'felt by callers'))

      test('kill -9 of nats-server', () => survive((round) => kill(stack.nats, round), 'unnoticed', rounds))

      test('kill -9 of nats-server and the loss of its store', () =>
        survive(
          async (round) => {
            process.kill(await waitFor('NATS to run', () => stack.nats.pid), 'SIGKILL')
            await stack.nats.stop()
            if (round === 0) wipeNatsStore(stack.stateDir)
            await stack.nats.start()
          },
          'unnoticed',
          rounds,
        ))

      test('kill -9 of ledger-svc, reporting-svc and nats-server at once', () =>
        survive(async (round) => {
          const { services, nats } = stack
          await Promise.all([services['ledger-svc'], services['reporting-svc'], nats].map((one) => kill(one, round)))
        }, 'felt by callers'))
    },
  )

  /** The same with bank transactions, which are written in one service and posted in another. */
  async function surviveBanking(crash: (round: number) => Promise<void>): Promise<void> {
    const books = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
    const banking = new Banking(books)
    const load = new BankingLoad(books, [await banking.account('checking'), await banking.account('savings')])
    for (let round = 0; round < others; round++) await load.run(requests >> 2, () => crash(round))
    await expectSoundBanking(books, load)
  }

  describe(
    'every acknowledged decision on a bank transaction is posted once, and all figures agree, after',
    timeFor(others),
    () => {
      test('kill -9 of banking-svc', () => surviveBanking((round) => kill(stack.services['banking-svc'], round)))

      test('kill -9 of ledger-svc', () => surviveBanking((round) => kill(stack.services['ledger-svc'], round)))

      test('kill -9 of PostgreSQL', () => surviveBanking((round) => kill(stack.postgres, round)))

      test('kill -9 of banking-svc, ledger-svc, reporting-svc and nats-server at once', () =>
        surviveBanking(async (round) => {
          const { services, nats } = stack
          const all = [services['banking-svc'], services['ledger-svc'], services['reporting-svc'], nats]
          await Promise.all(all.map((one) => kill(one, round)))
        }))
    },
  )

  /** The same with bills, what is paid of them, and credits, which are written in one service and posted in another. */
  async function survivePayables(crash: (round: number) => Promise<void>, times: number): Promise<void> {
    const books = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
    const load = new PayablesLoad(books)
    await load.prepare()
    for (let round = 0; round < times; round++) await load.run(PAYABLES_STEPS, () => crash(round))
    expect(load.repeats).toBeGreaterThan(0)
    await expectSoundPayables(stack, books, load)
  }

  describe(
    'every acknowledged change of payables is posted once, and all figures agree, after',
    timeFor(Math.max(payables, payablesElsewhere)),
    () => {
      test('kill -9 of billing-svc', () =>
        survivePayables((round) => kill(stack.services['billing-svc'], round), payables))

      test('kill -9 of ledger-svc', () =>
        survivePayables((round) => kill(stack.services['ledger-svc'], round), payables))

      if (payablesElsewhere === 0) return

      test('kill -9 of PostgreSQL', () => survivePayables((round) => kill(stack.postgres, round), payablesElsewhere))

      test('kill -9 of billing-svc, banking-svc, ledger-svc, reporting-svc and nats-server at once', () =>
        survivePayables(async (round) => {
          const { services, nats } = stack
          const { gateway: _gateway, ...behind } = services
          await Promise.all([...Object.values(behind), nats].map((one) => kill(one, round)))
        }, payablesElsewhere))
    },
  )

  test(
    'closings in the midst of which ledger-svc or PostgreSQL is killed are made once, and taken back once',
    timeFor(others),
    async () => {
      const books = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
      await books.allPosted([sale(1_250), sale(300, '2026-12-31T23:59:59.999Z'), sale(7, '2027-01-01T00:00:00Z')])
      const before = await books.balances()
      const load = new Load(books)
      for (let round = 0; round < others; round++)
        await load.runClosings(requests >> 3, () =>
          kill(round % 2 === 0 ? stack.services['ledger-svc'] : stack.postgres, round),
        )
      const listed = await allPages((cursor) => closings(books, { limit: 500, cursor }))
      expect(listed.map(({ id }) => id).sort()).toEqual(load.closings.toSorted())
      expect(listed.filter(({ reversed_at }) => reversed_at === null)).toEqual([])
      expect(await books.allEntries()).toHaveLength(3 + 2 * listed.length)
      expect(await books.balances()).toMatchObject(before)
      expect((await books.balances()).RETAINED_EARNINGS).toBe(0)
    },
  )
}
