/** An account of the chart, and the rules of opening and changing one. */
import {
  BANK_SUBTYPES,
  isAccountSubtype,
  isAccountType,
  SUBTYPES,
  type AccountSubtype,
  type AccountType,
} from '@pacioli/chart'
import { Problems, refused } from '@pacioli/errors'
import type { Direction } from '@pacioli/money'
import { CHART_TEMPLATE, POSTED_TO_BY_NAME } from './chart-template.ts'

export type Account = {
  id: string
  parentId: string | null
  name: string
  accountNumber: string | null
  /** A name that never changes its meaning, such as ACCOUNTS_RECEIVABLE; posting rules refer to it. */
  stableName: string | null
  normality: Direction
  type: AccountType
  subtype: AccountSubtype
  archivedAt: Date | null
  /** The epoch of the books in which it was archived: what was decided before still posts. */
  archivedEpoch: number | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** The accounts of one business. */
export type Chart = { byId: ReadonlyMap<string, Account>; byStableName: ReadonlyMap<string, Account> }

export function chartOf(accounts: readonly Account[]): Chart {
  return {
    byId: new Map(accounts.map((account) => [account.id, account])),
    byStableName: new Map(
      accounts.flatMap((account) => (account.stableName === null ? [] : [[account.stableName, account]])),
    ),
  }
}

/** A caller names an account by id or by stable name. */
export type AccountIdentifier = { type: string; id?: string | undefined; stable_name?: string | undefined }

export const findAccount = (chart: Chart, identifier: AccountIdentifier): Account | undefined =>
  identifier.type === 'StableName'
    ? chart.byStableName.get(identifier.stable_name ?? '')
    : chart.byId.get((identifier.id ?? '').toLowerCase())

/** As the caller wrote it, for error messages. */
export const describeIdentifier = (identifier: AccountIdentifier): string =>
  identifier.stable_name ?? identifier.id ?? ''

export type OpenAccount = {
  name: string
  normality?: string | undefined
  parent?: AccountIdentifier | undefined
  accountType?: string | undefined
  accountSubtype: string
  accountNumber?: string | undefined
  stableName?: string | undefined
}

/** The accounts of a new business, parents first. */
export function openChart(newId: () => string, now: Date): Account[] {
  const ids = new Map(CHART_TEMPLATE.map(({ stableName }) => [stableName, newId()]))
  return CHART_TEMPLATE.map((template) => ({
    id: ids.get(template.stableName) ?? newId(),
    parentId: (template.parent && ids.get(template.parent)) ?? null,
    name: template.name,
    accountNumber: template.accountNumber,
    stableName: template.stableName,
    normality: template.normality,
    type: template.type,
    subtype: template.subtype,
    archivedAt: null,
    archivedEpoch: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }))
}

/**
 * A new account. The type follows from the subtype, the normality too unless the account is a contra account.
 * @throws AccountTypeMismatch, AccountNotFound (parent), DuplicateStableName, DuplicateAccountNumber
 */
export function openAccount(input: OpenAccount, chart: Chart, id: string, now: Date): Account {
  const subtype = checkedSubtype(input.accountSubtype)
  const { type, normality } = SUBTYPES[subtype]
  if (input.accountType !== undefined && input.accountType !== type)
    throw refused('AccountTypeMismatch', `${subtype} is a subtype of ${type}, not of ${input.accountType}.`, {
      field: isAccountType(input.accountType) ? 'account_subtype' : 'account_type',
      value: input.accountType,
    })
  const parent = input.parent && checkedParent(input.parent, type, chart)
  const account: Account = {
    id,
    parentId: parent?.id ?? null,
    name: input.name,
    accountNumber: input.accountNumber ?? null,
    stableName: input.stableName ?? null,
    normality: (input.normality as Direction | undefined) ?? normality,
    type,
    subtype,
    archivedAt: null,
    archivedEpoch: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  refuseDepth(account, chart)
  refuseTakenNames(account, chart)
  return account
}

const TYPES_OF_BANKS = new Set(BANK_SUBTYPES.map((subtype) => SUBTYPES[subtype].type))

/**
 * Whether it may be the account of a bank account: it has such a subtype, or may have had one before it was changed. A
 * bank account opens its account with such a subtype, and keeps it whatever becomes of that.
 */
export const mayBeOfBank = ({ subtype, type, version }: Account): boolean =>
  BANK_SUBTYPES.includes(subtype) || (version > 1 && TYPES_OF_BANKS.has(type))

export type ChangeAccount = {
  name?: string | undefined
  /** null removes the value. */
  accountNumber?: string | null | undefined
  stableName?: string | null | undefined
  parent?: AccountIdentifier | null | undefined
  accountSubtype?: string | undefined
  archived?: boolean | undefined
}

/**
 * The account with the changes made; type and normality never change, because lines were posted under them.
 * @param epoch the epoch of the books that this change opens
 */
export function changeAccount(
  account: Account,
  change: ChangeAccount,
  chart: Chart,
  epoch: number,
  now: Date,
): Account {
  const changed = { ...account, version: account.version + 1, updatedAt: now }
  if (change.name !== undefined) changed.name = change.name
  if (change.accountNumber !== undefined) changed.accountNumber = change.accountNumber
  if (change.stableName !== undefined) changed.stableName = change.stableName
  if (change.parent !== undefined)
    changed.parentId = change.parent && checkedParent(change.parent, account.type, chart).id
  if (change.accountSubtype !== undefined) changed.subtype = checkedSubtype(change.accountSubtype)
  if (SUBTYPES[changed.subtype].type !== account.type)
    throw refused(
      'AccountTypeMismatch',
      `${changed.subtype} is a subtype of ${SUBTYPES[changed.subtype].type}, the account is of ${account.type}.`,
      {
        field: 'account_subtype',
        value: change.accountSubtype,
      },
    )
  if (
    account.stableName !== null &&
    changed.stableName !== account.stableName &&
    POSTED_TO_BY_NAME.has(account.stableName)
  )
    throw refused('AccountInUse', `Postings go to ${account.stableName} by its stable name, which therefore stays.`, {
      field: 'stable_name',
    })
  if (change.archived !== undefined && change.archived !== (account.archivedAt !== null)) {
    if (change.archived) refuseArchiving(account, chart)
    else refuseArchivedParent(changed, chart)
    changed.archivedAt = change.archived ? now : null
    changed.archivedEpoch = change.archived ? epoch : null
  }
  refuseCycle(changed, chart)
  if (changed.parentId !== account.parentId) refuseDepth(changed, chart)
  refuseTakenNames(changed, chart)
  return changed
}

function checkedSubtype(subtype: string): AccountSubtype {
  if (!isAccountSubtype(subtype))
    throw refused('AccountTypeMismatch', `${subtype} is not an account subtype.`, {
      field: 'account_subtype',
      value: subtype,
    })
  return subtype
}

function checkedParent(identifier: AccountIdentifier, type: AccountType, chart: Chart): Account {
  const parent = findAccount(chart, identifier)
  const at = { field: 'parent_id', value: describeIdentifier(identifier) }
  if (!parent)
    throw refused('AccountNotFound', `There is no account ${describeIdentifier(identifier)} to nest this one in.`, at)
  if (parent.type !== type)
    throw refused('AccountTypeMismatch', `A sub-account has the type of its parent, ${parent.type}.`, at)
  if (parent.archivedAt !== null)
    throw refused('AccountArchived', `${parent.name} is archived and takes no sub-accounts.`, at)
  return parent
}

function refuseTakenNames(account: Account, chart: Chart): void {
  const problems = new Problems()
  for (const other of chart.byId.values()) {
    if (other.id === account.id) continue
    if (account.stableName !== null && other.stableName === account.stableName)
      problems.add('DuplicateStableName', `${other.name} has the stable name ${account.stableName}.`, {
        field: 'stable_name',
        value: account.stableName,
      })
    if (account.accountNumber !== null && other.accountNumber === account.accountNumber)
      problems.add('DuplicateAccountNumber', `${other.name} has the number ${account.accountNumber}.`, {
        field: 'account_number',
        value: account.accountNumber,
      })
  }
  problems.throwIfAny()
}

function refuseArchiving(account: Account, chart: Chart): void {
  if (account.stableName !== null && POSTED_TO_BY_NAME.has(account.stableName))
    throw refused('AccountInUse', `Postings go to ${account.stableName} by itself, so it cannot be archived.`, {
      field: 'archived',
    })
  for (const other of chart.byId.values())
    if (other.parentId === account.id && other.archivedAt === null)
      throw refused('AccountInUse', `${other.name} is a sub-account in use. Archive or move it first.`, {
        field: 'archived',
      })
}

function refuseArchivedParent(account: Account, chart: Chart): void {
  const parent = account.parentId === null ? undefined : chart.byId.get(account.parentId)
  if (parent && parent.archivedAt !== null)
    throw refused('AccountArchived', `${parent.name}, in which it is nested, is archived. Restore that first.`, {
      field: 'archived',
    })
}

/** How deep a chart may nest; nested messages have their limits too. */
const MAX_DEPTH = 20

function depthOf(account: Account, chart: Chart): number {
  let depth = 1
  for (let above = account.parentId; above !== null; above = chart.byId.get(above)?.parentId ?? null) depth += 1
  return depth
}

function heightOf(account: Account, chart: Chart): number {
  const below = [...chart.byId.values()].filter((other) => other.parentId === account.id)
  return 1 + Math.max(0, ...below.map((other) => heightOf(other, chart)))
}

function refuseDepth(account: Account, chart: Chart): void {
  if (depthOf(account, chart) + heightOf(account, chart) - 1 > MAX_DEPTH)
    throw refused('AccountTypeMismatch', `Accounts nest at most ${MAX_DEPTH} deep.`, { field: 'parent_id' })
}

function refuseCycle(account: Account, chart: Chart): void {
  for (let above = account.parentId; above !== null; above = chart.byId.get(above)?.parentId ?? null)
    if (above === account.id)
      throw refused('AccountTypeMismatch', 'An account cannot be nested in itself or in one of its sub-accounts.', {
        field: 'parent_id',
      })
}
