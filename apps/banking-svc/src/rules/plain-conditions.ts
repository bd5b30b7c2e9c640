/** Whether a rule matches a transaction, apart from its regular expressions. Pure. */
import type { Conditions, RuleSubject } from './rule.ts'

/** A rule and its place in the order in which rules decide. */
export type Ranked = { rule: { conditions: Conditions }; rank: number }
/** A transaction under a number of the caller's. */
export type Placed = { subject: RuleSubject; place: number }

type Words = { description: string; trimmed: string; merchantName: string | null; counterpartyName: string | null }

/** Case and the form of accents do not count. */
const fold = (text: string): string => text.normalize('NFC').toUpperCase()
const foldIfAny = (text: string | null): string | null => (text === null ? null : fold(text))

/** A condition on an absent text does not hold. */
const contains = (text: string | null, part: string): boolean => text !== null && text.includes(part)

function wordsOf({ description, merchantName, counterpartyName }: RuleSubject): Words {
  const folded = fold(description)
  return {
    description: folded,
    trimmed: folded.trim(),
    merchantName: foldIfAny(merchantName),
    counterpartyName: foldIfAny(counterpartyName),
  }
}

type Test = (subject: RuleSubject, words: Words) => boolean

/**
 * The conditions that are set, other than expressions, prepared for many transactions, quick ones first.
 * `descriptionEquals` ignores spaces around the text.
 */
function testOf(conditions: Conditions): Test {
  const tests: Test[] = []
  const ask = <Value>(value: Value | null, testFor: (value: Value) => Test): void => {
    if (value !== null) tests.push(testFor(value))
  }
  const setOf = (ids: readonly string[]): ReadonlySet<string> | null => (ids.length === 0 ? null : new Set(ids))
  ask(
    conditions.amountMin,
    (least) =>
      ({ amount }) =>
        amount >= least,
  )
  ask(
    conditions.amountMax,
    (most) =>
      ({ amount }) =>
        amount <= most,
  )
  ask(
    conditions.direction,
    (asked) =>
      ({ direction }) =>
        direction === asked,
  )
  ask(
    conditions.counterpartyId,
    (asked) =>
      ({ counterpartyId }) =>
        counterpartyId === asked,
  )
  ask(
    setOf(conditions.bankAccountIds),
    (ids) =>
      ({ bankAccountId }) =>
        ids.has(bankAccountId),
  )
  ask(
    setOf(conditions.externalAccountIds),
    (ids) =>
      ({ externalAccountId }) =>
        ids.has(externalAccountId),
  )
  ask(
    foldIfAny(conditions.descriptionEquals)?.trim() ?? null,
    (text) =>
      (_, { trimmed }) =>
        trimmed === text,
  )
  ask(
    foldIfAny(conditions.descriptionContains),
    (part) =>
      (_, { description }) =>
        description.includes(part),
  )
  ask(foldIfAny(conditions.merchantNameContains), (part) => (_, words) => contains(words.merchantName, part))
  ask(foldIfAny(conditions.counterpartyNameContains), (part) => (_, words) => contains(words.counterpartyName, part))
  const [only] = tests
  if (tests.length === 1 && only) return only
  return (subject, words) => tests.every((test) => test(subject, words))
}

/** By place, the rank of the first matching rule; absent where none matches. */
export function firstMatching(subjects: readonly Placed[], rules: readonly Ranked[]): Map<number, number> {
  const tests = rules.map(({ rule, rank }) => ({ fits: testOf(rule.conditions), rank }))
  const found = new Map<number, number>()
  for (const { subject, place } of subjects) {
    const words = wordsOf(subject)
    const first = tests.find(({ fits }) => fits(subject, words))
    if (first) found.set(place, first.rank)
  }
  return found
}

/** For each rule, the places that match apart from its expressions. */
export function placesByRule(subjects: readonly Placed[], rules: readonly Ranked[]): number[][] {
  const worded = subjects.map((placed) => ({ ...placed, words: wordsOf(placed.subject) }))
  return rules.map(({ rule }) => {
    const fits = testOf(rule.conditions)
    return worded.filter(({ subject, words }) => fits(subject, words)).map(({ place }) => place)
  })
}
