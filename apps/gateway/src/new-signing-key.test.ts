import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { exportJWK, importJWK, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { loadSigningKeys } from './auth/signing-keys.ts'

const printed = (...args: string[]): string =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'new-signing-key.ts'), ...args], { encoding: 'utf8' })

test('a new signing key is one line, has a name of its own, and the gateway signs with it', async () => {
  const [first, second] = [printed('--list'), printed()]
  for (const text of [first, second]) expect(text.trimEnd().split('\n')).toHaveLength(1)
  const keys = [...(JSON.parse(first) as JWK[]), JSON.parse(second) as JWK]
  const { signing, published } = await loadSigningKeys(keys)
  expect(signing.algorithm).toBe('EdDSA')
  expect(published.keys).toHaveLength(2)
  expect(new Set(published.keys.map(({ kid }) => kid)).size).toBe(2)
  expect(await exportJWK(await importJWK(published.keys[0] ?? {}, 'EdDSA'))).not.toHaveProperty('d')
})
