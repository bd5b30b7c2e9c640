import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { sqlFilesIn, type MigrationSet } from './migrations.ts'

/** A file of SQL functions: `set/functions/file`, and its text. */
export type FunctionFile = { name: string; sql: string }

/**
 * The functions of some sets: those that this version calls (`functions/`), and those that only the previous version
 * calls (`functions/before/`).
 */
export const functionFilesOf = (
  migrations: readonly MigrationSet[],
  folders: readonly ('functions/' | 'functions/before/')[],
): FunctionFile[] =>
  migrations.flatMap(({ name, folder }) =>
    folders.flatMap((within) =>
      sqlFilesIn(new URL(within, folder)).map((file) => ({
        name: `${name}/${within}${file}`,
        sql: readFileSync(new URL(file, new URL(within, folder)), 'utf8'),
      })),
    ),
  )

/** Names of functions that no version calls any more: one per line of `functions/expired.txt`; `#` begins a comment. */
export const expiredFunctionsOf = (migrations: readonly MigrationSet[]): string[] =>
  migrations
    .map(({ folder }) => new URL('functions/expired.txt', folder))
    .filter((list) => existsSync(list))
    .flatMap((list) => readFileSync(list, 'utf8').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/** The functions that a text defines, each with its input types: `twice(integer)`. */
export function functionsIn(sql: string): { name: string; signature: string }[] {
  return [...sql.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)\s*\(/gm)].map((match) => {
    const name = match[1] ?? ''
    const types = parametersAt(sql, match.index + match[0].length)
      .filter((parameter) => !/^OUT\s/i.test(parameter))
      .map((parameter) => parameter.replace(/^(?:IN|INOUT|VARIADIC)\s+/i, ''))
      // Every parameter has a name, which comes before its type.
      .map((parameter) => parameter.replace(/(?:\s+DEFAULT\s|\s*=)[^]*$/i, '').replace(/^\w+\s+/, ''))
    return { name, signature: `${name}(${types.join(', ')})` }
  })
}

/** The comma-separated parts between the bracket before `start` and its closing bracket. */
function parametersAt(sql: string, start: number): string[] {
  const parameters = ['']
  for (let at = start, depth = 0; at < sql.length; at++) {
    const sign = sql[at] ?? ''
    if (sign === ')' && depth === 0) break
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) parameters.push('')
    else parameters.push((parameters.pop() ?? '') + sign)
  }
  return parameters.map((parameter) => parameter.trim()).filter((parameter) => parameter !== '')
}

/**
 * Replaces functions whose file changed, or that something else changed since, such as the migration program of an
 * earlier version. Functions hold no data, so each has one file with its current text. But running services call them:
 * a function whose parameters or result change gets the next version in its name, and exists beside the previous one,
 * which is dropped when it has expired.
 *
 * In a database that began with this version, what only the version before calls refuses every call, because that
 * version would read it wrongly (docs/decisions/0276-new-databases-keep-nothing-of-before.md).
 *
 * @param isNew whether no version has used the database
 * @throws where a function would change for its present callers
 */
export async function updateFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
  { expired, isNew }: { expired: readonly string[]; isNew: boolean },
): Promise<void> {
  // Not `schema_functions`, where the previous version records its own files: it ignores what it finds there.
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_routines (file text PRIMARY KEY, sha256 text NOT NULL, stands text)',
  )
  // They may call each other, in any order.
  await client.query('SET LOCAL check_function_bodies = off')
  const { refusing, isSettled } = await refusingOf(client, files, isNew)
  if (!isSettled) await dropFunctions(client, refusing)
  for (const file of files) {
    if (isSettled && isOfBefore(file.name) && refusing.length > 0) continue
    const sha256 = createHash('sha256').update(file.sql).digest('hex')
    const { rowCount } = await client.query(
      'SELECT FROM schema_routines WHERE file = $1 AND sha256 = $2 AND stands = $3',
      [file.name, sha256, await currentHash(client, file)],
    )
    if (rowCount === 1) continue
    await replaceFunctions(client, file)
    await client.query(
      `INSERT INTO schema_routines VALUES ($1, $2, $3)
         ON CONFLICT (file) DO UPDATE SET sha256 = excluded.sha256, stands = excluded.stands`,
      [file.name, sha256, await currentHash(client, file)],
    )
  }
  await dropExpired(client, files, expired)
  if (!isSettled) await refuseCalls(client, refusing)
}

const isOfBefore = (file: string): boolean => file.includes('/functions/before/')

type Made = { name: string; signature: string }

const REFUSAL = 'This database began with a later version'

/**
 * The functions that refuse in a database that began with this version, or an earlier one: no version since has called
 * them, and none will. It is settled where these stand and nothing else is kept for the version before.
 */
async function refusingOf(
  client: pg.Client,
  files: readonly FunctionFile[],
  isNew: boolean,
): Promise<{ refusing: Made[]; isSettled: boolean }> {
  const ofBefore = files.filter(({ name }) => isOfBefore(name)).flatMap(({ sql }) => functionsIn(sql))
  if (isNew) return { refusing: ofBefore, isSettled: false }
  const { rows } = await client.query<{ at: number | null }>(
    `SELECT array_position(ARRAY(SELECT to_regprocedure('public.' || made) FROM unnest($1::text[]) AS made), p.oid::regprocedure) AS at
       FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND position($2 in p.prosrc) > 0`,
    [ofBefore.map(({ signature }) => signature), REFUSAL],
  )
  const refusing = ofBefore.filter((_, index) => rows.some(({ at }) => at === index + 1))
  const isSettled = rows.length === refusing.length && (rows.length === 0 || rows.length === ofBefore.length)
  return { refusing, isSettled }
}

/** With the view that stands on those that refuse. */
async function dropFunctions(client: pg.Client, functions: readonly Made[]): Promise<void> {
  await client.query('DROP VIEW IF EXISTS began_with_a_later_version')
  for (const { signature } of functions) await client.query(`DROP FUNCTION IF EXISTS ${signature}`)
}

/**
 * Makes functions refuse every call. A view that nobody reads stands on them, so that the migration program of the
 * version before, which drops what it makes anew, ends with that.
 */
async function refuseCalls(client: pg.Client, functions: readonly Made[]): Promise<void> {
  if (functions.length === 0) return
  await dropFunctions(client, functions)
  const calls: string[] = []
  for (const { name, signature } of functions) {
    await client.query(
      `CREATE FUNCTION ${signature} RETURNS text LANGUAGE plpgsql AS $$
       BEGIN
         RAISE EXCEPTION '${REFUSAL}, and what this one reads is not kept in it.'
           USING HINT = 'Run the version that it began with, or a later one.';
       END $$`,
    )
    const types = signature.slice(name.length + 1, -1)
    const nothing = types === '' ? [] : types.split(', ').map((type) => `NULL::${type}`)
    calls.push(`(${name}(${nothing.join(', ')}))`)
  }
  await client.query(`CREATE VIEW began_with_a_later_version AS SELECT FROM (VALUES ${calls.join(', ')}) AS called`)
}

/** A hash of a file's functions as the database has them; empty if any is missing. */
async function currentHash(client: pg.Client, { sql }: FunctionFile): Promise<string> {
  const { rows } = await client.query<{ stands: string }>(
    `SELECT coalesce(CASE WHEN bool_and(f.oid IS NOT NULL) THEN
              encode(sha256(convert_to(string_agg(pg_get_functiondef(f.oid), E'\\n' ORDER BY f.place), 'UTF8')), 'hex') END, '') AS stands
       FROM (SELECT to_regprocedure('public.' || made) AS oid, place FROM unnest($1::text[]) WITH ORDINALITY AS m(made, place)) f`,
    [functionsIn(sql).map(({ signature }) => signature)],
  )
  return rows[0]?.stands ?? ''
}

const NEW_VERSION =
  'Services that run would not find what they call: give the changed one the next version in its name, ' +
  'and leave the one before for one release (CONTRIBUTING.md, "Changing an SQL function").'

async function replaceFunctions(client: pg.Client, { name, sql }: FunctionFile): Promise<void> {
  refuseUnversioned(name, sql)
  try {
    await client.query(sql)
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INVALID_FUNCTION) throw error
    throw new Error(`${name}: ${(error as Error).message}. ${NEW_VERSION}`, { cause: error })
  }
  const made = functionsIn(sql)
  const { rows } = await client.query<{ stands: string; name: string }>(
    `SELECT p.oid::regprocedure::text AS stands, p.proname AS name FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.proname = ANY ($1::text[])
        AND p.oid <> ALL (SELECT to_regprocedure('public.' || signature) FROM unnest($2::text[]) AS made(signature))`,
    [made.map((one) => one.name), made.map((one) => one.signature)],
  )
  const [other] = rows
  if (other) throw new Error(`${name} gives ${other.name} other parameters than ${other.stands} has. ${NEW_VERSION}`)
}

/** No service calls trigger functions, and a trigger keeps the function it was created with. */
function refuseUnversioned(file: string, sql: string): void {
  const plain = /^CREATE FUNCTION (\w+)/m.exec(sql)
  if (plain) throw new Error(`${file} makes ${plain[1]} by CREATE FUNCTION. It has to say CREATE OR REPLACE FUNCTION.`)
  if (isOfBefore(file)) return
  for (const { name, signature } of functionsIn(sql))
    if (!/_v\d+$/.test(name) && !new RegExp(`FUNCTION ${name}\\(\\) RETURNS trigger`).test(sql))
      throw new Error(`${file} makes ${signature}, which has no version in its name. Call it ${name}_v1.`)
}

/** "cannot change return type of existing function" and its like. */
const INVALID_FUNCTION = '42P13'

async function dropExpired(
  client: pg.Client,
  files: readonly FunctionFile[],
  expired: readonly string[],
): Promise<void> {
  for (const { name, sql } of files)
    for (const made of functionsIn(sql))
      if (expired.includes(made.name)) throw new Error(`${name} makes ${made.name}, which functions/expired.txt drops.`)
  const { rows } = await client.query<{ signature: string }>(
    `SELECT oid::regprocedure::text AS signature FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname = ANY ($1::text[])`,
    [expired],
  )
  for (const { signature } of rows) await client.query(`DROP FUNCTION ${signature}`)
}
