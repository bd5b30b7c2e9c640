/** Parses the operator's settings of accounting providers. Pure; no message repeats a value, since one is a secret. */
import {
  CLIENT_AUTHENTICATIONS,
  CONNECTORS,
  isLoopback,
  type ClientAuthentication,
  type ConnectorName,
  type Provider,
} from './provider.ts'

/** Settings that are the same for every user of the connector. */
const defaults: Record<ConnectorName, Record<string, unknown>> = {
  quickbooks: {
    name: 'quickbooks',
    display_name: 'Quickbooks',
    authorize_url: 'https://appcenter.intuit.com/connect/oauth2',
    token_url: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    revocation_url: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
    api_url: 'https://quickbooks.api.intuit.com',
    scopes: ['com.intuit.quickbooks.accounting'],
    client_authentication: 'client_secret_basic',
    company_parameter: 'realmId',
  },
}

type Check = { expected: string; holds: (value: unknown) => boolean }

const matching = (pattern: RegExp, expected: string): Check => ({
  expected,
  holds: (value) => typeof value === 'string' && pattern.test(value),
})
const oneOf = (values: readonly string[]): Check => ({
  expected: `one of ${values.join(', ')}`,
  holds: (value) => typeof value === 'string' && values.includes(value),
})
const optional = ({ expected, holds }: Check): Check => ({
  expected: `${expected}, or nothing`,
  holds: (value) => value === undefined || value === null || holds(value),
})

const url: Check = {
  expected: 'an https URL without credentials or fragment (http only for this machine itself)',
  holds: (value) => typeof value === 'string' && URL.canParse(value) && isSafe(new URL(value)),
}
const isSafe = (given: URL): boolean =>
  (given.protocol === 'https:' || (given.protocol === 'http:' && isLoopback(given))) &&
  given.username === '' &&
  given.password === '' &&
  given.hash === ''

const scope = /^[\x21\x23-\x5b\x5d-\x7e]+$/

const checks: Record<string, Check> = {
  name: matching(/^[a-z][a-z0-9-]{1,31}$/, '2 to 32 lowercase letters, digits and hyphens, beginning with a letter'),
  display_name: matching(/^[A-Za-z][A-Za-z0-9 ]{0,63}$/, 'up to 64 letters, digits and spaces'),
  authorize_url: url,
  token_url: url,
  revocation_url: optional(url),
  api_url: url,
  scopes: {
    expected: 'a list of scopes',
    holds: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && scope.test(one)),
  },
  client_id: matching(/^[\x20-\x7e]{1,255}$/, 'up to 255 printable ASCII characters'),
  client_secret: matching(/^[\x20-\x7e]{1,512}$/, 'up to 512 printable ASCII characters'),
  client_authentication: oneOf(CLIENT_AUTHENTICATIONS),
  company_parameter: matching(/^[\w.-]{1,64}$/, 'the name of a query parameter'),
  return_url: optional(url),
}

/**
 * @param given a JSON list of objects
 * @throws Error naming every mistake
 */
export function parseProviders(given: string): Provider[] {
  const list = parseList(given)
  const mistakes = list.flatMap((one, index) => mistakesOf(one).map((mistake) => `provider ${index + 1}: ${mistake}`))
  const providers = list.map(toProvider)
  const names = providers.map(({ name }) => name)
  if (new Set(names).size < names.length) mistakes.push('every provider needs a name of its own')
  if (mistakes.length > 0) throw new Error(mistakes.join('; '))
  return providers
}

function parseList(given: string): Record<string, unknown>[] {
  const list = parseJson(given)
  const isList = Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)
  if (!isList) throw new Error('expected a JSON list of objects')
  return (list as Record<string, unknown>[]).map((one) => {
    const connector = CONNECTORS.find((known) => known === one['connector'])
    return { ...(connector && defaults[connector]), ...one }
  })
}

/** Undefined for invalid JSON: the parser's own message would repeat the text. */
function parseJson(given: string): unknown {
  try {
    return JSON.parse(given) as unknown
  } catch {
    return undefined
  }
}

function mistakesOf({ connector, ...settings }: Record<string, unknown>): string[] {
  if (!CONNECTORS.some((known) => known === connector)) return [`connector: expected one of ${CONNECTORS.join(', ')}`]
  const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(checks, name))
  return [
    ...unknown.map((name) => `${name}: there is no such setting`),
    ...Object.entries(checks).flatMap(([name, { expected, holds }]) =>
      holds(settings[name])
        ? []
        : [`${name}: expected ${expected}${settings[name] === undefined ? ', got nothing' : ''}`],
    ),
  ]
}

const toProvider = (settings: Record<string, unknown>): Provider => ({
  name: settings['name'] as string,
  displayName: settings['display_name'] as string,
  connector: settings['connector'] as ConnectorName,
  authorizeUrl: settings['authorize_url'] as string,
  tokenUrl: settings['token_url'] as string,
  ...(typeof settings['revocation_url'] === 'string' ? { revocationUrl: settings['revocation_url'] } : {}),
  apiUrl: settings['api_url'] as string,
  scopes: settings['scopes'] as string[],
  clientId: settings['client_id'] as string,
  clientSecret: settings['client_secret'] as string,
  clientAuthentication: settings['client_authentication'] as ClientAuthentication,
  companyParameter: settings['company_parameter'] as string,
  ...(typeof settings['return_url'] === 'string' ? { returnUrl: settings['return_url'] } : {}),
})
