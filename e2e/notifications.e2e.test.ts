/** What a business is told of, counted from events, while its transactions come in and are decided. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { Banking, moneyOut, newClient, target, type TestClient, type TransactionInput } from './src/index.ts'

const MONTH_MS = 31 * 86_400_000
/** In the zone of Kiritimati it is tomorrow for most of the day: tests that run at any time need days apart. */
const TIME_ZONE = 'Pacific/Kiritimati'

let client: TestClient
let banking: Banking

beforeAll(async () => {
  client = await newClient(target(), 'notifications')
  banking = await aBusiness()
})

const aBusiness = async (more: object = {}): Promise<Banking> =>
  new Banking(await client.books({ time_zone: TIME_ZONE, activation_at: '2020-06-15T00:00:00Z', ...more }))

/** Today and a day of an earlier month, where the business is. */
const dayThere = (agoMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(new Date(Date.now() - agoMs))
const thisMonth = (): string => dayThere(0)
const earlier = (): string => dayThere(MONTH_MS)

let rows = 0
const on = (date: string, more: Partial<TransactionInput> = {}): TransactionInput =>
  moneyOut(`row ${(rows += 1)}`, 1_000, { date, ...more })

async function counts({ books }: Banking): Promise<number[]> {
  const { data, meta } = (await books.api.call('getBusinessNotifications')).body
  expect(meta).toEqual({})
  return [
    data.uncategorized_transactions_this_month,
    data.uncategorized_transactions_all_time,
    data.external_accounts_requiring_update,
  ]
}

/** Waits until the business is told of so many waiting this month, waiting at all, and accounts to be repaired. */
const told = (own: Banking, ...expected: [number, number, number]) =>
  waitFor(
    `notifications to say ${expected.join(', ')}`,
    async () => JSON.stringify(await counts(own)) === JSON.stringify(expected),
    { timeoutMs: 5_000 },
  )

describe('notifications', () => {
  test('are at hand, and zero, the moment a business is there', async () => {
    expect(await counts(banking)).toEqual([0, 0, 0])
  })

  test('follow imports, decisions, what takes them back, and the health of connections', async () => {
    const { id } = await banking.account('checking')
    const [first = '', second = '', third = ''] = idsOf(
      await banking.imported(id, [
        on(thisMonth()),
        on(thisMonth()),
        on(earlier()),
        on(thisMonth(), { external_id: 'pending', pending: true }),
      ]),
    )
    await told(banking, 3, 4, 0)
    await banking.categorize(first, 'OPERATING_EXPENSES')
    await told(banking, 2, 3, 0)
    await banking.split(third, { category: 'OPERATING_EXPENSES', amount: 400 }, { category: 'COGS', amount: 600 })
    await told(banking, 2, 2, 0)
    await banking.decideAll([{ transaction_id: second, type: 'Category', category: 'Exclusion' }])
    await told(banking, 1, 1, 0)
    await banking.uncategorize(first)
    await banking.uncategorize(third)
    await told(banking, 2, 3, 0)
    // Booked in another month than it was announced for.
    await banking.imported(id, [on(earlier(), { external_id: 'pending' })])
    await told(banking, 1, 3, 0)

    const path = { externalAccountId: id }
    const report = (health: object) => banking.books.api.call('updateConnection', { path, body: health })
    await report({ connection_needs_repair_as_of: new Date().toISOString() })
    await told(banking, 1, 3, 1)
    await report({ connection_needs_repair_as_of: null })
    await told(banking, 1, 3, 0)
    await report({ reconnect_with_new_credentials: true })
    await told(banking, 1, 3, 1)
    await banking.books.api.call('archiveExternalAccount', { path })
    await told(banking, 1, 3, 0)
  })

  test('count both sides of a transfer until they are matched, and again once they are not', async () => {
    const own = await aBusiness()
    const [from, to] = [await own.account('from'), await own.account('to')]
    const [sent = ''] = idsOf(await own.imported(from.id, [on(thisMonth())]))
    await own.imported(to.id, [on(thisMonth(), { direction: 'CREDIT' })])
    await told(own, 2, 2, 0)
    const { suggested_matches } = await own.transaction(sent)
    await own.match(sent, suggested_matches[0]?.id ?? '')
    await told(own, 0, 0, 0)
    await own.uncategorize(sent)
    await told(own, 2, 2, 0)
  })

  test('follow the day of activation', async () => {
    const own = await aBusiness()
    const { id } = await own.account('old')
    await own.imported(id, [on('2020-06-14'), on('2020-06-15'), on('2020-07-01')])
    await told(own, 0, 2, 0)
    // A day begins there at 10:00 UTC of the day before.
    await own.books.api.call('updateBusiness', { body: { activation_at: '2020-06-14T09:59:59.999Z' } })
    await told(own, 0, 3, 0)
    await own.books.api.call('updateBusiness', { body: { activation_at: '2020-06-15T10:00:00.000Z' } })
    await told(own, 0, 1, 0)
  })

  test('follow the tasks of a business at once, while it is enrolled', async () => {
    // Enrolled from the start: the first answer may be the ledger's, and the event of the creation is applied after it.
    const own = await aBusiness({ bookkeeping_enrolled: true })
    const { api } = own.books
    const todo = async () => (await api.call('getBusinessNotifications')).body.data.todo_tasks
    const toldTasks = (expected: number) =>
      waitFor(`notifications to say ${expected} tasks`, async () => (await todo()) === expected, { timeoutMs: 5_000 })
    const enrol = (bookkeeping_enrolled: boolean) => api.call('updateBusiness', { body: { bookkeeping_enrolled } })
    const make = async (body: object = {}) =>
      (await api.call('createTask', { body: { title: 'Receipt', ...body } })).body.data.id
    const move = (taskId: string, status: string) => api.call('updateTask', { path: { taskId }, body: { status } })
    const [first, second] = [await make(), await make({ status: 'ASSIGNED' })]
    await toldTasks(2)
    // The business stays enrolled, so nothing has to be waited for.
    await api.call('respondToTask', { path: { taskId: first }, body: { user_response: 'A lock.' } })
    expect(await todo()).toBe(1)
    await move(second, 'COMPLETED')
    expect(await todo()).toBe(0)
    await move(first, 'ASSIGNED')
    await move(second, 'TODO')
    expect(await todo()).toBe(2)
    expect(await counts(own)).toEqual([0, 0, 0])
    await enrol(false)
    await toldTasks(0)
    await enrol(true)
    await toldTasks(2)
  })
})

const idsOf = (transactions: readonly { id: string }[]): string[] => transactions.map(({ id }) => id)
