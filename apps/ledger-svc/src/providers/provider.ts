/** Accounting software elsewhere that a business can be connected to, as the operator configures it. */
import { refused } from '@pacioli/errors'

/** How a client shows the token endpoint who it is (RFC 6749, 2.3.1). */
export const CLIENT_AUTHENTICATIONS = ['client_secret_basic', 'client_secret_post'] as const
export type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number]

/** The programs that know how to read a provider's books. */
export const CONNECTORS = ['quickbooks'] as const
export type ConnectorName = (typeof CONNECTORS)[number]

export type Provider = {
  /** Its name in paths: lowercase letters, digits and hyphens. */
  name: string
  /** Its name for people, and in the `type` of answers. */
  displayName: string
  connector: ConnectorName
  authorizeUrl: string
  tokenUrl: string
  /** The revocation endpoint (RFC 7009), if the provider has one. */
  revocationUrl?: string
  /** The base URL of the provider's API. */
  apiUrl: string
  scopes: readonly string[]
  clientId: string
  clientSecret: string
  clientAuthentication: ClientAuthentication
  /** The query parameter in which the provider says which of its companies was connected. */
  companyParameter: string
  /** A page of the platform that people are redirected to after the callback. */
  returnUrl?: string
}

/** @throws ProviderNotFound */
export function providerNamed(providers: ReadonlyMap<string, Provider>, name: string): Provider {
  const provider = providers.get(name)
  if (provider) return provider
  const known = [...providers.keys()].join(', ')
  throw refused(
    'ProviderNotFound',
    `No accounting provider of this name is configured. There is: ${known || 'none'}.`,
    {
      field: 'provider',
      value: name.slice(0, 100),
    },
  )
}

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/** Whether the URL is local to this machine, and so needs no TLS. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.test(hostname)
