/** The settings of a service that seals its history. Apart from the code that does, so that commands load no more than they need. */
import { makeValidator } from '@pacioli/service/configuration'
import { createHash, createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto'
import type { SealKey } from './note.ts'

/** A private key of Ed25519, as a JWK in JSON. @throws Error saying what is wrong with it */
export function sealKeyOf(given: string): SealKey {
  let jwk: JsonWebKey
  try {
    jwk = JSON.parse(given) as JsonWebKey
  } catch {
    throw new Error('expected a JWK in JSON, and it is no JSON. Make one with npm run signing-key.')
  }
  const { kty, crv, d } = Object(jwk) as JsonWebKey
  if (kty !== 'OKP' || crv !== 'Ed25519' || d === undefined)
    throw new Error('expected a private key of the kind Ed25519. Make one with npm run signing-key.')
  const signing = createPrivateKey({ key: jwk, format: 'jwk' })
  const { x = '' } = createPublicKey(signing).export({ format: 'jwk' })
  return { id: thumbprint(x), signing, publicKey: Buffer.from(x, 'base64url') }
}

/** Names the key by what it is (RFC 7638), whoever made it. */
const thumbprint = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')

const sealKey = makeValidator<SealKey>(sealKeyOf, { is: 'a private key (Ed25519, JWK)', isSecret: true })

/** What names a log may consist of so that a signed note can have them: no white space, no plus. */
const NAME = /^[a-z0-9][a-z0-9.-]*(:\d{1,5})?(\/[A-Za-z0-9._~-]+)*$/

const origin = makeValidator<string>(
  (given) => {
    if (!NAME.test(given)) throw new Error(`expected a name such as books.example.com, got "${given}"`)
    return given
  },
  { is: 'a host name, perhaps with a path' },
)

export const sealSettings = {
  SEAL_KEY: sealKey({
    desc: 'signs the seals of histories; the same for ledger, banking and billing; npm run signing-key makes one',
    example: '{"kty":"OKP","crv":"Ed25519","x":"…","d":"…"}',
    docs: 'OPERATIONS.md#seals',
  }),
  SEAL_ORIGIN: origin({
    default: 'localhost',
    desc: 'names this installation in its seals, for good: whoever keeps one knows it by that name',
    example: 'books.example.com',
    docs: 'OPERATIONS.md#seals',
  }),
}

export const sealingOf = (env: { SEAL_KEY: SealKey; SEAL_ORIGIN: string }): { key: SealKey; origin: string } => ({
  key: env.SEAL_KEY,
  origin: env.SEAL_ORIGIN,
})
