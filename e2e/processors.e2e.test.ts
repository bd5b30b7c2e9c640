/** Secrets of payment processors go in and never come out. */
import { knownSecret } from '@pacioli/testing'
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, platformToken, target, type Api, type TestClient } from './src/index.ts'

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'processors')
})

const newSecret = (bytes = 24): string =>
  knownSecret(randomBytes(bytes).toString('base64url'), 'the secret of a payment processor')

const put = (body: unknown, processor = 'stripe', api = client.api) =>
  api.call('configureProcessor', { path: { processor }, body })
const get = (processor = 'stripe', api: Api = client.api) =>
  api.call('getProcessorConfiguration', { path: { processor } })

test('the secret of a processor is answered with its last four characters, then and later', async () => {
  const secret = newSecret()
  const expected = { data: { type: 'Stripe_Configuration', stripe_secret_last_4: secret.slice(-4) } }
  const answer = await put({ secret })
  expect([answer.status, answer.body]).toEqual([200, expected])
  expect((await get()).body).toEqual(expected)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a new secret takes the place of the old one; each processor has its own', async () => {
  const [first, second, other] = [newSecret(), newSecret(), newSecret()]
  await put({ secret: first })
  await put({ secret: second })
  const answer = await put({ secret: other }, 'authorize_net')
  expect(answer.body.data).toEqual({
    type: 'Authorize_Net_Configuration',
    authorize_net_secret_last_4: other.slice(-4),
  })
  expect((await get()).body.data['stripe_secret_last_4']).toBe(second.slice(-4))
})

test.each([
  [8, 200],
  [512, 200],
  [7, 400],
  [513, 400],
])('a secret of %i characters: %i', async (length, status) => {
  const secret = randomBytes(512).toString('hex').slice(0, length)
  if (length >= 8) knownSecret(secret.slice(0, Math.max(8, length - 4)), `a secret of ${length} characters`)
  const answer = await put({ secret })
  expect(answer.status).toBe(status)
  if (status === 400) expect(answer.refusal).toMatchObject({ error_enum: 'InvalidPayload', field: 'secret' })
})

test('characters are counted as people count them, and never cut in half', async () => {
  const answer = await put({ secret: knownSecret('🔑🔒🗝🔐🛡⚙🧰🪪', 'a secret of pictures') })
  expect(answer.body.data['stripe_secret_last_4']).toBe('🛡⚙🧰🪪')
})

describe('a secret that is refused is not told back', () => {
  const secret = newSecret()
  const deep = (levels: number): string => '['.repeat(levels) + JSON.stringify(secret) + ']'.repeat(levels)

  test.each<[string, string]>([
    ['sent bare', JSON.stringify(secret)],
    ['in a list', JSON.stringify([secret])],
    ['in an object', JSON.stringify({ secret: { secret } })],
    ['too long', JSON.stringify({ secret: secret.repeat(20) })],
    ['too short', JSON.stringify({ secret: secret.slice(0, 7) })],
    ['beside a field that does not exist', JSON.stringify({ secret, key: secret })],
    ['in a misspelt field', JSON.stringify({ secrte: secret })],
    ['twice', `{"secret":"${secret}","secret":"${secret}"}`],
    ['in broken JSON', `{"secret":${secret}}`],
    ['in JSON that ends too early', `{"secret":"${secret}`],
    ['with a broken escape', `{"secret":"${secret}\\x"}`],
    ['with half a character', `{"secret":"${secret}\\ud83d"}`],
    ['with a NUL', `{"secret":"${secret}\\u0000"}`],
    ['too deep', `{"secret":${deep(40)}}`],
    ['as a number that cannot be kept', '{"secret":4929123412341234567890}'],
    ['as a number', '{"secret":4929123412341234}'],
  ])('%s', async (_how, rawBody) => {
    const answer = await client.api.call('configureProcessor', { path: { processor: 'stripe' }, rawBody })
    expect(answer.status).toBe(400)
    for (const part of [secret, secret.slice(0, 7), '49291234']) expect(answer.text).not.toContain(part)
  })

  test('sent with another content type', async () => {
    const headers = { 'content-type': 'text/plain' }
    const call = { path: { processor: 'stripe' }, rawBody: secret, headers }
    const answer = await client.api.call('configureProcessor', call)
    expect(answer.refusal).toMatchObject({ status: 415 })
    expect(answer.text).not.toContain(secret)
  })

  test('for a processor that nobody knows', async () => {
    const answer = await put({ secret }, 'paypall')
    expect(answer.refusal).toMatchObject({ status: 404, error_enum: 'ProcessorNotFound', field: 'processor' })
    expect(answer.text).not.toContain(secret)
  })

  test('of a client, by the token endpoint', async () => {
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: secret.repeat(20) }
    const answer = await client.api.as(undefined).call('issueToken', {
      rawBody: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.refusal).toMatchObject({ status: 400, field: 'client_secret' })
    expect(answer.text).not.toContain(secret)
  })
})

describe('404', () => {
  test.each(['unknown', 'Stripe', 'STRIPE', 'stripe ', '..%2f', 'accounting', 'constructor', '__proto__'])(
    'for the processor %j',
    async (processor) => {
      expect((await get(processor)).refusal).toMatchObject({ status: 404, error_enum: 'ProcessorNotFound' })
    },
  )

  test('for the id of a client or a business', async () => {
    for (const id of [client.id, (await client.business()).id])
      expect((await put({ secret: newSecret() }, id)).refusal).toMatchObject({ status: 404 })
  })

  test('while no secret is kept', async () => {
    expect((await get('adyen')).refusal).toEqual({ status: 404, error_enum: 'ProcessorNotFound', field: 'processor' })
  })

  test("for another client's secret", async () => {
    const stranger = await newClient(target(), 'stranger to processors')
    await put({ secret: newSecret() }, 'square')
    expect((await get('square', stranger.api)).refusal).toMatchObject({ status: 404 })
    await put({ secret: newSecret() }, 'square', stranger.api)
    const mine = newSecret()
    await put({ secret: mine }, 'square')
    expect((await get('square', stranger.api)).body.data['square_secret_last_4']).not.toBe(mine.slice(-4))
  })
})

describe('403', () => {
  test('without the scope for it', async () => {
    const withScope = async (scope: string): Promise<Api> =>
      client.api.as(await platformToken(client.api, client.id, client.secret, scope))
    const reader = await withScope('configure:read books:read books:write')
    const writer = await withScope('configure:write')
    expect((await put({ secret: newSecret() }, 'stripe', reader)).refusal).toMatchObject({ status: 403 })
    expect((await put({ secret: newSecret() }, 'stripe', writer)).status).toBe(200)
    expect((await get('stripe', writer)).refusal).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
    expect((await get('stripe', reader)).status).toBe(200)
  })

  test('for the token of one business', async () => {
    const business = await client.business()
    const { body } = await client.api.of(business.id).call('issueBusinessToken')
    const browser = client.api.as(body.data.access_token)
    expect((await get('stripe', browser)).refusal).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
    expect((await put({ secret: newSecret() }, 'stripe', browser)).refusal).toMatchObject({ status: 403 })
  })
})

test('an Idempotency-Key is accepted, and nothing is kept of the request', async () => {
  const headers = { 'idempotency-key': 'configure once' }
  for (const secret of [newSecret(), newSecret()]) {
    const answer = await client.api.call('configureProcessor', {
      path: { processor: 'paypal' },
      body: { secret },
      headers,
    })
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect((await get('paypal')).body.data['paypal_secret_last_4']).toBe(secret.slice(-4))
  }
})

test('of many secrets at once one is kept', async () => {
  const secrets = Array.from({ length: 12 }, () => newSecret())
  const answers = await Promise.all(secrets.map((secret) => put({ secret }, 'worldpay')))
  expect(answers.map(({ status }) => status)).toEqual(secrets.map(() => 200))
  expect(secrets.map((secret) => secret.slice(-4))).toContain(
    (await get('worldpay')).body.data['worldpay_secret_last_4'],
  )
})
