/** What stands in for accounts and tags that the ledger refused, where a request is tried for its other problems. Pure. */
import { DomainError } from '@pacioli/errors'
import { accountKey, Books, tagKey, type AskedAccount, type AskedTag, type Question } from './books.ts'

/** The question without what was refused by its field, and that; undefined where no field was. */
export function withoutRefused(question: Question, error: unknown): [there: Question | undefined, refused: Question] {
  const fields = new Set(error instanceof DomainError ? error.problems.map(({ meta }) => meta.field) : [])
  const isRefused = ({ field }: { field?: string }): boolean => field !== undefined && fields.has(field)
  const { accounts = [], tags = [] } = question
  const refused = { accounts: accounts.filter(isRefused), tags: tags.filter(isRefused) }
  if (refused.accounts.length + refused.tags.length === 0) return [undefined, refused]
  const there = {
    ...question,
    accounts: accounts.filter((one) => !isRefused(one)),
    tags: tags.filter((one) => !isRefused(one)),
  }
  return [there, refused]
}

/** An account without a special role that takes postings, and tags that need not balance: no rule refuses them. */
export function withStandIns({ facts }: Books, missing: readonly Question[]): Books {
  const accounts = new Map(facts.accounts)
  const tags = new Map(facts.tags)
  for (const { identifier } of missing.flatMap((one) => one.accounts ?? [])) {
    const id = identifier.id ?? accountKey(identifier)
    const account: AskedAccount = {
      ...{ id, name: id, accountNumber: null, stableName: null },
      ...{ normality: 'DEBIT', type: '', subtype: '', isArchived: false, isStandIn: true },
    }
    accounts.set(accountKey(identifier), account)
    accounts.set(accountKey({ type: 'AccountId', id }), account)
  }
  for (const { input } of missing.flatMap((one) => one.tags ?? [])) {
    const { key, value } = input
    const tag: AskedTag = {
      ...{ definitionId: tagKey(input), dimensionId: key, key, value },
      ...{ dimensionDisplayName: null, valueDisplayName: null, strictness: 'NON_BALANCING' },
    }
    tags.set(tagKey(input), tag)
  }
  return new Books({ ...facts, accounts, tags })
}
