import type { Database } from '@pacioli/db'
import { withPlace } from '@pacioli/events'
import { findPlaces } from './history.store.ts'

/** Something as it is now: its event is as on the stream. */
type Aggregate = { type?: string; id?: string; version?: number; event?: string }

const BATCH = 200

/**
 * The same with the place of each version in its event, as on the stream, and said so. A version that is not recorded yet has
 * none: it will be told of with it.
 * @param toldWith what tells of the first version of others, by type
 */
export async function* withPlaces<One extends Aggregate>(
  db: Database,
  businessId: string,
  aggregates: AsyncIterable<One>,
  toldWith: Readonly<Record<string, string>> = {},
): AsyncGenerator<One & { knows_places: true }> {
  let batch: One[] = []
  for await (const one of aggregates) {
    batch.push(one)
    if (batch.length < BATCH) continue
    yield* await placed(db, businessId, batch, toldWith)
    batch = []
  }
  yield* await placed(db, businessId, batch, toldWith)
}

async function placed<One extends Aggregate>(
  db: Database,
  businessId: string,
  batch: readonly One[],
  toldWith: Readonly<Record<string, string>>,
): Promise<(One & { knows_places: true })[]> {
  if (batch.length === 0) return []
  const places = await db.transact({ businessId }, (tx) => findPlaces(tx, businessId, batch, toldWith))
  return batch.map((one, index) => {
    const place = places[index]
    const told = place && one.event !== undefined ? { ...one, event: withPlace(one.event, place) } : one
    return { ...told, knows_places: true }
  })
}
