/**
 * Envelope encryption of customers' secrets (AES-256-GCM, NIST SP 800-38D). Each record has its own data key, wrapped
 * by a master key from the environment. Both ciphertexts are bound to the record and its owner: copied to another row
 * they do not open. Rotating the master key re-wraps data keys and decrypts no secret.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** A key-encrypting key of 32 bytes, with its id in records. */
export type MasterKey = { id: string; key: Buffer }

/** The kind of a secret. Kinds are sealed with it and never change. */
export type SecretKind = 'payment_processor' | 'provider_tokens' | 'oauth_authorization' | 'webhook'

/** Kind and owner of a secret, which must be the same when it is opened. */
export type SecretOwner = { kind: SecretKind; clientId: string; businessId?: string; recordId: string }

/** A secret as it is stored. */
export type SealedSecret = { masterKeyId: string; wrappedKey: Buffer; ciphertext: Buffer }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Only code with the vault can read secrets; nothing it throws contains one. */
export class Vault {
  readonly #keys: ReadonlyMap<string, Buffer>
  /** Wraps new secrets. */
  readonly currentKeyId: string

  /** @param keys the first is the current one; the others open what was wrapped before */
  constructor(keys: readonly MasterKey[]) {
    const [current] = keys
    if (!current) throw new Error('A vault needs a master key.')
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]))
    this.currentKeyId = current.id
  }

  /** Whether the vault has this master key. */
  has(masterKeyId: string): boolean {
    return this.#keys.has(masterKeyId)
  }

  seal(secret: string, owner: SecretOwner): SealedSecret {
    const dataKey = randomBytes(32)
    return {
      masterKeyId: this.currentKeyId,
      wrappedKey: encrypt(this.#keyNamed(this.currentKeyId), dataKey, aad('data key', owner)),
      ciphertext: encrypt(dataKey, Buffer.from(secret, 'utf8'), aad('secret', owner)),
    }
  }

  /** @throws when the record was altered, belongs to another owner, or names an unknown master key */
  open(sealed: SealedSecret, owner: SecretOwner): string {
    const masterKey = this.#keyNamed(sealed.masterKeyId)
    return whole(owner, () => {
      const dataKey = decrypt(masterKey, sealed.wrappedKey, aad('data key', owner))
      return decrypt(dataKey, sealed.ciphertext, aad('secret', owner)).toString('utf8')
    })
  }

  /** Re-wraps the data key under the current master key, without the secret. */
  rewrap(
    { masterKeyId, wrappedKey }: Pick<SealedSecret, 'masterKeyId' | 'wrappedKey'>,
    owner: SecretOwner,
  ): Pick<SealedSecret, 'masterKeyId' | 'wrappedKey'> {
    const about = aad('data key', owner)
    const masterKey = this.#keyNamed(masterKeyId)
    const dataKey = whole(owner, () => decrypt(masterKey, wrappedKey, about))
    return { masterKeyId: this.currentKeyId, wrappedKey: encrypt(this.#keyNamed(this.currentKeyId), dataKey, about) }
  }

  #keyNamed(id: string): Buffer {
    const key = this.#keys.get(id)
    if (!key)
      throw new Error(`There is no master key ${id}: keep a key in the list of master keys until nothing uses it.`)
    return key
  }
}

const aad = (part: string, { kind, clientId, businessId = '', recordId }: SecretOwner): Buffer =>
  Buffer.from(JSON.stringify([part, kind, clientId, businessId, recordId]), 'utf8')

/** OpenSSL only reports a failure; the log must name the record. */
function whole<Opened>({ kind, recordId }: SecretOwner, open: () => Opened): Opened {
  try {
    return open()
  } catch {
    throw new Error(`The sealed ${kind} ${recordId} does not open: it was altered, or is not the one of its owner.`)
  }
}

/** nonce, ciphertext, tag */
function encrypt(key: Buffer, plain: Buffer, about: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(about)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, about: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(about)
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
