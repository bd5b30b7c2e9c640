import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BILL,
  BILLING,
  BUSINESS,
  CREDIT,
  INVOICE,
  canonicalText,
  CASH,
  entry,
  hashesOf,
  LEDGER,
  MemorySource,
  noteOf,
  originOf,
  PUBLIC_KEY,
  SALES,
  sealedLog,
  sealOf,
  type Signer,
} from './books.test-helpers.ts'
import { lineOf } from './finding.ts'
import { hashOfLeaf } from './reference.test-helpers.ts'
import type { ToldLeaf } from './source.ts'
import { verify, type Options, type Summary } from './verify.ts'

const NOW = new Date('2026-03-01T00:00:00Z')

async function run(
  source: MemorySource,
  options: Partial<Options> = {},
): Promise<{ lines: string[]; summary: Summary }> {
  const work = verify(source, { businessId: BUSINESS, keys: [], kept: [], now: () => NOW, ...options })
  const lines: string[] = []
  for (let step = await work.next(); ; step = await work.next()) {
    if (step.done) return { lines, summary: step.value }
    lines.push(lineOf(step.value))
  }
}

const linesOf = async (source: MemorySource, options?: Partial<Options>): Promise<string[]> =>
  (await run(source, options)).lines

const stranger = (): Signer => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url'), privateKey }
}

/** The log as whoever holds the database and the key can rewrite it. */
function rewritten(source: MemorySource, change: (drafts: typeof LEDGER) => typeof LEDGER): MemorySource {
  source.logs.LEDGER = sealedLog('LEDGER', change(structuredClone(LEDGER)))
  source.hashes.LEDGER = hashesOf(source.logs.LEDGER)
  source.seals = [sealOf('LEDGER', source.logs.LEDGER), sealOf('BILLING', source.logs.BILLING)]
  return source
}

const kept = (size: number, name = 'kept.txt') => ({
  name,
  note: noteOf(originOf('LEDGER'), hashesOf(sealedLog('LEDGER', LEDGER)).slice(0, size)),
})

test('of books that are as they were sealed nothing is wrong', async () => {
  const { lines, summary } = await run(new MemorySource(), { kept: [kept(1), kept(5), kept(LEDGER.length)] })
  expect(lines).toEqual([])
  const whole = { unsealed: 0, erased: 0, unknown: 0, isWhole: true }
  expect(summary).toEqual({
    left_out: [],
    logs: [
      { ...whole, log: 'LEDGER', leaves: LEDGER.length, sealed: LEDGER.length },
      { ...whole, log: 'BANKING', leaves: 0, sealed: 0 },
      { ...whole, log: 'BILLING', leaves: BILLING.length, sealed: BILLING.length },
    ],
  })
})

test('reports are asked at the positions that were read, on days that have all entries between them', async () => {
  const source = new MemorySource()
  await run(source)
  expect(source.asked).toHaveLength(8)
  for (const { parameters } of source.asked)
    expect(parameters.recorded_as_of).toBe(`ledger:${LEDGER.length},banking:0,billing:${BILLING.length}`)
  expect(source.asked).toContainEqual({
    name: 'profit-and-loss',
    parameters: expect.objectContaining({ start_date: '2025-02-28', end_date: '2026-02-06', reporting_basis: 'CASH' }),
  })
})

test('leaves beyond the seal are counted, and what is wrong in one is told', async () => {
  const source = new MemorySource()
  source.seals[0] = sealOf('LEDGER', source.logs.LEDGER.slice(0, -2))
  for (const told of source.logs.LEDGER.slice(-2)) told.hash = null
  const now = (): Date => new Date('2026-01-01T00:15:00Z')
  const { lines, summary } = await run(source, { now })
  expect(lines).toEqual([])
  expect(summary.logs[0]).toMatchObject({ sealed: LEDGER.length - 2, unsealed: 2 })
  source.logs.LEDGER[2]!.hash = null
  expect(await linesOf(source, { now })).toEqual([
    expect.stringMatching(/^LEDGER, position 3, account .*, hash: it is sealed, but/),
  ])
})

const places = fc.nat(LEDGER.length - 1)

test('a leaf of which any byte is another is named', async () => {
  await fc.assert(
    fc.asyncProperty(places, fc.nat(), fc.nat(9), async (at, where, digit) => {
      const source = new MemorySource()
      const told = source.logs.LEDGER[at]!
      const text = canonicalText(told.leaf as never)
      const offset = where % text.length
      const changed = `${text.slice(0, offset)}${digit}${text.slice(offset + 1)}`
      let leaf: unknown
      try {
        leaf = JSON.parse(changed)
      } catch {
        return // No source can tell what is no JSON.
      }
      if (canonicalText(leaf as never) === text) return
      told.leaf = leaf
      const lines = await linesOf(source)
      expect(lines).toContainEqual(
        expect.stringMatching(new RegExp(`^LEDGER, position ${at + 1}[:,].*not what was sealed`)),
      )
      expect(lines).toContainEqual(expect.stringContaining(`positions 1 to ${LEDGER.length} are not those`))
    }),
  )
})

test('a leaf that is left out is named by its place, wherever it was', async () => {
  for (const at of LEDGER.keys()) {
    const source = new MemorySource()
    source.logs.LEDGER.splice(at, 1)
    const lines = await linesOf(source)
    const isLast = at === LEDGER.length - 1
    const named = isLast ? `position ${at + 1}: the leaves end before it` : `position ${at + 1} is missing before it`
    expect(lines).toContainEqual(expect.stringContaining(named))
  }
})

test('leaves that are left out, added or swapped are found, with their positions and hashes adapted', async () => {
  const drafts = fc.constantFrom('left out', 'added', 'swapped')
  await fc.assert(
    fc.asyncProperty(places, drafts, async (at, how) => {
      const source = new MemorySource()
      const seals = source.seals
      rewritten(source, (all) => {
        if (how === 'left out') all.splice(at, 1)
        if (how === 'added')
          all.splice(
            at,
            0,
            entry(999, '2026-01-01', 'BOTH', [
              [CASH, 1],
              [SALES, -1],
            ]),
          )
        if (how === 'swapped') all.push(...all.splice(at, 1))
        return all
      })
      source.seals = seals
      const lines = await linesOf(source)
      const isSame = how === 'swapped' && at === LEDGER.length - 1
      const isBeyond = how === 'added' && at === LEDGER.length
      if (!isSame && !isBeyond) expect(lines.join('\n')).toMatch(/LEDGER.*the latest seal: /)
    }),
  )
})

test('two leaves in each other’s place are both named, and so is one that comes twice', async () => {
  const source = new MemorySource()
  const [, second, third] = source.logs.LEDGER as [ToldLeaf, ToldLeaf, ToldLeaf]
  Object.assign(source.logs.LEDGER, { 1: third, 2: second })
  const lines = await linesOf(source)
  expect(lines).toContainEqual(expect.stringMatching(/^LEDGER, position 3.*position 2 is missing before it/))
  expect(lines).toContainEqual(expect.stringMatching(/^LEDGER, position 2.*comes again, or after 3/))
  const twice = new MemorySource()
  twice.logs.LEDGER.splice(2, 0, structuredClone(twice.logs.LEDGER[1]!))
  expect(await linesOf(twice)).toContainEqual(expect.stringMatching(/^LEDGER, position 2.*comes again/))
})

test('history that was rewritten and sealed again is proved by a checkpoint that was kept, and by nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4, max: LEDGER.length }),
      fc.integer({ min: 4, max: LEDGER.length }),
      async (at, size) => {
        const source = rewritten(new MemorySource(), (all) => {
          all[at - 1] = { ...all[at - 1]!, event: 'rewritten' }
          return all
        })
        expect(await linesOf(source)).toEqual([])
        const lines = await linesOf(source, { kept: [kept(3, 'before.txt'), kept(size)] })
        const found = `LEDGER: history was replaced: kept.txt: positions 4 to ${size} are not those that it has the root of`
        expect(lines.includes(found)).toBe(at <= size)
        expect(lines.some((line) => line.includes('does not hold'))).toBe(at <= size && size < LEDGER.length)
      },
    ),
  )
})

test('history that was cut, or is gone, is not what was kept', async () => {
  const cut = rewritten(new MemorySource(), (all) => all.slice(0, 6))
  const lines = await linesOf(cut, { kept: [kept(9)] })
  expect(lines).toContain('LEDGER: history was replaced: the latest seal has 6 leaves, kept.txt 9')
  expect(lines).toContain('LEDGER: history was replaced: kept.txt: it has the root of 9 leaves, and there are 6')
  const gone = new MemorySource()
  gone.seals = gone.seals.slice(1)
  expect(await linesOf(gone, { kept: [kept(9)] })).toContain(
    'LEDGER: history was replaced: kept.txt has a seal of 9 leaves, and now there is none',
  )
})

test('a seal of a stranger is found, and with keys given one of a key that is published alone', async () => {
  const source = new MemorySource()
  const signer = stranger()
  source.seals[0] = sealOf('LEDGER', source.logs.LEDGER, signer)
  expect(await linesOf(source)).toEqual(['LEDGER: the latest seal: none of the 1 known keys made its signature'])
  source.published.push(signer.publicKey.toString('base64'))
  expect(await linesOf(source)).toEqual([])
  const keys = [{ name: undefined, publicKey: PUBLIC_KEY }]
  expect(await linesOf(source, { keys })).toEqual([
    'LEDGER: the latest seal: none of the 1 known keys made its signature',
  ])
})

test('a checkpoint of another business, or of another origin, is told, and so is what is none', async () => {
  const hashes = hashesOf(sealedLog('LEDGER', LEDGER)).slice(0, 2)
  const elsewhere = `other.example.com/businesses/${BUSINESS}/ledger`
  expect(
    await linesOf(new MemorySource(), {
      kept: [
        { name: 'a', note: noteOf('books.example.com/businesses/x/ledger', hashes) },
        { name: 'b', note: noteOf(elsewhere, hashes) },
        { name: 'c', note: 'nothing' },
      ],
    }),
  ).toEqual([
    'a: it is of books.example.com/businesses/x/ledger, which is no log of this business',
    'c: it is no signed note: expected text, a blank line and signatures',
    `LEDGER: the latest seal is of ${originOf('LEDGER')}, b of ${elsewhere}`,
  ])
})

test('a seal that is told otherwise than it is signed is found', async () => {
  const source = new MemorySource()
  source.seals[0]!.size += 1
  expect(await linesOf(source)).toEqual([
    expect.stringMatching(/^LEDGER: the latest seal is signed for .* and told otherwise$/),
  ])
})

test('what is disclosed must be what is hidden; what is not disclosed is erased, and no error', async () => {
  const source = new MemorySource()
  source.logs.LEDGER[0]!.disclosed = []
  const { lines, summary } = await run(source)
  expect(lines).toEqual([])
  expect(summary.logs[0]!.erased).toBe(1)
  source.logs.LEDGER[3]!.disclosed[0]!.value = '"another memo"'
  source.logs.LEDGER[4]!.disclosed.push({ pointer: '/toString', salt: '', value: '1' })
  expect(await linesOf(source)).toEqual([
    expect.stringMatching(/^LEDGER, position 4, entry .*, \/memo: what is disclosed is not what was sealed$/),
    expect.stringMatching(/^LEDGER, position 5, entry .*, \/toString: .* hides nothing there$/),
  ])
})

/** One leaf is sealed so from the start. */
async function sealedWith(at: number, change: Record<string, unknown>): Promise<string[]> {
  const source = new MemorySource()
  const told = source.logs.LEDGER[at]!
  told.leaf = { ...(told.leaf as object), ...change }
  told.hash = hashOfLeaf(canonicalText(told.leaf as never)).toString('base64')
  source.seals[0] = sealOf('LEDGER', source.logs.LEDGER)
  return linesOf(source)
}

test('a leaf with a member that does not fit is named with it, though it is sealed', async () => {
  const where = 'LEDGER, position 4, entry 00000000-0000-4000-8000-000000000301'
  expect(await sealedWith(3, { log: 'BILLING' })).toContain(`${where}, log: expected LEDGER, got BILLING`)
  expect(await sealedWith(3, { business_id: 'x' })).toContain(`${where}, business_id: expected ${BUSINESS}, got x`)
  expect(await sealedWith(3, { position: 5 })).toContain(`${where}, position: expected 4, got 5`)
  expect(await sealedWith(3, { recorded_at: '2025-01-01T00:00:00.000Z' })).toContainEqual(
    expect.stringContaining(`${where}, recorded_at: 2025-01-01T00:00:00.000Z is before`),
  )
  expect((await sealedWith(LEDGER.length - 1, { version: 3 })).join()).toContain('version: expected 2, got 3')
  expect(await sealedWith(3, { v: 2 })).toContain('LEDGER, position 4, v: it is no leaf of version 1 of the format')
})

test('a text with line breaks in it makes one line all the same', () => {
  expect(lineOf({ log: 'LEDGER', position: 3, field: '/a\nb', problem: 'x\r\ny' })).toBe(
    'LEDGER, position 3, /a b: x y',
  )
})

test('of a log in which all leaves moved a hundred are named, and the others counted', async () => {
  const source = new MemorySource()
  const many = Array.from({ length: 150 }, (_, n) =>
    entry(400 + n, '2026-01-01', 'BOTH', [
      [CASH, 1],
      [SALES, -1],
    ]),
  )
  source.logs.LEDGER = sealedLog('LEDGER', many).map((told) => ({ ...told, hash: Buffer.alloc(32).toString('base64') }))
  const lines = await linesOf(source)
  expect(lines.filter((line) => line.includes('not what was sealed'))).toHaveLength(100)
  expect(lines).toContain('LEDGER: something is wrong with 50 more leaves')
})

test('an entry that does not balance is named, though it is sealed', async () => {
  const source = rewritten(new MemorySource(), (all) => [
    ...all,
    entry(888, '2026-01-01', 'BOTH', [
      [CASH, 2],
      [SALES, -1],
    ]),
  ])
  expect(await linesOf(source)).toContain(
    `LEDGER, position ${LEDGER.length + 1}, entry 00000000-0000-4000-8000-000000000888, /line_items: debits exceed credits by 1`,
  )
})

test('each figure of a report that is not that of the leaves is told with its row', async () => {
  for (const name of Object.keys(new MemorySource().reports)) {
    const source = new MemorySource()
    const cells = source.reports[name]!.at(-1)!.cells
    cells[cells.total ? 'total' : 'debit'] = { value: 1 }
    const title = name.replace('unified/', '')
    const lines = await linesOf(source)
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${title} row TOTAL .*: the leaves come to \\d+, the report says 1$`)),
    ])
  }
})

test('a row of an account or a party that is missing or made up is told', async () => {
  const source = new MemorySource()
  source.reports['unified/ar-aging']!.splice(0, 1)
  const madeUp = '00000000-0000-4000-8000-000000009999'
  source.reports['trial-balance CASH']!.push({ row_key: madeUp, display_name: 'X', cells: { debit: { value: 5 } } })
  expect(await linesOf(source)).toEqual([
    `trial-balance CASH row X (${madeUp}), debit: the leaves come to 0, the report says 5`,
    expect.stringMatching(/^ar-aging row .*, total: the leaves come to 3000, the report has no such row$/),
    expect.stringMatching(/^ar-aging row .*, unapplied: the leaves come to 70, the report has no such row$/),
  ])
})

test('a document that says another amount than its entries is told, once it had time to be posted', async () => {
  const billing = structuredClone(BILLING)
  const [, , , bill] = billing
  Object.assign(bill?.state as object, { outstanding_balance: 2_400 })
  const line = `BILLING, position 4, bill ${BILL}, /outstanding_balance: the document says 2400 is open, the entries of it come to 2500`
  expect(await linesOf(new MemorySource(LEDGER, billing))).toEqual([line])
  expect(await linesOf(new MemorySource(LEDGER, billing), { now: () => new Date('2026-01-01T00:04:00Z') })).toEqual([])
})

test('a log that is left out altogether is told by the entries that remain, once they had time', async () => {
  const source = new MemorySource(LEDGER, [])
  source.seals = source.seals.filter(({ log }) => log !== 'BILLING')
  const documents = (lines: string[]) => lines.filter((line) => line.startsWith('BILLING'))
  expect(documents(await linesOf(source))).toEqual(
    [INVOICE, BILL, CREDIT].map((id) => `BILLING, document ${id}: entries are of it, and no leaf`),
  )
  expect(documents(await linesOf(source, { now: () => new Date('2026-01-01T00:00:00Z') }))).toEqual([])
})

test('a report of more than JSON can say exactly is left out, and any other has to be there', async () => {
  const much = 9_007_199_254_740_991
  const source = rewritten(new MemorySource(), (all) => [
    ...all,
    entry(320, '2026-02-06', 'BOTH', [
      [CASH, much],
      [SALES, -much],
    ]),
  ])
  for (const name of Object.keys(source.reports)) if (!name.startsWith('unified')) source.reports[name] = undefined
  const { lines, summary } = await run(source)
  expect(lines).toEqual([])
  expect(summary.left_out).toHaveLength(6)
})

test('lines on an account that no leaf opens are told', async () => {
  const lines = await linesOf(rewritten(new MemorySource(), (all) => all.filter(({ type }) => type !== 'account')))
  expect(lines).toContainEqual(
    expect.stringMatching(/^LEDGER, account .*: entries have lines on it, and no leaf opens it$/),
  )
})

test('a report that is withheld is told', async () => {
  const source = new MemorySource()
  source.reports['unified/ap-aging'] = undefined
  expect(await linesOf(source)).toEqual(['ap-aging: it is not there, and reports of these books are'])
})

/** Somebody who writes to a log after its seal, and gives it no other one. */
function withTail(recordedAt: Date): MemorySource {
  const source = new MemorySource()
  const more = entry(310, '2026-02-05', 'BOTH', [
    [CASH, 1],
    [CASH, -1],
  ])
  const tail = sealedLog('LEDGER', [...LEDGER, more], () => recordedAt).slice(LEDGER.length)
  source.logs.LEDGER.push(...tail.map((leaf) => ({ ...leaf, hash: null })))
  return source
}

describe('leaves that no seal is over', () => {
  test('are fine for ten minutes, and not a moment longer', async () => {
    const ago = (ms: number): Promise<string[]> => linesOf(withTail(new Date(NOW.getTime() - ms)))
    expect(await ago(600_000)).toEqual([])
    expect(await ago(600_001)).toEqual([
      `LEDGER, position ${LEDGER.length + 1}: recorded at 2026-02-28T23:49:59.999Z, and no seal is over it or what follows`,
    ])
  })

  test('are not excused by a moment that is yet to come', async () => {
    const lines = await linesOf(withTail(new Date('2026-03-02')))
    expect(lines).toEqual([
      expect.stringMatching(/^LEDGER, position 14, entry .*, recorded_at: 2026-03-02T00:00:00.000Z is yet to come$/),
    ])
  })

  test('are told of a log whose seals are withheld altogether', async () => {
    const source = new MemorySource()
    source.seals = source.seals.filter(({ log }) => log !== 'BILLING')
    source.logs.BILLING = source.logs.BILLING.map((leaf) => ({ ...leaf, hash: null }))
    expect(await linesOf(source)).toEqual([
      'BILLING, position 1: recorded at 2026-01-01T00:00:00.000Z, and no seal is over it or what follows',
    ])
  })
})

test('reports are not compared with a log that begins after the business', async () => {
  const source = rewritten(new MemorySource(), (all) => all.slice(1))
  const { lines, summary } = await run(source)
  expect(lines).toEqual([])
  expect(summary.left_out).toEqual([
    '1 things in LEDGER that are older than its history',
    'reports: the log of the ledger does not begin with the business',
  ])
})

test('where the ledger has no seal nothing was looked at, which is no success', async () => {
  const source = new MemorySource()
  source.seals = source.seals.filter(({ log }) => log !== 'LEDGER')
  await expect(run(source)).rejects.toThrow('LEDGER: there is no seal that can be read')
})
