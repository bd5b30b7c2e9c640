/** Vendor credits with their line items, allocations and tags. */
import type { Tx } from '@pacioli/db'
import { json, safeInteger, table, timestamp, uuid } from '@pacioli/db/table'
import type { Share } from '../allocations/recognition.ts'
import {
  DOCUMENT_COLUMNS,
  documentStore,
  KEY,
  loadHeads,
  loadParts,
  ofEach,
  partColumns,
  REMARK_COLUMNS,
  writeParts,
} from '../documents/document.store.ts'
import { loadTags, type Tagged } from '../tags/applied-tag.store.ts'
import { loadRefunded } from './refunded-part.store.ts'
import { refundedOf } from './refunded-part.ts'
import { totalOf, unallocatedOf, type VendorCredit, type VendorCreditAllocation } from './vendor-credit.ts'

const COLUMNS = {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('vendor_id'),
  documentDate: timestamp.named('received_at'),
  createdAt: timestamp,
  deletedAt: timestamp.orNull,
}
const credits = table('vendor_credits', KEY, {
  ...COLUMNS,
  totalAmount: safeInteger.writeOnly,
  allocatedAmount: safeInteger.writeOnly,
  refundedAmount: safeInteger.writeOnly,
})
const heads = table('vendor_credits', KEY, {
  ...COLUMNS,
  refundedAmount: safeInteger.readOnly,
  unallocatedAmount: safeInteger.readOnly,
})

const lines = table('vendor_credit_line_items', KEY, {
  ...partColumns('vendor_credit_id'),
  accountId: uuid,
  amount: safeInteger,
  ...REMARK_COLUMNS,
})

const allocations = table('vendor_credit_allocations', KEY, {
  businessId: uuid.writeOnly,
  id: uuid,
  vendorCreditId: uuid,
  documentId: uuid.named('bill_id'),
  amount: safeInteger,
  allocatedAt: timestamp,
  countsFrom: timestamp.orNull,
  shares: json.as<readonly Share[]>(),
  creditShares: json.as<readonly Share[]>(),
  createdAt: timestamp,
  deletedAt: timestamp.orNull,
})

const TAGGED_LINES = ['vendor_credit_line_items', 'vendor_credit_id'] as const

const loadLines = (tx: Tx, ids: readonly string[]) =>
  loadParts(tx, lines, ids, 'vendor_credit_id', { order: 'k.position' })

/** By credit, in the order of creation, each with the date of its bill. */
async function loadAllocations(tx: Tx, ids: readonly string[]): Promise<Map<string, VendorCreditAllocation[]>> {
  const rows = (await allocations.query(
    tx,
    `SELECT ${allocations.columns('t')}, bill.received_at AS "documentDate"
       FROM ${ofEach('vendor_credit_allocations', 'vendor_credit_id')}
      CROSS JOIN LATERAL (SELECT received_at FROM bills WHERE business_id = $1 AND id = t.bill_id OFFSET 0) bill
      ORDER BY t.vendor_credit_id, t.place`,
    [tx.businessId, ids],
  )) as VendorCreditAllocation[]
  return Map.groupBy(rows, ({ vendorCreditId }) => vendorCreditId)
}

/** Credits are locked after bills and payments. */
export const CREDIT_STORE = documentStore({
  table: credits,
  lockStrength: 'UPDATE',
  rowOf: (credit: VendorCredit) => ({
    ...credit,
    totalAmount: totalOf(credit),
    allocatedAmount: totalOf(credit) - unallocatedOf(credit),
    refundedAmount: refundedOf(credit),
  }),
  taggedOf: ({ id, tags, lineItems }) => [
    { type: 'VENDOR_CREDIT', id, tags },
    ...lineItems.map((line): Tagged => ({ type: 'VENDOR_CREDIT_LINE_ITEM', id: line.id, tags: line.tags })),
  ],
  counted: ['vendor_credit_id', ['vendor_credit_line_items', 'vendor_credit_allocations']],
  taggedParts: [TAGGED_LINES],
  read: async (tx, ids) => {
    const [ofLines, ofAllocations, refunded] = await Promise.all([
      loadLines(tx, ids),
      loadAllocations(tx, ids),
      loadRefunded(tx, ids, 'vendor_credit_id'),
    ])
    return (row, withTags) => ({
      ...row,
      lineItems: (ofLines.get(row.id) ?? []).map(withTags),
      allocations: ofAllocations.get(row.id) ?? [],
      refunded: refunded.get(row.id) ?? [],
    })
  },
  writeParts: (tx, changes) => {
    writeParts(tx, lines, changes, 'lineItems')
    writeParts(tx, allocations, changes, 'allocations')
  },
})
export const { load: loadCredits, lock: lockCredits } = CREDIT_STORE

/** A credit as bills show it: without its allocations. */
export type CreditHead = Omit<VendorCredit, 'allocations' | 'refunded'> & {
  refundedAmount: number
  unallocatedAmount: number
}

/** By id; unknown ones are left out. */
export async function loadCreditHeads(tx: Tx, creditIds: readonly string[]): Promise<Map<string, CreditHead>> {
  const ids = [...new Set(creditIds)]
  if (ids.length === 0) return new Map()
  const [found, ofLines, tags] = await Promise.all([
    loadHeads(tx, heads, ids),
    loadLines(tx, ids),
    loadTags(tx, ids, [TAGGED_LINES]),
  ])
  const linesOf = (id: string) => (ofLines.get(id) ?? []).map((line) => ({ ...line, tags: tags.get(line.id) ?? [] }))
  return new Map([...found].map(([id, credit]) => [id, { ...credit, lineItems: linesOf(id) }]))
}

/** The credit of an allocation, deleted or not. */
export async function findCreditOfAllocation(tx: Tx, allocationId: string): Promise<string | undefined> {
  const found = await allocations.row(tx, 't.business_id = $1 AND t.id = $2', [tx.businessId, allocationId])
  return found?.vendorCreditId
}
