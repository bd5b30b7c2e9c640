import type { Tx } from '@pacioli/db'
import { readStatesThen, type Then } from '@pacioli/history'
import { accountStatesThen } from './states-then.store.ts'
import { THEN_TABLES, type ThenValues } from './then-tables.ts'

/** What lists read beside entries. */
const TYPES = ['business', 'chart', 'account', 'tag_dimension', 'tag_value']

/** From here on the transaction reads the ledger as it was then. @throws HistoryIncomplete */
export async function lookBack(tx: Tx, businessId: string, then: Then): Promise<void> {
  const states = await readStatesThen(tx, businessId, then, { types: TYPES, elsewhere: { account: accountStatesThen } })
  const entries = then.waiting.filter(({ type }) => type === 'entry')
  const changed = entries.filter(({ version }) => version > 1)
  const values: ThenValues = {
    business: businessId,
    position: then.position,
    states: `[${states.map(({ type, id, state }) => `{"type":"${type}","id":"${id}","state":${state ?? 'null'}}`).join(',')}]`,
    unposted: entries.flatMap(({ id, version }) => (version === 1 ? [id] : [])),
    changed_entries: changed.map(({ id }) => id),
    changed_versions: changed.map(({ version }) => version),
  }
  tx.readInstead({ queries: THEN_TABLES, values })
}
