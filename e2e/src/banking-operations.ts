/** All operations of banking, for tests that ask the same of each. */
import type { Call } from './api.ts'
import { moneyIn, moneyOut, type Banking } from './banking.ts'
import type { OperationId } from './answers.ts'

export type BankingIds = Record<
  'bankAccount' | 'externalAccount' | 'bankLedger' | 'transaction' | 'counterparty' | 'rule' | 'posting',
  string
>

/** Something of everything that banking keeps. */
export async function bankingOf(banking: Banking, name: string): Promise<BankingIds> {
  const account = await banking.account(name, { institution_name: name })
  await banking.open(account.id, 987_654_321)
  const [transaction] = await banking.imported(account.id, [
    moneyOut(`${name} 1`, 123_456_789, { counterparty_name: name, tags: [{ key: name, value: name }] }),
    moneyOut(`${name} 2`, 123_456_789, { counterparty_name: name }),
  ])
  await banking.categorize(transaction?.id ?? '', 'COGS')
  const rule = await banking.createRule({ name, conditions: { description_contains: name }, category: 'COGS' })
  const postings = await banking.books.api.call('listPostings', { query: { limit: 1 } })
  return {
    bankAccount: account.bank_account_id,
    externalAccount: account.id,
    bankLedger: account.ledger_account_id,
    transaction: transaction?.id ?? '',
    counterparty: transaction?.counterparty_id ?? '',
    rule: rule.body.data.id,
    posting: postings.body.data[0]?.id ?? '',
  }
}

const statement = {
  content: Buffer.from('Date,Text,Amount\n2026-01-05,Tea,-1.00\n').toString('base64'),
  csv_mapping: { date: 'Date', description: 'Text', amount: 'Amount' },
}

export const ruleOn = (conditions: object) => ({ name: 'Mine', conditions, category: 'SALES' })

const category = { type: 'Category', category: 'SALES' }
const depository = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }

/** The operations of banking, each with ids of something that is there where it takes some. */
export const bankingOperations = (known: () => BankingIds): [OperationId, () => Call][] => [
  ['createBankAccount', () => ({ body: { account_name: 'Mine', ...depository } })],
  ['listBankAccounts', () => ({})],
  ['getBankAccount', () => ({ path: { bankAccountId: known().bankAccount } })],
  ['updateBankAccount', () => ({ path: { bankAccountId: known().bankAccount }, body: { notes: 'Mine' } })],
  ['archiveBankAccount', () => ({ path: { bankAccountId: known().bankAccount } })],
  ['createCustomAccount', () => ({ body: { external_id: 'mine', account_name: 'Mine', ...depository } })],
  ['listExternalAccounts', () => ({})],
  ['archiveExternalAccount', () => ({ path: { externalAccountId: known().externalAccount } })],
  ['updateConnection', () => ({ path: { externalAccountId: known().externalAccount }, body: { is_syncing: true } })],
  [
    'createOpeningBalance',
    () => ({ path: { externalAccountId: known().externalAccount }, body: { balance: 1, effective_at: '2026-01-01' } }),
  ],
  ['getOpeningBalance', () => ({ path: { externalAccountId: known().externalAccount } })],
  ['deleteOpeningBalance', () => ({ path: { externalAccountId: known().externalAccount } })],
  [
    'importTransactions',
    () => ({ path: { externalAccountId: known().externalAccount }, body: { transactions: [moneyIn('mine', 1)] } }),
  ],
  ['importStatement', () => ({ path: { externalAccountId: known().externalAccount }, body: statement })],
  ['listBankTransactions', () => ({})],
  ['getBankTransaction', () => ({ path: { transactionId: known().transaction } })],
  ['categorizeTransaction', () => ({ path: { transactionId: known().transaction }, body: category })],
  ['bulkCategorizeTransactions', () => ({ body: [{ transaction_id: known().transaction, ...category }] })],
  [
    'matchTransaction',
    () => ({
      path: { transactionId: known().transaction },
      body: { type: 'Confirm_Match', match_id: known().transaction },
    }),
  ],
  ['uncategorizeTransaction', () => ({ path: { transactionId: known().transaction } })],
  ['uncategorizeTransactionByPost', () => ({ path: { transactionId: known().transaction } })],
  ['updateTransactionMetadata', () => ({ path: { transactionId: known().transaction }, body: { memo: 'Mine' } })],
  [
    'updateTransactionMetadataByPatch',
    () => ({ path: { transactionId: known().transaction }, body: { memo: 'Mine' } }),
  ],
  ['listCategories', () => ({})],
  ['listCounterparties', () => ({})],
  ['createCategorizationRule', () => ({ body: ruleOn({ description_contains: 'x' }) })],
  ['listCategorizationRules', () => ({})],
  ['getCategorizationRule', () => ({ path: { ruleId: known().rule } })],
  ['updateCategorizationRule', () => ({ path: { ruleId: known().rule }, body: { name: 'Mine' } })],
  ['deleteCategorizationRule', () => ({ path: { ruleId: known().rule } })],
  ['listPostings', () => ({})],
  ['retryPosting', () => ({ path: { postingId: known().posting } })],
  ['getBusinessNotifications', () => ({})],
]
