import { allOf, type Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'

const records = table('records', ['position'], {
  position: safeInteger,
  recordedAt: timestamp,
  aggregateType: text,
  aggregateId: uuid,
  version: safeInteger,
  eventId: uuid,
  eventType: text,
  requestId: text.orNull,
  actor: text.orNull,
  state: text.orNull,
})

export type Version = RowOf<typeof records>

/** `through`: only what was recorded up to this position. */
type Range = { limit: number; sortOrder: 'ASC' | 'DESC'; after: number | undefined; through: number | undefined }

/** The versions of something in their order, one more than fit on the page if there are more. */
export async function findVersions(
  tx: Tx,
  { aggregateType, aggregateId }: Pick<Version, 'aggregateType' | 'aggregateId'>,
  { limit, sortOrder, after, through }: Range,
): Promise<Version[]> {
  const { where, bind } = allOf(
    ['t.business_id = $', tx.businessId],
    ['t.aggregate_type = $', aggregateType],
    ['t.aggregate_id = $', aggregateId],
    [sortOrder === 'ASC' ? 't.version > $' : 't.version < $', after],
    ['t.position <= $', through],
  )
  const found = await records.rows(tx, `${where} ORDER BY t.version ${sortOrder} LIMIT ${limit + 1}`, bind)
  const large = found.filter(({ state }) => state === null).map(({ eventId }) => eventId)
  if (large.length === 0) return found
  const rows = await tx.rows<{ event_id: string; state: string }>(
    'SELECT event_id, state FROM large_states WHERE business_id = $1 AND event_id = ANY ($2::uuid[])',
    [tx.businessId, large],
  )
  const states = new Map(rows.map(({ event_id, state }) => [event_id, state]))
  return found.map((one) => ({ ...one, state: one.state ?? states.get(one.eventId) ?? null }))
}
