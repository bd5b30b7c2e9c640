/** A backup of a whole PostgreSQL cluster while it is written to, as PostgreSQL's own tools make one. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** Everything as it is at the moment this resolves. */
export async function backUp(adminUrl: string, dataDir: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('test', true)`)
    await copy(dataDir, to)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    // What was written while the files were copied is in the log, up to here.
    await copy(join(dataDir, 'pg_wal'), join(to, 'pg_wal'))
    // A file of the cluster is written over, for the server's user must own this one, too.
    await run('cp', ['-a', join(to, 'PG_VERSION'), join(to, 'backup_label')])
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, file), { force: true })
  } finally {
    await client.end()
  }
}

/** Puts the backup in the place of whatever is there. The server must be stopped. */
export async function restore(backup: string, dataDir: string): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  await copy(backup, dataDir)
}

/** With owners and modes: under root the server's user is another one. */
async function copy(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  try {
    await run('cp', ['-a', `${from}/.`, to])
  } catch (error) {
    // Files that the server removes meanwhile are none of the backup.
    const said = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split('\n')
    if (!said.every((line) => line.endsWith('No such file or directory'))) throw error
  }
}
