/** Sound books have no violation, and every change behind the service's back is reported. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCacheEnv } from '@pacioli/dev-stack'
import type { Finding, Violation } from '@pacioli/postings/checking'
import { connectAt } from '@pacioli/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import {
  billInput,
  changeOf,
  GOODS,
  line,
  makeBill,
  makeExpense,
  named,
  openPayables,
  RENT,
  type BillGiven,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { checkBusiness, compareWithJournal } from './check-business.ts'
import { foundAfter as foundAfterAll, liftConstraints, type Statement } from '../testing/found-after.test-helpers.ts'
import {
  allocateBillPayment,
  allocateVendorCredit,
  createBillPayment,
  createBills,
  createVendorCredit,
  deleteBillPayment,
  deleteVendorCredit,
  removeAllocation,
  updateBill,
  voidBill,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let admin: pg.Client
let payables: TestPayables
const ids: Record<string, string> = {}

beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
  admin = await connectAt(billing.adminUrl, payables.request.businessId)
  await everyState()
  await liftConstraints(billing.adminUrl)
})
afterAll(async () => {
  expect(billing.refusedPostings).toEqual([])
  await admin.end()
  await billing.stop()
})

/** Bills by name, created by one request. */
async function receive(bills: Record<string, BillGiven>): Promise<void> {
  const inputs = Object.values(bills).map((given) => billInput(payables, given))
  const { data = [] } = await createBills(billing, payables.request, inputs)
  for (const [index, name] of Object.keys(bills).entries()) ids[name] = data[index]?.id ?? ''
}

type Part = [name: string, amount: number]
const toBills = (parts: readonly Part[]) =>
  parts.map(([name, amount]) => ({ bill_id: ids[name] ?? '', amount, tags: [] }))

async function pay(
  name: string,
  amount: number,
  parts: readonly Part[],
  paid_at = '2026-01-20T12:00:00Z',
): Promise<string> {
  const { data } = await createBillPayment(billing, payables.request, {
    vendor_id: payables.contactId,
    paid_at,
    method: 'ACH',
    amount,
    allocations: toBills(parts),
    tags: [],
  })
  return (ids[name] = data?.id ?? '')
}

async function credit(name: string, amount: number, parts: readonly Part[]): Promise<string[]> {
  const { data } = await createVendorCredit(billing, payables.request, {
    vendor_id: payables.contactId,
    received_at: '2026-01-15T12:00:00Z',
    line_items: [
      { account_identifier: RENT, amount: amount - 3, tags: [] },
      { account_identifier: GOODS, amount: 3, tags: [] },
    ],
    allocations: toBills(parts),
    tags: [],
  })
  ids[name] = data?.id ?? ''
  return (data?.allocations ?? []).map(({ id = '' }) => id)
}

/** Payables in every state, current and former. */
async function everyState(): Promise<void> {
  const { request } = payables
  await receive({
    open: {
      line_items: [
        line(333, { quantity: '1.5', discount_amount: 50, taxes: { CA: 45 } }),
        line(-20, { account_identifier: GOODS }),
      ],
      taxes: { NY: 7 },
      additional_discount: 30,
    },
    full: { line_items: [line(70, { taxes: { CA: 10 } }), line(33, { account_identifier: GOODS })] },
    part: {},
    early: {
      received_at: '2026-02-01T12:00:00Z',
      line_items: [line(100, { prepayment_account_identifier: named('PREPAID_EXPENSES') }), line(11)],
    },
    changed: {},
    zero: { line_items: [line(0)] },
    voided: {},
  })
  await voidBill(billing, request, ids.voided ?? '')
  ids.spent = (await makeExpense(billing, payables)).id
  ids.unspent = (await makeExpense(billing, payables)).id
  await voidBill(billing, request, ids.unspent)
  await pay('first', 90, [
    ['full', 51],
    ['part', 20],
  ])
  await pay('second', 62, [['full', 62]])
  await pay('advance', 61, [['early', 61]])
  await pay('forChanged', 30, [['changed', 30]])
  await updateBill(
    billing,
    request,
    changeOf({ id: ids.changed ?? '' }, { line_items: { items: [line(40, { account_identifier: GOODS }), line(50)] } }),
  )
  await allocateBillPayment(billing, request, {
    payment_id: ids.first ?? '',
    allocation: { bill_id: ids.part ?? '', amount: 5, tags: [] },
  })
  await pay('deleted', 12, [['part', 12]])
  await deleteBillPayment(billing, request, ids.deleted ?? '')
  await credit('credit', 40, [['part', 10]])
  await allocateVendorCredit(billing, request, {
    vendor_credit_id: ids.credit ?? '',
    allocation: { bill_id: ids.open, amount: 7 },
  })
  const [takenBack = ''] = await credit('free', 9, [['open', 4]])
  await removeAllocation(billing, request, takenBack)
  await credit('gone', 5, [['open', 5]])
  await deleteVendorCredit(billing, request, ids.gone ?? '')
}

const check = (): Promise<Finding[]> => checkBusiness(billing, payables.request)

test('sound books have no violation, also while others write', async () => {
  expect(await check()).toEqual([])
  const writing = Promise.all(
    Array.from({ length: 2 }, async (_, index) => {
      const { id } = await makeBill(billing, payables, { line_items: [line(1_000 + index)] })
      ids[`busy ${index}`] = id
      await pay(`paid ${index}`, 500, [[`busy ${index}`, 400]])
      await credit(`credited ${index}`, 50, [[`busy ${index}`, 30]])
    }),
  )
  const seen: Finding[] = []
  for (let times = 0; times < 2; times += 1) seen.push(...(await check()))
  await writing
  expect(seen).toEqual([])
  expect(await check()).toEqual([])
})

const foundAfter = (...statements: readonly Statement[]): Promise<string[]> =>
  foundAfterAll(admin, payables.request, ...statements)

const LINE = 'a line item comes to its price times its quantity, less its discount, and its taxes'
const TAX = 'a tax is on a line item of its bill, or on the bill'
const TOTAL = 'a bill comes to its line items and additional taxes, less its discount'
const ALLOCATED = 'a bill is paid and credited what is allocated to it'
const STATUS = 'balance, status and time of payment of a bill follow from its total and allocations'
const PAYMENT = 'a payment gives what is allocated of it, and no more than it has'
const CREDIT = 'a vendor credit comes to its line items, gives what is allocated of it, and no more than it has'
const VENDOR = 'what is allocated is between documents of one vendor that stand'
const TIME = 'an allocation counts from when there was something to allocate'
const SHARES = 'the shares of an allocation come to its amount'
const PART = 'a share is of a part of the bill, and waits where that says if it was paid before the bill was received'
const FULL = 'a bill that was paid and credited in full has recognised just what it is made of'
const CREDIT_SHARES = "the shares of a credit's allocation, of the bill and of the credit, come to its amount"
const CREDIT_PART = 'a share of a credit is of one of its line items'
const STANDS = 'just those entries stand which the documents name'
const REVISION = 'every revision of an entry was staged once'
const SAYS = 'what stands says what the documents say'
const PAYABLE = 'accounts payable is open bills less unallocated credits, and nothing in the cash books'
const DEBTS = 'lines on control accounts say of each document what is owed of it'
const REVERSAL = 'a reversal takes back one posting of its own source, once'
const TAKEN = 'the ledger takes what is posted'
const COUNTED = 'postings are counted by their state'

const sorted = (...invariants: string[]): string[] => invariants.sort()
const set = (table: string, change: string, name: string): Statement => [
  `UPDATE ${table} SET ${change} WHERE id = $1`,
  [ids[name]],
]

describe('data that billing stores', () => {
  test('a line item with another total is named, with all that depends on it', async () => {
    const lines = (change: string): Statement => [
      `UPDATE bill_line_items SET ${change} WHERE bill_id = $1 AND position = 0`,
      [ids.open],
    ]
    expect(await foundAfter(lines('unit_price = unit_price + 1'))).toEqual([LINE])
    expect(await foundAfter(lines('quantity = 1.50000001'))).toEqual([])
    expect(await foundAfter(lines('quantity = 1.51'))).toEqual([LINE])
    expect(await foundAfter(lines('sales_taxes_total = 44, total_amount = total_amount - 1'))).toEqual(
      sorted(LINE, TOTAL),
    )
    expect(await foundAfter(lines('subtotal = subtotal + 1, total_amount = total_amount + 1'))).toEqual(
      sorted(LINE, TOTAL, SAYS),
    )
  })

  test('a tax that was altered, or that is on a line item of another bill, is named', async () => {
    expect(
      await foundAfter([
        'UPDATE bill_sales_taxes SET amount = 8 WHERE bill_id = $1 AND line_item_id IS NULL',
        [ids.open],
      ]),
    ).toEqual(sorted(TOTAL, SAYS))
    expect(
      await foundAfter([
        `UPDATE bill_sales_taxes SET line_item_id = (SELECT id FROM bill_line_items WHERE bill_id = $2 LIMIT 1)
          WHERE bill_id = $1 AND line_item_id IS NOT NULL`,
        [ids.open, ids.part],
      ]),
    ).toEqual(sorted(LINE, TAX))
  })

  test.each(['subtotal = subtotal + 1', 'additional_sales_taxes_total = 8'])(
    'a changed sum of a bill is named: %s',
    async (change) => {
      expect(await foundAfter(set('bills', change, 'open'))).toEqual([TOTAL])
    },
  )

  test('another total is named, with the balance and the entry that depend on it', async () => {
    expect(
      await foundAfter(
        set('bills', 'total_amount = total_amount + 1, outstanding_balance = outstanding_balance + 1', 'open'),
      ),
    ).toEqual(sorted(TOTAL, SAYS, PAYABLE, DEBTS))
  })

  test('a bill with amounts paid or credited that differ from its allocations is named', async () => {
    expect(await foundAfter(set('bills', 'paid_amount = paid_amount + 1', 'part'))).toEqual([ALLOCATED])
    expect(await foundAfter(set('bills', 'credited_amount = credited_amount - 1', 'part'))).toEqual([ALLOCATED])
  })

  test('a balance, a status or a time of payment that does not follow is named', async () => {
    expect(await foundAfter(set('bills', 'outstanding_balance = outstanding_balance - 1', 'part'))).toEqual(
      sorted(STATUS, PAYABLE, DEBTS),
    )
    expect(await foundAfter(set('bills', `status = 'RECEIVED'`, 'part'))).toEqual([STATUS])
    expect(await foundAfter(set('bills', `paid_at = paid_at + interval '1 second'`, 'full'))).toEqual([STATUS])
    expect(await foundAfter(set('bills', 'paid_at = NULL', 'zero'))).toEqual([STATUS])
  })

  test('an allocation that was altered, lost or restored is named wherever it counts', async () => {
    const payment = (change: string): Promise<string[]> =>
      foundAfter([`UPDATE bill_payment_allocations SET ${change} WHERE payment_id = $1`, [ids.second]])
    expect(await payment('amount = amount - 1')).toEqual(sorted(ALLOCATED, PAYMENT, SHARES, SAYS))
    expect(await payment('deleted_at = now()')).toEqual(sorted(ALLOCATED, PAYMENT, FULL, SAYS))
    expect(
      await foundAfter(['UPDATE bill_payment_allocations SET deleted_at = NULL WHERE payment_id = $1', [ids.deleted]]),
    ).toEqual(sorted(ALLOCATED, PAYMENT, VENDOR))
    expect(
      await foundAfter(['UPDATE vendor_credit_allocations SET amount = 100 WHERE vendor_credit_id = $1', [ids.credit]]),
    ).toEqual(sorted(ALLOCATED, CREDIT, CREDIT_SHARES, DEBTS))
  })

  test('a payment or a credit that is overallocated is named', async () => {
    expect(await foundAfter(set('bill_payments', 'amount = 61', 'second'))).toEqual(sorted(PAYMENT, SAYS))
    expect(await foundAfter(set('vendor_credits', 'allocated_amount = allocated_amount + 1', 'credit'))).toEqual(
      sorted(CREDIT, PAYABLE),
    )
    expect(
      await foundAfter([
        'UPDATE vendor_credit_line_items SET amount = amount + 1 WHERE vendor_credit_id = $1',
        [ids.free],
      ]),
    ).toEqual(sorted(CREDIT, SAYS))
  })

  test('an allocation across vendors, or to a voided or deleted document, is named', async () => {
    const other: Statement = [
      `INSERT INTO vendors (business_id, id, company_name, created_at, updated_at) VALUES ($1, $2, 'Other', now(), now())`,
      [payables.request.businessId, randomUUID()],
    ]
    const moved = (table: string, name: string): Promise<string[]> =>
      foundAfter(other, [`UPDATE ${table} SET vendor_id = $2 WHERE id = $1`, [ids[name], other[1]?.[1]]])
    expect(await moved('bills', 'full')).toEqual([VENDOR])
    expect(await moved('bill_payments', 'second')).toEqual([VENDOR])
    expect(await moved('vendor_credits', 'credit')).toEqual([VENDOR])
    expect(await foundAfter(set('bill_payments', 'deleted_at = now()', 'second'))).toEqual(sorted(VENDOR, SAYS))
    expect(await foundAfter(set('bills', `voided_at = now(), status = 'VOIDED', paid_at = NULL`, 'full'))).toEqual(
      sorted(VENDOR, SAYS),
    )
  })

  test('an allocation that counts from another time is named', async () => {
    const moved = (table: string, document: string, name: string): Promise<string[]> =>
      foundAfter([
        `UPDATE ${table} SET allocated_at = allocated_at + interval '1 hour' WHERE ${document} = $1`,
        [ids[name]],
      ])
    expect(await moved('bill_payment_allocations', 'payment_id', 'forChanged')).toEqual([TIME])
    expect(await moved('vendor_credit_allocations', 'vendor_credit_id', 'credit')).toEqual(sorted(TIME, SAYS))
  })

  test('shares that are not those of the bill are named', async () => {
    const shares = (name: string, change: string): Promise<string[]> =>
      foundAfter([`UPDATE bill_payment_allocations SET shares = ${change} WHERE payment_id = $1`, [ids[name]]])
    const put = (path: string, value: string): string => `jsonb_set(shares, '{0,${path}}', '${value}')`
    expect(await shares('second', put('amount', '1'))).toEqual(sorted(SHARES, FULL, SAYS))
    expect(await shares('second', put('component', `"${randomUUID()}"`))).toEqual(sorted(PART, FULL))
    expect(await shares('second', put('accountId', `"${randomUUID()}"`))).toEqual(sorted(PART, SAYS))
    expect(await shares('advance', put('prepaymentAccountId', 'null'))).toEqual(sorted(PART, SAYS))
  })

  test('shares that are not those of the bill or of the credit are named', async () => {
    const shares = (column: string, path: string, value: string): Promise<string[]> =>
      foundAfter([
        `UPDATE vendor_credit_allocations SET ${column} = jsonb_set(${column}, '{0,${path}}', '${value}') WHERE vendor_credit_id = $1`,
        [ids['credit']],
      ])
    expect(await shares('shares', 'amount', '1')).toEqual(sorted(CREDIT_SHARES, SAYS))
    expect(await shares('shares', 'accountId', `"${randomUUID()}"`)).toEqual(sorted(PART, SAYS))
    expect(await shares('credit_shares', 'amount', '1')).toEqual(sorted(CREDIT_SHARES, SAYS))
    expect(await shares('credit_shares', 'component', `"${randomUUID()}"`)).toEqual(sorted(CREDIT_PART))
  })
})

describe('standing entries', () => {
  const standing = (change: string, name: string, event: string): Statement => [
    `UPDATE standing_entries SET ${change} WHERE source_id = $1 AND event = $2`,
    [ids[name], event],
  ]

  test('an entry that wrongly counts as standing or reversed is named', async () => {
    expect(await foundAfter(standing('stands = false', 'open', 'received'))).toEqual(
      sorted(STANDS, SAYS, PAYABLE, DEBTS),
    )
    expect(await foundAfter(standing('stands = true', 'voided', 'received'))).toEqual(
      sorted(STANDS, SAYS, PAYABLE, DEBTS),
    )
    expect(await foundAfter(standing('stands = true', 'unspent', 'spent'))).toEqual(sorted(STANDS, SAYS))
    expect(await foundAfter(['DELETE FROM standing_entries WHERE source_id = $1', [ids.spent]])).toEqual(
      sorted(STANDS, REVISION, SAYS),
    )
  })

  test('a revision that was never staged, or was staged twice, is named', async () => {
    expect(await foundAfter(standing('revision = 3', 'changed', 'received'))).toEqual(
      sorted(STANDS, REVISION, SAYS, PAYABLE, DEBTS),
    )
    const copy = (key: string): Statement => [
      `INSERT INTO postings SELECT business_id, $2, client_id, replace(posting_key, ':1', '${key}'), source_type, source_id,
              99, books_epoch, entry_at, posting, reverses, 'PENDING', 0, NULL, NULL, NULL, staged_at, next_attempt_at
         FROM postings WHERE source_id = $1 AND reverses IS NULL`,
      [ids.open, randomUUID()],
    ]
    expect(await foundAfter(copy(':2'))).toEqual(sorted(STANDS, REVISION))
  })

  test('an entry with other lines, on another account, in other books or at another time is named', async () => {
    const posting = (from: string, to: string): Promise<string[]> =>
      foundAfter([
        `UPDATE postings SET posting = replace(posting, '${from}', '${to}') WHERE source_id = $1 AND reverses IS NULL`,
        [ids.spent],
      ])
    expect(await posting('"amount":100', '"amount":101')).toEqual([SAYS])
    expect(await posting('"basis":"BOTH"', '"basis":"CASH"')).toEqual([SAYS])
    expect(await foundAfter(standing(`entry_at = entry_at + interval '1 day'`, 'spent', 'spent'))).toEqual([SAYS])
    expect(await foundAfter(set('bills', 'clearing_account_id = gen_random_uuid()', 'spent'))).toEqual([SAYS])
  })

  test('a line of another document, or of none, is named', async () => {
    const documents = (change: string): Promise<string[]> =>
      foundAfter([`UPDATE postings SET posting = ${change} WHERE source_id = $1 AND reverses IS NULL`, [ids.first]])
    expect(await documents(`replace(posting, '"document_id":"${ids.part}"', '"document_id":"${ids.open}"')`)).toEqual([
      DEBTS,
    ])
    expect(await documents(`replace(posting, '"document_id":"${ids.part}",', '')`)).toEqual([DEBTS])
  })

  test('accounts payable in the cash books are named', async () => {
    expect(
      await foundAfter([
        `UPDATE postings SET posting = replace(posting, '"basis":"ACCRUAL"', '"basis":"BOTH"') WHERE source_id = $1`,
        [ids.open],
      ]),
    ).toEqual(sorted(SAYS, PAYABLE))
  })

  test('postings that are refused, miscounted or reversed twice are named', async () => {
    expect(
      await foundAfter([
        `UPDATE postings SET status = 'FAILED', entry_id = NULL, error_enum = 'E', failed_at = now() WHERE source_id = $1`,
        [ids.open],
      ]),
    ).toEqual([TAKEN])
    expect(
      await foundAfter([
        `UPDATE posting_counts SET postings = postings + 1 WHERE status = 'POSTED' AND slot =
           (SELECT min(slot) FROM posting_counts WHERE status = 'POSTED')`,
      ]),
    ).toEqual([COUNTED])
    expect(
      await foundAfter([
        `UPDATE postings SET reverses = (SELECT posting_key FROM postings WHERE source_id = $2 AND reverses IS NULL)
          WHERE source_id = $1 AND reverses IS NOT NULL`,
        [ids.voided, ids.unspent],
      ]),
    ).toEqual(sorted(REVERSAL, STANDS))
  })
})

describe('the journal', () => {
  /** The violations while the change is in place. */
  async function foundWhile(change: string, back: string, bind: unknown[]): Promise<Violation[]> {
    expect((await admin.query(change, bind)).rowCount).toBeGreaterThan(0)
    try {
      return (await check()).filter((one): one is Violation => 'invariant' in one)
    } finally {
      await admin.query(back, bind)
    }
  }

  test('a missing entry and an unknown one are named', async () => {
    const where = `source_id = '${ids.spent}' AND status = 'POSTED'`
    const { rows } = await admin.query<{ entry_id: string }>(`SELECT entry_id FROM postings WHERE ${where}`)
    const [entryId, lost] = [rows[0]?.entry_id, randomUUID()]
    expect(
      await foundWhile(
        `UPDATE postings SET entry_id = '${lost}' WHERE ${where}`,
        `UPDATE postings SET entry_id = '${entryId}' WHERE ${where}`,
        [],
      ),
    ).toEqual([
      {
        invariant: 'an entry of billing in the journal is one of its postings',
        detail: `entry ${entryId} of bill ${ids.spent}`,
      },
      { invariant: 'what was posted is in the journal', detail: `entry ${lost} is not` },
    ])
  })

  test('an entry with other lines or in other books than posted is named', async () => {
    const swap = (from: string, to: string): [string, string] => [
      `UPDATE postings SET posting = replace(posting, '${from}', '${to}') WHERE source_id = $1 AND reverses IS NULL`,
      `UPDATE postings SET posting = replace(posting, '${to}', '${from}') WHERE source_id = $1 AND reverses IS NULL`,
    ]
    const found = async (from: string, to: string): Promise<string[]> =>
      (await foundWhile(...swap(from, to), [ids.unspent])).map(({ invariant }) => invariant)
    // The expense was voided: an entry and its reversal, on two accounts each.
    expect(await found('"amount":100', '"amount":101')).toEqual(
      Array.from({ length: 4 }, () => 'an entry in the journal has the lines that were posted'),
    )
    expect(await found('"basis":"BOTH"', '"basis":"CASH"')).toEqual(
      Array.from({ length: 2 }, () => 'an entry in the journal is in the books that it was posted to'),
    )
  })

  test('a bill with another payable in the journal is named', async () => {
    const found = await foundWhile(
      'UPDATE bills SET outstanding_balance = outstanding_balance + $2, total_amount = total_amount + $2 WHERE id = $1',
      'UPDATE bills SET outstanding_balance = outstanding_balance - $2, total_amount = total_amount - $2 WHERE id = $1',
      [ids.open, 1],
    )
    expect(found.map(({ invariant }) => invariant)).toContain(
      'the journal has on accounts payable open bills less unallocated credits, and nothing in the cash books',
    )
  })
})

describe('the command', { timeout: 120_000 }, () => {
  const urlOf = (user: string, password: string): string =>
    Object.assign(new URL(billing.adminUrl), { username: user, password }).href
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', 'check-billing.ts'), ...args], {
      env: {
        ...process.env,
        ...compileCacheEnv(),
        BILLING_DATABASE_URL: urlOf('billing_app', 'app'),
        BILLING_RELAY_DATABASE_URL: urlOf('billing_relay', 'relay'),
        LEDGER_GRPC_URL: billing.ledgerProcess.target,
        BANKING_GRPC_URL: billing.bankingTarget,
      },
    })

  // Every end-to-end run checks that it visits all businesses and finds nothing.
  test('checks the requested business, and exits with 1 where anything differs', async () => {
    const { businessId } = payables.request
    await admin.query('UPDATE bills SET subtotal = 99 WHERE id = $1', [ids.spent])
    await expect(run('--business', businessId)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        new RegExp(`^${businessId}: not so that ${TOTAL}: .*\n1 business checked, 1 violation\n$`),
      ),
    })
  })

  test('compares control accounts while a posting waits, or was refused, and says of its entry what it can', async () => {
    const one = `posting_key = (SELECT min(posting_key) FROM postings WHERE source_id = $1 AND reverses IS NULL)`
    const { businessId } = payables.request
    const { rows } = await admin.query<{ entry_id: string }>(
      `SELECT entry_id FROM postings WHERE business_id = $2 AND ${one}`,
      [ids.spent, businessId],
    )
    const entryId = rows[0]?.entry_id
    const become = (status: string, entry: string | undefined) =>
      admin.query(
        `UPDATE postings SET status = $3, entry_id = $4, next_attempt_at = 'infinity' WHERE business_id = $2 AND ${one}`,
        [ids.spent, businessId, status, entry ?? null],
      )
    const compared = () => compareWithJournal(billing, payables.request, { arrivesWithinMs: 0, storedWithinMs: 0 })
    const unknown = 'an entry of billing in the journal is one of its postings'
    const entry = `entry ${entryId} of bill ${ids.spent}`
    try {
      await become('PENDING', undefined)
      expect(await compared()).toEqual([{ unchecked: unknown, reason: `${entry}, a posting of which waits` }])
      await become('FAILED', undefined)
      expect(await compared()).toEqual([{ invariant: unknown, detail: entry }])
    } finally {
      await become('POSTED', entryId)
    }
    expect(await compared()).toEqual([])
  })

  test('compares books that are written to all the while', async () => {
    let isWriting = true
    const writing = (async () => {
      while (isWriting) await receive({ another: {} })
    })()
    try {
      for (let looks = 0; looks < 5; looks++)
        expect(await compareWithJournal(billing, payables.request, { arrivesWithinMs: 0 })).toEqual([])
    } finally {
      isWriting = false
      await writing
    }
  })
})
