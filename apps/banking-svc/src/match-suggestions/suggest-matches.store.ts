/** What waiting transactions could be matched to: each of them reads a limited number of rows. */
import type { Tx } from '@pacioli/db'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { bankTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { candidates } from '../matches/candidate.store.ts'
import type { Candidate } from '../matches/candidate.ts'

/** A transaction that needs suggestions. */
export type SuggestionRequest = { transaction: BankTransaction; ledgerAccountId: string; words: string }

/** A suggestion's transaction, and how likely the match is: `similarity` of the words, 0 to 1. */
type Asked = { askedBy: string; similarity: number }
type Found<What> = Asked & { found: What }

export type OtherSide = Pick<
  BankTransaction,
  'id' | 'direction' | 'amount' | 'bankAccountId' | 'date' | 'day' | 'description'
>

/** How far apart days and amounts (minor units) may be. */
export type Reach = { days: number; amount: number }

/** Rows read by each walk along an index, rows of all walks whose words are compared, and rows that remain. */
const PER_WALK = 12
const COMPARED = 20
const KEPT = 10

/**
 * Four walks along an index, each ending after a few rows: equal amounts on the same and later days, on earlier days,
 * then larger and smaller amounts, in the index's own order so that no other index serves. Of these the nearest, and of
 * the nearest those whose words are most alike.
 */
function nearest(columns: string, from: string, alias: string, words: string): string {
  const near = `${alias}.business_id = $1 AND ${alias}.day BETWEEN asked.day - $8::int AND asked.day + $8::int`
  const walk = (where: string, order: string): string =>
    `(SELECT ${columns} FROM ${from} AND ${near} AND ${where} ORDER BY ${order} LIMIT ${PER_WALK})`
  const walks = [
    walk(`${alias}.amount = asked.amount AND ${alias}.day >= asked.day`, `${alias}.day`),
    walk(`${alias}.amount = asked.amount AND ${alias}.day < asked.day`, `${alias}.day DESC`),
    walk(`${alias}.amount > asked.amount AND ${alias}.amount <= asked.amount + $9`, `${alias}.amount, ${alias}.day`),
    walk(
      `${alias}.amount < asked.amount AND ${alias}.amount >= asked.amount - $9`,
      `${alias}.amount DESC, ${alias}.day DESC`,
    ),
  ]
  const apart = `abs(${alias}.amount - asked.amount), abs(${alias}.day - asked.day)`
  return `SELECT ${alias}.*, similarity(asked.words, ${words}) AS similarity
            FROM (SELECT * FROM (${walks.join('\n UNION ALL ')}) AS ${alias} ORDER BY ${apart} LIMIT ${COMPARED}) AS ${alias}
           ORDER BY ${apart}, similarity DESC LIMIT ${KEPT}`
}

const ASKED = `unnest($2::uuid[], $3::text[], $4::bigint[], $5::date[], $6::uuid[], $7::text[])
                 AS asked(id, direction, amount, day, account_id, words)`

const bindOf = (
  businessId: string,
  asking: readonly SuggestionRequest[],
  account: (one: SuggestionRequest) => string,
  reach: Reach,
) => [
  businessId,
  asking.map(({ transaction }) => transaction.id),
  asking.map(({ transaction }) => transaction.direction),
  asking.map(({ transaction }) => transaction.amount),
  asking.map(({ transaction }) => transaction.day),
  asking.map(account),
  asking.map(({ words }) => words),
  reach.days,
  reach.amount,
]

/**
 * Entries and documents that are open and not matched; of entries with lines on bank accounts only those on the
 * transaction's own.
 */
export async function findCandidatesFor(
  tx: Tx,
  asking: readonly SuggestionRequest[],
  reach: Reach,
): Promise<Found<Candidate>[]> {
  const from = `match_candidates c
                 WHERE c.is_open AND c.match_id IS NULL AND c.direction = asked.direction
                   AND (c.ledger_account_id IS NULL OR c.ledger_account_id = asked.account_id)
                   AND (c.clearing_account_id IS NULL OR c.clearing_account_id = asked.account_id
                        OR NOT EXISTS (SELECT FROM bank_accounts b
                                        WHERE b.business_id = $1 AND b.ledger_account_id = c.clearing_account_id))`
  const nameIn = (table: 'customers' | 'vendors', id: string) =>
    `(SELECT p.name FROM ${table} p WHERE p.business_id = $1 AND p.id = ${id})`
  const words = `concat_ws(' ', ${nameIn('customers', 'c.customer_id')}, ${nameIn('vendors', 'c.vendor_id')}, c.description)`
  const rows = await candidates.query<Asked>(
    tx,
    `SELECT asked.id AS "askedBy", ${candidates.columns('c')}, c.similarity
       FROM ${ASKED} CROSS JOIN LATERAL (${nearest('c.*', from, 'c', words)}) AS c`,
    bindOf(tx.businessId, asking, ({ ledgerAccountId }) => ledgerAccountId, reach),
  )
  return rows.map(({ askedBy, similarity, ...found }) => ({ askedBy, similarity, found }))
}

const otherSides = bankTransactions.only('id', 'direction', 'amount', 'bankAccountId', 'date', 'day', 'description')

/** Transactions of other bank accounts that wait, in the opposite direction. */
export async function findOtherSidesFor(
  tx: Tx,
  asking: readonly SuggestionRequest[],
  reach: Reach,
): Promise<Found<OtherSide>[]> {
  const columns =
    'o.id, o.direction, o.amount, o.bank_account_id, o.date, o.day, o.description, o.counterparty_name, o.merchant_name'
  const from = `bank_transactions o
                 WHERE o.status = 'READY_FOR_INPUT' AND o.bank_account_id <> asked.account_id
                   AND o.direction = CASE asked.direction WHEN 'CREDIT' THEN 'DEBIT' ELSE 'CREDIT' END`
  const words = `concat_ws(' ', o.counterparty_name, o.merchant_name, o.description)`
  const rows = await otherSides.query<Asked>(
    tx,
    `SELECT asked.id AS "askedBy", ${otherSides.columns('o')}, o.similarity
       FROM ${ASKED} CROSS JOIN LATERAL (${nearest(columns, from, 'o', words)}) AS o`,
    bindOf(tx.businessId, asking, ({ transaction }) => transaction.bankAccountId, reach),
  )
  return rows.map(({ askedBy, similarity, ...found }) => ({ askedBy, similarity, found }))
}
