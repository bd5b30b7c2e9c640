import type { Figure } from '../bench.ts'
import type { Gateway } from './gateway.ts'
import { timeOf } from './measure.ts'
import { rounds } from './size.ts'
import { median, percentile, ratios } from './statistics.ts'

const READS = 100

/** Two paths to read, and what their sizes are called: `1,000,000` and `10,000`. */
export type Reads = { what: string; large: string; small: string; sizes: readonly [string, string]; atMost: number }

/** Reads both alternately, request by request, and compares the 99th percentiles of each round. */
export async function compareReads(gateway: Gateway, reads: Reads): Promise<Figure> {
  const { what, large, small, sizes, atMost } = reads
  const p99s = { large: [] as number[], small: [] as number[] }
  const p50s = { large: [] as number[], small: [] as number[] }
  for (let round = 0; round <= rounds(); round++) {
    const times = { large: [] as number[], small: [] as number[] }
    for (let read = 0; read < READS; read++) {
      times.large.push(await timeOf(() => gateway.send('GET', large)))
      times.small.push(await timeOf(() => gateway.send('GET', small)))
    }
    if (round === 0) continue
    for (const size of ['large', 'small'] as const) {
      p99s[size].push(percentile(times[size], 0.99))
      p50s[size].push(median(times[size]))
    }
  }
  return {
    what: `${what}: p99 at ${sizes[0]} / at ${sizes[1]}`,
    sides: `${median(p99s.large).toFixed(2)} ms / ${median(p99s.small).toFixed(2)} ms`,
    value: median(ratios(p99s.large, p99s.small)),
    target: { atMost },
    samples: { p99_ms_large: p99s.large, p99_ms_small: p99s.small, p50_ms_large: p50s.large, p50_ms_small: p50s.small },
  }
}
