/** A business that pays through a clearing account, for the tests of documents and their matches. */
import { DomainError } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import { openTestBusiness, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { entriesOf } from '../categorization/categorization.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'
import { aDocument, announce, type TestDocument, type TestTag } from './documents.test-helpers.ts'
import { balancesOf, idOf } from './matching.test-helpers.ts'
import { getTransaction, matchTransaction } from '../use-cases.test-helpers.ts'

export type Payables = {
  banking: TestBanking
  request: BusinessWrite
  checking: TestAccount
  clearingAccountId: string
  /** The balance of the clearing account when the bank account was opened. */
  clearingBefore?: number
}

export async function openPayables(banking: TestBanking): Promise<Payables> {
  const request = await openTestBusiness(banking)
  const checking = await openTestAccount(banking, request)
  const clearingAccountId = await idOf(banking, request, 'OUTGOING_PAYMENT_CLEARING_ACCOUNT')
  return { banking, request, checking, clearingAccountId }
}

/** Another bank account of the same business; balances count from then on. */
export async function openCheckingIn({ banking, request, clearingAccountId }: Payables): Promise<Payables> {
  const checking = await openTestAccount(banking, request)
  const [clearingBefore = NaN] = await balancesOf(banking, request, [clearingAccountId])
  return { banking, request, checking, clearingAccountId, clearingBefore }
}

export const openCard = ({ banking, request }: Payables): Promise<TestAccount> =>
  openTestAccount(banking, request, { account_name: 'Card', account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' })

type Input = Parameters<typeof importTestTransactions>[3][number]

/** What the bank reports: 10.00 out, on 14 January. */
export async function reported(
  { banking, request, checking }: Payables,
  input: Input = {},
  account: TestAccount = checking,
): Promise<BankTransaction> {
  const [transaction] = await importTestTransactions(banking, request, account.externalAccountId, [
    { direction: 'DEBIT', amount: 1_000, ...input },
  ])
  return transaction as BankTransaction
}

export const confirm = ({ banking, request }: Payables, transaction: { id: string }, document: { id: string }) =>
  matchTransaction(banking, request, { transaction_id: transaction.id, match_id: document.id })

export const suggestionsFor = async ({ banking, request }: Payables, { id }: { id: string }) =>
  (await getTransaction(banking, request, id)).suggested_matches ?? []

/** The name of the refusal, the words of any other error, or undefined. */
export async function refusalOf(act: Promise<unknown>): Promise<string | undefined> {
  try {
    await act
  } catch (error) {
    return error instanceof DomainError ? error.errorEnum : String(error)
  }
  return undefined
}

/** The balances of the bank account, the clearing account (which a match lowers) and any others, in their normality. */
export async function standing(
  { banking, request, checking, clearingAccountId, clearingBefore = 0 }: Payables,
  ...others: string[]
): Promise<number[]> {
  const accounts = [checking.ledgerAccountId, clearingAccountId, ...others]
  const [bank = NaN, clearing = NaN, ...rest] = await balancesOf(banking, request, accounts)
  return [bank, clearing - clearingBefore, ...rest]
}

/** A document, and a transaction that is matched to it. */
export async function matched(payables: Payables, given: Partial<TestDocument> = {}, input: Input = {}) {
  const document = aDocument({ clearingAccountId: payables.clearingAccountId, ...given })
  const transaction = await reported(payables, { direction: document.direction, amount: document.amount, ...input })
  await announce(payables.banking, payables.request, document)
  const { posting } = await confirm(payables, transaction, document)
  if (posting !== 'posted') throw new Error(`Expected the match to be posted; it is ${posting}`)
  return { document, transaction }
}

/** Values of one dimension, by name. */
export async function tagsOf({ banking, request }: Payables, ...values: string[]): Promise<TestTag[]> {
  const { message } = await banking.ledger.postings.AskBooks(
    { account_identifiers: [], tags: values.map((value) => ({ key: 'Region', value })) },
    { context: { clientId: request.clientId, businessId: request.businessId } },
  )
  return message.tags.map(({ dimension_id, definition_id }) => ({ dimension_id, definition_id }))
}

/** The entries of matches on the bank account. */
export async function matchEntries({ banking, request, checking }: Payables) {
  const entries = (await entriesOf(banking, request)).filter(({ source_type }) => source_type === 'bank_match')
  return entries.filter(({ line_items }) =>
    line_items.some(({ account }) => account?.id?.id === checking.ledgerAccountId),
  )
}

/** The lines of those in the journal, as words. */
export async function standingLines(payables: Payables): Promise<string[]> {
  return (await matchEntries(payables))
    .filter(({ reversal_of_id, reversal_id }) => !reversal_of_id && !reversal_id)
    .flatMap(({ line_items }) => line_items)
    .map((line) => [line.direction, line.amount, ...line.transaction_tags.map(({ value }) => value)].join(' '))
}

/** The findings of banking and its journal entries. */
export const violationsOf = ({ banking, request }: Payables) => checkBusiness(banking, request)
