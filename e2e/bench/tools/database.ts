/** Ways into the databases beside the services. */
import type { Stack } from '@pacioli/dev-stack'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'

const databaseUrl = (adminUrl: string, database: string, user?: string, password?: string): string => {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  if (user !== undefined) url.username = user
  if (password !== undefined) url.password = password
  return url.href
}

/** Connections of the role that the service itself uses, under the same row-level security. */
export const asLedger = (stack: Stack, connections: number): pg.Pool => asService(stack, 'ledger', connections)

/** The same of a service by its database. */
export const asService = (stack: Stack, database: 'ledger' | 'billing', connections: number): pg.Pool => {
  const role = `${database}_app` as const
  return poolOf(databaseUrl(stack.postgresAdminUrl, database, role, stack.secrets.passwords[role]), connections)
}

/** One connection of the superuser. */
export const asSuperuser = (stack: Stack, database = 'ledger'): pg.Pool =>
  poolOf(databaseUrl(stack.postgresAdminUrl, database), 1)

function poolOf(connectionString: string, connections: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, min: connections, max: connections })
  // When a measurement fails the stack is stopped under idle connections; what failed it must not be hidden by that.
  pool.on('error', () => {})
  return pool
}

/**
 * Sets the only connection of a pool to the read models that the reports of a business come from, once there are any:
 * those of all new businesses lie together.
 */
export async function enterReadModels(reporting: pg.Pool, businessId: string): Promise<void> {
  for (;;) {
    const { rowCount } = await reporting.query(
      `SELECT set_config('search_path', format('read_model_%s%s, public', model, slot), false)
         FROM (SELECT model, slot FROM public.read_models WHERE business_id = $1 AND state = 'SERVED'
                ORDER BY model DESC LIMIT 1) served`,
      [businessId],
    )
    if (rowCount) return
    await pause(20)
  }
}

const WAKE_MS = 10

/**
 * Wakes the relays of the databases all the while, as often as their services do. What is written raw has its events
 * delivered meanwhile, too, so that both sides of a comparison share the machine with the same work.
 */
export async function whileRelaying<Result>(
  superusers: readonly pg.Pool[],
  act: () => Promise<Result>,
): Promise<Result> {
  const wake = (superuser: pg.Pool): void => void superuser.query(`SELECT pg_notify('outbox', '')`).catch(() => {})
  const waking = setInterval(() => superusers.forEach(wake), WAKE_MS)
  try {
    return await act()
  } finally {
    clearInterval(waking)
  }
}
