/** Every table of this service with sealed secrets (see 0011-processor-secrets.sql). */
import type { SealedTable } from '@pacioli/vault/rotation'

export const sealedTables: readonly SealedTable[] = [
  {
    name: 'processor_secrets',
    kind: 'payment_processor',
    key: ['client_id', 'id'],
    owner: { clientId: 'client_id', recordId: 'id' },
  },
  {
    name: 'provider_tokens',
    kind: 'provider_tokens',
    key: ['business_id', 'id'],
    owner: { clientId: 'client_id', businessId: 'business_id', recordId: 'id' },
  },
  {
    name: 'oauth_authorizations',
    kind: 'oauth_authorization',
    key: ['business_id', 'id'],
    owner: { clientId: 'client_id', businessId: 'business_id', recordId: 'id' },
  },
]
