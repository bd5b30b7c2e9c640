import { expect, test } from 'vitest'
import { carriedBy, type Assumptions, type CostOfOne } from './model.ts'

const entry: CostOfOne = { database: 1, services: 1, bytes: 1_000, bytesForDays: 500, walBytes: 3_000, requests: 1 }
const assumed: Assumptions = {
  coresOfMachine: 2,
  busy: 0.5,
  ofMonthInBusiestHour: 0.01,
  citus: 2,
  each: 1,
  coordinator: 0.1,
}
const month = { entry: 3_600 }
const carried = (machines: number, differing: Partial<Assumptions> = {}) =>
  carriedBy(machines, { entry }, month, { ...assumed, ...differing })

test('a machine alone carries what its cores do in the busiest hour', () => {
  // One core for an hour, and 36 entries of 2 ms each for a business.
  expect(carried(1)).toEqual({
    machines: 1,
    databases: 1,
    businesses: 50_000,
    perSecond: 500,
    gigabytesOfYear: 2_160,
    isCoordinatorFull: false,
  })
})

test('of two machines one is for databases, without what a cluster costs', () => {
  expect(carried(2)).toMatchObject({ databases: 1, businesses: 100_000 })
})

test('machines are split so that databases and services are both at their limit, beside a coordinator', () => {
  // Twice the CPU for databases in a cluster, so six of nine that are not the coordinator.
  expect(carried(10)).toMatchObject({ databases: 7, businesses: 300_000, gigabytesOfYear: 2_160 })
})

test('each further database server adds as much as is measured', () => {
  expect(carried(10, { each: 0.5 }).businesses).toBeLessThan(300_000)
})

test('from where the coordinator is full, more machines carry no more', () => {
  // An hour of one core, and 36 requests of 0.1 ms each for a business.
  expect(carried(28)).toMatchObject({ businesses: 900_000, isCoordinatorFull: false })
  expect(carried(90)).toMatchObject({ businesses: 1_000_000, isCoordinatorFull: true })
  expect(carried(180).businesses).toBe(1_000_000)
})

test('a kind without a cost is refused', () => {
  expect(() => carriedBy(1, { entry }, { bill: 1 }, assumed)).toThrow('bill')
})
