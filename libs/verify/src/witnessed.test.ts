/** Cosignatures of witnesses, made by the words of c2sp.org/tlog-cosignature alone. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { BUSINESS, LEDGER, MemorySource, sealsOf } from './books.test-helpers.ts'
import { lineOf } from './finding.ts'
import { parseWitness } from './note.ts'
import type { LogName, ToldSeal } from './source.ts'
import { verify } from './verify.ts'

const NAME = 'witness.example.com/w1'
const SEALED_AT = '2026-02-01T00:00:00.000Z'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const x = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url')
const hash = createHash('sha256').update(`${NAME}\n`).update(Buffer.of(4)).update(x).digest().subarray(0, 4)
const KEY = `${NAME}+${hash.toString('hex')}+${Buffer.concat([Buffer.of(4), x]).toString('base64')}`

/** The note with a cosignature, of itself unless of another one. */
function cosigned(note: string, at: string, signed = note): string {
  const seconds = Date.parse(at) / 1_000
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const text = signed.slice(0, signed.indexOf('\n\n') + 1)
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey)
  return `${note}— ${NAME} ${Buffer.concat([hash, time, signature]).toString('base64')}\n`
}

class ListedSource extends MemorySource {
  listed: Record<LogName, ToldSeal[]> = {
    LEDGER: sealsOf('LEDGER', this.logs.LEDGER, 4),
    BANKING: [],
    BILLING: sealsOf('BILLING', this.logs.BILLING),
  }
  async *allSeals(log: LogName): AsyncGenerator<ToldSeal> {
    yield* await Promise.resolve(this.listed[log])
  }
}

type Change = (ledger: ToldSeal[]) => void

/** What is said of the ledger, whose latest seal is the last of the list; that of billing is cosigned. */
async function linesOf(
  change: Change,
  { lagSeconds = 0, keys = [KEY], now = '2026-03-01T00:00:00Z' } = {},
): Promise<string[]> {
  const source = new ListedSource()
  for (const seal of source.listed.BILLING) seal.note = cosigned(seal.note, SEALED_AT)
  change(source.listed.LEDGER)
  const latest = [source.listed.LEDGER.at(-1), source.listed.BILLING.at(-1)].filter((seal) => seal !== undefined)
  source.seals = latest.map((seal) => ({ ...seal, sealed_at: SEALED_AT }))
  const lines: string[] = []
  const witnessing = { witnesses: keys.map(parseWitness), lagSeconds }
  const options = { businessId: BUSINESS, keys: [], kept: [], witnessing, now: () => new Date(now) }
  for await (const finding of verify(source, options)) lines.push(lineOf(finding))
  return lines
}

const SIZE = LEDGER.length
const cosignAt =
  (nth: number, at: string): Change =>
  (seals) => {
    const seal = seals.at(nth)
    if (seal) seal.note = cosigned(seal.note, at)
  }

test('a latest seal with the cosignature is right, and so is one without it where nobody asks', async () => {
  expect(await linesOf(cosignAt(-1, SEALED_AT))).toEqual([])
  expect(await linesOf(() => undefined, { keys: [] })).toEqual([])
})

test('a latest seal without it is named, with the last one that has it', async () => {
  expect(await linesOf(() => undefined)).toEqual([
    `LEDGER: the latest seal of ${SIZE} leaves has no cosignature of ${NAME}, nor any before`,
  ])
  expect(await linesOf(cosignAt(0, '2026-01-31T23:59:00Z'))).toEqual([
    `LEDGER: the latest seal of ${SIZE} leaves has no cosignature of ${NAME}, the last one is of 4, from 2026-01-31T23:59:00.000Z`,
  ])
})

test('an earlier one will do where that is said, if what came after it was recorded within so long, whatever is told of the seal', async () => {
  // The fifth leaf is of four minutes past midnight.
  const change: Change = (seals) => {
    cosignAt(0, '2026-01-31T23:59:00Z')(seals)
    for (const seal of seals) Object.assign(seal, { sealed_at: '2026-01-31T23:59:00Z' })
  }
  const now = '2026-01-01T00:13:00Z'
  expect(await linesOf(change, { lagSeconds: 540, now })).toEqual([])
  expect(await linesOf(change, { lagSeconds: 539, now })).toHaveLength(1)
  expect(await linesOf(change, { lagSeconds: 540, now: '2026-01-01T00:13:00.001Z' })).toHaveLength(1)
})

test('a seal that is withheld does not hide what has no cosignature', async () => {
  const lines = await linesOf((seals) => {
    seals.splice(1)
    cosignAt(0, SEALED_AT)(seals)
  })
  expect(lines).toEqual([expect.stringMatching(/^LEDGER, position 5: recorded at .*, and no seal is over it/)])
})

test('a cosignature of another checkpoint is wrong, and said once', async () => {
  const lines = await linesOf((seals) => {
    const [first, last] = seals
    if (first && last) last.note = cosigned(last.note, SEALED_AT, first.note)
  })
  expect(lines).toEqual([
    `LEDGER: the latest seal: the cosignature of ${NAME} does not fit what it says`,
    `LEDGER: the latest seal of ${SIZE} leaves has no cosignature of ${NAME}, nor any before`,
  ])
})

test('the key of a log is none of a witness', () => {
  const wrong = KEY.replace(/\+B/, '+A')
  expect(() => parseWitness(wrong)).toThrow('expected a key for cosignatures')
  expect(() => parseWitness(KEY.replace(NAME, 'another.example.com'))).toThrow('the hash of the key does not fit')
})
