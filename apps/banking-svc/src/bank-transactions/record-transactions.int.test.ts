import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { NO_CONTACTS, type BankTransaction } from './bank-transaction.ts'
import { loadTransactions, lockTransactions } from './bank-transaction.store.ts'
import { recordTransactions } from './record-transactions.ts'

let banking: TestBanking
beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(() => banking.stop())

test('a transaction is read as it was written, with its parts and tags', async () => {
  const request = await openTestBusiness(banking)
  const { businessId } = request
  const [bankAccountId, externalAccountId, counterpartyId] = [randomUUID(), randomUUID(), randomUUID()]
  await banking.db.transact(request, async (tx) => {
    await tx.rows(
      `INSERT INTO bank_accounts (business_id, id, ledger_account_id, account_type, account_subtype, account_name, created_at, updated_at)
       VALUES ($1, $2, $3, 'DEPOSITORY', 'CHECKING', 'Checking', now(), now())`,
      [businessId, bankAccountId, randomUUID()],
    )
    await tx.rows(
      `INSERT INTO external_accounts (business_id, id, bank_account_id, external_id, source, account_name, account_type, account_subtype, created_at, updated_at)
       VALUES ($1, $2, $3, 'x', 'custom', 'Checking', 'DEPOSITORY', 'CHECKING', now(), now())`,
      [businessId, externalAccountId, bankAccountId],
    )
    await tx.rows('INSERT INTO counterparties VALUES ($1, $2, $3, now())', [businessId, counterpartyId, 'Acme'])
  })
  const tag = () => ({ id: randomUUID(), dimensionId: randomUUID(), definitionId: randomUUID() })
  const now = new Date()
  const transaction: BankTransaction = {
    id: randomUUID(),
    businessId,
    externalAccountId,
    bankAccountId,
    source: 'custom',
    sourceTransactionId: 't1',
    sourceAccountId: 'x',
    importedAt: now,
    importedFrom: {
      import_id: randomUUID(),
      format: 'MT940',
      file_name: 'january.sta',
      sha256: '0'.repeat(64),
      statement_id: '00001/001',
      row: 3,
    },
    date: now,
    day: '2026-01-31',
    direction: 'DEBIT',
    amount: 9_007_199_254_740_991,
    description: 'Rent; {"a", \\ }',
    merchantName: null,
    counterpartyId,
    counterpartyName: 'Acme',
    status: 'SPLIT',
    categoryAccountId: null,
    isExcluded: false,
    categorizationMethod: 'API',
    ruleId: null,
    taxCode: 'GST',
    taxOptions: { canada: [] },
    projectedIncomeCategory: null,
    memo: null,
    metadata: '{"a": [1, 2]}',
    referenceNumber: null,
    documentIds: [randomUUID(), randomUUID()],
    ...NO_CONTACTS,
    matchId: null,
    contentKey: 'ab12',
    livePostingKey: null,
    postingRevision: 0,
    version: 1,
    updatedAt: now,
    tags: [tag()],
    splits: [
      {
        id: randomUUID(),
        categoryAccountId: randomUUID(),
        amount: 1,
        memo: 'x',
        tags: [tag()],
        customerId: randomUUID(),
        vendorId: null,
      },
      {
        id: randomUUID(),
        categoryAccountId: randomUUID(),
        amount: 9_007_199_254_740_990,
        memo: null,
        tags: [],
        customerId: null,
        vendorId: randomUUID(),
      },
    ],
  }
  await banking.db.transact(request, (tx) => recordTransactions(tx, banking, { inserted: [transaction] }))
  const read = await banking.db.transact(request, (tx) => loadTransactions(tx, [transaction.id]))
  expect(read).toEqual([transaction])
  const after: BankTransaction = {
    ...transaction,
    status: 'READY_FOR_INPUT',
    splits: [],
    categorizationMethod: null,
    documentIds: [],
    version: 2,
  }
  await banking.db.transact(request, async (tx) => {
    const before = (await lockTransactions(tx, [transaction.id])).get(transaction.id) as BankTransaction
    await recordTransactions(tx, banking, { changed: [{ before, after }] })
  })
  expect(await banking.db.transact(request, (tx) => loadTransactions(tx, [transaction.id]))).toEqual([after])
  const [totals] = await banking.db.transact(request, (tx) => tx.rows('SELECT * FROM external_account_totals'))
  expect(totals).toMatchObject({
    transaction_count: '1',
    uncategorized_sum: '-9007199254740991',
    transaction_sum: '-9007199254740991',
  })
})
