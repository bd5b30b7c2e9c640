import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '@pacioli/errors'
import { RetryDecision, type Posting, type PostingLine } from '@pacioli/postings'
import { BY_REQUEST, NO_CONTACTS, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { decideTransaction, retagTransaction, undecideTransaction, type Decision } from './decide-transaction.ts'
import {
  aTag,
  aTransaction,
  anAccount,
  BANK,
  DATE,
  entryOf,
  factsWith,
  NOW,
  reversalsOf,
} from './decided.test-helpers.ts'

const RENT = anAccount()
const FEES = anAccount({ name: 'Fees' })
const RULE = { method: 'RULE', ruleId: randomUUID() } as const
const category = (account = RENT, rest: object = {}): Decision => ({
  kind: 'category',
  account,
  ...NO_CONTACTS,
  ...rest,
})
const part = (amount: number, account = RENT, tags: ReturnType<typeof aTag>[] = [], memo: string | null = null) => ({
  ...NO_CONTACTS,
  account,
  amount,
  memo,
  tags,
})
const refusal = (act: () => unknown): { name: string; field: unknown }[] => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError)
      return error.problems.map(({ error_enum, meta }) => ({ name: error_enum, field: meta.field }))
    throw error
  }
  return []
}
const namesOf = (act: () => unknown): string[] => refusal(act).map(({ name }) => name)
const decide = (
  before: BankTransaction,
  decision: Decision,
  facts = factsWith({ accounts: [RENT, FEES] }),
  by: Parameters<typeof decideTransaction>[2] = BY_REQUEST,
) => decideTransaction(before, decision, by, facts)

/** Sums by account, debits as positive. */
const netOf = (lines: readonly PostingLine[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { accountId, amount, direction } of lines)
    sums.set(accountId, (sums.get(accountId) ?? 0n) + BigInt(direction === 'DEBIT' ? amount : -amount))
  return sums
}

describe('categorizing', () => {
  test('money out debits the category and credits the bank account', () => {
    const { after, postings } = decide(aTransaction(), category())
    expect(after).toMatchObject({
      status: 'CATEGORIZED',
      categoryAccountId: RENT.id,
      categorizationMethod: 'API',
      version: 2,
      postingRevision: 1,
      livePostingKey: `bank_transaction:${after.id}:categorized:1`,
    })
    expect(postings).toEqual([
      {
        postingKey: after.livePostingKey,
        source: { type: 'bank_transaction', id: after.id },
        agent: 'API',
        entryAt: DATE,
        entryType: 'BANK',
        basis: 'BOTH',
        memo: 'ACME 123',
        referenceNumber: 'R-1',
        tags: [],
        lines: [
          { accountId: BANK.id, amount: 1_000, direction: 'CREDIT' },
          { accountId: RENT.id, amount: 1_000, direction: 'DEBIT', memo: null },
        ],
      },
    ])
  })

  test('money in debits the bank account, a credit card too', () => {
    const card = anAccount({ name: 'Card', normality: 'CREDIT', type: 'LIABILITY', subtype: 'CREDIT_CARD' })
    for (const bank of [BANK, card]) {
      const facts = factsWith({ accounts: [RENT, card], bankLedgerAccountId: bank.id })
      const { postings } = decide(aTransaction({ direction: 'CREDIT' }), category(), facts)
      expect(netOf(entryOf(postings)?.lines ?? [])).toEqual(
        new Map([
          [bank.id, 1_000n],
          [RENT.id, -1_000n],
        ]),
      )
    }
  })

  test('the memo of the transaction is the memo of its entry', () => {
    expect(entryOf(decide(aTransaction({ memo: 'May' }), category()).postings)?.memo).toBe('May')
    expect(entryOf(decide(aTransaction({ memo: 'May' }), category(RENT, { memo: 'June' })).postings)?.memo).toBe('June')
  })

  test('absent memo and tax code stay, and null clears them', () => {
    const before = aTransaction({ memo: 'May', taxCode: 'GST' })
    expect(decide(before, category()).after).toMatchObject({ memo: 'May', taxCode: 'GST' })
    expect(decide(before, category(RENT, { memo: null, taxCode: null })).after).toMatchObject({
      memo: null,
      taxCode: null,
    })
  })

  test('a transaction of zero is categorized and posts nothing, in any period', () => {
    const facts = factsWith({ accounts: [RENT], closedThrough: NOW })
    const { after, postings } = decide(aTransaction({ amount: 0 }), category(), facts)
    expect(after).toMatchObject({ status: 'CATEGORIZED', livePostingKey: null, postingRevision: 0 })
    expect(postings).toEqual([])
  })

  test('in a closed period only what was in the books before is categorized, at the first open instant', () => {
    const closed = factsWith({ accounts: [RENT], closedThrough: NOW })
    const firstOpen = new Date(NOW.getTime() + 1)
    const never = aTransaction()
    expect(refusal(() => decide(never, category(), closed))).toEqual([{ name: 'PeriodClosed' }])
    const takenBack = undecideTransaction(decide(never, category()).after, closed).after
    expect(entryOf(decide(takenBack, category(), closed).postings)?.entryAt).toEqual(firstOpen)
    const unmatched = { ...closed, matchedBefore: new Set([never.id]) }
    expect(entryOf(decide(never, category(), unmatched).postings)?.entryAt).toEqual(firstOpen)
    expect(refusal(() => decide(aTransaction({ id: randomUUID() }), category(), unmatched))).toEqual([
      { name: 'PeriodClosed' },
    ])
  })

  test('a rule posts as the service itself, and names itself', () => {
    const { after, postings } = decide(aTransaction(), category(), undefined, RULE)
    expect(after).toMatchObject({ categorizationMethod: 'RULE', ruleId: RULE.ruleId })
    expect(postings[0]?.agent).toBe('SERVICE_AUTO')
  })

  test('confirming what a rule decided posts nothing, and is by request from then on', () => {
    const ruled = decide(aTransaction(), category(), undefined, RULE).after
    const { after, postings } = decide(ruled, category())
    expect(postings).toEqual([])
    expect(after).toEqual({ ...ruled, categorizationMethod: 'API', ruleId: null, version: 3, updatedAt: NOW })
  })

  test('the ledger account of the bank account is no category', () => {
    expect(refusal(() => decide(aTransaction(), category(BANK)))).toEqual([
      { name: 'CategoryIsBankAccount', field: 'category' },
    ])
    const split: Decision = { kind: 'split', entries: [part(400), part(600, BANK)] }
    expect(refusal(() => decide(aTransaction(), split, factsWith({ accounts: [RENT], field: '37.' })))).toEqual([
      { name: 'CategoryIsBankAccount', field: '37.entries.1.category' },
    ])
  })

  test('archived accounts take no postings, neither the category nor the bank account', () => {
    const old = anAccount({ isArchived: true })
    expect(refusal(() => decide(aTransaction(), category(old)))).toEqual([
      { name: 'AccountArchived', field: 'category' },
    ])
    const closedBank = anAccount({ name: 'Savings', isArchived: true })
    const facts = factsWith({ accounts: [closedBank], bankLedgerAccountId: closedBank.id })
    expect(namesOf(() => decide(aTransaction(), category(), facts))).toEqual(['AccountArchived'])
    expect(decide(aTransaction(), { kind: 'exclusion' }, facts).postings).toEqual([])
  })

  test('the ledger account of the bank account has to be prefetched', () => {
    expect(() => decide(aTransaction(), category(), factsWith({ bankLedgerAccountId: randomUUID() }))).toThrow(
      RetryDecision,
    )
  })

  test('a pending or matched transaction cannot be decided', () => {
    for (const [status, name] of [
      ['PENDING', 'TransactionPending'],
      ['MATCHED', 'TransactionMatched'],
    ] as const)
      for (const decision of [
        category(),
        { kind: 'exclusion' },
        { kind: 'split', entries: [part(1_000)] },
      ] as Decision[])
        expect(namesOf(() => decide(aTransaction({ status }), decision))).toEqual([name])
  })
})

describe('closed periods', () => {
  test('a first posting needs an open period; one instant later it is open', () => {
    const at = (closedThrough: Date) =>
      decide(aTransaction(), category(), factsWith({ accounts: [RENT], closedThrough }))
    expect(namesOf(() => at(DATE))).toEqual(['PeriodClosed'])
    expect(entryOf(at(new Date(DATE.getTime() - 1)).postings)?.entryAt).toEqual(DATE)
  })

  test('a replacement moves to the first open instant', () => {
    const before = decide(aTransaction(), category()).after
    const facts = factsWith({ accounts: [RENT, FEES], closedThrough: NOW })
    const { postings } = decide(before, category(FEES), facts)
    expect(entryOf(postings)?.entryAt).toEqual(new Date(NOW.getTime() + 1))
  })

  test('an exclusion and undoing post nothing new, and need no open period', () => {
    const facts = factsWith({ accounts: [RENT], closedThrough: NOW })
    expect(decide(aTransaction(), { kind: 'exclusion' }, facts).postings).toEqual([])
    const categorized = decide(aTransaction(), category()).after
    expect(reversalsOf(decide(categorized, { kind: 'exclusion' }, facts).postings)).toEqual([
      categorized.livePostingKey,
    ])
    expect(reversalsOf(undecideTransaction(categorized, facts).postings)).toEqual([categorized.livePostingKey])
  })

  test('an exclusion is posted for the first time when it gets a category', () => {
    const excluded = decide(aTransaction(), { kind: 'exclusion' }).after
    const facts = factsWith({ accounts: [RENT], closedThrough: NOW })
    expect(namesOf(() => decide(excluded, category(), facts))).toEqual(['PeriodClosed'])
  })
})

describe('splitting', () => {
  test('each part has a line with its memo and tags against one line of the bank account', () => {
    const a = aTag('department', 'a')
    const { after, postings } = decide(aTransaction(), {
      kind: 'split',
      entries: [part(400, RENT, [a], 'May'), part(600, FEES)],
    })
    expect(after.status).toBe('SPLIT')
    expect(after.splits).toMatchObject([
      { categoryAccountId: RENT.id, amount: 400, memo: 'May', tags: [{ definitionId: a.definitionId }] },
      { categoryAccountId: FEES.id, amount: 600, memo: null, tags: [] },
    ])
    expect(entryOf(postings)?.lines).toEqual([
      { accountId: BANK.id, amount: 1_000, direction: 'CREDIT' },
      {
        accountId: RENT.id,
        amount: 400,
        direction: 'DEBIT',
        memo: 'May',
        tags: [{ definitionId: a.definitionId, key: 'department', value: 'a' }],
      },
      { accountId: FEES.id, amount: 600, direction: 'DEBIT', memo: null },
    ])
  })

  test('the parts must sum to the amount exactly', () => {
    for (const entries of [[part(999)], [part(1_001)], [part(500), part(501)], []])
      expect(namesOf(() => decide(aTransaction(), { kind: 'split', entries }))).toEqual(['SplitUnbalanced'])
    expect(decide(aTransaction(), { kind: 'split', entries: [part(1_000)] }).after.status).toBe('SPLIT')
    expect(namesOf(() => decide(aTransaction({ amount: 0 }), { kind: 'split', entries: [] }))).toEqual([
      'SplitUnbalanced',
    ])
  })

  test('in a bulk request the parts are named by their position', () => {
    const facts = factsWith({ accounts: [RENT], field: '37.' })
    expect(refusal(() => decide(aTransaction(), { kind: 'split', entries: [part(1)] }, facts))).toEqual([
      { name: 'SplitUnbalanced', field: '37.entries' },
    ])
  })

  test('sums beyond the safe range are compared exactly', () => {
    const { MAX_SAFE_INTEGER: max } = Number
    const before = aTransaction({ amount: max })
    const entries = [part(max), part(max), part(1)]
    expect(namesOf(() => decide(before, { kind: 'split', entries }))).toEqual(['SplitUnbalanced'])
    expect(decide(before, { kind: 'split', entries: [part(max - 1), part(1)] }).after.status).toBe('SPLIT')
  })

  test('parts of zero or less are refused, each with its field', () => {
    const entries = [part(0), part(-5), part(1_000), part(0.5)]
    expect(refusal(() => decide(aTransaction(), { kind: 'split', entries }))).toEqual([
      { name: 'AmountNotPositive', field: 'entries.0.amount' },
      { name: 'AmountNotPositive', field: 'entries.1.amount' },
      { name: 'AmountNotPositive', field: 'entries.3.amount' },
    ])
  })

  test('a part has one value of a dimension, the same as its transaction', () => {
    const [a, b] = [aTag('department', 'a'), aTag('department', 'b')]
    const splitWith = (tags: ReturnType<typeof aTag>[], own?: ReturnType<typeof aTag>[]): Decision => ({
      kind: 'split',
      entries: [part(1, RENT), part(999, RENT, tags)],
      ...(own && { tags: own }),
    })
    expect(refusal(() => decide(aTransaction(), splitWith([a, b])))).toEqual([
      { name: 'DuplicateTagDimension', field: 'entries.1.tags.1' },
    ])
    expect(refusal(() => decide(aTransaction(), splitWith([a], [b])))).toEqual([
      { name: 'DuplicateTagDimension', field: 'entries.1.tags' },
    ])
    expect(decide(aTransaction(), splitWith([a, a], [a])).after.status).toBe('SPLIT')
  })

  test('the same split again changes nothing; another memo of a part is posted', () => {
    const entries = [part(400, RENT, [aTag('x', '1')], 'May'), part(600, FEES)]
    const { after } = decide(aTransaction(), { kind: 'split', entries })
    expect(decide(after, { kind: 'split', entries })).toEqual({ after, postings: [] })
    const other = decide(after, {
      kind: 'split',
      entries: [part(400, RENT, [aTag('x', '1')], 'June'), part(600, FEES)],
    })
    expect(other.postings).toHaveLength(2)
  })

  test('under BALANCING tags of parts the bank account has a line per combination', () => {
    const [a, b] = ['a', 'b'].map((value) => aTag('fund', value, { strictness: 'BALANCING' })) as [
      ReturnType<typeof aTag>,
      ReturnType<typeof aTag>,
    ]
    const { postings } = decide(aTransaction(), {
      kind: 'split',
      entries: [part(100, RENT, [a]), part(200, FEES, [b]), part(300, FEES, [a]), part(400)],
    })
    const bank = entryOf(postings)?.lines.filter(({ accountId }) => accountId === BANK.id)
    expect(bank?.map(({ amount, tags }) => [amount, tags?.map(({ value }) => value)])).toEqual([
      [400, ['a']],
      [200, ['b']],
      [400, undefined],
    ])
  })

  test('the parts of a split carry 2,500 tags together, not one more', () => {
    const tags = Array.from({ length: 10 }, (_, index) => aTag(`k${index}`, 'v'))
    const entries = Array.from({ length: 250 }, () => part(1, RENT, tags))
    expect(decide(aTransaction({ amount: 250 }), { kind: 'split', entries }).after.status).toBe('SPLIT')
    const more = [...entries, part(1, RENT, tags.slice(0, 1))]
    expect(refusal(() => decide(aTransaction({ amount: 251 }), { kind: 'split', entries: more }))).toEqual([
      { name: 'PayloadTooLarge', field: 'entries' },
    ])
  })

  test('an entry with more tags than the journal takes is refused', () => {
    const tags = Array.from({ length: 10 }, (_, index) => aTag(`k${index}`, 'v'))
    const entries = (count: number) => Array.from({ length: count }, () => part(1))
    // A line for the bank account and one for each part, ten tags on each.
    expect(decide(aTransaction({ amount: 499 }), { kind: 'split', entries: entries(499), tags }).postings).toHaveLength(
      1,
    )
    expect(
      refusal(() => decide(aTransaction({ amount: 500 }), { kind: 'split', entries: entries(500), tags })),
    ).toEqual([{ name: 'PayloadTooLarge', field: 'entries' }])
  })
})

describe('tags', () => {
  const [a, b] = [aTag('department', 'a'), aTag('department', 'b')]
  const names = new Map([a, b].map((tag) => [tag.definitionId, tag]))

  test('tags of the transaction are on its entry', () => {
    const { after, postings } = decide(aTransaction(), category(RENT, { tags: [a] }))
    expect(after.tags).toMatchObject([{ dimensionId: a.dimensionId, definitionId: a.definitionId }])
    expect(entryOf(postings)?.tags).toEqual([{ definitionId: a.definitionId, key: 'department', value: 'a' }])
  })

  test('absent tags stay, by their current names; an empty list removes them', () => {
    const { after } = decide(aTransaction(), category(RENT, { tags: [a] }))
    const renamed = new Map([[a.definitionId, { ...a, key: 'team' }]])
    const facts = factsWith({ accounts: [RENT, FEES], tagNames: renamed })
    expect(entryOf(decide(after, category(FEES), facts).postings)?.tags).toMatchObject([{ key: 'team' }])
    const without = decide(after, category(RENT, { tags: [] }))
    expect(without.after.tags).toEqual([])
    expect(without.postings).toHaveLength(2)
  })

  test('a tag that stays but was not prefetched has to be prefetched', () => {
    const { after } = decide(aTransaction(), category(RENT, { tags: [a] }))
    expect(() => decide(after, category(FEES))).toThrow(RetryDecision)
  })

  test('two values of one dimension are refused, as are archived ones', () => {
    expect(refusal(() => decide(aTransaction(), category(RENT, { tags: [a, b] })))).toEqual([
      { name: 'DuplicateTagDimension', field: 'tags.1' },
    ])
    const archived = { ...a, archivedAt: NOW }
    expect(namesOf(() => decide(aTransaction(), category(RENT, { tags: [archived] })))).toEqual(['TagValueArchived'])
  })

  test('fifty tags are accepted, fifty-one refused', () => {
    const tags = Array.from({ length: 51 }, (_, index) => aTag(`k${index}`, 'v'))
    expect(decide(aTransaction(), category(RENT, { tags: tags.slice(0, 50) })).after.tags).toHaveLength(50)
    expect(namesOf(() => decide(aTransaction(), category(RENT, { tags })))).toEqual(['PayloadTooLarge'])
  })

  test('retagging reposts, in a closed period at the first open instant', () => {
    const { after } = decide(aTransaction(), category())
    const facts = factsWith({ accounts: [RENT], closedThrough: NOW })
    const { postings } = retagTransaction(after, [a], facts)
    expect(reversalsOf(postings)).toEqual([after.livePostingKey])
    expect(entryOf(postings)).toMatchObject({ tags: [{ value: 'a' }], entryAt: new Date(NOW.getTime() + 1) })
  })

  test('retagging a transaction without its own posting posts nothing', () => {
    const excluded = decide(aTransaction(), { kind: 'exclusion' }).after
    for (const before of [
      aTransaction(),
      aTransaction({ status: 'PENDING' }),
      excluded,
      aTransaction({ status: 'MATCHED', matchId: randomUUID(), categorizationMethod: 'MATCH' }),
    ]) {
      const { after, postings } = retagTransaction(before, [a], factsWith())
      expect(postings).toEqual([])
      expect(after).toMatchObject({ status: before.status, tags: [{ definitionId: a.definitionId }] })
    }
  })

  test('retagging to the same changes nothing', () => {
    const tagged = decide(aTransaction(), category(RENT, { tags: [a] })).after
    expect(retagTransaction(tagged, [a], factsWith())).toEqual({ after: tagged, postings: [] })
  })

  test('a split cannot get another value than its parts have', () => {
    const { after } = decide(aTransaction(), { kind: 'split', entries: [part(1_000, RENT, [a])] })
    const facts = factsWith({ accounts: [RENT], tagNames: names })
    expect(namesOf(() => retagTransaction(after, [b], facts))).toEqual(['DuplicateTagDimension'])
    expect(retagTransaction(after, [a], facts).postings).toHaveLength(2)
  })

  test('an entry on an account that was archived since keeps its tags', () => {
    const { after } = decide(aTransaction(), category())
    const facts = factsWith({ accounts: [{ ...RENT, isArchived: true }] })
    expect(namesOf(() => retagTransaction(after, [a], facts))).toEqual(['AccountArchived'])
    expect(undecideTransaction(after, facts).postings).toHaveLength(1)
  })
})

test('undoing leaves an uncategorized transaction as it is, and does not end a match', () => {
  const facts = factsWith()
  for (const status of ['PENDING', 'READY_FOR_INPUT'] as const) {
    const before = aTransaction({ status })
    expect(undecideTransaction(before, facts)).toEqual({ after: before, postings: [] })
  }
  expect(namesOf(() => undecideTransaction(aTransaction({ status: 'MATCHED' }), facts))).toEqual(['TransactionMatched'])
})

/** Amounts anywhere in the range, cut into parts above zero. */
const amounts = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.maxSafeNat())
const accounts = [anAccount(), anAccount(), anAccount()] as const
const dimensions = ['NON_BALANCING', 'BALANCING', 'BALANCING'].map((strictness, dimension) =>
  ['a', 'b'].map((value) => aTag(`d${dimension}`, value, { strictness })),
)
const anyTags = fc
  .tuple(...dimensions.map((values) => fc.option(fc.constantFrom(...values))))
  .map((tags) => tags.filter((tag) => tag !== null))
const allNames = new Map(dimensions.flat().map((tag) => [tag.definitionId, tag]))

const step = fc.oneof(
  fc.record({ kind: fc.constant('category' as const), at: fc.nat({ max: 2 }), tags: fc.option(anyTags) }),
  fc.record({ kind: fc.constant('exclusion' as const) }),
  fc.record({ kind: fc.constant('undecide' as const) }),
  fc.record({ kind: fc.constant('retag' as const), tags: anyTags }),
  fc.record({
    kind: fc.constant('split' as const),
    cuts: fc.array(
      fc.record({ cut: fc.double({ min: 0, max: 1, noNaN: true }), at: fc.nat({ max: 2 }), tags: anyTags }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
  }),
)

/** The amount in as many parts as there are cuts, none of them zero. */
function cutInto(amount: number, cuts: readonly { cut: number; at: number; tags: ReturnType<typeof aTag>[] }[]) {
  const points = [...new Set([...cuts.map(({ cut }) => Math.floor(cut * amount)), amount])].sort((x, y) => x - y)
  return points
    .map((point, index) => point - (points[index - 1] ?? 0))
    .filter((size) => size > 0)
    .map((size, index) => {
      const { at = 0, tags = [] } = cuts[index] ?? {}
      return part(size, accounts[at as 0], tags)
    })
}

test('after any decisions in any order entries balance, also by tags, and the standing entry is that of the state', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom('CREDIT' as const, 'DEBIT' as const),
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      (amount, direction, isClosedLater, steps) => {
        const ledger = new Map<string, readonly PostingLine[]>()
        const seen = new Set<string>()
        let transaction = aTransaction({ amount, direction })
        for (const [index, one] of steps.entries()) {
          const facts = factsWith({
            accounts: [...accounts],
            tagNames: allNames,
            closedThrough: isClosedLater && index > 0 ? NOW : null,
          })
          let change: { after: BankTransaction; postings: Posting[] }
          try {
            change = take(one, transaction, facts)
          } catch (error) {
            // Refused as a whole: nothing changes.
            expect(error).toBeInstanceOf(DomainError)
            continue
          }
          for (const posting of change.postings) {
            expect(seen).not.toContain(posting.postingKey)
            seen.add(posting.postingKey)
            if ('reverses' in posting) expect(ledger.delete(posting.reverses)).toBe(true)
            else {
              expectBalanced(posting.lines)
              ledger.set(posting.postingKey, posting.lines)
            }
          }
          if (change.postings.length > 0 || change.after !== transaction)
            expect(change.after.version).toBe(transaction.version + 1)
          transaction = change.after
          expect(transaction.postingRevision).toBe(seen.size)
          expectStanding(transaction, ledger)
        }
      },
    ),
    { numRuns: 500 },
  )
})

function take(
  one: Parameters<Parameters<typeof step.map>[0]>[0],
  before: BankTransaction,
  facts: ReturnType<typeof factsWith>,
) {
  if (one.kind === 'undecide') return undecideTransaction(before, facts)
  if (one.kind === 'retag') return retagTransaction(before, one.tags, facts)
  if (one.kind === 'exclusion') return decide(before, { kind: 'exclusion' }, facts)
  if (one.kind === 'split') return decide(before, { kind: 'split', entries: cutInto(before.amount, one.cuts) }, facts)
  return decide(before, { ...category(accounts[one.at as 0]), ...(one.tags && { tags: one.tags }) }, facts)
}

function expectBalanced(lines: readonly PostingLine[]): void {
  expect(lines.length).toBeGreaterThanOrEqual(2)
  for (const { amount } of lines) expect(amount).toBeGreaterThan(0)
  const sum = (some: readonly PostingLine[]) => [...netOf(some).values()].reduce((total, one) => total + one, 0n)
  expect(sum(lines)).toBe(0n)
  for (const { definitionId, strictness } of allNames.values())
    if (strictness === 'BALANCING')
      expect(sum(lines.filter(({ tags }) => tags?.some((tag) => tag.definitionId === definitionId)))).toBe(0n)
}

function expectStanding(transaction: BankTransaction, ledger: ReadonlyMap<string, readonly PostingLine[]>): void {
  const { status, isExcluded, amount, direction, livePostingKey } = transaction
  const isPosted = amount > 0 && (status === 'SPLIT' || (status === 'CATEGORIZED' && !isExcluded))
  expect([...ledger.keys()]).toEqual(isPosted ? [livePostingKey] : [])
  expect(livePostingKey === null).toBe(!isPosted)
  if (!isPosted) return
  const expected = new Map([[BANK.id, direction === 'CREDIT' ? BigInt(amount) : -BigInt(amount)]])
  const parts =
    status === 'SPLIT' ? transaction.splits : [{ categoryAccountId: transaction.categoryAccountId ?? '', amount }]
  for (const { categoryAccountId, amount: size } of parts)
    expected.set(
      categoryAccountId,
      (expected.get(categoryAccountId) ?? 0n) + (direction === 'CREDIT' ? -BigInt(size) : BigInt(size)),
    )
  expect(netOf(ledger.get(livePostingKey ?? '') ?? [])).toEqual(expected)
}

test('names of tags are looked up, never scanned for each transaction', () => {
  const walked = (): never => {
    throw new Error('Walked through.')
  }
  const carried = aTag('department', 'sales')
  const tagNames = new Map([[carried.definitionId, carried]])
  Object.assign(tagNames, { [Symbol.iterator]: walked, entries: walked, forEach: walked, values: walked, keys: walked })
  const tags = [{ id: randomUUID(), dimensionId: carried.dimensionId, definitionId: carried.definitionId }]
  const facts = factsWith({ accounts: [RENT], tagNames })
  const { after } = decide(aTransaction({ tags }), category(), facts)
  expect(after.tags).toEqual(tags)
  expect(retagTransaction(after, [aTag('department', 'ops')], facts).postings).toHaveLength(2)
})
