/** What several writers refuse alike: each is asked, the field that is wrong is named, and nothing is written. */
import { digestOf } from '@pacioli/testing'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, expect } from 'vitest'
import type { TestBilling } from './billing.test-helpers.ts'
import { refusals } from './bills.test-helpers.ts'

export const MAX = Number.MAX_SAFE_INTEGER

/** What is refused, and the field, whatever that is nested in: bills of many are numbered. No field: no one is wrong. */
export type Refusal = [error_enum: string, field?: string]

/** Asks all writers the same. Each must name this one problem, and no other. */
export async function expectRefused<Said>(
  writers: Record<string, (said: Said) => Promise<unknown>>,
  said: Said,
  [error_enum, field]: Refusal,
): Promise<void> {
  const answers = await Promise.all(
    Object.entries(writers).map(async ([name, write]) => [name, await refusals(write(said))] as const),
  )
  const named: unknown = field === undefined ? undefined : expect.stringMatching(new RegExp(`(^|\\.)${field}$`))
  expect(Object.fromEntries(answers)).toEqual(
    Object.fromEntries(Object.keys(writers).map((name) => [name, [[error_enum, named]]])),
  )
}

/** All tests of a `describe` together leave what billing holds of the business as it is. */
export function leavesUntouched(of: () => { billing: TestBilling; request: BusinessWrite }): void {
  const held = () => digestOf(of().billing.adminUrl, of().request.businessId)
  let before: Record<string, string>
  beforeAll(async () => {
    before = await held()
  })
  afterAll(async () => expect(await held()).toEqual(before))
}
