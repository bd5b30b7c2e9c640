/** What banking needs to know of a business; the ledger owns it. */
import type { KnownBusiness } from '@pacioli/ledger-facts'
import type { MatchThresholds } from '../matches/match-thresholds.ts'

/** The business of a call. */
export type Business = KnownBusiness & {
  /** For suggestions alone; a confirmed match is checked against the ledger's own thresholds. */
  suggestionRules: MatchThresholds
}
