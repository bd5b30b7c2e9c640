import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openPlace, type Place } from '../transaction-views/listing.test-helpers.ts'
import { listCategories, listCounterparties } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let place: Place
beforeAll(async () => {
  banking = await startTestBanking()
  place = await openPlace(banking)
})
afterAll(() => banking.stop())

const addCounterparties = (where: Place, names: readonly string[]) =>
  banking.db.transact(where.request, (tx) =>
    tx.rows(
      'INSERT INTO counterparties SELECT $1, n.id, n.name, now() FROM unnest($2::uuid[], $3::text[]) AS n(id, name)',
      [where.request.businessId, names.map(() => crypto.randomUUID()), names],
    ),
  )

test('the categories are the open accounts of the chart, and Exclusion', async () => {
  const { request } = place
  const open = async () => (await listCategories(banking, request)).map(({ category }) => category ?? '')
  const before = await open()
  expect(before.at(-1)).toBe('Exclusion')
  expect(before).toContain('UNCATEGORIZED_EXPENSE')
  await banking.db.transact(request, (tx) =>
    tx.rows('UPDATE accounts SET archived_at = now() WHERE business_id = $1 AND stable_name = $2', [
      request.businessId,
      'UNCATEGORIZED_EXPENSE',
    ]),
  )
  const after = await open()
  expect(before.filter((category) => !after.includes(category))).toEqual(['UNCATEGORIZED_EXPENSE'])
})

test('counterparties are listed by name, page by page, those of the business alone', async () => {
  const other = await openPlace(banking)
  await addCounterparties(other, ['Theirs'])
  const letters = fc.array(fc.constantFrom('a', 'B', 'Ä', '%', '_', "'", '日'), { minLength: 1, maxLength: 4 })
  const names =
    fc.sample(
      fc.uniqueArray(
        letters.map((parts) => parts.join('')),
        { minLength: 20, maxLength: 40, selector: (name) => name.toLowerCase() },
      ),
      1,
    )[0] ?? []
  await addCounterparties(place, names)
  for (const [name, sort_order] of [
    [undefined, 'ASC'],
    ['%', 'DESC'],
    ['b', 'ASC'],
    ["'", 'DESC'],
    ['a\0', 'ASC'],
  ] as const) {
    const expected = names
      .filter((one) => one.toLowerCase().includes(name ?? ''))
      .sort((one, another) => (sort_order === 'ASC' ? 1 : -1) * Buffer.compare(Buffer.from(one), Buffer.from(another)))
    const found: (string | undefined)[] = []
    for (let cursor: string | undefined; ;) {
      const { data, pagination } = await listCounterparties(banking, place.request, {
        name,
        page: { limit: 7, sort_order, ...(cursor === undefined ? {} : { cursor }) },
      })
      expect(pagination?.total_count).toBe(expected.length)
      found.push(...(data ?? []).map((one) => one.name))
      cursor = pagination?.cursor
      if (cursor === undefined) break
    }
    expect(found).toEqual(expected)
  }
})
