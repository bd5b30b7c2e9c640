import type { Database } from '@pacioli/db'
import { Recent } from '@pacioli/ledger-facts'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { EQUAL_AMOUNTS, type MatchThresholds } from '../matches/match-thresholds.ts'

const MAX_AGE_MS = 5_000
/** Reads do not wait longer for a slow ledger. */
const ASK_TIMEOUT_MS = 1_000

const caches = new WeakMap<Database, Recent<MatchThresholds>>()

/**
 * The business's thresholds, at most five seconds old. While the ledger does not answer, only equal amounts are
 * suggested: reads work without it.
 */
export function suggestionRules(banking: Banking, context: OutgoingContext & Tenant): Promise<MatchThresholds> {
  const cache = caches.get(banking.db) ?? new Recent<MatchThresholds>({ maxAgeMs: MAX_AGE_MS })
  caches.set(banking.db, cache)
  return cache.get(`${context.clientId} ${context.businessId}`, banking.now, () => fetchThresholds(banking, context))
}

async function fetchThresholds(
  { ledger }: Banking,
  { clientId, businessId, requestId, traceparent }: OutgoingContext & Tenant,
): Promise<MatchThresholds> {
  try {
    const { message } = await ledger.configuration.GetAccountingConfiguration(
      {},
      { context: { clientId, businessId, requestId, traceparent }, timeoutMs: ASK_TIMEOUT_MS },
    )
    return {
      roundingThreshold: message.match_rounding_threshold,
      adjustmentThreshold: message.match_adjustment_threshold,
      suggestsAdjustments: !message.disable_adjustment_match_suggestions,
    }
  } catch {
    return EQUAL_AMOUNTS
  }
}
