/**
 * Runs long computations in chunks, between which other requests are served: a worker thread would need a copy of all
 * the data.
 */
import { setImmediate as letOthersIn } from 'node:timers/promises'

/** How long others wait: a request of a hundred entries takes less for each of its steps. */
const CHUNK_MS = 5

/** As `map`, without blocking the process for long. What does not take long is done in one go. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let until = performance.now() + CHUNK_MS
  for (const [index, item] of items.entries()) {
    if (performance.now() > until) {
      await letOthersIn()
      until = performance.now() + CHUNK_MS
    }
    results.push(map(item, index))
  }
  return results
}
