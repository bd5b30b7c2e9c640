/** A batch of entries written by hand: one transaction, one multi-row INSERT per table. */
import type pg from 'pg'
import type { Books, RawEntry, Statement } from './raw-entries.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

/** All rows that the product writes for these entries: the same tables, the same columns, the same balance rows. */
export function rawBatch({ clientId, businessId }: Books, slot: number, entries: readonly RawEntry[]): Statement[] {
  const now = new Date()
  const lines = entries.flatMap((entry) => entry.lines.map((line, position) => ({ ...line, position, entry })))
  const moves = balanceMoves(entries)
  return [
    { text: 'BEGIN', values: [] },
    {
      text: `SELECT set_config('app.client_id', $1, true), set_config('app.business_id', $2, true)`,
      values: [clientId, businessId],
    },
    {
      text: `INSERT INTO journal_entries (business_id, id, entry_type, basis, agent, entry_at, recorded_at, memo, line_count)
             SELECT $1, e.id, 'MANUAL', 'BOTH', 'API', e.entry_at, $2, e.memo, e.line_count
               FROM unnest($3::uuid[], $4::timestamptz[], $5::text[], $6::int[]) AS e (id, entry_at, memo, line_count)`,
      values: [
        businessId,
        now,
        entries.map(({ id }) => id),
        entries.map(({ entryAt }) => entryAt),
        entries.map(({ memo }) => memo),
        entries.map((entry) => entry.lines.length),
      ],
    },
    {
      text: `INSERT INTO line_items (business_id, id, entry_id, position, account_id, amount, direction, basis, entry_at, created_at, is_reversal)
             SELECT $1, l.id, l.entry_id, l.position, l.account_id, l.amount, l.direction, 'BOTH', l.entry_at, $2, false
               FROM unnest($3::uuid[], $4::uuid[], $5::int[], $6::uuid[], $7::bigint[], $8::text[], $9::timestamptz[])
                    AS l (id, entry_id, position, account_id, amount, direction, entry_at)`,
      values: [
        businessId,
        now,
        lines.map(({ id }) => id),
        lines.map(({ entry }) => entry.id),
        lines.map(({ position }) => position),
        lines.map(({ accountId }) => accountId),
        lines.map(({ amount }) => amount),
        lines.map(({ direction }) => direction),
        lines.map(({ entry }) => entry.entryAt),
      ],
    },
    {
      text: `SELECT write_events_v1(array_fill($1::uuid, ARRAY[$2::int]), $3::uuid[], $4::uuid[], array_fill(1::bigint, ARRAY[$2]),
                                    $5::text[], $6::text[], array_fill($7::timestamptz, ARRAY[$2]))`,
      values: [
        businessId,
        entries.length,
        entries.map(({ event }) => event?.id),
        entries.map(({ id }) => id),
        entries.map(({ event }) => event?.subject),
        entries.map(({ event }) => event?.text),
        now,
      ],
    },
    {
      text: `INSERT INTO account_balances AS b (business_id, account_id, tag_definition_id, grain, period, basis, slot, debits, credits, line_count, hidden_count)
             SELECT $1, d.account_id, '${NIL}', d.grain::"char", d.period, 'BOTH', $2, d.debits, d.credits, d.line_count, 0
               FROM unnest($3::uuid[], $4::text[], $5::date[], $6::bigint[], $7::bigint[], $8::bigint[])
                    AS d (account_id, grain, period, debits, credits, line_count)
             ON CONFLICT (business_id, account_id, tag_definition_id, grain, period, basis, slot) DO UPDATE
               SET debits = b.debits + excluded.debits, credits = b.credits + excluded.credits,
                   line_count = b.line_count + excluded.line_count`,
      values: [
        businessId,
        slot,
        moves.map(({ accountId }) => accountId),
        moves.map(({ grain }) => grain),
        moves.map(({ period }) => period),
        moves.map(({ debits }) => debits),
        moves.map(({ credits }) => credits),
        moves.map(({ count }) => count),
      ],
    },
    { text: 'COMMIT', values: [] },
  ]
}

/** Runs the statements of one batch on one connection, one after another. */
export async function writeBatch(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { text, values } of statements) await client.query(text, values)
  } finally {
    client.release()
  }
}

type Move = { accountId: string; grain: 'D' | 'M'; period: string; debits: number; credits: number; count: number }

/** Per account and day, as months that are not over are not summed, and for the journal itself per month; in the order of locks. */
function balanceMoves(entries: readonly RawEntry[]): Move[] {
  const moves = new Map<string, Move>()
  const add = (accountId: string, grain: 'D' | 'M', entryAt: string, debits: number, credits: number): void => {
    const period = grain === 'D' ? entryAt.slice(0, 10) : `${entryAt.slice(0, 7)}-01`
    const key = `${accountId} ${grain} ${period}`
    const move = moves.get(key) ?? { accountId, grain, period, debits: 0, credits: 0, count: 0 }
    moves.set(key, { ...move, debits: move.debits + debits, credits: move.credits + credits, count: move.count + 1 })
  }
  for (const { entryAt, lines } of entries) {
    const sumOf = (direction: string): number =>
      lines.reduce((sum, line) => (line.direction === direction ? sum + line.amount : sum), 0)
    add(NIL, 'M', entryAt, sumOf('DEBIT'), sumOf('CREDIT'))
    for (const { accountId, amount, direction } of lines) {
      const [debits, credits] = direction === 'DEBIT' ? [amount, 0] : [0, amount]
      add(accountId, 'D', entryAt, debits, credits)
    }
  }
  return [...moves.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, move]) => move)
}
