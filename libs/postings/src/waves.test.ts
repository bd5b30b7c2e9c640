import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WaitingPosting } from './posting.store.ts'
import { sourceKey, wavesOf, type Batch } from './waves.ts'

let count = 0

/** `reverses` names a posting that is not posted yet. */
function waiting(sourceId: string, seq: number, more: Partial<WaitingPosting> & { reverses?: string } = {}) {
  const { reverses, ...rest } = more
  const line = { account_identifier: { type: 'AccountId', id: 'a' }, amount: 1, direction: 'DEBIT', tags: [] }
  return {
    id: `p${++count}`,
    sourceType: 't',
    sourceId,
    seq,
    booksEpoch: 1,
    status: 'PENDING',
    attempts: 0,
    size: 100,
    reversesUnposted: reverses !== undefined,
    message: {
      posting_key: `${sourceId}:${seq}`,
      line_items: reverses === undefined ? [line, line] : [],
      tags: [],
      ...(reverses === undefined ? {} : { reverses }),
    },
    ...rest,
  } satisfies WaitingPosting
}

const keysOf = (batch: Batch): string[] => batch.flat().map(({ message }) => message.posting_key ?? '')
const shapeOf = (postings: WaitingPosting[]): string[][][] => wavesOf(postings).map((wave) => wave.map(keysOf))

test('independent postings go in one call', () => {
  expect(shapeOf([waiting('a', 1), waiting('b', 1), waiting('c', 1)])).toEqual([[['a:1', 'b:1', 'c:1']]])
})

test('a reversal comes a wave after what it reverses, and together with the replacement', () => {
  const correction = [waiting('a', 1), waiting('a', 2, { reverses: 'a:1' }), waiting('a', 3)]
  expect(shapeOf(correction)).toEqual([[['a:1']], [['a:2', 'a:3']]])
})

test('a reversal of a posted posting waits for nothing', () => {
  const reversal = { ...waiting('a', 2, { reverses: 'a:1' }), reversesUnposted: false }
  expect(shapeOf([reversal, waiting('a', 3)])).toEqual([[['a:2', 'a:3']]])
})

test('a reversal waits for another source, wherever that is in the list', () => {
  for (const order of [1, -1] as const) {
    const postings = [waiting('a', 2, { reverses: 'z:1' }), waiting('z', 1)]
    expect(shapeOf(order === 1 ? postings : postings.toReversed())).toEqual([[['z:1']], [['a:2']]])
  }
})

test('a reversal of an absent pending posting waits, and so does what comes behind it', () => {
  const far = waiting('a', 1, { reverses: 'nowhere:1' })
  expect(shapeOf([far, waiting('a', 2), waiting('b', 1)])).toEqual([[['b:1']]])
})

test('a posting behind a failed one waits, also where it is a reversal of another source', () => {
  const postings = [
    waiting('a', 1, { status: 'FAILED' }),
    waiting('a', 2),
    waiting('b', 1, { reverses: 'a:2' }),
    waiting('b', 2),
    waiting('c', 1),
  ]
  expect(shapeOf(postings)).toEqual([[['c:1']]])
})

test('reversals that wait for each other cause no endless loop: neither is delivered', () => {
  const circle = [waiting('a', 1, { reverses: 'b:1' }), waiting('b', 1, { reverses: 'a:1' }), waiting('c', 1)]
  expect(shapeOf(circle)).toEqual([[['c:1']]])
})

test('a call has postings of one epoch, and no posting overtakes one of its source', () => {
  const postings = [waiting('a', 1), waiting('b', 1, { booksEpoch: 2 }), waiting('a', 2, { booksEpoch: 2 })]
  expect(shapeOf(postings)).toEqual([[['a:1'], ['b:1']], [['a:2']]])
})

test('a call is limited in postings, lines, tags and characters; failed ones go in small calls', () => {
  const many = (number: number, more: Partial<WaitingPosting> = {}) =>
    Array.from({ length: number }, (_, index) => waiting(`s${index}`, 1, more))
  const sizes = (postings: WaitingPosting[]): number[] | undefined => wavesOf(postings)[0]?.map((batch) => batch.length)
  expect(sizes(many(500))).toEqual([500])
  expect(sizes(many(501))).toEqual([500, 1])
  expect(sizes(many(3, { size: 2_000_000 }))).toEqual([2, 1])
  expect(sizes(many(2, { size: 9_000_000 }))).toEqual([1, 1])
  expect(sizes(many(25, { attempts: 3 }))).toEqual([20, 5])
  expect(sizes(many(25, { attempts: 2 }))).toEqual([25])
  const [wide] = many(1)
  const line = wide?.message.line_items?.[0] ?? {}
  const lines = (number: number, tags: number) =>
    many(3).map((posting) => ({
      ...posting,
      message: {
        ...posting.message,
        line_items: Array.from({ length: number }, () => line),
        tags: Array.from({ length: tags }, () => ({})),
      },
    }))
  expect(sizes(lines(2_500, 0))).toEqual([2, 1])
  expect(sizes(lines(500, 5))).toEqual([2, 1])
  expect(sizes(lines(500, 3))).toEqual([3])
})

test('in any backlog everything deliverable goes once, in order, after its dependencies', () => {
  const plan = fc.array(
    fc.record({
      source: fc.integer({ min: 0, max: 4 }),
      reverses: fc.option(fc.nat(), { nil: undefined }),
      epoch: fc.integer({ min: 1, max: 2 }),
      fails: fc.integer({ min: 0, max: 19 }).map((dice) => dice === 0),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(plan, (steps) => {
      const seqs = new Map<number, number>()
      const staged: WaitingPosting[] = []
      for (const { source, reverses, epoch, fails } of steps) {
        const seq = (seqs.get(source) ?? 0) + 1
        seqs.set(source, seq)
        const target = reverses === undefined ? undefined : staged[reverses % Math.max(staged.length, 1)]
        const key = target?.message.posting_key
        staged.push(
          waiting(`s${source}`, seq, {
            booksEpoch: epoch,
            status: fails ? 'FAILED' : 'PENDING',
            ...(key === undefined ? {} : { reverses: key }),
          }),
        )
      }
      const loaded = staged.toSorted((one, other) => one.seq - other.seq || (one.sourceId < other.sourceId ? -1 : 1))
      const waves = wavesOf(loaded)
      const placeOf = new Map<WaitingPosting, [wave: number, call: Batch]>()
      waves.forEach((wave, number) =>
        wave.forEach((batch) => batch.flat().forEach((posting) => placeOf.set(posting, [number, batch]))),
      )
      expect(waves.flat(3)).toHaveLength(placeOf.size)
      // What has to wait: failed postings, those behind one in its source, and their reversals.
      const blocked = new Set<WaitingPosting>()
      for (const posting of staged) {
        const earlier = staged.filter((one) => sourceKey(one) === sourceKey(posting) && one.seq < posting.seq)
        const target = staged.find(({ message }) => message.posting_key === posting.message.reverses)
        if (posting.status === 'FAILED' || earlier.some((one) => blocked.has(one)) || (target && blocked.has(target)))
          blocked.add(posting)
        else {
          const [wave, call] = placeOf.get(posting) ?? [-1, []]
          expect(wave).toBeGreaterThanOrEqual(0)
          for (const one of earlier) {
            const [before, sameCall] = placeOf.get(one) ?? [Infinity, []]
            expect(before < wave || sameCall === call).toBe(true)
          }
          if (target) expect(placeOf.get(target)?.[0]).toBeLessThan(wave)
        }
      }
      expect(placeOf.size).toBe(staged.length - blocked.size)
      for (const batch of waves.flat()) expect(new Set(batch.flat().map(({ booksEpoch }) => booksEpoch)).size).toBe(1)
    }),
    { numRuns: 500 },
  )
})
