/** What docs/OPERATIONS.md says of backups, done: every database dumped by pg_dump, and restored into an empty server. */
import { waitFor } from '@pacioli/testing'
import type { Replica } from './container-system.ts'
import { docker } from './engine.ts'

const DATABASES = ['ledger', 'banking', 'billing', 'reporting']

const inPostgres = (containerId: string, command: string): Promise<string> =>
  docker('exec', containerId, 'bash', '-euc', command)

/** Roles with their passwords, and each database by itself, in /backup. */
export async function dump(containerId: string): Promise<void> {
  await inPostgres(containerId, 'pg_dumpall --username postgres --roles-only --file /backup/roles.sql')
  for (const database of DATABASES)
    await inPostgres(
      containerId,
      `pg_dump --username postgres --format custom --create --file /backup/${database}.dump ${database}`,
    )
}

/** The role of the administrator is there in every server: that it cannot be made is the one error that is expected. */
export async function restore(containerId: string): Promise<void> {
  await inPostgres(containerId, 'sed -i "/^CREATE ROLE postgres;$/d" /backup/roles.sql')
  await inPostgres(containerId, 'psql --username postgres --quiet --set ON_ERROR_STOP=1 --file /backup/roles.sql')
  for (const database of DATABASES)
    await inPostgres(
      containerId,
      `pg_restore --username postgres --dbname postgres --create --exit-on-error /backup/${database}.dump`,
    )
}

/** What waits to be published, or to be posted. */
const WAITING = /^(?:pacioli_outbox_backlog|pacioli_postings_pending)(?:\{[^}]*\})? (\S+)$/gm

async function waitingIn({ ports }: Replica): Promise<number[]> {
  const metrics = await (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text()
  return [...metrics.matchAll(WAITING)].map(([, value]) => Number(value))
}

/** Resolves once no service has anything left to publish or to post. */
export async function untilDrained(replicas: readonly Replica[]): Promise<void> {
  for (const replica of replicas)
    await waitFor(
      `${replica.name} to have nothing waiting`,
      async () => {
        const waiting = await waitingIn(replica)
        return waiting.length > 0 && waiting.every((count) => count === 0)
      },
      { timeoutMs: 120_000, everyMs: 250 },
    )
}
