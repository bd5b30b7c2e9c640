import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyHashOf, parseCheckpoint, parseKey, parseNote, signatureProblem } from './note.ts'

/** The example of golang.org/x/mod/sumdb/note, where the format comes from. */
const EXAMPLE_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const EXAMPLE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`

const ORIGIN = 'books.example.com/businesses/b-1/ledger'
const TEXT = `${ORIGIN}\n3\n${Buffer.alloc(32, 7).toString('base64')}\n`

function newKey(): { publicKey: Buffer; signing: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url'), signing: privateKey }
}

const signatureLine = (name: string, text: string, { publicKey, signing }: ReturnType<typeof newKey>): string =>
  `— ${name} ${Buffer.concat([keyHashOf(name, publicKey), sign(null, Buffer.from(text), signing)]).toString('base64')}\n`

const key = newKey()
const other = newKey()
const NOTE = `${TEXT}\n${signatureLine(ORIGIN, TEXT, key)}`
const known = [{ name: undefined, publicKey: key.publicKey }]
const problemOf = (note: string, keys = known): string | undefined => signatureProblem(parseNote(note), ORIGIN, keys)

const typed = (publicKey: Buffer): string => Buffer.concat([Buffer.of(1), publicKey]).toString('base64')

test('a note of another implementation verifies with its key', () => {
  expect(signatureProblem(parseNote(EXAMPLE), 'PeterNeumann', [parseKey(EXAMPLE_KEY)])).toBeUndefined()
})

test('a key is taken with its name, or bare, for any name', () => {
  const hash = keyHashOf(ORIGIN, key.publicKey).toString('hex')
  expect(parseKey(`${ORIGIN}+${hash}+${typed(key.publicKey)}`)).toEqual({ name: ORIGIN, publicKey: key.publicKey })
  expect(parseKey(key.publicKey.toString('base64'))).toEqual({ name: undefined, publicKey: key.publicKey })
})

test('a key whose hash does not fit its name, or of another kind, is refused', () => {
  const hash = keyHashOf(ORIGIN, key.publicKey).toString('hex')
  expect(() => parseKey(`${ORIGIN}x+${hash}+${typed(key.publicKey)}`)).toThrow('the hash of the key does not fit')
  const cosigner = Buffer.concat([Buffer.of(4), key.publicKey]).toString('base64')
  for (const text of ['', 'AAAA', EXAMPLE_KEY.slice(0, -4), `${ORIGIN}+${hash}+${cosigner}`])
    expect(() => parseKey(text)).toThrow('expected an Ed25519 key')
})

test('a checkpoint is an origin, a size and a root; what follows is left to others', () => {
  const root = Buffer.alloc(32, 7)
  expect(parseCheckpoint(TEXT)).toEqual({ origin: ORIGIN, size: 3, root })
  expect(parseCheckpoint(`${TEXT}more\n`)).toEqual({ origin: ORIGIN, size: 3, root })
  for (const text of ['', `${ORIGIN}\n03\n${root.toString('base64')}\n`, `${ORIGIN}\n3\nAAAA\n`, `${ORIGIN}\n-1\n`])
    expect(() => parseCheckpoint(text)).toThrow('it is no checkpoint')
})

test('a note signed by a known key in the name of its origin is fine, whoever else signed it', () => {
  expect(problemOf(NOTE)).toBeUndefined()
  expect(problemOf(`${NOTE}${signatureLine('witness.example.com', TEXT, other)}`)).toBeUndefined()
  expect(problemOf(NOTE, [{ name: undefined, publicKey: other.publicKey }, ...known])).toBeUndefined()
})

test('a signature of a stranger, of another name or for a key of another name is none', () => {
  expect(problemOf(`${TEXT}\n${signatureLine(ORIGIN, TEXT, other)}`)).toContain('none of the 1 known keys')
  expect(problemOf(`${TEXT}\n${signatureLine('elsewhere', TEXT, key)}`)).toContain('no signature in the name')
  expect(signatureProblem(parseNote(NOTE), ORIGIN, [{ name: 'elsewhere', publicKey: key.publicKey }])).toContain(
    'none of the 1 known keys',
  )
})

test('a note in which any byte is another is never taken for signed', () => {
  const bytes = Buffer.from(NOTE)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
      const changed = Buffer.from(bytes)
      changed[at]! ^= mask
      let problem: unknown
      try {
        problem = problemOf(changed.toString('utf8'))
      } catch (error) {
        problem = error
      }
      expect(problem).toBeDefined()
    }),
    { numRuns: 500 },
  )
})

test('what is no signed note is refused', () => {
  for (const note of ['', TEXT, `${TEXT}\n`, `${TEXT}\nno signature\n`, NOTE.trimEnd()])
    expect(() => parseNote(note)).toThrow(/signature/)
})
