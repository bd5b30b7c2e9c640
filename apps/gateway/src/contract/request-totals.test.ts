/** Each limit of a request, on both sides. Only numbers of items count, whatever their content. */
import { DomainError } from '@pacioli/errors'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { api, bodySchemaOf } from '../testing/interface.test-helpers.ts'
import { totalsOf } from './request-totals.ts'

/** The name and the field of a refusal. */
function refusal(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return [error.errorEnum, error.problems[0].meta.field]
    throw error
  }
  return undefined
}

const many = (count: number, one: object = {}): object[] => Array<object>(count).fill(one)
const tooMany = (field: string) => ['PayloadTooLarge', field]
/** As the schemas accept it; only the lists are read. */
const limitOf = (id: string) => {
  const limit = totalsOf(api.contract, api.contract.operation(id))
  return (given: unknown) => refusal(() => limit?.(given))
}

const [invoices, bills, refund] = [limitOf('createInvoices'), limitOf('createBills'), limitOf('createRefund')]
const [payment, dedicatedRefund] = [limitOf('payInvoice'), limitOf('refundInvoice')]
const [lines, bulk] = [limitOf('postJournalEntries'), limitOf('bulkCategorizeTransactions')]

describe('one request takes at most 10,000', () => {
  const fees = { refunded_payment_fees: many(97) }

  test.each<[string, object]>([
    ['line items', { line_items: many(1_000) }],
    ['taxes of line items', { line_items: many(100, { sales_taxes: many(9) }) }],
    ['taxes', { line_items: many(500), additional_sales_taxes: many(500) }],
    ['payments', { line_items: many(900), payments: many(100) }],
    ['refunds of line items', { line_items: many(250, { dedicated_refunds: many(3) }) }],
    ['refunds', { line_items: many(900), dedicated_refunds: many(100) }],
    ['line items of refunds', { line_items: many(10), dedicated_refunds: [{ line_items: many(989) }] }],
    ['fees of refunds of payments', { line_items: many(505), payments: many(5, { dedicated_refunds: [fees] }) }],
  ])('%s of invoices, counted together with all else', (_what, whole) => {
    expect(invoices(many(10, { line_items: [], ...whole }))).toBeUndefined()
    expect(invoices([...many(10, { line_items: [], ...whole }), { line_items: [{}] }])).toEqual(tooMany('line_items'))
  })

  test('refunds of a payment and their parts', () => {
    const dedicated_refunds = many(10, { line_items: many(999) })
    expect(payment({ dedicated_refunds })).toBeUndefined()
    expect(payment({ dedicated_refunds: [...dedicated_refunds, {}] })).toEqual(tooMany('dedicated_refunds'))
  })

  test('line items and taxes of bills', () => {
    const whole = many(10, { line_items: many(90, { sales_taxes: many(10) }), additional_sales_taxes: many(10) })
    expect(bills(whole)).toBeUndefined()
    expect(bills([...whole, { line_items: [{}] }])).toEqual(tooMany('line_items'))
    expect(bills([...whole, { additional_sales_taxes: [{}] }])).toEqual(tooMany('line_items'))
  })

  test('allocations, line items, payments and fees of a refund', () => {
    const allocations = many(10, { line_items: many(989) })
    const payments = many(10, { refunded_payment_fees: many(9) })
    expect(refund({ allocations, payments })).toBeUndefined()
    expect(refund({ allocations: [...allocations, {}], payments })).toEqual(tooMany('allocations'))
    expect(refund({ allocations, payments: [...payments, {}] })).toEqual(tooMany('allocations'))
  })

  test('line items of entries', () => {
    const entries = many(10, { line_items: many(1_000) })
    expect(lines(entries)).toBeUndefined()
    expect(lines([...entries, { line_items: [{}] }])).toEqual(tooMany('line_items'))
  })

  test('parts of splits', () => {
    const splits = many(10, { type: 'Split', entries: many(1_000) })
    expect(bulk(splits)).toBeUndefined()
    expect(bulk([...splits, { type: 'Category' }])).toBeUndefined()
    expect(bulk([...splits, { type: 'Split', entries: [{}] }])).toEqual(tooMany('entries'))
  })

  describe('tags', () => {
    const tagged = { tags: many(10) }

    test('of the rows of an import', () => {
      const rows = limitOf('importTransactions')
      const transactions = [...many(1_000, tagged), { tags: null }, {}]
      expect(rows({ transactions })).toBeUndefined()
      expect(rows({ transactions: [...transactions, { tags: [{}] }] })).toEqual(tooMany('transactions'))
    })

    test('of invoices, their line items, payments and refunds', () => {
      const one = {
        ...tagged,
        line_items: many(94, { ...tagged }),
        payments: [{ ...tagged, dedicated_refunds: [{ ...tagged, line_items: [tagged] }] }],
        dedicated_refunds: [{ ...tagged, line_items: [tagged] }],
      }
      expect(invoices(many(10, one))).toBeUndefined()
      expect(invoices([...many(10, one), { tags: [{}], line_items: [] }])).toEqual(tooMany('line_items'))
    })

    test('of a payment and a refund of one invoice', () => {
      const dedicated_refunds = many(333, { ...tagged, line_items: many(2, tagged) })
      expect(payment({ ...tagged, dedicated_refunds })).toBeUndefined()
      expect(payment({ ...tagged, dedicated_refunds: [...dedicated_refunds, { tags: [{}] }] })).toEqual(
        tooMany('dedicated_refunds'),
      )
      expect(dedicatedRefund({ ...tagged, line_items: many(999, tagged) })).toBeUndefined()
      expect(dedicatedRefund({ ...tagged, line_items: many(1_000, tagged) })).toEqual(tooMany('line_items'))
    })

    test('of bills and their line items', () => {
      expect(bills([{ line_items: many(999, tagged), ...tagged }])).toBeUndefined()
      expect(bills([{ line_items: many(1_000, tagged), ...tagged }])).toEqual(tooMany('line_items'))
    })

    test('of a refund, its allocations, line items and payments', () => {
      const allocations = many(499, { ...tagged, line_items: [tagged] })
      expect(refund({ ...tagged, allocations, payments: [tagged] })).toBeUndefined()
      expect(refund({ ...tagged, allocations, payments: many(2, tagged) })).toEqual(tooMany('allocations'))
    })

    test('of decisions on transactions and their parts', () => {
      const split = { ...tagged, type: 'Split', entries: many(999, tagged) }
      expect(bulk([split])).toBeUndefined()
      expect(bulk([split, { type: 'Category', tags: [{}] }])).toEqual(tooMany('entries'))
    })
  })
})

test('a statement has at most 10 MiB, and no more base64 than makes as much', () => {
  const MOST = 10 * 1024 * 1024
  const { read } = api.ready(api.contract.operation('importStatement'))
  const fileOf = (content: string) =>
    read({ params: { externalAccountId: randomUUID() }, query: {}, body: { content } })
  const base64 = Buffer.alloc(MOST).toString('base64')
  expect(fileOf(base64)['content']).toHaveLength(MOST)
  expect(bodySchemaOf('importStatement')['properties']).toMatchObject({ content: { maxLength: base64.length } })
  const more = Buffer.alloc(MOST + 1).toString('base64')
  expect([more.length, refusal(() => fileOf(more))]).toEqual([base64.length, tooMany('content')])
})
