/**
 * BALANCING dimensions: the lines of an entry that carry a value of such a dimension balance among themselves. Since the
 * whole entry balances, the lines without a value balance too.
 */
import type { Problems } from '@pacioli/errors'
import type { Direction } from '@pacioli/money'
import type { AppliedTag } from './tag.ts'

/** A line as far as balancing needs it. Amounts are minor units. */
export type TaggedAmount = { amount: number; direction: Direction; tags: readonly AppliedTag[] }

/** By how much debits exceed credits under values of a dimension; values that balance are left out. */
export type Imbalance = { key: string; differences: { value: string; difference: bigint }[] }

/** Dimensions and values by whose lines an entry does not balance, among the tags it has to balance by. */
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

/** Says which values are out of balance by how much: positive where debits exceed credits. */
export function addImbalance(problems: Problems, { key, differences }: Imbalance, field: string): void {
  const told = differences.map(({ value, difference }) => `${value} by ${difference}`).join(', ')
  problems.add(
    'BalancingTagViolation',
    `The dimension ${key} is BALANCING: the lines of each of its values must balance. Debits exceed credits under ${told}.`,
    {
      field,
      dimension: key,
      differences: differences.map(({ value, difference }) => ({ value, difference: Number(difference) })),
    },
  )
}
