/** A source of the transactions of a bank account: a feed, or files. One bank account may have several. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { instant, isDay, endOfDay, isInstant, startOfDay } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import { archive, requireInUse, type AccountKind, type Institution } from './bank-account.ts'

/** The balance as the bank reported it: money, or, negative, debt. */
export type LatestBalance = { balance: number; at: Date; createdAt: Date }

/** The state of the feed. */
export type Connection = {
  latestBalance: LatestBalance | null
  connectionNeedsRepairAsOf: Date | null
  requiresUserConfirmationAsOf: Date | null
  reconnectWithNewCredentials: boolean
  connectionId: string | null
  connectionExternalId: string | null
  isSyncing: boolean
}

export type ExternalAccount = AccountKind &
  Connection & {
    id: string
    businessId: string
    bankAccountId: string
    /** The bank account's. */
    ledgerAccountId: string
    externalId: string
    /** The canonical request; set only while it is created. */
    asked?: CanonicalRequest | undefined
    source: string
    name: string
    mask: string | null
    institution: Institution | null
    userCreated: boolean
    showTransactionsOnOrAfter: Date | null
    showTransactionsOnOrBefore: Date | null
    archivedAt: Date | null
    version: number
    createdAt: Date
    updatedAt: Date
  }

/** What answers show of an external account besides itself. */
export type ExternalFacts = { transactionCount: number; uncategorizedSum: number; hasOpeningBalance: boolean }

export const externalAccountNotFound = (id: string) =>
  refused('ExternalAccountNotFound', `The business has no external account ${id}.`, {
    field: 'externalAccountId',
    value: id,
  })

/** @throws AccountTypeMismatch */
export function requireSameType(external: AccountKind, bankAccount: AccountKind & { name: string }): void {
  if (external.type === bankAccount.type) return
  throw refused(
    'AccountTypeMismatch',
    `${bankAccount.name} is a ${bankAccount.type} account; a ${external.type} one cannot feed it.`,
    { field: 'account_type', value: external.type },
  )
}

const NOT_A_MOMENT = 'Expected a day (2026-01-31) or an instant with an offset (2026-01-31T09:00:00Z).'

/** A day is taken in the zone. @throws InvalidPayload */
export function momentOf(text: string, field: string, zone: string, ofDay: 'start' | 'end' = 'start'): Date {
  if (isDay(text)) return ofDay === 'start' ? startOfDay(text, zone) : endOfDay(text, zone)
  if (isInstant(text)) return instant(text)
  throw refused('InvalidPayload', NOT_A_MOMENT, { field, value: text })
}

export type ShownRange = Pick<ExternalAccount, 'showTransactionsOnOrAfter' | 'showTransactionsOnOrBefore'>

/** Which transactions are imported. @throws InvalidPayload */
export function shownRange(after: string | undefined, before: string | undefined, zone: string): ShownRange {
  const range = {
    showTransactionsOnOrAfter:
      after === undefined ? null : momentOf(after, 'show_transactions_on_or_after', zone, 'start'),
    showTransactionsOnOrBefore:
      before === undefined ? null : momentOf(before, 'show_transactions_on_or_before', zone, 'end'),
  }
  const { showTransactionsOnOrAfter: from, showTransactionsOnOrBefore: to } = range
  if (from !== null && to !== null && from > to)
    throw refused('InvalidPayload', 'No transaction can be both that late and that early: the range is empty.', {
      field: 'show_transactions_on_or_before',
      value: before,
    })
  return range
}

/** Before any report of a feed. */
export const UNCONNECTED: Connection = {
  latestBalance: null,
  connectionNeedsRepairAsOf: null,
  requiresUserConfirmationAsOf: null,
  reconnectWithNewCredentials: false,
  connectionId: null,
  connectionExternalId: null,
  isSyncing: false,
}

const isSameMoment = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

/**
 * The account as the feed reports it now; the same object if nothing is new. An older balance than the stored one is not
 * new: reports may arrive late.
 * @throws BankAccountArchived
 */
export function report(account: ExternalAccount, news: Partial<Connection>, now: Date): ExternalAccount {
  requireInUse(account)
  const reported = { ...account, ...news, latestBalance: newerBalance(account.latestBalance, news.latestBalance) }
  const isSame =
    reported.latestBalance === account.latestBalance &&
    isSameMoment(reported.connectionNeedsRepairAsOf, account.connectionNeedsRepairAsOf) &&
    isSameMoment(reported.requiresUserConfirmationAsOf, account.requiresUserConfirmationAsOf) &&
    (['reconnectWithNewCredentials', 'connectionId', 'connectionExternalId', 'isSyncing'] as const).every(
      (field) => reported[field] === account[field],
    )
  return isSame ? account : { ...reported, version: account.version + 1, updatedAt: now }
}

/** The account with a balance from another source; the same object if that is older than the stored one. */
export const withNewerBalance = (account: ExternalAccount, balance: LatestBalance, now: Date): ExternalAccount =>
  account.archivedAt === null ? report(account, { latestBalance: balance }, now) : account

/** Archiving twice changes nothing. */
export const archiveExternal = (account: ExternalAccount, now: Date): ExternalAccount =>
  account.archivedAt === null ? { ...archive(account, now), isSyncing: false } : account

/** @param reported null removes the balance */
function newerBalance(known: LatestBalance | null, reported: LatestBalance | null | undefined): LatestBalance | null {
  if (reported === undefined) return known
  if (reported === null || known === null) return reported
  if (reported.at < known.at) return known
  return isSameMoment(reported.at, known.at) && reported.balance === known.balance ? known : reported
}

/** @throws AmountOutOfRange outside the safe integers */
export function requireBalance(balance: number, field: string): number {
  if (!isAmount(balance))
    throw refused('AmountOutOfRange', 'A balance is a whole number of minor units within ±(2^53 - 1).', {
      field,
      value: String(balance),
    })
  // -0 becomes 0.
  return balance + 0
}

export type NotificationType = 'OPENING_BALANCE_MISSING' | 'CONNECTION_NEEDS_REPAIR' | 'REQUIRES_USER_CONFIRMATION'

/**
 * What a user has to do for the account. Without an opening balance the books differ from the bank's once there are
 * transactions; before, there is nothing to open. An archived account needs nothing.
 */
export function notificationsOf(account: ExternalAccount, facts: ExternalFacts): NotificationType[] {
  if (account.archivedAt !== null) return []
  return [
    ...(facts.transactionCount > 0 && !facts.hasOpeningBalance ? (['OPENING_BALANCE_MISSING'] as const) : []),
    ...(account.connectionNeedsRepairAsOf === null ? [] : (['CONNECTION_NEEDS_REPAIR'] as const)),
    ...(account.requiresUserConfirmationAsOf === null ? [] : (['REQUIRES_USER_CONFIRMATION'] as const)),
  ]
}

/** Whether a live feed of the account is broken. */
export const isDisconnected = (externals: readonly ExternalAccount[]): boolean =>
  externals.some(
    ({ archivedAt, connectionNeedsRepairAsOf }) => archivedAt === null && connectionNeedsRepairAsOf !== null,
  )
