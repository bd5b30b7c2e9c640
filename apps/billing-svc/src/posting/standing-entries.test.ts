import { MAX_AMOUNT } from '@pacioli/money'
import { credit, debit, type NewPosting } from '@pacioli/postings'
import { describe, expect, test } from 'vitest'
import { day, inWords, refusalOf, tagOf } from '../testing/payables.test-helpers.ts'
import {
  combined,
  corrections,
  type DesiredEntry,
  type EntryLine,
  type Party,
  type StandingEntry,
} from './standing-entries.ts'
import { mergedTags, type TagRef } from '../tags/tags.ts'

const source = { type: 'bill', id: 'b' }
const nameOf = ({ definitionId }: TagRef) => ({ definitionId, key: 'key', value: `${definitionId} by name` })

const dr = (accountId: string, amount: number, memo?: string | null, ...tags: string[]): EntryLine => ({
  ...debit(accountId, amount, memo === undefined ? {} : { memo }),
  tags: mergedTags(tags.map(tagOf)),
})
const cr = (accountId: string, amount: number, memo?: string | null, ...tags: string[]): EntryLine => ({
  ...credit(accountId, amount, memo === undefined ? {} : { memo }),
  tags: mergedTags(tags.map(tagOf)),
})

const received = (
  lines: EntryLine[] = [dr('rent', 100), cr('payable', 100)],
  given: Partial<DesiredEntry> = {},
): DesiredEntry => ({
  event: 'received',
  basis: 'ACCRUAL',
  entryAt: day(10),
  memo: 'May',
  referenceNumber: 'R-1',
  lines,
  ...given,
})

const open = { firstOpenFrom: (moment: Date): Date => moment }
/** Like the books: the first instant after the closed period. */
const closedThrough = (end: Date) => ({
  firstOpenFrom: (moment: Date): Date => (moment <= end ? new Date(end.getTime() + 1) : moment),
})

const correct = (before: readonly StandingEntry[], desired: DesiredEntry[], books = open, party?: Party) =>
  corrections(source, before, desired, books, nameOf, party)

/** The standing entries after several changes. */
function after(...states: DesiredEntry[][]): StandingEntry[] {
  const standing = new Map<string, StandingEntry>()
  for (const desired of states)
    for (const one of correct([...standing.values()], desired).standing) standing.set(one.event, one)
  return [...standing.values()]
}

const keysOf = ({ postings }: ReturnType<typeof correct>) =>
  postings.map((one) => ('reverses' in one ? `${one.postingKey} of ${one.reverses}` : one.postingKey))

const NOTHING = { postings: [], standing: [] }

describe('what is posted', () => {
  test('is the entry, the first time, under its first revision', () => {
    const { postings, standing } = correct([], [received([dr('rent', 100, 'line', 'site:1'), cr('payable', 100)])])
    expect(postings).toEqual([
      {
        postingKey: 'bill:b:received:1',
        source,
        entryType: 'MANUAL',
        basis: 'ACCRUAL',
        entryAt: day(10),
        memo: 'May',
        referenceNumber: 'R-1',
        lines: [
          {
            accountId: 'rent',
            amount: 100,
            direction: 'DEBIT',
            memo: 'line',
            tags: [{ definitionId: 'site:1', key: 'key', value: 'site:1 by name' }],
          },
          { accountId: 'payable', amount: 100, direction: 'CREDIT', tags: [] },
        ],
      },
    ])
    expect(standing).toEqual([
      {
        source,
        event: 'received',
        revision: 1,
        stands: true,
        digest: expect.any(String),
        partyId: null,
        partyRevision: 1,
        entryAt: day(10),
      },
    ])
  })

  test('is nothing where the standing entry is equal', () => {
    expect(correct(after([received()]), [received()])).toEqual(NOTHING)
  })

  test.each<[string, DesiredEntry]>([
    ['an amount', received([dr('rent', 101), cr('payable', 101)])],
    ['an account', received([dr('heating', 100), cr('payable', 100)])],
    ['a side', received([cr('rent', 100), dr('payable', 100)])],
    ['a tag', received([dr('rent', 100, null, 'site:1'), cr('payable', 100)])],
    ['the time', received(undefined, { entryAt: day(11) })],
    ['the basis', received(undefined, { basis: 'BOTH' })],
  ])('is a reversal and the next revision where %s changed', (_what, desired) => {
    const corrected = correct(after([received()]), [desired])
    expect(keysOf(corrected)).toEqual(['bill:b:received:1:reversed of bill:b:received:1', 'bill:b:received:2'])
    expect(corrected.postings[0]).toEqual({
      postingKey: 'bill:b:received:1:reversed',
      source,
      entryAt: day(10),
      reverses: 'bill:b:received:1',
    })
    expect(corrected.standing).toMatchObject([
      { event: 'received', revision: 2, stands: true, entryAt: desired.entryAt },
    ])
  })

  test.each<[string, DesiredEntry]>([
    ['the memo', received(undefined, { memo: 'June' })],
    ['the reference number', received(undefined, { referenceNumber: null })],
    ['the memo of a line', received([dr('rent', 100, 'other'), cr('payable', 100, 'words')])],
    ['the order of the lines', received([cr('payable', 100), dr('rent', 100)])],
    ['how many lines say it', received([dr('rent', 60, 'a'), dr('rent', 40, 'b'), cr('payable', 100)])],
    ['a line worth nothing', received([dr('rent', 100), dr('heating', 0), cr('payable', 100)])],
    ['the order of the tags', received([dr('rent', 100), cr('payable', 100)])],
  ])('is nothing where only %s changed', (_what, desired) => {
    expect(correct(after([received()]), [desired])).toEqual(NOTHING)
  })

  test('is the next revision where another document is settled', () => {
    const desired = (documentId?: string): DesiredEntry[] => [
      received([{ ...dr('payable', 100), ...(documentId === undefined ? {} : { documentId }) }, cr('clearing', 100)]),
    ]
    expect(keysOf(correct(after(desired('b1')), desired('b2')))).toEqual([
      'bill:b:received:1:reversed of bill:b:received:1',
      'bill:b:received:2',
    ])
    expect(correct(after(desired('b1')), desired('b1'))).toEqual(NOTHING)
    // Lines without a document, from earlier versions, are equal to lines of the source itself.
    expect(correct(after(desired()), desired('b'))).toEqual(NOTHING)
  })

  test('names the party of its document on each line, and is the next revision where that is another', () => {
    const of = (before: readonly StandingEntry[], vendorId: string | null) =>
      correct(before, [received()], open, { vendorId })
    const { postings, standing } = of([], 'v1')
    expect(postings).toMatchObject([{ lines: [{ vendorId: 'v1' }, { vendorId: 'v1' }] }])
    expect(of(standing, 'v1')).toEqual(NOTHING)
    for (const other of ['v2', null])
      expect(keysOf(of(standing, other))).toEqual([
        'bill:b:received:1:reversed of bill:b:received:1',
        'bill:b:received:2',
      ])
    expect(keysOf(of(of([], null).standing, 'v1'))).toHaveLength(2)
  })

  test('of the version before, which named nobody, stays', () => {
    const named = correct([], [received()], open, { vendorId: 'v1' }).standing
    const changed = [received([dr('rent', 99), cr('payable', 99)])]
    for (const before of [
      after([received()]).map((one) => ({ ...one, partyRevision: null })),
      // It has replaced what named somebody.
      named.map((one) => ({ ...one, revision: 2 })),
    ])
      for (const vendorId of ['v1', 'v2', null]) {
        expect(correct(before, [received()], open, { vendorId })).toEqual(NOTHING)
        expect(keysOf(correct(before, changed, open, { vendorId }))).toHaveLength(2)
      }
  })

  test('has the digest that it has without a party, so that the version before leaves it alone', () => {
    const digestsOf = (party: Party) => correct([], [received()], open, party).standing.map(({ digest }) => digest)
    expect(digestsOf({ vendorId: 'v1' })).toEqual(digestsOf({}))
  })

  test('tags in another order are equal', () => {
    const tagged = (...tags: string[]) => received([dr('rent', 1, null, ...tags), cr('payable', 1, null, ...tags)])
    expect(correct(after([tagged('a:1', 'b:2')]), [tagged('b:2', 'a:1')])).toEqual(NOTHING)
  })

  test('is only the reversal of an entry that is no longer desired, and then nothing', () => {
    const voided = correct(after([received()]), [])
    expect(keysOf(voided)).toEqual(['bill:b:received:1:reversed of bill:b:received:1'])
    expect(voided.standing).toMatchObject([{ event: 'received', revision: 1, stands: false }])
    expect(correct(after([received()], []), [])).toEqual(NOTHING)
  })

  test('is the next revision where it is desired again, even unchanged', () => {
    expect(keysOf(correct(after([received()], []), [received()]))).toEqual(['bill:b:received:2'])
    expect(keysOf(correct(after([received()], [], [received()]), []))).toEqual([
      'bill:b:received:2:reversed of bill:b:received:2',
    ])
  })

  test('is nothing for an entry without lines', () => {
    expect(correct([], [received([])])).toEqual(NOTHING)
    expect(correct([], [received([dr('rent', 0), cr('payable', 0)])])).toEqual(NOTHING)
    expect(keysOf(correct(after([received()]), [received([dr('rent', 0)])]))).toEqual([
      'bill:b:received:1:reversed of bill:b:received:1',
    ])
  })

  test('is the changes of several events, reversals first', () => {
    const paid = (accrual: number, cash: number): DesiredEntry[] => [
      received([dr('payable', accrual), cr('clearing', accrual)], { event: 'paid.accrual' }),
      received([dr('rent', cash), cr('clearing', cash)], { event: 'paid.cash', basis: 'CASH' }),
    ]
    const before = after([...paid(5, 5), received(undefined, { event: 'gone' })])
    const corrected = correct(before, [...paid(5, 6), received(undefined, { event: 'new' })])
    expect(keysOf(corrected)).toEqual([
      'bill:b:paid.cash:1:reversed of bill:b:paid.cash:1',
      'bill:b:gone:1:reversed of bill:b:gone:1',
      'bill:b:paid.cash:2',
      'bill:b:new:1',
    ])
  })
})

describe('in a closed period', () => {
  const books = closedThrough(day(15))

  test('reversal and replacement move to the first open instant', () => {
    const { postings } = correct(after([received()]), [received([dr('rent', 7), cr('payable', 7)])], books)
    expect(postings.map(({ entryAt }) => entryAt.getTime())).toEqual([day(15).getTime() + 1, day(15).getTime() + 1])
  })

  test('on its last instant it moves, on the next one it stays', () => {
    const at = (entryAt: Date) => correct([], [received(undefined, { entryAt })], books).postings[0]?.entryAt.getTime()
    expect(at(day(15))).toBe(day(15).getTime() + 1)
    expect(at(new Date(day(15).getTime() + 1))).toBe(day(15).getTime() + 1)
    expect(at(day(16))).toBe(day(16).getTime())
  })

  test('a moved entry is equal afterwards', () => {
    const { standing } = correct([], [received()], books)
    expect(standing).toMatchObject([{ entryAt: day(10) }])
    expect(correct(standing, [received()], books)).toEqual(NOTHING)
    expect(correct(standing, [received()], open)).toEqual(NOTHING)
  })
})

describe('lines of an entry', () => {
  test('of the same account, side, memo and tags are merged', () => {
    const lines = [
      dr('rent', 1),
      dr('rent', 2, null),
      dr('rent', 4, 'May'),
      dr('rent', 8, null, 'site:1'),
      dr('rent', 16, null, 'site:2'),
      cr('rent', 32),
      dr('heating', 64),
      dr('rent', 128, 'May'),
      dr('rent', 256, null, 'site:1'),
    ]
    expect(inWords(combined(lines))).toEqual([
      'Dr rent 3',
      'Dr rent 132 (May)',
      'Dr rent 264 site:1',
      'Dr rent 16 site:2',
      'Cr rent 32',
      'Dr heating 64',
    ])
  })

  test('of different documents are not', () => {
    const of = (documentId: string, amount: number): EntryLine => ({ ...dr('payable', amount), documentId })
    expect(combined([of('b1', 5), of('b2', 7), of('b1', 2)])).toEqual([of('b1', 7), of('b2', 7)])
    const { postings } = correct([], [received([of('b1', 5), of('b2', 7), cr('clearing', 12)])])
    expect(postings[0]).toMatchObject({
      lines: [{ documentId: 'b1', amount: 5 }, { documentId: 'b2', amount: 7 }, { accountId: 'clearing' }],
    })
  })

  test('of zero are left out', () => {
    expect(combined([dr('rent', 0), cr('rent', 0)])).toEqual([])
  })
})

describe('an entry that the ledger would refuse is refused', () => {
  const many = (count: number, tags: string[] = []): EntryLine[] => [
    ...Array.from({ length: count - 1 }, (_, index) => dr(`account ${index}`, 1, null, ...tags)),
    cr('payable', count - 1),
  ]
  const refused = (lines: EntryLine[]) => refusalOf(() => correct([], [received(lines)]))?.[0]

  test('with more than 5,000 lines', () => {
    expect(refused(many(5_000))).toBeUndefined()
    expect(refused(many(5_001))).toBe('PayloadTooLarge')
  })

  test('with more than 5,000 tags on its lines', () => {
    expect(refused(many(2_501, ['a:1', 'b:1']))).toBeUndefined()
    expect(refused(many(2_502, ['a:1', 'b:1']))).toBe('PayloadTooLarge')
  })

  test('with a sum beyond the largest amount, also where no line is', () => {
    const moving = (...debits: number[]) => [
      ...debits.map((amount, index) => dr(`account ${index}`, amount)),
      ...debits.map((amount) => cr('payable', amount)),
    ]
    expect(refused(moving(MAX_AMOUNT - 1, 1))).toBeUndefined()
    expect(refused(moving(MAX_AMOUNT, 1))).toBe('AmountOutOfRange')
    expect(refused(moving(MAX_AMOUNT, MAX_AMOUNT))).toBe('AmountOutOfRange')
    expect(refused([dr('rent', MAX_AMOUNT), dr('rent', MAX_AMOUNT), cr('payable', MAX_AMOUNT)])).toBe(
      'AmountOutOfRange',
    )
  })

  test('but can be reversed', () => {
    const lines = many(5_000)
    const [posting] = correct(after([received(lines)]), []).postings as [NewPosting]
    expect(posting.postingKey).toBe('bill:b:received:1:reversed')
  })
})
