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

/**
 * Stores candidates as their events have them, unless newer versions are here; their matches stay, and a document that
 * is no longer reported is closed as it was. One version of each id, in the order of the ids. Of the lines of entries
 * only those on bank accounts are stored, and those on accounts without an event so far: a bank account may be created,
 * and posted to, before this service knows it as one.
 */
export async function upsertCandidates(tx: Tx, reported: readonly Candidate[]): Promise<void> {
  if (reported.length === 0) return
  await candidates.upsert(tx, { businessId: tx.businessId }, await closedAsTheyWere(tx, reported), {
    only: `(n.ledger_account_id IS NULL
         OR NOT EXISTS (SELECT FROM accounts a
                         WHERE a.business_id = $1 AND a.account_id = n.ledger_account_id
                           AND a.account_subtype NOT IN ${SUBTYPES_OF_BANKS})
         OR EXISTS (SELECT FROM bank_accounts b
                     WHERE b.business_id = $1 AND b.ledger_account_id = n.ledger_account_id))`,
    ...ifNewer,
  })
}

async function closedAsTheyWere(tx: Tx, reported: readonly Candidate[]): Promise<readonly Candidate[]> {
  const unreported = reported.filter(isUnreported)
  if (unreported.length === 0) return reported
  const ids = unreported.map(({ id }) => id)
  const known = await loadCandidates(tx, ids)
  return reported.map((candidate) => {
    const before = isUnreported(candidate) ? known.get(candidate.id) : undefined
    return before ? closedAs(before, candidate.version) : candidate
  })
}

const origins = bankTransactions.only('id', 'date', 'day')

/** The transactions of these ids, as `candidatesOfEntry` needs them. */
export async function loadOrigins(tx: Tx, transactionIds: readonly string[]): Promise<Map<string, EntryOrigin>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await origins.query<{ ledgerAccountId: string }>(
    tx,
    `SELECT ${origins.columns('t')}, b.ledger_account_id AS "ledgerAccountId"
       FROM bank_transactions t JOIN bank_accounts b ON b.business_id = $1 AND b.id = t.bank_account_id
      WHERE t.business_id = $1 AND t.id = ANY ($2::uuid[])`,
    [tx.businessId, transactionIds],
  )
  return new Map(rows.map(({ id, ...origin }) => [id, origin]))
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
  const where = 't.business_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY t.id FOR UPDATE'
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
