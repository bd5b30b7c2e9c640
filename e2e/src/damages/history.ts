/** What may be wrong of the history that each service keeps, and of its seals. */
import type { Damage } from './damage.ts'

/** Of what is recorded. Positions are altered where nobody records or seals anything more. */
export const OF_RECORDS: readonly Damage[] = [
  { table: 'records', where: 'position = 1', set: 'position = 0', finds: 'positions of the history are contiguous' },
  {
    table: 'records',
    where: 'position = 1',
    set: 'position = 1000000',
    finds: 'the history ends where its head says',
  },
  {
    table: 'records',
    where: 'position = 2',
    set: `recorded_at = recorded_at - interval '1 day'`,
    finds: 'what is recorded later has no earlier moment',
  },
  { table: 'records', where: 'version > 1', set: 'version = version + 1000', finds: 'the history has every version' },
  {
    table: 'records',
    where: `aggregate_type <> 'entry' AND state IS NOT NULL`,
    set: 'state = NULL',
    finds: 'the history has the state of each version',
  },
]

/** Of what is sealed. */
export const OF_SEALS: readonly Damage[] = [
  { table: 'seals', set: 'hashes = hashes || hashes', finds: 'each seal begins where the one before ends' },
  {
    table: 'seals',
    set: 'size = size + 1000000',
    finds: 'the history is sealed as far as its head of seals says',
  },
  { table: 'seal_heads', set: 'size = size + 1000000', finds: 'nothing is sealed that is not recorded' },
  {
    table: 'seal_blocks',
    added: `(business_id, number, hash) SELECT $1, 0, sha256('')`,
    finds: 'each whole block of leaves has its hash',
  },
  { table: 'seals', set: `key_id = '!' || key_id`, finds: 'the key of each seal is known' },
  {
    table: 'seals',
    set: 'root = sha256(root)',
    finds: 'each seal has the root of its leaves, and the signature of its key',
  },
  // Not the edge: what is sealed meanwhile goes on from it.
  {
    table: 'seal_blocks',
    added: `(business_id, number, hash) SELECT $1, 1, sha256('')`,
    finds: 'what is kept of the tree is that of the leaves',
  },
]

/** Of what the newest record of it tells otherwise. */
export const ofRow = (table: string, set: string): Damage => ({
  table,
  set,
  finds: 'each row is what its newest record says',
})

const LEAF = 'each leaf of the history is what was sealed'

/** Of a record that was sealed. */
export const OF_LEAVES: readonly Damage[] = [
  { table: 'records', where: 'position = 2', set: `event_type = event_type || '!'`, finds: LEAF },
]

/** Of an entry, which the history has no other state of than the journal. */
export const OF_LEAVES_OF_ENTRIES: readonly Damage[] = [
  { table: 'journal_entries', where: `agent = 'API'`, set: `agent = 'SERVICE_MANUAL'`, finds: LEAF },
]
