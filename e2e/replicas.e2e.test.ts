/** Two gateways act as one, and so do two ledgers; rate limits hold across them. */
import { startStack, type Replica, type Stack } from '@pacioli/dev-stack'
import { DomainError } from '@pacioli/errors'
import { testDirectory, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  Api,
  Books,
  callFor,
  ledgerRpc,
  newClient,
  platformToken,
  sale,
  type Answer,
  type Business,
  type LedgerRpc,
  type Page,
} from './src/index.ts'
import { expectReportedAsKept } from './src/fault-checks.ts'

/** The bucket: so many at once, then so many a second. Small, so that a slow machine can empty it too. */
const [BURST, PER_SECOND] = [100, 20]

let stack: Stack
let second: Replica

beforeAll(async () => {
  stack = await startStack({
    stateDir: testDirectory('gateways'),
    durable: false,
    env: {
      GATEWAY_RATE_LIMIT_PER_SECOND: String(PER_SECOND),
      GATEWAY_RATE_LIMIT_BURST: String(BURST),
      // On a busy machine NATS may answer late, and a gateway that counts alone lets more pass, rightly so.
      GATEWAY_RATE_LIMIT_WAIT_MS: '5000',
      LOG_LEVEL: 'warn',
    },
  })
  second = await stack.addReplica('gateway')
})
afterAll(() => stack?.stop())

type Listed = Answer<Page<Business>>

/** Sends so many requests at once, to the gateways in turn. @returns the answers, and how long it took in seconds */
async function hammer(
  apis: Api[],
  requests: number,
): Promise<{ passed: Listed[]; limited: Listed[]; seconds: number }> {
  const start = performance.now()
  const list = (index: number): Promise<Listed> =>
    (apis[index % apis.length] as Api).call('listBusinesses', { query: { limit: 1 } })
  const answers = await Promise.all(Array.from({ length: requests }, (_none, index) => list(index)))
  const seconds = (performance.now() - start) / 1_000
  const passed = answers.filter(({ status }) => status === 200)
  return { passed, limited: answers.filter(({ status }) => status === 429), seconds }
}

/**
 * Hammers as a new client until the limit holds: a gateway that found no NATS counts alone for a second, and rightly so.
 */
const limitHolds = (apis: () => Promise<Api[]>): Promise<{ limited: Listed[]; passed: Listed[] }> =>
  waitFor(
    'the limit to hold',
    async () => {
      const { passed, limited, seconds } = await hammer(await apis(), 3 * BURST)
      return passed.length <= BURST + PER_SECOND * (seconds + 1) && { passed, limited }
    },
    { timeoutMs: 50_000 },
  )

/** The same client at both gateways. */
async function atBoth(name: string): Promise<[Api, Api]> {
  const { api } = await newClient(stack, name)
  return [api, new Api(second.address, api.contract, api)]
}

describe('the limit of a client', () => {
  test('lets a burst pass, then answers 429 with the seconds to wait, and passes again after them', async () => {
    let api = (await newClient(stack, 'hammer')).api
    const { passed, limited } = await limitHolds(async () => [(api = (await newClient(stack, 'hammer')).api)])
    expect(passed.length).toBeGreaterThanOrEqual(BURST - 5)
    for (const { headers, refusal } of limited) {
      expect(refusal).toMatchObject({ error_enum: 'RateLimitExceeded' })
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(headers).toMatchObject({ 'x-ratelimit-limit': String(BURST), 'x-ratelimit-remaining': '0' })
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1_000 - 60)
    }
    await waitFor('a request to pass', async () => (await api.call('listBusinesses')).status === 200, {
      timeoutMs: 3_000,
    })
  })

  test('is that of the client, not of its neighbours', async () => {
    const [one, other] = [(await newClient(stack, 'one')).api, (await newClient(stack, 'other')).api]
    expect((await hammer([one], 2 * BURST)).limited.length).toBeGreaterThan(0)
    expect((await other.call('listBusinesses')).status).toBe(200)
  })

  test('counts down in the headers of every answer', async () => {
    const { api } = await newClient(stack, 'headers')
    const answer = await api.call('getBusiness', { path: { businessId: 'unknown' } })
    expect(Number(answer.headers['x-ratelimit-remaining'])).toBeLessThan(BURST)
    expect(answer.status).toBe(404)
  })

  test('holds across two gateways', async () => {
    const { limited } = await limitHolds(() => atBoth('shared'))
    expect(limited.length).toBeGreaterThan(0)
  })
})

describe('the limit of bulk invoices', () => {
  const BULK = { burst: 40, perSecond: 20 }
  /** What has the form of a request takes from the bucket, and this one nobody needs to work on. */
  const NOTHING: object[] = []

  /** A new business of a new client, at both gateways; and what passed of all that was sent for it, since the first. */
  class Bulk {
    readonly books: [Books, Books]
    passed = 0
    readonly #start = performance.now()

    constructor(...books: [Books, Books]) {
      this.books = books
    }

    static async begin(name: string): Promise<Bulk> {
      const { api, business } = await newClient(stack, name)
      const made = await business()
      return new Bulk(new Books(api, made), new Books(new Api(second.address, api.contract, api), made))
    }

    /** So many requests at once. No more may have passed since the first than the whole seconds since then allow. */
    async send(
      count: number,
      bodyOf: (index: number) => object[] = () => NOTHING,
      books: readonly Books[] = this.books,
    ) {
      const answers = await Promise.all(
        Array.from({ length: count }, (_none, index) =>
          (books[index % books.length] as Books).api.call('createInvoices', { body: bodyOf(index) }),
        ),
      )
      const passed = answers.filter(({ status }) => status !== 429)
      this.passed += passed.length
      // The clocks of two processes may differ by some milliseconds.
      const seconds = Math.floor((performance.now() - this.#start) / 1_000 + 0.01)
      return {
        passed,
        limited: answers.filter(({ status }) => status === 429),
        most: BULK.burst + BULK.perSecond * seconds,
      }
    }
  }

  /** A gateway that found no NATS counts alone for a second: then another client tries. */
  const burst = (name: string, send: (bulk: Bulk) => ReturnType<Bulk['send']>) =>
    waitFor(
      'the limit to hold',
      async () => {
        const bulk = await Bulk.begin(name)
        const { most, ...sent } = await send(bulk)
        return bulk.passed <= most && { bulk, most, ...sent }
      },
      { timeoutMs: 50_000 },
    )

  /** As many as come: the bucket holds what it has gained in two seconds, and the limit of all requests is above it. */
  const keepSending = ({ bulk, until }: { bulk: Bulk; until: number }) =>
    waitFor(
      `${until} requests to pass`,
      async () => {
        const { most } = await bulk.send(BULK.perSecond + 2)
        expect(bulk.passed).toBeLessThanOrEqual(most)
        return bulk.passed >= until
      },
      { timeoutMs: 50_000, everyMs: 1_000 },
    )

  test('lets 40 of 60 requests pass, tells of the bucket in every answer, and lets 20 more pass a second', async () => {
    const bodyOf = (index: number) => [
      {
        external_id: `bulk ${index}`,
        customer_external_id: 'customer',
        line_items: [{ account_identifier: { type: 'StableName', stable_name: 'SALES' }, unit_price: 1 }],
      },
    ]
    const { bulk, passed, limited, most } = await burst('bulk', async (one) => {
      await one.books[0].api.call('createCustomer', { body: { external_id: 'customer' } })
      return one.send(60, bodyOf, one.books.slice(0, 1))
    })
    expect(passed.length).toBeGreaterThanOrEqual(BULK.burst)
    expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([200]))
    const sent = await bulk.books[0].api.call('listInvoices', { query: { limit: 1 } })
    expect(sent.body.meta.pagination.total_count).toBe(passed.length)
    const remaining = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    if (most === BULK.burst)
      expect(remaining.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_none, at) => at))
    for (const { headers } of [...passed, ...limited]) {
      expect(headers['x-ratelimit-limit']).toBe('40')
      const inSeconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1_000
      expect([inSeconds > -60, inSeconds < 4]).toEqual([true, true])
    }
    for (const { headers, refusal } of limited) {
      expect(refusal).toEqual({ status: 429, error_enum: 'RateLimitExceeded', field: undefined })
      expect(headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': '1' })
    }
    await keepSending({ bulk, until: BULK.burst + 3 * BULK.perSecond })
  })

  test('holds across two gateways, for each business alone', async () => {
    const { bulk, passed, limited } = await burst('bulk at both', (one) => one.send(60))
    expect([passed.length >= BULK.burst, passed.length + limited.length]).toEqual([true, 60])
    const { api } = bulk.books[0]
    const { data: other } = (await api.call('createBusiness', { body: { legal_name: 'Other' } })).body
    const free = await new Books(api, other).api.call('createInvoices', { body: NOTHING })
    expect([free.status, free.headers['x-ratelimit-remaining']]).toEqual([400, '39'])
    await keepSending({ bulk, until: BULK.burst + 2 * BULK.perSecond })
  })
})

describe('two gateways', () => {
  test('accept the tokens of each other', async () => {
    const client = await newClient(stack, 'tokens')
    const stranger = new Api(second.address, client.api.contract)
    const token = await platformToken(stranger, client.id, client.secret)
    expect((await client.api.as(token).call('listBusinesses')).status).toBe(200)
  })

  test('serve a business the moment it was created through the other, with its cursors and keys', async () => {
    const [one, two] = await atBoth('businesses')
    const { data: business } = (await one.call('createBusiness', { body: { legal_name: 'Both' } })).body
    const [here, there] = [new Books(one, business), new Books(two, business)]
    const headers = { 'idempotency-key': 'both' }
    const posts = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => (index % 2 ? here : there).post(sale(5), headers)),
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
    const replica = await stack.addReplica('ledger-svc')
    rpcs = [ledgerRpc(stack.services['ledger-svc'].address), ledgerRpc(replica.address)]
    books = await (await newClient(stack, 'ledgers')).books()
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
      Array.from({ length: 20 }, (_none, index) =>
        rpcs[index % 2 === 0 ? 0 : 1].journal.PostJournalEntry(message(5), call),
      ),
    )
    expect(new Set(answers.map((answer) => answer.message.data?.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.replayed)).toHaveLength(19)
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

test('a gateway goes on without NATS, and limits again when it is back', async () => {
  const [one, two] = await atBoth('outage')
  await stack.nats.stop()
  const during = await hammer([one], 50)
  expect(during.passed).toHaveLength(50)
  const { data: business } = (await two.call('createBusiness', { body: { legal_name: 'Meanwhile' } })).body
  const books = new Books(one, business)
  await books.posted(sale(7))
  await stack.nats.start()
  await waitFor('the trial balance to catch up', async () =>
    (await books.trialBalance()).rows.some(({ cells }) => cells.debit?.value === 7),
  )
  await limitHolds(() => atBoth('afterwards'))
})
