import type { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import {
  requestsWith,
  books,
  callbackParameters,
  complete,
  ledger,
  refusal,
  status,
  TIMEOUT_MS,
  tokenRows,
  useProviders,
} from '../connections/connections.test-helpers.ts'
import { OAuthClient } from './oauth-client.ts'

useProviders()

/** What was reported to the operator. */
const failures: object[] = []
const reporting = (timeoutMs: number) => ({
  ...ledger,
  oauth: new OAuthClient({
    publicUrl: 'http://127.0.0.1:8080',
    timeoutMs,
    onFailure: (failure) => failures.push(failure),
  }),
})

describe('a provider that fails', () => {
  test('stores nothing and uses up the state, and none of its text is logged', async () => {
    for (const mode of ['fail', 'garbage', 'no-token', 'flood', 'hang', 'refuse'] as const) {
      failures.length = 0
      await books.behave({ mode })
      const parameters = await callbackParameters()
      const at = reporting(mode === 'hang' ? 20 : TIMEOUT_MS)
      const isRefused = mode === 'refuse'
      expect([mode, await refusal(complete(parameters, 'quickbooks', at))]).toEqual([
        mode,
        isRefused ? 'AuthorizationFailed' : 'ProviderUnavailable',
      ])
      // A refused grant concerns the person alone.
      expect([mode, failures.length]).toEqual([mode, isRefused ? 0 : 1])
      expect(JSON.stringify(failures)).not.toMatch(/fire|half of a|aaaa|In words/)
      expect([mode, await status(), await tokenRows()]).toEqual([mode, 'NOT_CONNECTED', []])
      expect([mode, await refusal(complete(parameters))]).toEqual([mode, 'InvalidState'])
    }
  })

  test('that does not listen is unavailable', async () => {
    const provider = ledger.providers.get('quickbooks')
    if (!provider) throw new Error('no provider')
    const gone = { ...ledger, providers: new Map([['quickbooks', { ...provider, tokenUrl: 'http://127.0.0.1:1/t' }]]) }
    expect(await refusal(complete(await callbackParameters(), 'quickbooks', gone))).toBe('ProviderUnavailable')
  })

  test('passes on its error code and nothing else of its answer', async () => {
    await books.behave({ clientSecret: 'not-the-secret-it-had-before' })
    const error = (await complete(await callbackParameters()).catch((thrown: unknown) => thrown)) as DomainError
    expect(error.problems[0].meta).toEqual({ provider_error: 'invalid_client' })
    await books.behave({ mode: 'refuse', refusal: 'Call +1 555 now', clientSecret: 'provider-secret' })
    const odd = (await complete(await callbackParameters()).catch((thrown: unknown) => thrown)) as DomainError
    expect(odd.message).not.toContain('555')
    expect(error.message + odd.message).not.toContain('In words')
  })

  test('without a company is refused before its code is used', async () => {
    expect(await refusal(complete(await callbackParameters({ company: 'none' })))).toBe('AuthorizationFailed')
    expect(await refusal(complete(await callbackParameters({ company: '../../admin' })))).toBe('AuthorizationFailed')
    expect(await requestsWith('authorization_code')).toEqual([])
  })
})
