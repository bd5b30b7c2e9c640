import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOf, totalOf } from './figures.ts'
import type { PaymentRow } from './payments-file.ts'
import { planOf } from './plan.ts'

let count = 0
const row = (day: string, amount: bigint, more: Partial<PaymentRow> = {}): PaymentRow => ({
  where: `x.csv, row ${count + 2}`,
  number: `T${++count}`,
  day,
  invoiceNumber: undefined,
  amount,
  supplier: { key: '7 QUAY BOOKS', name: 'QUAY BOOKS' },
  expenseType: 'Books',
  ...more,
})
const other = { supplier: { key: '8 HARROW', name: 'HARROW' } }

test('a row is a bill of its vendor, received when it was paid, on an account of its type', () => {
  expect(planOf([row('2026-01-31', 1_250n, { number: 'T', invoiceNumber: 'I' })])).toEqual({
    accounts: [
      {
        name: 'Books',
        account_subtype: 'OPERATING_EXPENSES',
        stable_name: 'spending:Books',
        parent_id: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' },
      },
    ],
    vendors: [{ external_id: '7 QUAY BOOKS', company_name: 'QUAY BOOKS' }],
    bills: [
      {
        external_id: 'T',
        vendor_external_id: '7 QUAY BOOKS',
        received_at: '2026-01-31T00:00:00Z',
        terms: 'NET_30',
        reference_number: 'I',
        line_items: [
          {
            account_identifier: { type: 'StableName', stable_name: 'spending:Books' },
            description: 'Books',
            unit_price: 1_250,
          },
        ],
      },
    ],
    payments: [],
    credits: [],
  })
})

test('one payment a vendor and day pays its bills, but for those of the last ten days and those of nothing', () => {
  const rows = [
    row('2026-01-21', 1n, { number: 'a' }),
    row('2026-01-21', 2n, { number: 'b' }),
    row('2026-01-21', 0n),
    row('2026-01-21', 4n, { number: 'c', ...other }),
    row('2026-01-20', 8n, { number: 'd' }),
    row('2026-01-22', 16n),
    row('2026-01-31', 32n),
  ]
  const { bills, payments } = planOf(rows)
  expect(bills).toHaveLength(7)
  expect(payments.map(({ external_id, paid_at, amount }) => [external_id, paid_at, amount])).toEqual([
    ['7 QUAY BOOKS 2026-01-21', '2026-01-21T00:00:00Z', 3],
    ['8 HARROW 2026-01-21', '2026-01-21T00:00:00Z', 4],
    ['7 QUAY BOOKS 2026-01-20', '2026-01-20T00:00:00Z', 8],
  ])
  expect(payments[0]?.allocations).toEqual([
    { bill_external_id: 'a', amount: 1 },
    { bill_external_id: 'b', amount: 2 },
  ])
})

test('more bills than one payment takes are paid by several', () => {
  const rows = Array.from({ length: 2_001 }, () => row('2026-01-01', 1n))
  const { payments } = planOf([...rows, row('2026-01-31', 1n)])
  expect(payments.map(({ external_id, amount, allocations }) => [external_id, amount, allocations.length])).toEqual([
    ['7 QUAY BOOKS 2026-01-01', 1_000, 1_000],
    ['7 QUAY BOOKS 2026-01-01 (2)', 1_000, 1_000],
    ['7 QUAY BOOKS 2026-01-01 (3)', 1, 1],
  ])
})

test('what is below zero is a credit, set off against open bills of the vendor as far as they go', () => {
  const rows = [
    row('2026-01-01', 100n),
    row('2026-01-02', -30n, { number: 'first' }),
    row('2026-01-30', 20n, { number: 'x' }),
    row('2026-01-31', 25n, { number: 'y' }),
    row('2026-01-31', 1_000n, other),
    row('2026-01-31', -50n, { number: 'second' }),
  ]
  const { credits } = planOf(rows)
  expect(
    credits.map(({ external_id, line_items, allocations }) => [external_id, line_items[0]?.amount, allocations]),
  ).toEqual([
    [
      'first',
      30,
      [
        { bill_external_id: 'x', amount: 20 },
        { bill_external_id: 'y', amount: 10 },
      ],
    ],
    ['second', 50, [{ bill_external_id: 'y', amount: 15 }]],
  ])
})

test('an expense type that no account can be named after is refused', () => {
  const long = 'x'.repeat(119)
  expect(planOf([row('2026-01-31', 1n, { expenseType: long })]).accounts).toHaveLength(1)
  expect(() => planOf([row('2026-01-31', 1n, { expenseType: `${long}x` })])).toThrow(
    /^x\.csv, row \d+: the expense type .* is too long: at most 119 characters/,
  )
})

const anyRow = fc
  .record({
    day: fc.integer({ min: 1, max: 31 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`),
    amount: fc.bigInt({ min: -10_000n, max: 50_000n }),
    name: fc.constantFrom('A', 'B', 'C'),
    expenseType: fc.constantFrom('Books', 'Energy'),
  })
  .map(({ day, amount, name, expenseType }) => row(day, amount, { supplier: { key: name, name }, expenseType }))

test('whatever the file, the plan comes to the figures of the file, and nothing in it exceeds what it hangs on', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 40 }), (rows) => {
      const plan = planOf(rows)
      const file = figuresOf(rows)
      const sum = (amounts: number[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount), 0n)
      const billed = new Map(plan.bills.map((bill) => [bill.external_id, bill.line_items[0]?.unit_price ?? 0]))
      const credited = sum(plan.credits.map(({ line_items }) => line_items[0]?.amount ?? 0))
      const paid = sum(plan.payments.map(({ amount }) => amount))
      expect(sum([...billed.values()]) - credited).toBe(totalOf(file.incurred))
      expect(paid).toBe(totalOf(file.paid))
      expect(sum([...billed.values()]) - credited - paid).toBe(totalOf(file.open))
      for (const { amount, allocations } of plan.payments)
        expect(sum(allocations.map((one) => one.amount))).toBe(BigInt(amount))
      const left = new Map(billed)
      for (const { bill_external_id: id, amount } of [...plan.payments, ...plan.credits].flatMap(
        (one) => one.allocations,
      )) {
        expect(amount).toBeGreaterThan(0)
        left.set(id, (left.get(id) ?? -1) - amount)
      }
      expect([...left.values()].filter((rest) => rest < 0)).toEqual([])
      for (const { line_items, allocations } of plan.credits)
        expect(allocations.reduce((total, { amount }) => total + amount, 0)).toBeLessThanOrEqual(
          line_items[0]?.amount ?? 0,
        )
    }),
  )
})
