/** Every filter of the listing, with its meaning in plain TypeScript. */
import fc from 'fast-check'
import { endOfDay, startOfDay } from '@pacioli/calendar'
import { isCategorized, STATUSES, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { ListRequest, Place } from './listing.test-helpers.ts'
import { AMOUNTS, INSTANTS, PARTS, type Known } from './random-transactions.test-helpers.ts'
import { searchedAmount } from './search-words.ts'

const needle = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''))
const DAYS = ['2026-03-07', '2026-03-08', '2026-03-09']

/** Expressions of PostgreSQL, with their meaning. */
const REGEXES: [string, RegExp][] = [
  ['a', /a/u],
  ['^B', /^B/u],
  ['Ä$', /Ä$/u],
  ['(?i)rent', /rent/iu],
  ['%|_', /%|_/u],
  [String.raw`\\`, /\\/u],
  ['a.*B', /a.*B/su],
  ["'", /'/u],
  ['[0-9]+[.]50', /[0-9]+[.]50/u],
  ['', /(?:)/u],
]

/** One filter, with its meaning. */
export type FilterCase = { asked: ListRequest; holds: (transaction: BankTransaction) => boolean }

const folded = (value: string | null): string => (value ?? '').toLowerCase()
const includes = (value: string | null, part: string): boolean => value !== null && folded(value).includes(folded(part))
const categoriesOf = ({ categoryAccountId, splits }: BankTransaction): (string | null)[] => [
  categoryAccountId,
  ...splits.map((part) => part.categoryAccountId),
]
const definitionsOf = ({ tags, splits }: BankTransaction): string[] =>
  [...tags, ...splits.flatMap((part) => part.tags)].map(({ definitionId }) => definitionId)

function matchesWord(known: Known, transaction: BankTransaction, word: string): boolean {
  const { description, counterpartyName, amount, direction } = transaction
  const money = searchedAmount(word, 'USD')
  return (
    includes(description, word) ||
    includes(counterpartyName, word) ||
    known.categories.some(({ id, name }) => includes(name, word) && categoriesOf(transaction).includes(id)) ||
    (transaction.isExcluded && includes('Exclusion', word)) ||
    (money !== undefined && money.amount === amount && (money.direction ?? direction) === direction)
  )
}

/** Every filter. */
export const filterCases = (place: Place, known: Known, zone: string): fc.Arbitrary<FilterCase>[] => {
  const given = <Value>(
    arbitrary: fc.Arbitrary<Value>,
    asked: (value: Value) => ListRequest,
    holds: (transaction: BankTransaction, value: Value) => boolean,
  ): fc.Arbitrary<FilterCase> =>
    arbitrary.map((value) => ({ asked: asked(value), holds: (transaction) => holds(transaction, value) }))
  const id = fc.constantFrom(...known.uuids)
  const account = fc.constantFrom(...place.accounts)
  return [
    given(
      fc.constantFrom('R1', "R'2", 'none'),
      (v) => ({ reference_number: v }),
      (t, v) => t.referenceNumber === v,
    ),
    given(
      fc.constantFrom<string[]>(['R1'], ["R'2", 'R1'], ['x']),
      (v) => ({ reference_numbers: v }),
      (t, v) => v.includes(t.referenceNumber ?? ''),
    ),
    given(
      fc.constantFrom(...DAYS),
      (v) => ({ start_date: v }),
      (t, v) => t.date >= startOfDay(v, zone),
    ),
    given(
      fc.constantFrom(...INSTANTS),
      (v) => ({ start_date: v }),
      (t, v) => t.date >= new Date(v),
    ),
    given(
      fc.constantFrom(...DAYS),
      (v) => ({ end_date: v }),
      (t, v) => t.date <= endOfDay(v, zone),
    ),
    given(
      fc.constantFrom(...INSTANTS),
      (v) => ({ end_date: v }),
      (t, v) => t.date <= new Date(v),
    ),
    given(
      fc.constantFrom('CREDIT', 'DEBIT'),
      (v) => ({ direction: v }),
      (t, v) => t.direction === v,
    ),
    given(
      fc.constantFrom(...STATUSES),
      (v) => ({ categorization_status: v }),
      (t, v) => t.status === v,
    ),
    given(
      fc.boolean(),
      (v) => ({ categorized: v }),
      (t, v) => isCategorized(t) === v,
    ),
    given(
      fc.boolean(),
      (v) => ({ is_matched: v }),
      (t, v) => (t.status === 'MATCHED') === v,
    ),
    given(
      fc.constantFrom(...known.categories),
      (v) => ({ category: v.id }),
      (t, v) => categoriesOf(t).includes(v.id),
    ),
    given(
      fc.constantFrom(...known.categories),
      (v) => ({ category: v.stableName ?? '' }),
      (t, v) => categoriesOf(t).includes(v.id),
    ),
    given(
      fc.constant('Exclusion'),
      (v) => ({ category: v }),
      (t) => t.isExcluded,
    ),
    given(
      fc.constantFrom('no such name', crypto.randomUUID()),
      (v) => ({ category: v }),
      () => false,
    ),
    given(
      fc.constantFrom(...AMOUNTS),
      (v) => ({ amount_min: v }),
      (t, v) => t.amount >= v,
    ),
    given(
      fc.constantFrom(...AMOUNTS),
      (v) => ({ amount_max: v }),
      (t, v) => t.amount <= v,
    ),
    given(
      needle,
      (v) => ({ description_filter: v }),
      (t, v) => includes(t.description, v),
    ),
    given(
      needle,
      (v) => ({ merchant_name_filter: v }),
      (t, v) => includes(t.merchantName, v),
    ),
    given(
      needle,
      (v) => ({ memo_contains: v }),
      (t, v) => includes(t.memo, v),
    ),
    given(
      needle,
      (v) => ({ memo: v }),
      (t, v) => t.memo === v,
    ),
    given(
      fc.constantFrom(...REGEXES),
      ([v]) => ({ description_filter_regex: v }),
      (t, [, v]) => v.test(t.description),
    ),
    given(
      fc.constantFrom(...REGEXES),
      ([v]) => ({ merchant_name_filter_regex: v }),
      (t, [, v]) => t.merchantName !== null && v.test(t.merchantName),
    ),
    given(
      account,
      (v) => ({ external_account_ids: [v.externalAccountId, 'no id'] }),
      (t, v) => t.externalAccountId === v.externalAccountId,
    ),
    given(
      account,
      (v) => ({ bank_account_ids: [v.bankAccountId] }),
      (t, v) => t.bankAccountId === v.bankAccountId,
    ),
    given(
      fc.constantFrom('source 0', 'source 1'),
      (v) => ({ source_account_ids: [v, 'x'] }),
      (t, v) => t.sourceAccountId === v,
    ),
    given(
      fc.constantFrom<string[]>(['t1', 't7', 't20'], ['none']),
      (v) => ({ external_ids: v }),
      (t, v) => v.includes(t.sourceTransactionId),
    ),
    given(
      fc.oneof(
        id,
        fc.constantFrom(...known.customers).map((one) => one.id),
      ),
      (v) => ({ customer_id: v }),
      (t, v) => t.customerId === v,
    ),
    given(
      fc.oneof(
        id,
        fc.constantFrom(...known.vendors).map((one) => one.id),
      ),
      (v) => ({ vendor_id: v }),
      (t, v) => t.vendorId === v,
    ),
    given(
      fc.constantFrom('c1', 'c%', 'c'),
      (v) => ({ customer_external_id: v }),
      (t, v) => known.customers.some((one) => one.id === t.customerId && one.externalId === v),
    ),
    given(
      fc.constantFrom('v1', 'v%', 'v'),
      (v) => ({ vendor_external_id: v }),
      (t, v) => known.vendors.some((one) => one.id === t.vendorId && one.externalId === v),
    ),
    given(
      fc.constantFrom(...known.counterparties),
      (v) => ({ counterparty_id: v.id }),
      (t, v) => t.counterpartyId === v.id,
    ),
    given(
      fc.boolean(),
      (v) => ({ has_counterparty: v }),
      (t, v) => (t.counterpartyId !== null) === v,
    ),
    given(
      id,
      (v) => ({ rule_id: v }),
      (t, v) => t.ruleId === v,
    ),
    given(
      fc.subarray(known.tags, { minLength: 1 }),
      (v) => ({ tag_key: "proj'ect", tag_values: v.map(({ value }) => value) }),
      (t, v) => v.some(({ definitionId }) => definitionsOf(t).includes(definitionId)),
    ),
    given(
      fc.array(
        fc.oneof(
          needle.map((word) => word.replaceAll(' ', 'a')),
          fc.constantFrom('+12.50', '-12.50', '$50', 'cash', 'EXCL'),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      (v) => ({ q: v.join(' ') }),
      (t, v) => v.every((word) => matchesWord(known, t, word)),
    ),
    given(
      fc.constantFrom('customer_id', 'vendor_id', 'counterparty_id', 'rule_id'),
      (v) => ({ [v]: 'no id' }),
      () => false,
    ),
    given(
      fc.constantFrom('memo', 'q', 'description_filter', 'category'),
      (v) => ({ [v]: 'a\0' }),
      () => false,
    ),
  ]
}
