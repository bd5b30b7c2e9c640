/** Refusals that several writers share: each is called, names the invalid field, and writes nothing. */
import { digestOf } from '@pacioli/testing'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, expect } from 'vitest'
import type { TestBilling } from './billing.test-helpers.ts'
import { refusals } from './bills.test-helpers.ts'

export const MAX = Number.MAX_SAFE_INTEGER

/** The error and the field without its prefix, since bills of many are numbered. No field: none is at fault. */
export type Refusal = [error_enum: string, field?: string]

/** Calls all writers. Each must report exactly this problem. */
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

/** All tests of a `describe` leave the business's data in billing unchanged. */
export function leavesUntouched(of: () => { billing: TestBilling; request: BusinessWrite }): void {
  const digest = () => digestOf(of().billing.adminUrl, of().request.businessId)
  let before: Record<string, string>
  beforeAll(async () => {
    before = await digest()
  })
  afterAll(async () => expect(await digest()).toEqual(before))
}
