import type { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import {
  asked,
  books,
  comeBack,
  complete,
  ledger,
  refusal,
  status,
  TIMEOUT_MS,
  tokenRows,
  useProviders,
} from './connections.test-helpers.ts'
import { OAuthClient } from './oauth-client.ts'

useProviders()

describe('a provider that does not play along', () => {
  test.each([
    ['fail', 'ProviderUnavailable'],
    ['garbage', 'ProviderUnavailable'],
    ['no-token', 'ProviderUnavailable'],
    ['flood', 'ProviderUnavailable'],
    ['hang', 'ProviderUnavailable'],
    ['refuse', 'AuthorizationFailed'],
  ] as const)('%s: nothing is stored, and the state is used', async (mode, expected) => {
    await books.behave({ mode })
    const parameters = await comeBack()
    expect(await refusal(complete(parameters))).toBe(expected)
    expect([await status(), await tokenRows()]).toEqual(['NOT_CONNECTED', []])
    expect(await refusal(complete(parameters))).toBe('InvalidState')
  })

  test('that takes longer than it may is not waited for', async () => {
    await books.behave({ delayMs: 500 })
    const oauth = new OAuthClient({ publicUrl: 'http://127.0.0.1:8080', timeoutMs: 20 })
    expect(await refusal(complete(await comeBack(), 'quickbooks', { ...ledger, oauth }))).toBe('ProviderUnavailable')
  })

  test('where nobody listens is unavailable', async () => {
    const provider = ledger.providers.get('quickbooks')
    if (!provider) throw new Error('no provider')
    const gone = { ...ledger, providers: new Map([['quickbooks', { ...provider, tokenUrl: 'http://127.0.0.1:1/t' }]]) }
    expect(await refusal(complete(await comeBack(), 'quickbooks', gone))).toBe('ProviderUnavailable')
  })

  test('tells its error code and nothing else of what it says', async () => {
    await books.behave({ clientSecret: 'not-the-secret-it-had-before' })
    const error = (await complete(await comeBack()).catch((thrown: unknown) => thrown)) as DomainError
    expect(error.problems[0].meta).toEqual({ provider_error: 'invalid_client' })
    await books.behave({ mode: 'refuse', refusal: 'Call +1 555 now', clientSecret: 'provider-secret' })
    const odd = (await complete(await comeBack()).catch((thrown: unknown) => thrown)) as DomainError
    expect(odd.message).not.toContain('555')
    expect(error.message + odd.message).not.toContain('In words')
  })

  test('of which no company is told is refused before its code is used', async () => {
    expect(await refusal(complete(await comeBack({ company: 'none' })))).toBe('AuthorizationFailed')
    expect(await refusal(complete(await comeBack({ company: '../../admin' })))).toBe('AuthorizationFailed')
    expect(await asked('authorization_code')).toEqual([])
  })

  test('is told of to the operator without a word that it said', async () => {
    const told: object[] = []
    const oauth = new OAuthClient({
      publicUrl: 'http://127.0.0.1:8080',
      timeoutMs: TIMEOUT_MS,
      onFailure: (failure) => told.push(failure),
    })
    for (const mode of ['fail', 'garbage', 'no-token', 'flood', 'hang', 'refuse'] as const) {
      await books.behave({ mode })
      await refusal(complete(await comeBack(), 'quickbooks', { ...ledger, oauth }))
    }
    // A refused grant is a matter of the person.
    expect(told).toHaveLength(5)
    expect(JSON.stringify(told)).not.toMatch(/fire|half of a|aaaa|In words/)
  })
})
