import { beforeAll, describe, expect, test } from 'vitest'
import { NO_PARTY } from '../statements/control-account.ts'
import type { Row } from '../report-tables/report.ts'
import { bucketOf, type AgingItem, type AgingSummaryRow } from './aging.ts'
import { AGING_COLUMNS, contactRows, itemRows } from './aging-report.ts'
import { billFrom, invoiceFrom, newestItems, vendorCreditFrom } from './open-item.ts'
import { creditMoves, entryMovesFrom, summed } from './item-moves.ts'

test.each([
  [-400, 'current'],
  [0, 'current'],
  [1, '1_30'],
  [30, '1_30'],
  [31, '31_60'],
  [60, '31_60'],
  [61, '61_90'],
  [90, '61_90'],
  [91, '91_plus'],
  [4_000, '91_plus'],
])('%i days past due is in %s', (days, bucket) => {
  expect(bucketOf(days)).toBe(bucket)
})

const origin = { businessId: 'o', eventId: 'e', recorded: null }
const bill = {
  id: 'b',
  is_expense: false,
  external_id: null,
  reference_number: 'R-1',
  vendor_id: 'v',
  received_at: '2026-01-31T23:30:00.000Z',
  due_at: null,
  vendor_credits: [{ id: 'a', vendor_credit_id: 'c', amount: 5, allocated_at: '2026-02-01T10:30:00.000Z' }],
  transaction_tags: [{ key: 'site', value: 'a', dimension_id: 'd', definition_id: 't' }],
  version: 3,
}

describe('a document', () => {
  test('is read from the state that billing sends', () => {
    expect(billFrom(bill, origin)).toEqual({
      id: 'b',
      kind: 'BILL',
      contactId: 'v',
      externalId: null,
      referenceNumber: 'R-1',
      documentAt: new Date('2026-01-31T23:30:00Z'),
      dueAt: null,
      tagValueIds: ['t'],
      credits: [{ creditId: 'c', amount: 5, at: new Date('2026-02-01T10:30:00Z') }],
      version: 3,
      ...origin,
    })
    expect(vendorCreditFrom(bill, origin)).toMatchObject({
      kind: 'VENDOR_CREDIT',
      contactId: 'v',
      dueAt: null,
      credits: [],
    })
    const invoice = { ...bill, customer_id: 'u', sent_at: bill.received_at, due_at: '2026-03-01T00:00:00.000Z' }
    expect(invoiceFrom(invoice, origin)).toMatchObject({
      kind: 'INVOICE',
      contactId: 'u',
      dueAt: new Date('2026-03-01T00:00:00Z'),
    })
  })

  test('is none if it is an expense', () => {
    expect(billFrom({ ...bill, is_expense: true, vendor_id: null }, origin)).toBeUndefined()
  })

  test('counts in its newest version', () => {
    const versions = [1, 3, 2].map((version) => vendorCreditFrom({ ...bill, version }, origin))
    expect(newestItems(versions).map(({ version }) => version)).toEqual([3])
  })
})

test('a credit that is allocated to a bill reduces both, on its day in the zone', () => {
  const read = billFrom(bill, origin)
  if (!read) throw new Error('a bill expected')
  const on = (zone: string) => creditMoves(read, zone).map(({ itemId, day, amount }) => [itemId, day, amount])
  expect(on('America/New_York')).toEqual([
    ['b', '2026-02-01', -5n],
    ['c', '2026-02-01', 5n],
  ])
  expect(on('Pacific/Pago_Pago')).toEqual([
    ['b', '2026-01-31', -5n],
    ['c', '2026-01-31', 5n],
  ])
  expect(on('Pacific/Kiritimati')[0]).toEqual(['b', '2026-02-02', -5n])
})

describe('an entry', () => {
  const line = (amount: number, direction: string, document_id?: string) => ({
    account_id: 'x',
    amount,
    direction,
    document_id,
  })
  const entry = {
    id: 'e',
    basis: 'ACCRUAL',
    entry_date: '2026-01-31',
    line_items: [line(5, 'CREDIT', 'b'), line(3, 'DEBIT', 'b'), line(2, 'DEBIT')],
  }

  test('moves its documents by its lines', () => {
    expect(entryMovesFrom(entry, 'o')).toEqual({
      businessId: 'o',
      entryId: 'e',
      moves: [
        { businessId: 'o', itemId: 'b', day: '2026-01-31', amount: 5n },
        { businessId: 'o', itemId: 'b', day: '2026-01-31', amount: -3n },
      ],
    })
    expect(summed(entryMovesFrom(entry, 'o').moves)).toEqual([
      { businessId: 'o', itemId: 'b', day: '2026-01-31', amount: 2n },
    ])
  })

  test('of the cash books moves nothing', () => {
    expect(entryMovesFrom({ ...entry, basis: 'CASH' }, 'o').moves).toEqual([])
  })
})

describe('the report', () => {
  const document = (more: Partial<AgingItem>): AgingItem => ({
    contactId: 'v',
    kind: 'BILL',
    id: 'b',
    name: 'R-1',
    bucket: '1_30',
    outstanding: 70n,
    unapplied: 0n,
    ...more,
  })
  const unapplied = (amount: bigint) => ({ bucket: undefined, outstanding: 0n, unapplied: amount })
  const documents = [
    document({}),
    document({ id: 'c', kind: 'VENDOR_CREDIT', name: 'X-1', bucket: 'current', outstanding: -20n }),
    document({ id: 'i', kind: 'INVOICE', name: 'i', contactId: 'w' }),
    document({ id: 'w', kind: 'UNAPPLIED', name: 'Prepayments', contactId: 'w', ...unapplied(9n) }),
    document({ id: 'e', kind: 'JOURNAL', name: 'Journal entry', contactId: NO_PARTY }),
  ]
  const sums = (more: Partial<AgingSummaryRow>): AgingSummaryRow => ({
    contactId: 'v',
    contactName: 'Paper & Co',
    current: 0n,
    days1To30: 70n,
    days31To60: 0n,
    days61To90: 0n,
    days91Plus: 0n,
    total: 70n,
    unapplied: 0n,
    ...more,
  })
  const contacts = [
    sums({ current: -20n, total: 50n }),
    sums({ contactId: 'w', contactName: 'W', unapplied: 9n }),
    sums({ contactId: NO_PARTY, contactName: 'No vendor' }),
  ]

  async function* batches(...found: AgingItem[][]) {
    yield* found
  }
  const urlOf = (row: string, column: string): string => `${row}/${column}`
  const rowsOf = async (...found: AgingItem[][]) =>
    (
      await Array.fromAsync(
        itemRows(
          { businessId: 'B', side: 'PAYABLE', urlOf },
          contactRows('PAYABLE', contacts, urlOf),
          batches(...found),
        ),
      )
    ).flat()
  let rows: Row[]
  beforeAll(async () => {
    rows = await rowsOf(documents)
  })

  test('is the same in any batches', async () => {
    expect(await rowsOf(documents.slice(0, 1), documents.slice(1))).toEqual(rows)
    expect(await rowsOf(documents.slice(0, 2), documents.slice(2))).toEqual(rows)
  })

  test('has the documents under each contact, and a total that names its rows', () => {
    expect(AGING_COLUMNS.map(({ key, name }) => [key, name])).toEqual([
      ['current', 'Current'],
      ['1_30', '1-30'],
      ['31_60', '31-60'],
      ['61_90', '61-90'],
      ['91_plus', '91+'],
      ['total', 'Total'],
      ['unapplied', 'Unapplied'],
    ])
    expect(rows.map(({ key, name, depth, cells }) => [depth, key, name, ...cells.map(({ value }) => value)])).toEqual([
      [0, 'v', 'Paper & Co', -20, 70, 0, 0, 0, 50, 0],
      [1, 'b', 'R-1', 0, 70, 0, 0, 0, 70, 0],
      [1, 'c', 'X-1', -20, 0, 0, 0, 0, -20, 0],
      [0, 'w', 'W', 0, 70, 0, 0, 0, 70, 9],
      [1, 'i', 'i', 0, 70, 0, 0, 0, 70, 0],
      [1, 'w.unapplied', 'Prepayments', 0, 0, 0, 0, 0, 0, 9],
      [0, 'NO_VENDOR', 'No vendor', 0, 70, 0, 0, 0, 70, 0],
      [1, 'NO_VENDOR.e', 'Journal entry', 0, 70, 0, 0, 0, 70, 0],
      [0, 'TOTAL', 'Total', -20, 210, 0, 0, 0, 190, 9],
    ])
    expect(rows.at(-1)?.terms).toEqual([
      { rowKey: 'v', sign: 1 },
      { rowKey: 'w', sign: 1 },
      { rowKey: 'NO_VENDOR', sign: 1 },
    ])
  })

  test('links each figure of a document to the document, and the others to what they are the sum of', () => {
    const linksOf = (index: number) => rows[index]?.cells.map(({ linesUrl }) => linesUrl)
    const none = [undefined, undefined, undefined]
    expect(linksOf(0)).toEqual(['v/current', 'v/1_30', ...none, 'v/total', undefined])
    expect([linksOf(3)?.[6], linksOf(5)?.[6], linksOf(8)?.[6]]).toEqual([
      'w/unapplied',
      'w/unapplied',
      'TOTAL/unapplied',
    ])
    expect(linksOf(1)).toEqual([undefined, '/v1/businesses/B/bills/b', ...none, '/v1/businesses/B/bills/b', undefined])
    expect(linksOf(2)?.[0]).toBe('/v1/businesses/B/bills/vendor-credits/c')
    expect(linksOf(4)?.[1]).toBe('/v1/businesses/B/invoices/i')
  })

  test('has a total of zero if nothing is open', () => {
    expect(contactRows('PAYABLE', [], urlOf)).toMatchObject([
      { key: 'TOTAL', terms: [], cells: Array(7).fill({ value: 0 }) },
    ])
  })

  test('refuses an amount that it cannot show exactly', () => {
    const large = sums({ total: BigInt(Number.MAX_SAFE_INTEGER) })
    expect(contactRows('PAYABLE', [large], urlOf)).toHaveLength(2)
    const other = sums({ contactId: 'w', total: 1n })
    expect(() => contactRows('PAYABLE', [large, other], urlOf)).toThrow('beyond what can be shown exactly')
  })
})
