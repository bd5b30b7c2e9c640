import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identify, keptId, type Candidate, type IdentifiableLine } from './line-identity.ts'

type Line = { bankId: string | null; day: string; signedAmount: number; contentKey: string }

/** The known transactions, as the database has them. */
class Known {
  readonly rows: (Candidate & { ids: Map<string, Set<string>> })[] = []

  /** Imports the lines of one file and returns how many were new. */
  import(lines: readonly Line[], format = 'OFX', idsAreUnique = true): number {
    const numbered: IdentifiableLine[] = lines.map((line, index) => ({ ...line, row: index + 1 }))
    const candidates = this.rows.map((row) => ({ ...row, bankIds: [...(row.ids.get(format) ?? [])] }))
    const identities = identify(numbered, candidates, { idsAreUnique })
    expect(identities.size).toBe(lines.length)
    let count = 0
    for (const line of numbered) {
      const identity = identities.get(line.row)
      if (!identity || identity.kind === 'repeated') continue
      let row = identity.kind === 'known' ? this.rows.find(({ id }) => id === identity.transactionId) : undefined
      if (identity.kind === 'new') {
        expect(this.rows.map((one) => one.sourceTransactionId)).not.toContain(identity.sourceTransactionId)
        const { day, signedAmount, contentKey } = line
        const { sourceTransactionId } = identity
        row = {
          id: `t${this.rows.length}`,
          sourceTransactionId,
          day,
          signedAmount,
          contentKey,
          bankIds: [],
          ids: new Map(),
        }
        this.rows.push(row)
        count += 1
      }
      if (line.bankId !== null) row?.ids.set(format, (row.ids.get(format) ?? new Set()).add(keptId(line.bankId)))
    }
    return count
  }
}

const line = (bankId: string | null, text = 'coffee', signedAmount = -5, day = '2026-01-14'): Line => ({
  bankId,
  day,
  signedAmount,
  contentKey: `${day} ${signedAmount} ${text}`,
})

test('a file brings nothing the second time', () => {
  const known = new Known()
  const file = [line('1'), line(null), line(null), line('2', 'tea')]
  expect([known.import(file), known.import(file), known.import([...file].reverse())]).toEqual([4, 0, 0])
})

test('two coffees on one day are two, and one more is exactly one more', () => {
  const known = new Known()
  expect(known.import([line(null), line(null)])).toBe(2)
  expect(known.import([line(null)])).toBe(0)
  expect(known.import([line(null), line(null), line(null)])).toBe(1)
})

test('two coffees with different ids are two, even in two files', () => {
  const known = new Known()
  expect([known.import([line('1')]), known.import([line('2')]), known.import([line('1'), line('2')])]).toEqual([
    1, 1, 0,
  ])
})

test('one id with another amount or day is another transaction, in one file and in two', () => {
  const known = new Known()
  const file = [line('1'), line('1', 'coffee', -6), line('1', 'coffee', -5, '2026-01-15')]
  expect(known.import(file)).toBe(3)
  expect([known.import(file), ...file.map((one) => known.import([one]))]).toEqual([0, 0, 0, 0])
  const inTwo = new Known()
  expect(file.map((one) => inTwo.import([one]))).toEqual([1, 1, 1])
  expect(inTwo.import(file)).toBe(0)
})

test('one id with another text is one transaction in two files, and two in one', () => {
  const known = new Known()
  expect(known.import([line('1', 'AMZN')])).toBe(1)
  expect(known.import([line('1', 'AMZN MKTPLACE')])).toBe(0)
  expect(known.import([line('1', 'AMZN'), line('1', 'AMZN MKTPLACE')])).toBe(1)
})

test('a line that one statement lists twice is one where ids are unique, and two where they need not be', () => {
  expect(new Known().import([line('1'), line('1')])).toBe(1)
  const weak = new Known()
  expect(weak.import([line('1'), line('1')], 'MT940', false)).toBe(2)
  expect(weak.import([line('1'), line('1')], 'MT940', false)).toBe(0)
  expect(weak.import([line('1'), line('1'), line('1')], 'MT940', false)).toBe(1)
})

test('a line of another format with the same content is known, as often as it was imported', () => {
  const known = new Known()
  known.import([line('1'), line('2')])
  expect(known.import([line(null), line(null)], 'CSV')).toBe(0)
  expect(known.import([line('a'), line('b'), line('c')], 'MT940')).toBe(1)
  expect(known.import([line('a')], 'MT940')).toBe(0)
  expect(known.import([line('d')], 'MT940')).toBe(1)
})

test('ids may have any length and form', () => {
  const known = new Known()
  const file = [line('x'.repeat(10_000)), line('__proto__', 'a'), line('content:1', 'b')]
  expect([known.import(file), known.import(file)]).toEqual([3, 0])
})

const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']

test('a statement without ids, cut by days into overlapping files in any order, is imported exactly', () => {
  const lines = fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      amount: fc.integer({ min: -2, max: 2 }),
      text: fc.constantFrom('a', 'b'),
    }),
    { maxLength: 30 },
  )
  const files = fc.array(fc.subarray(days, { minLength: 1 }), { maxLength: 6 })
  fc.assert(
    fc.property(lines, files, (all, parts) => {
      const statement = all.map(({ day, amount, text }) => line(null, text, amount, day))
      const known = new Known()
      for (const part of [...parts, days]) known.import(statement.filter(({ day }) => part.includes(day)))
      expect(known.rows.map(({ contentKey }) => contentKey).sort()).toEqual(
        statement.map(({ contentKey }) => contentKey).sort(),
      )
      expect(known.import(statement)).toBe(0)
    }),
  )
})

test('a statement with ids, good and bad, cut anywhere into overlapping files in any order, is imported exactly', () => {
  // An id has one text at most per day and amount: otherwise only the file distinguishes them.
  const lines = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      day: fc.constantFrom(...days),
      amount: fc.integer({ min: -2, max: 2 }),
    }),
    { selector: ({ id, day, amount }) => `${id} ${day} ${amount}`, maxLength: 25 },
  )
  fc.assert(
    fc.property(
      lines.chain((all) => fc.tuple(fc.constant(all), fc.array(fc.subarray(all), { maxLength: 6 }))),
      fc.boolean(),
      ([all, parts], idsAreUnique) => {
        const asLine = ({ id, day, amount }: (typeof all)[number]) => line(`id${id}`, 'coffee', amount, day)
        const known = new Known()
        for (const part of [...parts, all]) known.import(part.map(asLine), 'OFX', idsAreUnique)
        expect(known.rows).toHaveLength(all.length)
        expect(known.import(all.map(asLine), 'OFX', idsAreUnique)).toBe(0)
      },
    ),
  )
})

/** How many lookups in sets and maps, and reads of fields, identifying all lines takes. */
function stepsFor(lines: readonly IdentifiableLine[], candidates: readonly Candidate[]): number {
  let steps = 0
  const counting = <One extends object>(one: One): One =>
    new Proxy(one, {
      get: (target, name): unknown => {
        steps += 1
        return Reflect.get(target, name)
      },
    })
  const [counted, known] = [lines.map(counting), candidates.map(counting)]
  const [has, get] = [Set.prototype.has, Map.prototype.get]
  Set.prototype.has = function (value) {
    steps += 1
    return has.call(this, value)
  }
  Map.prototype.get = function (key): unknown {
    steps += 1
    return get.call(this, key)
  }
  let identities: ReturnType<typeof identify>
  try {
    identities = identify(counted, known, { idsAreUnique: true })
  } finally {
    Object.assign(Set.prototype, { has })
    Object.assign(Map.prototype, { get })
  }
  expect([...identities.values()].every(({ kind }) => kind === 'new')).toBe(true)
  return steps
}

const numbered = (prefix: string) => (row: number) => `${prefix} ${row}`

test.each<[string, idOf: (from: string) => (row: number) => string | null, amountOf: (row: number) => number]>([
  ['different ids and contents', numbered, (row) => row],
  ['no id and one content', () => () => null, () => 1],
  ['one id and different contents', () => () => 'same', (row) => row],
  ['different ids and one content', numbered, () => 1],
])('twice as many new lines, and known ones beside them, of %s take twice as many steps', (_what, idOf, amountOf) => {
  const lines = (count: number, from: string, start: number): IdentifiableLine[] =>
    Array.from({ length: count }, (_, row) => ({ ...line(idOf(from)(row), 'coffee', amountOf(row + start)), row }))
  const known = (count: number): Candidate[] =>
    lines(count, 'old', count).flatMap(({ bankId, ...one }, index) =>
      bankId === null ? [] : [{ ...one, id: `t${index}`, sourceTransactionId: `s${index}`, bankIds: [bankId] }],
    )
  const steps = (count: number) => stepsFor(lines(count, 'new', 0), known(count))
  expect(steps(400) / steps(200)).toBeCloseTo(2, 1)
})
