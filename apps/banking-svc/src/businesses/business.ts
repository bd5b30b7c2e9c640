/** What banking needs to know of a business; the ledger owns it. */
import type { KnownBusiness } from '@pacioli/ledger-facts'

/** The business of a call. */
export type Business = KnownBusiness & {
  /** How far amounts may be apart where matches are suggested; what is confirmed is checked against the ledger's own. */
  suggestionRules: MatchingRules
}

/** In minor units; the adjustment threshold may be a fraction of one. */
export type MatchingRules = { roundingThreshold: number; adjustmentThreshold: number; suggestsAdjustments: boolean }

/** What is so while the ledger cannot be asked: only equal amounts. */
export const EQUAL_AMOUNTS: MatchingRules = { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: false }
