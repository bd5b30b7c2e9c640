import { describe, expect, test } from 'vitest'
import { parseProviders } from './provider-settings.ts'

const SECRET = 'Zm9yIG5vYm9keSdzIGV5ZXM'
const quickbooks = { connector: 'quickbooks', client_id: 'app', client_secret: SECRET }
const parse = (...list: unknown[]) => parseProviders(JSON.stringify(list))

function mistakesIn(...list: unknown[]): string {
  try {
    parse(...list)
    return 'none'
  } catch (error) {
    const { message } = error as Error
    expect(message).not.toContain(SECRET)
    return message
  }
}

test('client id and secret are all that QuickBooks needs', () => {
  expect(parse(quickbooks)).toEqual([
    {
      name: 'quickbooks',
      displayName: 'Quickbooks',
      connector: 'quickbooks',
      authorizeUrl: 'https://appcenter.intuit.com/connect/oauth2',
      tokenUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
      revocationUrl: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
      apiUrl: 'https://quickbooks.api.intuit.com',
      scopes: ['com.intuit.quickbooks.accounting'],
      clientId: 'app',
      clientSecret: SECRET,
      clientAuthentication: 'client_secret_basic',
      companyParameter: 'realmId',
    },
  ])
})

test('all other settings can be given, and null means none', () => {
  const [provider] = parse({
    ...quickbooks,
    name: 'books-2',
    display_name: 'Sandbox Books',
    token_url: 'http://127.0.0.1:9000/token',
    revocation_url: null,
    return_url: 'https://platform.example/done',
    client_authentication: 'client_secret_post',
  })
  expect(provider).toMatchObject({
    name: 'books-2',
    displayName: 'Sandbox Books',
    tokenUrl: 'http://127.0.0.1:9000/token',
    returnUrl: 'https://platform.example/done',
    clientAuthentication: 'client_secret_post',
  })
  expect(provider).not.toHaveProperty('revocationUrl')
})

test('there may be none', () => {
  expect(parse()).toEqual([])
})

describe('refused without showing a secret:', () => {
  test.each([
    ['no JSON', `[{"client_secret":"${SECRET}"`],
    ['no list', JSON.stringify({ client_secret: SECRET })],
    ['a list of text', JSON.stringify([SECRET])],
  ])('%s', (_what, given) => {
    expect(() => parseProviders(given)).toThrow(/^expected a JSON list of objects$/)
  })

  test('an unknown connector', () => {
    expect(mistakesIn({ connector: 'abacus' })).toBe('provider 1: connector: expected one of quickbooks')
  })

  test.each([
    ['name', 'Quick Books'],
    ['name', 'q'],
    ['name', 'a'.repeat(33)],
    ['display_name', ''],
    ['display_name', 'Quick<Books>'],
    ['authorize_url', 'http://appcenter.intuit.com/connect'],
    ['token_url', 'nonsense'],
    ['token_url', `https://user:${SECRET}@example.com/token`],
    ['token_url', 'http://127.0.0.1.example.com/token'],
    ['revocation_url', 'ftp://example.com'],
    ['api_url', 'https://example.com/#fragment'],
    ['return_url', 'javascript:alert(1)'],
    ['scopes', 'openid'],
    ['scopes', []],
    ['scopes', ['two words']],
    ['client_id', ''],
    ['client_secret', ''],
    ['client_secret', [SECRET]],
    ['client_authentication', 'none'],
    ['company_parameter', 'a&b'],
  ])('%s: %j', (name, value) => {
    expect(mistakesIn({ ...quickbooks, [name]: value })).toMatch(new RegExp(`^provider 1: ${name}: expected [^;]+$`))
  })

  test('a setting that does not exist, and one that is missing, each by name', () => {
    expect(mistakesIn(quickbooks, { connector: 'quickbooks', name: 'b', clientid: 'x', client_secret: SECRET })).toBe(
      'provider 2: clientid: there is no such setting; ' +
        'provider 2: name: expected 2 to 32 lowercase letters, digits and hyphens, beginning with a letter; ' +
        'provider 2: client_id: expected up to 255 printable ASCII characters, got nothing',
    )
  })

  test('two providers of one name', () => {
    expect(mistakesIn(quickbooks, quickbooks)).toBe('every provider needs a name of its own')
  })
})
