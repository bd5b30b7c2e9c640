/**
 * Runs long computations in chunks, between which other requests are served: a worker thread would need a copy of all
 * the data.
 */
import { setImmediate as letOthersIn } from 'node:timers/promises'

/** Some milliseconds of work on documents or entries. */
const CHUNK = 50

/** As `map`, without blocking the process for long. A short list is done in one go. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % CHUNK === 0) await letOthersIn()
    results.push(map(item, index))
  }
  return results
}
