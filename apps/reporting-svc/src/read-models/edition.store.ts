import type { Tx } from '@pacioli/db'
import { numbersOf, SCHEMA_FORMAT, schemaOf, type Edition, type ServedModels } from './models.ts'

const LOCK_SPACE = 'reporting editions'

/**
 * Keeps the editions as they are until the transaction ends. Shared with other transactions that feed them.
 * @param businessIds in the order in which locks are taken
 */
export async function shareEditions(tx: Tx, businessIds: readonly string[]): Promise<void> {
  await tx.rows(
    'SELECT pg_advisory_xact_lock_shared(hashtextextended(name, 0)) FROM unnest($1::text[]) AS of_business (name)',
    [businessIds.map((businessId) => `${LOCK_SPACE} ${businessId}`)],
  )
}

/** Locks out transactions that feed editions of the business, until this one ends. Waits for those under way. */
export async function lockEditions(tx: Tx, businessId: string): Promise<void> {
  await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${LOCK_SPACE} ${businessId}`])
}

/** From here on the read model tables are those of the edition. */
export function enterEdition(tx: Tx, edition: Edition): void {
  tx.lookIn(schemaOf(edition))
}

/** The same with the newest complete edition of the business; where there is none, with the tables in `public`. */
export async function enterServed(tx: Tx, businessId: string, models: ServedModels): Promise<void> {
  await tx.rows(
    `SELECT set_config('search_path', format($3, model, slot), true)
       FROM (SELECT model, slot FROM read_models
              WHERE business_id = $1 AND state = 'SERVED' AND model = ANY ($2::int[])
              ORDER BY model DESC LIMIT 1) served`,
    [businessId, numbersOf(models), tx.pathTo(SCHEMA_FORMAT)],
  )
}

/**
 * An edition that events of a business are to be applied to. None of the business has a slot of null; there may be nothing of it
 * at all, if an event is its first.
 */
export type FedEdition = { businessId: string; slot: Edition['slot'] | null; isBuilding: boolean; isNew: boolean }

/**
 * Those of these businesses, each with at least one row. They are kept as they are until the transaction ends. All of it is one
 * round trip.
 */
export async function editionsToFeed(tx: Tx, businessIds: readonly string[], model: number): Promise<FedEdition[]> {
  const [, found] = await Promise.all([
    shareEditions(tx, businessIds),
    tx.rows<FedEdition>(
      `SELECT asked.id AS "businessId", e.slot, e.slot IS NOT NULL AND e.state = 'BUILDING' AS "isBuilding",
              e.slot IS NULL AND NOT ${isKnownAs('asked.id')} AS "isNew"
         FROM unnest($1::uuid[]) AS asked (id)
         LEFT JOIN read_models e ON e.business_id = asked.id AND e.model = $2 AND e.state <> 'LEFT'`,
      [[...businessIds], model],
    ),
  ])
  return found
}

/** Whether there is anything of the business: if not, an event is its first. */
export async function isKnown(tx: Tx, businessId: string): Promise<boolean> {
  const row = await tx.row<{ known: boolean }>(`SELECT ${isKnownAs('$1')} AS known`, [businessId])
  return row?.known ?? false
}

const isKnownAs = (businessId: string): string =>
  `(EXISTS (SELECT FROM read_models WHERE business_id = ${businessId})
    OR EXISTS (SELECT FROM businesses WHERE business_id = ${businessId}))`

/** A complete edition of a business without earlier events. The editions are locked. */
export async function openEdition(tx: Tx, businessId: string, model: number): Promise<void> {
  await tx.rows(`INSERT INTO read_models (business_id, model, slot, state) VALUES ($1, $2, 'a', 'SERVED')`, [
    businessId,
    model,
  ])
}

type EditionRow = Edition & { state: 'BUILDING' | 'SERVED' | 'LEFT'; leased_until: Date | null }

export type Editions = {
  served: Edition | undefined
  abandoned: Edition | undefined
  /** How long its build has it. */
  leasedUntil: Date | undefined
  free: Edition | undefined
}

/** The editions of the business in a model. */
export async function loadEditions(tx: Tx, businessId: string, model: number): Promise<Editions> {
  const rows = await tx.rows<EditionRow>(
    'SELECT model, slot, state, leased_until FROM read_models WHERE business_id = $1 AND model = $2',
    [businessId, model],
  )
  const edition = (state: EditionRow['state']): Edition | undefined => {
    const row = rows.find((one) => one.state === state)
    return row && { model, slot: row.slot }
  }
  const slot = (['a', 'b'] as const).find((one) => !rows.some((row) => row.slot === one))
  return {
    served: edition('SERVED'),
    abandoned: edition('LEFT'),
    leasedUntil: rows.find(({ state }) => state === 'BUILDING')?.leased_until ?? undefined,
    free: slot && { model, slot },
  }
}

/** The build that makes an edition, and how long it has it to itself. */
export type Build = { id: string; leasedUntil: Date }

/** Gives a free edition to a build. The editions are locked. */
export async function leaseEdition(tx: Tx, businessId: string, { model, slot }: Edition, build: Build): Promise<void> {
  await tx.rows(
    `INSERT INTO read_models (business_id, model, slot, state, build_id, leased_until)
     VALUES ($1, $2, $3, 'BUILDING', $4, $5)`,
    [businessId, model, slot, build.id, build.leasedUntil.toISOString()],
  )
}

/** Whether the build still has its edition, which it keeps until then. */
export async function renewLease(tx: Tx, businessId: string, model: number, build: Build): Promise<boolean> {
  const rows = await tx.rows(
    `UPDATE read_models SET leased_until = $4
      WHERE business_id = $1 AND model = $2 AND build_id = $3 RETURNING slot`,
    [businessId, model, build.id, build.leasedUntil.toISOString()],
  )
  return rows.length > 0
}

/** Abandons an unfinished edition. The editions are locked. */
export async function abandonUnfinished(tx: Tx, businessId: string, model: number): Promise<void> {
  await tx.rows(
    `UPDATE read_models SET state = 'LEFT', build_id = NULL, leased_until = NULL
      WHERE business_id = $1 AND model = $2 AND state = 'BUILDING'`,
    [businessId, model],
  )
}

/**
 * Retires the served edition, and serves the built one. The editions are locked. False if the build has lost its
 * edition.
 */
export async function serveBuilt(tx: Tx, businessId: string, model: number, build: Build): Promise<boolean> {
  if (!(await renewLease(tx, businessId, model, build))) return false
  await tx.rows(`UPDATE read_models SET state = 'LEFT' WHERE business_id = $1 AND model = $2 AND state = 'SERVED'`, [
    businessId,
    model,
  ])
  await tx.rows(
    `UPDATE read_models SET state = 'SERVED', build_id = NULL, leased_until = NULL
      WHERE business_id = $1 AND model = $2 AND state = 'BUILDING'`,
    [businessId, model],
  )
  return true
}

/** Whether the edition is still to be emptied. The editions are shared or locked. */
export async function isAbandoned(tx: Tx, businessId: string, { model, slot }: Edition): Promise<boolean> {
  const row = await tx.row(
    `SELECT slot FROM read_models WHERE business_id = $1 AND model = $2 AND slot = $3 AND state = 'LEFT'`,
    [businessId, model, slot],
  )
  return row !== undefined
}

/** The edition is empty now. The editions are locked. */
export async function forgetEdition(tx: Tx, businessId: string, { model, slot }: Edition): Promise<void> {
  await tx.rows(`DELETE FROM read_models WHERE business_id = $1 AND model = $2 AND slot = $3 AND state = 'LEFT'`, [
    businessId,
    model,
    slot,
  ])
}

/**
 * The businesses, of all clients, without complete rows of the model, or with an edition to be finished or emptied; for
 * the housekeeping role.
 */
export async function listUnfinished(tx: Tx, model: number, now: Date): Promise<string[]> {
  const cared = `(SELECT FROM read_models s WHERE s.business_id = known.business_id AND s.model = $1
                     AND (s.state = 'SERVED' OR s.state = 'BUILDING' AND s.leased_until >= $2))`
  const rows = await tx.rows<{ business_id: string }>(
    `SELECT business_id FROM businesses known WHERE built_as < $1 AND NOT EXISTS ${cared}
     UNION
     SELECT business_id FROM read_models known WHERE model < $1 AND NOT EXISTS ${cared}
     UNION
     SELECT business_id FROM read_models
      WHERE model = $1 AND (state = 'LEFT' OR state = 'BUILDING' AND leased_until < $2)`,
    [model, now.toISOString()],
  )
  return rows.map(({ business_id }) => business_id)
}
