/**
 * Rate limits across two gateways. No clock is asked: an answer tells when the bucket would be full again, that is so many
 * seconds after its first use as tokens were taken, at one a second. What passed is compared with that. How much a bucket
 * gives, and when, the tests of the gateway say, with a clock of theirs.
 */
import type { Replica, Stack } from '@pacioli/dev-stack'
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import { Api, Books, newClient, sale, type Answer, type TestClient } from '../src/index.ts'

/** So many at once, then one a second: slower than any machine asks. */
const [BURST, BULK_BURST] = [100, 20]

const LIMITED = {
  GATEWAY_RATE_LIMIT_PER_SECOND: '1',
  GATEWAY_RATE_LIMIT_BURST: String(BURST),
  GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '1',
  GATEWAY_BULK_RATE_LIMIT_BURST: String(BULK_BURST),
  // On a busy machine NATS may answer late, and a gateway that counts alone lets more pass, rightly so.
  GATEWAY_RATE_LIMIT_WAIT_MS: '5000',
}

/** The reported instants are whole seconds, rounded up: of the first and of the last. */
const ROUNDED = 1

type Sent = { passed: Answer<unknown>[]; limited: Answer<unknown>[] }

/** One request alone, then several at once through either gateway, until both have refused some. */
async function untilLimited(apis: [Api, Api], request: (api: Api) => Promise<Answer<unknown>>): Promise<Sent> {
  const [one] = apis
  const passed = [await request(one)]
  const limited: Answer<unknown>[] = []
  for (const api of apis)
    for (let refused = 0; refused === 0;) {
      const answers = await Promise.all([...apis, ...apis, ...apis, api].map(request))
      refused = answers.filter(({ status }) => status === 429).length
      for (const answer of answers) (answer.status === 429 ? limited : passed).push(answer)
    }
  return { passed, limited }
}

const resetOf = ({ headers }: Answer<unknown>): number => Number(headers['x-ratelimit-reset'])

/**
 * The number of tokens taken according to these answers, from the first on; more, where the bucket was full again
 * meanwhile.
 */
function takenBy({ passed, limited }: Sent): number {
  const resets = [...passed, ...limited].map(resetOf)
  return Math.max(...resets) - Math.min(...resets) + 1
}

/** The bucket gave each token once: gateways counting for themselves would allow twice as many as each reports. */
const isCountedOnce = (sent: Sent): boolean => sent.passed.length <= takenBy(sent) + ROUNDED

function expectTold({ passed, limited }: Sent, burst: number): void {
  expect(passed.length).toBeGreaterThanOrEqual(burst)
  for (const { headers } of [...passed, ...limited]) expect(headers['x-ratelimit-limit']).toBe(String(burst))
  // Of a store that takes a second to answer a bucket may be full again by then, rightly so.
  for (const { headers } of passed) expect(Number(headers['x-ratelimit-remaining'])).toBeLessThanOrEqual(burst)
  for (const { headers, refusal } of limited) {
    expect(refusal).toEqual({ status: 429, error_enum: 'RateLimitExceeded', field: undefined })
    expect(headers['x-ratelimit-remaining']).toBe('0')
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  }
}

/** A stack without limits, where it is called, and a client of it. */
type Unlimited = { stack: Stack; baseUrl: string; client: TestClient }

/** The tests; they stop NATS, and start it again. The stack is there when they begin. */
export function limitsHold(unlimited: () => Unlimited): void {
  let gateways: [Replica, Replica]

  beforeAll(async () => {
    const { stack } = unlimited()
    gateways = await Promise.all([stack.addReplica('gateway', LIMITED), stack.addReplica('gateway', LIMITED)])
  })

  /** A client at both of these gateways, with a business. */
  async function atBoth({ api, business }: TestClient): Promise<[Books, Books]> {
    const [one, two] = gateways.map(({ address }) => new Api(address, api.contract, api)) as [Api, Api]
    const made = await business()
    return [new Books(one, made), new Books(two, made)]
  }

  /** A gateway that found no NATS counts alone for a second: then another client tries. */
  const counted = (name: string, send: (books: [Books, Books]) => Promise<Sent>) =>
    waitFor(
      'both gateways to count as one',
      async () => {
        const { stack, baseUrl } = unlimited()
        const books = await atBoth(await newClient({ ...stack, baseUrl }, name))
        const sent = await send(books)
        return isCountedOnce(sent) && { books, ...sent }
      },
      { timeoutMs: 50_000 },
    )

  const listed = ([one, two]: [Books, Books]): Promise<Sent> =>
    untilLimited([one.api, two.api], (api) => api.call('listBusinesses', { query: { limit: 1 } }))

  test('the limit of a client holds, is shown in every answer, and is independent of its neighbours', async () => {
    const { books, passed, limited } = await counted('hammer', listed)
    expectTold({ passed, limited }, BURST)
    for (const { status } of passed) expect(status).toBe(200)
    const [neighbour] = await atBoth(unlimited().client)
    expect((await neighbour.api.call('listBusinesses')).status).toBe(200)
    const passes = async (): Promise<boolean> => (await books[0].api.call('listBusinesses')).status === 200
    await waitFor('a request to pass again', passes)
  })

  test('the limit of bulk invoices holds, for each business alone, and what it refuses is not done', async () => {
    let number = 0
    const invoice = () => ({
      external_id: `bulk ${(number += 1)}`,
      customer_external_id: 'customer',
      line_items: [{ account_identifier: { type: 'StableName', stable_name: 'SALES' }, unit_price: 1 }],
    })
    const { books, passed, limited } = await counted('bulk', async ([one, two]) => {
      await one.api.call('createCustomer', { body: { external_id: 'customer' } })
      return untilLimited([one.api, two.api], (api) => api.call('createInvoices', { body: [invoice()] }))
    })
    expectTold({ passed, limited }, BULK_BURST)
    for (const { status } of passed) expect(status).toBe(200)
    const { api } = books[0]
    const { meta } = (await api.call('listInvoices', { query: { limit: 1 } })).body
    expect(meta.pagination.total_count).toBe(passed.length)
    const { data: other } = (await api.call('createBusiness', { body: { legal_name: 'Other' } })).body
    const free = await new Books(api, other).api.call('createInvoices', { body: [] })
    expect(free.status).toBe(400)
    expect(Number(free.headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(BULK_BURST - 1)
  })

  test('a gateway goes on without NATS, and limits again when it is back', async () => {
    const [one, two] = await atBoth(unlimited().client)
    const { nats } = unlimited().stack
    await nats.stop()
    const during = await Promise.all(Array.from({ length: 20 }, () => one.api.call('listBusinesses')))
    expect(during.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const { data: business } = (await two.api.call('createBusiness', { body: { legal_name: 'Meanwhile' } })).body
    const books = new Books(one.api, business)
    await books.posted(sale(7))
    await nats.start()
    await waitFor('the trial balance to catch up', async () =>
      (await books.trialBalance()).rows.some(({ cells }) => cells.debit?.value === 7),
    )
    await counted('afterwards', listed)
  })
}
