import type { Tx } from '@pacioli/db'
import { OWNERS } from '../owners/owners.ts'
import { readApplied } from '../read-models/record-marks.store.ts'
import { positionsBy, type Positions } from '@pacioli/history/positions'

/** Something was told of before what was recorded before it: the report is to be read as of these positions. */
export class Ahead extends Error {
  override readonly name = 'Ahead'
  readonly positions: Positions

  constructor(positions: Positions) {
    super('Some of what was recorded is not told of yet, and something later is.')
    this.positions = positions
  }
}

/**
 * How far the history of each owner is in what the transaction sees: everything up to there, and nothing else.
 * @throws Ahead where it has something beyond
 */
export async function positionsIn(tx: Tx, businessId: string): Promise<Positions> {
  const applied = await readApplied(tx, businessId)
  const positions = positionsBy((owner) => applied.get(owner)?.through ?? 0)
  if (OWNERS.some((owner) => (applied.get(owner)?.seen ?? 0) > positions[owner])) throw new Ahead(positions)
  return positions
}
