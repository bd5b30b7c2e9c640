import { generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealKeyOf } from './configuration.ts'
import { keyHash, signCheckpoint, verifierKey } from './note.ts'

/** The example of golang.org/x/mod/sumdb/note: its key hash and the key as verifiers take it. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'

test('keys are named and written as verifiers of notes take them', () => {
  const [name = '', hash = '', key = ''] = PETER.split('+')
  const publicKey = Buffer.from(key, 'base64').subarray(1)
  expect(keyHash(name, publicKey).toString('hex')).toBe(hash)
  expect(verifierKey(name, publicKey)).toBe(PETER)
})

test('a seal is three lines, an empty one and the signature over the three', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = sealKeyOf(JSON.stringify(privateKey.export({ format: 'jwk' })))
  const root = Buffer.alloc(32, 1)
  const note = signCheckpoint({ origin: 'books.example.com/b/ledger', size: 12, root }, key)
  const [text = '', rest = ''] = note.split('\n\n')
  expect(text).toBe(`books.example.com/b/ledger\n12\n${root.toString('base64')}`)
  const [dash, name = '', signature = ''] = rest.trimEnd().split(' ')
  expect([dash, name, rest.endsWith('\n')]).toEqual(['—', 'books.example.com/b/ledger', true])
  const bytes = Buffer.from(signature, 'base64')
  expect(bytes.subarray(0, 4)).toEqual(keyHash(name, key.publicKey))
  expect(verify(null, Buffer.from(`${text}\n`), publicKey, bytes.subarray(4))).toBe(true)
})

test('a key of another kind, a public one and no key are refused with what is wrong', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (const wrong of [publicKey, other])
    expect(() => sealKeyOf(JSON.stringify(wrong.export({ format: 'jwk' })))).toThrow('of the kind Ed25519')
  expect(() => sealKeyOf('secret')).toThrow('it is no JSON')
})
