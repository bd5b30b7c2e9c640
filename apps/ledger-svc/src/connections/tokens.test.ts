import { expect, test } from 'vitest'
import { Vault, type SecretOwner } from '@pacioli/vault'
import { isFresh, openTokens, sealTokens, tokensOf } from './tokens.ts'

const now = new Date('2026-01-31T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const owner: SecretOwner = { kind: 'provider_tokens', clientId: 'c', businessId: 'b', recordId: 'r' }

test('a token is fresh until a minute before it expires', () => {
  const tokens = tokensOf({ accessToken: 'a', expiresInSeconds: 3_600 }, now)
  expect([isFresh(tokens, after(3_539)), isFresh(tokens, after(3_540))]).toEqual([true, false])
})

test('a token without an expiry is fresh until it is rejected', () => {
  expect(isFresh(tokensOf({ accessToken: 'a' }, now), after(1e9))).toBe(true)
})

test('no expiry of a provider leads out of the calendar', () => {
  const { expiresAt } = tokensOf({ accessToken: 'a', expiresInSeconds: 1e300 }, now)
  expect(expiresAt).toEqual(after(365 * 86_400))
})

test('a refresh token stays until there is a new one', () => {
  const first = tokensOf({ accessToken: 'a', refreshToken: 'r1', scope: 's' }, now)
  const second = tokensOf({ accessToken: 'b' }, now, first)
  expect(second).toMatchObject({ accessToken: 'b', refreshToken: 'r1', scope: 's' })
  expect(tokensOf({ accessToken: 'c', refreshToken: 'r2' }, now, second).refreshToken).toBe('r2')
})

test('tokens come out of the vault as they went in, for their own connection alone', () => {
  const vault = new Vault([{ id: 'k', key: Buffer.alloc(32, 1) }])
  const tokens = tokensOf({ accessToken: 'a', refreshToken: 'r', expiresInSeconds: 60 }, now)
  const sealed = sealTokens(vault, tokens, owner)
  expect(openTokens(vault, sealed, owner)).toEqual(tokens)
  expect(() => openTokens(vault, sealed, { ...owner, businessId: 'other' })).toThrow()
})
