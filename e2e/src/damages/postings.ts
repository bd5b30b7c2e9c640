/** What may be wrong of the postings of a service, by themselves and beside the journal. */
import type { Damage } from './damage.ts'

export const OF_POSTINGS: readonly Damage[] = [
  {
    table: 'postings',
    where: 'reverses IS NOT NULL',
    set: `reverses = reverses || '!'`,
    finds: 'a reversal takes back one posting of its own source, once',
  },
  {
    table: 'postings',
    set: `status = 'FAILED', entry_id = NULL, error_enum = 'AccountArchived', failed_at = now()`,
    finds: 'the ledger takes what is posted',
  },
  { table: 'posting_counts', set: 'postings = postings + 1', finds: 'postings are counted by their state' },
]

const IS_ONE = `reverses IS NULL AND posting_key NOT IN (SELECT reverses FROM postings WHERE business_id = $1 AND reverses IS NOT NULL)`

/** The first, second and so on of those that stand, so that none is damaged twice. */
const nth = (index: number): string =>
  `${IS_ONE} AND id = (SELECT id FROM postings WHERE business_id = $1 AND ${IS_ONE} ORDER BY id OFFSET ${index} LIMIT 1)`

/** @param service its name as users know it */
export const besideJournal = (service: 'banking' | 'billing'): readonly Damage[] => [
  {
    table: 'postings',
    where: nth(0),
    set: `posting = regexp_replace(posting, '"amount": ?', '"amount":9', 'g')`,
    finds: 'an entry in the journal has the lines that were posted',
  },
  {
    table: 'postings',
    where: nth(1),
    set: `posting = regexp_replace(posting, '"basis": ?"[A-Z]*"', '"basis":"CASH"')`,
    finds: 'an entry in the journal is in the books that it was posted to',
  },
  {
    table: 'postings',
    where: 'reverses IS NOT NULL',
    set: `reverses = (SELECT min(posting_key) FROM postings WHERE business_id = $1 AND ${IS_ONE})`,
    finds: 'a reversal in the journal takes back the entry of what its posting reverses',
  },
  {
    table: 'postings',
    where: nth(2),
    lost: true,
    finds: `an entry of ${service} in the journal is one of its postings`,
  },
  {
    table: 'postings',
    where: nth(3),
    set: 'entry_id = gen_random_uuid()',
    finds: 'what was posted is in the journal',
  },
]
