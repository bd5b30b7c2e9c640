/** What clients ask of one vendor's or customer's documents at the same time: `npm test` does it now and then, this at length. */
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

/** A race that always ends alike is none. */
const expectRaced = (otherOrders: number): void => expect(otherOrders).toBeGreaterThan(0)

test('bills, payments and credits that are asked for something at once end as if asked in some order', async () =>
  expectRaced(await expectSomeOrder(await trial(), payables)))

test('invoices, payments and refunds that are asked for something at once end as if asked in some order', async () =>
  expectRaced(await expectSomeOrder(await trial(), receivables)))

test('after all of this the product finds nothing wrong, and both agings say what is owed', async () => {
  await expectNoViolations(stack)
  expect(await expectAging(agedStack(stack))).toBeGreaterThan(0)
})
