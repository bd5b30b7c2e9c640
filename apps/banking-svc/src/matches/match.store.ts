import type { Tx } from '@pacioli/db'
import { integer, json, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import { toAmount } from '@pacioli/money'
import type { Books } from '@pacioli/postings'
import type { MatchView } from '../bank-transactions/bank-transaction.messages.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { Allocation, MatchType } from './candidate.ts'
import type { Match } from './match.ts'

const matches = table('matches', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid,
  matchType: text.as<MatchType>(),
  transactionId: uuid,
  counterpartId: uuid.orNull,
  candidateId: uuid.orNull,
  postingKey: text.orNull,
  revision: integer,
  clearedAmount: safeInteger.orNull,
  clearingAccountId: uuid.orNull,
  allocations: json.as<readonly Allocation[]>().orNull,
  createdAt: timestamp.writeOnly,
})
const MATCH = matches.columns('m')

const toMatch = ({
  clearedAmount: amount,
  clearingAccountId: accountId,
  allocations,
  ...row
}: RowOf<typeof matches>): Match => ({
  ...row,
  cleared: amount === null || accountId === null ? null : { amount, accountId, allocations: allocations ?? [] },
})

export async function insertMatch(tx: Tx, match: Match, now: Date): Promise<void> {
  const { amount = null, accountId = null, allocations = null } = match.cleared ?? {}
  const row = { ...match, clearedAmount: amount, clearingAccountId: accountId, allocations, createdAt: now }
  await matches.insert(tx, { businessId: tx.businessId }, [row])
}

/** The matches that were posted again. */
export async function updateMatches(tx: Tx, changed: readonly Match[]): Promise<void> {
  const rows = changed.map((match) => ({ ...match, allocations: match.cleared?.allocations ?? null }))
  await matches.update(tx, { businessId: tx.businessId }, rows, { columns: ['postingKey', 'revision', 'allocations'] })
}

/** The matches that hold the transactions, on either side. */
export async function findLiveMatches(tx: Tx, transactionIds: readonly string[]): Promise<Match[]> {
  if (transactionIds.length === 0) return []
  const rows = await matches.query(
    tx,
    `SELECT ${MATCH} FROM matches m
      WHERE m.business_id = $1 AND m.ended_at IS NULL AND m.transaction_id = ANY ($2::uuid[])
      UNION
     SELECT ${MATCH} FROM matches m
      WHERE m.business_id = $1 AND m.ended_at IS NULL AND m.counterpart_id = ANY ($2::uuid[])`,
    [tx.businessId, transactionIds],
  )
  return rows.map(toMatch)
}

/**
 * Of these transactions those in a closed period that were in its books by a match, and have no posting of their own. A
 * match that posted nothing counts only by what it was to: an entry of a closed period that has been reversed since.
 */
export async function matchedBefore(
  tx: Tx,
  books: Pick<Books, 'isClosedAt'>,
  transactions: Iterable<BankTransaction>,
): Promise<Set<string>> {
  const asked = [...transactions].filter(({ date, postingRevision }) => postingRevision === 0 && books.isClosedAt(date))
  if (asked.length === 0) return new Set()
  const rows = await tx.rows<{ id: string; gone: Date | null }>(
    `SELECT asked.id, CASE WHEN m.posting_key IS NULL THEN c.date END AS gone
       FROM unnest($2::uuid[]) AS asked(id)
      CROSS JOIN LATERAL (SELECT posting_key, candidate_id FROM matches
                           WHERE business_id = $1 AND transaction_id = asked.id
                           UNION ALL
                          SELECT posting_key, candidate_id FROM matches
                           WHERE business_id = $1 AND counterpart_id = asked.id) AS m
       LEFT JOIN match_candidates c ON c.business_id = $1 AND c.id = m.candidate_id
      WHERE m.posting_key IS NOT NULL OR NOT c.is_open`,
    [tx.businessId, asked.map(({ id }) => id)],
  )
  return new Set(rows.filter(({ gone }) => gone === null || books.isClosedAt(gone)).map(({ id }) => id))
}

/** The match that holds a candidate, for each row that names one; OFFSET 0 keeps it a lookup, however many there are. */
const liveOf = (candidate: string): string =>
  `LATERAL (SELECT * FROM matches m
             WHERE m.business_id = $1 AND m.candidate_id = ${candidate}.id AND m.ended_at IS NULL OFFSET 0)`

/** The matches that hold entries or documents, by their ids. */
export async function findMatchesOf(tx: Tx, subjectIds: readonly string[]): Promise<Match[]> {
  if (subjectIds.length === 0) return []
  const rows = await matches.query(
    tx,
    `SELECT ${MATCH}
       FROM unnest($2::uuid[]) AS asked(id)
      CROSS JOIN LATERAL (SELECT c.id FROM match_candidates c
                           WHERE c.business_id = $1 AND c.subject_id = asked.id AND c.match_id IS NOT NULL OFFSET 0) AS c
      CROSS JOIN ${liveOf('c')} AS m`,
    [tx.businessId, subjectIds],
  )
  return rows.map(toMatch)
}

/** Which transaction holds each of these documents; what none holds, or is not of this tenant, is left out. */
export const findDocumentMatches = (
  tx: Tx,
  { clientId, businessId }: { clientId: string; businessId: string },
  documentIds: readonly string[],
): Promise<{ document_id: string; match_id: string; transaction_id: string }[]> =>
  tx.rows(
    `SELECT m.candidate_id AS document_id, m.id AS match_id, m.transaction_id
       FROM unnest($2::uuid[]) AS asked(id)
      CROSS JOIN ${liveOf('asked')} AS m
      WHERE EXISTS (SELECT FROM businesses b WHERE b.business_id = $1 AND b.client_id = $3)
      ORDER BY m.candidate_id`,
    [businessId, documentIds, clientId],
  )

/** Ended matches stay readable. */
export async function endMatchRows(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.rows(
    `UPDATE matches SET ended_at = $3 WHERE business_id = $1 AND id = ANY ($2::uuid[]) AND ended_at IS NULL`,
    [tx.businessId, ids, now],
  )
}

type ViewRow = {
  transaction_id: string
  id: string
  match_type: MatchType
  other_id: string
  amount: string
  date: Date
  description: string
}

/** The matches that hold, by transaction: each as its transaction shows it, a transfer as the other side of it. */
export async function loadMatches(tx: Tx, transactions: readonly BankTransaction[]): Promise<Map<string, MatchView>> {
  const matched = transactions.filter(({ matchId }) => matchId !== null)
  if (matched.length === 0) return new Map()
  const rows = await tx.rows<ViewRow>(
    `SELECT asked.id AS transaction_id, m.id, m.match_type, coalesce(o.id, c.subject_id) AS other_id,
            coalesce(o.amount, c.amount) AS amount, coalesce(o.date, c.date) AS date,
            coalesce(o.description, c.description) AS description
       FROM unnest($2::uuid[], $3::uuid[]) AS asked(id, match_id)
       JOIN matches m ON m.business_id = $1 AND m.id = asked.match_id
       LEFT JOIN bank_transactions o ON o.business_id = $1
             AND o.id = CASE WHEN m.counterpart_id = asked.id THEN m.transaction_id ELSE m.counterpart_id END
       LEFT JOIN match_candidates c ON c.business_id = $1 AND c.id = m.candidate_id`,
    [tx.businessId, matched.map(({ id }) => id), matched.map(({ matchId }) => matchId)],
  )
  return new Map(
    rows.map((row) => [
      row.transaction_id,
      {
        id: row.id,
        matchType: row.match_type,
        details: { id: row.other_id, amount: toAmount(row.amount), date: row.date, description: row.description },
      },
    ]),
  )
}
