import { stageEvents } from '@pacioli/events'
import type { Tx } from '@pacioli/db'
import type { BusinessWrite } from '@pacioli/rpc'
import { setEpoch } from '../books/books.store.ts'
import { lockBooksToChange } from '../books/change-books.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { insertAccounts, updateAccount } from '../chart-of-accounts/account.store.ts'
import { accountEvent } from '../chart-of-accounts/chart.messages.ts'
import type { Ledger } from '../ledger.ts'
import type { ProviderAccount } from '../connectors/connector.ts'
import {
  retire,
  takeOver,
  type AccountChanges,
  type AccountDecision,
  type AccountWrite,
  type ImportedAccounts,
} from './imported-account.ts'
import { loadImportedAccounts, saveImportedAccounts, type ImportScope } from './imported.store.ts'

/** How many accounts change in one transaction, which blocks postings of the business. */
const ACCOUNTS_PER_CHANGE = 500

export type AccountStep = (accounts: readonly ProviderAccount[], decision: AccountDecision) => AccountChanges

/** The steps of importing accounts: archiving comes after the entries, which may be on accounts no longer in use. */
export const STEPS = { takeOver, retire } satisfies Record<string, AccountStep>

/** Where an import writes to. */
export type ImportTarget = {
  ledger: Ledger
  request: BusinessWrite
  scope: ImportScope
  /** Locks the run for the transaction. @throws LeaseLost if another import runs now */
  lock: (tx: Tx) => Promise<void>
}

export const importedAccounts = ({ ledger, request, scope }: ImportTarget): Promise<ImportedAccounts> =>
  ledger.db.transact(request, (tx) => loadImportedAccounts(tx, scope))

/** Portions of one transaction each, in the given order. */
export function* portionsOf(accounts: readonly ProviderAccount[]): Generator<ProviderAccount[]> {
  for (let start = 0; start < accounts.length; start += ACCOUNTS_PER_CHANGE)
    yield accounts.slice(start, start + ACCOUNTS_PER_CHANGE)
}

/**
 * Changes the chart by one step of the import, in one transaction. Refused accounts do not affect the others.
 * @throws BusinessArchived, BusinessNotFound, LeaseLost
 */
export function changeChart(
  { ledger, request, scope, lock }: ImportTarget,
  accounts: readonly ProviderAccount[],
  step: AccountStep,
): Promise<AccountChanges> {
  const now = ledger.now()
  return ledger.db.transact(request, async (tx) => {
    await lock(tx)
    const books = await lockBooksToChange(tx, request)
    const imported = await loadImportedAccounts(tx, scope)
    const epoch = books.epoch + 1
    const changes = step(accounts, { chart: books.chart, imported, newId: ledger.newId, now, epoch })
    await saveChanges(tx, ledger, request, changes.writes, epoch, now)
    await saveImportedAccounts(tx, scope, changes.imported)
    return changes
  })
}

async function saveChanges(
  tx: Tx,
  ledger: Ledger,
  request: BusinessWrite,
  writes: readonly AccountWrite[],
  epoch: number,
  now: Date,
): Promise<void> {
  if (writes.length === 0) return
  const { businessId } = request
  for (const { type, accounts } of runsOf(writes)) {
    if (type === 'created') await insertAccounts(tx, businessId, accounts)
    else for (const account of accounts) await updateAccount(tx, businessId, account)
  }
  await setEpoch(tx, businessId, epoch)
  await stageEvents(
    tx,
    writes.map(({ type, account }) => accountEvent(businessId, account, type, ledger.newId(), now)),
  )
  tx.afterCommit(ledger.notify)
  tx.afterCommit(() => ledger.books.drop(request))
}

/** Groups consecutive writes of one kind: a first import is one statement. */
function runsOf(writes: readonly AccountWrite[]): { type: AccountWrite['type']; accounts: Account[] }[] {
  const runs: { type: AccountWrite['type']; accounts: Account[] }[] = []
  for (const { type, account } of writes) {
    const last = runs.at(-1)
    if (last?.type === type) last.accounts.push(account)
    else runs.push({ type, accounts: [account] })
  }
  return runs
}
