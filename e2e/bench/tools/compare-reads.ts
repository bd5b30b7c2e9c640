import type { Figure } from '../bench.ts'
import type { Gateway } from './gateway.ts'
import { timeOf } from './measure.ts'
import { rounds, sized } from './size.ts'
import { median, percentile, ratios } from './statistics.ts'

/** What the first round reads, which doesn't count. */
const WARM_UP = 10

export type Reads = {
  what: string
  /** Two paths to read. */
  large: string
  small: string
  /** What there is to read from. */
  sizes: readonly [number, number]
  /** Of each in a round. */
  count: number
  atMost: number
}

/**
 * Reads both alternately, request by request, and compares the medians of each round. It is the same page each time, so it
 * costs the same each time: what the slowest take longer is what else the machine did, and differs as much between two
 * rounds as the target allows between two sizes.
 */
export async function compareReads(gateway: Gateway, reads: Reads): Promise<Figure> {
  const { what, large, small, sizes, count, atMost } = reads
  const p99s = { large: [] as number[], small: [] as number[] }
  const p50s = { large: [] as number[], small: [] as number[] }
  for (let round = 0; round <= rounds(); round++) {
    const times = { large: [] as number[], small: [] as number[] }
    for (let read = 0; read < (round === 0 ? WARM_UP : sized(count)); read++) {
      times.large.push(await timeOf(() => gateway.send('GET', large)))
      times.small.push(await timeOf(() => gateway.send('GET', small)))
    }
    if (round === 0) continue
    for (const size of ['large', 'small'] as const) {
      p99s[size].push(percentile(times[size], 0.99))
      p50s[size].push(median(times[size]))
    }
  }
  const [many, few] = sizes.map((size) => size.toLocaleString('en-US'))
  return {
    what: `${what}: p50 at ${many} / at ${few}`,
    sides: `${median(p50s.large).toFixed(2)} ms / ${median(p50s.small).toFixed(2)} ms`,
    value: median(ratios(p50s.large, p50s.small)),
    target: { atMost },
    samples: { p50_ms_large: p50s.large, p50_ms_small: p50s.small, p99_ms_large: p99s.large, p99_ms_small: p99s.small },
  }
}
