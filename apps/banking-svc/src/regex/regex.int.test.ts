import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { list, openPlace, transactionOf, write, type Place } from '../bank-transactions/listing.test-helpers.ts'
import { REGEX_LIMIT_MS } from './regex-limit.ts'
import { MAX_REGEX_LENGTH, requireValidRegex, withinRegexLimit } from './regex.store.ts'

let banking: TestBanking
let place: Place
beforeAll(async () => {
  banking = await startTestBanking()
  place = await openPlace(banking)
  await write(
    banking,
    place,
    Array.from({ length: 20 }, (_, index) => transactionOf(place, { description: `${'ab'.repeat(200 + index)}cx` })),
  )
})
afterAll(() => banking.stop())

/** Back references are what PostgreSQL can only match by trying. */
const BOMB = String.raw`^(.*)(.*)(.*)(.*)(.*)\5\4\3\2\1x$`

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
  const empty = await openPlace(banking)
  await expect(list(banking, empty, { merchant_name_filter_regex: '(' })).rejects.toMatchObject({
    problems: [{ error_enum: 'InvalidRegex', meta: { field: 'merchant_name_filter_regex' } }],
  })
})

test('what takes too long is stopped and told, and the connection has its own limit again', async () => {
  const began = Date.now()
  await expect(list(banking, place, { description_filter_regex: BOMB })).rejects.toMatchObject({
    errorEnum: 'RegexTooExpensive',
  })
  expect(Date.now() - began).toBeLessThan(REGEX_LIMIT_MS + 8_000)
  const limit = () =>
    banking.db.transact(place.request, (tx) => tx.row(`SELECT current_setting('statement_timeout') AS set`))
  expect(await limit()).toEqual({ set: '15s' })
  const inside = await banking.db.transact(place.request, async (tx) => {
    await withinRegexLimit(tx, () => tx.rows('SELECT 1'))
    return tx.row(`SELECT current_setting('statement_timeout') AS set`)
  })
  expect(inside).toEqual({ set: '15s' })
})

test('while many match without end, a neighbour is answered at once', async () => {
  const neighbour = await openPlace(banking)
  await write(banking, neighbour, [transactionOf(neighbour, { description: 'rent' })])
  let stopped = 0
  const bombs = Array.from({ length: 12 }, () =>
    list(banking, place, { description_filter_regex: BOMB })
      .then(
        () => 'matched',
        (error: { errorEnum: string }) => error.errorEnum,
      )
      .finally(() => (stopped += 1)),
  )
  for (let turn = 0; turn < 3; turn++) {
    expect((await list(banking, neighbour, { description_filter: 'rent' })).data).toHaveLength(1)
    expect((await list(banking, neighbour, { description_filter_regex: '^rent$' })).data).toHaveLength(1)
  }
  expect(stopped).toBeLessThan(12)
  // Those that waited too long for their turn are told to come again.
  expect([...new Set(await Promise.all(bombs))].sort()).toEqual(['RegexTooExpensive', 'ServiceUnavailable'])
})
