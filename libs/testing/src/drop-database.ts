import pg from 'pg'
import { withClient } from './with-client.ts'

const IN_USE = '55006'
const TIMES = 12

/**
 * Ends every connection to a database and removes it, if it is there, on each of these servers. PostgreSQL gives those connections
 * five seconds to end, which is too short on a machine that is full: then it is asked again.
 */
export async function dropDatabase(urls: readonly string[], name: string): Promise<void> {
  await Promise.all(urls.map((url) => withClient(url, (client) => dropOn(client, name))))
}

async function dropOn(client: pg.Client, name: string): Promise<void> {
  for (let time = 1; ; time++)
    try {
      await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE || time === TIMES) throw error
    }
}
