/** What OPERATIONS.md promises: in each step of a rotation, gateways of before and after it accept each other's tokens. */
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSigningKeys } from './signing-keys.ts'
import { tokenIssuer } from './token-issuer.ts'
import { TokenVerifier } from './token-verifier.ts'

const [issuer, audience] = ['https://books.example', 'pacioli']

let old: JWK
let next: JWK

beforeAll(async () => {
  const make = async (kid: string, algorithm: 'EdDSA' | 'ES256'): Promise<JWK> => ({
    ...(await exportJWK((await generateKeyPair(algorithm, { extractable: true })).privateKey)),
    kid,
  })
  old = await make('2025', 'EdDSA')
  next = await make('2026', 'ES256')
})

/** A gateway with this list of keys, as far as tokens are concerned. */
async function gateway(list: JWK[]) {
  const keys = await loadSigningKeys(list)
  const issue = tokenIssuer(keys, issuer, audience)
  const verifier = new TokenVerifier([{ ...keys, issuer, audience, cacheMs: Infinity, generation: () => 1 }])
  return {
    token: () => issue({ clientId: randomUUID(), scopes: ['books:read'], lifetimeSeconds: 600, notBefore: 0 }),
    accepts: (token: string) =>
      verifier.verify(token).then(
        () => true,
        () => false,
      ),
  }
}

describe('a signing key is replaced in three steps, and during each of them', () => {
  test.each([
    ['the new key is appended', () => [[old], [old, next]]],
    [
      'the new key moves to the front',
      () => [
        [old, next],
        [next, old],
      ],
    ],
    ['the old key is taken out', () => [[next, old], [next]]],
  ] as [string, () => [JWK[], JWK[]]][])('%s: both gateways accept the tokens of both', async (_step, lists) => {
    const [before, after] = await Promise.all(lists().map(gateway))
    for (const made of [await before?.token(), await after?.token()])
      expect([await before?.accepts(made ?? ''), await after?.accepts(made ?? '')]).toEqual([true, true])
  })

  test('a step that is left out is noticed: what the new key signed, gateways with the old one alone refuse', async () => {
    const [before, hasty] = [await gateway([old]), await gateway([next, old])]
    expect(await before.accepts(await hasty.token())).toBe(false)
  })

  test('once the old key is out, its tokens are refused', async () => {
    expect(await (await gateway([next])).accepts(await (await gateway([old])).token())).toBe(false)
  })
})
