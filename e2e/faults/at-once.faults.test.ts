/** Concurrent requests to one vendor's or customer's documents: `npm test` runs a few, this runs many. */
import { ownStack } from '@pacioli/testing'
import type { Stack } from '@pacioli/dev-stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agedStack, expectAging } from '../src/aging-checks.ts'
import { newClient } from '../src/clients.ts'
import { payables } from '../src/model/payables.ts'
import { expectSomeOrder } from '../src/model/properties.ts'
import { receivables } from '../src/model/receivables.ts'
import { expectNoViolations } from '../src/own-checks.ts'

const RACES = 500

let stack: Stack
beforeAll(async () => {
  stack = await ownStack('at-once')
})
afterAll(() => stack?.stop())

const trial = async () => ({ client: await newClient(stack, 'races'), numRuns: RACES })

/** A race with only one outcome is none. */
const expectRaced = (otherOrders: number): void => expect(otherOrders).toBeGreaterThan(0)

test('concurrent requests to bills, payments and credits end as in some order', async () =>
  expectRaced(await expectSomeOrder(await trial(), payables)))

test('concurrent requests to invoices, payments and refunds end as in some order', async () =>
  expectRaced(await expectSomeOrder(await trial(), receivables)))

test('after all of this the product finds nothing wrong, and both agings say what is owed', async () => {
  await expectNoViolations(stack)
  expect(await expectAging(agedStack(stack))).toBeGreaterThan(0)
})
