/** The list of all seals of a log, against its leaves. */
import { expect, test } from 'vitest'
import {
  BUSINESS,
  hashesOf,
  LEDGER,
  MemorySource,
  noteOf,
  originOf,
  sealedLog,
  sealOf,
  sealsOf,
  SIGNER,
} from './books.test-helpers.ts'
import { lineOf } from './finding.ts'
import type { LogName, ToldSeal } from './source.ts'
import { verify, type Kept } from './verify.ts'

const SIZES = [1, 4, 9]

class ListedSource extends MemorySource {
  listed: Record<LogName, ToldSeal[]> = {
    LEDGER: sealsOf('LEDGER', this.logs.LEDGER, ...SIZES),
    BANKING: [],
    BILLING: sealsOf('BILLING', this.logs.BILLING, 2),
  }
  async *allSeals(log: LogName): AsyncGenerator<ToldSeal> {
    yield* await Promise.resolve(this.listed[log])
  }
}

async function linesOf(
  change: (seals: ToldSeal[], source: ListedSource) => void,
  kept: Kept[] = [],
  now = '2026-03-01T00:00:00Z',
): Promise<string[]> {
  const source = new ListedSource()
  change(source.listed.LEDGER, source)
  const lines: string[] = []
  const options = { businessId: BUSINESS, keys: [], kept, now: () => new Date(now) }
  for await (const finding of verify(source, options)) lines.push(lineOf(finding))
  return lines
}

const kept = (size: number): Kept[] => [
  { name: 'kept.txt', note: noteOf(originOf('LEDGER'), hashesOf(sealedLog('LEDGER', LEDGER)).slice(0, size)) },
]

test('of seals that each continue the one before nothing is wrong, and what came after the latest is none of them', async () => {
  expect(await linesOf(() => undefined, kept(4))).toEqual([])
  // The system went on while it was verified.
  const goneOn = (_seals: ToldSeal[], source: ListedSource): void => {
    source.seals[0] = sealOf('LEDGER', source.logs.LEDGER.slice(0, 9))
    for (const told of source.logs.LEDGER.slice(-2)) told.hash = null
  }
  expect(await linesOf(goneOn, [], '2026-01-01T00:15:00Z')).toEqual([])
})

test('a seal that is missing is found by the one after it, and by a checkpoint that was kept', async () => {
  const gone = `LEDGER: seal 2 of 9 leaves follows one of 4, and that before it has 1`
  expect(await linesOf((seals) => void seals.splice(1, 1))).toEqual([gone])
  expect(await linesOf((seals) => void seals.splice(1, 1), kept(4))).toEqual([
    gone,
    'LEDGER: kept.txt of 4 leaves is not in the list of seals',
  ])
  expect(await linesOf((seals) => void seals.shift())).toEqual([
    'LEDGER: seal 1 of 4 leaves follows one of 1, and that before it has 0',
  ])
  expect(await linesOf((seals) => void seals.pop())).toEqual([
    `LEDGER: the latest seal of ${LEDGER.length} leaves is not in the list of seals`,
  ])
})

test('a seal of a stranger, with another root, of another log or told otherwise is named by its place', async () => {
  expect(
    await linesOf((seals) => {
      const other = hashesOf(sealedLog('LEDGER', LEDGER)).slice(0, 4).toReversed()
      const note = noteOf(originOf('LEDGER'), other)
      seals[1] = { ...seals[1]!, note, root: note.split('\n')[2]! }
    }),
  ).toEqual(['LEDGER: seal 2: positions 1 to 4 are not those that it has the root of'])
  expect(await linesOf((seals) => void (seals[2]!.note = seals[2]!.note.replace(/.{6}\n$/, 'AAAAA=\n')))).toEqual([
    'LEDGER: seal 3: its signature does not fit what it says',
  ])
  expect(await linesOf((seals) => void (seals[0]!.root = seals[1]!.root))).toEqual([
    expect.stringMatching(/^LEDGER: seal 1 is signed for .* and told otherwise$/),
  ])
  expect(
    await linesOf((seals, source) => {
      seals[0] = { ...sealOf('BILLING', source.logs.BILLING.slice(0, 1)), log: 'LEDGER', previous_size: 0 }
    }),
  ).toEqual([
    expect.stringMatching(/^LEDGER: seal 1 is of .*, which is not this log$/),
    'LEDGER: seal 1: positions 1 to 1 are not those that it has the root of',
  ])
})

test('seals that come twice or in another order are found', async () => {
  expect(await linesOf((seals) => void seals.splice(1, 0, seals[0]!))).toEqual([
    'LEDGER: seal 2 has 1 leaves, and that before it has 1',
  ])
  expect(await linesOf((seals) => void seals.reverse())).toEqual([
    `LEDGER: seal 1 of ${LEDGER.length} leaves follows one of 9, and that before it has 0`,
    `LEDGER: seal 2 has 9 leaves, and that before it has ${LEDGER.length}`,
    `LEDGER: seal 3 has 4 leaves, and that before it has ${LEDGER.length}`,
    `LEDGER: seal 4 has 1 leaves, and that before it has ${LEDGER.length}`,
  ])
})

test('history that was rewritten and sealed again has other seals than the list, if that was not made again', async () => {
  const lines = await linesOf((_seals, source) => {
    const drafts = structuredClone(LEDGER)
    drafts[2] = { ...drafts[2]!, event: 'rewritten' }
    source.logs.LEDGER = sealedLog('LEDGER', drafts)
    source.seals[0] = sealOf('LEDGER', source.logs.LEDGER, SIGNER)
  })
  expect(lines).toEqual(
    [4, 9, LEDGER.length].map(
      (size, nth) => `LEDGER: seal ${nth + 2}: positions 1 to ${size} are not those that it has the root of`,
    ),
  )
})
