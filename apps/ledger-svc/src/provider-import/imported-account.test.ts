import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartOf, openChart } from '../chart-of-accounts/account.ts'
import type { ProviderAccount } from '../connectors/connector.ts'
import { isNewOrChanged, parentsFirst, takeOver, type ImportedAccount } from './imported-account.ts'

const account = (externalId: string, more: Partial<ProviderAccount> = {}): ProviderAccount => ({
  externalId,
  parentExternalId: null,
  name: `Account ${externalId}`,
  accountNumber: null,
  active: true,
  subtype: 'OPERATING_EXPENSES',
  normality: null,
  stableName: null,
  currency: null,
  ...more,
})

const now = new Date('2026-11-20T12:00:00Z')

function decision(imported: ImportedAccount[] = []) {
  let id = 0
  const newId = () => `00000000-0000-0000-0000-${String(++id).padStart(12, '0')}`
  return {
    chart: chartOf(openChart(newId, now)),
    imported: new Map(imported.map((one) => [one.externalId, one])),
    newId,
    now,
    epoch: 2,
  }
}

describe('parents first', () => {
  test('in any order, none is lost, and circles end', () => {
    const parents = fc.array(fc.option(fc.nat(29), { nil: null }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(parents, (given) => {
        const accounts = given.map((parent, index) =>
          account(String(index), { parentExternalId: parent === null ? null : String(parent) }),
        )
        const ordered = parentsFirst(accounts)
        expect(ordered.map(({ externalId }) => externalId).toSorted()).toEqual(
          accounts.map(({ externalId }) => externalId).toSorted(),
        )
      }),
    )
  })

  test('a grandparent that comes last comes first', () => {
    const accounts = [
      account('1', { parentExternalId: '2' }),
      account('2', { parentExternalId: '3' }),
      account('3'),
      account('3', { name: 'later' }),
    ]
    expect(parentsFirst(accounts).map(({ name }) => name)).toEqual(['later', 'Account 2', 'Account 1'])
  })
})

describe('taking over', () => {
  test('a whole chart that was renumbered, each account gets its number', () => {
    const before = decision()
    const numbers = ['10', '20', '30']
    const first = takeOver(
      numbers.map((accountNumber, index) => account(String(index), { accountNumber })),
      before,
    )
    const imported = new Map(first.imported.map((one) => [one.externalId, one]))
    const byId = new Map(before.chart.byId)
    for (const write of first.writes) byId.set(write.account.id, write.account)
    const rotated = ['20', '30', '10'].map((accountNumber, index) => account(String(index), { accountNumber }))
    const second = takeOver(rotated, { ...before, imported, chart: { ...before.chart, byId } })
    for (const write of second.writes) {
      const rivals = [...byId.values()].filter(
        ({ id, accountNumber }) => id !== write.account.id && accountNumber === write.account.accountNumber,
      )
      if (write.account.accountNumber !== null) expect(rivals).toEqual([])
      byId.set(write.account.id, write.account)
    }
    expect(second.imported.map(({ accountId }) => byId.get(accountId)?.accountNumber)).toEqual(['20', '30', '10'])
  })

  test('an imported account is not imported again, a changed one is', () => {
    const accounts = [account('1'), account('2', { parentExternalId: '1' })]
    const { imported } = takeOver(accounts, decision())
    const known = new Map(imported.map((one) => [one.externalId, one]))
    expect(accounts.map((one) => isNewOrChanged(one, known))).toEqual([false, false])
    expect(isNewOrChanged(account('1', { name: 'renamed' }), known)).toBe(true)
    expect(isNewOrChanged(account('2'), known)).toBe(true)
  })

  test('a refused one does not affect those before and after it', () => {
    const tooDeep = Array.from({ length: 22 }, (_, depth) =>
      account(String(depth), { parentExternalId: depth === 0 ? null : String(depth - 1) }),
    )
    const { outcomes, refused, writes } = takeOver([...tooDeep, account('last')], decision())
    expect([...outcomes.values()].filter((outcome) => outcome === 'created')).toHaveLength(22)
    expect(refused.map(({ externalId, errorEnum }) => [externalId, errorEnum])).toEqual([['20', 'AccountTypeMismatch']])
    expect(writes).toHaveLength(22)
  })
})
