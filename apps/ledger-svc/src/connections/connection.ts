/** The connection of a business to accounting software elsewhere. Pure. */
import { refused, type DomainError } from '@pacioli/errors'

export type Connection = {
  id: string
  clientId: string
  businessId: string
  provider: string
  /** Which of the provider's companies; null where the provider has not said. */
  externalCompanyId: string | null
  connectedAt: Date
  unlinkedAt: Date | null
  /** Since when the provider rejects the tokens. */
  needsReauthorizationSince: Date | null
}

export type ConnectionStatus = 'NOT_CONNECTED' | 'CONNECTED' | 'NEEDS_REAUTHORIZATION' | 'UNLINKED'

export function statusOf(connection: Connection | undefined): ConnectionStatus {
  if (!connection) return 'NOT_CONNECTED'
  if (connection.unlinkedAt !== null) return 'UNLINKED'
  return connection.needsReauthorizationSince === null ? 'CONNECTED' : 'NEEDS_REAUTHORIZATION'
}

/** Goes into paths of the provider's API. */
const EXTERNAL_COMPANY_ID = /^[\w.-]{1,128}$/
export const isExternalCompanyId = (text: string): boolean => EXTERNAL_COMPANY_ID.test(text)

export const notConnected = (displayName: string): DomainError =>
  refused('NotConnected', `The business is not connected to ${displayName}. Start with POST …/authorize.`, {
    field: 'provider',
  })

export const reauthorizationRequired = (displayName: string): DomainError =>
  refused(
    'ReauthorizationRequired',
    `${displayName} takes the tokens of this business no more. Connect it again with POST …/authorize.`,
    { field: 'provider' },
  )

export const providerUnavailable = (displayName: string, advice = 'Try again.'): DomainError =>
  refused('ProviderUnavailable', `${displayName} cannot be reached, or does not answer as it should. ${advice}`)
