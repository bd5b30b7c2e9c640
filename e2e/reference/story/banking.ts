/** What the bank says comes in, and each of its transactions is decided, by a rule or by hand. */
import { waitFor } from '@pacioli/testing'
import type { Telling } from '../telling.ts'

const CHECKING = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
const STATEMENT = 'Date,Description,Amount\n2025-12-16,Ink,-25.00\n2025-12-17,Interest,1.25\n'

export async function bank(telling: Telling): Promise<void> {
  const { data: drawer } = await telling.twice('createBankAccount', {
    body: {
      ...CHECKING,
      external_id: 'safe-1',
      account_name: 'Safe',
      institution: { name: 'First Bank of Analytics' },
    },
  })
  const { data: account } = await telling.twice('createCustomAccount', {
    body: {
      ...CHECKING,
      external_id: 'acc-4711',
      mask: '4711',
      account_name: 'Operating account',
      institution_name: 'First Bank of Analytics',
    },
  })
  const { data: savings } = await telling.tell('createCustomAccount', {
    body: { external_id: 'acc-4712', account_name: 'Savings', ...CHECKING, account_subtype: 'SAVINGS' },
  })
  await keepAccounts(telling, { drawer: drawer.id, account: account.id, bankAccount: account.bank_account_id })
  await keepRules(telling)
  const { paper, transfer } = await bringIn(telling, account.id, savings.id)
  await decide(telling, paper, transfer)
  await telling.tell('archiveExternalAccount', { path: { externalAccountId: savings.id } })
}

type Accounts = { drawer: string; account: string; bankAccount: string }

async function keepAccounts(telling: Telling, { drawer, account, bankAccount }: Accounts): Promise<void> {
  const path = { bankAccountId: bankAccount }
  const changes = { account_name: 'Operating account, Boston', notify_when_disconnected: true, notes: null }
  await telling.tell('updateBankAccount', { path, body: changes })
  await telling.tell('getBankAccount', { path })
  await telling.tell('archiveBankAccount', { path: { bankAccountId: drawer } })
  await telling.tell('listBankAccounts')
  await telling.tell('listExternalAccounts', { query: { external_id: 'acc-4711' } })
  const external = { path: { externalAccountId: account } }
  await telling.tell('updateConnection', {
    ...external,
    body: { is_syncing: false, latest_balance: { balance: 1_250_000, at: '2025-12-31T17:00:00Z' } },
  })
  await telling.tell('createOpeningBalance', {
    ...external,
    body: { balance: 1_000_000, effective_at: '2025-12-01T08:00:00Z', memo: 'From the November statement' },
  })
  await telling.tell('getOpeningBalance', external)
  await telling.tell('deleteOpeningBalance', external)
}

async function keepRules(telling: Telling): Promise<void> {
  const { data: rule } = await telling.twice('createCategorizationRule', {
    body: {
      external_id: 'rule-ink',
      name: 'Ink',
      conditions: { description_contains: 'ink', direction: 'DEBIT' },
      category: 'OPERATING_EXPENSES',
      apply_retroactively: true,
    },
  })
  const path = { ruleId: rule.id }
  await telling.tell('updateCategorizationRule', { path, body: { priority: 5, is_active: true } })
  await telling.tell('getCategorizationRule', { path })
  await telling.tell('listCategorizationRules')
}

async function bringIn(telling: Telling, account: string, savings: string) {
  const said = (external_id: string, amount: number, direction: string, description: string, more: object = {}) => ({
    external_id,
    amount,
    direction,
    date: '2025-12-14T16:20:00Z',
    description,
    ...more,
  })
  const named = { merchant_name: 'Analytical Papers Ltd', counterparty_name: 'Analytical Papers Ltd' }
  const imported = await telling.tell('importTransactions', {
    path: { externalAccountId: account },
    body: {
      transactions: [
        said('tx-1001', 12_500, 'DEBIT', 'ANALYTICAL PAPERS 0042', named),
        said('tx-1002', 70_000, 'DEBIT', 'TO SAVINGS'),
      ],
    },
  })
  const [paper, transfer] = imported.data.rows.map(({ transaction_id }) => transaction_id ?? '')
  await telling.tell('importTransactions', {
    path: { externalAccountId: savings },
    body: { transactions: [said('tx-2001', 70_000, 'CREDIT', 'FROM OPERATING ACCOUNT')] },
  })
  await telling.tell('importStatement', {
    path: { externalAccountId: account },
    body: {
      file_name: 'december.csv',
      content: Buffer.from(STATEMENT).toString('base64'),
      csv_mapping: { date: 'Date', description: 'Description', amount: 'Amount' },
    },
  })
  return { paper: paper ?? '', transfer: transfer ?? '' }
}

async function decide(telling: Telling, paper: string, transfer: string): Promise<void> {
  const ofPaper = { path: { transactionId: paper } }
  await telling.tell('updateTransactionMetadata', {
    ...ofPaper,
    body: { memo: 'Paper for the plotter', counterparty_name: 'Analytical Papers Ltd' },
  })
  const category = { type: 'Category', category: 'OPERATING_EXPENSES' }
  await telling.tell('categorizeTransaction', { ...ofPaper, body: category })
  await telling.tell('uncategorizeTransaction', ofPaper)
  await telling.tell('bulkCategorizeTransactions', { body: [{ transaction_id: paper, ...category }] })
  const path = { transactionId: transfer }
  const found = await waitFor('the other side of the transfer', async () => {
    const { body } = await telling.api.call('getBankTransaction', { path })
    return body.data.suggested_matches[0]
  })
  await telling.tell('getBankTransaction', { path })
  await telling.tell('matchTransaction', { path, body: { type: 'Confirm_Match', match_id: found.id } })
  await telling.tell('listBankTransactions', { query: { external_ids: 'tx-1001' } })
  await telling.tell('listCategories')
  await telling.tell('listCounterparties')
}

export async function endRule(telling: Telling): Promise<void> {
  const { data } = await telling.api.call('listCategorizationRules').then(({ body }) => body)
  await telling.tell('deleteCategorizationRule', { path: { ruleId: data[0]?.id ?? '' } })
}
