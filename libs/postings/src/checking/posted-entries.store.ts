import type { Tx } from '@pacioli/db'
import type { Posting as PostingMessage } from '@pacioli/protos/ledger'
import type { Source } from '../posting.ts'
import type { PostedPosting } from './compare-entries.ts'

/** The entries that the ledger returned for postings. */
export async function loadPostedEntryIds(tx: Tx): Promise<Set<string>> {
  const rows = await tx.rows<{ entry_id: string }>(
    `SELECT entry_id FROM postings WHERE business_id = $1 AND status = 'POSTED'`,
    [tx.businessId],
  )
  return new Set(rows.map(({ entry_id }) => entry_id))
}

type Row = {
  posting_key: string
  source_type: string
  source_id: string
  status: string
  entry_id: string | null
  reversed_entry_id: string | null
  is_reversal: boolean
  posting: string
}

const COLUMNS = `p.posting_key, p.source_type, p.source_id, p.status, p.entry_id, r.entry_id AS reversed_entry_id,
                 p.reverses IS NOT NULL AS is_reversal, coalesce(r.posting, p.posting) AS posting`
const REVERSED = 'LEFT JOIN postings r ON r.business_id = $1 AND r.posting_key = p.reverses'

/** All postings of these sources; a reversal with what it reverses. */
export async function loadPostingsOf(tx: Tx, sources: readonly Source[]): Promise<PostedPosting[]> {
  const rows = await tx.rows<Row>(
    `SELECT ${COLUMNS}
       FROM (SELECT DISTINCT s.type, s.id FROM unnest($2::text[], $3::uuid[]) AS s(type, id)) AS s
       JOIN postings p ON p.business_id = $1 AND p.source_id = s.id AND p.source_type = s.type
       ${REVERSED}`,
    [tx.businessId, sources.map(({ type }) => type), sources.map(({ id }) => id)],
  )
  return rows.map(toPosting)
}

/** The postings that the journal has no entry of yet, as far as is known, or never will. */
export async function loadUnposted(tx: Tx): Promise<PostedPosting[]> {
  const where = `p.business_id = $1 AND p.status <> 'POSTED'`
  const rows = await tx.rows<Row>(`SELECT ${COLUMNS} FROM postings p ${REVERSED} WHERE ${where}`, [tx.businessId])
  return rows.map(toPosting)
}

function toPosting(row: Row): PostedPosting {
  const { basis = '', line_items: lines } = JSON.parse(row.posting) as PostingMessage
  return {
    postingKey: row.posting_key,
    source: { type: row.source_type, id: row.source_id },
    entryId: row.entry_id,
    isPending: row.status === 'PENDING',
    reversedEntryId: row.reversed_entry_id,
    isReversal: row.is_reversal,
    basis,
    lines: (lines ?? []).map((line) => ({
      accountId: line.account_identifier?.id ?? '',
      amount: Number(line.amount),
      direction: line.direction === 'DEBIT' ? 'DEBIT' : 'CREDIT',
    })),
  }
}
