/** Which expressions match which transactions, as the database evaluates them. It reads no table. */
import type { Tx } from '@pacioli/db'
import { placesByRule, type Placed, type Ranked } from './plain-conditions.ts'

/**
 * Each expression is tried on all its transactions in turn: PostgreSQL caches only a few compiled ones. A condition on
 * a missing text does not hold.
 */
const FIRST_MATCHING = `WITH s AS MATERIALIZED (
       SELECT * FROM unnest($1::int[], $2::text[], $3::text[]) AS n(place, description, merchant_name)),
          r AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($4::jsonb)
                AS o(rank int, places int[], description_regex text, merchant_name_regex text))
     SELECT f.place, min(r.rank) AS rank
       FROM r
      CROSS JOIN LATERAL (
              SELECT s.place FROM s
               WHERE CASE WHEN r.places IS NULL OR s.place = ANY (r.places)
                          THEN (r.description_regex IS NULL OR s.description ~* r.description_regex)
                           AND (r.merchant_name_regex IS NULL OR s.merchant_name ~* r.merchant_name_regex)
                          ELSE false END
              OFFSET 0) AS f
      GROUP BY f.place`

/** By position, the rank of the first matching rule; positions without one are absent. */
export async function findFirstMatching(
  tx: Tx,
  subjects: readonly Placed[],
  rules: readonly Ranked[],
): Promise<Map<number, number>> {
  const places = placesByRule(subjects, rules)
  const asked = rules.flatMap(({ rule, rank }, index) => {
    const candidates = places[index] ?? []
    if (candidates.length === 0) return []
    return {
      rank,
      places: candidates.length === subjects.length ? null : candidates,
      description_regex: rule.conditions.descriptionRegex,
      merchant_name_regex: rule.conditions.merchantNameRegex,
    }
  })
  if (asked.length === 0) return new Map()
  const rows = await tx.rows<{ place: number; rank: number }>(FIRST_MATCHING, [
    subjects.map(({ place }) => place),
    subjects.map(({ subject }) => subject.description),
    subjects.map(({ subject }) => subject.merchantName),
    JSON.stringify(asked),
  ])
  return new Map(rows.map(({ place, rank }) => [place, rank]))
}
