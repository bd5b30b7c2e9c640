import { expect, test } from 'vitest'
import { costTable, processesIn } from './table.ts'
import { cpuOf, type Cost } from '../tools/cost.ts'

const nothing = { waiting: 0, ms: 0 }
const cost = (cpu: Cost['cpu']): Cost => ({ perSecond: 100, cpu, driver: 1, atMost: nothing, atEnd: nothing })

test('processes come in the order of a request, those that used nothing are left out', () => {
  const cpu = { 'nats-server': 1, 'PostgreSQL, ledger': 2, 'ledger-svc': 3, gateway: 4, 'PostgreSQL, peer': 0 }
  expect(processesIn([cost(cpu)])).toEqual(['gateway', 'ledger-svc', 'PostgreSQL, ledger', 'nats-server'])
})

test('the whole is the sum of all processes, each beside that of the version before', () => {
  const before = cost({ gateway: 4, 'PostgreSQL, ledger': 6 })
  const now = cost({ gateway: 1, 'PostgreSQL, ledger': 3 })
  expect(cpuOf(now)).toBe(4)
  const shown = costTable({ what: 'A posting', before: [before], now: [now] })
  const row = (name: string): string[] =>
    (shown.split('\n').find((line) => line.includes(`${name} `)) ?? '')
      .split('│')
      .map((cell) => cell.trim())
      .slice(2, 5)
  expect(row('gateway')).toEqual(['4.00', '1.00', '0.25'])
  expect(row('PostgreSQL in all')).toEqual(['6.00', '3.00', '0.50'])
  expect(row('the whole system')).toEqual(['10.00', '4.00', '0.40'])
})
