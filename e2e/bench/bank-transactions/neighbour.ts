import type { Figure } from '../bench.ts'
import { gatewayOf, type Gateway } from '../tools/gateway.ts'
import { alternately, timeOf } from '../tools/measure.ts'
import { sized } from '../tools/size.ts'
import { median, percentile, ratios } from '../tools/statistics.ts'
import type { BenchContext } from '../bench.ts'
import type { LoadedBusiness } from './loaded-business.ts'

const BOMBS = 20
const READS = 100

/** Back references are what PostgreSQL matches by trying: far too long for a million texts. */
const BOMB = encodeURIComponent(String.raw`^(.+)(.+)(.+)(.+)\4\3\2\1$`)

/** What a business notices of another one whose regular expressions never end, twenty at once. */
export async function neighbour(
  { stack }: BenchContext,
  gateway: Gateway,
  bombed: LoadedBusiness,
  neighbour: LoadedBusiness,
): Promise<Figure> {
  const throwing = gatewayOf(stack, BOMBS)
  const reading = async (): Promise<number> => {
    const times: number[] = []
    for (let read = 0; read < sized(READS); read++) {
      const query = read % 2 === 0 ? '' : '?description_filter=zebrastripe'
      times.push(await timeOf(() => gateway.send('GET', `${neighbour.base}/bank-transactions${query}`)))
    }
    return percentile(times, 0.99)
  }
  const whileBombed = async (): Promise<number> => {
    let over = false
    const bombs = Array.from({ length: BOMBS }, async () => {
      // Each is refused: as too expensive, or because too many run.
      while (!over)
        await throwing
          .send('GET', `${bombed.base}/bank-transactions?description_filter_regex=${BOMB}`)
          .catch(() => undefined)
    })
    const p99 = await reading()
    over = true
    await Promise.all(bombs)
    return p99
  }
  const { first, second } = await alternately(whileBombed, reading)
  await throwing.close()
  return {
    what: `A neighbour's page: p99 while ${BOMBS} regular expressions without end run / idle`,
    sides: `${median(first).toFixed(2)} ms / ${median(second).toFixed(2)} ms`,
    value: median(ratios(first, second)),
    target: { atMost: 1.5 },
    samples: { bombed_p99_ms: first, idle_p99_ms: second },
  }
}
