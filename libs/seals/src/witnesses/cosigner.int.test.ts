/** Seals cosigned by witnesses, which are servers that speak c2sp.org/tlog-witness and know nothing of ours. */
import type { Tx } from '@pacioli/db'
import { waitFor, WitnessDouble } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { witnessesOf } from '../configuration.ts'
import { findLatestSeal } from '../seal.store.ts'
import { originOf, Sealer, sealNext, type SealOptions } from '../sealing.ts'
import { Lines, newKey, recordBill, startTestSeals, type TestSeals } from '../seals.test-helpers.ts'
import { Cosigner, type CosignerOptions } from './cosigner.ts'

const ORIGIN = 'books.example.com'
const REFUSED = 'error A witness does not cosign the seals of a business; trying again until it does'
const COSIGNED_AGAIN = 'info A witness cosigns the seals of a business again'
const AWAY = 'error A witness is away; trying again until it cosigns seals'
const BACK = 'info A witness cosigns seals again'

let seals: TestSeals
beforeAll(async () => {
  seals = await startTestSeals()
})
afterAll(() => seals.stop())

let witness: WitnessDouble
let businessId: string
let origin: string
let sealing: SealOptions
let lines: Lines
let failures: string[]
let running: { stop: () => Promise<void> }[]

beforeEach(async () => {
  // What other tests sealed is no work for these.
  await seals.admin.call(
    'TRUNCATE seal_heads, seals, seal_blocks, seal_cosignatures, seal_witness_heads, records, record_heads',
  )
  businessId = randomUUID()
  origin = originOf(ORIGIN, businessId, 'BILLING')
  const clock = (): Date => new Date()
  sealing = { db: seals.app, log: 'BILLING', origin: ORIGIN, key: newKey(), elsewhere: {}, clock, newId: randomUUID }
  lines = new Lines()
  failures = []
  running = []
  witness = await started('witness.example.com/w1')
})
afterEach(async () => {
  for (const one of running.toReversed()) await one.stop()
})

async function started(name: string): Promise<WitnessDouble> {
  const double = await new WitnessDouble(name).start()
  double.logKey = sealing.key.publicKey
  running.push(double)
  return double
}

const given = (double: WitnessDouble) => {
  const [one] = witnessesOf(JSON.stringify([{ url: double.url, key: double.verifierKey }]))
  if (!one) throw new Error('there is no witness')
  return one
}

function cosigner(more: Partial<CosignerOptions> = {}): Cosigner {
  const made = new Cosigner({
    ...{ db: seals.app, relayDb: seals.relay, clock: sealing.clock, logger: lines, everyMs: 20, restMs: 20 },
    ...{ witness: given(witness), onFailure: (reason) => void failures.push(reason) },
    ...more,
  })
  running.push(made)
  return made
}

/** Records so many, and seals them. */
async function sealed(count: number): Promise<void> {
  await recordBill(seals.app, businessId, count)
  while (await sealNext(businessId, sealing));
}

const read = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => seals.app.read({ businessId }, work)

/** The signature lines of the newest seal, without that of its log. */
async function cosignatures(): Promise<string[]> {
  const seal = await read((tx) => findLatestSeal(tx, businessId))
  if (!seal) return []
  const [, own, ...others] = seal.note.slice(seal.note.indexOf('\n\n') + 1).split('\n')
  expect(own).toMatch(`— ${origin} `)
  return others.slice(0, -1)
}

const cosigned = (count = 1): Promise<string[]> =>
  waitFor('the newest seal to be cosigned', async () => {
    const found = await cosignatures()
    return found.length >= count && found
  })

const askedFor = (): { old: number; size: number }[] =>
  witness.asked.filter((one) => one.origin === origin).map(({ old, size }) => ({ old, size }))

test('the newest seal bears the cosignature after the signature of its log, and each is asked for from the one before', async () => {
  cosigner()
  for (const [more, size] of [
    [1, 1],
    [6, 7],
    [300, 307],
    [205, 512],
    [1, 513],
  ] as const) {
    await sealed(more)
    expect(await cosigned()).toEqual([expect.stringMatching(`^— ${witness.name} `)])
    expect(witness.seen.get(origin)?.size).toBe(size)
  }
  expect(askedFor()).toEqual([
    { old: 0, size: 1 },
    { old: 1, size: 7 },
    { old: 7, size: 307 },
    { old: 307, size: 512 },
    { old: 512, size: 513 },
  ])
  expect([failures, lines.of(businessId)]).toEqual([[], []])
})

test('a sealer tells of what it sealed, and the seals between two that are far enough apart need no witness', async () => {
  const own = cosigner({ everyMs: 600_000 })
  const sealer = new Sealer({
    ...{ ...sealing, relayDb: seals.relay, logger: lines },
    onSealed: (id) => own.touch([id]),
  })
  running.push(sealer)
  await recordBill(seals.app, businessId, 2)
  sealer.touch([businessId])
  await cosigned()
  await sealed(3)
  await sealed(4)
  const other = randomUUID()
  await recordBill(seals.app, other, 1)
  own.touch([businessId])
  sealer.touch([other])
  await waitFor('another log to be cosigned', () => witness.asked.some((one) => one.origin !== origin))
  expect(askedFor()).toEqual([{ old: 0, size: 2 }])
  expect(await cosignatures()).toEqual([])
})

test('a witness that has another size than is known here says so, and is asked from there', async () => {
  const first = cosigner()
  await sealed(5)
  await cosigned()
  await first.stop()
  await sealed(300)
  await seals.admin.call('DELETE FROM seal_witness_heads')
  cosigner()
  await cosigned()
  witness.seen.clear()
  await sealed(7)
  await cosigned()
  expect(askedFor()).toEqual([
    { old: 0, size: 5 },
    { old: 0, size: 305 },
    { old: 5, size: 305 },
    { old: 305, size: 312 },
    { old: 0, size: 312 },
  ])
  expect([failures, lines.of(businessId)]).toEqual([[], []])
})

test.each([
  ['has another root', 'seals of other leaves', { size: 4, root: Buffer.alloc(32, 1) }],
  ['has another root at this very size', 'another tree', { size: 9, root: Buffer.alloc(32, 1) }],
  ['has seen more than there is', 'what was lost', { size: 10, root: Buffer.alloc(32, 1) }],
])('a witness that %s finds %s, and is asked again until it is mended', async (_what, _of, seen) => {
  witness.seen.set(origin, seen)
  await sealed(9)
  cosigner()
  await waitFor('more than one try', () => failures.length > 1)
  expect(new Set(failures)).toEqual(new Set(['inconsistent']))
  expect(await cosignatures()).toEqual([])
  witness.seen.clear()
  await cosigned()
  await waitFor('it to be told', () => lines.of(businessId).length > 1)
  expect(lines.of(businessId)).toEqual([REFUSED, COSIGNED_AGAIN])
})

test('a cosignature that another key made is refused, counted, told once and not kept', async () => {
  witness.signWith('another')
  cosigner()
  await sealed(3)
  await waitFor('more than one try', () => failures.length > 1)
  expect(new Set(failures)).toEqual(new Set(['wrong_cosignature']))
  expect(lines.of(businessId)).toEqual([REFUSED])
  const kept = await read((tx) => tx.rows('SELECT * FROM seal_cosignatures'))
  expect(kept).toEqual([])
  witness.signWith('its own')
  await cosigned()
})

test.each([
  ['does not know the log', () => (witness.logKey = undefined)],
  ['knows it by another key', () => (witness.logKey = newKey().publicKey)],
])('a witness that %s holds up no other log, and is asked again after a rest', async (_what, forget) => {
  forget()
  cosigner()
  await sealed(3)
  await waitFor('a refusal', () => failures.length > 1)
  expect(new Set(failures)).toEqual(new Set(['refused']))
  witness.logKey = sealing.key.publicKey
  await cosigned()
})

test('while a witness is down histories are sealed, another one cosigns, and afterwards it cosigns the newest seal', async () => {
  const other = await started('other.example.com/w2')
  const { port } = new URL(witness.url)
  const own = given(witness)
  await witness.stop()
  running.splice(running.indexOf(witness), 1)
  const waiting = cosigner({ witness: own })
  cosigner({ witness: given(other) })
  for (const more of [2, 3]) {
    await sealed(more)
    expect(await cosigned()).toEqual([expect.stringMatching(`^— ${other.name} `)])
  }
  await waitFor('it to be told', () => lines.of(undefined).length > 0)
  expect(lines.of(undefined)).toEqual([AWAY])
  expect(waiting.waitingMs()).toBeGreaterThan(0)
  const back = new WitnessDouble(witness.name, witness)
  back.logKey = sealing.key.publicKey
  running.push(await back.start(Number(port)))
  const both = await cosigned(2)
  expect(both.map((line) => line.split(' ')[1]).toSorted()).toEqual([other.name, witness.name])
  expect(back.asked).toEqual([{ origin, old: 0, size: 5 }])
  await waitFor('it to be told', () => lines.of(undefined).length > 1)
  expect(lines.of(undefined)).toEqual([AWAY, BACK])
})

test('a witness that redirects, fails, does not end or does not answer is away, and asked nowhere else', async () => {
  const elsewhere = await started('elsewhere.example.com')
  witness.faults.push(
    { status: 307, location: `${elsewhere.url}/add-checkpoint` },
    { status: 500 },
    { status: 429 },
    { status: 200, body: '—'.repeat(20_000) },
    { hangs: true },
  )
  cosigner({ withinMs: 300 })
  await sealed(3)
  await cosigned()
  expect(failures).toEqual(['away', 'away', 'away', 'away', 'away'])
  expect(elsewhere.asked).toEqual([])
})

test('who stops it waits for no witness', async () => {
  witness.faults.push({ hangs: true })
  const own = cosigner({ withinMs: 600_000 })
  await sealed(1)
  await waitFor('it to be asked', () => witness.faults.length === 0)
  await own.stop()
  expect(failures).toEqual([])
})

test('cosigners that run beside each other keep one cosignature of a seal each', async () => {
  const several = [cosigner(), cosigner(), cosigner()]
  for (let size = 1; size <= 5; size++) {
    await sealed(1)
    for (const one of several) one.touch([businessId])
    expect(await cosigned()).toHaveLength(1)
  }
  expect(failures).toEqual([])
})
