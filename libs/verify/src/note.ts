/** Signed notes (c2sp.org/signed-note) and the checkpoints in them (c2sp.org/tlog-checkpoint). Pure. */
import { createHash, createPublicKey, verify } from 'node:crypto'

/** Ed25519, among the kinds of signatures of notes. */
const ED25519 = Buffer.of(1)
/** Ed25519 with a time, as witnesses sign (c2sp.org/tlog-cosignature). */
const COSIGNATURE = Buffer.of(4)
/** What stands before the 32 bytes of an Ed25519 key as SubjectPublicKeyInfo (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

export class MalformedNote extends Error {}

export type Signature = { name: string; keyHash: Buffer; bytes: Buffer }
export type Note = { text: string; signatures: Signature[] }

/** @param name whose signatures it makes; of any name if undefined */
export type Key = { name: string | undefined; publicKey: Buffer }

/** Whose cosignatures count. */
export type Witness = { name: string; publicKey: Buffer }

export type Checkpoint = { origin: string; size: number; root: Buffer }

/** The bytes, if the text is their only spelling: otherwise two texts could pass for one. */
export function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** Signed notes may have more signatures than that of the log, and nobody needs more than that. */
const MOST_SIGNATURES = 100

/** @throws MalformedNote */
export function parseNote(note: unknown): Note {
  if (typeof note !== 'string') throw new MalformedNote('it is no signed note: expected a text')
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n'))
    throw new MalformedNote('it is no signed note: expected text, a blank line and signatures')
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > MOST_SIGNATURES)
    throw new MalformedNote(`it has ${lines.length} signatures: expected ${MOST_SIGNATURES} at most`)
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) }
}

function parseSignature(line: string): Signature {
  const [, name, base64 = ''] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? []
  const bytes = fromBase64(base64)
  if (name === undefined || !bytes || bytes.length < 5)
    throw new MalformedNote(`a line is no signature: expected a dash, a name and base64, got ${JSON.stringify(line)}`)
  return { name, keyHash: bytes.subarray(0, 4), bytes: bytes.subarray(4) }
}

/** @throws MalformedNote */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = ''] = text.split('\n')
  const hash = fromBase64(root)
  if (origin === '' || !/^(0|[1-9]\d{0,14})$/.test(size) || hash?.length !== 32)
    throw new MalformedNote('it is no checkpoint: expected an origin, a size and a root, a line each')
  return { origin, size: Number(size), root: hash }
}

/** Tells the keys of one name apart. */
export const keyHashOf = (name: string, publicKey: Buffer, kind: Buffer = ED25519): Buffer =>
  createHash('sha256').update(`${name}\n`).update(kind).update(publicKey).digest().subarray(0, 4)

/**
 * A key as `<name>+<key hash>+<base64 of 0x01 and the key>`, or the base64 of its 32 bytes alone.
 * @throws MalformedNote
 */
export function parseKey(text: string): Key {
  const bare = fromBase64(text)
  if (bare?.length === 32) return { name: undefined, publicKey: bare }
  return namedKey(text, ED25519, 'an Ed25519 key as name+hash+base64, or the base64 of its 32 bytes')
}

/** The key of a witness, as `<name>+<key hash>+<base64 of 0x04 and the key>`. @throws MalformedNote */
export const parseWitness = (text: string): Witness =>
  namedKey(text, COSIGNATURE, 'a key for cosignatures as name+hash+base64 of 0x04 and an Ed25519 key')

function namedKey(text: string, kind: Buffer, expected: string): Witness {
  const [, name = '', hash = '', base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  const typed = fromBase64(base64)
  if (typed?.length !== 33 || typed[0] !== kind[0]) throw new MalformedNote(`expected ${expected}, got ${text}`)
  const publicKey = typed.subarray(1)
  const own = keyHashOf(name, publicKey, kind).toString('hex')
  if (own !== hash) throw new MalformedNote(`the hash of the key does not fit: expected ${own}, got ${hash}`)
  return { name, publicKey }
}

/** What is wrong with the signature in the name of the origin; undefined if one of the keys made it. Others are witnesses'. */
export function signatureProblem({ text, signatures }: Note, origin: string, keys: readonly Key[]): string | undefined {
  const own = signatures.filter(({ name }) => name === origin)
  if (own.length === 0) return 'it has no signature in the name of its origin'
  const known = keys
    .filter(({ name }) => (name ?? origin) === origin)
    .map(({ publicKey }) => ({ publicKey, hash: keyHashOf(origin, publicKey) }))
  const signed = own.flatMap(({ keyHash, bytes }) =>
    known.filter(({ hash }) => hash.equals(keyHash)).map(({ publicKey }) => isSignature(text, bytes, publicKey)),
  )
  if (signed.length === 0) return `none of the ${keys.length} known keys made its signature`
  return signed.includes(true) ? undefined : 'its signature does not fit what it says'
}

function isSignature(text: string, signature: Buffer, publicKey: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, signature)
}

/** When the witness cosigned the note; undefined if it did not, and false where a signature of its key does not fit. */
export function cosignedAt({ text, signatures }: Note, { name, publicKey }: Witness): Date | false | undefined {
  const hash = keyHashOf(name, publicKey, COSIGNATURE)
  const times = signatures
    .filter((one) => one.name === name && one.keyHash.equals(hash))
    .map(({ bytes }) => {
      if (bytes.length !== 72) return false
      const seconds = bytes.readBigUInt64BE()
      const isRight = isSignature(`cosignature/v1\ntime ${seconds}\n${text}`, bytes.subarray(8), publicKey)
      return isRight && new Date(Number(seconds) * 1_000)
    })
  return times.includes(false) ? false : times[0]
}
