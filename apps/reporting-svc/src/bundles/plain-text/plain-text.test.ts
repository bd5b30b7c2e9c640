/** Plain-text books, read back by the grammar of their programs as far as it matters: names round-trip, sums are equal. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BeancountFile, inPath, metadataName, quoted } from './beancount.ts'
import { decimal, type BookAccount, type BookEntry } from './book-entry.ts'
import { escaped, HledgerJournal } from './hledger.ts'

const ID = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const TYPES = ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE']

/** Texts that mean something to one of the programs, or look like it. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '\n',
          '\r\n',
          '  ',
          ' ',
          ';',
          ':',
          ',',
          '"',
          '\\',
          '%',
          '%3A',
          '|',
          '*',
          '!',
          '(',
          '[2026-01-01]',
          '=',
          '@',
        ],
        ...[
          'date:',
          '2026-01-01',
          '0',
          '1.00 USD',
          '店',
          'é',
          'é',
          'ß',
          'ǆ',
          '👩‍👩‍👧',
          '\u00a0',
          '\u2028',
          '\t',
          '-',
          'Assets',
          'a',
        ],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)

const account = (n: number, name: string, more: Partial<BookAccount> = {}): BookAccount => ({
  id: ID(n),
  parentId: null,
  name,
  type: 'ASSET',
  number: null,
  stableName: null,
  ...more,
})

const charts = fc.array(fc.tuple(hostile, fc.nat(), fc.nat(4)), { minLength: 2, maxLength: 12 }).map((rows) =>
  rows.map(([name, parent, type], index) =>
    account(index + 1, name, {
      type: TYPES[type] as string,
      parentId: parent % 2 === 0 && index > 0 ? ID((parent % index) + 1) : null,
    }),
  ),
)

const entries = (accounts: number): fc.Arbitrary<BookEntry[]> =>
  fc.array(
    fc
      .record({
        memo: fc.option(hostile),
        day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-28'),
        tags: fc.array(fc.record({ key: hostile, value: hostile }), { maxLength: 2 }),
        externalId: hostile,
        moves: fc.array(
          fc.tuple(fc.integer({ min: 1, max: accounts }), fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n })),
          { minLength: 1, maxLength: 4 },
        ),
      })
      .map(({ memo, day, tags, externalId, moves }) => ({
        id: '',
        day,
        memo,
        tags: tags.filter(({ key }, index) => tags.findIndex((one) => one.key === key) === index),
        facts: [['external-id', externalId] satisfies [string, string]],
        lines: [...moves, [1, -moves.reduce((sum, [, amount]) => sum + amount, 0n)] satisfies [number, bigint]].map(
          ([n, amount]) => ({ accountId: ID(n), amount, facts: [], tags: [] }),
        ),
      })),
    { maxLength: 6 },
  )
const books = charts.chain((accounts) =>
  fc.record({ accounts: fc.constant(accounts), entries: entries(accounts.length), decimals: fc.constantFrom(0, 2, 3) }),
)

const decoded = (text: string): string => decodeURIComponent(text)
const wellFormed = (text: string): string => text.toWellFormed()

const sumsOf = (all: readonly BookEntry[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { lines } of all)
    for (const { accountId, amount } of lines) sums.set(accountId, (sums.get(accountId) ?? 0n) + amount)
  return sums
}

const minor = (text: string): bigint => BigInt(text.replace('.', ''))

test.each([
  [0n, 2, '0.00'],
  [-5n, 2, '-0.05'],
  [1234n, 2, '12.34'],
  [-1234n, 0, '-1234'],
  [1n, 3, '0.001'],
  [9_007_199_254_740_993_123n, 4, '900719925474099.3123'],
])('%s minor units with %s decimals are %s', (amount, decimals, text) => {
  expect(decimal(amount, decimals)).toBe(text)
})

describe('a journal of hledger', () => {
  test('has texts that are the same once decoded, on one line, with nothing that would end them', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const written = escaped(text, ':;')
        expect(decoded(written)).toBe(wellFormed(text))
        expect(written).not.toMatch(/[\n\r:;]| {2}|^\s|\s$|\t/)
      }),
    )
  })

  test('has each account under a path of its own, and the names of the chart in it', () => {
    fc.assert(
      fc.property(charts, (accounts) => {
        const journal = new HledgerJournal({ title: '', about: [], currency: 'USD', decimals: 2 }, accounts)
        const paths = accounts.map(({ id }) => journal.path(id))
        expect(new Set(paths).size).toBe(accounts.length)
        for (const [index, { name, id }] of accounts.entries()) {
          const last = decoded(
            (paths[index] ?? '')
              .split(':')
              .at(-1)
              ?.replace(/^%( \(|$)/, '$1') ?? '',
          )
          expect([name.toWellFormed(), `${name.toWellFormed()} (${id.slice(-12)})`, ` (${id.slice(-12)})`]).toContain(
            last,
          )
        }
      }),
    )
  })

  test('has every line of every entry, to the minor unit, and the balances that it is given', () => {
    fc.assert(
      fc.property(books, ({ accounts, entries: all, decimals }) => {
        const journal = new HledgerJournal({ title: 'x', about: [], currency: 'USD', decimals }, accounts)
        const entered = all.map((entry, index) => ({ ...entry, id: ID(index + 1000) }))
        const text = entered.map((entry) => journal.entry(entry)).join('')
        const sums = new Map<string, bigint>()
        for (const line of text.split('\n')) {
          const [, path = '', amount = ''] = /^ {4}([^ ;].*?) {2}(-?[\d.]+) USD$/.exec(line) ?? []
          if (path !== '') sums.set(path, (sums.get(path) ?? 0n) + minor(amount))
        }
        const expected = sumsOf(all)
        expect(sums).toEqual(new Map([...expected].map(([id, sum]) => [journal.path(id), sum])))
        const heads = [...text.matchAll(/^\d{4}-\d\d-\d\d \* \(([^)]+)\)(?: (.*))?$/gm)]
        expect(heads.map(([, id, memo]) => [id, decoded(memo ?? '')])).toEqual(
          entered.map(({ id, memo }) => [id, wellFormed(memo ?? '')]),
        )
        const told = [...text.matchAll(/^ {4}; external-id:(.*)$/gm)].map(([, value]) => decoded(value ?? ''))
        expect(told).toEqual(all.map(({ facts }) => wellFormed(facts[0]?.[1] ?? '')))
        const end = journal.end('2026-02-28', expected)
        expect([...end.matchAll(/ = (-?[\d.]+) USD$/gm)].map(([, amount]) => minor(amount ?? ''))).toEqual(
          accounts.map(({ id }) => expected.get(id) ?? 0n),
        )
      }),
    )
  })
})

describe('a file of Beancount', () => {
  test('has accounts of letters, digits and hyphens, each under a path of its own', () => {
    fc.assert(
      fc.property(charts, (accounts) => {
        const file = new BeancountFile({ title: '', about: [], currency: 'USD', decimals: 2 }, accounts)
        const paths = accounts.map(({ id }) => file.path(id))
        expect(new Set(paths).size).toBe(accounts.length)
        for (const path of paths)
          expect(path).toMatch(/^(Assets|Liabilities|Equity|Income|Expenses)(:[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*)+$/u)
      }),
    )
  })

  test.each([
    ['cash', 'Cash'],
    ['401(k) plan', '401-k-plan'],
    ['店', 'X-店'],
    ['ßharp', 'X-ßharp'],
    ['Café', 'Café'],
    ['!?', 'X'],
    ['', 'X'],
  ])('calls %j %j', (name, written) => {
    expect(inPath(name)).toBe(written)
  })

  test('has texts in quotes that are the same again, each on one line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const written = quoted(text)
        expect(written).toMatch(/^"(?:[^"\\\n\r]|\\["\\ntrfb])*"$/)
        const unescapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', f: '\f', b: '\b' }
        const read = written.slice(1, -1).replaceAll(/\\(.)/g, (_all, char: string) => unescapes[char] ?? char)
        expect(read).toBe(wellFormed(text).replaceAll('\0', '\uFFFD'))
      }),
    )
  })

  test('has names of tags that tell keys apart', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        expect(metadataName(one)).toMatch(/^[a-z][A-Za-z0-9_-]+$/)
        expect(metadataName(one) === metadataName(other)).toBe(one === other)
      }),
      {
        examples: [
          ['a_x3a_', 'a:'],
          ['_x', '_'],
          ['a b', 'a_b'],
        ],
      },
    )
  })

  test('has every line of every entry, to the minor unit, and balances with those of the accounts below', () => {
    fc.assert(
      fc.property(books, ({ accounts, entries: all, decimals }) => {
        const file = new BeancountFile({ title: 'x', about: [], currency: 'USD', decimals }, accounts)
        const text = all.map((entry, index) => file.entry({ ...entry, id: ID(index + 1000) })).join('')
        const sums = new Map<string, bigint>()
        for (const [, path = '', amount = ''] of text.matchAll(/^ {2}([^ ]+:[^ ]+) {2}(-?[\d.]+) USD$/gm))
          sums.set(path, (sums.get(path) ?? 0n) + minor(amount))
        const expected = sumsOf(all)
        expect(sums).toEqual(new Map([...expected].map(([id, sum]) => [file.path(id), sum])))
        for (const [, path = '', amount = ''] of file
          .end('2026-03-01', expected)
          .matchAll(/ balance (\S+) {2}(-?[\d.]+) ~ 0 USD$/gm)) {
          const below = [...sums].filter(([one]) => one === path || one.startsWith(`${path}:`))
          expect([path, minor(amount)]).toEqual([path, below.reduce((sum, [, one]) => sum + one, 0n)])
        }
      }),
    )
  })
})

test('accounts of one name are told apart, and a parent of another kind is none', () => {
  const chart = [
    account(1, 'Cash'),
    account(2, 'Cash'),
    account(3, 'Till', { parentId: ID(2) }),
    account(4, 'Owed', { parentId: ID(1), type: 'LIABILITY' }),
  ]
  const journal = new HledgerJournal({ title: '', about: [], currency: 'USD', decimals: 2 }, chart)
  expect(chart.map(({ id }) => journal.path(id))).toEqual([
    'Assets:Cash',
    'Assets:Cash (000000000002)',
    'Assets:Cash (000000000002):Till',
    'Liabilities:Owed',
  ])
})
