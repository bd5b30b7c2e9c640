/** The database finds what a plain reading of the rules does. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@pacioli/db'
import { giveBack, takeStorage, type Storage } from '../banking.test-helpers.ts'
import { firstMatching } from './plain-conditions.ts'
import { findFirstMatching } from './matching-rules.store.ts'
import { toConditions } from './rule.messages.ts'
import type { Conditions, RuleSubject } from './rule.ts'
import { subject } from './rules.test-helpers.ts'

let storage: Storage
let db: Database
beforeAll(async () => {
  storage = await takeStorage()
  db = storage.db
})
afterAll(() => giveBack(storage))

const placed = (subjects: readonly RuleSubject[]) => subjects.map((one, place) => ({ subject: one, place }))
const ranked = (rules: readonly Conditions[]) => rules.map((conditions, rank) => ({ rule: { conditions }, rank }))
/** Without expressions no query is needed. */
const find = (subjects: readonly RuleSubject[], rules: readonly Conditions[], inDatabase: boolean) =>
  inDatabase
    ? db.transact({}, (tx) => findFirstMatching(tx, placed(subjects), ranked(rules)))
    : Promise.resolve(firstMatching(placed(subjects), ranked(rules)))

const contains = (text: string | null, part: string | null): boolean =>
  part === null || (text?.toLowerCase().includes(part.toLowerCase()) ?? false)
const matches = (text: string | null, regex: string | null): boolean =>
  regex === null || (text !== null && new RegExp(regex, 'i').test(text))
const trimmed = (text: string): string => text.toLowerCase().replaceAll(/^ +| +$/g, '')

const fits = (rule: Conditions, one: RuleSubject): boolean =>
  contains(one.description, rule.descriptionContains) &&
  (rule.descriptionEquals === null || trimmed(one.description) === trimmed(rule.descriptionEquals)) &&
  contains(one.merchantName, rule.merchantNameContains) &&
  contains(one.counterpartyName, rule.counterpartyNameContains) &&
  matches(one.description, rule.descriptionRegex) &&
  matches(one.merchantName, rule.merchantNameRegex) &&
  (rule.amountMin === null || one.amount >= rule.amountMin) &&
  (rule.amountMax === null || one.amount <= rule.amountMax) &&
  (rule.direction === null || rule.direction === one.direction) &&
  (rule.bankAccountIds.length === 0 || rule.bankAccountIds.includes(one.bankAccountId)) &&
  (rule.externalAccountIds.length === 0 || rule.externalAccountIds.includes(one.externalAccountId)) &&
  (rule.counterpartyId === null || rule.counterpartyId === one.counterpartyId)

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 2 })
/** Letters with an unambiguous other case, and characters with a meaning in patterns and in SQL. */
const text = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'Ö', 'ö', 'Ж', 'ж', '%', '_', '\\', "'", ' '),
  maxLength: 4,
})
const part = fc.string({
  unit: fc.constantFrom('a', 'B', 'ö', 'Ж', '%', '_', '\\', "'", ' '),
  minLength: 1,
  maxLength: 2,
})
const regex = fc.constantFrom('a', '^a', 'B$', '^(a|ö)+$', 'ö.', '[ab]%', "'", '\\\\', '^$', 'ж')
const id = fc.constantFrom(1, 2, 3).map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const direction = fc.constantFrom<('CREDIT' | 'DEBIT')[]>('CREDIT', 'DEBIT')

const anySubject = fc
  .record({
    description: text,
    merchantName: orNull(text),
    counterpartyName: orNull(text),
    counterpartyId: orNull(id),
    amount: fc.integer({ min: 0, max: 4 }),
    direction,
    bankAccountId: id,
    externalAccountId: id,
  })
  .map(subject)

const someConditions = (regexes: fc.Arbitrary<string | null>) =>
  fc
    .record(
      {
        descriptionContains: part,
        descriptionEquals: text,
        descriptionRegex: regexes,
        merchantNameContains: part,
        merchantNameRegex: regexes,
        amountMin: fc.integer({ min: 0, max: 4 }),
        amountMax: fc.integer({ min: 0, max: 4 }),
        direction,
        bankAccountIds: fc.uniqueArray(id, { maxLength: 2 }),
        externalAccountIds: fc.uniqueArray(id, { maxLength: 2 }),
        counterpartyId: id,
        counterpartyNameContains: part,
      },
      { requiredKeys: [] },
    )
    .map(Object.entries<Conditions[keyof Conditions]>)
    .chain((all) =>
      // Few conditions at a time, so that rules match now and then.
      fc
        .subarray(all, { maxLength: Math.min(all.length, 3) })
        .map((some): Conditions => ({ ...toConditions(undefined), ...Object.fromEntries(some) })),
    )

test.each([false, true])('the first matching rule is found, with expressions: %s', async (withRegexes) => {
  const rule = someConditions(withRegexes ? regex : fc.constant(null))
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySubject, { minLength: 1, maxLength: 20 }),
      fc.array(rule, { minLength: 1, maxLength: 12 }),
      async (subjects, rules) => {
        const expected = subjects.flatMap((one, place) => {
          const rank = rules.findIndex((conditions) => fits(conditions, one))
          return rank < 0 ? [] : [[place, rank]]
        })
        const found = [...(await find(subjects, rules, withRegexes))].sort(([one], [other]) => one - other)
        expect(found).toEqual(expected)
      },
    ),
    { numRuns: 40 },
  )
})

const asking = (conditions: Partial<Conditions>): Conditions => ({ ...toConditions(undefined), ...conditions })

test.each<[string, Partial<RuleSubject>, Partial<Conditions>, boolean]>([
  ['the least amount', { amount: 5 }, { amountMin: 5 }, true],
  ['less', { amount: 4 }, { amountMin: 5 }, false],
  ['the largest amount', { amount: 5 }, { amountMax: 5 }, true],
  ['more', { amount: 6 }, { amountMax: 5 }, false],
  ['an amount of nothing', { amount: 0 }, { amountMax: 0 }, true],
  ['the largest amount that there is', { amount: 2 ** 53 - 1 }, { amountMin: 2 ** 53 - 1 }, true],
  ['spaces around', { description: '  Rent ' }, { descriptionEquals: 'rent   ' }, true],
  ['spaces within', { description: 're  nt' }, { descriptionEquals: 're nt' }, false],
  ['more than that', { description: 'Rents' }, { descriptionEquals: 'rent' }, false],
  ['umlauts', { description: 'BÄCKEREI MÜLLER' }, { descriptionContains: 'bäckerei mü' }, true],
  ['Cyrillic', { description: 'КОФЕ' }, { descriptionRegex: '^кофе$' }, true],
  ['a percent sign', { description: 'abc' }, { descriptionContains: '%' }, false],
  ['what is not there', { merchantName: null }, { merchantNameContains: 'a' }, false],
  ['what is not there, by expression', { merchantName: null }, { merchantNameRegex: '.*' }, false],
  ['an empty text', { description: '' }, { descriptionRegex: '^$' }, true],
  ['a sharp s', { description: 'Hauptstraße' }, { descriptionContains: 'STRASSE' }, true],
  ['accents, however written', { description: 'Cafe\u0301' }, { descriptionEquals: 'CAFÉ' }, true],
  ['the end of a long text', { description: `${'x'.repeat(4_095)}!` }, { descriptionContains: '!' }, true],
  ['SQL', { description: `'; DROP TABLE rules; --` }, { descriptionContains: `'; drop table` }, true],
])('%s', async (_what, details, conditions, expected) => {
  expect((await find([subject(details)], [asking(conditions)], true)).size).toBe(expected ? 1 : 0)
})

test('a thousand expressions are evaluated at once', async () => {
  const subjects = Array.from({ length: 10 }, (_, n) => subject({ description: `CARD PAYMENT ${n} SOMEWHERE` }))
  const rules = Array.from({ length: 1_000 }, (_, n) => asking({ descriptionRegex: `payment ${n * 5} s` }))
  expect([...(await find(subjects, rules, true))].sort()).toEqual([
    [0, 0],
    [5, 1],
  ])
})
