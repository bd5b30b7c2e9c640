import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A private Ed25519 key as a JWK, with the id that tokens name it by. */
export interface SigningKey extends JsonWebKey {
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

/** The secrets of a stack, created once per state directory. */
export interface Secrets {
  signingKey: SigningKey
  /** 32 bytes in base64. */
  cursorKey: string
  /** 32 bytes in base64: wraps the keys of the ledger's secrets. */
  masterKey: string
  /** 32 bytes in base64: signs links to exported files. */
  filesKey: string
  /** 32 bytes in base64: wraps the keys of webhooks' signing secrets. */
  reportingMasterKey: string
  /** By database role. */
  passwords: Record<string, string>
}

/** The secrets of this state directory: made on the first start, then the same for ever, for tokens and cursors last. */
export function loadSecrets(stateDir: string, roles: string[]): Secrets {
  const file = join(stateDir, 'secrets.json')
  const kept: Partial<Secrets> = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Secrets) : {}
  const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(24).toString('base64url')]))
  const secrets: Secrets = {
    signingKey: kept.signingKey ?? newSigningKey(),
    cursorKey: kept.cursorKey ?? randomBytes(32).toString('base64'),
    masterKey: kept.masterKey ?? randomBytes(32).toString('base64'),
    filesKey: kept.filesKey ?? randomBytes(32).toString('base64'),
    reportingMasterKey: kept.reportingMasterKey ?? randomBytes(32).toString('base64'),
    passwords: { ...passwords, ...kept.passwords },
  }
  writePrivateJson(file, secrets)
  return secrets
}

/** Readable by its owner alone, and never half written. */
export function writePrivateJson(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** A key pair that tokens can be signed with. */
export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const kid = randomBytes(8).toString('hex')
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' }
}
