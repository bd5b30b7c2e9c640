/** The crash series: the same tests for `npm run test:system`, once each, and for `npm run test:faults`, many times. */
import { wipeNatsStore, type Stack, type Supervised } from '@pacioli/dev-stack'
import { ownStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agedStack, expectAging } from './aging-checks.ts'
import { newClient, type TestClient } from './clients.ts'
import { allPages, sale } from './books.ts'
import { closings } from './closings.ts'
import { falseAlarms } from './false-alarms.ts'
import { expectReportedAsKept } from './fault-checks.ts'
import { Load } from './load.ts'
import { expectNoViolations } from './own-checks.ts'
import { Work, type Kind } from './work.ts'

export interface Series {
  /** Crashes of ledger-svc, of billing-svc, of reporting-svc and of NATS. */
  rounds: number
  /** Crashes of each other kind. */
  others: number
}

/**
 * Requests to the journal that a crash comes in the midst of; those to the others are fewer. One crash alone must be felt by
 * all that it is to be felt by; of several, some are.
 */
const requestsFor = (crashes: number): number => (crashes > 1 ? 40 : 64)
const CLOSINGS = 8

/** The supervisor waits ever longer after each crash: after this many, waiting would be most of the series. */
const LEFT_TO_THE_SUPERVISOR = 1

/** How long a killed service may take to be back: long enough for a machine that has much else to do. */
const RESTART_MS = 120_000

/** Services come back in seconds, and more of them in more; so do the requests that a crash comes in the midst of. */
const timeFor = (crashes: number): { timeout: number } => ({ timeout: 120_000 + crashes * 30_000 })

/** Who must notice, and who may not. What is asked of a service that is killed now and then is neither. */
type Felt = { by: readonly Kind[]; notBy: readonly Kind[] }

const ALL: readonly Kind[] = ['journal', 'banking', 'payables', 'receivables']
const BY_ALL: Felt = { by: ALL, notBy: [] }
const BY_NONE: Felt = { by: [], notBy: ALL }
type Condition = () => boolean
const AT_ONCE: Condition = () => true

/** Ends the process as only the kernel can, and sees it come back: at once, or not before it was missed. */
async function kill(program: Supervised, round: number, isMissed: Condition): Promise<void> {
  const { restarts } = program
  process.kill(await waitFor(`${program.name} to run`, () => program.pid), 'SIGKILL')
  if (round < LEFT_TO_THE_SUPERVISOR) {
    await waitFor(`${program.name} to be started again`, () => program.restarts > restarts, { timeoutMs: RESTART_MS })
  } else {
    await program.stop()
    await waitFor(`${program.name} to be missed`, isMissed, { timeoutMs: RESTART_MS })
    // The backends of a killed PostgreSQL take a moment to notice, and until then no other one may start.
    const start = (): Promise<boolean> =>
      program.start().then(
        () => true,
        () => false,
      )
    await waitFor(`${program.name} to start`, start, { timeoutMs: RESTART_MS, everyMs: 100 })
  }
}

/** What is under way when something is killed is what audits may take for wrong. */
const OFTEN_AUDITED = { AUDIT_PERCENT: '20', AUDIT_ROUND_SECONDS: '2' }

export function crashSeries({ rounds, others }: Series): void {
  let stack: Stack
  let client: TestClient

  beforeAll(async () => {
    stack = await ownStack('crashes', { durable: true, env: OFTEN_AUDITED })
    client = await newClient(stack, 'crashes', { isPatient: true })
  })
  afterAll(() => stack?.stop())

  /**
   * Lets the crash happen in the midst of all that is written, round after round, then looks at the books that were
   * written to.
   */
  async function survive(
    crash: (round: number, isMissed: Condition) => Promise<void>,
    felt: Felt,
    times = others,
  ): Promise<void> {
    const touched: string[] = []
    const books: TestClient['books'] = async (fields) => {
      const made = await client.books(fields)
      touched.push(made.id)
      return made
    }
    const work = await Work.begin({ ...client, books })
    for (let round = 0; round < times; round++) await work.run(requestsFor(times), () => crash(round, AT_ONCE))
    // Services wait for one another for a second. What is back by then may not have been missed: once more, until it is.
    const isFelt = (): boolean => felt.by.every((kind) => work.repeats()[kind].length > 0)
    if (!isFelt()) await work.run(requestsFor(times), () => crash(times, isFelt))
    const repeats = work.repeats()
    for (const kind of felt.by) expect([kind, repeats[kind].length > 0]).toEqual([kind, true])
    for (const kind of felt.notBy) expect([kind, repeats[kind]]).toEqual([kind, []])
    await work.expectSound()
    await expectAging(agedStack(stack), touched)
  }

  describe(
    'every acknowledged entry, decision on a bank transaction and change of payables and receivables is posted once, and all figures agree, after',
    timeFor(Math.max(rounds, others)),
    () => {
      test('kill -9 of ledger-svc', () =>
        survive((...when) => kill(stack.services['ledger-svc'], ...when), BY_ALL, rounds))

      test('kill -9 of billing-svc', () =>
        survive(
          (...when) => kill(stack.services['billing-svc'], ...when),
          { by: ['payables', 'receivables'], notBy: ['journal', 'banking'] },
          rounds,
        ))

      test('kill -9 of banking-svc', () =>
        survive((...when) => kill(stack.services['banking-svc'], ...when), { by: ['banking'], notBy: ['journal'] }))

      test('kill -9 of reporting-svc', () =>
        survive((...when) => kill(stack.services['reporting-svc'], ...when), BY_NONE, rounds))

      test('kill -9 of the gateway', () => survive((...when) => kill(stack.services.gateway, ...when), BY_ALL))

      test('kill -9 of PostgreSQL', () => survive((...when) => kill(stack.postgres, ...when), BY_ALL))

      test('kill -9 of nats-server', () => survive((...when) => kill(stack.nats, ...when), BY_NONE, rounds))

      test('kill -9 of nats-server and the loss of its store', () =>
        survive(
          async (round) => {
            process.kill(await waitFor('NATS to run', () => stack.nats.pid), 'SIGKILL')
            await stack.nats.stop()
            if (round === 0) wipeNatsStore(stack.stateDir)
            await stack.nats.start()
          },
          BY_NONE,
          rounds,
        ))

      test('kill -9 of all services behind the gateway and nats-server at once', () =>
        survive(async (...when) => {
          const { gateway: _gateway, ...behind } = stack.services
          await Promise.all([...Object.values(behind), stack.nats].map((one) => kill(one, ...when)))
        }, BY_ALL))
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
      // Of each of the two at least one.
      for (let round = 0; round < Math.max(others, 2); round++)
        await load.runClosings(CLOSINGS, () =>
          kill(round % 2 === 0 ? stack.services['ledger-svc'] : stack.postgres, round, AT_ONCE),
        )
      const listed = await allPages((cursor) => closings(books, { limit: 500, cursor }))
      expect(listed.map(({ id }) => id).sort()).toEqual(load.closings.toSorted())
      expect(listed.filter(({ reversed_at }) => reversed_at === null)).toEqual([])
      expect(await books.allEntries()).toHaveLength(3 + 2 * listed.length)
      expect(await books.balances()).toMatchObject(before)
      expect((await books.balances()).RETAINED_EARNINGS).toBe(0)
      await expectReportedAsKept(books)
    },
  )

  // The longer the series, the more there is to look at.
  test('after all of this the product finds nothing wrong with any of these books', timeFor(others), async () => {
    await expectNoViolations(stack)
    await expectAging(agedStack(stack))
  })

  test('none of the audits that went on all the time has found anything wrong', async () => {
    const { alarms, audited } = await falseAlarms(stack.postgresAdminUrl)
    expect(alarms).toEqual([])
    expect(audited).toBeGreaterThan(0)
  })
}
