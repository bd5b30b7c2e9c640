import fc from 'fast-check'
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Vault, type MasterKey, type SealedSecret, type SecretOwner } from './vault.ts'

const SECRET = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
const masterKey = (id: string): MasterKey => ({ id, key: randomBytes(32) })
const old = masterKey('2025')
const current = masterKey('2026')
const vault = new Vault([current, old])
const owner: SecretOwner = { kind: 'payment_processor', clientId: randomUUID(), recordId: randomUUID() }

test('what was sealed opens for its owner, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (secret) => {
      expect(vault.open(vault.seal(secret, owner), owner)).toBe(secret)
    }),
  )
})

test('the same secret is sealed differently each time, and is never part of what is stored', () => {
  const [one, other] = [vault.seal(SECRET, owner), vault.seal(SECRET, owner)]
  for (const part of ['wrappedKey', 'ciphertext'] as const) {
    expect(one[part].equals(other[part])).toBe(false)
    expect(one[part].includes(SECRET)).toBe(false)
  }
  expect(one.masterKeyId).toBe('2026')
})

test.each<[string, Partial<SecretOwner>]>([
  ['kind', { kind: 'provider_tokens' }],
  ['client', { clientId: randomUUID() }],
  ['business', { businessId: randomUUID() }],
  ['record', { recordId: randomUUID() }],
])('a secret of another %s does not open', (_what, other) => {
  expect(() => vault.open(vault.seal(SECRET, owner), { ...owner, ...other })).toThrow('does not open')
  expect(() => vault.rewrap(vault.seal(SECRET, owner), { ...owner, ...other })).toThrow('does not open')
})

test('no bit of what is stored can be changed', () => {
  const sealed = vault.seal(SECRET, owner)
  fc.assert(
    fc.property(
      fc.constantFrom('wrappedKey', 'ciphertext'),
      fc.nat(),
      fc.integer({ min: 0, max: 7 }),
      (part, at, bit) => {
        const altered = Buffer.from(sealed[part])
        const index = at % altered.length
        altered[index] = (altered[index] ?? 0) ^ (1 << bit)
        expect(() => vault.open({ ...sealed, [part]: altered }, owner)).toThrow('does not open')
      },
    ),
  )
})

test.each([0, 11, 27, 28])('a part cut to %i bytes does not open', (length) => {
  const sealed = vault.seal(SECRET, owner)
  for (const part of ['wrappedKey', 'ciphertext'] as const)
    expect(() => vault.open({ ...sealed, [part]: sealed[part].subarray(0, length) }, owner)).toThrow('does not open')
})

test('the data key of one secret does not open another one of the same owner', () => {
  const [one, other] = [vault.seal(SECRET, owner), vault.seal('another secret', owner)]
  const swapped: SealedSecret = { ...one, ciphertext: other.ciphertext }
  expect(() => vault.open(swapped, owner)).toThrow('does not open')
})

test('an unknown master key is named, for it has to be put back', () => {
  const sealed = new Vault([masterKey('2019')]).seal(SECRET, owner)
  expect(() => vault.open(sealed, owner)).toThrow('There is no master key 2019')
  expect([vault.has('2019'), vault.has('2025')]).toEqual([false, true])
})

test('a master key of the same id that is another key does not open', () => {
  const sealed = new Vault([masterKey('2026')]).seal(SECRET, owner)
  expect(() => vault.open(sealed, owner)).toThrow('does not open')
})

test('no failure contains the secret', () => {
  const sealed = vault.seal(SECRET, owner)
  for (const broken of [
    { ...sealed, masterKeyId: 'x' },
    { ...sealed, ciphertext: Buffer.from(SECRET) },
  ]) {
    let shown = ''
    try {
      vault.open(broken, owner)
    } catch (error) {
      shown = String((error as Error).stack)
    }
    expect(shown).toContain('Error')
    expect(shown).not.toContain(SECRET)
  }
})

test('re-wrapped, a secret needs the new master key alone; the ciphertext stays as it is', () => {
  const sealed = new Vault([old]).seal(SECRET, owner)
  const rewrapped = { ...sealed, ...vault.rewrap(sealed, owner) }
  expect(rewrapped.masterKeyId).toBe('2026')
  expect(rewrapped.ciphertext).toBe(sealed.ciphertext)
  expect(new Vault([current]).open(rewrapped, owner)).toBe(SECRET)
  expect(() => new Vault([old]).open(rewrapped, owner)).toThrow('There is no master key 2026')
})

test('a vault without a key is none', () => {
  expect(() => new Vault([])).toThrow('needs a master key')
})
