/** Endpoint 10: the lines of an account with running balances. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  billed,
  credit,
  debit,
  flat,
  moneyOut,
  named,
  newClient,
  Payables,
  Receivables,
  sale,
  sold,
  target,
  type AccountLine,
  type Books,
  type Call,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books
/** All lines of CASH in the order of their time, as the endpoint tells them. */
let all: AccountLine[]

const cash = (amount: number, at: string, tag?: string) =>
  sale(Math.abs(amount), at, {
    line_items:
      amount > 0 ? [debit('CASH', amount), credit('SALES', amount)] : [credit('CASH', -amount), debit('COGS', -amount)],
    ...(tag === undefined ? {} : { tags: [{ key: 'store', value: tag }] }),
  })

beforeAll(async () => {
  client = await newClient(target(), 'account-lines')
  books = await client.books({ time_zone: 'Pacific/Kiritimati' })
  // Not in the order of their time: most are backdated before lines that exist already.
  const inputs = [
    cash(100, '2026-01-10T10:00:00Z', 'a'),
    cash(-30, '2026-01-10T09:59:59.999Z', 'b'),
    cash(5, '2025-12-31T09:59:59.999Z'),
    cash(7, '2025-12-31T10:00:00Z', 'a'),
    cash(1000, '2026-03-01T00:00:00Z', 'b'),
    cash(-2000, '2026-02-01T00:00:00Z'),
    cash(40, '2026-01-10T10:00:00Z', 'b'),
    cash(3, '2020-02-29T12:00:00Z'),
    cash(9, '2026-03-01T00:00:00Z', 'a'),
  ]
  const entries = [...(await books.allPosted(inputs.slice(0, 6))), ...(await books.allPosted(inputs.slice(6)))]
  await books.reverse(entries[3]?.id ?? '')
  all = await books.allLines('CASH')
})

const shown = (lines: AccountLine[]) =>
  lines.map(({ date, amount, direction, running_balance }) => [
    date.slice(0, 10),
    direction === 'DEBIT' ? amount : -amount,
    running_balance,
  ])
const idsOf = (lines: AccountLine[]) => lines.map(({ id }) => id)

/** The lines a filter leaves; each must look exactly as it does among all lines. */
async function filtered(query: Call['query']): Promise<AccountLine[]> {
  const whole = await books.allLines('CASH', query)
  const backwards = await books.allLines('CASH', { ...query, limit: 4, sort_order: 'DESC' })
  expect(backwards.reverse()).toEqual(whole)
  const byId = new Map(all.map((line) => [line.id, line]))
  for (const line of whole) expect(line).toEqual(byId.get(line.id))
  return whole
}

const where = (fits: (line: AccountLine) => boolean) => idsOf(all.filter(fits))

describe('running balances', () => {
  test('count every line up to their own in the order of time, however late it was posted', () => {
    expect(shown(all)).toEqual([
      ['2020-02-29', 3, 3],
      ['2025-12-31', 5, 8],
      ['2025-12-31', 7, 15],
      ['2025-12-31', -7, 8],
      ['2026-01-10', -30, -22],
      ['2026-01-10', 100, 78],
      ['2026-01-10', 40, 118],
      ['2026-02-01', -2000, -1882],
      ['2026-03-01', 1000, -882],
      ['2026-03-01', 9, -873],
    ])
  })

  test('are those of the normality of the account', async () => {
    const lines = await books.allLines('SALES')
    expect(lines.map(({ running_balance }) => running_balance)).toEqual([3, 8, 15, 8, 108, 148, 1148, 1157])
  })

  test('end in the balance of the account', async () => {
    const balances = await books.balances()
    for (const [account, balance] of Object.entries(balances))
      expect((await books.allLines(account)).at(-1)?.running_balance).toBe(balance)
  })

  test('are the same on every page, in both orders', async () => {
    expect(idsOf(await filtered({}))).toEqual(idsOf(all))
    for (const limit of [1, 3]) expect(await books.allLines('CASH', { limit })).toEqual(all)
  })
})

describe('filters leave lines out and change no running balance', () => {
  test('days in the zone of the business', async () => {
    // In Kiritimati, 14 hours ahead, 2026 begins at 10:00 UTC of the day before.
    expect(idsOf(await filtered({ start_date: '2026-01-01' }))).toEqual(
      where(({ date }) => date >= '2025-12-31T10:00:00.000Z'),
    )
    expect(idsOf(await filtered({ end_date: '2025-12-31' }))).toEqual(
      where(({ date }) => date < '2025-12-31T10:00:00.000Z'),
    )
    expect(idsOf(await filtered({ start_date: '2026-01-10', end_date: '2026-01-10' }))).toHaveLength(1)
    expect(idsOf(await filtered({ start_date: '2026-01-11', end_date: '2026-01-31' }))).toHaveLength(2)
  })

  test('instants', async () => {
    const at = '2026-01-10T10:00:00Z'
    expect(await filtered({ start_date: at, end_date: at })).toHaveLength(2)
    expect(await filtered({ start_date: '2026-03-01T00:00:00.001Z' })).toEqual([])
  })

  test('include_reversals=false hides reversals and what they reverse', async () => {
    const kept = where(({ amount }) => amount !== 7)
    expect(idsOf(await filtered({ include_reversals: false }))).toEqual(kept)
    expect(idsOf(await filtered({ include_reversals: true }))).toEqual(idsOf(all))
    expect(await filtered({ include_reversals: false, start_date: '2026-01-01', end_date: '2026-01-10' })).toHaveLength(
      1,
    )
  })

  test('tags', async () => {
    const tagged = (...values: string[]) =>
      where(({ transaction_tags }) => transaction_tags.some(({ value }) => values.includes(value)))
    expect(idsOf(await filtered({ tag_key: 'store', tag_values: ['a'] }))).toEqual(tagged('a'))
    expect(idsOf(await filtered({ tag_key: 'store', tag_values: ['a', 'b'] }))).toEqual(tagged('a', 'b'))
    expect(idsOf(await filtered({ tag_key: 'store', tag_values: ['a'], include_reversals: false }))).toHaveLength(2)
    expect(idsOf(await filtered({ tag_key: 'store', tag_values: ['b'], end_date: '2026-01-31' }))).toHaveLength(2)
    expect(await filtered({ tag_key: 'store', tag_values: ['c'] })).toEqual([])
  })

  test('the basis', async () => {
    for (const reporting_basis of ['ACCRUAL', 'CASH']) expect(await filtered({ reporting_basis })).toEqual(all)
  })

  test('wrong ones are refused', async () => {
    for (const [query, error_enum] of [
      [{ tag_key: 'store' }, 'MissingTagValues'],
      [{ tag_values: ['a'] }, 'MissingTagValues'],
      [{ include_reversals: 'no' }, 'InvalidQuery'],
      [{ end_date: '2026-13-01' }, 'InvalidQuery'],
      [{ page: 2 }, 'UnknownField'],
    ] as const) {
      const answer = await books.api.call('listAccountLines', { path: { accountId: 'CASH' }, query })
      expect(answer.refusal).toMatchObject({ status: 400, error_enum })
    }
  })
})

describe('the account', () => {
  test('is named by id or by stable name', async () => {
    const { id } = await books.account('CASH')
    expect(await books.allLines(id.id)).toEqual(all)
    expect(await books.allLines(id.id.toUpperCase())).toEqual(all)
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'NOWHERE', '\0'])('%s is unknown', async (accountId) => {
    const answer = await books.api.call('listAccountLines', { path: { accountId } })
    expect(answer.refusal).toEqual({ status: 404, error_enum: 'AccountNotFound', field: 'accountId' })
  })

  test('without lines answers an empty page', async () => {
    const { data, meta } = await books.lines('INVENTORY')
    expect([data, meta.pagination]).toEqual([
      [],
      { sort_by: 'date', sort_order: 'ASC', cursor: null, has_more: false, total_count: 0 },
    ])
  })
})

test('a cursor of another account, filter or order is refused, and so is one made up', async () => {
  const cursor = (await books.lines('CASH', { limit: 2 })).meta.pagination.cursor ?? ''
  const refusalOf = async (accountId: string, query: Call['query']) =>
    (await books.api.call('listAccountLines', { path: { accountId }, query })).refusal
  const { id } = await books.account('SALES')
  for (const refusal of [
    await refusalOf('SALES', { cursor }),
    await refusalOf(id.id, { cursor }),
    await refusalOf('CASH', { cursor, include_reversals: false }),
    await refusalOf('CASH', { cursor, start_date: '2020-01-01' }),
    await refusalOf('CASH', { cursor, sort_order: 'DESC' }),
    await refusalOf('CASH', { cursor: sameBytes(cursor) }),
    await refusalOf('CASH', { cursor: 'e30.e30' }),
  ])
    expect(refusal).toEqual({ status: 400, error_enum: 'InvalidCursor', field: 'cursor' })
})

/** Another text that base64url decodes to the same bytes: the lowest bits of its last character mean nothing. */
function sameBytes(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const other = text.slice(0, -1) + (alphabet[alphabet.indexOf(text.at(-1) ?? '') ^ 1] ?? '')
  expect(Buffer.from(other.split('.')[1] ?? '', 'base64url')).toEqual(
    Buffer.from(text.split('.')[1] ?? '', 'base64url'),
  )
  return other
}

describe('without a basis asked for,', () => {
  const balanceOf = async (own: Books, query: Call['query'] = {}) => {
    const { data } = (await own.api.call('listAccountBalances', { query })).body
    const [found] = flat(data.accounts).filter(({ stable_name }) => stable_name?.stable_name === 'ACCOUNTS_RECEIVABLE')
    return [data.reporting_basis, found?.balance]
  }
  const linesOf = async (own: Books, query: Call['query'] = {}) => {
    const path = { accountId: 'ACCOUNTS_RECEIVABLE' }
    const { data, meta } = (await own.api.call('listAccountLines', { path, query })).body
    return [meta.reporting_basis, data.map(({ amount }) => amount)]
  }

  test('balances and lines are of the basis of the business, of its client, or accrual', async () => {
    const other = await newClient(target(), 'basis')
    const own = await other.books()
    const receivables = new Receivables(own)
    await receivables.sent(await receivables.customer('acme'), [sold('SALES', 70)])
    const accrual = [
      ['ACCRUAL', 70],
      ['ACCRUAL', [70]],
    ]
    const cash = [
      ['CASH', 0],
      ['CASH', []],
    ]
    const told = async (query?: Call['query']) => [await balanceOf(own, query), await linesOf(own, query)]
    expect(await told()).toEqual(accrual)
    const path = { clientId: other.id }
    await other.api.call('updateClientAccountingConfiguration', { path, body: { default_reporting_basis: 'CASH' } })
    expect(await told()).toEqual(cash)
    expect(await told({ reporting_basis: 'ACCRUAL' })).toEqual(accrual)
    await own.api.call('updateAccountingConfiguration', { body: { default_reporting_basis: 'ACCRUAL' } })
    expect(await told()).toEqual(accrual)
    expect(await told({ reporting_basis: 'CASH' })).toEqual(cash)
  })

  test('a cursor goes on in the books in which it began, or not at all', async () => {
    const own = await client.books()
    await own.allPosted([sale(1), sale(2), sale(3)])
    const { cursor } = (await own.lines('CASH', { limit: 1 })).meta.pagination
    await own.api.call('updateAccountingConfiguration', { body: { default_reporting_basis: 'CASH' } })
    const query = { limit: 1, cursor: cursor ?? '' }
    const path = { accountId: 'CASH' }
    const answer = await own.api.call('listAccountLines', { path, query })
    expect(answer.refusal.error_enum).toBe('InvalidCursor')
  })
})

describe('whom a line concerns', () => {
  const namesOf = async (own: Books, account: string) =>
    (await own.allLines(account)).map(({ source }) => [source?.entity_name, source?.counterparty])

  test('is named, whatever it is of, by the name that is in effect now', async () => {
    const own = await client.books()
    const [receivables, payables, banking] = [new Receivables(own), new Payables(own), new Banking(own)]
    const [ada, looms] = [await receivables.customer('Ada'), await payables.vendor('Looms')]
    await own.posted(
      sale(70, '2026-01-02T12:00:00Z', {
        line_items: [debit('ACCOUNTS_RECEIVABLE', 70, { customer_id: ada.id }), credit('SALES', 70)],
      }),
    )
    const invoice = await receivables.sent(ada, [sold('SALES', 90)])
    await receivables.payInvoice(invoice.id, { amount: 90, method: 'CASH', paid_at: '2026-01-20T12:00:00Z' })
    await payables.received(looms, [billed('OPERATING_EXPENSES', 30)])
    const { id: checking } = await banking.account('Checking')
    const [paid] = await banking.imported(checking, [moneyOut('LOOM CO 42', 30, { counterparty_name: 'LOOM CO' })])
    await banking.categorize(paid?.id ?? '', { ...named('ACCOUNTS_PAYABLE'), vendor_id: looms.id })
    const renamed = 'Ada Lovelace'
    await receivables.updateCustomer(ada.id, { company_name: renamed })
    expect(await namesOf(own, 'ACCOUNTS_RECEIVABLE')).toEqual(Array(3).fill([renamed, renamed]))
    expect(await namesOf(own, 'CASH')).toEqual([[renamed, renamed]])
    expect((await namesOf(own, 'ACCOUNTS_PAYABLE')).sort()).toEqual([
      ['Looms', 'LOOM CO'],
      ['Looms', 'Looms'],
    ])
    expect(await namesOf(own, 'SALES')).toEqual([
      [null, null],
      [renamed, renamed],
    ])
  })
})
