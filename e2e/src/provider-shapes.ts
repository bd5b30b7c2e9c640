/** What connections to accounting software elsewhere answer, as far as tests look into it. */
import type { Data } from './common-shapes.ts'

export interface ProviderConnection {
  type: string
  provider: string
  business_id: string
  status: 'NOT_CONNECTED' | 'CONNECTED' | 'NEEDS_REAUTHORIZATION' | 'UNLINKED'
  is_connected: boolean
  external_company_id: string | null
  connected_at: string | null
  unlinked_at: string | null
  needs_reauthorization_since: string | null
  is_syncing: boolean
  last_synced_at: string | null
  last_sync: ProviderSync | null
}

interface SyncCounts {
  created: number
  updated: number
  unchanged: number
  refused: number
}

interface RefusedItem {
  item_type: string
  external_id: string | null
  error_enum: string
  description: string
}

export interface ProviderSync {
  id: string
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'INTERRUPTED'
  started_at: string
  finished_at: string | null
  accounts: SyncCounts
  journal_entries: SyncCounts
  refused: RefusedItem[]
  error: RefusedItem | null
}

export interface ProviderAnswers {
  authorizeConnection: Data<{ type: string; redirect_url: string }>
  completeConnection: Data<ProviderConnection>
  getConnectionStatus: Data<ProviderConnection>
  unlinkConnection: Data<ProviderConnection>
  syncConnection: Data<ProviderConnection>
}
