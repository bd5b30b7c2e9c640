/** The settings of a service that seals its history. Apart from the code that does, so that commands load no more than they need. */
import { makeValidator } from '@pacioli/service/configuration'
import { createHash, createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto'
import type { SealKey } from './note.ts'
import { witnessKeyOf, type Witness } from './witnesses/cosignature.ts'

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

/** More would say no more, and each is asked about each log. */
const MOST_WITNESSES = 8

/** @throws Error saying what is wrong */
export function witnessesOf(given: string): Witness[] {
  const list: unknown = JSON.parse(given)
  if (!Array.isArray(list)) throw new Error('expected a list')
  if (list.length > MOST_WITNESSES) throw new Error(`expected up to ${MOST_WITNESSES} witnesses, got ${list.length}`)
  const witnesses = list.map(witnessOf)
  const twice = witnesses.find(({ name }, nth) => witnesses.findIndex((one) => one.name === name) !== nth)
  if (twice) throw new Error(`expected each witness once, got ${twice.name} twice`)
  return witnesses
}

function witnessOf(given: unknown): Witness {
  const { url, key, ...others } = Object(given) as Record<string, unknown>
  if (typeof url !== 'string' || typeof key !== 'string' || Object.keys(others).length > 0)
    throw new Error('expected for each witness its url and its key, and nothing else')
  const { protocol, search, hash, href } = new URL(url)
  if (!['https:', 'http:'].includes(protocol) || search !== '' || hash !== '')
    throw new Error(`expected an address with https or http that a path can be appended to, got "${url}"`)
  return { ...witnessKeyOf(key), prefix: href.endsWith('/') ? href : `${href}/` }
}

const seconds = makeValidator<number>(
  (given) => {
    if (!/^[1-9]\d{0,4}$/.test(given)) throw new Error(`expected a whole number of seconds from 1 on, got "${given}"`)
    return Number(given)
  },
  { is: 'a whole number of seconds' },
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
  SEAL_WITNESSES: makeValidator<Witness[]>(witnessesOf, {
    is: 'JSON list',
    write: (all) => JSON.stringify(all.map(({ prefix, verifierKey }) => ({ url: prefix, key: verifierKey }))),
  })({
    default: [],
    desc: 'JSON list of the witnesses that cosign seals: where each is asked, and its key',
    example: '[{"url":"https://witness.example.com","key":"witness.example.com+1a2b3c4d+BAAA…"}]',
    docs: 'OPERATIONS.md#witnesses',
  }),
  SEAL_WITNESS_SECONDS: seconds({
    default: 60,
    desc: 'how far apart the seals of one log are that a witness is asked to cosign',
    docs: 'OPERATIONS.md#witnesses',
  }),
}

export const sealingOf = (env: { SEAL_KEY: SealKey; SEAL_ORIGIN: string }): { key: SealKey; origin: string } => ({
  key: env.SEAL_KEY,
  origin: env.SEAL_ORIGIN,
})

export type Witnessing = { witnesses: readonly Witness[]; everyMs: number }

export const witnessingOf = (env: { SEAL_WITNESSES: Witness[]; SEAL_WITNESS_SECONDS: number }): Witnessing => ({
  witnesses: env.SEAL_WITNESSES,
  everyMs: env.SEAL_WITNESS_SECONDS * 1_000,
})
