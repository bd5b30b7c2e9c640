/** The tags of a transaction and of its parts. Pure. */
import { Problems } from '@pacioli/errors'
import type { TransactionTag } from '../bank-transactions/bank-transaction.ts'
import type { DecidedTag } from './transaction.postings.ts'

/** As for entries of the journal: more would make answers and events unreasonably long. */
const MAX_TAGS = 50

/**
 * Tags that the transaction has already keep their ids.
 * @throws DuplicateTagDimension, PayloadTooLarge
 */
export function tagsFrom(
  decided: readonly DecidedTag[],
  existing: readonly TransactionTag[],
  newId: () => string,
  field: string,
): TransactionTag[] {
  const problems = new Problems()
  const byDimension = new Map<string, DecidedTag>()
  for (const [index, tag] of decided.entries()) {
    const rival = byDimension.get(tag.dimensionId)
    if (rival !== undefined && rival.definitionId !== tag.definitionId)
      addRival(problems, tag, rival.value, `${field}.${index}`)
    byDimension.set(tag.dimensionId, rival ?? tag)
  }
  if (byDimension.size > MAX_TAGS)
    problems.add('PayloadTooLarge', `A transaction or a part of it carries at most ${MAX_TAGS} tags.`, { field })
  problems.throwIfAny()
  return [...byDimension.values()].map(
    ({ dimensionId, definitionId }) =>
      existing.find((tag) => tag.definitionId === definitionId) ?? { id: newId(), dimensionId, definitionId },
  )
}

/**
 * A part has the tags of its transaction, too: it can't have other values of the same dimensions.
 * @throws DuplicateTagDimension
 */
export function refuseRivals(
  tags: readonly TransactionTag[],
  parts: readonly { tags: readonly TransactionTag[] }[],
  nameOf: (definitionId: string) => Pick<DecidedTag, 'key' | 'value'>,
  field: string,
): void {
  const problems = new Problems()
  const ofTransaction = new Map(tags.map((tag) => [tag.dimensionId, tag.definitionId]))
  for (const [index, part] of parts.entries())
    for (const { dimensionId, definitionId } of part.tags) {
      const rival = ofTransaction.get(dimensionId)
      if (rival !== undefined && rival !== definitionId)
        addRival(problems, nameOf(definitionId), nameOf(rival).value, `${field}entries.${index}.tags`)
    }
  problems.throwIfAny()
}

const addRival = (
  problems: Problems,
  { key, value }: Pick<DecidedTag, 'key' | 'value'>,
  rival: string,
  field: string,
): void =>
  problems.add(
    'DuplicateTagDimension',
    `${key} is ${rival} here already; a transaction and each part of it has one value of a dimension.`,
    { field, value },
  )

export const sameTags = (some: readonly TransactionTag[], others: readonly TransactionTag[]): boolean => {
  const definitions = new Set(some.map(({ definitionId }) => definitionId))
  return some.length === others.length && others.every(({ definitionId }) => definitions.has(definitionId))
}
