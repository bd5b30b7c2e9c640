/** Which tags a change leaves to a transaction. Pure. */
import { Problems } from '@pacioli/errors'
import type { TagInput } from '@pacioli/postings'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { DecidedTag } from './transaction.postings.ts'

export type TagChange =
  { kind: 'apply'; inputs: readonly TagInput[] } | { kind: 'remove'; names: readonly { key: string; value: string }[] }

/** Known names of tag values, by definition id. */
export type Names = ReadonlyMap<string, DecidedTag>

export function remainingTags({ tags }: Pick<BankTransaction, 'tags'>, change: TagChange, names: Names): DecidedTag[] {
  const named = tags.map((tag) => ({ key: '', value: '', strictness: '', ...names.get(tag.definitionId), ...tag }))
  if (change.kind === 'apply') return named
  return named.filter((tag) => !change.names.some(({ key, value }) => key === tag.key && value === tag.value))
}

/**
 * A transaction has one value of a dimension.
 * @throws DuplicateTagDimension
 */
export function refuseRivalInputs(inputs: readonly { key: string; value: string }[]): void {
  const problems = new Problems()
  const valueOf = new Map<string, string>()
  for (const [index, { key, value }] of inputs.entries()) {
    const rival = valueOf.get(key) ?? value
    if (rival !== value)
      problems.add(
        'DuplicateTagDimension',
        `${key} is given as ${rival} too; a transaction has one value of a dimension.`,
        { field: `key_values.${index}`, value },
      )
    valueOf.set(key, rival)
  }
  problems.throwIfAny()
}
