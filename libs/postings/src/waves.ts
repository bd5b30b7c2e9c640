/** In which order waiting postings are delivered. Pure. */
import type { WaitingPosting } from './posting.store.ts'

/** Entries of one call: enough to be fast, few enough to be answered within its deadline. */
const BATCH = 500

/**
 * Waves of batches, to be delivered one after the other: within a wave no posting depends on another one. A reversal
 * depends on what it reverses, and everything on what its source has unposted before it; what comes behind a failed one
 * waits. A batch holds postings that were asked under one epoch. `waiting` is in the order of each source.
 */
export function wavesOf(waiting: readonly WaitingPosting[]): WaitingPosting[][][] {
  const waveOf = new Map<string, number>()
  const lastOf = new Map<string, number | 'blocked'>()
  const waves: WaitingPosting[][] = []
  for (const posting of waiting) {
    const source = `${posting.sourceType} ${posting.sourceId}`
    const before = lastOf.get(source) ?? 0
    if (before === 'blocked' || posting.status === 'FAILED') {
      lastOf.set(source, 'blocked')
      continue
    }
    const { posting_key, reverses } = posting.message
    const reversed = reverses == null ? undefined : waveOf.get(reverses)
    const wave = Math.max(before, reversed === undefined ? 0 : reversed + 1)
    lastOf.set(source, wave)
    waveOf.set(posting_key ?? '', wave)
    ;(waves[wave] ??= []).push(posting)
  }
  return waves.map(batchesOf)
}

function batchesOf(wave: readonly WaitingPosting[]): WaitingPosting[][] {
  const byEpoch = [...Map.groupBy(wave, ({ booksEpoch }) => booksEpoch).values()]
  return byEpoch.flatMap((postings) =>
    Array.from({ length: Math.ceil(postings.length / BATCH) }, (_, index) =>
      postings.slice(index * BATCH, (index + 1) * BATCH),
    ),
  )
}
