/** The chart of accounts, and what stands on it at the end of a day somewhere on earth. */
import { beforeAll, describe, expect, test } from 'vitest'
import { credit, debit, newClient, sale, target, type Books, type TestClient } from './src/index.ts'

/** All values of the interface's account subtype, and the one that taxes on purchases carry. */
const SUBTYPES = `BANK_ACCOUNTS ACCOUNTS_RECEIVABLE INVENTORY PAYMENT_PROCESSOR_CLEARING_ACCOUNT FIXED_ASSET
  ACCUMULATED_DEPRECIATION CASH UNDEPOSITED_FUNDS CURRENT_ASSET NON_CURRENT_ASSET PREPAID_EXPENSES DEVELOPMENT_COSTS
  LOANS_RECEIVABLE INTANGIBLE_ASSET ACCOUNTS_PAYABLE CREDIT_CARD TAXES_PAYABLE INCOME_TAXES_PAYABLE SALES_TAXES_PAYABLE
  OTHER_TAXES_PAYABLE PAYROLL_TAXES_PAYABLE UNEARNED_REVENUE PAYROLL_LIABILITY PAYROLL_CLEARING LINE_OF_CREDIT TIPS
  REFUND_LIABILITIES UNDEPOSITED_OUTFLOWS OUTGOING_PAYMENT_CLEARING_ACCOUNT OTHER_CURRENT_LIABILITY LOANS_PAYABLE
  NOTES_PAYABLE SHAREHOLDER_LOAN NON_CURRENT_LIABILITY CONTRIBUTIONS DISTRIBUTIONS COMMON_STOCK PREFERRED_STOCK
  ADDITIONAL_PAID_IN_CAPITAL RETAINED_EARNINGS ACCUMULATED_ADJUSTMENTS OPENING_BALANCE_EQUITY OTHER_EQUITY SALES
  UNCATEGORIZED_REVENUE RETURNS_ALLOWANCES DIVIDEND_INCOME INTEREST_INCOME OTHER_INCOME COGS OPERATING_EXPENSES PAYROLL
  TAXES_LICENSES UNCATEGORIZED_EXPENSE CHARITABLE_CONTRIBUTIONS LOAN_EXPENSES FINANCE_COSTS INTEREST_EXPENSES
  DEPRECIATION AMORTIZATION BAD_DEBT OTHER_EXPENSES SALES_TAXES`.split(/\s+/)

/** The accounts that postings name besides those: subtype and normality. */
const FURTHER = {
  MATCH_ADJUSTMENTS: ['OTHER_EXPENSES', 'DEBIT'],
  PURCHASE_DISCOUNTS: ['COGS', 'CREDIT'],
  VENDOR_PREPAYMENTS: ['PREPAID_EXPENSES', 'DEBIT'],
  PAYMENT_PROCESSING_FEES: ['OPERATING_EXPENSES', 'DEBIT'],
  SALES_DISCOUNTS: ['RETURNS_ALLOWANCES', 'DEBIT'],
  CUSTOMER_CREDITS: ['OTHER_CURRENT_LIABILITY', 'CREDIT'],
}

let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'chart')
  books = await client.books()
})

const create = (body: unknown) => books.api.call('createAccount', { body })
const update = (accountId: string, body: unknown) => books.api.call('updateAccount', { path: { accountId }, body })

describe('the chart of a new business', () => {
  test('has an account for every subtype, with the name of the subtype as its stable name', async () => {
    const bySubtype = new Map((await books.accounts()).map((node) => [node.stable_name?.stable_name, node]))
    for (const subtype of SUBTYPES)
      expect([subtype, bySubtype.get(subtype)?.account_subtype.value]).toEqual([subtype, subtype])
  })

  test('has every account that postings name', async () => {
    const accounts = await books.accounts()
    for (const [name, [subtype, normality]] of Object.entries(FURTHER))
      expect(accounts.find(({ stable_name }) => stable_name?.stable_name === name)).toMatchObject({
        account_subtype: { value: subtype },
        normality,
      })
  })

  test('has no stable name, account number or id twice', async () => {
    const accounts = await books.accounts()
    const keysOf = [
      accounts.map(({ id }) => id.id),
      accounts.map(({ stable_name }) => stable_name?.stable_name),
      accounts.map(({ account_number }) => account_number),
    ]
    for (const keys of keysOf) expect(new Set(keys).size).toBe(accounts.length)
  })

  test('nests sub-accounts under their parents', async () => {
    const roots = (await books.api.call('getChartOfAccounts')).body.data.accounts
    const taxes = roots.find(({ stable_name }) => stable_name?.stable_name === 'TAXES_PAYABLE')
    expect(taxes?.sub_accounts.map(({ stable_name }) => stable_name?.stable_name)).toContain('SALES_TAXES_PAYABLE')
    for (const child of taxes?.sub_accounts ?? []) expect(child.parent_id).toBe(taxes?.id.id)
  })
})

describe('a new account', () => {
  test('takes type and normality from its subtype, and postings by id and by stable name', async () => {
    const body = { name: 'Café till', account_subtype: 'CASH', account_number: '1001', stable_name: 'TILL' }
    const { status, body: answer } = await create(body)
    expect(status).toBe(201)
    expect(answer.data).toMatchObject({
      name: 'Café till',
      account_number: '1001',
      stable_name: { stable_name: 'TILL' },
      normality: 'DEBIT',
      account_type: { value: 'ASSET', display_name: 'Asset' },
      parent_id: null,
      archived_at: null,
    })
    const id = answer.data.id.id
    await books.posted(sale(5, undefined, { line_items: [debit(id, 5), credit('TILL', 5)] }))
    expect((await books.lines('TILL')).data.map(({ account }) => account.id.id)).toEqual([id, id])
    expect((await books.lines(id)).data).toHaveLength(2)
  })

  test.each([
    ['by id', (id: string): unknown => id],
    ['by account id', (id: string): unknown => ({ type: 'AccountId', id })],
    ['by stable name', (): unknown => ({ type: 'StableName', stable_name: 'OPERATING_EXPENSES' })],
  ])('nests under a parent named %s', async (_how, parentOf) => {
    const parent = await books.account('OPERATING_EXPENSES')
    const body = { name: 'Rent', account_subtype: 'OPERATING_EXPENSES', parent_id: parentOf(parent.id.id) }
    expect((await create(body)).body.data.parent_id).toBe(parent.id.id)
  })

  test.each([
    ['a taken stable name', { stable_name: 'SALES' }, 409, 'DuplicateStableName', 'stable_name'],
    ['a taken number', { account_number: '1070' }, 409, 'DuplicateAccountNumber', 'account_number'],
    ['an unknown subtype', { account_subtype: 'MONEY' }, 422, 'AccountTypeMismatch', 'account_subtype'],
    ['a type that is not of the subtype', { account_type: 'EXPENSE' }, 422, 'AccountTypeMismatch', 'account_subtype'],
    ['a type that is none', { account_type: 'MONEY' }, 400, 'InvalidPayload', 'account_type'],
    [
      'a parent of another type',
      { parent_id: { type: 'StableName', stable_name: 'SALES' } },
      422,
      'AccountTypeMismatch',
      'parent_id',
    ],
    ['an unknown parent', { parent_id: '00000000-0000-4000-8000-000000000000' }, 404, 'AccountNotFound', 'parent_id'],
    ['no name', { name: '' }, 400, 'InvalidPayload', 'name'],
    ['a misspelt field', { acount_number: '1' }, 400, 'UnknownField', 'acount_number'],
    ['a wrong direction', { normality: 'LEFT' }, 400, 'InvalidPayload', 'normality'],
  ])('with %s is refused', async (_what, wrong, status, error_enum, field) => {
    const answer = await create({ name: 'Wrong', account_subtype: 'CASH', ...wrong })
    expect(answer.refusal).toEqual({ status, error_enum, field })
  })

  test('that was refused is not there', async () => {
    expect((await books.accounts()).map(({ name }) => name)).not.toContain('Wrong')
  })

  test('four at once with one stable name make one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create({ name: 'Racer', account_subtype: 'CASH', stable_name: 'RACER' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(3).fill(409)])
  })
})

describe('an account that exists', () => {
  test('changes what is given and clears what is null', async () => {
    const { id } = await books.createAccount({
      name: 'Old',
      account_subtype: 'CASH',
      account_number: '9001',
      stable_name: 'OLD',
    })
    const { body } = await update(id.id, { name: 'New', account_number: null })
    expect(body.data).toMatchObject({ id, name: 'New', account_number: null, stable_name: { stable_name: 'OLD' } })
    expect((await update('OLD', { stable_name: null })).body.data.stable_name).toBeNull()
    expect((await update('OLD', { name: 'x' })).refusal).toMatchObject({ status: 404, error_enum: 'AccountNotFound' })
  })

  test('takes no postings once archived, keeps its balance, and can be brought back', async () => {
    const { id } = await books.createAccount({
      name: 'Closed',
      account_subtype: 'BANK_ACCOUNTS',
      stable_name: 'CLOSED_BANK',
    })
    const into = (amount: number) =>
      sale(amount, undefined, { line_items: [debit(id.id, amount), credit('SALES', amount)] })
    await books.posted(into(70))
    expect((await update(id.id, { archived: true })).body.data.archived_at).not.toBeNull()
    expect((await books.post(into(1))).refusal).toEqual({
      status: 422,
      error_enum: 'AccountArchived',
      field: 'line_items.0.account_identifier',
    })
    expect(await books.balances()).toMatchObject({ CLOSED_BANK: 70 })
    expect((await books.accounts()).some((account) => account.id.id === id.id)).toBe(false)
    expect((await books.accounts({ include_archived: true })).some((account) => account.id.id === id.id)).toBe(true)
    await update(id.id, { archived: false })
    await books.posted(into(1))
    expect(await books.balances()).toMatchObject({ CLOSED_BANK: 71 })
  })

  test('cannot take the stable name or the number of another one', async () => {
    const { id } = await books.createAccount({ name: 'Plain', account_subtype: 'CASH' })
    for (const [field, taken, error_enum] of [
      ['stable_name', 'SALES', 'DuplicateStableName'],
      ['account_number', '1070', 'DuplicateAccountNumber'],
    ] as const)
      expect((await update(id.id, { [field]: taken })).refusal).toEqual({ status: 409, error_enum, field })
  })

  test('takes no sub-accounts while it is archived, and none of those comes back before it', async () => {
    const parent = await books.createAccount({ name: 'Gone', account_subtype: 'INVENTORY' })
    const child = await books.createAccount({ name: 'Too', account_subtype: 'INVENTORY', parent_id: parent.id.id })
    for (const { id } of [child, parent]) await update(id.id, { archived: true })
    const below = { name: 'Below', account_subtype: 'INVENTORY', parent_id: parent.id.id }
    for (const answer of [await create(below), await update(child.id.id, { archived: false })])
      expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'AccountArchived' })
  })

  test('that postings name themselves cannot be archived or lose its stable name', async () => {
    for (const body of [{ archived: true }, { stable_name: 'OTHER' }, { stable_name: null }])
      expect((await update('ACCOUNTS_RECEIVABLE', body)).refusal).toMatchObject({
        status: 422,
        error_enum: 'AccountInUse',
      })
  })

  test('cannot be nested in itself or in its own sub-account', async () => {
    const parent = await books.createAccount({ name: 'Above', account_subtype: 'INVENTORY' })
    const child = await books.createAccount({ name: 'Below', account_subtype: 'INVENTORY', parent_id: parent.id.id })
    for (const inside of [parent.id.id, child.id.id])
      expect((await update(parent.id.id, { parent_id: inside })).refusal).toMatchObject({
        status: 422,
        field: 'parent_id',
      })
    expect((await update(child.id.id, { parent_id: null })).body.data.parent_id).toBeNull()
  })
})

describe('balances', () => {
  test('stand in the normality of the account, and add up under their parents', async () => {
    const own = await client.books()
    await own.posted(sale(1, undefined, { line_items: [debit('SALES_TAXES_PAYABLE', 30), credit('CASH', 30)] }))
    await own.posted(sale(1, undefined, { line_items: [debit('CASH', 100), credit('TAXES_PAYABLE', 100)] }))
    expect(await own.balances()).toEqual({ CASH: 70, SALES_TAXES_PAYABLE: -30, TAXES_PAYABLE: 100 })
    const taxes = (await own.balanceNodes()).find(({ stable_name }) => stable_name?.stable_name === 'TAXES_PAYABLE')
    expect(taxes).toMatchObject({ balance: 100, balance_with_sub_accounts: 70, line_count: 1 })
  })

  test('of a day are those when it ends where the business is', async () => {
    const [time_zone, day, lastInstant] = ['America/New_York', '2026-03-08', '2026-03-09T03:59:59.999Z']
    const own = await client.books({ time_zone })
    const next = new Date(Date.parse(lastInstant) + 1).toISOString()
    await own.allPosted([sale(1, '2020-01-01T00:00:00Z'), sale(20, lastInstant), sale(300, next)])
    expect(await own.balances({ end_date: day })).toEqual({ CASH: 21, SALES: 21 })
    expect(await own.balances({ end_date: lastInstant })).toEqual({ CASH: 21, SALES: 21 })
    expect(await own.balances({ end_date: next })).toEqual({ CASH: 321, SALES: 321 })
    expect(await own.balances()).toEqual({ CASH: 321, SALES: 321 })
    expect((await own.lines('CASH', { end_date: day })).data.map(({ amount }) => amount)).toEqual([1, 20])
  })
})
