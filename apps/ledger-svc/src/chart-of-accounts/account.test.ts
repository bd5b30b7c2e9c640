import { BANK_SUBTYPES, SUBTYPES } from '@pacioli/chart'
import { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import { changeAccount, chartOf, findAccount, mayBeOfBank, openAccount, openChart, type Account } from './account.ts'
import { CHART_TEMPLATE, POSTED_TO_BY_NAME } from './chart-template.ts'

let count = 0
const newId = (): string => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`
const now = new Date('2026-05-01T00:00:00Z')
const accounts = openChart(newId, now)
const chart = chartOf(accounts)
const named = (stableName: string): Account => {
  const account = chart.byStableName.get(stableName)
  if (!account) throw new Error(stableName)
  return account
}
const refusal = (act: () => unknown): string | undefined => {
  try {
    act()
  } catch (error) {
    return error instanceof DomainError ? error.errorEnum : String(error)
  }
  return undefined
}

describe('the chart template', () => {
  test('has an account for every subtype, under its own name', () => {
    for (const subtype of Object.keys(SUBTYPES)) expect(named(subtype).subtype).toBe(subtype)
  })

  test('has every account that posting rules name, with the normality they give', () => {
    expect([...POSTED_TO_BY_NAME].filter((name) => !chart.byStableName.has(name))).toEqual([])
    expect([
      named('PURCHASE_DISCOUNTS').normality,
      named('SALES_DISCOUNTS').normality,
      named('CUSTOMER_CREDITS').normality,
    ]).toEqual(['CREDIT', 'DEBIT', 'CREDIT'])
  })

  test('repeats no number and nests only in accounts of the same type', () => {
    expect(new Set(CHART_TEMPLATE.map((account) => account.accountNumber)).size).toBe(CHART_TEMPLATE.length)
    for (const account of accounts)
      if (account.parentId) expect(chart.byId.get(account.parentId)?.type).toBe(account.type)
  })
})

describe('opening an account', () => {
  const open = (input: Partial<Parameters<typeof openAccount>[0]>) =>
    openAccount({ name: 'Petty cash', accountSubtype: 'CASH', ...input }, chart, newId(), now)

  test('takes type and normality from its subtype', () => {
    expect(open({})).toMatchObject({ type: 'ASSET', normality: 'DEBIT', subtype: 'CASH' })
  })

  test('may stand on the other side as a contra account', () => {
    expect(open({ normality: 'CREDIT' }).normality).toBe('CREDIT')
  })

  test.each([
    ['a type that is not its subtype’s', { accountType: 'EQUITY' }, 'AccountTypeMismatch'],
    ['a subtype that does not exist', { accountSubtype: 'MOON' }, 'AccountTypeMismatch'],
    ['a parent of another type', { parent: { type: 'StableName', stable_name: 'SALES' } }, 'AccountTypeMismatch'],
    ['a parent that does not exist', { parent: { type: 'AccountId', id: 'nope' } }, 'AccountNotFound'],
    ['a stable name that is taken', { stableName: 'SALES' }, 'DuplicateStableName'],
    ['a number that is taken', { accountNumber: named('SALES').accountNumber ?? '' }, 'DuplicateAccountNumber'],
  ])('is refused with %s', (_what, input, expected) => {
    expect(refusal(() => open(input))).toBe(expected)
  })
})

describe('changing an account', () => {
  const change = (account: Account, changes: Parameters<typeof changeAccount>[1], within = chart) =>
    changeAccount(account, changes, within, 9, now)

  test('archiving remembers the epoch, restoring forgets it', () => {
    const archived = change(named('INVENTORY'), { archived: true })
    expect([archived.archivedAt, archived.archivedEpoch]).toEqual([now, 9])
    expect(change(archived, { archived: false })).toMatchObject({ archivedAt: null, archivedEpoch: null })
  })

  test('an account that postings go to by name keeps name and stays open', () => {
    expect(refusal(() => change(named('ACCOUNTS_PAYABLE'), { archived: true }))).toBe('AccountInUse')
    expect(refusal(() => change(named('ACCOUNTS_PAYABLE'), { stableName: null }))).toBe('AccountInUse')
    expect(change(named('ACCOUNTS_PAYABLE'), { name: 'Trade creditors' }).name).toBe('Trade creditors')
  })

  test('an account with sub-accounts in use is not archived', () => {
    expect(refusal(() => change(named('TAXES_PAYABLE'), { archived: true }))).toBe('AccountInUse')
  })

  test('no account is nested in itself, directly or not', () => {
    const [parent, child] = [named('TAXES_PAYABLE'), named('SALES_TAXES_PAYABLE')]
    expect(refusal(() => change(parent, { parent: { type: 'AccountId', id: parent.id } }))).toBe('AccountTypeMismatch')
    expect(refusal(() => change(parent, { parent: { type: 'AccountId', id: child.id } }))).toBe('AccountTypeMismatch')
  })

  test('an account of an archived parent is not restored before it', () => {
    const [parent, child] = [named('TAXES_PAYABLE'), named('OTHER_TAXES_PAYABLE')]
    const archived = (account: Account): Account => ({ ...account, archivedAt: now, archivedEpoch: 1 })
    const within = chartOf(
      accounts.map((account) => (account === parent || account === child ? archived(account) : account)),
    )
    expect(refusal(() => change(archived(child), { archived: false }, within))).toBe('AccountArchived')
  })

  test('no chart nests deeper than twenty, whether by opening or by moving', () => {
    const nested = (depth: number): Account[] => {
      const made: Account[] = []
      for (let level = 0; level < depth; level++)
        made.push({
          ...named('CASH'),
          id: `level-${level}`,
          parentId: made.at(-1)?.id ?? null,
          stableName: null,
          accountNumber: null,
        })
      return made
    }
    const twenty = chartOf([...accounts, ...nested(20)])
    const under = (id: string) => ({ name: 'x', accountSubtype: 'CASH', parent: { type: 'AccountId', id } })
    expect(openAccount(under('level-18'), twenty, newId(), now).parentId).toBe('level-18')
    expect(refusal(() => openAccount(under('level-19'), twenty, newId(), now))).toBe('AccountTypeMismatch')
    const top = twenty.byId.get('level-0')
    if (!top) throw new Error('no top')
    expect(refusal(() => change(top, { parent: { type: 'StableName', stable_name: 'CASH' } }, twenty))).toBe(
      'AccountTypeMismatch',
    )
  })

  test('null takes a value away, absent leaves it', () => {
    expect(change(named('INVENTORY'), { accountNumber: null })).toMatchObject({
      accountNumber: null,
      stableName: 'INVENTORY',
    })
  })
})

test('an account is found by id in any case and by its exact stable name', () => {
  const sales = named('SALES')
  expect(findAccount(chart, { type: 'AccountId', id: sales.id.toUpperCase() })).toBe(sales)
  expect(findAccount(chart, { type: 'StableName', stable_name: 'sales' })).toBeUndefined()
})

describe('whether an account may be that of a bank account', () => {
  test('of those that a chart begins with, the ones with such subtypes may', () => {
    const may = accounts.filter(mayBeOfBank).map(({ subtype }) => subtype)
    expect(new Set(may)).toEqual(new Set(BANK_SUBTYPES))
  })

  test('one that was changed may if its type allows, whatever its subtype is now', () => {
    const change = (account: Account, accountSubtype: string) =>
      changeAccount(account, { accountSubtype }, chart, 2, now)
    expect(mayBeOfBank(change(named('BANK_ACCOUNTS'), 'INVENTORY'))).toBe(true)
    expect(mayBeOfBank(change(named('CREDIT_CARD'), 'OTHER_CURRENT_LIABILITY'))).toBe(true)
    expect(mayBeOfBank(changeAccount(named('SALES'), { name: 'Turnover' }, chart, 2, now))).toBe(false)
  })
})
