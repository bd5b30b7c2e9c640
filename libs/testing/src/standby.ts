import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveToPostgresUser, startPostgres, waitFor, type Postgres } from '@pacioli/dev-stack'
import type pg from 'pg'
import { backUp } from './physical-backup.ts'
import { withClient } from './with-client.ts'

/** A hot standby that follows a primary by streaming replication. */
export type Standby = {
  /** Of its server, which a crash and a start replace. */
  readonly server: Postgres
  /** Nothing of the primary arrives any more, once this resolves. */
  pauseReplay: () => Promise<void>
  resumeReplay: () => Promise<void>
  /** Resolves once everything is there that the primary has committed by now. */
  caughtUp: () => Promise<void>
  /** Starts it again at the same port, after a crash. */
  start: () => Promise<void>
}

export type StandbyOptions = {
  /** Contains its data, log and password; an empty directory. */
  stateDir: string
  /** The superuser's URL of the primary, and the directory that contains its data. */
  primary: { adminUrl: string; stateDir: string }
  /** Of the standby's server; `max_connections` at least those of the primary. */
  settings?: Record<string, string | number>
}

/** Copies the primary while it runs, and starts a server on the copy. Stop it before the primary. */
export async function startStandby({ stateDir, primary, settings = {} }: StandbyOptions): Promise<Standby> {
  const { hostname, port, username, password } = new URL(primary.adminUrl)
  const dataDir = join(stateDir, 'postgres')
  mkdirSync(stateDir, { recursive: true })
  await backUp(primary.adminUrl, join(primary.stateDir, 'postgres'), dataDir)
  const signal = join(dataDir, 'standby.signal')
  writeFileSync(signal, '')
  giveToPostgresUser(signal)
  writeFileSync(join(stateDir, 'postgres.password'), decodeURIComponent(password), { mode: 0o600 })
  const primaryConninfo = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  const launch = (at?: number): Promise<Postgres> =>
    startPostgres({
      stateDir,
      durable: false,
      ...(at === undefined ? {} : { port: at }),
      settings: { primary_conninfo: primaryConninfo, wal_retrieve_retry_interval: '100ms', ...settings },
    })
  let server = await launch()
  const ask = <Row extends pg.QueryResultRow>(url: string, sql: string, bind: unknown[] = []) =>
    withClient(url, async (client) => (await client.query<Row>(sql, bind)).rows[0])
  return {
    get server() {
      return server
    },
    pauseReplay: async () => {
      await ask(server.adminUrl, 'SELECT pg_wal_replay_pause()')
      await waitFor('the replay to pause', async () => {
        const row = await ask<{ state: string }>(server.adminUrl, 'SELECT pg_get_wal_replay_pause_state() AS state')
        return row?.state === 'paused'
      })
    },
    resumeReplay: async () => void (await ask(server.adminUrl, 'SELECT pg_wal_replay_resume()')),
    caughtUp: async () => {
      const there = await ask<{ lsn: string }>(
        primary.adminUrl,
        `SELECT pg_logical_emit_message(false, 'test', '') AS lsn`,
      )
      const sql = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS here'
      await waitFor('the standby', async () => (await ask<{ here: boolean }>(server.adminUrl, sql, [there?.lsn]))?.here)
    },
    start: async () => void (server = await launch(server.port)),
  }
}
