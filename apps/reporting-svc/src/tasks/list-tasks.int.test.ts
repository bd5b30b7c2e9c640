/** Lists of tasks: filters, orders, pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Business } from '../businesses/business.ts'
import { knownBusiness, startTestTasks, tasksOf, type TestTasks } from './tasks.test-helpers.ts'

let tasks: TestTasks
let business: Business
let own: ReturnType<typeof tasksOf>

beforeAll(async () => {
  tasks = await startTestTasks()
  business = await knownBusiness(tasks, { timeZone: 'Pacific/Kiritimati' })
  own = tasksOf(tasks, business)
  const at = (day: number, hour = 0) =>
    `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`
  await own.made({ title: 'a', effective_at: at(5, 9), external_id: 'x', reference_number: 'r1' })
  await own.made({ title: 'b', effective_at: at(5, 10), status: 'ASSIGNED', reference_number: 'r2' })
  const c = await own.made({ title: 'c', effective_at: at(6, 9), reference_number: 'r1' })
  const d = await own.made({ title: 'd', effective_at: at(6, 10) })
  const e = await own.made({ title: 'e', effective_at: at(1) })
  await own.respond(d.id, 'x')
  await own.update(e.id, { status: 'COMPLETED' })
  await own.update(c.id, { memo: 'last changed' })
})
afterAll(() => tasks.close())

const titles = async (asked: object = {}) => {
  const { data = [], pagination } = await own.list(asked)
  return [data.map(({ title }) => title).join(''), pagination?.total_count]
}
const sorted = (sort_by: string, sort_order: string) => ({ page: { sort_by, sort_order } })

describe('a list of tasks', () => {
  test.each([
    [{}, 'edcba'],
    [{ statuses: ['TODO'] }, 'ca'],
    [{ statuses: ['ASSIGNED', 'COMPLETED', 'USER_MARKED_COMPLETED'] }, 'edb'],
    [{ external_id: 'x' }, 'a'],
    [{ external_id: 'y' }, ''],
    [{ external_id: '\0' }, ''],
    [{ reference_numbers: ['r1'] }, 'ca'],
    [{ reference_numbers: ['r1', 'r2', '\0'] }, 'cba'],
    [{ reference_numbers: ['\ud800'] }, ''],
    // The sixth of March begins there at 10:00 UTC of the fifth.
    [{ start_date: '2026-03-06' }, 'dcb'],
    [{ end_date: '2026-03-06' }, 'ecba'],
    [{ start_date: '2026-03-06', end_date: '2026-03-06' }, 'cb'],
    [{ start_date: '2026-03-05T10:00:00.001Z', end_date: '2026-03-06T09:00:00Z' }, 'c'],
    [{ statuses: ['TODO'], reference_numbers: ['r1'], end_date: '2026-03-05T12:00:00Z' }, 'a'],
  ])('by %j finds %s', async (asked, expected) => {
    expect(await titles(asked)).toEqual([expected, expected.length])
    // As if there were too many to sort: read by index.
    const walking = tasksOf({ ...tasks, maxGathered: -1 }, business)
    const { data = [] } = await walking.list(asked)
    expect(data.map(({ title }) => title).join('')).toBe(expected)
  })

  test.each([
    [sorted('created_at', 'ASC'), 'abcde'],
    [sorted('effective_at', 'ASC'), 'eabcd'],
    [sorted('effective_at', 'DESC'), 'dcbae'],
    [sorted('updated_at', 'DESC'), 'cedba'],
  ])('sorted by %j is %s', async (asked, expected) => {
    expect(await titles(asked)).toEqual([expected, 5])
  })

  test.each([
    ['statuses', { statuses: ['DONE'] }],
    ['sort_by', sorted('title', 'ASC')],
    ['limit', { page: { limit: 501 } }],
    ['start_date, end_date', { start_date: 'soon' }],
  ])('with a wrong %s is refused', async (field, asked) => {
    await expect(own.list(asked)).rejects.toMatchObject({
      errorEnum: 'InvalidQuery',
      problems: [{ meta: { field } }],
    })
  })

  test.each([10_000, -1])(
    'comes page by page, each task once, though some are added meanwhile',
    async (maxGathered) => {
      const { made, list } = tasksOf({ ...tasks, maxGathered }, await knownBusiness(tasks))
      // Many have the same time.
      for (let count = 0; count < 7; count += 1)
        await made({ title: `${count}`, effective_at: `2026-01-0${1 + (count % 2)}T00:00:00Z` })
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = { sort_by: 'effective_at', sort_order: 'ASC', limit: 2, cursor }
        const { data = [], pagination } = await list({ page })
        expect(pagination?.total_count).toBe(7)
        seen.push(...data.map(({ title }) => title ?? ''))
        cursor = pagination?.cursor
        await made({ title: 'new', effective_at: '2025-01-01T00:00:00Z' })
      } while (cursor !== undefined)
      expect(seen.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
      expect(seen.slice(0, 4).toSorted()).toEqual(['0', '2', '4', '6'])
    },
  )

  test('takes no cursor of another filter, sort or business', async () => {
    const { pagination } = await own.list({ page: { limit: 1 } })
    const page = { limit: 1, cursor: pagination?.cursor }
    const otherBusiness = tasksOf(tasks, await knownBusiness(tasks))
    for (const ask of [
      () => own.list({ page, statuses: ['TODO'] }),
      () => own.list({ page: { ...page, sort_by: 'updated_at' } }),
      () => own.list({ page: { ...page, cursor: `${page.cursor}x` } }),
      () => otherBusiness.list({ page }),
    ])
      await expect(ask()).rejects.toMatchObject({ errorEnum: 'InvalidCursor' })
    expect((await own.list({ page })).data?.[0]?.title).toBe('d')
  })

  test('ends a page before it exceeds the size limit, and continues from there', async () => {
    const { id: businessId, ...of } = await knownBusiness(tasks)
    const { made, respond, list } = tasksOf(tasks, { id: businessId, ...of })
    const { id } = await made()
    await respond(id, '€'.repeat(10_000))
    await tasks.db.transact({ businessId }, (tx) =>
      tx.rows(
        `INSERT INTO tasks SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
           FROM tasks t, generate_series(2, 110) WHERE id = $1`,
        [id],
      ),
    )
    const first = await list({ page: { limit: 500 } })
    const second = await list({ page: { limit: 500, cursor: first.pagination?.cursor } })
    const ids = [...(first.data ?? []), ...(second.data ?? [])].map(({ id }) => id)
    expect(first.data?.length).toBeLessThan(110)
    expect([new Set(ids).size, ids.length, second.pagination?.cursor]).toEqual([110, 110, undefined])
  })
})
