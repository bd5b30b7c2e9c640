/** Transactions in any status, written directly, for tests of reading. */
import { dayOf } from '@pacioli/calendar'
import type {
  BankTransaction as TransactionMessage,
  ListBankTransactionsRequest__Output,
} from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { openTestBusiness, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { NO_CONTACTS, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { recordTransactions } from '../bank-transactions/record-transactions.ts'
import { listTransactions } from '../use-cases.test-helpers.ts'

/** A business with two bank accounts. */
export type Place = { request: BusinessWrite; accounts: [TestAccount, TestAccount] }

export async function openPlace(
  banking: TestBanking,
  details: Parameters<typeof openTestBusiness>[1] = {},
): Promise<Place> {
  const request = await openTestBusiness(banking, details)
  return { request, accounts: [await openTestAccount(banking, request), await openTestAccount(banking, request)] }
}

let made = 0

/** An uncategorized transaction of the first account, with the given fields. */
export function transactionOf(place: Place, change: Partial<BankTransaction> = {}): BankTransaction {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const [account] = place.accounts
  const date = change.date ?? now
  return {
    id: globalThis.crypto.randomUUID(),
    businessId: place.request.businessId,
    externalAccountId: account.externalAccountId,
    bankAccountId: account.bankAccountId,
    source: 'custom',
    sourceTransactionId: `t${made++}`,
    sourceAccountId: 'checking',
    importedAt: now,
    importedFrom: null,
    date,
    day: dayOf(date, 'UTC'),
    direction: 'DEBIT',
    amount: 1000,
    description: 'Coffee',
    merchantName: null,
    counterpartyId: null,
    counterpartyName: null,
    status: 'READY_FOR_INPUT',
    categoryAccountId: null,
    isExcluded: false,
    categorizationMethod: null,
    ruleId: null,
    taxCode: null,
    taxOptions: null,
    projectedIncomeCategory: null,
    memo: null,
    metadata: null,
    referenceNumber: null,
    documentIds: [],
    ...NO_CONTACTS,
    matchId: null,
    contentKey: null,
    livePostingKey: null,
    postingRevision: 0,
    version: 1,
    updatedAt: now,
    tags: [],
    splits: [],
    ...change,
  }
}

/** A transaction of so many parts. */
export const splitOf = (place: Place, parts: number): BankTransaction =>
  transactionOf(place, {
    status: 'SPLIT',
    categorizationMethod: 'API',
    amount: parts,
    splits: Array.from({ length: parts }, () => ({
      id: globalThis.crypto.randomUUID(),
      categoryAccountId: globalThis.crypto.randomUUID(),
      amount: 1,
      memo: null,
      tags: [],
      ...NO_CONTACTS,
    })),
  })

export const write = (banking: TestBanking, { request }: Place, inserted: readonly BankTransaction[]): Promise<void> =>
  banking.db.transact(request, (tx) => recordTransactions(tx, banking, { inserted }))

export type ListRequest = Partial<ListBankTransactionsRequest__Output>

const NO_FILTER = {
  reference_numbers: [],
  external_account_ids: [],
  bank_account_ids: [],
  source_account_ids: [],
  external_ids: [],
  tag_values: [],
  page: null,
} satisfies ListRequest

export const list = (banking: TestBanking, place: Place, asked: ListRequest, mostGathered?: number) =>
  listTransactions(banking, place.request, { ...NO_FILTER, ...asked }, mostGathered)

/** All pages in turn; `between` runs between them. */
export async function listAll(
  banking: TestBanking,
  place: Place,
  asked: ListRequest,
  { mostGathered, between = async () => undefined }: { mostGathered?: number; between?: () => Promise<unknown> } = {},
): Promise<{ data: TransactionMessage[]; totals: number[] }> {
  const data: TransactionMessage[] = []
  const totals: number[] = []
  for (let cursor: string | undefined; ;) {
    const page = { ...asked.page, ...(cursor === undefined ? {} : { cursor }) }
    const answer = await list(banking, place, { ...asked, page }, mostGathered)
    data.push(...(answer.data ?? []))
    totals.push(Number(answer.pagination?.total_count))
    cursor = answer.pagination?.cursor
    if (cursor === undefined) return { data, totals }
    await between()
  }
}
