/**
 * BALANCING dimensions: the lines of an entry that carry a value of such a dimension balance among themselves. Since the
 * whole entry balances, the lines without a value balance too.
 */
import type { Problems } from '@pacioli/errors'
import type { Direction } from '@pacioli/money'
import type { AppliedTag } from './tag.ts'

/** What balancing needs of a line. Amounts are minor units. */
export type TaggedAmount = { amount: number; direction: Direction; tags: readonly AppliedTag[] }

/** By how much debits exceed credits under values of a dimension; values that balance are left out. */
export type Imbalance = { key: string; differences: { value: string; difference: bigint }[] }

/** Dimensions and values by whose lines an entry does not balance, among the tags that it has to balance by. */
export function imbalancesOf(lines: readonly TaggedAmount[], isEnforced: (tag: AppliedTag) => boolean): Imbalance[] {
  const excesses = new Map<string, { tag: AppliedTag; excess: bigint }>()
  for (const { amount, direction, tags } of lines) {
    for (const tag of tags.filter(isEnforced)) {
      const found = excesses.get(tag.definitionId) ?? { tag, excess: 0n }
      found.excess += direction === 'DEBIT' ? BigInt(amount) : -BigInt(amount)
      excesses.set(tag.definitionId, found)
    }
  }
  const wrong = [...excesses.values()].filter(({ excess }) => excess !== 0n)
  return [...Map.groupBy(wrong, ({ tag }) => tag.dimensionId).values()].map((values) => ({
    key: values[0]?.tag.key ?? '',
    differences: values.map(({ tag, excess }) => ({ value: tag.value, difference: excess })),
  }))
}

/** How many values a refusal names: it has to fit into the trailers of a response. */
const MAX_NAMED = 10

/** Names the values that are out of balance, and by how much: positive where debits exceed credits. */
export function addImbalance(problems: Problems, { key, differences }: Imbalance, field: string): void {
  const named = differences.slice(0, MAX_NAMED)
  const list = named.map(({ value, difference }) => `${value} by ${difference}`).join(', ')
  const others = differences.length > MAX_NAMED ? `, and under ${differences.length - MAX_NAMED} more` : ''
  problems.add(
    'BalancingTagViolation',
    `The dimension ${key} is BALANCING: the lines of each of its values must balance. Debits exceed credits under ${list}${others}.`,
    {
      field,
      dimension: key,
      differences: named.map(({ value, difference }) => ({ value, difference: Number(difference) })),
    },
  )
}
