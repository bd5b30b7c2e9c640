/** The order in which waiting postings are delivered. Pure. */
import type { WaitingPosting } from './posting.store.ts'

/** The limits of one call: enough to be fast, few enough to be answered in time, and within the ledger's own limits. */
const CALL = { postings: 500, lines: 5_000, tags: 5_000, characters: 4_000_000 }

/** After this many failed deliveries a call takes less: it may have been too much, or one posting may block all. */
const TROUBLED_ATTEMPTS = 3
const TROUBLED_CALL = { ...CALL, postings: 20 }

/** Postings of one source in their order; a call takes all of them, so none overtakes another. */
export type Run = readonly WaitingPosting[]

/** The postings of one call: decided under one epoch, independent of each other. */
export type Batch = readonly Run[]

export const sourceKey = ({ sourceType, sourceId }: WaitingPosting): string => `${sourceType} ${sourceId}`

/**
 * Waves of batches, to be delivered one after the other: within a wave no run depends on another. A reversal depends on
 * what it reverses, and every posting on the unposted ones before it in its source; what comes behind a failed one
 * waits, and so does the reversal of a pending posting that is absent. `waiting` is in the order of each source.
 */
export function wavesOf(waiting: readonly WaitingPosting[]): Batch[][] {
  const waveOf = wavesByPosting(waiting)
  const waves: Map<string, WaitingPosting[]>[] = []
  for (const posting of waiting) {
    const wave = waveOf(posting)
    if (wave === 'blocked') continue
    const runs = (waves[wave] ??= new Map())
    const run = runs.get(sourceKey(posting))
    if (run) run.push(posting)
    else runs.set(sourceKey(posting), [posting])
  }
  return waves.filter((runs) => runs !== undefined).map((runs) => batchesOf([...runs.values()]))
}

type Wave = number | 'blocked'

function wavesByPosting(waiting: readonly WaitingPosting[]): (posting: WaitingPosting) => Wave {
  const byKey = new Map(waiting.map((posting) => [posting.message.posting_key, posting]))
  const before = new Map<WaitingPosting, WaitingPosting>()
  const last = new Map<string, WaitingPosting>()
  for (const posting of waiting) {
    const earlier = last.get(sourceKey(posting))
    if (earlier) before.set(posting, earlier)
    last.set(sourceKey(posting), posting)
  }
  const known = new Map<WaitingPosting, Wave>()
  const underWay = new Set<WaitingPosting>()
  const decide = (posting: WaitingPosting): Wave => {
    if (posting.status === 'FAILED') return 'blocked'
    const earlier = before.get(posting)
    const behind = earlier ? waveOf(earlier) : 0
    if (behind === 'blocked') return 'blocked'
    const inOrder = earlier && earlier.booksEpoch !== posting.booksEpoch ? behind + 1 : behind
    if (!posting.reversesUnposted) return inOrder
    const target = byKey.get(posting.message.reverses ?? '')
    if (!target || underWay.has(target)) return 'blocked'
    const reversed = waveOf(target)
    return reversed === 'blocked' ? 'blocked' : Math.max(inOrder, reversed + 1)
  }
  const waveOf = (posting: WaitingPosting): Wave => {
    const found = known.get(posting)
    if (found !== undefined) return found
    underWay.add(posting)
    const wave = decide(posting)
    underWay.delete(posting)
    known.set(posting, wave)
    return wave
  }
  // In the order of each source, so that no chain is followed far.
  for (const posting of waiting) waveOf(posting)
  return waveOf
}

type Weight = typeof CALL

const weightOf = (run: Run): Weight =>
  run.reduce(
    (sum, { message, size }) => {
      const lines = message.line_items ?? []
      const own = lines.reduce((tags, line) => tags + (line.tags?.length ?? 0), 0)
      return {
        postings: sum.postings + 1,
        lines: sum.lines + lines.length,
        tags: sum.tags + own + lines.length * (message.tags?.length ?? 0),
        characters: sum.characters + size,
      }
    },
    { postings: 0, lines: 0, tags: 0, characters: 0 },
  )

const sumOf = (one: Weight, other: Weight): Weight => ({
  postings: one.postings + other.postings,
  lines: one.lines + other.lines,
  tags: one.tags + other.tags,
  characters: one.characters + other.characters,
})

const fits = (weight: Weight, bound: Weight): boolean =>
  weight.postings <= bound.postings &&
  weight.lines <= bound.lines &&
  weight.tags <= bound.tags &&
  weight.characters <= bound.characters

function batchesOf(runs: readonly Run[]): Batch[] {
  const isTroubled = (run: Run): boolean => run.some(({ attempts }) => attempts >= TROUBLED_ATTEMPTS)
  const alike = Map.groupBy(runs, (run) => `${run[0]?.booksEpoch} ${isTroubled(run)}`)
  return [...alike.values()].flatMap((some) => packed(some, some.some(isTroubled) ? TROUBLED_CALL : CALL))
}

/** A run that is too large for a call still becomes one: the ledger reports what is wrong with it. */
function packed(runs: readonly Run[], bound: Weight): Batch[] {
  const batches: Run[][] = []
  let total: Weight | undefined
  for (const run of runs) {
    const weight = weightOf(run)
    const together: Weight | undefined = total && sumOf(total, weight)
    if (together && fits(together, bound)) {
      batches.at(-1)?.push(run)
      total = together
    } else {
      batches.push([run])
      total = weight
    }
  }
  return batches
}
