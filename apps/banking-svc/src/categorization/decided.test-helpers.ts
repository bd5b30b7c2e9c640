/** Facts for tests of the pure core. */
import { randomUUID } from 'node:crypto'
import { Books, type AskedAccount, type NewPosting, type Posting } from '@pacioli/postings'
import { NO_CONTACTS, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { DecisionFacts } from './decide-transaction.ts'
import type { DecidedTag } from './transaction.postings.ts'

export const NOW = new Date('2026-03-01T12:00:00.000Z')
export const DATE = new Date('2026-01-15T00:00:00.000Z')

export const anAccount = (given: Partial<AskedAccount> = {}): AskedAccount => ({
  id: randomUUID(),
  name: 'Rent',
  accountNumber: null,
  stableName: 'OPERATING_EXPENSES',
  normality: 'DEBIT',
  type: 'EXPENSE',
  subtype: 'OPERATING_EXPENSES',
  isArchived: false,
  ...given,
})

export const aTag = (key: string, value: string, given: Partial<DecidedTag> = {}): DecidedTag => ({
  dimensionId: `dimension ${key}`,
  definitionId: `definition ${key} ${value}`,
  key,
  value,
  strictness: 'NON_BALANCING',
  ...given,
})

export const aTransaction = (given: Partial<BankTransaction> = {}): BankTransaction => ({
  id: '018f0000-0000-7000-8000-000000000001',
  businessId: '018f0000-0000-7000-8000-000000000002',
  externalAccountId: '018f0000-0000-7000-8000-000000000003',
  bankAccountId: '018f0000-0000-7000-8000-000000000004',
  source: 'custom',
  sourceTransactionId: 't1',
  sourceAccountId: 'x',
  importedAt: NOW,
  importedFrom: null,
  date: DATE,
  day: '2026-01-15',
  direction: 'DEBIT',
  amount: 1_000,
  description: 'ACME 123',
  merchantName: null,
  counterpartyId: null,
  counterpartyName: null,
  taxCode: null,
  taxOptions: null,
  projectedIncomeCategory: null,
  memo: null,
  metadata: null,
  referenceNumber: 'R-1',
  documentIds: [],
  ...NO_CONTACTS,
  status: 'READY_FOR_INPUT',
  categoryAccountId: null,
  isExcluded: false,
  categorizationMethod: null,
  ruleId: null,
  matchId: null,
  splits: [],
  tags: [],
  contentKey: null,
  livePostingKey: null,
  postingRevision: 0,
  version: 1,
  updatedAt: NOW,
  ...given,
})

export const BANK = anAccount({ name: 'Checking', stableName: null, type: 'ASSET', subtype: 'BANK_ACCOUNTS' })

export const factsWith = (
  given: Partial<DecisionFacts> & { accounts?: readonly AskedAccount[]; closedThrough?: Date | null } = {},
): DecisionFacts => {
  const { accounts = [], closedThrough = null, ...facts } = given
  const byKey = [BANK, ...accounts].map((account): [string, AskedAccount] => [
    JSON.stringify(['AccountId', account.id]),
    account,
  ])
  return {
    books: new Books({
      epoch: 1,
      closedThrough,
      businessArchivedAt: null,
      accounts: new Map(byKey),
      tags: new Map(),
      matching: { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: false },
    }),
    bankLedgerAccountId: BANK.id,
    tagNames: new Map(),
    now: NOW,
    newId: randomUUID,
    ...facts,
  }
}

export const entryOf = (postings: readonly Posting[]): NewPosting | undefined =>
  postings.find((posting): posting is NewPosting => 'lines' in posting)

export const reversalsOf = (postings: readonly Posting[]): string[] =>
  postings.flatMap((posting) => ('reverses' in posting ? [posting.reverses] : []))
