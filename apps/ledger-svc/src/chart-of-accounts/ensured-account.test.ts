import { DomainError } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { chartOf, openChart, type Account, type Chart } from './account.ts'
import { ensureInChart, type EnsuredAccount } from './ensured-account.ts'

const now = new Date('2026-05-01T00:00:00Z')
let count = 0
const newId = (): string => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`
const template = openChart(newId, now)
const chart = chartOf(template)
const idOf = (stableName: string): string => chart.byStableName.get(stableName)?.id ?? ''

const checking = (more: Partial<EnsuredAccount> = {}): EnsuredAccount => ({
  account_id: newId(),
  name: 'Checking',
  account_subtype: 'BANK_ACCOUNTS',
  ...more,
})

const made = (input: EnsuredAccount, within: Chart = chart): Account | undefined =>
  ensureInChart([input], within, now).made[0]

const problemsOf = (inputs: EnsuredAccount[], within: Chart = chart): unknown[] => {
  try {
    ensureInChart(inputs, within, now)
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
  }
}

test('type and side follow from the subtype, and the account nests in the one of the whole subtype', () => {
  expect(made(checking())).toMatchObject({ type: 'ASSET', normality: 'DEBIT', parentId: idOf('BANK_ACCOUNTS') })
  const card = checking({ account_subtype: 'CREDIT_CARD' })
  expect(made(card)).toMatchObject({ type: 'LIABILITY', normality: 'CREDIT', parentId: idOf('CREDIT_CARD') })
  const line = checking({ account_subtype: 'LINE_OF_CREDIT' })
  expect(made(line)).toMatchObject({ normality: 'CREDIT', parentId: idOf('LINE_OF_CREDIT') })
})

test('a named parent takes precedence; an archived or unknown one is refused, and an archived default is left out', () => {
  expect(made(checking({ parent_stable_name: 'CASH' }))?.parentId).toBe(idOf('CASH'))
  expect(problemsOf([checking({ parent_stable_name: 'NOWHERE' })])).toEqual([
    ['AccountNotFound', 'accounts.0.parent_stable_name'],
  ])
  expect(problemsOf([checking({ parent_stable_name: 'SALES' })])).toEqual([
    ['AccountTypeMismatch', 'accounts.0.parent_stable_name'],
  ])
  const without = chartOf(
    template.map((account) => (account.stableName === 'BANK_ACCOUNTS' ? { ...account, archivedAt: now } : account)),
  )
  expect(made(checking(), without)?.parentId).toBe(null)
  expect(problemsOf([checking({ parent_stable_name: 'BANK_ACCOUNTS' })], without)).toEqual([
    ['AccountArchived', 'accounts.0.parent_stable_name'],
  ])
})

test('an existing account is answered as it is, whatever the case of its id, and nothing is opened twice', () => {
  const input = checking({ account_id: 'AAAAAAAA-0000-7000-8000-00000000000F' })
  const { accounts, made: first } = ensureInChart([input, { ...input, name: 'Other' }], chart, now)
  expect(first).toHaveLength(1)
  expect(accounts).toEqual([first[0], first[0]])
  const renamed = { ...(first[0] as Account), name: 'Renamed', archivedAt: now }
  const again = ensureInChart([{ ...input, account_subtype: 'SALES' }], chartOf([...template, renamed]), now)
  expect(again).toEqual({ accounts: [renamed], made: [] })
})

test('names are refused where they are taken, also by an account of the same call', () => {
  const taken = chart.byStableName.get('CASH')?.accountNumber ?? ''
  expect(problemsOf([checking({ account_number: taken })])).toEqual([
    ['DuplicateAccountNumber', 'accounts.0.account_number'],
  ])
  expect(problemsOf([checking({ stable_name: 'A' }), checking({ stable_name: 'A' })])).toEqual([
    ['DuplicateStableName', 'accounts.1.stable_name'],
  ])
  expect(problemsOf([checking({ stable_name: 'A' }), checking({ stable_name: 'B', parent_stable_name: 'A' })])).toEqual(
    [],
  )
})

test('an id that is none, a name that is empty and a subtype that does not exist are refused', () => {
  expect(problemsOf([checking({ account_id: 'x' })])).toEqual([['InvalidPayload', 'accounts.0.account_id']])
  expect(problemsOf([checking({ name: ' ' })])).toEqual([['InvalidPayload', 'accounts.0.name']])
  expect(problemsOf([checking({ account_subtype: 'SOCK' })])).toEqual([
    ['AccountTypeMismatch', 'accounts.0.account_subtype'],
  ])
})
