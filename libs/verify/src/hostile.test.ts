/** Systems that are damaged, or mean harm: whatever they answer makes findings, or an end that says why, and never a crash or no end. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BUSINESS,
  canonicalText,
  entry,
  CASH,
  LEDGER,
  MemorySource,
  noteOf,
  placeOf,
  originOf,
  SALES,
  sealOf,
  sealsOf,
  type CurrentState,
} from './books.test-helpers.ts'
import { lineOf } from './finding.ts'
import { LogReader } from './log.ts'
import { hashOfLeaf } from './reference.test-helpers.ts'
import { CouldNotLook, HttpSource, LOGS, type LogName, type Source } from './source.ts'
import { verify } from './verify.ts'

const NOW = new Date('2026-03-01T00:00:00Z')

type Found = { lines: string[]; ended: string | undefined }

/** What is found until the end, which may be that it could not look. */
async function found(source: Source): Promise<Found> {
  const kept = [{ name: 'kept.txt', note: noteOf(originOf('LEDGER'), hashes.slice(0, 3)) }]
  const work = verify(source, { businessId: BUSINESS, keys: [], kept, now: () => NOW })
  const lines: string[] = []
  try {
    for await (const finding of work) lines.push(lineOf(finding))
    return { lines, ended: undefined }
  } catch (error) {
    if (!(error instanceof CouldNotLook)) throw error
    return { lines, ended: error.message }
  }
}

const hashes = new MemorySource().hashes.LEDGER
const PAGE = 5

type Body = { [name: string]: unknown }

/** The answer to a path, as the API gives it. */
async function answerOf(source: MemorySource, { pathname, searchParams }: URL): Promise<Body | undefined> {
  const log = searchParams.get('log') as LogName
  if (pathname === '/.well-known/pacioli-seals.json')
    return { keys: source.published.map((public_key) => ({ id: 'one', algorithm: 'Ed25519', public_key })) }
  const [, name = ''] = /^\/v1\/businesses\/[^/]+\/(.*)$/.exec(pathname) ?? []
  if (name === 'seals/latest') return { data: source.seals }
  if (name === 'seals')
    return paged(sealsOf(log, source.logs[log], 1, 3, 4, 6, 8, 9), Number(searchParams.get('cursor') ?? 0))
  if (name === 'seals/leaves') return paged(source.logs[log], Number(searchParams.get('cursor') ?? 0))
  if (name === 'seals/states') {
    const cursor = searchParams.get('cursor') ?? ''
    const all = (source.current[log] as CurrentState[]).filter((one) => placeOf(one) > cursor)
    const [data, more] = [all.slice(0, PAGE), all.length > PAGE]
    return { data, meta: { pagination: { has_more: more, cursor: more ? placeOf(data.at(-1)!) : null } } }
  }
  if (name === 'seals/consistency') {
    const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))]
    return { data: { proof: await source.consistency(log, from, to) } }
  }
  const rows = await source.report(name.replace('reports/', ''), Object.fromEntries(searchParams))
  return rows && { data: { rows } }
}

function paged(all: readonly unknown[], from: number): Body {
  const [data, more] = [all.slice(from, from + PAGE), all.length > from + PAGE]
  return { data, meta: { pagination: { has_more: more, cursor: more ? String(from + PAGE) : null } } }
}

/** What JSON has and JSON.stringify cannot write. */
const WRITTEN: Record<string, string> = {
  '@@infinite': '1e400',
  '@@deep': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '@@own': '{"__proto__": {"toString": 1}, "toString": 1, "valueOf": 1, "then": 1, "toJSON": 1}',
}
const written = (body: unknown): string =>
  JSON.stringify(body).replace(/"(@@\w+)"/g, (all, marker: string) => WRITTEN[marker] ?? all)

const serving = (answer: (url: URL) => Promise<string | undefined>): Source =>
  new HttpSource({
    url: 'https://books.example.com',
    businessId: BUSINESS,
    token: 'x',
    pause: () => Promise.resolve(),
    fetch: async (input) => {
      const text = await answer(new URL(input instanceof Request ? input.url : input))
      return text === undefined ? new Response('{}', { status: 404 }) : new Response(text)
    },
  })

/** Paths to everything that is in an answer, itself included. */
function* pathsIn(value: unknown, path: string[] = []): Generator<string[]> {
  yield path
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* pathsIn(member, [...path, name])
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? replaced(one, rest, by) : one))
  return { ...(value as Body), [name]: replaced((value as Body)[name], rest, by) }
}

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(...Object.keys(WRITTEN)),
  fc.constantFrom('\ud800', '2026-02-30T00:00:00.000Z', '2026-13-01', '0000-01-01T00:00:00.000Z', '9'.repeat(400)),
  fc.constantFrom(-1, -0, 0, 0.5, 2 ** 53, 1e300, null, '', '\n\n\n', '__proto__', 'constructor', 'undefined'),
)

const ADDRESSES = [
  '/.well-known/pacioli-seals.json',
  `/v1/businesses/${BUSINESS}/seals/latest`,
  ...LOGS.map((log) => `/v1/businesses/${BUSINESS}/seals?log=${log}`),
  `/v1/businesses/${BUSINESS}/seals?log=LEDGER&cursor=5`,
  ...LOGS.map((log) => `/v1/businesses/${BUSINESS}/seals/leaves?log=${log}`),
  `/v1/businesses/${BUSINESS}/seals/leaves?log=LEDGER&cursor=5`,
  ...LOGS.map((log) => `/v1/businesses/${BUSINESS}/seals/states?log=${log}`),
  `/v1/businesses/${BUSINESS}/seals/consistency?log=LEDGER&from=3&to=${LEDGER.length}`,
  ...['trial-balance', 'balance-sheet'].map(
    (name) => `/v1/businesses/${BUSINESS}/reports/${name}?reporting_basis=CASH`,
  ),
  `/v1/businesses/${BUSINESS}/reports/unified/ap-aging?`,
]
const EACH = { numRuns: 200 }
const TIME = { timeout: 60_000 }

test(
  'any JSON in place of anything in any answer makes findings or an end that says why, and of a leaf names its place',
  TIME,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ADDRESSES), fc.nat(), anything, async (address, at, by) => {
        const books = new MemorySource()
        const wanted = new URL(address, 'https://books.example.com')
        const isWanted = ({ pathname, searchParams }: URL): boolean =>
          pathname === wanted.pathname &&
          ['log', 'cursor', 'reporting_basis'].every((name) => searchParams.get(name) === wanted.searchParams.get(name))
        const right = await answerOf(books, wanted)
        const paths = [...pathsIn(right)]
        const path = paths[at % paths.length] ?? []
        const wrong = written(replaced(right, path, by))
        const { lines, ended } = await found(
          serving(async (url) => {
            if (isWanted(url)) return wrong
            const body = await answerOf(books, url)
            return body && written(body)
          }),
        )
        const [list, index, field, ...within] = path
        if (!address.includes('seals/leaves') || list !== 'data' || field !== 'leaf' || wrong === written(right)) return
        const position = Number(wanted.searchParams.get('cursor') ?? 0) + Number(index) + 1
        const log = wanted.searchParams.get('log') ?? ''
        expect(ended).toBeUndefined()
        // What is too deep has no canonical form here, and differs from all.
        if (by === '@@deep' || canonicalOf(wrong, path) !== canonicalOf(written(right), path))
          expect([within, lines]).toEqual([
            within,
            expect.arrayContaining([expect.stringMatching(new RegExp(`^${log}, position ${position}[:,]`))]),
          ])
      }),
      EACH,
    )
  },
)

/** Whether it is another leaf: -0 is the same as 0, and what has no canonical form is like nothing. */
function canonicalOf(text: string, path: string[]): string {
  let value: unknown = JSON.parse(text)
  for (const name of path.slice(0, 3)) value = (value as Body)[name]
  try {
    return canonicalText(value as never)
  } catch {
    return 'none'
  }
}

/** One leaf of the ledger, changed and sealed so: whoever has the database and the key can do that. */
async function sealedWith(at: number, leaf: (before: Body) => unknown): Promise<string[]> {
  const books = new MemorySource()
  const told = books.logs.LEDGER[at]!
  told.leaf = leaf(told.leaf as Body)
  told.hash = hashOfLeaf(canonicalText(told.leaf as never)).toString('base64')
  books.seals[0] = sealOf('LEDGER', books.logs.LEDGER)
  return (await found(books)).lines
}

test(
  'any JSON in place of anything in a leaf that is sealed so makes findings, or sums, and no crash',
  TIME,
  async () => {
    const leaves = new MemorySource().logs.LEDGER.map(({ leaf }) => leaf)
    await fc.assert(
      fc.asyncProperty(fc.nat(leaves.length - 1), fc.nat(), anything, async (at, which, by) => {
        if (by === '@@deep') return // Depth is for the canonical form, which is not ours.
        const paths = [...pathsIn(leaves[at])]
        const changed: unknown = JSON.parse(written(replaced(leaves[at], paths[which % paths.length] ?? [], by)))
        await sealedWith(at, () => changed)
      }),
      EACH,
    )
  },
)

test.each([
  ['an impossible day', { entry_at: '2026-02-30T00:00:00.000Z' }, '/entry_at: expected a moment'],
  ['an impossible hour', { entry_at: '2026-02-03T25:00:00.000Z' }, '/entry_at: expected a moment'],
  ['no day', { entry_at: null }, '/entry_at: expected a moment'],
  ['no lines', { line_items: 5 }, '/line_items: expected a list of lines'],
  ['a line that is none', { line_items: [7] }, '/line_items/0: expected an account, an amount and a direction'],
  [
    'an amount that is out of range',
    { line_items: [{ account_id: CASH, amount: 2 ** 53, direction: 'DEBIT' }] },
    '/line_items/0: expected an account, an amount and a direction',
  ],
])('an entry with %s is named with its position, though it is sealed', async (_what, state, problem) => {
  const lines = await sealedWith(3, (leaf) => ({ ...leaf, state: { ...(leaf['state'] as Body), ...state } }))
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^LEDGER, position 4, entry .*, ${problem}$`)))
})

test('a moment of recording that there is not is named', async () => {
  const lines = await sealedWith(3, (leaf) => ({ ...leaf, recorded_at: '2026-02-30T00:00:00.000Z' }))
  expect(lines).toContain('LEDGER, position 4, recorded_at: it is no leaf of version 1 of the format')
})

test('half a pair of surrogates has no canonical form, and its leaf is named', async () => {
  const books = new MemorySource()
  books.logs.LEDGER[3]!.leaf = { ...(books.logs.LEDGER[3]!.leaf as Body), actor: { user: '\ud800' } }
  expect((await found(books)).lines).toContainEqual(
    expect.stringMatching(/^LEDGER, position 4, entry .*it has text or numbers that canonical JSON has no form for$/),
  )
})

/** A server whose leaves never end. */
const endless = (page: (from: number) => Body): Source => {
  const books = new MemorySource()
  return serving(async (url) => {
    const isEndless = url.pathname.endsWith('seals/leaves') && url.searchParams.get('log') === 'LEDGER'
    const body = isEndless ? page(Number(url.searchParams.get('cursor') ?? 0)) : await answerOf(books, url)
    return body && written(body)
  })
}

test('seals that have no end are not read for ever', async () => {
  const books = new MemorySource()
  const [, seal] = sealsOf('LEDGER', books.logs.LEDGER, 1, 3)
  const { lines } = await found(
    serving(async (url) => {
      const isEndless = url.pathname.endsWith('/seals') && url.searchParams.get('log') === 'LEDGER'
      if (!isEndless) return written((await answerOf(books, url)) ?? {})
      const cursor = String(Number(url.searchParams.get('cursor') ?? 0) + 1)
      return written({ data: [seal], meta: { pagination: { has_more: true, cursor } } })
    }),
  )
  expect(lines).toContain('LEDGER: too much is wrong with its seals: the others were not read')
  expect(lines.filter((line) => line.startsWith('LEDGER: seal '))).toHaveLength(100)
})

test('leaves that have no end are not read for ever', async () => {
  const { logs } = new MemorySource()
  const same = logs.LEDGER.slice(0, PAGE)
  const more = { has_more: true, cursor: '5' }
  const nowhere = /^seals\/leaves of LEDGER: a page says there are more, but not where\.$/
  expect((await found(endless(() => ({ data: same, meta: { pagination: more } })))).ended).toMatch(nowhere)
  expect(
    (await found(endless((at) => ({ data: [], meta: { pagination: { ...more, cursor: `${at + 1}` } } })))).ended,
  ).toMatch(nowhere)
  const again = await found(
    endless((at) => ({ data: same, meta: { pagination: { has_more: true, cursor: String(at + PAGE) } } })),
  )
  expect(again.lines).toContain('LEDGER, position 5: the leaves do not go on after it')
})

test('leaves that nobody seals are not read for ever', TIME, () => {
  const log = {
    businessId: BUSINESS,
    log: 'LEDGER',
    sealed: 1,
    sizes: new Set<number>(),
    began: NOW,
    now: () => NOW,
  } as const
  const reader = new LogReader(log)
  const [told] = new MemorySource().logs.LEDGER
  for (let position = 1; position <= 200_000 && !reader.isLost; position++)
    reader.read({ ...told, position, hash: null, leaf: { ...(told?.leaf as Body), position, version: position } })
  expect(reader.end().map(lineOf)).toContainEqual(
    expect.stringMatching(/^LEDGER, position 10\d+: too many leaves are not sealed$/),
  )
})

test('an answer that has no end is not read for ever', async () => {
  const part = Buffer.alloc(16 * 1024 * 1024, ' ')
  const source = new HttpSource({
    url: 'https://books.example.com',
    businessId: BUSINESS,
    token: 'x',
    fetch: () => Promise.resolve(new Response(new ReadableStream({ pull: (stream) => stream.enqueue(part) }))),
  })
  await expect(source.latest()).rejects.toThrow('the answer has more than')
})

test('sizes of trees that nobody can have are compared, and not counted to', async () => {
  const books = new MemorySource()
  const [note] = books.seals
  books.seals[0] = { ...note!, note: note!.note.replace(`\n${LEDGER.length}\n`, '\n999999999999999\n') }
  expect((await found(books)).lines).toContainEqual(expect.stringContaining('the leaves end before it'))
})

test('the command prints lines and an exit code, and no stack, for whatever is answered', TIME, async () => {
  let answer = ''
  const server = createServer((_request, response) => void response.end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'pacioli-verify-'))
  writeFileSync(join(folder, 'token'), 'x')
  const { port } = server.address() as AddressInfo
  const args = ['--url', `http://127.0.0.1:${port}`, '--business', BUSINESS, '--token-file', join(folder, 'token')]
  try {
    for (answer of ['null', '[]', '{"data":[null]}', '{"data":5,"keys":[null]}', 'x', '']) {
      const { code, printed } = await new Promise<{ code: number; printed: string }>((resolve) => {
        execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
        )
      })
      expect([answer, code]).toEqual([answer, expect.toBeOneOf([1, 2])])
      expect(printed).not.toMatch(/^\s+at |TypeError|RangeError/m)
    }
  } finally {
    rmSync(folder, { recursive: true })
    server.close()
  }
})

test('an entry that is sound makes no finding here', async () => {
  const books = new MemorySource([
    ...LEDGER,
    entry(888, '2026-02-01', 'BOTH', [
      [CASH, 0],
      [SALES, 0],
    ]),
  ])
  expect((await found(books)).lines).toEqual([])
})
