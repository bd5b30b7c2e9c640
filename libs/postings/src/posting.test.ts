import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMessage } from './posting.messages.ts'
import { credit, debit, requirePostable, withoutZeroes, type NewPosting, type PostingLine } from './posting.ts'

const posting = (lines: PostingLine[], more: Partial<NewPosting> = {}): NewPosting => ({
  postingKey: 'bank_transaction:1:categorized:1',
  source: { type: 'bank_transaction', id: 's' },
  entryAt: new Date('2026-01-15T12:00:00Z'),
  entryType: 'BANK',
  basis: 'BOTH',
  lines,
  ...more,
})

const signed = ({ amount, direction }: PostingLine): number => (direction === 'DEBIT' ? amount : -amount)
const amounts = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { minLength: 1, maxLength: 30 })

describe('lines', () => {
  test('an amount below zero changes sides and is worth the same; none is negative', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        const [one, other] = [debit('a', amount), credit('a', amount)]
        expect([one.amount, other.amount]).toEqual([Math.abs(amount), Math.abs(amount)])
        expect(signed(one) - amount).toBe(0)
        expect(signed(one) + signed(other)).toBe(0)
      }),
    )
  })

  test('parts against their sum can be posted, whatever their signs, without zero amounts', () => {
    fc.assert(
      fc.property(amounts, (parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0)
        const lines = withoutZeroes([...parts.map((part, index) => debit(`a${index}`, part)), credit('bank', total)])
        expect(lines.every(({ amount }) => amount > 0)).toBe(true)
        if (lines.length === 0) return
        requirePostable(posting(lines))
        const off = lines.map((line, index) => (index === 0 ? { ...line, amount: line.amount + 1 } : line))
        expect(() => requirePostable(posting(off))).toThrow(/exceed/)
      }),
    )
  })
})

describe('an unpostable posting is found before it is committed', () => {
  const good = [debit('a', 5), credit('b', 5)]
  test.each([
    ['no lines', posting([])],
    ['one line', posting([debit('a', 5)])],
    ['a zero amount', posting([...good, debit('c', 0)])],
    ['a negative amount', posting([...good, { accountId: 'c', amount: -1, direction: 'DEBIT' }])],
    ['a fraction', posting([debit('a', 0.5), credit('b', 0.5)])],
    ['an amount that is not exact', posting([debit('a', 2 ** 53), credit('b', 2 ** 53)])],
    ['no key', posting(good, { postingKey: '' })],
    ['a reversal of nothing', { ...posting([]), reverses: '' }],
    ['a reversal of itself', { ...posting([]), reverses: posting([]).postingKey }],
  ])('%s', (_what, wrong) => expect(() => requirePostable(wrong)).toThrow(/cannot be made/))

  test('and a postable one passes', () => {
    requirePostable(posting(good))
    requirePostable(posting([debit('a', 2 ** 53 - 1), credit('b', 2 ** 53 - 1)]))
    requirePostable({ ...posting([]), reverses: 'k' })
  })
})

test('a message has the values of the posting, and leaves out what has none', () => {
  const tag = { definitionId: 'd', key: 'site', value: 'north' }
  const message = toMessage(
    posting([debit('a', 5, { memo: 'x', tags: [tag] }), credit('b', 5)], { memo: null, tags: [tag] }),
  )
  expect(message).toEqual({
    posting_key: 'bank_transaction:1:categorized:1',
    source_type: 'bank_transaction',
    source_id: 's',
    agent: 'API',
    entry_at: '2026-01-15T12:00:00.000Z',
    entry_type: 'BANK',
    basis: 'BOTH',
    line_items: [
      {
        account_identifier: { type: 'AccountId', id: 'a' },
        amount: 5,
        direction: 'DEBIT',
        memo: 'x',
        tags: [{ definition_id: 'd', key: 'site', value: 'north' }],
      },
      { account_identifier: { type: 'AccountId', id: 'b' }, amount: 5, direction: 'CREDIT', tags: [] },
    ],
    tags: [{ definition_id: 'd', key: 'site', value: 'north' }],
  })
  const { lines: _lines, ...head } = posting([])
  expect(toMessage({ ...head, reverses: 'k', memo: 'undone', agent: 'SERVICE_MANUAL' })).toEqual({
    posting_key: head.postingKey,
    source_type: 'bank_transaction',
    source_id: 's',
    agent: 'SERVICE_MANUAL',
    entry_at: '2026-01-15T12:00:00.000Z',
    memo: 'undone',
    reverses: 'k',
  })
})
