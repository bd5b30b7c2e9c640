/**
 * Searches everything that a stack leaves behind, while it still runs, for every secret it received or issued.
 *
 * Not searched, as secrets belong there:
 * - `secrets.json`, `operator.json`, `demo-client.json`, `dev.json` and `postgres.password` of the state directory are
 * the configuration of the stack, readable by their owner alone; elsewhere an operator's secret store replaces them;
 * - our access tokens are in answers, live an hour and are stored nowhere: they are not recorded;
 * - the `redirect_url` of an authorization contains its state, since the browser has to carry it: it is not recorded,
 * either.
 */
import { join, relative } from 'node:path'
import { DATABASE_NAMES } from '@pacioli/dev-stack'
import { databaseUrl } from '@pacioli/fields/database-url'
import type pg from 'pg'
import { citusServers } from '../citus.ts'
import { withClient } from '../with-client.ts'
import { readRecords } from './records.ts'
import { Search, type Found } from './search.ts'
import { secretsOfStack } from './stack-secrets.ts'

export type StackSearch = {
  found: Found[]
  searched: { secrets: number; files: number; megabytes: number; tables: number; rows: number; answers: number }
}

const ROWS_AT_ONCE = 2_000

/** Logs; what the broker stores; the database's files as they are, which hold deleted rows and the write-ahead log. */
const PLACES = ['logs', 'postgres.log', 'nats.log', 'nats', 'postgres']

/** @param records the directory in which the run noted its secrets and the answers it saw */
export async function searchStack(
  { stateDir, postgresAdminUrl }: { stateDir: string; postgresAdminUrl: string },
  records: string,
): Promise<StackSearch> {
  const noted = readRecords(records)
  const search = new Search([...secretsOfStack(stateDir), ...noted.secrets])
  search.path(noted.answersDirectory, () => 'an answer')
  for (const place of PLACES) search.path(join(stateDir, place), (file) => relative(stateDir, file))
  const dumped = { tables: 0, rows: 0 }
  for (const url of await databasesOf(postgresAdminUrl)) {
    const { tables, rows } = await searchDatabase(search, url)
    dumped.tables += tables
    dumped.rows += rows
  }
  const { secrets, files, bytes } = search.searched
  return {
    found: search.found,
    searched: { secrets, files, megabytes: Math.round(bytes / 1e6), ...dumped, answers: noted.answers },
  }
}

/** The URL of each database, on each server: a cluster's was there before the stack, whose files are not within reach. */
async function databasesOf(adminUrl: string): Promise<string[]> {
  const cluster = await citusServers()
  const isOfCluster = cluster?.coordinator === adminUrl
  const names = await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datallowconn')
    return rows.map(({ datname }) => datname)
  })
  const servers = isOfCluster ? [adminUrl, ...cluster.nodes] : [adminUrl]
  const searched = isOfCluster ? names.filter((name) => DATABASE_NAMES.includes(name)) : names
  return servers.flatMap((url) => searched.map((database) => databaseUrl(url, { database })))
}

/** Shards are hidden on their nodes; a table that is distributed has its rows in them alone. */
async function showShards(client: pg.Client): Promise<string> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  if (rowCount === 0) return 'true'
  await client.query('SET citus.override_table_visibility = off')
  return 'NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)'
}

/** Every row of every table as text, as a dump would have it: `bytea` in hex, JSON as it is. */
const searchDatabase = (search: Search, url: string) =>
  withClient(url, async (client) => {
    const database = new URL(url).pathname.slice(1)
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE (c.relkind IN ('r', 'm') OR c.oid = 'pg_stat_activity'::regclass) AND ${await showShards(client)} ORDER BY name`,
    )
    let dumped = 0
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (const { name } of tables) {
      await client.query(`DECLARE dump NO SCROLL CURSOR FOR SELECT t::text AS row FROM ${name} t`)
      for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; dumped += count) {
        const { rows } = await client.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM dump`)
        count = rows.length
        search.bytes(Buffer.from(rows.map(({ row }) => row).join('\n')), () => `a row of ${database}.${name}`)
      }
      await client.query('CLOSE dump')
    }
    await client.query('ROLLBACK')
    return { tables: tables.length, rows: dumped }
  })
