import { integer, oneOf, text, textOrNull, type Fields } from '@pacioli/fields'
import { newestOf, type Origin } from '../read-models/newest.ts'

/** In the order in which reports list them. */
export const ACCOUNT_TYPES = ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

export type Account = {
  id: string
  name: string
  accountNumber: string | null
  accountType: AccountType
  accountSubtype: string
  stableName: string | null
  normality: 'DEBIT' | 'CREDIT'
  version: number
}

/** An account after one event. */
export type AccountChange = Origin & { account: Account }

export const accountFrom = (fields: Fields): Account => ({
  id: text(fields, 'id'),
  name: text(fields, 'name'),
  accountNumber: textOrNull(fields, 'account_number'),
  accountType: oneOf(fields, 'account_type', ACCOUNT_TYPES),
  accountSubtype: text(fields, 'account_subtype'),
  stableName: textOrNull(fields, 'stable_name'),
  normality: oneOf(fields, 'normality', ['DEBIT', 'CREDIT']),
  version: integer(fields, 'version'),
})

/** The newest change of each account, in the order in which rows are locked. */
export const newestAccounts = (changes: readonly AccountChange[]): AccountChange[] =>
  newestOf(changes, ({ businessId, account }) => ({ ...account, businessId }))
