/**
 * Servers of a Citus cluster that die under postings, documents and bank transactions of many businesses, one after the other,
 * and come back: nothing that was acknowledged is lost or there twice, and businesses of other servers are served meanwhile.
 */
import { randomUUID } from 'node:crypto'
import type { Stack } from '@pacioli/dev-stack'
import { ownStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agedStack, expectAging } from '../src/aging-checks.ts'
import type { ExternalAccount, Vendor } from '../src/answers.ts'
import { Banking, moneyOut } from '../src/banking.ts'
import { sale, type Books } from '../src/books.ts'
import { newClient, type TestClient } from '../src/clients.ts'
import { areAllReady, expectAllPosted, expectReportedAsKept, expectRetryable } from '../src/fault-checks.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import type { CitusNode } from '../src/citus-cluster.ts'
import { comeBack, die, NO_CLUSTER, ProductCluster, type Death } from '../src/product-cluster.ts'
import { billed, Payables } from '../src/payables.ts'
import { Work } from '../src/work.ts'

/** How many servers die, each kind in turn. */
const DEATHS = 10
const REQUESTS = 40
/** Each has four businesses. */
const WORKS = 3
/** Of each kind, while a server is away. */
const MEANWHILE = 5

const WAYS: readonly Death[] = ['killed', 'stopped at once']
const TIME = { timeout: 600_000 }

let cluster: ProductCluster
let stack: Stack
let client: TestClient
let works: Work[]
/** A business for each worker, which has it in all databases. */
const watched = new Map<CitusNode, Watched>()

type Watched = {
  books: Books
  banking: Banking
  account: ExternalAccount
  payables: Payables
  vendor: Vendor
  posted: Set<string>
}

async function watch(books: Books): Promise<Watched> {
  const [banking, payables] = [new Banking(books), new Payables(books)]
  const account = await banking.account('checking')
  const vendor = await payables.vendor('mill')
  return { books, banking, account, payables, vendor, posted: new Set() }
}

describe.skipIf(NO_CLUSTER !== undefined)(
  `servers of a cluster that die${NO_CLUSTER ? ` (${NO_CLUSTER})` : ''}`,
  () => {
    beforeAll(async () => {
      cluster = await ProductCluster.start('workers', 2)
      stack = await ownStack('workers', { postgresAdminUrl: cluster.adminUrl })
      client = await newClient(stack, 'workers', { isPatient: true })
      while (watched.size < cluster.workers.length) {
        const books = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
        const home = await cluster.homeOf(books.id)
        if (home && !watched.has(home)) watched.set(home, await watch(books))
      }
      works = await Promise.all(Array.from({ length: WORKS }, () => Work.begin(client)))
    }, 600_000)
    afterAll(async () => {
      await stack?.stop()
      await cluster?.stop()
    }, 120_000)

    /** Each is answered with a success at once. */
    async function expectServed({ books, banking, account, payables, vendor, posted }: Watched): Promise<void> {
      for (let n = 0; n < MEANWHILE; n++) {
        const name = randomUUID()
        await books.posted({ ...sale(100), external_id: name })
        posted.add(name)
        await payables.received(vendor, [billed('COGS', 500)])
        expect((await banking.import(account.id, [moneyOut(randomUUID(), 700)])).status).toBe(200)
      }
    }

    /** What all of them had to send again so far, and why. */
    const repeats = (): string[] => works.flatMap((work) => Object.values(work.repeats()).flat())

    const rounds = Array.from({ length: DEATHS }, (_, index) => ({
      round: index + 1,
      who: (['the first worker', 'the second worker', 'the coordinator'] as const)[index % 3] ?? 'the coordinator',
      how: WAYS[index % WAYS.length] ?? 'killed',
    }))

    test.for(rounds)(
      'death $round: $who is $how, which costs its businesses nothing but time',
      TIME,
      async ({ who, how }) => {
        const [first, second] = cluster.workers
        const dying = who === 'the coordinator' ? cluster.coordinator : who === 'the first worker' ? first : second
        if (!dying) throw new Error(`there is no ${who}`)
        const before = repeats().length
        let dead: Promise<void> | undefined
        const suffer = async (): Promise<void> => {
          await die(dying, how)
          // Whose a token is, the coordinator says: without it nobody is served for long.
          if (dying !== cluster.coordinator) {
            for (const [home, business] of watched) if (home !== dying) await expectServed(business)
            expect(await areAllReady(stack)).toBe(true)
            const ready = await fetch(`http://127.0.0.1:${stack.services['ledger-svc'].ports.ops}/readyz`)
            expect(await ready.text()).toContain(`without 127.0.0.1:${dying.postgres.port}`)
          }
          await comeBack(dying)
        }
        await Promise.all(works.map((work) => work.run(REQUESTS, () => (dead ??= suffer()))))

        expectRetryable(repeats())
        // In the midst of work, or this proves nothing; the coordinator may be back before it is asked for anything.
        if (dying !== cluster.coordinator) expect(repeats().length).toBeGreaterThan(before)
        await waitFor('every service to be ready', () => areAllReady(stack), { timeoutMs: 60_000 })
        for (const work of works) await work.expectSound()
        for (const { books, posted } of watched.values()) {
          const entries = await books.allEntries()
          const named = entries.flatMap(({ external_id }) => external_id ?? [])
          expect(named.toSorted()).toEqual([...posted].toSorted())
          await expectAllPosted(books)
          await expectReportedAsKept(books)
        }
      },
    )

    test('after all of them the product finds nothing wrong, and both agings say what is owed', TIME, async () => {
      await expectNoViolations(stack)
      await expectAging(agedStack(stack))
    })
  },
)
