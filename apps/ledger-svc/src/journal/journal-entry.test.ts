import { DomainError } from '@pacioli/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Books } from '../books/books.ts'
import { chartOf, openChart } from '../chart-of-accounts/account.ts'
import { NO_TAGS, tagName, TagResolver, type KnownTags, type TagDefinition } from '../tags/tag.ts'
import {
  decideEntries,
  MAX_LINE_TAGS_PER_ENTRY,
  reverseEntry,
  type EntryDraft,
  type LineDraft,
} from './journal-entry.ts'
import { NO_PARTY } from './party.ts'

let count = 0
const newId = (): string => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`
const now = new Date('2026-05-01T00:00:00Z')
const chart = openChart(newId, now)

const booksWith = (changes: Partial<Books> = {}): Books => ({
  businessId: 'b',
  clientId: 'c',
  ledgerId: 'l',
  timeZone: 'UTC',
  currency: 'USD',
  archivedAt: null,
  archivedEpoch: null,
  defaultReportingBasis: null,
  epoch: 5,
  closedThrough: null,
  closedEpoch: 0,
  chart: chartOf(chart),
  ...changes,
})

const line = (stable_name: string, direction: string, amount: number, more: Partial<LineDraft> = {}): LineDraft => ({
  account: { type: 'StableName', stable_name },
  direction,
  amount,
  memo: null,
  documentId: null,
  ...NO_PARTY,
  tags: [],
  ...more,
})

const draft = (lines: LineDraft[], more: Partial<EntryDraft> = {}): EntryDraft => ({
  field: '',
  externalId: null,
  actor: null,
  postingKey: null,
  entryType: 'MANUAL',
  basis: 'BOTH',
  agent: 'API',
  entryAt: new Date('2026-04-01T12:00:00Z'),
  memo: null,
  metadata: null,
  referenceNumber: null,
  sourceType: null,
  sourceId: null,
  reversalOfId: null,
  lines,
  tags: [],
  ...more,
})

const decide = (drafts: EntryDraft[], books = booksWith(), decisionEpoch = books.epoch) =>
  decideEntries(drafts, { books, tags: new TagResolver(NO_TAGS, newId), now, newId, decisionEpoch })

const problemsOf = (act: () => unknown): [string, unknown][] => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return []
}

const balanced = [line('CASH', 'DEBIT', 100), line('SALES', 'CREDIT', 100)]

describe('deciding an entry', () => {
  test('a balanced entry is posted with its accounts resolved', () => {
    const [entry] = decide([draft(balanced)])
    expect(entry?.lines.map((one) => [one.account.stableName, one.direction, one.amount])).toEqual([
      ['CASH', 'DEBIT', 100],
      ['SALES', 'CREDIT', 100],
    ])
  })

  test('an entry that is off by one unit is refused', () => {
    expect(problemsOf(() => decide([draft([line('CASH', 'DEBIT', 100), line('SALES', 'CREDIT', 99)])]))).toEqual([
      ['UnbalancedEntry', 'line_items'],
    ])
  })

  test('every problem of every entry is named by its field', () => {
    const bad = draft([line('NOWHERE', 'DEBIT', 0), line('SALES', 'CREDIT', 7)], { field: '3.' })
    expect(problemsOf(() => decide([draft(balanced), bad]))).toEqual([
      ['AccountNotFound', '3.line_items.0.account_identifier'],
      ['AmountNotPositive', '3.line_items.0.amount'],
      ['UnbalancedEntry', '3.line_items'],
    ])
  })

  test('an entry of no lines or one line is refused', () => {
    expect(problemsOf(() => decide([draft([])]))).toEqual([['UnbalancedEntry', 'line_items']])
    expect(problemsOf(() => decide([draft([line('CASH', 'DEBIT', 1)])]))).toEqual([['UnbalancedEntry', 'line_items']])
  })

  test.each([Number.MAX_SAFE_INTEGER + 1, 0.5, -1, 0, Number.NaN])('an amount of %s is refused', (amount) => {
    const names = problemsOf(() =>
      decide([draft([line('CASH', 'DEBIT', amount), line('SALES', 'CREDIT', amount)])]),
    ).map(([name]) => name)
    expect(names).toContain('AmountNotPositive')
  })

  test('the sum of an entry stays in the safe range', () => {
    const half = Number.MAX_SAFE_INTEGER
    const lines = [
      line('CASH', 'DEBIT', half),
      line('INVENTORY', 'DEBIT', half),
      line('SALES', 'CREDIT', half),
      line('TIPS', 'CREDIT', half),
    ]
    expect(problemsOf(() => decide([draft(lines)]))).toEqual([['AmountOutOfRange', 'line_items']])
  })
})

describe('the party of a line', () => {
  const customer = { customerId: '00000000-0000-7000-8000-00000000000c' }
  const vendor = { vendorId: '00000000-0000-7000-8000-00000000000d' }
  const between = (debit: string, credit: string, party: Partial<LineDraft>, more: Partial<EntryDraft> = {}) =>
    draft([line(debit, 'DEBIT', 7, party), line(credit, 'CREDIT', 7)], { field: '2.', ...more })

  test('is a customer on ACCOUNTS_RECEIVABLE and a vendor on ACCOUNTS_PAYABLE', () => {
    const [receivable, payable] = decide([
      between('ACCOUNTS_RECEIVABLE', 'SALES', customer),
      between('ACCOUNTS_PAYABLE', 'CASH', vendor),
    ])
    expect(receivable?.lines.map(({ customerId, vendorId }) => [customerId, vendorId])).toEqual([
      [customer.customerId, null],
      [null, null],
    ])
    expect(payable?.lines[0]).toMatchObject(vendor)
    expect(between('ACCOUNTS_RECEIVABLE', 'SALES', {}).lines[0]).toMatchObject(NO_PARTY)
  })

  test.each([
    ['SALES', customer, 'customer_id'],
    ['ACCOUNTS_PAYABLE', customer, 'customer_id'],
    ['ACCOUNTS_RECEIVABLE', vendor, 'vendor_id'],
    ['CASH', vendor, 'vendor_id'],
  ])('is refused on %s, naming the line: %o', (account, party, field) => {
    expect(problemsOf(() => decide([between(account, 'TIPS', party)]))).toEqual([
      ['PartyMismatch', `2.line_items.0.${field}`],
    ])
  })

  test('may stand on any line of a document, and on those that reverse it', () => {
    const [entry] = decide([between('CASH', 'SALES', customer, { sourceType: 'invoice_payment', sourceId: 'p' })])
    const by = { postingKey: null, memo: null, agent: 'API', isOwner: true, actor: null } as const
    const reversal = reverseEntry(entry!, by, { books: booksWith(), now, newId, decisionEpoch: 5 })
    expect(reversal.lines.map(({ customerId }) => customerId)).toEqual([customer.customerId, null])
  })
})

describe('accounts that documents own', () => {
  const owned = ['CUSTOMER_CREDITS', 'VENDOR_PREPAYMENTS', 'REFUND_LIABILITIES']
  const on = (account: string, more: Partial<EntryDraft> = {}) =>
    draft([line('CASH', 'DEBIT', 5), line(account, 'CREDIT', 5)], { field: '7.', ...more })

  test.each(owned)('%s takes no manual line', (account) => {
    expect(problemsOf(() => decide([on(account)]))).toEqual([['ControlAccount', '7.line_items.1.account_identifier']])
  })

  test.each(owned)('%s takes lines of documents and imports, and what reverses them', (account) => {
    const [entry] = decide([on(account, { sourceType: 'quickbooks_journal_entry', sourceId: '1' })])
    const by = { postingKey: null, memo: null, agent: 'API', isOwner: true, actor: null } as const
    expect(reverseEntry(entry!, by, { books: booksWith(), now, newId, decisionEpoch: 5 }).lines).toHaveLength(2)
  })

  test('a manual entry of before is reversed', () => {
    const [entry] = decide([on('CUSTOMER_CREDITS', { sourceType: 'before', sourceId: '1' })])
    const by = { postingKey: null, memo: null, agent: 'API', isOwner: false, actor: null } as const
    const before = { ...entry!, sourceType: null, sourceId: null }
    expect(reverseEntry(before, by, { books: booksWith(), now, newId, decisionEpoch: 5 }).lines).toHaveLength(2)
  })

  test.each(['ACCOUNTS_RECEIVABLE', 'ACCOUNTS_PAYABLE'])('%s is not among them', (account) => {
    expect(decide([on(account)])).toHaveLength(1)
  })

  test('are known by their stable name, whatever their subtype', () => {
    const accounts = [...chart].map((one) =>
      one.stableName === 'CUSTOMER_CREDITS' ? { ...one, subtype: 'UNEARNED_REVENUE' as const } : one,
    )
    const other = { ...accounts[0]!, id: newId(), stableName: null, subtype: 'OTHER_CURRENT_LIABILITY' as const }
    const books = booksWith({ chart: chartOf([...accounts, other]) })
    expect(problemsOf(() => decide([on('CUSTOMER_CREDITS')], books))).toHaveLength(1)
    const onOther = { ...line('', 'CREDIT', 5), account: { type: 'AccountId', id: other.id } }
    expect(decide([draft([line('CASH', 'DEBIT', 5), onOther])], books)).toHaveLength(1)
  })
})

describe('the closed period', () => {
  const closedThrough = new Date('2026-03-31T23:59:59.999Z')
  const books = booksWith({ closedThrough, closedEpoch: 5 })

  test('its last instant takes no entry, the next one does', () => {
    expect(problemsOf(() => decide([draft(balanced, { entryAt: closedThrough })], books))).toEqual([
      ['PeriodClosed', 'entry_at'],
    ])
    expect(decide([draft(balanced, { entryAt: new Date(closedThrough.getTime() + 1) })], books)).toHaveLength(1)
  })

  test('what was decided before it was closed still posts', () => {
    expect(decide([draft(balanced, { entryAt: closedThrough })], books, 4)).toHaveLength(1)
  })

  test('a reversal moves to the first open instant', () => {
    const [entry] = decide([draft(balanced, { entryAt: closedThrough })], booksWith())
    if (!entry) throw new Error('nothing was decided')
    const by = { postingKey: null, memo: null, agent: 'API', isOwner: false, actor: null } as const
    const reversal = reverseEntry(entry, by, { books, now, newId, decisionEpoch: 5 })
    expect(reversal.entryAt.toISOString()).toBe('2026-04-01T00:00:00.000Z')
  })
})

describe('archived', () => {
  const archivedCash = chart.map((account) =>
    account.stableName === 'CASH' ? { ...account, archivedAt: now, archivedEpoch: 5 } : account,
  )
  const books = booksWith({ chart: chartOf(archivedCash) })

  test('an archived account takes no entry, unless that was decided before', () => {
    expect(problemsOf(() => decide([draft(balanced)], books))).toEqual([
      ['AccountArchived', 'line_items.0.account_identifier'],
    ])
    expect(decide([draft(balanced)], books, 4)).toHaveLength(1)
  })

  test('an archived business takes no entry, unless that was decided before, however the books changed since', () => {
    const archived = booksWith({ archivedAt: now, archivedEpoch: 4 })
    for (const decisionEpoch of [4, 5])
      expect(problemsOf(() => decide([draft(balanced)], archived, decisionEpoch))).toEqual([
        ['BusinessArchived', undefined],
      ])
    expect(decide([draft(balanced)], archived, 3)).toHaveLength(1)
  })
})

describe('tags', () => {
  const tagged = (key: string, value: string) => ({ key, value })

  test('an entry passes its tags to its lines', () => {
    const [entry] = decide([draft(balanced, { tags: [tagged('site', 'north')] })])
    expect(entry?.lines.map((one) => one.tags.map((tag) => tag.value))).toEqual([['north'], ['north']])
  })

  test('a line has one value of a dimension', () => {
    const lines = [line('CASH', 'DEBIT', 1, { tags: [tagged('site', 'south')] }), line('SALES', 'CREDIT', 1)]
    expect(problemsOf(() => decide([draft(lines, { tags: [tagged('site', 'north')] })]))).toEqual([
      ['DuplicateTagDimension', 'line_items.0.tags.0'],
    ])
  })

  test('the lines of an entry carry no more of them than fit into an answer', () => {
    const half = MAX_LINE_TAGS_PER_ENTRY / 2
    const lines = Array.from({ length: half / 2 }, () => balanced).flat()
    const [site, team, unit] = [tagged('site', 'x'), tagged('team', 'x'), tagged('unit', 'x')]
    expect(problemsOf(() => decide([draft(lines, { tags: [site, team] })]))).toEqual([])
    expect(
      problemsOf(() => decide([draft(balanced), draft(lines, { tags: [site, team, unit], field: '1.' })])),
    ).toEqual([['PayloadTooLarge', '1.tags']])
  })

  test('a definition that several lines name is created once', () => {
    const tags = new TagResolver(NO_TAGS, newId)
    const lines = [
      line('CASH', 'DEBIT', 1, { tags: [tagged('site', 'x')] }),
      line('SALES', 'CREDIT', 1, { tags: [tagged('site', 'x')] }),
    ]
    decideEntries([draft(lines), draft(lines)], { books: booksWith(), tags, now, newId, decisionEpoch: 5 })
    expect([tags.created.dimensions.length, tags.created.values.length]).toEqual([1, 1])
  })
})

describe('BALANCING tags', () => {
  const fund = {
    dimensionId: 'd',
    key: 'fund',
    dimensionDisplayName: null,
    strictness: 'BALANCING',
    balancingEpoch: 4,
    definitionId: 'v',
    value: 'a',
    valueDisplayName: null,
    archivedAt: null,
    archivedEpoch: null,
  } as const
  const decideTagged = (lines: LineDraft[], decisionEpoch: number, definition: Partial<TagDefinition> = {}) => {
    const dimension = { id: 'd', displayName: null, strictness: 'BALANCING', balancingEpoch: 4 } as const
    const known: KnownTags = {
      dimensions: new Map([['fund', dimension]]),
      definitions: new Map([[tagName('fund', 'a'), { ...fund, ...definition }]]),
    }
    const tags = new TagResolver(known, newId, decisionEpoch)
    return decideEntries([draft(lines)], { books: booksWith(), tags, now, newId, decisionEpoch })
  }
  const tagged = { tags: [{ key: 'fund', value: 'a' }] }
  const [half, whole] = [
    [line('CASH', 'DEBIT', 100, tagged), line('SALES', 'CREDIT', 100)],
    [line('CASH', 'DEBIT', 100, tagged), line('SALES', 'CREDIT', 100, tagged)],
  ]

  test('an entry balances by each value, with lines without a value aside', () => {
    expect(decideTagged(whole, 5)).toHaveLength(1)
    expect(decideTagged([...whole, ...balanced], 5)).toHaveLength(1)
    expect(problemsOf(() => decideTagged(half, 5))).toEqual([['BalancingTagViolation', 'line_items']])
  })

  test('an entry that was decided before the dimension became BALANCING is accepted', () => {
    expect(decideTagged(half, 3)).toHaveLength(1)
    expect(problemsOf(() => decideTagged(half, 4))).toEqual([['BalancingTagViolation', 'line_items']])
  })

  test('a value archived after the decision is accepted, one archived before is not', () => {
    const archived = { archivedAt: now, archivedEpoch: 5 }
    expect(decideTagged(whole, 4, archived)).toHaveLength(1)
    expect(problemsOf(() => decideTagged(whole, 5, archived))[0]).toEqual(['TagValueArchived', 'line_items.0.tags.0'])
  })

  test('with an invalid amount, balance is not checked', () => {
    const broken = [line('CASH', 'DEBIT', 0.5, tagged), line('SALES', 'CREDIT', 100)]
    expect(problemsOf(() => decideTagged(broken, 5)).map(([name]) => name)).not.toContain('BalancingTagViolation')
  })
})

const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 })

test('whatever is decided is balanced, and so is its reversal, which undoes it account by account', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 3 }), (debits, skew) => {
      const total = debits.reduce((sum, amount) => sum + amount, 0)
      const lines = [
        ...debits.map((amount, index) => line(index % 2 ? 'CASH' : 'INVENTORY', 'DEBIT', amount)),
        line('SALES', 'CREDIT', total + skew),
      ]
      const problems = problemsOf(() => decide([draft(lines)]))
      expect(problems.length === 0).toBe(skew === 0)
      if (skew !== 0) return
      const [entry] = decide([draft(lines)])
      if (!entry) throw new Error('nothing was decided')
      const by = { postingKey: null, memo: null, agent: 'API', isOwner: false, actor: null } as const
      const reversal = reverseEntry(entry, by, { books: booksWith(), now, newId, decisionEpoch: 5 })
      const net = new Map<string, number>()
      for (const one of [...entry.lines, ...reversal.lines])
        net.set(one.account.id, (net.get(one.account.id) ?? 0) + (one.direction === 'DEBIT' ? one.amount : -one.amount))
      expect([...net.values()].every((value) => value === 0)).toBe(true)
    }),
  )
})
