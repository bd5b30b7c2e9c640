/** Maps a provider's accounts to those of the chart, and applies changes there. Pure. */
import { SUBTYPES } from '@pacioli/chart'
import { DomainError } from '@pacioli/errors'
import {
  changeAccount,
  openAccount,
  type Account,
  type AccountIdentifier,
  type Chart,
} from '../chart-of-accounts/account.ts'
import type { ProviderAccount } from '../connectors/connector.ts'
import { fingerprintOf } from '../connectors/fingerprint.ts'
import type { Outcome, RefusedItem } from '../connections/sync.ts'

/** An account of a provider as last imported. */
export type ImportedAccount = {
  externalId: string
  accountId: string
  /** Whether the import opened the account; else the business had it, and the import does not change it. */
  opened: boolean
  active: boolean
  fingerprint: string
}

/** Imported accounts by their external ids. */
export type ImportedAccounts = ReadonlyMap<string, ImportedAccount>

/** Writes keep their order: a number that one account gives up may go to the next. */
export type AccountWrite = { type: 'created' | 'updated'; account: Account }

export type AccountChanges = {
  writes: AccountWrite[]
  imported: ImportedAccount[]
  outcomes: Map<string, Outcome>
  refused: RefusedItem[]
}

export type AccountDecision = {
  chart: Chart
  imported: ImportedAccounts
  newId: () => string
  now: Date
  /** The epoch of the books that these changes open. */
  epoch: number
}

/** Parents before their sub-accounts; of two with one id, the later. A circle stays in the given order. */
export function parentsFirst(accounts: readonly ProviderAccount[]): ProviderAccount[] {
  const byId = new Map(accounts.map((account) => [account.externalId, account]))
  const ordered = new Set<ProviderAccount>()
  for (const account of byId.values()) {
    const path: ProviderAccount[] = []
    let above: ProviderAccount | undefined = account
    while (above && !ordered.has(above) && !path.includes(above)) {
      path.push(above)
      above = above.parentExternalId === null ? undefined : byId.get(above.parentExternalId)
    }
    for (const one of path.toReversed()) ordered.add(one)
  }
  return [...ordered]
}

/** Detects changes at the provider. A parent that was not imported counts as none. */
const fingerprint = (account: ProviderAccount, imported: ImportedAccounts): string =>
  fingerprintOf([
    account.name,
    account.accountNumber,
    account.subtype,
    imported.get(account.parentExternalId ?? '')?.accountId ?? null,
  ])

/** Whether it has to be imported; archiving is a later step of its own. */
export function isNewOrChanged(account: ProviderAccount, imported: ImportedAccounts): boolean {
  const known = imported.get(account.externalId)
  if (!known) return true
  return known.opened && (known.fingerprint !== fingerprint(account, imported) || (account.active && !known.active))
}

/** Opens, maps and changes accounts, parents before their sub-accounts. Refused ones do not affect the others. */
export function takeOver(accounts: readonly ProviderAccount[], decision: AccountDecision): AccountChanges {
  const { chart, imported, changes } = workingOn(decision)
  for (const account of accounts) {
    const known = imported.get(account.externalId)
    attempt(account, changes, () => {
      const work = { ...decision, chart, imported }
      const own = known && chart.byId.get(known.accountId)
      const { standsFor, outcome } = known && own ? follow(account, known, own, work) : firstSeen(account, work)
      const next: ImportedAccount = {
        externalId: account.externalId,
        accountId: standsFor.id,
        opened: known?.opened ?? outcome === 'created',
        active: known && !account.active ? known.active : true,
        fingerprint: fingerprint(account, imported),
      }
      if (outcome !== 'unchanged') changes.writes.push({ type: outcome, account: standsFor })
      chart.byId.set(standsFor.id, standsFor)
      imported.set(account.externalId, next)
      changes.imported.push(next)
      return outcome
    })
  }
  for (const account of accounts) renumber(account, { ...decision, chart, imported }, changes, chart.byId)
  return changes
}

/** A number that was in use at the account's turn may be free now, as when a whole chart is renumbered. */
function renumber(
  account: ProviderAccount,
  { chart, imported, epoch, now }: AccountDecision,
  changes: AccountChanges,
  byId: Map<string, Account>,
): void {
  const known = imported.get(account.externalId)
  const own = known?.opened && byId.get(known.accountId)
  if (!own || account.accountNumber === null || own.accountNumber !== null) return
  const accountNumber = freeNumber(account, own, chart)
  if (accountNumber === null) return
  const renumbered = changeAccount(own, { accountNumber }, chart, epoch, now)
  byId.set(own.id, renumbered)
  changes.writes.push({ type: 'updated', account: renumbered })
  if (changes.outcomes.get(account.externalId) === 'unchanged') changes.outcomes.set(account.externalId, 'updated')
}

/** Archives accounts that are inactive at the provider. Sub-accounts have to come before their parents. */
export function retire(accounts: readonly ProviderAccount[], decision: AccountDecision): AccountChanges {
  const { chart, imported, changes } = workingOn(decision)
  for (const account of accounts) {
    const known = imported.get(account.externalId)
    const own = known && chart.byId.get(known.accountId)
    if (account.active || !known?.opened || !known.active || !own) continue
    attempt(account, changes, () => {
      const isArchived = own.archivedAt !== null
      const archived = isArchived ? own : changeAccount(own, { archived: true }, chart, decision.epoch, decision.now)
      changes.imported.push({ ...known, active: false })
      if (isArchived) return 'unchanged'
      chart.byId.set(archived.id, archived)
      changes.writes.push({ type: 'updated', account: archived })
      return 'updated'
    })
  }
  return changes
}

/** Copies of chart and mapping, which each decided account updates. */
function workingOn(decision: AccountDecision) {
  const byId = new Map(decision.chart.byId)
  const changes: AccountChanges = { writes: [], imported: [], outcomes: new Map(), refused: [] }
  return {
    chart: { byId, byStableName: decision.chart.byStableName },
    imported: new Map(decision.imported),
    changes,
  }
}

function attempt({ externalId }: ProviderAccount, changes: AccountChanges, decide: () => Outcome): void {
  try {
    changes.outcomes.set(externalId, decide())
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    changes.outcomes.set(externalId, 'refused')
    changes.refused.push({
      itemType: 'ACCOUNT',
      externalId,
      errorEnum: error.errorEnum,
      description: error.message,
    })
  }
}

type TakenOver = { standsFor: Account; outcome: 'created' | 'updated' | 'unchanged' }

function firstSeen(account: ProviderAccount, { chart, imported, newId, now }: AccountDecision): TakenOver {
  const counterpart = counterpartOf(account, chart, imported)
  if (counterpart) return { standsFor: counterpart, outcome: 'unchanged' }
  const opened = openAccount(
    {
      name: account.name,
      accountSubtype: account.subtype,
      normality: account.normality ?? undefined,
      accountNumber: freeNumber(account, undefined, chart) ?? undefined,
      parent: parentOf(account, chart, imported),
    },
    chart,
    newId(),
    now,
  )
  return { standsFor: opened, outcome: 'created' }
}

/** The account of every business that it corresponds to. One account here corresponds to one there. */
function counterpartOf(
  { stableName, active, parentExternalId }: ProviderAccount,
  chart: Chart,
  imported: ImportedAccounts,
): Account | undefined {
  if (stableName === null || !active || parentExternalId !== null) return undefined
  const counterpart = chart.byStableName.get(stableName)
  const isTaken = [...imported.values()].some(({ accountId }) => accountId === counterpart?.id)
  return counterpart && counterpart.archivedAt === null && !isTaken ? counterpart : undefined
}

function follow(
  account: ProviderAccount,
  known: ImportedAccount,
  own: Account,
  { chart, imported, epoch, now }: AccountDecision,
): TakenOver {
  if (!known.opened) return { standsFor: own, outcome: 'unchanged' }
  const changed = changeAccount(
    own,
    {
      name: account.name,
      accountNumber: freeNumber(account, own, chart),
      accountSubtype: account.subtype,
      parent: parentOf(account, chart, imported) ?? null,
      // An account that people archived here stays archived, unless the provider reactivated it.
      archived: account.active && !known.active ? false : undefined,
    },
    chart,
    epoch,
    now,
  )
  return { standsFor: changed, outcome: isSame(own, changed) ? 'unchanged' : 'updated' }
}

const isSame = (one: Account, other: Account): boolean =>
  one.name === other.name &&
  one.accountNumber === other.accountNumber &&
  one.subtype === other.subtype &&
  one.parentId === other.parentId &&
  one.archivedAt?.getTime() === other.archivedAt?.getTime()

/** Its number there, unless another account here uses it. */
function freeNumber({ accountNumber }: ProviderAccount, own: Account | undefined, chart: Chart): string | null {
  if (accountNumber === null) return null
  for (const other of chart.byId.values())
    if (other.accountNumber === accountNumber && other.id !== own?.id) return null
  return accountNumber
}

/** Its imported parent, if that is of its type and in use. */
function parentOf(
  { parentExternalId, subtype }: ProviderAccount,
  chart: Chart,
  imported: ImportedAccounts,
): AccountIdentifier | undefined {
  const parent = chart.byId.get(imported.get(parentExternalId ?? '')?.accountId ?? '')
  if (!parent || parent.type !== SUBTYPES[subtype].type || parent.archivedAt !== null) return undefined
  return { type: 'AccountId', id: parent.id }
}
