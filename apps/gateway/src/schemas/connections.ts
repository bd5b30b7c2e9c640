import type { Connection, StartAuthorizationResponse } from '@pacioli/protos/ledger'
import { Type } from 'typebox'
import { ListOf, Null, OneOf, Resource, Secret, Text } from './parts.ts'

const instant = Type.String({ format: 'date-time' })
const count = Type.Integer({ default: 0 })
const SyncCounts = Resource({ created: count, updated: count, unchanged: count, refused: count })

const RefusedItem = Resource({
  item_type: Type.String(),
  external_id: Null(Type.String({ description: "The provider's own id of it." })),
  error_enum: Type.String(),
  description: Type.String(),
})

/** One import from a provider. */
const Sync = Resource(
  {
    id: Type.String({ format: 'uuid' }),
    status: OneOf(['RUNNING', 'SUCCEEDED', 'FAILED', 'INTERRUPTED']),
    started_at: instant,
    finished_at: Null(instant),
    accounts: SyncCounts,
    journal_entries: SyncCounts,
    refused: ListOf(RefusedItem),
    error: Null(RefusedItem),
  },
  { description: 'The latest import. Of what was refused, the first 100.' },
)

export const ProviderConnection = Resource(
  {
    type: Type.String({ description: 'Named for the provider, such as `Quickbooks_Connection`.' }),
    provider: Type.String(),
    business_id: Type.String({ format: 'uuid' }),
    status: OneOf(['NOT_CONNECTED', 'CONNECTED', 'NEEDS_REAUTHORIZATION', 'UNLINKED']),
    is_connected: Type.Boolean(),
    external_company_id: Null(Type.String({ description: "The provider's own id of the company." })),
    connected_at: Null(instant),
    unlinked_at: Null(instant),
    needs_reauthorization_since: Null(instant, { description: 'Since when the provider takes our tokens no more.' }),
    is_syncing: Type.Boolean(),
    last_synced_at: Null(instant),
    last_sync: Null(Sync),
  },
  { $id: 'Provider_Connection', description: 'The connection of a business to accounting software elsewhere.' },
)

export const AuthorizationParams = Resource({
  type: Type.String({ description: 'Named for the provider, such as `Quickbooks_Authorization_Params`.' }),
  redirect_url: Type.String({ description: 'Where a person agrees. Good once, for ten minutes.' }),
})

/** Providers add parameters of their own. */
export const CallbackQuery = Type.Object(
  {
    state: Secret(1, 1_024, { description: 'As it was in `redirect_url`.' }),
    code: Type.Optional(Secret(1, 4_096, { description: 'Unless there is an `error`.' })),
    error: Type.Optional(Text(256, { description: 'Why the provider did not authorize.' })),
  },
  { additionalProperties: true },
)

const named = (displayName: string, what: string): string => `${displayName.replaceAll(' ', '_')}_${what}`

/** The connection as callers see it. */
export const toProviderConnection = ({ display_name = '', ...connection }: Connection): Record<string, unknown> => ({
  type: named(display_name, 'Connection'),
  ...connection,
})

export const toAuthorizationParams = ({
  display_name = '',
  redirect_url,
}: StartAuthorizationResponse): Record<string, unknown> => ({
  type: named(display_name, 'Authorization_Params'),
  redirect_url,
})
