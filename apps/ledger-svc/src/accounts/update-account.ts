import { writeOnce } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import type { ChartNode, UpdateAccountRequest__Output } from '@pacioli/protos/ledger'
import { type BusinessWrite, isUuid } from '@pacioli/rpc'
import { lockBooksToChange, raiseEpoch } from '../books/change-books.ts'
import type { Ledger } from '../ledger.ts'
import { changeAccount, findAccount } from '../chart-of-accounts/account.ts'
import { updateAccount as write } from '../chart-of-accounts/account.store.ts'
import { accountEvent, toChartNode } from '../chart-of-accounts/chart.messages.ts'

const isEmpty = ({ account_id: _named, cleared, ...changes }: UpdateAccountRequest__Output): boolean =>
  cleared.length === 0 && Object.values(changes).every((value) => value === undefined || value === null)

/**
 * Renames, renumbers, moves or archives an account. What was posted to it stays as it is.
 * @throws AccountNotFound, AccountInUse, AccountTypeMismatch, DuplicateStableName, DuplicateAccountNumber, BusinessArchived
 */
export function updateAccount(
  ledger: Ledger,
  request: BusinessWrite,
  input: UpdateAccountRequest__Output,
): Promise<{ data: ChartNode; created: boolean }> {
  const now = ledger.now()
  const cleared = new Set(input.cleared)
  const change = <Value>(field: string, value: Value | null | undefined): Value | null | undefined =>
    cleared.has(field) ? null : (value ?? undefined)
  return writeOnce(ledger.db, request, now, async (tx) => {
    const books = await lockBooksToChange(tx, request)
    const named = isUuid(input.account_id)
      ? { type: 'AccountId', id: input.account_id }
      : { type: 'StableName', stable_name: input.account_id }
    const account = findAccount(books.chart, named)
    if (!account)
      throw refused('AccountNotFound', `The business has no account ${input.account_id}.`, {
        field: 'accountId',
        value: input.account_id,
      })
    if (isEmpty(input)) return { data: toChartNode(account), created: false }
    const changed = changeAccount(
      account,
      {
        name: input.name,
        accountNumber: change('account_number', input.account_number),
        stableName: change('stable_name', input.stable_name),
        parent: change('parent_id', input.parent_id),
        accountSubtype: input.account_subtype,
        archived: input.archived,
      },
      books.chart,
      books.epoch + 1,
      now,
    )
    await write(tx, books.businessId, changed)
    await raiseEpoch(tx, ledger, books)
    await stageEvents(tx, [accountEvent(books.businessId, changed, 'updated', ledger.newId(), now)])
    tx.afterCommit(ledger.notify)
    return { data: toChartNode(changed), created: false }
  })
}
