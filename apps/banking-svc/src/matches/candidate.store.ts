import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { BankDirection } from '../bank-transactions/bank-transaction.ts'
import { closedAs, isUnreported, type Allocation, type Candidate, type CandidateType } from './candidate.ts'

/** Subtypes of the accounts that bank accounts have in the chart. */
const BANK_SUBTYPES = ['BANK_ACCOUNTS', 'CREDIT_CARD', 'LINE_OF_CREDIT']

/**
 * Takes candidates as their events have them, unless newer versions are here; what they are matched to stays, and a
 * document that is reported no more is closed as it was. One of each id, in the order of the ids. Of the lines of
 * entries only those on bank accounts are kept, and those on accounts that no event has told of yet: a bank account may
 * be made, and posted to, before this service knows it as one.
 */
export async function upsertCandidates(tx: Tx, businessId: string, told: readonly Candidate[]): Promise<void> {
  if (told.length === 0) return
  const candidates = await closedAsTheyWere(tx, businessId, told)
  await tx.rows(
    `INSERT INTO match_candidates AS known
            (business_id, id, match_type, subject_id, ledger_account_id, clearing_account_id, direction, amount, date,
             day, description, customer_id, vendor_id, allocations, is_open, version)
     SELECT $1, n.*
       FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::bigint[],
                   $9::timestamptz[], $10::date[], $11::text[], $12::uuid[], $13::uuid[], $14::jsonb[], $15::boolean[],
                   $16::bigint[])
              AS n(id, match_type, subject_id, ledger_account_id, clearing_account_id, direction, amount, date, day,
                   description, customer_id, vendor_id, allocations, is_open, version)
      WHERE n.ledger_account_id IS NULL
         OR NOT EXISTS (SELECT FROM accounts a
                         WHERE a.business_id = $1 AND a.account_id = n.ledger_account_id
                           AND a.account_subtype <> ALL ($17::text[]))
         OR EXISTS (SELECT FROM bank_accounts b
                     WHERE b.business_id = $1 AND b.ledger_account_id = n.ledger_account_id)
     ON CONFLICT (business_id, id) DO UPDATE
       SET match_type = excluded.match_type, subject_id = excluded.subject_id,
           ledger_account_id = excluded.ledger_account_id, clearing_account_id = excluded.clearing_account_id,
           direction = excluded.direction, amount = excluded.amount, date = excluded.date, day = excluded.day,
           description = excluded.description, customer_id = excluded.customer_id, vendor_id = excluded.vendor_id,
           allocations = excluded.allocations, is_open = excluded.is_open, version = excluded.version
     WHERE known.version < excluded.version`,
    [
      businessId,
      candidates.map(({ id }) => id),
      candidates.map(({ matchType }) => matchType),
      candidates.map(({ subjectId }) => subjectId),
      candidates.map(({ ledgerAccountId }) => ledgerAccountId),
      candidates.map(({ clearingAccountId }) => clearingAccountId),
      candidates.map(({ direction }) => direction),
      candidates.map(({ amount }) => amount),
      candidates.map(({ date }) => date.toISOString()),
      candidates.map(({ day }) => day),
      candidates.map(({ description }) => description),
      candidates.map(({ customerId }) => customerId),
      candidates.map(({ vendorId }) => vendorId),
      candidates.map(({ allocations }) => JSON.stringify(allocations)),
      candidates.map(({ isOpen }) => isOpen),
      candidates.map(({ version }) => version),
      BANK_SUBTYPES,
    ],
  )
}

async function closedAsTheyWere(
  tx: Tx,
  businessId: string,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const unreported = candidates.filter(isUnreported)
  if (unreported.length === 0) return candidates
  const ids = unreported.map(({ id }) => id)
  const known = await loadCandidates(tx, businessId, ids)
  return candidates.map((candidate) => {
    const before = isUnreported(candidate) ? known.get(candidate.id) : undefined
    return before ? closedAs(before, candidate.version) : candidate
  })
}

export type CandidateRow = {
  id: string
  match_type: CandidateType
  subject_id: string
  ledger_account_id: string | null
  clearing_account_id: string | null
  direction: BankDirection
  amount: string
  date: Date
  day: string
  description: string
  customer_id: string | null
  vendor_id: string | null
  allocations: Allocation[]
  is_open: boolean
  match_id: string | null
  version: string
}

/** The columns of a candidate `c`, in the forms that CandidateRow has. */
export const CANDIDATE = `c.id, c.match_type, c.subject_id, c.ledger_account_id, c.clearing_account_id, c.direction,
  c.amount, c.date, to_char(c.day, 'YYYY-MM-DD') AS day, c.description, c.customer_id, c.vendor_id,
  c.allocations, c.is_open, c.match_id, c.version`

export const toCandidate = (row: CandidateRow): CandidateWithMatch => ({
  id: row.id,
  matchType: row.match_type,
  subjectId: row.subject_id,
  ledgerAccountId: row.ledger_account_id,
  clearingAccountId: row.clearing_account_id,
  direction: row.direction,
  amount: toAmount(row.amount),
  date: row.date,
  day: row.day,
  description: row.description,
  customerId: row.customer_id,
  vendorId: row.vendor_id,
  allocations: row.allocations,
  isOpen: row.is_open,
  matchId: row.match_id,
  version: Number(row.version),
})

/** A candidate, and the match that holds it, if any. */
export type CandidateWithMatch = Candidate & { matchId: string | null }

export async function loadCandidates(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, CandidateWithMatch>> {
  const rows = await tx.rows<CandidateRow>(
    `SELECT ${CANDIDATE} FROM match_candidates c WHERE c.business_id = $1 AND c.id = ANY ($2::uuid[])`,
    [businessId, ids],
  )
  return new Map(rows.map((row) => [row.id, toCandidate(row)]))
}

/**
 * The same, held until the transaction ends: locked in the order of their ids, and after the transactions that they are
 * matched to.
 */
export async function lockCandidates(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, CandidateWithMatch>> {
  const rows = await tx.rows<CandidateRow>(
    `SELECT ${CANDIDATE} FROM match_candidates c
      WHERE c.business_id = $1 AND c.id = ANY ($2::uuid[]) ORDER BY c.id FOR UPDATE`,
    [businessId, ids],
  )
  return new Map(rows.map((row) => [row.id, toCandidate(row)]))
}

/** Says which match holds each candidate; null: none does. In the order of their ids. */
export async function assignCandidates(
  tx: Tx,
  businessId: string,
  candidateIds: readonly string[],
  matchId: string | null,
): Promise<void> {
  if (candidateIds.length === 0) return
  await tx.rows(
    `WITH held AS (SELECT id FROM match_candidates
                    WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE)
     UPDATE match_candidates c SET match_id = $3 FROM held WHERE c.business_id = $1 AND c.id = held.id`,
    [businessId, candidateIds, matchId],
  )
}
