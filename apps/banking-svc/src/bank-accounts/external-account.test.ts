import { expect, test } from 'vitest'
import {
  archiveExternal,
  isDisconnected,
  momentOf,
  notificationsOf,
  report,
  requireBalance,
  requireSameType,
  shownRange,
  UNCONNECTED,
  withNewerBalance,
  type ExternalAccount,
} from './external-account.ts'

const then = new Date('2026-01-01T00:00:00Z')
const now = new Date('2026-02-01T00:00:00Z')
const day = (text: string): Date => new Date(`${text}T00:00:00Z`)

const account: ExternalAccount = {
  ...UNCONNECTED,
  id: 'e',
  businessId: 'b',
  bankAccountId: 'a',
  ledgerAccountId: 'l',
  externalId: 'x',
  source: 'custom',
  type: 'DEPOSITORY',
  subtype: 'CHECKING',
  name: 'Checking',
  mask: null,
  institution: null,
  userCreated: false,
  showTransactionsOnOrAfter: null,
  showTransactionsOnOrBefore: null,
  archivedAt: null,
  version: 1,
  createdAt: then,
  updatedAt: then,
}

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as { errorEnum?: string }).errorEnum ?? String(error)
  }
  return 'none'
}

test('reporting the same again changes nothing', () => {
  const broken = report(account, { connectionNeedsRepairAsOf: then, isSyncing: true }, now)
  expect(broken).toMatchObject({ connectionNeedsRepairAsOf: then, isSyncing: true, version: 2, updatedAt: now })
  expect(report(broken, { connectionNeedsRepairAsOf: new Date(then), isSyncing: true }, now)).toBe(broken)
  expect(report(broken, {}, now)).toBe(broken)
  expect(report(broken, { connectionNeedsRepairAsOf: null }, now)).toMatchObject({
    connectionNeedsRepairAsOf: null,
    isSyncing: true,
    version: 3,
  })
})

test('only a newer balance replaces a balance', () => {
  const balanceOf = (balance: number, at: string) => ({ balance, at: day(at), createdAt: now })
  const known = report(account, { latestBalance: balanceOf(5, '2026-01-10') }, now)
  expect(known.latestBalance?.balance).toBe(5)
  expect(report(known, { latestBalance: balanceOf(7, '2026-01-09') }, now)).toBe(known)
  expect(report(known, { latestBalance: balanceOf(5, '2026-01-10') }, now)).toBe(known)
  expect(report(known, { latestBalance: balanceOf(7, '2026-01-10') }, now).latestBalance?.balance).toBe(7)
  expect(report(known, { latestBalance: balanceOf(-7, '2026-01-11') }, now).latestBalance?.balance).toBe(-7)
  expect(report(known, { latestBalance: null }, now).latestBalance).toBeNull()
  expect(withNewerBalance(known, balanceOf(9, '2026-01-09'), now)).toBe(known)
  expect(withNewerBalance(known, balanceOf(9, '2026-01-12'), now).latestBalance?.balance).toBe(9)
})

test('an archived account takes no reports, and no longer syncs', () => {
  const archived = archiveExternal({ ...account, isSyncing: true }, now)
  expect(archived).toMatchObject({ archivedAt: now, isSyncing: false, version: 2 })
  expect(archiveExternal(archived, now)).toBe(archived)
  expect(refusal(() => report(archived, { isSyncing: true }, now))).toBe('BankAccountArchived')
  expect(withNewerBalance(archived, { balance: 1, at: now, createdAt: now }, now)).toBe(archived)
})

test('notifications name what is missing, broken or to be confirmed, for active accounts only', () => {
  const facts = { transactionCount: 1, uncategorizedSum: 0, hasOpeningBalance: false }
  expect(notificationsOf(account, facts)).toEqual(['OPENING_BALANCE_MISSING'])
  expect(notificationsOf(account, { ...facts, transactionCount: 0 })).toEqual([])
  expect(notificationsOf(account, { ...facts, hasOpeningBalance: true })).toEqual([])
  const troubled = { ...account, connectionNeedsRepairAsOf: then, requiresUserConfirmationAsOf: then }
  expect(notificationsOf(troubled, facts)).toEqual([
    'OPENING_BALANCE_MISSING',
    'CONNECTION_NEEDS_REPAIR',
    'REQUIRES_USER_CONFIRMATION',
  ])
  expect(notificationsOf({ ...troubled, archivedAt: now }, facts)).toEqual([])
})

test('a bank account is disconnected while one of its live feeds is broken', () => {
  const broken = { ...account, connectionNeedsRepairAsOf: then }
  expect(isDisconnected([])).toBe(false)
  expect(isDisconnected([account])).toBe(false)
  expect(isDisconnected([account, broken])).toBe(true)
  expect(isDisconnected([account, { ...broken, archivedAt: now }])).toBe(false)
})

test('a credit account cannot feed a depository account', () => {
  const bank = { type: 'DEPOSITORY', subtype: 'SAVINGS', name: 'Savings' } as const
  expect(refusal(() => requireSameType({ type: 'DEPOSITORY', subtype: 'CHECKING' }, bank))).toBe('none')
  expect(refusal(() => requireSameType({ type: 'CREDIT', subtype: 'OTHER' }, bank))).toBe('AccountTypeMismatch')
})

test("a day is taken in the business's time zone, and invalid dates are refused", () => {
  const zone = 'Pacific/Auckland'
  expect(momentOf('2026-01-15', 'f', zone)).toEqual(new Date('2026-01-14T11:00:00Z'))
  expect(momentOf('2026-01-15', 'f', zone, 'end')).toEqual(new Date('2026-01-15T10:59:59.999Z'))
  expect(momentOf('2026-01-15T00:00:00+01:00', 'f', zone)).toEqual(new Date('2026-01-14T23:00:00Z'))
  for (const text of ['2026-02-30', '2026-01-15T00:00:00', 'yesterday', ''])
    expect(refusal(() => momentOf(text, 'f', zone))).toBe('InvalidPayload')
})

test('a range of transactions cannot be empty', () => {
  expect(shownRange(undefined, undefined, 'UTC')).toEqual({
    showTransactionsOnOrAfter: null,
    showTransactionsOnOrBefore: null,
  })
  expect(shownRange('2026-01-15', '2026-01-15', 'UTC').showTransactionsOnOrBefore).toEqual(
    new Date('2026-01-15T23:59:59.999Z'),
  )
  expect(refusal(() => shownRange('2026-01-16', '2026-01-15', 'UTC'))).toBe('InvalidPayload')
})

test('a balance is a safe integer of minor units', () => {
  expect(requireBalance(Number.MAX_SAFE_INTEGER, 'balance')).toBe(Number.MAX_SAFE_INTEGER)
  expect(requireBalance(-Number.MAX_SAFE_INTEGER, 'balance')).toBe(-Number.MAX_SAFE_INTEGER)
  expect(Object.is(requireBalance(-0, 'balance'), 0)).toBe(true)
  for (const balance of [2 ** 53, -(2 ** 53), 0.5, NaN])
    expect(refusal(() => requireBalance(balance, 'balance'))).toBe('AmountOutOfRange')
})
