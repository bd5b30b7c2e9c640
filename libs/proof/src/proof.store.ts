import type { Database, Tx } from '@pacioli/db'
import { integer, json, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'

/** What a service keeps by itself, or what it compares with other services. */
export type Scope = 'OWN' | 'ACROSS'

const violations = table('violations', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  invariant: text,
  scope: text.as<Scope>(),
  rowCount: integer,
  details: json.as<string[]>(),
  heldAt: timestamp.orNull,
  foundAt: timestamp,
  seenAt: timestamp,
  resolvedAt: timestamp.orNull,
  version: safeInteger,
})

/** An invariant that does not hold, or did not for a while. */
export type Violation = RowOf<typeof violations>

const audits = table('audits', ['businessId', 'scope'], {
  businessId: uuid,
  scope: text.as<Scope>(),
  auditedAt: timestamp.orNull,
  through: safeInteger,
  rowCount: safeInteger,
  tookMs: integer,
  touchedThrough: safeInteger,
})

/** The last whole audit of a business, and how far audits of what was touched have come. */
export type Audit = RowOf<typeof audits>

export const findAudits = (tx: Tx): Promise<Audit[]> => audits.rows(tx, 't.business_id = $1', [tx.businessId])

export const findOpen = (tx: Tx): Promise<Violation[]> =>
  violations.rows(tx, 't.business_id = $1 AND t.resolved_at IS NULL ORDER BY t.found_at, t.invariant', [tx.businessId])

export const findOpenOf = (tx: Tx, scope: Scope): Promise<Violation[]> =>
  violations.rows(tx, 't.business_id = $1 AND t.scope = $2 AND t.resolved_at IS NULL', [tx.businessId, scope])

export const addViolations = (tx: Tx, found: readonly Violation[]): Promise<unknown> =>
  violations.insert(tx, { businessId: tx.businessId }, [...found])

export const updateViolations = (tx: Tx, changed: readonly Violation[]): Promise<unknown> =>
  violations.update(tx, { businessId: tx.businessId }, [...changed])

type Registered = { businessId: string; clientId: string }

/** Businesses that are to be audited from now on; as the role for several of them. */
export function register(tx: Tx, scopes: readonly Scope[], businesses: readonly Registered[], now: Date): void {
  tx.send(
    `INSERT INTO audits (business_id, scope, client_id, registered_at)
       SELECT b.business_id, s.scope, b.client_id, $4
         FROM unnest($1::uuid[], $2::uuid[]) AS b (business_id, client_id) CROSS JOIN unnest($3::text[]) AS s (scope)
      ON CONFLICT (business_id, scope) DO NOTHING`,
    [businesses.map(({ businessId }) => businessId), businesses.map(({ clientId }) => clientId), [...scopes], now],
  )
}

/**
 * Takes the audit of a business for so long, unless somebody else has it, and tells how far the history is: what is audited
 * then has at least all of that.
 * @param before only if the last audit began before that: another process may have made it since it was found to be due
 */
export async function lease(
  tx: Tx,
  {
    scope,
    clientId,
    now,
    until,
    before,
  }: { scope: Scope; clientId: string; now: Date; until: Date; before?: Date | undefined },
): Promise<{ through: number; auditedAt: Date | null } | undefined> {
  const row = await tx.row<{ through: string; audited_at: Date | null }>(
    `INSERT INTO audits AS a (business_id, scope, client_id, registered_at, leased_until) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (business_id, scope) DO UPDATE SET leased_until = excluded.leased_until
       WHERE (a.leased_until IS NULL OR a.leased_until < $4)
         AND ($6::timestamptz IS NULL OR coalesce(a.audited_at, a.registered_at) < $6)
     RETURNING audited_at, coalesce((SELECT position FROM record_heads h WHERE h.business_id = $1), 0) AS through`,
    [tx.businessId, scope, clientId, now, until, before ?? null],
  )
  return row && { through: Number(row.through), auditedAt: row.audited_at }
}

/** Gives the audit back: done, or to be made again. */
export function release(
  tx: Tx,
  scope: Scope,
  done: Omit<Audit, 'businessId' | 'scope' | 'touchedThrough'> | undefined,
): void {
  tx.send(
    `UPDATE audits SET leased_until = NULL, audited_at = coalesce($3, audited_at), through = coalesce($4, through),
                       row_count = coalesce($5, row_count), took_ms = coalesce($6, took_ms),
                       touched_through = greatest(touched_through, $4)
      WHERE business_id = $1 AND scope = $2`,
    [
      tx.businessId,
      scope,
      done?.auditedAt ?? null,
      done?.through ?? null,
      done?.rowCount ?? null,
      done ? Math.round(done.tookMs) : null,
    ],
  )
}

/** Who stores what an audit found waits for who does so already: each of them sees what is open. */
export const lockFindings = (tx: Tx, scope: Scope): Promise<unknown> =>
  tx.rows('SELECT FROM audits WHERE business_id = $1 AND scope = $2 FOR UPDATE', [tx.businessId, scope])

/** How far a business was audited, and how far its history is. */
export type Progress = {
  businessId: string
  /** Null before the first whole audit. */
  auditedAt: Date | null
  tookMs: number
  touchedThrough: number
  head: number
}

/** Of those that are registered; as the role for several businesses. */
export async function findProgress(tx: Tx, scope: Scope, businessIds: readonly string[]): Promise<Progress[]> {
  const rows = await tx.rows<
    Record<'business_id' | 'touched_through' | 'head', string> & { audited_at: Date | null; took_ms: number }
  >(
    `SELECT a.business_id, a.audited_at, a.took_ms, a.touched_through, coalesce(h.position, 0) AS head
       FROM unnest($1::uuid[]) AS b (id)
       JOIN audits a ON a.business_id = b.id AND a.scope = $2
       LEFT JOIN record_heads h ON h.business_id = b.id`,
    [[...businessIds], scope],
  )
  return rows.map((row) => ({
    businessId: row.business_id,
    auditedAt: row.audited_at,
    tookMs: row.took_ms,
    touchedThrough: Number(row.touched_through),
    head: Number(row.head),
  }))
}

/** What was recorded of a business after a position, up to another one. */
export type Range = { businessId: string; since: number; through: number }

/** What was touched is audited so far; as the role for several businesses, or for one of them. */
export function moveTouched(tx: Tx, scope: Scope, ranges: readonly Range[]): void {
  tx.send(
    `UPDATE audits a SET touched_through = t.through
       FROM unnest($1::uuid[], $2::bigint[]) AS t (business_id, through)
      WHERE a.business_id = t.business_id AND a.scope = $3 AND a.touched_through < t.through`,
    [ranges.map(({ businessId }) => businessId), ranges.map(({ through }) => through), scope],
  )
}

/** A business whose audit is due. */
export type Due = { businessId: string; clientId: string; scope: Scope }

/** Those whose last audit began before a moment, the oldest first. As the relay's role. */
export async function findDue(tx: Tx, before: Date, now: Date, limit: number): Promise<Due[]> {
  return tx.rows<Due>(
    `SELECT business_id AS "businessId", client_id AS "clientId", scope FROM audits
      WHERE scope IN ('OWN', 'ACROSS') AND coalesce(audited_at, registered_at) < $1
        AND (leased_until IS NULL OR leased_until < $2)
      ORDER BY coalesce(audited_at, registered_at) LIMIT ${limit}`,
    [before, now],
  )
}

/** Those of these businesses that are not audited yet. As the relay's role. */
export async function findUnregistered(tx: Tx, businessIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT b.id FROM unnest($1::uuid[]) AS b (id) WHERE NOT EXISTS (SELECT FROM audits a WHERE a.business_id = b.id)`,
    [[...businessIds]],
  )
  return rows.map(({ id }) => id)
}

/** How many rows of the business these tables have. Their names come from code. */
export async function countRows(tx: Tx, tables: readonly string[]): Promise<number> {
  const counts = tables.map((name) => `(SELECT count(*) FROM ${name} WHERE business_id = $1)`)
  const { count } = await tx.one<{ count: string }>(`SELECT ${counts.join(' + ')} AS count`, [tx.businessId])
  return Number(count)
}

/** What an operator wants to know of all businesses. As the relay's role. */
export type Figures = { open: ReadonlyMap<string, number>; oldest: ReadonlyMap<Scope, Date> }

export async function readFigures(relay: Database): Promise<Figures> {
  const open = new Map<string, number>()
  const oldest = new Map<Scope, Date>()
  await relay.inEachPart((part) =>
    part.transact({}, async (tx) => {
      const [violated, ages] = await Promise.all([
        tx.rows<{ invariant: string; count: string }>(
          'SELECT invariant, count(*) AS count FROM violations WHERE resolved_at IS NULL GROUP BY invariant',
        ),
        tx.rows<{ scope: Scope; oldest: Date }>(
          `SELECT s.scope, a.oldest FROM (VALUES ('OWN'), ('ACROSS')) AS s (scope)
             CROSS JOIN LATERAL (SELECT coalesce(audited_at, registered_at) AS oldest FROM audits
                                  WHERE audits.scope = s.scope ORDER BY coalesce(audited_at, registered_at) LIMIT 1) a`,
        ),
      ])
      for (const { invariant, count } of violated) open.set(invariant, (open.get(invariant) ?? 0) + Number(count))
      for (const { scope, oldest: at } of ages)
        if (at < (oldest.get(scope) ?? at) || !oldest.has(scope)) oldest.set(scope, at)
    }),
  )
  return { open, oldest }
}

/** What the check functions of the database say should be so. */
export async function readInvariants(db: Database): Promise<string[]> {
  const rows = await db.call<{ source: string }>(
    `SELECT prosrc AS source FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'check\\_%\\_v1' ORDER BY proname`,
  )
  return rows.flatMap(({ source }) => invariantsIn(source))
}

/** Before the format of a detail, or as the last column of what is compared. */
const NAMED = [/SELECT\s+'((?:[^']|'')+)',\s*format\(/g, /(?:true|false),\s+'((?:[^']|'')+)'\)/g]
/** One of several, by what is wrong of the row. */
const CHOSEN = /SELECT\s+CASE\s((?:(?!\bEND\b)[^])+)END,\s*format\(/g
const ALTERNATIVE = /(?:THEN|ELSE)\s+'((?:[^']|'')+)'/g

const namesIn = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map(([, name = '']) => name.replaceAll("''", "'"))

/** Pure. */
export const invariantsIn = (source: string): string[] => [
  ...NAMED.flatMap((pattern) => namesIn(source, pattern)),
  ...[...source.matchAll(CHOSEN)].flatMap(([, alternatives = '']) => namesIn(alternatives, ALTERNATIVE)),
]
