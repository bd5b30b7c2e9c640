/** What the tests of failovers run. */
import { onPath } from '@pacioli/dev-stack'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const BY_HAND =
  'Failovers are tested with Patroni, etcd and the server programs of PostgreSQL 15. On Debian: ' +
  'apt-get install patroni etcd-server postgresql. It is not installed from here, because the packages start servers of their own.'

/** Where Debian puts each version of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql'

/** @throws Error saying what to install: without it these tests cannot be run, and do not pass */
export function find(program: string, alsoIn: readonly string[] = []): string {
  const found = onPath(program, alsoIn)
  if (found === undefined) throw new Error(`${program} was not found. ${BY_HAND}`)
  return found
}

/** The directory with the programs of the newest version that Debian's Patroni knows. */
export function postgresPrograms(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const places = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(VERSIONS, version, 'bin'))
  return join(find('pg_rewind', places), '..')
}
