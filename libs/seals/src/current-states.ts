/** What a service has now of what its log is of, for who compares it with the last leaf of each. */
import type { Tx } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import { readableRows, type OwnedRows } from '@pacioli/history'
import { DEFAULT_LIMIT, fittingInBytes, messageBytes } from '@pacioli/paging'
import type { CurrentState, ListCurrentStatesRequest__Output, ListCurrentStatesResponse } from '@pacioli/protos/history'
import { paginationOf } from './sealed-history.ts'

/** A page in the order of types and ids. What cannot be read is left out, as what is gone. */
export async function listCurrentStates(
  tx: Tx,
  owned: OwnedRows,
  { cursor = '', limit = DEFAULT_LIMIT }: ListCurrentStatesRequest__Output,
): Promise<ListCurrentStatesResponse> {
  const [fromType = '', fromId = null] = cursor === '' ? [] : cursor.split('.')
  const found: CurrentState[] = []
  const types = Object.entries(owned)
    .filter(([type]) => type >= fromType)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  let next: string | undefined
  for (const one of types) {
    let last = one[0] === fromType ? fromId : null
    do {
      const page = await readableRows(tx, tx.businessId, one, { after: last, limit: limit - found.length })
      const inOrder = page.events.toSorted((event, other) => (event.aggregateId < other.aggregateId ? -1 : 1))
      found.push(...inOrder.map(toMessage))
      last = page.last
    } while (last !== null && found.length < limit)
    if (last === null && found.length < limit) continue
    last ??= found.at(-1)?.aggregate_id ?? ''
    next = placeOf({ aggregate_type: one[0], aggregate_id: last })
    break
  }
  const data = found.slice(0, fittingInBytes(found, messageBytes))
  const end = data.at(-1)
  if (end && data.length < found.length) next = placeOf(end)
  return { data, pagination: paginationOf('aggregate_id', next) }
}

const placeOf = ({
  aggregate_type: type,
  aggregate_id: id,
}: Pick<CurrentState, 'aggregate_type' | 'aggregate_id'>): string => `${type}.${id}`

const toMessage = ({ aggregateType, aggregateId, version, event, largeState }: StagedEvent): CurrentState => ({
  aggregate_type: aggregateType,
  aggregate_id: aggregateId,
  version,
  state: largeState ?? JSON.stringify((JSON.parse(event) as { data: object }).data),
})
