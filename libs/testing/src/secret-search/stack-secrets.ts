/** The secrets of a stack, from files in its directory that only their owner can read. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownSecret } from './records.ts'

const SUPERUSER = 'postgres.password'

type Kept = {
  signingKey: { d: string }
  cursorKey: string
  masterKey: string
  filesKey: string
  reportingMasterKey: string
  passwords: Record<string, string>
}

export function secretsOfStack(stateDir: string): KnownSecret[] {
  const textOf = (file: string): string => readFileSync(join(stateDir, file), 'utf8')
  const { signingKey, cursorKey, masterKey, filesKey, reportingMasterKey, passwords } = JSON.parse(
    textOf('secrets.json'),
  ) as Kept
  const { client_secret } = JSON.parse(textOf('demo-client.json')) as { client_secret: string }
  return [
    { what: 'the private signing key', value: signingKey.d },
    { what: 'the key of the cursors', value: cursorKey },
    { what: 'the master key', value: masterKey },
    { what: 'the key that signs links to files', value: filesKey },
    { what: 'the master key of reporting', value: reportingMasterKey },
    ...Object.entries(passwords).map(([role, value]) => ({ what: `the password of ${role}`, value })),
    // A database that was there before the stack keeps its own.
    ...(existsSync(join(stateDir, SUPERUSER))
      ? [{ what: 'the password of the superuser', value: textOf(SUPERUSER) }]
      : []),
    { what: 'the secret of the demo client', value: client_secret },
  ]
}
