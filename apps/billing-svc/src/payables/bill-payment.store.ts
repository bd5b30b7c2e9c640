import { askedColumn, type Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { PaymentMethod } from './bill.ts'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { partsThatDiffer, tagsThatDiffer } from '../requests/what-differs.ts'
import { unallocatedOf, type BillPayment, type PaymentAllocation } from './bill-payment.ts'
import { insertAllocations, loadAllocations, updateAllocations } from './payment-allocation.store.ts'

type Row = {
  id: string
  business_id: string
  external_id: string | null
  vendor_id: string
  paid_at: Date
  method: PaymentMethod
  processor: string | null
  clearing_account_id: string
  amount: string
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  imported_at: Date
  updated_at: Date
  deleted_at: Date | null
}

const SELECTED = `
  p.id, p.business_id, p.external_id, p.vendor_id, p.paid_at, p.method, p.processor, p.clearing_account_id, p.amount,
  p.memo, p.metadata::text AS metadata, p.reference_number, p.version, p.imported_at, p.updated_at, p.deleted_at`

const toPayment = (row: Row): Omit<BillPayment, 'allocations' | 'tags'> => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  vendorId: row.vendor_id,
  paidAt: row.paid_at,
  method: row.method,
  processor: row.processor,
  clearingAccountId: row.clearing_account_id,
  amount: toAmount(row.amount),
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  importedAt: row.imported_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

const allocatedOf = (payment: BillPayment): number => payment.amount - unallocatedOf(payment)

/** Rows with their allocations and tags, in the order of the rows. */
async function complete(tx: Tx, businessId: string, rows: readonly Row[]): Promise<BillPayment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const allocations = await loadAllocations(tx, businessId, ids)
  const allocationIds = [...allocations.values()].flat().map(({ id }) => id)
  const tags = await loadTags(tx, businessId, [...ids, ...allocationIds])
  return rows.map((row) => ({
    ...toPayment(row),
    allocations: (allocations.get(row.id) ?? []).map((one) => ({ ...one, tags: tags.get(one.id) ?? [] })),
    tags: tags.get(row.id) ?? [],
  }))
}

/** Payments by id, deleted ones too, in the order of the ids; unknown ones are left out. */
export async function loadPayments(tx: Tx, businessId: string, ids: readonly string[]): Promise<BillPayment[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
       JOIN bill_payments p ON p.business_id = $1 AND p.id = asked.id ORDER BY asked.place`,
    [businessId, ids],
  )
  return complete(tx, businessId, rows)
}

/** A payment as bills show it: without its allocations. */
export type PaymentHead = Omit<BillPayment, 'allocations'> & { unallocatedAmount: number }

/** Payments without their allocations, by id; unknown ones are left out. */
export async function loadPaymentHeads(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, PaymentHead>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<Row & { unallocated_amount: string }>(
    `SELECT ${SELECTED}, p.unallocated_amount FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS n(id)) AS asked
       JOIN bill_payments p ON p.business_id = $1 AND p.id = asked.id`,
    [businessId, ids],
  )
  const tags = await loadTags(
    tx,
    businessId,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      { ...toPayment(row), tags: tags.get(row.id) ?? [], unallocatedAmount: toAmount(row.unallocated_amount) },
    ]),
  )
}

/**
 * The same as `loadPayments`, held until the transaction ends, locked in the order of their ids. Who needs bills too holds
 * those before: a payment's lock guards what its allocations pay of each.
 */
export async function lockPayments(tx: Tx, businessId: string, ids: readonly string[]): Promise<BillPayment[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM bill_payments p
      WHERE p.business_id = $1 AND p.id = ANY ($2::uuid[]) ORDER BY p.id FOR UPDATE`,
    [businessId, [...new Set(ids)]],
  )
  return complete(tx, businessId, rows)
}

/** The one that is not deleted. */
export async function findPaymentByExternalId(
  tx: Tx,
  businessId: string,
  externalId: string,
): Promise<BillPayment | undefined> {
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM bill_payments p
      WHERE p.business_id = $1 AND p.external_id = $2 AND p.deleted_at IS NULL`,
    [businessId, externalId],
  )
  return (await complete(tx, businessId, rows))[0]
}

const taggedOf = ({ id, tags, allocations }: BillPayment): Tagged[] => [
  { type: 'BILL_PAYMENT', id, tags },
  ...allocations.map((one): Tagged => ({ type: 'BILL_PAYMENT_ALLOCATION', id: one.id, tags: one.tags })),
]

/** Allocations of a payment with their places in it: all that it has stay, so that further ones come after them. */
const positioned = (allocations: readonly PaymentAllocation[], first = 0) =>
  allocations.map((allocation, index) => ({ position: first + index, allocation }))

/** A new payment with its allocations; false where another one that is not deleted has its external_id. */
export async function insertPayment(tx: Tx, payment: BillPayment): Promise<boolean> {
  const { businessId } = payment
  const inserted = await tx.rows(
    `INSERT INTO bill_payments (business_id, id, external_id, vendor_id, paid_at, method, processor,
                                clearing_account_id, amount, allocated_amount, memo, metadata, reference_number,
                                version, imported_at, updated_at, asked)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14, $15, $16, $17::jsonb)
     ON CONFLICT (business_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL DO NOTHING
     RETURNING 1`,
    [
      businessId,
      payment.id,
      payment.externalId,
      payment.vendorId,
      payment.paidAt,
      payment.method,
      payment.processor,
      payment.clearingAccountId,
      payment.amount,
      allocatedOf(payment),
      payment.memo,
      payment.metadata,
      payment.referenceNumber,
      payment.version,
      payment.importedAt,
      payment.updatedAt,
      ...askedColumn([payment]),
    ],
  )
  if (inserted.length === 0) return false
  await insertAllocations(tx, businessId, positioned(payment.allocations))
  await insertTags(tx, businessId, taggedOf(payment))
  return true
}

type Change = { before: BillPayment; after: BillPayment }

/** What can change of payments that are held: what is allocated, tags, and that they are deleted. */
export async function updatePayments(tx: Tx, businessId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await updateRows(
    tx,
    businessId,
    changes.map(({ after }) => after),
  )
  const parts = changes.map(({ before, after }) => ({
    first: before.allocations.length,
    ...partsThatDiffer(before.allocations, after.allocations),
  }))
  await insertAllocations(
    tx,
    businessId,
    parts.flatMap(({ added, first }) => positioned(added, first)),
  )
  await updateAllocations(
    tx,
    businessId,
    parts.flatMap(({ changed }) => changed),
  )
  await replaceTags(
    tx,
    businessId,
    changes.flatMap(({ before, after }) => tagsThatDiffer(taggedOf(before), taggedOf(after))),
  )
}

const updateRows = (tx: Tx, businessId: string, payments: readonly BillPayment[]) =>
  tx.rows(
    `UPDATE bill_payments p
        SET allocated_amount = n.allocated_amount, version = n.version, updated_at = n.updated_at,
            deleted_at = n.deleted_at
       FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
              AS n(id, allocated_amount, version, updated_at, deleted_at)
      WHERE p.business_id = $1 AND p.id = n.id`,
    [
      businessId,
      payments.map(({ id }) => id),
      payments.map(allocatedOf),
      payments.map(({ version }) => version),
      payments.map(({ updatedAt }) => updatedAt.toISOString()),
      payments.map(({ deletedAt }) => deletedAt?.toISOString() ?? null),
    ],
  )

/** The bills that these payments have live allocations on. Unlocked: who relies on it looks again with both held. */
export async function findBillsPaidBy(tx: Tx, businessId: string, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ bill_id: string }>(
    `SELECT DISTINCT a.bill_id FROM unnest($2::uuid[]) AS p(id)
      CROSS JOIN LATERAL (SELECT bill_id FROM bill_payment_allocations
                           WHERE business_id = $1 AND payment_id = p.id AND deleted_at IS NULL OFFSET 0) a
      ORDER BY 1`,
    [businessId, paymentIds],
  )
  return rows.map(({ bill_id }) => bill_id)
}

/** The payments that have live allocations on these bills. While the bills are held, they are these and no others. */
export async function findPaymentsOn(tx: Tx, businessId: string, billIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ payment_id: string }>(
    `SELECT DISTINCT a.payment_id FROM unnest($2::uuid[]) AS b(id)
      CROSS JOIN LATERAL (SELECT payment_id FROM bill_payment_allocations
                           WHERE business_id = $1 AND bill_id = b.id AND deleted_at IS NULL OFFSET 0) a
      ORDER BY 1`,
    [businessId, billIds],
  )
  return rows.map(({ payment_id }) => payment_id)
}
