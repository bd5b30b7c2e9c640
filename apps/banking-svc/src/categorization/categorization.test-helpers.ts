/** A business with a bank account and a chart, for tests of decisions. */
import type { CategorizeTransactionRequest__Output } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { openTestBusiness, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'

export type TestBooks = {
  request: BusinessWrite
  account: TestAccount
  /** The ids of the accounts with these stable names. */
  rent: string
  fees: string
  /** The balances of rent and fees when the account was opened. */
  before?: readonly number[]
}

export async function openTestBooks(
  banking: TestBanking,
  details: Parameters<typeof openTestAccount>[2] = {},
): Promise<TestBooks> {
  const request = await openTestBusiness(banking)
  const account = await openTestAccount(banking, request, details)
  const books = await banking.postingSession.askBooks(request, {
    accounts: [{ identifier: RENT }, { identifier: FEES }],
  })
  return { request, account, rent: books.account(RENT).id, fees: books.account(FEES).id }
}

/** Another account in the same books; balances count from then on. */
export async function openAccountIn(
  banking: TestBanking,
  { request, rent, fees }: TestBooks,
  details: Parameters<typeof openTestAccount>[2] = {},
): Promise<TestBooks> {
  const account = await openTestAccount(banking, request, details)
  return { request, account, rent, fees, before: await balancesOf(banking, request, [rent, fees]) }
}

export const RENT = { type: 'StableName', stable_name: 'OPERATING_EXPENSES' }
export const FEES = { type: 'StableName', stable_name: 'FINANCE_COSTS' }
export const EXCLUSION = { type: 'Exclusion' }

type Inputs = Parameters<typeof importTestTransactions>[3]

export const importInto = (
  banking: TestBanking,
  { request, account }: TestBooks,
  inputs: Inputs = [{}],
): Promise<BankTransaction[]> => importTestTransactions(banking, request, account.externalAccountId, inputs)

export async function importOne(
  banking: TestBanking,
  books: TestBooks,
  input: Inputs[number] = {},
): Promise<BankTransaction> {
  const [transaction] = await importInto(banking, books, [input])
  return transaction as BankTransaction
}

export const asCategory = (
  transaction_id: string,
  category: object = RENT,
  rest: Partial<CategorizeTransactionRequest__Output> = {},
): CategorizeTransactionRequest__Output => ({
  transaction_id,
  type: 'Category',
  category: category as NonNullable<CategorizeTransactionRequest__Output['category']>,
  entries: [],
  tags: [],
  ...rest,
})

export const asSplit = (
  transaction_id: string,
  entries: readonly { category?: object; amount: number; tags?: { key: string; value: string }[]; memo?: string }[],
  rest: Partial<CategorizeTransactionRequest__Output> = {},
): CategorizeTransactionRequest__Output => ({
  transaction_id,
  type: 'Split',
  entries: entries.map(({ category = RENT, tags = [], ...entry }) => ({
    category: category as NonNullable<CategorizeTransactionRequest__Output['category']>,
    tags,
    ...entry,
  })),
  tags: [],
  ...rest,
})

/** Balances, each in its own normality. */
export async function balancesOf(
  banking: TestBanking,
  { businessId, clientId }: BusinessWrite,
  accountIds: readonly string[],
): Promise<number[]> {
  const { message } = await banking.ledger.postings.GetBalances(
    { account_ids: [...accountIds] },
    { context: { clientId, businessId } },
  )
  return message.data.map(({ balance }) => balance)
}

/** The bank account, rent and fees. */
export async function standing(
  banking: TestBanking,
  { request, account, rent, fees, before = [] }: TestBooks,
): Promise<number[]> {
  const [bank = NaN, ...others] = await balancesOf(banking, request, [account.ledgerAccountId, rent, fees])
  return [bank, ...others.map((balance, index) => balance - (before[index] ?? 0))]
}

/** The entries of the business, or of these sources, in the order of their time. */
export async function entriesOf(
  banking: TestBanking,
  { businessId, clientId }: BusinessWrite,
  sources?: readonly string[],
) {
  const { message } = await banking.ledger.journal.ListEntries(
    { page: { limit: 500, sort_order: 'ASC' } },
    { context: { clientId, businessId } },
  )
  return message.data.filter(({ source_id }) => sources?.includes(source_id ?? '') ?? true)
}

export async function load(banking: TestBanking, request: BusinessWrite, id: string): Promise<BankTransaction> {
  const [found] = await banking.db.transact(request, (tx) => loadTransactions(tx, [id]))
  return found as BankTransaction
}

export async function closeBooks(
  banking: TestBanking,
  { businessId, clientId }: BusinessWrite,
  closing_date: string,
): Promise<void> {
  await banking.ledger.configuration.UpdateAccountingConfiguration(
    { closing_date },
    { context: { clientId, businessId } },
  )
}
