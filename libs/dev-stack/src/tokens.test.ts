import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'
import { issueToken } from './tokens.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'secrets-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('secrets are made once, are readable by their owner alone, and grow with the roles', () => {
  const first = loadSecrets(directory, ['ledger_app'])
  expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(Buffer.from(first.cursorKey, 'base64')).toHaveLength(32)

  const second = loadSecrets(directory, ['ledger_app', 'banking_app'])
  expect(second.signingKey).toEqual(first.signingKey)
  expect(second.passwords).toMatchObject(first.passwords)
  expect(second.passwords.banking_app).toHaveLength(32)
})

test('a state directory of an earlier version gets the secrets that it lacks, and keeps those that it has', () => {
  const file = join(directory, 'secrets.json')
  const { filesKey: _, ...earlier } = loadSecrets(directory, ['ledger_app'])
  writeFileSync(file, JSON.stringify(earlier))
  const now = loadSecrets(directory, ['ledger_app'])
  expect(now).toMatchObject(earlier)
  expect(Buffer.from(now.filesKey, 'base64')).toHaveLength(32)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(now)
})

test('a token is signed with the key it names and identifies its client', () => {
  const { signingKey } = loadSecrets(directory, [])
  const claims = {
    issuer: 'http://127.0.0.1:8080',
    audience: 'pacioli',
    clientId: 'c1',
    scope: 'books:read',
    lifetime: 60,
  }
  const [header = '', body = '', signature = ''] = issueToken(signingKey, claims).split('.')
  const publicKey = createPublicKey({ key: signingKey, format: 'jwk' })
  expect(verify(null, Buffer.from(`${header}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  const read = (part: string): object => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(read(header)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: signingKey.kid })
  expect(read(body)).toMatchObject({
    iss: 'http://127.0.0.1:8080',
    aud: 'pacioli',
    client_id: 'c1',
    scope: 'books:read',
  })
})
