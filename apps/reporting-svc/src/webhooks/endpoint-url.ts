/** Which URLs an endpoint may have. Pure. Each connection checks again where a name leads. */
import { refused } from '@pacioli/errors'
import { isIP } from 'node:net'
import { mayReach } from './addresses.ts'

export const MAX_URL_LENGTH = 2_048

/**
 * The URL in its normal form.
 * @param allowPrivate also http, and addresses of private networks: for development
 * @throws InvalidPayload
 */
export function endpointUrl(given: string, allowPrivate: boolean): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const problem = url ? problemOf(url, allowPrivate) : 'Expected a URL like https://platform.example/hooks.'
  // The message does not repeat the URL, which may contain a password.
  if (!url || problem) throw refused('InvalidPayload', problem ?? 'Expected a URL.', { field: 'url' })
  return url.href
}

function problemOf(url: URL, allowPrivate: boolean): string | undefined {
  const protocols = allowPrivate ? ['https:', 'http:'] : ['https:']
  if (!protocols.includes(url.protocol)) return 'Expected a URL that begins with https://.'
  if (url.username !== '' || url.password !== '')
    return 'The URL may hold no user and no password: requests are signed, verify the signature instead.'
  if (url.hash !== '') return 'The URL may have no fragment: it would never be sent.'
  if (url.href.length > MAX_URL_LENGTH) return `The URL may have ${MAX_URL_LENGTH} characters at most.`
  if (!leadsOutside(url.hostname, allowPrivate)) return 'The URL must lead to a public address.'
  return undefined
}

/** The URL parser has normalized all spellings of an address. */
function leadsOutside(hostname: string, allowPrivate: boolean): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return mayReach(host, allowPrivate)
  return allowPrivate || (host.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)$/.test(host))
}
