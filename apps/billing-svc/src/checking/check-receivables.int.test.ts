/** Sound receivables have no violation, and every change behind the service's back is reported. */
import { randomUUID } from 'node:crypto'
import type { Finding } from '@pacioli/postings/checking'
import { connectAt } from '@pacioli/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { openReceivables, type TestReceivables } from '../testing/receivable-rules.test-helpers.ts'
import { checkBusiness } from './check-business.ts'
import { everyReceivable, type Ids } from '../testing/every-receivable.test-helpers.ts'
import { foundAfter, liftConstraints, type Statement } from '../testing/found-after.test-helpers.ts'

let billing: TestBilling
let admin: pg.Client
let receivables: TestReceivables
let ids: Ids

beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  admin = await connectAt(billing.adminUrl, receivables.request.businessId)
  ids = { business: receivables.request.businessId, ...(await everyReceivable(billing, receivables)) }
  await liftConstraints(billing.adminUrl)
})
afterAll(async () => {
  expect(billing.refusedPostings).toEqual([])
  await admin.end()
  await billing.stop()
})

const check = (): Promise<Finding[]> => checkBusiness(billing, receivables.request)

test('sound receivables of every state have no violation', async () => {
  expect(await check()).toEqual([])
  const { rows } = await admin.query('SELECT DISTINCT status FROM invoices')
  expect(rows).toHaveLength(7)
})

const LINE = 'an invoice line item comes to its price times its quantity, less its discount, and its taxes'
const TAX = 'a tax of an invoice is on a line item of it, or on the whole'
const TOTAL = 'an invoice comes to its line items, additional taxes and tips, less its discount'
const SETTLED = 'an invoice is paid, written off and refunded what allocations, write-offs and refunds say'
const BOUNDS = 'no more of an invoice is settled than it comes to, or refunded than was paid, and nothing of a void one'
const STATUS = 'balance, status and time of payment of an invoice follow from its total and what has settled it'
const PAYMENT =
  'an invoice payment gives what is allocated of it, its rest is credit, and no more of it is refunded than it was'
const RETURN =
  'the return of an invoice payment comes to what its allocations and its rest gave back, and took no refund'
const RETURNED_SHARES = 'what came back of an allocation is of its shares'
const CUSTOMER =
  'what is allocated of an invoice payment is on an invoice of its customer, once, and is credit since that was voided'
const ALLOCATION = 'an allocation of a refund comes to its parts, and to its line items where it has any'
const REFUND = 'a refund comes to its allocations, and pays out what its payments say and no more'
const ONE_CUSTOMER = 'a refund and all that it hangs on are of one customer'
const REFERS = 'a part of a refund is on what its allocation hangs on, and of credit where that is or became credit'
const PAYOUT = 'a payout comes to what its members brought and other transactions, less its fee'
const MEMBER = 'a payout settles what stands and moved money'
const CREDIT = 'a customer has the credit that their payments and refunds leave them'
const CREDIT_DAYS = 'the credit of a customer moved on the days of its postings'
const SHARES = 'the shares of an invoice’s allocation come to its amount'
const PART = 'a share is of a part of the invoice, and waits where that says if it was paid before the invoice was sent'
const FULL = 'an invoice that was paid in full has recognised just what it is made of'
const REFUND_SHARES = 'the shares of a part of a refund come to its amount'
const REFUND_PART = 'what is refunded is taken back of what it hangs on, or of the account that its line item names'
const REFUND_LINE = 'each line item of a refund is taken back to its amount'
const CLEARING = 'a payout waits on undeposited funds, and what is paid out of credit or into it on customer credits'
const FULL_REFUND = 'an invoice that was refunded in full, of no other account, has taken back just what it is made of'
const PAID_SHARES = 'the shares of a refund payment come to its amount'
const PAID_OUT = 'refund payments take back what their refund has issued, and in full just that'
const STANDS = 'just those entries stand which the documents name'
const REVISION = 'every revision of an entry was staged once'
const SAYS = 'what stands says what the documents say'
const RECEIVABLE = 'accounts receivable is open invoices, and nothing in the cash books'
const DEBTS = 'lines on control accounts say of each document what is owed of it'
const CREDITS = 'customer credits are what customers have'
const LIABILITIES = 'refund liabilities are refunds less what was paid out of them, and nothing in the cash books'

/** Table and change, the altered document, and the violations. */
type Breach = [table: string, change: string, where: string, name: string, found: string[]]

const breaches = (given: Record<string, Breach[]>) => {
  for (const [what, all] of Object.entries(given))
    describe(what, () => {
      test.each(all)('%s: %s, where %s of %s', async (table, change, where, name, found) => {
        const statement: Statement = [`UPDATE ${table} SET ${change} WHERE ${where} = $1`, [ids[name]]]
        expect(await foundAfter(admin, receivables.request, statement)).toEqual([...found].sort())
      })
    })
}

const plus = (column: string, amount = 1): string => `${column} = ${column} + ${amount}`
const share = (path: string, value: string): string => `shares = jsonb_set(shares, '{0,${path}}', '${value}')`
const other = `"${randomUUID()}"`

breaches({
  'what an invoice comes to': [
    ['invoice_line_items', plus('unit_price'), 'id', 'sent line 0', [LINE]],
    ['invoice_line_items', 'quantity = 1.50000001', 'id', 'sent line 0', []],
    ['invoice_line_items', 'quantity = 1.51', 'id', 'sent line 0', [LINE]],
    [
      'invoice_line_items',
      'sales_taxes_total = 44, total_amount = total_amount - 1',
      'id',
      'sent line 0',
      [LINE, TOTAL],
    ],
    ['invoice_sales_taxes', plus('amount'), 'line_item_id', 'sent line 0', [LINE, TOTAL, SAYS]],
    ['invoice_sales_taxes', 'line_item_id = NULL, position = 9', 'line_item_id', 'sent line 0', [LINE, TOTAL]],
    ['invoices', plus('subtotal'), 'id', 'sent', [TOTAL]],
    ['invoices', plus('sales_taxes_total'), 'id', 'sent', [TOTAL]],
    ['invoices', plus('additional_sales_taxes_total'), 'id', 'sent', [TOTAL]],
    [
      'invoices',
      `${plus('total_amount')}, ${plus('outstanding_balance')}`,
      'id',
      'sent',
      [TOTAL, SAYS, RECEIVABLE, DEBTS],
    ],
    ['invoices', plus('tips'), 'id', 'sent', [TOTAL, SAYS]],
    ['invoices', plus('additional_discount'), 'id', 'sent', [TOTAL, SAYS]],
  ],
  'what has settled an invoice': [
    ['invoices', plus('paid_amount'), 'id', 'part', [SETTLED]],
    ['invoices', plus('written_off_amount'), 'id', 'partlyLost', [SETTLED]],
    ['invoices', plus('refunded_amount'), 'id', 'full', [SETTLED]],
    ['invoices', plus('outstanding_balance'), 'id', 'part', [STATUS, RECEIVABLE, DEBTS]],
    ...['sent', 'part', 'full', 'voided', 'partlyLost', 'lost', 'returned', 'unpaid'].map((name): Breach => {
      return ['invoices', `status = CASE status WHEN 'SENT' THEN 'PAID' ELSE 'SENT' END`, 'id', name, [STATUS]]
    }),
    ['invoices', `paid_at = paid_at + interval '1 second'`, 'id', 'full', [STATUS]],
    ['invoices', 'paid_at = NULL', 'id', 'zero', [STATUS]],
    ['invoices', 'paid_at = now()', 'id', 'lost', [STATUS]],
    ['invoice_write_offs', plus('amount'), 'id', 'loss', [SETTLED, SAYS]],
    ['invoice_write_offs', 'deleted_at = now()', 'id', 'loss', [SETTLED, SAYS]],
    ['invoice_write_offs', 'deleted_at = NULL', 'id', 'undone', [SETTLED, SAYS]],
    ['invoice_write_offs', 'account_id = gen_random_uuid()', 'id', 'loss', [SAYS]],
    ['refund_parts', 'amount = 104', 'refund_id', 'ofLine', [SETTLED, ALLOCATION, REFUND_SHARES]],
  ],
  'a payment': [
    ['invoice_payments', plus('amount'), 'id', 'second', [PAYMENT, CREDIT, SAYS]],
    ['invoice_payments', plus('rest_amount'), 'id', 'overpaid', [PAYMENT]],
    ['invoice_payments', plus('refunded_amount'), 'id', 'overpaid', [PAYMENT]],
    ['invoice_payments', plus('fee'), 'id', 'second', [SAYS]],
    ['invoice_payments', 'clearing_account_id = gen_random_uuid()', 'id', 'second', [SAYS]],
    ['invoice_payments', `method = 'CREDIT_BALANCE'`, 'id', 'second', [CLEARING, CREDIT, SAYS]],
    ['invoice_payments', `paid_at = paid_at + interval '1 day'`, 'id', 'first', [STATUS, SAYS]],
    ['invoice_payments', `paid_at = '2026-02-02'`, 'id', 'advance', [PART, SAYS]],
    ['invoice_payment_allocations', plus('amount'), 'payment_id', 'second', [SETTLED, PAYMENT, CREDIT, SHARES, SAYS]],
    [
      'invoice_payment_allocations',
      'moved_to_credit_at = now()',
      'payment_id',
      'second',
      [SETTLED, CUSTOMER, CREDIT, FULL, SAYS],
    ],
    [
      'invoice_payment_allocations',
      'moved_to_credit_at = NULL',
      'payment_id',
      'forMoved',
      [SETTLED, CUSTOMER, CREDIT, SAYS],
    ],
    [
      'invoice_payment_allocations',
      `moved_to_credit_at = moved_to_credit_at + interval '1 second'`,
      'payment_id',
      'forMoved',
      [CUSTOMER],
    ],
    ['invoice_payment_allocations', share('amount', '1'), 'payment_id', 'second', [SHARES, FULL, SAYS]],
    ['invoice_payment_allocations', share('component', other), 'payment_id', 'second', [PART, FULL]],
    ['invoice_payment_allocations', share('accountId', other), 'payment_id', 'second', [PART, SAYS]],
    ['invoice_payment_allocations', share('prepaymentAccountId', 'null'), 'payment_id', 'advance', [PART, SAYS]],
    ['invoice_payment_allocations', share('prepaymentAccountId', other), 'payment_id', 'second', [PART, SAYS]],
  ],
  'a return': [
    ['invoice_payment_returns', plus('amount'), 'id', 'back', [RETURN, PAYOUT, SAYS]],
    ['invoice_payment_returns', plus('rest_amount'), 'id', 'back', [RETURN, CREDIT, SAYS]],
    ['invoice_payment_returns', plus('fee'), 'id', 'back', [PAYOUT, SAYS]],
    ['invoice_payment_returns', `returned_at = returned_at + interval '1 day'`, 'id', 'back', [SAYS]],
    ['invoice_payment_returns', 'deleted_at = now()', 'id', 'back', [RETURN, MEMBER, CREDIT, SAYS]],
    ['invoice_payment_returns', 'payout_id = NULL', 'id', 'back', [PAYOUT, SAYS]],
    ['invoice_payments', 'refunded_amount = 1', 'id', 'bounced', [PAYMENT, RETURN]],
    [
      'invoice_payment_allocations',
      'returned_amount = returned_amount - 1',
      'payment_id',
      'bounced',
      [SETTLED, RETURN, RETURNED_SHARES],
    ],
    ['invoice_payment_allocations', share('returned', '1'), 'payment_id', 'bounced', [RETURNED_SHARES, SAYS]],
  ],
  'a refund': [
    ['refunds', plus('total_amount'), 'id', 'goodwill', [REFUND, SAYS, LIABILITIES]],
    ['refunds', plus('paid_out_amount'), 'id', 'goodwill', [REFUND, LIABILITIES]],
    ['refunds', `completed_at = completed_at + interval '1 hour'`, 'id', 'goodwill', [SAYS]],
    ['refunds', `completed_at = '2026-02-03'`, 'id', 'ofEarly', [SAYS]],
    ['refund_allocations', plus('total_amount'), 'refund_id', 'goodwill', [ALLOCATION, REFUND]],
    ['refund_line_items', plus('amount'), 'refund_id', 'ofLine', [ALLOCATION, REFUND_LINE]],
    ['refund_line_items', 'account_id = gen_random_uuid()', 'refund_id', 'ofLine', [REFUND_PART]],
    ['refund_parts', plus('amount'), 'refund_id', 'goodwill', [ALLOCATION, REFUND_SHARES]],
    ['refund_parts', share('amount', '14'), 'refund_id', 'goodwill', [REFUND_SHARES, SAYS]],
    ['refund_parts', share('component', '"credit"'), 'refund_id', 'goodwill', [REFUND_PART, PAID_OUT]],
    ['refund_parts', share('accountId', other), 'refund_id', 'changed', [REFUND_PART, PAID_OUT, SAYS]],
    ['refund_parts', share('prepaymentAccountId', 'null'), 'refund_id', 'ofEarly', [REFUND_PART, PAID_OUT, SAYS]],
    ['refund_parts', share('lineItemId', 'null'), 'refund_id', 'ofLine', [REFUND_LINE]],
    ['refund_parts', share('component', other), 'refund_id', 'return', [REFUND_PART, FULL_REFUND, PAID_OUT]],
    ['refund_parts', 'is_of_credit = true', 'refund_id', 'changed', [SETTLED, REFERS, CREDIT, REFUND_PART]],
    ['refund_parts', 'invoice_payment_id = NULL', 'refund_id', 'ofPayment', [PAYMENT, REFERS]],
    ['refund_parts', 'invoice_line_item_id = NULL', 'refund_id', 'ofLine', [REFERS]],
    ['refund_allocations', 'invoice_id = NULL', 'refund_id', 'changed', [REFERS]],
    ['refund_payments', plus('refunded_amount'), 'id', 'ofEarly payment 0', [REFUND, PAID_SHARES, SAYS]],
    ['refund_payments', 'fee = 5', 'id', 'ofEarly payment 0', [SAYS]],
    ['refund_payments', 'deleted_at = now()', 'id', 'ofEarly payment 0', [REFUND, SAYS]],
    ['refund_payments', 'deleted_at = NULL', 'id', 'takenOut', [REFUND, SAYS]],
    ['refund_payments', `refunded_payment_fees = '[]'`, 'id', 'return payment 1', [SAYS]],
    ['refund_payments', `method = 'CHECK'`, 'id', 'goodwill payment 0', [CREDIT, CREDITS]],
    ['refund_payments', `method = 'STORE_CREDIT'`, 'id', 'ofEarly payment 0', [CLEARING, CREDIT, SAYS]],
    ['refund_payments', share('amount', '1'), 'id', 'return payment 0', [PAID_SHARES, PAID_OUT, SAYS]],
    ['refund_payments', share('partId', other), 'id', 'ofEarly payment 0', [PAID_OUT, SAYS]],
    ['refund_payments', `completed_at = '2026-02-03'`, 'id', 'ofEarly payment 0', [SAYS]],
  ],
  'a payout': [
    ['payouts', plus('paid_out_amount'), 'id', 'payout', [PAYOUT, SAYS]],
    ['payouts', plus('fee'), 'id', 'payout', [PAYOUT, SAYS]],
    ['payouts', 'clearing_account_id = gen_random_uuid()', 'id', 'payout', [CLEARING]],
    ['payout_transactions', 'amount = amount * 2', 'payout_id', 'payout', [PAYOUT, SAYS]],
    ['payout_transactions', `direction = 'DEBIT'`, 'payout_id', 'payout', [PAYOUT, SAYS]],
    ['invoice_payments', 'payout_id = NULL', 'id', 'first', [PAYOUT, SAYS]],
    ['refund_payments', 'payout_id = NULL', 'id', 'return payment 0', [PAYOUT, SAYS]],
  ],
  'what a customer has': [
    ['customer_credits', plus('balance'), 'business_id', 'business', [CREDIT, CREDITS]],
    ['customer_credits', plus('balance', -1), 'business_id', 'business', [CREDIT, CREDITS]],
  ],
})

describe('cases of more than one alteration', () => {
  const found = (...statements: Statement[]): Promise<string[]> => foundAfter(admin, receivables.request, ...statements)
  const set = (table: string, change: string, name: string): Statement => [
    `UPDATE ${table} SET ${change} WHERE id = $1`,
    [ids[name]],
  ]

  test('a tax on a line item of another invoice is named', async () => {
    expect(
      await found([
        'UPDATE invoice_sales_taxes SET line_item_id = $2 WHERE line_item_id = $1',
        [ids['sent line 0'], ids['part line 0']],
      ]),
    ).toEqual([LINE, TAX].sort())
  })

  test('a document of another customer is named', async () => {
    const stranger = randomUUID()
    const made: Statement = [
      `INSERT INTO customers (business_id, id, company_name, created_at, updated_at) VALUES ($1, $2, 'Other', now(), now())`,
      [receivables.request.businessId, stranger],
    ]
    const moved = (table: string, name: string): Promise<string[]> =>
      found(made, [`UPDATE ${table} SET customer_id = $2 WHERE id = $1`, [ids[name], stranger]])
    expect(await moved('invoices', 'full')).toEqual([CUSTOMER, ONE_CUSTOMER].sort())
    expect(await moved('invoice_payments', 'second')).toEqual([CUSTOMER])
    expect(await moved('invoice_payments', 'overpaid')).toEqual([CUSTOMER, ONE_CUSTOMER, CREDIT, CREDIT_DAYS].sort())
    expect(await moved('refunds', 'changed')).toEqual([ONE_CUSTOMER])
  })

  test('amounts beyond the limit, and anything on a void invoice, are named', async () => {
    const kept = 'UPDATE invoices SET outstanding_balance = -1, paid_amount = 119 WHERE id = $1'
    const overpaid: Statement = [
      'UPDATE invoice_payment_allocations SET amount = 68 WHERE payment_id = $1',
      [ids.second],
    ]
    expect(await found(overpaid, [kept, [ids.full]])).toContain(BOUNDS)
    const voided = `voided_at = now(), status = 'VOIDED', outstanding_balance = 0, paid_at = NULL`
    expect(await found(set('invoices', voided, 'lost'))).toContain(BOUNDS)
    const refunded: Statement = [`UPDATE refund_parts SET amount = 21 WHERE refund_id = $1`, [ids.changed]]
    expect(await found(refunded, set('invoices', 'refunded_amount = 21', 'part'))).toContain(BOUNDS)
  })

  test('a member of a payout without money is named', async () => {
    const join = (table: string, name: string): Statement => [
      `UPDATE ${table} SET payout_id = $2 WHERE id = $1`,
      [ids[name], ids.payout],
    ]
    expect(await found(join('invoice_payments', 'spent'))).toContain(MEMBER)
    expect(await found(join('refund_payments', 'goodwill payment 0'))).toContain(MEMBER)
    expect(await found(join('refund_payments', 'takenOut'))).toEqual([MEMBER])
  })

  test('a part of a refund on an invoice that its payment did not pay is named', async () => {
    expect(
      await found([
        'UPDATE refund_parts SET invoice_id = $2 WHERE refund_id = $1 AND NOT is_of_credit',
        [ids.ofPayment, ids.full],
      ]),
    ).toContain(REFERS)
  })

  test('entries that are missing, duplicate or never staged are named', async () => {
    const standing = (change: string, name: string, event: string): Statement => [
      `UPDATE standing_entries SET ${change} WHERE source_id = $1 AND event LIKE $2`,
      [ids[name], event],
    ]
    expect(await found(standing('stands = false', 'part', 'sent'))).toEqual([STANDS, SAYS, RECEIVABLE, DEBTS].sort())
    expect(await found(standing('stands = true', 'voided', 'sent'))).toEqual([STANDS, SAYS, RECEIVABLE, DEBTS].sort())
    expect(await found(standing('stands = false', 'forMoved', 'moved.%'))).toEqual([STANDS, SAYS, CREDITS].sort())
    expect(await found(standing('stands = false', 'goodwill', 'issued'))).toEqual([STANDS, SAYS, LIABILITIES].sort())
    expect(await found(standing('stands = false', 'payout', 'paid_out'))).toEqual([STANDS, SAYS].sort())
    expect(await found(standing('revision = 3', 'payout', 'paid_out'))).toEqual([STANDS, REVISION, SAYS].sort())
  })

  test('receivables and refund liabilities in the cash books are named', async () => {
    const posting = (name: string): Statement => [
      `UPDATE postings SET posting = replace(posting, '"basis":"ACCRUAL"', '"basis":"BOTH"') WHERE source_id = $1`,
      [ids[name]],
    ]
    expect(await found(posting('part'))).toEqual([SAYS, RECEIVABLE].sort())
    expect(await found(posting('goodwill'))).toEqual([SAYS, LIABILITIES].sort())
  })
})

test('an invoice with another receivable in the journal is named', async () => {
  const change = (by: number): Promise<unknown> =>
    admin.query(
      'UPDATE invoices SET outstanding_balance = outstanding_balance + $2, total_amount = total_amount + $2 WHERE id = $1',
      [ids.unpaid, by],
    )
  await change(1)
  const found = await check()
  await change(-1)
  expect(found.flatMap((one) => ('invariant' in one ? one.invariant : []))).toContain(
    'the journal has on accounts receivable open invoices, and nothing in the cash books',
  )
})
