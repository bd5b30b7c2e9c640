import type { Tx } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type { Banking } from '../banking.ts'
import type { BankAccount } from './bank-account.ts'
import { bankAccountEvent } from './bank-account.events.ts'
import { insertBankAccount, updateBankAccounts } from './bank-account.store.ts'
import type { ExternalAccount } from './external-account.ts'
import { externalAccountEvent } from './external-account.events.ts'
import { insertExternalAccount, updateExternalAccounts } from './external-account.store.ts'

type Recorder = Pick<Banking, 'now' | 'newId' | 'notify'>

/** New accounts with their events. False where a concurrent request has created one of them: roll back then. */
export async function recordNewAccounts(
  tx: Tx,
  banking: Recorder,
  { bankAccount, external }: { bankAccount?: BankAccount; external?: ExternalAccount },
): Promise<boolean> {
  if (bankAccount && !(await insertBankAccount(tx, bankAccount))) return false
  if (external && !(await insertExternalAccount(tx, external))) return false
  const now = banking.now()
  await stageEvents(tx, [
    ...(bankAccount ? [bankAccountEvent(bankAccount, 'created', banking.newId(), now)] : []),
    ...(external ? [externalAccountEvent(external, 'created', banking.newId(), now)] : []),
  ])
  tx.afterCommit(banking.notify)
  return true
}

/** Writes the changed bank accounts with their events. The caller must hold their locks. */
export async function recordBankAccounts(
  tx: Tx,
  banking: Recorder,
  before: readonly BankAccount[],
  after: readonly BankAccount[],
): Promise<void> {
  const changed = thoseChanged(before, after)
  if (changed.length === 0) return
  await updateBankAccounts(tx, changed)
  const now = banking.now()
  await stageEvents(
    tx,
    changed.map((account) => bankAccountEvent(account, 'changed', banking.newId(), now)),
  )
  tx.afterCommit(banking.notify)
}

/** Writes the changed external accounts with their events. The caller must hold their locks. */
export async function recordExternalAccounts(
  tx: Tx,
  banking: Recorder,
  before: readonly ExternalAccount[],
  after: readonly ExternalAccount[],
): Promise<void> {
  const changed = thoseChanged(before, after)
  if (changed.length === 0) return
  await updateExternalAccounts(tx, changed)
  const now = banking.now()
  await stageEvents(
    tx,
    changed.map((account) => externalAccountEvent(account, 'changed', banking.newId(), now)),
  )
  tx.afterCommit(banking.notify)
}

function thoseChanged<Account extends { id: string; version: number }>(
  before: readonly Account[],
  after: readonly Account[],
): Account[] {
  const versions = new Map(before.map(({ id, version }) => [id, version]))
  return after.filter(({ id, version }) => versions.get(id) !== version)
}
