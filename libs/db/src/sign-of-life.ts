import pg from 'pg'
import { cut, NoServer, type Servers } from './servers.ts'

/**
 * Asks a database for a sign of life over a new connection, since those of a pool may all be waiting.
 * @returns once the database answers anything, even a refusal or an error, or cannot be reached at all; not while it is
 *   silent. Of several servers the one to use has to answer, or else all.
 */
export async function signOfLife(servers: Servers, timeoutMs: number): Promise<void> {
  if (!servers.isOne) return await signOfOne(servers)
  const client = new pg.Client({ connectionString: servers.url, application_name: 'sign of life' })
  // An unhandled error event ends the process.
  client.on('error', () => undefined)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    cut(client)
  }, timeoutMs)
  try {
    await client.connect()
    await client.query('SELECT 1')
    clearTimeout(timer)
    await client.end()
  } catch {
    if (isLate) await new Promise(() => undefined)
  } finally {
    clearTimeout(timer)
  }
}

async function signOfOne(servers: Servers): Promise<void> {
  try {
    await servers.look()
  } catch (error) {
    if (error instanceof NoServer && error.isSilent) await new Promise(() => undefined)
  }
}
