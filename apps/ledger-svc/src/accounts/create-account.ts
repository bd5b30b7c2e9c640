import { writeOnce } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type { ChartNode, CreateAccountRequest__Output } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { lockBooksToChange, raiseEpoch } from '../books/change-books.ts'
import type { Ledger } from '../ledger.ts'
import { openAccount } from '../chart-of-accounts/account.ts'
import { insertAccounts } from '../chart-of-accounts/account.store.ts'
import { accountEvent, toChartNode } from '../chart-of-accounts/chart.messages.ts'

/**
 * Opens an account in the chart of a business.
 * @throws AccountTypeMismatch, AccountNotFound (parent), DuplicateStableName, DuplicateAccountNumber, BusinessArchived
 */
export function createAccount(
  ledger: Ledger,
  request: BusinessWrite,
  input: CreateAccountRequest__Output,
): Promise<{ data: ChartNode; created: boolean }> {
  const now = ledger.now()
  return writeOnce(ledger.db, request, now, async (tx) => {
    const books = await lockBooksToChange(tx, request)
    const account = openAccount(
      {
        name: input.name,
        normality: input.normality,
        parent: input.parent_id ?? undefined,
        accountType: input.account_type,
        accountSubtype: input.account_subtype,
        accountNumber: input.account_number,
        stableName: input.stable_name,
      },
      books.chart,
      ledger.newId(),
      now,
    )
    await insertAccounts(tx, books.businessId, [account])
    await raiseEpoch(tx, ledger, books)
    await stageEvents(tx, [accountEvent(books.businessId, account, 'created', ledger.newId(), now)])
    tx.afterCommit(ledger.notify)
    return { data: toChartNode(account), created: true }
  })
}
