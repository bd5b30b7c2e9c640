/** How far amounts may be apart, in minor units; the adjustment threshold may be a fraction of one. */
export type MatchThresholds = { roundingThreshold: number; adjustmentThreshold: number; suggestsAdjustments: boolean }

/** What holds while the ledger does not answer. */
export const EQUAL_AMOUNTS: MatchThresholds = {
  roundingThreshold: 0,
  adjustmentThreshold: 0,
  suggestsAdjustments: false,
}
