/** Invoice payments with their allocations and tags, and what was refunded through them. */
import { askedColumn, violates, type Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { partsThatDiffer, tagsThatDiffer } from '../requests/what-differs.ts'
import {
  insertInvoiceAllocations,
  loadInvoiceAllocations,
  updateInvoiceAllocations,
} from './invoice-allocation.store.ts'
import { refundedOf, restOf, type InvoicePayment, type InvoicePaymentMethod } from './invoice-payment.ts'
import { loadRefundedOf } from './refunded-of-payment.store.ts'

type Row = {
  id: string
  business_id: string
  external_id: string | null
  customer_id: string
  paid_at: Date
  method: InvoicePaymentMethod
  processor: string | null
  clearing_account_id: string
  amount: string
  fee: string
  payout_id: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  imported_at: Date
  updated_at: Date
}

const SELECTED = `
  p.id, p.business_id, p.external_id, p.customer_id, p.paid_at, p.method, p.processor, p.clearing_account_id, p.amount,
  p.fee, p.payout_id, p.memo, p.metadata::text AS metadata, p.reference_number, p.version, p.imported_at, p.updated_at`

const toPayment = (row: Row): Omit<InvoicePayment, 'allocations' | 'refunded' | 'tags'> => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  customerId: row.customer_id,
  paidAt: row.paid_at,
  method: row.method,
  processor: row.processor,
  clearingAccountId: row.clearing_account_id,
  amount: toAmount(row.amount),
  fee: toAmount(row.fee),
  payoutId: row.payout_id,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  importedAt: row.imported_at,
  updatedAt: row.updated_at,
})

/** Rows with their allocations, refunds and tags, in the order of the rows. */
async function complete(tx: Tx, businessId: string, rows: readonly Row[]): Promise<InvoicePayment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const allocations = await loadInvoiceAllocations(tx, businessId, ids)
  const refunded = await loadRefundedOf(tx, businessId, ids)
  const allocationIds = [...allocations.values()].flat().map(({ id }) => id)
  const tags = await loadTags(tx, businessId, [...ids, ...allocationIds])
  return rows.map((row) => ({
    ...toPayment(row),
    allocations: (allocations.get(row.id) ?? []).map((one) => ({ ...one, tags: tags.get(one.id) ?? [] })),
    refunded: refunded.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
  }))
}

/** Payments by id, in the order of the ids; unknown ones are left out. */
export async function loadInvoicePayments(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<InvoicePayment[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
       JOIN invoice_payments p ON p.business_id = $1 AND p.id = asked.id ORDER BY asked.place`,
    [businessId, ids],
  )
  return complete(tx, businessId, rows)
}

/** A payment as invoices show it: without its allocations. */
export type InvoicePaymentHead = Omit<InvoicePayment, 'allocations' | 'refunded'> & {
  restAmount: number
  refundedAmount: number
}

/** Payments without their allocations, by id; unknown ones are left out. */
export async function loadInvoicePaymentHeads(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, InvoicePaymentHead>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<Row & { rest_amount: string; refunded_amount: string }>(
    `SELECT ${SELECTED}, p.rest_amount, p.refunded_amount FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS n(id)) AS asked
       JOIN invoice_payments p ON p.business_id = $1 AND p.id = asked.id`,
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
      {
        ...toPayment(row),
        tags: tags.get(row.id) ?? [],
        restAmount: toAmount(row.rest_amount),
        refundedAmount: toAmount(row.refunded_amount),
      },
    ]),
  )
}

/**
 * The same as `loadInvoicePayments`, held until the transaction ends, by id: locked in the order of their ids. Who needs
 * invoices too holds those before: a payment's lock guards what its allocations pay of each.
 */
export async function lockInvoicePayments(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, InvoicePayment>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<Row>(
    // No key changes: who writes rows that refer to one waits for nobody.
    `SELECT ${SELECTED} FROM invoice_payments p
      WHERE p.business_id = $1 AND p.id = ANY ($2::uuid[]) ORDER BY p.id FOR NO KEY UPDATE`,
    [businessId, [...new Set(ids)]],
  )
  return new Map((await complete(tx, businessId, rows)).map((payment) => [payment.id, payment]))
}

const taggedOf = ({ id, tags, allocations }: InvoicePayment): Tagged[] => [
  { type: 'INVOICE_PAYMENT', id, tags },
  ...allocations.map((one): Tagged => ({ type: 'INVOICE_PAYMENT_ALLOCATION', id: one.id, tags: one.tags })),
]

/**
 * New payments with their allocations. What a request has refunded of them on the way counts in their amounts, and is written
 * by the store of refunds. An external_id that is taken violates `invoice_payments_external_id`.
 */
export async function insertInvoicePayments(
  tx: Tx,
  businessId: string,
  payments: readonly InvoicePayment[],
): Promise<void> {
  if (payments.length === 0) return
  const written = byExternalId(payments)
  await tx.rows(
    `INSERT INTO invoice_payments (business_id, id, external_id, customer_id, paid_at, method, processor,
                                   clearing_account_id, amount, fee, rest_amount, refunded_amount, payout_id, memo,
                                   metadata, reference_number, version, imported_at, updated_at, asked)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::text[], $7::text[], $8::uuid[],
                              $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::uuid[], $14::text[],
                              $15::jsonb[], $16::text[], $17::bigint[], $18::timestamptz[], $19::timestamptz[],
                              $20::jsonb[])`,
    [
      businessId,
      written.map(({ id }) => id),
      written.map(({ externalId }) => externalId),
      written.map(({ customerId }) => customerId),
      written.map(({ paidAt }) => paidAt.toISOString()),
      written.map(({ method }) => method),
      written.map(({ processor }) => processor),
      written.map(({ clearingAccountId }) => clearingAccountId),
      written.map(({ amount }) => amount),
      written.map(({ fee }) => fee),
      written.map(restOf),
      written.map(refundedOf),
      written.map(({ payoutId }) => payoutId),
      written.map(({ memo }) => memo),
      written.map(({ metadata }) => metadata),
      written.map(({ referenceNumber }) => referenceNumber),
      written.map(({ version }) => version),
      written.map(({ importedAt }) => importedAt.toISOString()),
      written.map(({ updatedAt }) => updatedAt.toISOString()),
      askedColumn(written),
    ],
  )
  // In the order of the request: so invoices tell them in the order in which they were paid.
  await insertInvoiceAllocations(
    tx,
    businessId,
    payments.flatMap(({ allocations }) => allocations.map((allocation, position) => ({ position, allocation }))),
  )
  await insertTags(tx, businessId, payments.flatMap(taggedOf))
}

/** Whether a payment was refused because another one has its external_id. */
export const isInvoicePaymentTaken = (error: unknown): boolean => violates(error, 'invoice_payments_external_id')

type Change = { before: InvoicePayment; after: InvoicePayment }

/**
 * What can change of payments that are held: what was refunded, their payout, tags, and what their allocations say of those
 * or that they became the customer's credit.
 */
export async function updateInvoicePayments(tx: Tx, businessId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await updateRows(
    tx,
    businessId,
    changes.map(({ after }) => after),
  )
  await updateInvoiceAllocations(
    tx,
    businessId,
    changes.flatMap(({ before, after }) => partsThatDiffer(before.allocations, after.allocations).changed),
  )
  await replaceTags(
    tx,
    businessId,
    changes.flatMap(({ before, after }) => tagsThatDiffer(taggedOf(before), taggedOf(after))),
  )
}

const updateRows = (tx: Tx, businessId: string, payments: readonly InvoicePayment[]) =>
  tx.rows(
    `UPDATE invoice_payments p
        SET refunded_amount = n.refunded_amount, payout_id = n.payout_id, version = n.version, updated_at = n.updated_at
       FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::bigint[], $6::timestamptz[])
              AS n(id, refunded_amount, payout_id, version, updated_at)
      WHERE p.business_id = $1 AND p.id = n.id`,
    [
      businessId,
      payments.map(({ id }) => id),
      payments.map(refundedOf),
      payments.map(({ payoutId }) => payoutId),
      payments.map(({ version }) => version),
      payments.map(({ updatedAt }) => updatedAt.toISOString()),
    ],
  )

/** Which payment has which external_id; unknown ones are left out. */
export async function findInvoicePaymentIds(
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; external_id: string }>(
    `SELECT id, external_id FROM invoice_payments WHERE business_id = $1 AND external_id = ANY ($2::text[])`,
    [businessId, externalIds],
  )
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

/** The payments that have standing allocations on these invoices. While the invoices are held, they are these and no others. */
export async function findPaymentsOnInvoices(
  tx: Tx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ payment_id: string }>(
    `SELECT DISTINCT a.payment_id FROM unnest($2::uuid[]) AS i(id)
      CROSS JOIN LATERAL (SELECT payment_id FROM invoice_payment_allocations
                           WHERE business_id = $1 AND invoice_id = i.id AND moved_to_credit_at IS NULL OFFSET 0) a
      ORDER BY 1`,
    [businessId, invoiceIds],
  )
  return rows.map(({ payment_id }) => payment_id)
}
