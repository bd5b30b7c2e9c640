/** Cosignatures of witnesses, by which they say to have seen a log grow (c2sp.org/tlog-cosignature). Pure. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { COSIGNATURE, keyHash } from '../note.ts'

/** Who cosigns: the name and the key under which it is known, and where it is asked. */
export type Witness = {
  name: string
  keyHash: Buffer
  publicKey: KeyObject
  /** The name, the hash and the key, as verifiers of notes take them. */
  verifierKey: string
  /** What `add-checkpoint` is appended to, with a slash at its end. */
  prefix: string
}

export type Cosignature = { line: string; at: Date }

/** @throws Error saying what is wrong with the key */
export function witnessKeyOf(verifierKey: string): Omit<Witness, 'prefix'> {
  const [, name = '', hash = '', base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(verifierKey) ?? []
  const key = Buffer.from(base64, 'base64')
  if (key.length !== 33 || key[0] !== COSIGNATURE[0] || key.toString('base64') !== base64)
    throw new Error(
      `expected a key for cosignatures as name+hash+base64 of 0x04 and an Ed25519 key, got "${verifierKey}"`,
    )
  const x = key.subarray(1)
  const own = keyHash(name, x, COSIGNATURE)
  if (own.toString('hex') !== hash)
    throw new Error(`the hash of the key of ${name} does not fit: expected ${own.toString('hex')}, got ${hash}`)
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' })
  return { name, keyHash: own, publicKey, verifierKey }
}

/** A clock of a witness may be ahead of ours by so much. */
const AHEAD_MS = 300_000
/** What comes before the signature: the hash of the key, and the time in 64 bits. */
const [HASH, TIME, SIGNATURE] = [4, 8, 64]

/**
 * The cosignature of the witness among the lines that it answered; those of keys that are not known say nothing.
 * @returns undefined if there is none, or one of them is wrong
 */
export function cosignatureIn(
  answer: string,
  note: string,
  witness: Pick<Witness, 'name' | 'keyHash' | 'publicKey'>,
  now: Date,
): Cosignature | undefined {
  const text = note.slice(0, note.indexOf('\n\n') + 1)
  const own = answer.split('\n').flatMap((line) => {
    const bytes = signatureBytes(line, witness.name)
    return bytes?.subarray(0, HASH).equals(witness.keyHash) ? [{ line: `${line}\n`, bytes: bytes.subarray(HASH) }] : []
  })
  const at = own.map(({ bytes }) => cosignedAt(bytes, text, witness.publicKey, now))
  const [first, time] = [own[0], at[0]]
  return first && time && !at.includes(undefined) ? { line: first.line, at: time } : undefined
}

function signatureBytes(line: string, name: string): Buffer | undefined {
  const start = `— ${name} `
  if (!line.startsWith(start)) return undefined
  const base64 = line.slice(start.length)
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : undefined
}

/** When it was cosigned; undefined if it was not, or is not until later. */
function cosignedAt(bytes: Buffer, text: string, publicKey: KeyObject, now: Date): Date | undefined {
  if (bytes.length !== TIME + SIGNATURE) return undefined
  const seconds = bytes.readBigUInt64BE()
  if (seconds * 1_000n > BigInt(now.getTime() + AHEAD_MS)) return undefined
  const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
  return verify(null, signed, publicKey, bytes.subarray(TIME)) ? new Date(Number(seconds) * 1_000) : undefined
}
