import type { Tx } from '@pacioli/db'
import type { TransactionMatch } from './transaction-match.ts'

/**
 * Applies banking's matches unless newer versions are stored. One of each transaction, in the order of the businesses and
 * ids.
 */
export async function upsertMatches(
  tx: Tx,
  matches: readonly (TransactionMatch & { businessId: string })[],
): Promise<void> {
  if (matches.length === 0) return
  await tx.rows(
    `INSERT INTO document_matches AS known (business_id, transaction_id, document_id, changed_at, version)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::bigint[])
     ON CONFLICT (business_id, transaction_id) DO UPDATE
       SET document_id = excluded.document_id, changed_at = excluded.changed_at, version = excluded.version
     WHERE known.version < excluded.version`,
    [
      matches.map(({ businessId }) => businessId),
      matches.map(({ id }) => id),
      matches.map(({ documentId }) => documentId),
      matches.map(({ changedAt }) => changedAt.toISOString()),
      matches.map(({ version }) => version),
    ],
  )
}

/** The match of each document; those without one, by the events received, are absent. */
export async function loadMatches(
  tx: Tx,
  documentIds: readonly string[],
): Promise<Map<string, { transactionId: string }>> {
  if (documentIds.length === 0) return new Map()
  const rows = await tx.rows<{ document_id: string; transaction_id: string }>(
    `SELECT DISTINCT ON (document_id) document_id, transaction_id FROM document_matches
      WHERE business_id = $1 AND document_id = ANY ($2::uuid[])
      ORDER BY document_id, changed_at DESC, transaction_id`,
    [tx.businessId, documentIds],
  )
  return new Map(rows.map(({ document_id, transaction_id }) => [document_id, { transactionId: transaction_id }]))
}

/** The tables of all documents that banking may match; those of receivables show whether they are. */
const MATCHABLE = [
  'invoice_payments',
  'invoice_payment_returns',
  'refund_payments',
  'payouts',
  'bill_payments',
  'vendor_refunds',
  '(SELECT * FROM bills WHERE is_expense) AS expenses',
]

/** A page of ids of documents that may be matched, and of those that are, in order. */
export async function findMatchable(tx: Tx, afterId: string, limit: number): Promise<string[]> {
  const page = (table: string, id: string): string =>
    `(SELECT ${id} AS id FROM ${table} WHERE business_id = $1 AND ${id} > $2 ORDER BY ${id} LIMIT $3)`
  const pages = [...MATCHABLE.map((table) => page(table, 'id')), page('document_matches', 'document_id')]
  const rows = await tx.rows<{ id: string }>(`SELECT id FROM (${pages.join(' UNION ')}) AS d ORDER BY id LIMIT $3`, [
    tx.businessId,
    afterId,
    limit,
  ])
  return rows.map(({ id }) => id)
}

/** The condition that a document `d` of the business `$1` is matched to a bank transaction, or that it is not. */
export const isMatched = (matched: boolean): string =>
  `${matched ? '' : 'NOT '}EXISTS (SELECT FROM document_matches m WHERE m.business_id = $1 AND m.document_id = d.id)`
