import type { Tx } from '@pacioli/db'

/** The newest seal with the signature of its log alone, and what the witness has cosigned before. */
export type Uncosigned = { size: number; note: string; cosigned: number; keptAt: Date | null }

export async function findNewest(tx: Tx, businessId: string, witness: string): Promise<Uncosigned | undefined> {
  const row = await tx.row<Uncosigned>(
    `SELECT s.size, s.note, coalesce(w.size, 0) AS cosigned, w.kept_at AS "keptAt"
       FROM seals s LEFT JOIN seal_witness_heads w ON w.business_id = s.business_id AND w.witness = $2
      WHERE s.business_id = $1 ORDER BY s.size DESC LIMIT 1`,
    [businessId, witness],
  )
  return row && { ...row, size: Number(row.size), cosigned: Number(row.cosigned) }
}

type Kept = { witness: string; size: number; line: string; at: Date; now: Date }

/** Keeps a cosignature; two that cosign the same seal keep one. */
export function keepCosignature(tx: Tx, businessId: string, { witness, size, line, at, now }: Kept): void {
  tx.send(
    `INSERT INTO seal_cosignatures (business_id, size, witness, line, cosigned_at, kept_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (business_id, size, witness) DO NOTHING`,
    [businessId, size, witness, line, at, now],
  )
  tx.send(
    `INSERT INTO seal_witness_heads AS w (business_id, witness, size, kept_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (business_id, witness) DO UPDATE SET size = excluded.size, kept_at = excluded.kept_at WHERE w.size < excluded.size`,
    [businessId, witness, size, now],
  )
}

/** Businesses whose history is sealed further than the witness has cosigned, longer ago than `before`. As the relay's role. */
export async function findUncosigned(
  tx: Tx,
  { witness, after, limit, before }: { witness: string; after: string; limit: number; before: Date },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT h.business_id AS id FROM seal_heads h
       LEFT JOIN seal_witness_heads w ON w.business_id = h.business_id AND w.witness = $2
      WHERE h.business_id > $1 AND h.size > coalesce(w.size, 0) AND coalesce(w.kept_at <= $3, true)
      ORDER BY h.business_id LIMIT ${limit}`,
    [after, witness, before],
  )
  return rows.map(({ id }) => id)
}
