import { randomUUID } from 'node:crypto'
import { DomainError } from '@pacioli/errors'
import { Books, type AskedAccount, type NewPosting } from '@pacioli/postings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_CONTACTS, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { anAccount, aTransaction, NOW } from '../categorization/decided.test-helpers.ts'
import type { Candidate } from './candidate.ts'
import { MATCH_ADJUSTMENTS, matchCandidate, matchTransfer, reversalOf, type MatchFacts } from './match.ts'
import { linesOfDocument } from './match.postings.ts'
import { rank, type Suggestion } from '../match-suggestions/suggestion.ts'

const bank = anAccount({ name: 'Checking', type: 'ASSET', normality: 'DEBIT' })
const card = anAccount({ name: 'Card', type: 'LIABILITY', normality: 'CREDIT' })
const clearing = anAccount({ name: 'Clearing', type: 'ASSET' })
const adjustments = anAccount({ name: 'Adjustments', stableName: 'MATCH_ADJUSTMENTS' })

const factsWith = (
  given: { rounding?: number; adjustment?: number; closedThrough?: Date; accounts?: AskedAccount[] } = {},
): MatchFacts => {
  const { rounding = 0, adjustment = 0, closedThrough = null, accounts = [bank, card, clearing, adjustments] } = given
  const byKey = new Map(
    [...accounts, adjustments].map((one): [string, AskedAccount] => [JSON.stringify(['AccountId', one.id]), one]),
  )
  byKey.set(JSON.stringify(['StableName', MATCH_ADJUSTMENTS.stable_name]), adjustments)
  return {
    matchId: randomUUID(),
    now: NOW,
    books: new Books({
      epoch: 1,
      closedThrough,
      businessArchivedAt: null,
      accounts: byKey,
      tags: new Map(),
      matching: { roundingThreshold: rounding, adjustmentThreshold: adjustment, suggestsAdjustments: true },
    }),
  }
}

const side = (ledgerAccount: AskedAccount, given: Partial<BankTransaction>) => ({
  transaction: aTransaction({ id: randomUUID(), bankAccountId: `bank account ${ledgerAccount.id}`, ...given }),
  ledgerAccountId: ledgerAccount.id,
})

const candidate = (given: Partial<Candidate & { matchId: string | null }> = {}) => ({
  ...NO_CONTACTS,
  id: randomUUID(),
  matchType: 'BILL_PAYMENT' as const,
  subjectId: randomUUID(),
  ledgerAccountId: null,
  clearingAccountId: clearing.id,
  direction: 'DEBIT' as const,
  amount: 1_000,
  date: NOW,
  day: '2026-03-01',
  description: 'Bill 7',
  counterpartyName: 'Acme',
  allocations: [{ amount: 1_000, tags: [] }],
  isOpen: true,
  version: 1,
  matchId: null,
  ...given,
})

const noNames = () => new Map<string, never>()
const refusalOf = (act: () => unknown): string | undefined => {
  try {
    act()
  } catch (error) {
    return error instanceof DomainError ? error.errorEnum : String(error)
  }
  return undefined
}

/** What the entry does to an account: debits less credits. */
const onAccount = ({ lines }: Pick<NewPosting, 'lines'>, accountId: string): number =>
  lines.filter((line) => line.accountId === accountId).reduce((sum, line) => sum + signed(line), 0)
const signed = ({ direction, amount }: { direction: string; amount: number }): number =>
  direction === 'DEBIT' ? amount : -amount

const kinds = fc.constantFrom(
  [bank, anAccount({ name: 'Savings' })] as const,
  [bank, card] as const,
  [card, bank] as const,
  [card, anAccount({ name: 'Other card', type: 'LIABILITY', normality: 'CREDIT' })] as const,
)

describe('a transfer', () => {
  test('is one balanced entry, for any kinds of accounts and from either side', () => {
    fc.assert(
      fc.property(
        kinds,
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: -50, max: 50 }),
        fc.boolean(),
        ([from, to], amount, difference, isSender) => {
          const arrived = Math.min(Math.max(1, amount + difference), Number.MAX_SAFE_INTEGER)
          const sent = side(from, { direction: 'DEBIT', amount })
          const received = side(to, { direction: 'CREDIT', amount: arrived })
          const facts = factsWith({ rounding: 50, accounts: [from, to] })
          const decided = isSender ? matchTransfer(sent, received, facts) : matchTransfer(received, sent, facts)
          const [posting] = decided.postings as [NewPosting]
          expect(posting.lines.reduce((sum, line) => sum + BigInt(signed(line)), 0n)).toBe(0n)
          expect(posting.lines.every((line) => line.amount > 0)).toBe(true)
          expect(onAccount(posting, from.id)).toBe(-amount)
          expect(onAccount(posting, to.id)).toBe(arrived)
          expect(onAccount(posting, adjustments.id)).toBe(amount - arrived)
          expect(decided.changed.map(({ after }) => [after.status, after.matchId])).toEqual([
            ['MATCHED', facts.matchId],
            ['MATCHED', facts.matchId],
          ])
          expect(decided.match).toMatchObject({
            transactionId: sent.transaction.id,
            counterpartId: received.transaction.id,
            postingKey: posting.postingKey,
          })
        },
      ),
    )
  })

  test('is posted at the earlier date, which must be open', () => {
    const sent = side(bank, { direction: 'DEBIT', date: new Date('2026-01-31T00:00:00Z') })
    const received = side(card, { direction: 'CREDIT', date: new Date('2026-02-02T00:00:00Z') })
    const at = (closedThrough: string) => factsWith({ closedThrough: new Date(closedThrough) })
    const { postings } = matchTransfer(received, sent, at('2026-01-30T23:59:59.999Z'))
    expect(postings[0]?.entryAt).toEqual(sent.transaction.date)
    const closed = at('2026-01-31T00:00:00Z')
    expect(refusalOf(() => matchTransfer(received, sent, closed))).toBe('PeriodClosed')
  })

  test('that was unmatched in a closed period is posted again at the first open instant, if both sides were in the books', () => {
    const sent = side(bank, { direction: 'DEBIT', date: new Date('2026-01-29T00:00:00Z') })
    const received = side(card, { direction: 'CREDIT', date: new Date('2026-01-31T00:00:00Z') })
    const match = (...ids: string[]) =>
      matchTransfer(received, sent, {
        ...factsWith({ closedThrough: new Date('2026-01-31T00:00:00Z') }),
        matchedBefore: new Set(ids),
      })
    expect(refusalOf(() => match(sent.transaction.id))).toBe('PeriodClosed')
    const { postings } = match(sent.transaction.id, received.transaction.id)
    expect(postings[0]?.entryAt).toEqual(new Date('2026-01-31T00:00:00.001Z'))
  })

  test('needs two uncategorized transactions, of different accounts and directions', () => {
    const sent = side(bank, { direction: 'DEBIT' })
    const attempt = (one: typeof sent, other: typeof sent) => refusalOf(() => matchTransfer(one, other, factsWith()))
    expect(attempt(sent, side(card, { direction: 'CREDIT' }))).toBeUndefined()
    expect(attempt(sent, side(card, { direction: 'DEBIT' }))).toBe('MatchNotPossible')
    expect(attempt(sent, side(bank, { direction: 'CREDIT' }))).toBe('MatchNotPossible')
    expect(attempt(sent, side(card, { direction: 'CREDIT', amount: 1_001 }))).toBe('MatchNotPossible')
    expect(attempt(sent, side(card, { direction: 'CREDIT', status: 'PENDING' }))).toBe('MatchNotPossible')
    expect(attempt(sent, side(card, { direction: 'CREDIT', status: 'CATEGORIZED' }))).toBe('MatchNotPossible')
    const received = side(card, { direction: 'CREDIT' })
    expect(attempt(side(bank, { status: 'PENDING' }), received)).toBe('TransactionPending')
    expect(attempt(side(bank, { status: 'MATCHED' }), received)).toBe('TransactionMatched')
    expect(attempt(side(bank, { status: 'SPLIT' }), received)).toBe('MatchNotPossible')
    const archived = factsWith({ accounts: [bank, { ...card, isArchived: true }] })
    expect(refusalOf(() => matchTransfer(sent, received, archived))).toBe('AccountArchived')
  })
})

const tagOf = (definitionId: string) => ({ definitionId, key: 'Region', value: definitionId })
const nameAll = (ids: readonly string[]) => new Map(ids.map((id) => [id, tagOf(id)]))

describe('a document', () => {
  test('leaves its clearing account empty, and its entry balanced under every tag', () => {
    const parts = fc.array(
      fc.record({
        amount: fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((amount) => amount !== 0),
        tag: fc.constantFrom(null, 'North', 'South'),
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(
        parts,
        fc.nat(),
        fc.constantFrom('CREDIT' as const, 'DEBIT' as const),
        (signedParts, reported, direction) => {
          // Some parts may be in the other direction, but never the whole.
          const sum = signedParts.reduce((sum, { amount }) => sum + amount, 0)
          fc.pre(sum !== 0)
          const parts = signedParts.map((part) => ({ ...part, amount: Math.sign(sum) * part.amount }))
          const total = Math.abs(sum)
          const amount = Math.max(1, reported % (2 * total))
          const facts = factsWith({ adjustment: 2 * total })
          const found = candidate({
            direction,
            amount: total,
            allocations: parts.map((part) => ({
              amount: part.amount,
              tags: part.tag === null ? [] : [{ dimensionId: 'region', definitionId: part.tag }],
            })),
          })
          const { postings } = matchCandidate(side(bank, { direction, amount }), found, nameAll, facts)
          const [posting] = postings as [NewPosting]
          const sign = direction === 'CREDIT' ? 1 : -1
          expect(onAccount(posting, bank.id)).toBe(sign * amount)
          expect(onAccount(posting, clearing.id)).toBe(-sign * total)
          expect(onAccount(posting, adjustments.id)).toBe(sign === 1 ? total - amount : amount - total)
          expect(posting.lines.every((line) => line.amount > 0)).toBe(true)
          for (const lines of Map.groupBy(posting.lines, ({ tags }) => tags?.[0]?.value).values())
            expect(lines.reduce((sum, line) => sum + signed(line), 0)).toBe(0)
        },
      ),
    )
  })

  test('has its shortfall taken from the largest part first', () => {
    const lines = linesOfDocument(
      { direction: 'CREDIT', amount: 25, ledgerAccountId: 'bank' },
      {
        accountId: 'clearing',
        parts: [
          { amount: 20, tags: [] },
          { amount: 30, tags: [] },
        ],
      },
      'adjustments',
    )
    expect(lines.map(({ accountId, direction, amount }) => `${direction} ${accountId} ${amount}`)).toEqual([
      'DEBIT bank 20',
      'CREDIT clearing 20',
      'DEBIT bank 5',
      'CREDIT clearing 30',
      'DEBIT adjustments 25',
    ])
  })

  test('gives the transaction and its lines its customer or vendor', () => {
    for (const contacts of [
      { customerId: randomUUID(), vendorId: null },
      { customerId: null, vendorId: randomUUID() },
    ]) {
      const { changed, postings } = matchCandidate(side(bank, {}), candidate(contacts), noNames, factsWith())
      expect(changed[0]?.after).toMatchObject({ ...contacts, status: 'MATCHED', categorizationMethod: 'MATCH' })
      const [posting] = postings as [NewPosting]
      for (const { customerId = null, vendorId = null } of posting.lines)
        expect({ customerId, vendorId }).toEqual(contacts)
    }
  })

  test('must be open, unmatched, and close enough', () => {
    const attempt = (given: Partial<Candidate & { matchId: string | null }>, adjustment = 0) =>
      refusalOf(() => matchCandidate(side(bank, {}), candidate(given), noNames, factsWith({ adjustment })))
    expect(attempt({})).toBeUndefined()
    expect(attempt({ isOpen: false })).toBe('MatchNotPossible')
    expect(attempt({ matchId: randomUUID() })).toBe('MatchNotPossible')
    expect(attempt({ direction: 'CREDIT' })).toBe('MatchNotPossible')
    const nearly = { amount: 1_001, allocations: [{ amount: 1_001, tags: [] }] }
    expect(attempt(nearly)).toBe('MatchNotPossible')
    expect(attempt(nearly, 1)).toBeUndefined()
  })
})

test('an entry that is in the books posts nothing, also in a closed period', () => {
  const entry = {
    matchType: 'JOURNAL_ENTRY',
    ledgerAccountId: bank.id,
    clearingAccountId: null,
    allocations: [],
  } as const
  const closed = factsWith({ closedThrough: NOW, accounts: [] })
  const { match, postings, changed } = matchCandidate(side(bank, {}), candidate(entry), noNames, closed)
  expect(postings).toEqual([])
  expect(match.postingKey).toBeNull()
  expect(changed[0]?.after).toMatchObject({ status: 'MATCHED', livePostingKey: null })
  expect(reversalOf(match, NOW)).toEqual([])
})

describe('suggestions', () => {
  const one = (given: Partial<Suggestion>): Suggestion => ({
    id: randomUUID(),
    matchType: 'TRANSFER',
    subjectId: randomUUID(),
    amount: 100,
    date: NOW,
    day: '2026-01-15',
    description: '',
    similarity: 0,
    ...given,
  })

  test('are sorted by amount, day and words, and are at most ten', () => {
    const expected = [
      one({ similarity: 0.9 }),
      one({ similarity: 0.1 }),
      one({ day: '2026-01-14', similarity: 1 }),
      one({ day: '2026-01-17', similarity: 1 }),
      one({ amount: 99, similarity: 1 }),
      one({ amount: 102, similarity: 1 }),
    ]
    const shuffled = [3, 5, 1, 4, 0, 2].flatMap((index) => expected[index] ?? [])
    expect(rank({ amount: 100, day: '2026-01-15' }, shuffled)).toEqual(expected)
    expect(
      rank(
        { amount: 100, day: '2026-01-15' },
        Array.from({ length: 11 }, () => one({})),
      ),
    ).toHaveLength(10)
  })
})
