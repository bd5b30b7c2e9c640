/** Seals as text: C2SP checkpoints (c2sp.org/tlog-checkpoint), signed as notes (c2sp.org/signed-note). Pure. */
import { createHash, sign, type KeyObject } from 'node:crypto'

/** Ed25519, among the kinds of signatures of notes. */
const ED25519 = Buffer.of(1)
/** Ed25519 with a time, as witnesses sign (c2sp.org/tlog-cosignature). */
export const COSIGNATURE = Buffer.of(4)

/** The key that signs, and its public part in 32 bytes. */
export type SealKey = { id: string; signing: KeyObject; publicKey: Buffer }

type Checkpoint = { origin: string; size: number; root: Buffer }

/** What is signed: origin, size and root, a line each. */
const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** Tells the keys of one name apart: the first 4 bytes of the hash of name, kind and key. */
export const keyHash = (name: string, publicKey: Buffer, kind: Buffer = ED25519): Buffer =>
  createHash('sha256').update(`${name}\n`).update(kind).update(publicKey).digest().subarray(0, 4)

/** The key of a log as verifiers of notes take it. */
export const verifierKey = (name: string, publicKey: Buffer): string =>
  `${name}+${keyHash(name, publicKey).toString('hex')}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`

/** The checkpoint with our signature, in the name of its origin. */
export function signCheckpoint(checkpoint: Checkpoint, { signing, publicKey }: SealKey): string {
  const text = checkpointText(checkpoint)
  const name = checkpoint.origin
  const signature = Buffer.concat([keyHash(name, publicKey), sign(null, Buffer.from(text), signing)])
  return `${text}\n— ${name} ${signature.toString('base64')}\n`
}

/** The checkpoint of a note, the text that is signed, and the signature of its log. */
export type Signed = Checkpoint & { text: string; signature: Buffer }

/** What a note of ours says and is signed with; undefined for one of another form. */
export function signatureIn(note: string): Signed | undefined {
  const [, text, origin, size, root, name, line] =
    /^(([^\n]+)\n(\d{1,15})\n([A-Za-z0-9+/]{43}=)\n)\n— (\S+) ([A-Za-z0-9+/=]+)\n/.exec(note) ?? []
  if (text === undefined || origin === undefined || root === undefined || line === undefined || name !== origin)
    return undefined
  const signature = Buffer.from(line, 'base64').subarray(4)
  return { origin, size: Number(size), root: Buffer.from(root, 'base64'), text, signature }
}
