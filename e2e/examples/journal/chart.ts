/** The accounts that a plain-text ledger names, as accounts of a chart. Pure. */
import type { AccountInput } from '../shared/books.ts'
import { Refusal } from '../shared/refusal.ts'

/** The first part of a name tells the type, by the words that hledger itself goes by. */
const subtypes: [RegExp, string][] = [
  [/^assets?$/i, 'CURRENT_ASSET'],
  [/^(debts?|liabilit(y|ies))$/i, 'OTHER_CURRENT_LIABILITY'],
  [/^equity$/i, 'OTHER_EQUITY'],
  [/^(income|revenue)s?$/i, 'OTHER_INCOME'],
  [/^expenses?$/i, 'OPERATING_EXPENSES'],
]

/** Names that tell nothing: their balance then reads as hledger writes it, debits positive. */
const ANY_SUBTYPE = 'CURRENT_ASSET'

const PREFIX = 'hledger:'
const MAX_STABLE_NAME = 128

/** What the account is found by in the chart; the whole name, so that equal last parts don't meet. */
export const stableNameOf = (account: string): string => `${PREFIX}${account}`

/** The account's name in the file; undefined for an account that isn't from one. */
export const accountOfStableName = (stableName: string | undefined): string | undefined =>
  stableName?.startsWith(PREFIX) ? stableName.slice(PREFIX.length) : undefined

/**
 * The named accounts and all they are nested in, parents first.
 * @throws Refusal for a name that is too long
 */
export function chartOf(accounts: Iterable<string>): AccountInput[] {
  const names = new Set<string>()
  for (const account of accounts) {
    if (stableNameOf(account).length > MAX_STABLE_NAME)
      throw new Refusal(
        `The account name ${account} is too long: at most ${MAX_STABLE_NAME - PREFIX.length} characters.`,
      )
    const segments = account.split(':')
    segments.forEach((_segment, index) => names.add(segments.slice(0, index + 1).join(':')))
  }
  return [...names].sort().map(accountInput)
}

function accountInput(account: string): AccountInput {
  const segments = account.split(':')
  const parent = segments.slice(0, -1).join(':')
  return {
    name: segments.at(-1) ?? account,
    account_subtype: subtypes.find(([words]) => words.test(segments[0] ?? ''))?.[1] ?? ANY_SUBTYPE,
    stable_name: stableNameOf(account),
    ...(parent === '' ? {} : { parent_id: { type: 'StableName', stable_name: stableNameOf(parent) } }),
  }
}
