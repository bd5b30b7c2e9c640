/**
 * Small answers stored with keys: a budget of bytes per client, over all of them. Large ones have a budget when they
 * are stored.
 */
import type { Database } from '@pacioli/db'

/** Answers of one such span are examined, and emptied, together: some hundred thousand of a client at most. */
const WINDOW_MS = 10 * 60_000
/** Answers are stored for a day. */
const WINDOWS = (24 * 3_600_000) / WINDOW_MS

export type AnswerBudget = {
  /** Per client, as they are stored. */
  bytes: number
  now: Date
  stopped?: () => boolean
}

/**
 * Empties each client's small answers beyond its budget, counted from the newest; a repeat of such a request is refused
 * (409 AnswerNotKept) and not done again. Reads nothing where the whole table is smaller than one budget.
 * @returns how many were emptied
 * @throws SomeFailed for shards of a cluster that could not be asked; those of the others are emptied
 */
export async function forgetBeyondBudget(relay: Database, budget: AnswerBudget): Promise<number> {
  const parts: Database[] = []
  let size = 0
  const measured = relay.inEachPart(async (part) => {
    size += await sizeOf(part)
    parts.push(part)
  })
  const failure = await measured.then(
    () => undefined,
    (error: Error) => error,
  )
  const emptied = size <= budget.bytes ? 0 : await forgetIn(parts, budget)
  if (failure) throw failure
  return emptied
}

async function forgetIn(
  parts: readonly Database[],
  { bytes, now, stopped = () => false }: AnswerBudget,
): Promise<number> {
  const keptOf = new Map<string, number>()
  let emptied = 0
  for (let window = 0; window < WINDOWS && !stopped(); window++) {
    const through = new Date(now.getTime() - window * WINDOW_MS)
    const after = new Date(through.getTime() - WINDOW_MS)
    for (const [clientId, kept] of await smallAnswersIn(parts, after, through)) {
      const sum = (keptOf.get(clientId) ?? 0) + kept
      keptOf.set(clientId, sum)
      if (sum > bytes && window > 0) emptied += await forgetThoseOf(parts, clientId, after, through)
    }
  }
  return emptied
}

/** Of the table, or of a shard of it. */
async function sizeOf(part: Database): Promise<number> {
  // A shard is named by its number, but not listed.
  const [table] = await part.call<{ bytes: string }>(
    `SELECT pg_table_size(coalesce(to_regclass('public.idempotency_keys_' || substring(current_schema FROM '^shard_([0-9]+)$')),
                                   'public.idempotency_keys'::regclass)) AS bytes`,
  )
  return Number(table?.bytes ?? 0)
}

/** How many bytes of small answers were kept in that time, by client. */
async function smallAnswersIn(parts: readonly Database[], after: Date, through: Date): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for (const part of parts)
    for (const { clientId, kept } of await part.call<{ clientId: string; kept: string }>(
      `SELECT client_id AS "clientId", sum(pg_column_size(answer)) AS kept FROM idempotency_keys
        WHERE created_at > $1 AND created_at <= $2 AND octet_length(answer) BETWEEN 1 AND 16384
        GROUP BY client_id`,
      [after, through],
    ))
      sums.set(clientId, (sums.get(clientId) ?? 0) + Number(kept))
  return sums
}

async function forgetThoseOf(
  parts: readonly Database[],
  clientId: string,
  after: Date,
  through: Date,
): Promise<number> {
  let emptied = 0
  for (const part of parts)
    emptied += await part.transact({ clientId }, async (tx) => {
      const row = await tx.row<{ emptied: string }>('SELECT forget_small_answers_v1($1, $2) AS emptied', [
        after,
        through,
      ])
      return Number(row?.emptied ?? 0)
    })
  return emptied
}
