/** Long computations in slices, between which others are served: a thread of its own would have to be sent all of it. */
import { setImmediate as letOthersIn } from 'node:timers/promises'

/** Some milliseconds of work for most of what is done with a document or an entry. */
const CHUNK = 50

/** As `map`, without keeping the process from anything else for long. A short list is done at once. */
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
