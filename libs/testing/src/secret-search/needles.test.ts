import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Needles, spellingsOf } from './needles.ts'

const places = (needles: Buffer[], hay: Buffer): string[] => {
  const found: string[] = []
  new Needles(needles).search(hay, (index, at) => void found.push(`${index}@${at}`))
  return found.sort()
}

test('every place of every needle is found, and no other', () => {
  const letters = fc.constantFrom('a', 'b')
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: letters, minLength: 4, maxLength: 9 }), { minLength: 1, maxLength: 12 }),
      fc.string({ unit: letters, maxLength: 300 }),
      (needles, hay) => {
        const expected = needles.flatMap((needle, index) =>
          [...Array(hay.length).keys()].filter((at) => hay.startsWith(needle, at)).map((at) => `${index}@${at}`),
        )
        expect(
          places(
            needles.map((needle) => Buffer.from(needle)),
            Buffer.from(hay),
          ),
        ).toEqual(expected.sort())
      },
    ),
  )
})

const secret = 'ski/live+"quoted" 4eC39H'
const key = randomBytes(32)

test.each<[string, string, string | Buffer]>([
  ['as it is', secret, `<${secret}>`],
  ['in JSON', secret, JSON.stringify({ secret })],
  ['in a URL', secret, `?secret=${encodeURIComponent(secret)}&`],
  ['in a composite of PostgreSQL', secret, `(1,"${secret.replaceAll('"', '""')}",)`],
  ['as the hex of bytea', secret, `\\x00${Buffer.from(secret).toString('hex')}ff`],
  ['in HTTP Basic', secret, `Basic ${Buffer.from(`id:${secret}`).toString('base64')}`],
  ['in base64url, one byte later', secret, Buffer.from(`_id:${secret}.`).toString('base64url')],
  ['in base64, two bytes later', secret, Buffer.from(`__id:${secret}.`).toString('base64')],
  ['a key as bytes', key.toString('base64'), Buffer.concat([Buffer.alloc(3), key, Buffer.alloc(3)])],
  ['a key in hex', key.toString('base64'), key.toString('hex')],
  ['a key in the other base64', key.toString('base64'), key.toString('base64url')],
])('a secret is found %s', (_how, what, hay) => {
  const found = places(spellingsOf(what), Buffer.isBuffer(hay) ? hay : Buffer.from(hay))
  expect(found).not.toEqual([])
})

test('what only resembles a secret is not found', () => {
  expect(
    places(spellingsOf(secret), Buffer.from(`${secret.slice(0, -1)} ${secret.toLowerCase()} ${secret.slice(1)}`)),
  ).toEqual([])
})

test('a needle too short to shift by is refused', () => {
  expect(() => new Needles([Buffer.from('abc')])).toThrow('too short')
})
