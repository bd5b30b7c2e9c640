import type { Tx } from '@pacioli/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { list, openPlace, transactionOf, write, type Place } from '../transaction-views/listing.test-helpers.ts'
import { REGEX_LIMIT_MS } from './regex-limit.ts'
import { MAX_REGEX_LENGTH, requireValidRegex, withinRegexLimit } from './regex.store.ts'
import { regexSemaphore } from './semaphores.ts'

let banking: TestBanking
let place: Place
let neighbour: Place
beforeAll(async () => {
  banking = await startTestBanking()
  neighbour = await openPlace(banking)
  place = await openPlace(banking)
  await write(banking, place, [transactionOf(place, { description: `${'ab'.repeat(250)}cx` })])
})
afterAll(() => banking.stop())

/** PostgreSQL can match back references only by trial. */
const BOMB = String.raw`^(.*)(.*)(.*)(.*)(.*)\5\4\3\2\1x$`

/** The same for a caller that cannot wait for capacity. */
const hasty = (at: Place = place): Place => ({
  ...at,
  request: { ...at.request, deadline: new Date(Date.now() + 500) },
})

const isValid = (pattern: string) =>
  banking.db.transact(place.request, (tx) => requireValidRegex(tx, pattern, 'description_filter_regex'))

test.each(['a', '', '^(Rent|Miete) [0-9]{3,5}$', '(?i)rent', String.raw`\mrent\M`, 'a'.repeat(MAX_REGEX_LENGTH)])(
  '%j is valid',
  (pattern) => isValid(pattern),
)

test.each(['(', '[', 'a{2,1}', '*', 'a\0b', 'a'.repeat(MAX_REGEX_LENGTH + 1), '(?z)a'])(
  '%j is refused, with the field that has it',
  async (pattern) => {
    await expect(isValid(pattern)).rejects.toMatchObject({
      problems: [{ error_enum: 'InvalidRegex', meta: { field: 'description_filter_regex' } }],
    })
  },
)

test('an invalid expression is refused where there is nothing to match', async () => {
  await expect(list(banking, neighbour, { merchant_name_filter_regex: '(' })).rejects.toMatchObject({
    problems: [{ error_enum: 'InvalidRegex', meta: { field: 'merchant_name_filter_regex' } }],
  })
})

test('a slow search is stopped and refused, the business pauses, and the connection has its own limit again', async () => {
  await expect(list(banking, place, { description_filter_regex: BOMB })).rejects.toMatchObject({
    errorEnum: 'RegexTooExpensive',
  })
  await expect(list(banking, hasty(), { description_filter_regex: 'a' })).rejects.toMatchObject({
    errorEnum: 'ServiceUnavailable',
  })
  const limit = (tx: Tx) => tx.row(`SELECT current_setting('statement_timeout') AS set`)
  expect(await banking.db.transact(place.request, limit)).toEqual({ set: '15s' })
  const [inside, afterwards] = await banking.db.transact(place.request, async (tx) => [
    await withinRegexLimit(tx, () => limit(tx)),
    await limit(tx),
  ])
  expect([inside, afterwards]).toEqual([{ set: `${REGEX_LIMIT_MS}ms` }, { set: '15s' }])
})

test('while one business runs slow searches, its next one waits, and another business does not', async () => {
  const busy = await openPlace(banking)
  await write(banking, neighbour, [transactionOf(neighbour, { description: 'rent' })])
  const giveBack = await regexSemaphore.acquire(busy.request, 0)
  try {
    expect((await list(banking, neighbour, { description_filter_regex: '^rent$' })).data).toHaveLength(1)
    expect((await list(banking, busy, { description_filter: 'rent' })).data).toHaveLength(0)
    await expect(list(banking, hasty(busy), { description_filter_regex: '^rent$' })).rejects.toMatchObject({
      errorEnum: 'ServiceUnavailable',
    })
  } finally {
    giveBack()
  }
  expect((await list(banking, busy, { description_filter_regex: '^rent$' })).data).toHaveLength(0)
})
