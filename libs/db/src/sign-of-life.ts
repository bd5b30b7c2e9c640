import pg from 'pg'

/**
 * Asks a database for a sign of life over a new connection, since those of a pool may all be waiting.
 * @returns once the database answers anything, even a refusal or an error, or cannot be reached at all; not while it is
 *   silent
 */
export async function signOfLife(url: string, timeoutMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'sign of life' })
  // An unhandled error event ends the process.
  client.on('error', () => undefined)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    // `end` would wait for the server.
    ;(client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
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
