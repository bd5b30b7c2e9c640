import { BANK_SUBTYPES } from '@pacioli/chart'
import type { Tx } from '@pacioli/db'
import { boolean, date, ifNewer, json, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { BankDirection } from '../bank-transactions/bank-transaction.ts'
import { bankTransactions } from '../bank-transactions/bank-transaction.store.ts'
import type { EntryOrigin } from './candidate.events.ts'
import { closedAs, isUnreported, type Allocation, type Candidate, type CandidateType } from './candidate.ts'

export const candidates = table('match_candidates', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid,
  matchType: text.as<CandidateType>(),
  subjectId: uuid,
  ledgerAccountId: uuid.orNull,
  clearingAccountId: uuid.orNull,
  direction: text.as<BankDirection>(),
  amount: safeInteger,
  date: timestamp,
  day: date,
  description: text,
  customerId: uuid.orNull,
  vendorId: uuid.orNull,
  allocations: json.as<readonly Allocation[]>(),
  isOpen: boolean,
  matchId: uuid.orNull.readOnly,
  version: safeInteger,
})
const SUBTYPES_OF_BANKS = `(${BANK_SUBTYPES.map((subtype) => `'${subtype}'`).join(', ')})`

/** Something and the business that it is of. */
type Owned<Thing> = Thing & { businessId: string }

/**
 * Stores candidates of businesses as their events have them, unless newer versions are here; their matches stay, and a
 * document that is no longer reported is closed as it was. One version of each id, in the order of the businesses and
 * ids. Of the lines of entries
 * only those on bank accounts are stored, and those on accounts without an event so far: a bank account may be created,
 * and posted to, before this service knows it as one.
 */
export async function upsertCandidates(tx: Tx, reported: readonly Owned<Candidate>[]): Promise<void> {
  if (reported.length === 0) return
  await candidates.upsert(tx, {}, await closedAsTheyWere(tx, reported), {
    only: `(n.ledger_account_id IS NULL
         OR NOT EXISTS (SELECT FROM accounts a
                         WHERE a.business_id = n.business_id AND a.account_id = n.ledger_account_id
                           AND a.account_subtype NOT IN ${SUBTYPES_OF_BANKS})
         OR EXISTS (SELECT FROM bank_accounts b
                     WHERE b.business_id = n.business_id AND b.ledger_account_id = n.ledger_account_id))`,
    ...ifNewer,
  })
}

async function closedAsTheyWere(tx: Tx, reported: readonly Owned<Candidate>[]): Promise<readonly Owned<Candidate>[]> {
  const unreported = reported.filter(isUnreported)
  if (unreported.length === 0) return reported
  const rows = await candidates.query<{ owner: string }>(
    tx,
    `SELECT ${candidates.columns()}, t.business_id AS owner
       FROM unnest($1::uuid[], $2::uuid[]) AS n(business_id, id)
       JOIN match_candidates t ON t.business_id = n.business_id AND t.id = n.id`,
    idsOf(unreported),
  )
  const keyOf = (businessId: string, id: string): string => `${businessId} ${id}`
  const known = new Map(rows.map(({ owner, ...row }) => [keyOf(owner, row.id), row]))
  return reported.map((candidate) => {
    const { businessId, id, version } = candidate
    const before = isUnreported(candidate) ? known.get(keyOf(businessId, id)) : undefined
    return before ? { ...closedAs(before, version), businessId } : candidate
  })
}

/** As arrays to unnest. */
const idsOf = (owned: readonly { businessId: string; id: string }[]): [string[], string[]] => [
  owned.map(({ businessId }) => businessId),
  owned.map(({ id }) => id),
]

/** The businesses of these candidates that have one with the same subject in a match. */
export async function businessesOfMatched(tx: Tx, reported: readonly Owned<Candidate>[]): Promise<string[]> {
  if (reported.length === 0) return []
  const rows = await tx.rows<{ business_id: string }>(
    `SELECT DISTINCT n.business_id FROM unnest($1::uuid[], $2::uuid[]) AS n(business_id, id)
      CROSS JOIN LATERAL (SELECT FROM match_candidates c
                           WHERE c.business_id = n.business_id AND c.subject_id = n.id AND c.match_id IS NOT NULL
                           LIMIT 1) AS held`,
    idsOf(reported.map(({ businessId, subjectId }) => ({ businessId, id: subjectId }))),
  )
  return rows.map((row) => row.business_id)
}

const origins = bankTransactions.only('id', 'date', 'day')

/** Transactions of businesses, as `candidatesOfEntry` needs them: by business and id. */
export async function loadOrigins(
  tx: Tx,
  transactions: readonly { businessId: string; id: string }[],
): Promise<Map<string, Map<string, EntryOrigin>>> {
  const found = new Map<string, Map<string, EntryOrigin>>()
  if (transactions.length === 0) return found
  const rows = await origins.query<{ owner: string; ledgerAccountId: string }>(
    tx,
    `SELECT ${origins.columns('t')}, t.business_id AS owner, b.ledger_account_id AS "ledgerAccountId"
       FROM unnest($1::uuid[], $2::uuid[]) AS n(business_id, id)
       JOIN bank_transactions t ON t.business_id = n.business_id AND t.id = n.id
       JOIN bank_accounts b ON b.business_id = n.business_id AND b.id = t.bank_account_id`,
    idsOf(transactions),
  )
  for (const { owner, id, ...origin } of rows)
    found.set(owner, (found.get(owner) ?? new Map<string, EntryOrigin>()).set(id, origin))
  return found
}

/** A candidate, and the match that holds it, if any. */
export type CandidateWithMatch = Candidate & { matchId: string | null }

export async function loadCandidates(tx: Tx, ids: readonly string[]): Promise<Map<string, CandidateWithMatch>> {
  const rows = await candidates.rows(tx, 't.business_id = $1 AND t.id = ANY ($2::uuid[])', [tx.businessId, ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The same, locked until the transaction ends: in the order of their ids, and after the transactions that they are
 * matched to.
 */
export async function lockCandidates(tx: Tx, ids: readonly string[]): Promise<Map<string, CandidateWithMatch>> {
  const where = `t.business_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY t.id ${tx.locking('FOR UPDATE')}`
  const rows = await candidates.rows(tx, where, [tx.businessId, ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Sets which match holds each candidate; null: none does. In the order of their ids. */
export async function assignCandidates(tx: Tx, candidateIds: readonly string[], matchId: string | null): Promise<void> {
  if (candidateIds.length === 0) return
  await tx.rows(
    `WITH held AS (SELECT id FROM match_candidates
                    WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE)
     UPDATE match_candidates c SET match_id = $3 FROM held WHERE c.business_id = $1 AND c.id = held.id`,
    [tx.businessId, candidateIds, matchId],
  )
}
